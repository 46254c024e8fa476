import Kernel

extension ProgramCall {
    /// Runs the program without a terminal and collects what it writes.
    ///
    /// Returns when it has ended and nobody holds its outputs any more, or they have been silent for a moment: a servant that it left
    /// behind is not waited for. After the deadline, or beyond the output limit, the program is killed with everything it started.
    ///
    /// - Throws: `Failure` `missingProgram`, `cannotRun`, `missingFolder`, `unusableArgument`. A program that fails is a result.
    public func run() throws -> ProgramResult {
        try result(of: spawn(.captured)) { try $0.reap() }
    }

    /// Stays with a captured program to its end.
    ///
    /// - Parameter reap: takes note of its ending; it has ended, or was killed.
    func result(of program: RunningProgram, reap: (RunningProgram) throws -> ProgramEnding) throws -> ProgramResult {
        let clock = SuspendingClock()
        var exchange = Exchange(program, Outlet(program.input, input, feed: feed), limit: outputLimit, sink: sink)
        let cut = exchange.run(until: deadline.map { clock.now.advanced(by: $0) }, clock)
        if cut != nil { program.kill() }
        exchange.closeAll()
        let ending = try reap(program)
        return ProgramResult(
            path: path, ending: ending, output: exchange.output, errors: exchange.errors, timedOut: cut == .deadline,
            truncated: cut == .limit)
    }
}

/// Everything that is said to and by a captured program, in one loop, so that neither side waits for the other for ever.
private struct Exchange {
    /// Why the exchange was broken off.
    enum Cut { case deadline, limit }

    private(set) var output: [UInt8] = []
    private(set) var errors: [UInt8] = []
    private let program: RunningProgram
    private var outlet: Outlet
    private var open: (output: Bool, errors: Bool) = (true, true)
    private let limit: Int
    private let sink: Sink?
    /// Whether the sink wants no more.
    private var isFull = false
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    init(_ program: RunningProgram, _ outlet: Outlet, limit: Int, sink: Sink?) {
        (self.program, self.outlet, self.limit, self.sink) = (program, outlet, limit, sink)
    }

    mutating func run(until end: SuspendingClock.Instant?, _ clock: SuspendingClock) -> Cut? {
        var pause: Int32 = 1
        while isOpen || !program.hasEnded {
            let left = end.map { clock.now.duration(to: $0) }
            if let left, left <= .zero { return .deadline }
            let silent = !converse(atMost: wait(pause, left))
            if isFull { return .limit }
            if output.count > limit || errors.count > limit {
                output.removeLast(max(0, output.count - limit))
                errors.removeLast(max(0, errors.count - limit))
                return .limit
            }
            guard silent else {
                pause = 1
                continue
            }
            // Silence may only mean that the program thinks. Once it has ended, only a servant that it left behind can be silent.
            if pause >= 32, program.hasEnded { return nil }
            pause = min(pause * 2, isOpen ? 50 : 8)
        }
        return nil
    }

    mutating func closeAll() {
        outlet.shut()
        if open.output { close(program.output) }
        if open.errors { close(program.errors) }
    }

    private var isOpen: Bool { open.output || open.errors || outlet.isOpen }

    /// Waits for one event and serves it; false when there was none.
    private mutating func converse(atMost wait: Int32) -> Bool {
        let events = Int16(POLLIN)
        let later = outlet.refill()
        var looks = [
            pollfd(fd: later == nil ? outlet.descriptor : noDescriptor, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: open.output ? program.output : noDescriptor, events: events, revents: 0),
            pollfd(fd: open.errors ? program.errors : noDescriptor, events: events, revents: 0),
        ]
        guard poll(&looks, 3, min(wait, later ?? wait)) > 0 else { return false }
        if looks[0].revents != 0 { outlet.write() }
        if looks[1].revents != 0 {
            open.output = take(program.output, into: \.output)
            if let sink, !output.isEmpty {
                isFull = !sink.take(output)
                output = []
            }
        }
        if looks[2].revents != 0 { open.errors = take(program.errors, into: \.errors) }
        return true
    }

    /// Reads what is there; false, with the descriptor closed, at the end.
    private mutating func take(_ descriptor: Int32, into stream: WritableKeyPath<Exchange, [UInt8]>) -> Bool {
        let count = read(descriptor, &buffer, buffer.count)
        if count > 0 {
            self[keyPath: stream].append(contentsOf: buffer[..<count])
            return true
        }
        if count < 0, errno == EAGAIN || errno == EINTR { return true }
        close(descriptor)
        return false
    }

    /// A pause in milliseconds, or what is left of the time, rounded up.
    private func wait(_ pause: Int32, _ left: Duration?) -> Int32 {
        guard let left, left < .milliseconds(pause) else { return pause }
        return Int32(left.components.attoseconds / 1_000_000_000_000_000 + 1)
    }
}
