import Kernel

extension ProgramCall {
    /// Runs the program without a terminal and collects its output.
    ///
    /// The call returns when the program has ended and its outputs are closed, or have been silent
    /// for a moment. It does not wait for a background process that the program left running. After
    /// the deadline, or beyond the output limit, the program is killed with everything it started.
    ///
    /// - Throws: `Failure` `missingProgram`, `cannotRun`, `missingFolder`, `unusableArgument`. A
    ///   program that fails is a result.
    package func run() throws -> ProgramResult { try result(of: spawn(.captured)) { try $0.reap() } }

    /// Exchanges data with a captured program until it ends.
    ///
    /// - Parameter reap: A closure that collects the program's status after it ended or was killed.
    func result(of program: RunningProgram, reap: (RunningProgram) throws -> ProgramEnding) throws -> ProgramResult {
        let clock = SuspendingClock()
        var exchange = Exchange(program, StdinWriter(program.input, input, feed: feed), limit: outputLimit, sink: sink)
        let cutReason = exchange.run(until: deadline.map { clock.now.advanced(by: $0) }, clock)
        if cutReason != nil { program.kill() }
        exchange.closeAll()
        let ending = try reap(program)
        return ProgramResult(
            path: path, ending: ending, output: exchange.output, errors: exchange.errors,
            timedOut: cutReason == .deadline, truncated: cutReason == .limit)
    }
}

/// The exchange with a captured program in one loop, so that neither side waits for the other
/// forever.
private struct Exchange {
    /// The reason for ending the exchange early.
    enum Cut { case deadline, limit }

    private(set) var output: [UInt8] = []
    private(set) var errors: [UInt8] = []
    private let program: RunningProgram
    private var writer: StdinWriter
    private var openStreams: (output: Bool, errors: Bool) = (true, true)
    private let limit: Int
    private let sink: Sink?
    private var isFull = false
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    init(_ program: RunningProgram, _ writer: StdinWriter, limit: Int, sink: Sink?) {
        self.program = program
        self.writer = writer
        self.limit = limit
        self.sink = sink
    }

    /// Exchanges data until the program ends, and returns the reason for an early end.
    mutating func run(until end: SuspendingClock.Instant?, _ clock: SuspendingClock) -> Cut? {
        var pause: Int32 = 1
        while isOpen || !program.hasEnded {
            let remaining = end.map { clock.now.duration(to: $0) }
            if let remaining, remaining <= .zero { return .deadline }
            let isSilent = !exchangeOnce(atMost: wait(pause, remaining))
            if isFull { return .limit }
            if output.count > limit || errors.count > limit {
                output.removeLast(max(0, output.count - limit))
                errors.removeLast(max(0, errors.count - limit))
                return .limit
            }
            guard isSilent else {
                pause = 1
                continue
            }
            // A silent program may be computing. Once it has ended, only a background process that
            // it left can keep the pipe open.
            if pause >= 32, program.hasEnded { return nil }
            pause = min(pause * 2, isOpen ? 50 : 8)
        }
        return nil
    }

    mutating func closeAll() {
        writer.shut()
        if openStreams.output { close(program.output) }
        if openStreams.errors { close(program.errors) }
    }

    private var isOpen: Bool { openStreams.output || openStreams.errors || writer.isOpen }

    /// Waits for one event and handles it. Returns false if there was none.
    private mutating func exchangeOnce(atMost wait: Int32) -> Bool {
        let events = Int16(POLLIN)
        let feedDelay = writer.refill()
        var polls = [
            pollfd(fd: feedDelay == nil ? writer.descriptor : noDescriptor, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: openStreams.output ? program.output : noDescriptor, events: events, revents: 0),
            pollfd(fd: openStreams.errors ? program.errors : noDescriptor, events: events, revents: 0),
        ]
        guard poll(&polls, 3, min(wait, feedDelay ?? wait)) > 0 else { return false }
        if polls[0].revents != 0 { writer.write() }
        if polls[1].revents != 0 {
            openStreams.output = readAvailable(program.output, into: \.output)
            if let sink, !output.isEmpty {
                isFull = !sink.consume(output)
                output = []
            }
        }
        if polls[2].revents != 0 { openStreams.errors = readAvailable(program.errors, into: \.errors) }
        return true
    }

    /// Reads the available bytes. At the end it closes the descriptor and returns false.
    private mutating func readAvailable(_ descriptor: Int32, into stream: WritableKeyPath<Exchange, [UInt8]>) -> Bool {
        let count = read(descriptor, &buffer, buffer.count)
        if count > 0 {
            self[keyPath: stream].append(contentsOf: buffer[..<count])
            return true
        }
        if count < 0, errno == EAGAIN || errno == EINTR { return true }
        close(descriptor)
        return false
    }

    /// Returns a pause in milliseconds, or the remaining time if less, rounded up.
    private func wait(_ pause: Int32, _ remaining: Duration?) -> Int32 {
        guard let remaining, remaining < .milliseconds(pause) else { return pause }
        return Int32(remaining.components.attoseconds / 1_000_000_000_000_000 + 1)
    }
}
