import Kernel

/// The data that remains to be written to a program's standard input.
struct StdinWriter {
    private(set) var descriptor: Int32
    private var bytes: [UInt8]
    private let feed: Feed?
    private var writtenCount = 0

    init(_ descriptor: Int32, _ bytes: [UInt8], feed: Feed? = nil) {
        self.descriptor = descriptor
        self.bytes = bytes
        self.feed = feed
    }

    var isOpen: Bool { descriptor != noDescriptor }

    /// Asks the feed for more data once all is written.
    ///
    /// - Returns: the milliseconds until the next request, if no data is available yet.
    mutating func refill() -> Int32? {
        guard isOpen, writtenCount == bytes.count, let feed else { return nil }
        switch feed.next() {
        case .bytes(let newBytes): (bytes, writtenCount) = (newBytes, 0)
        case .later(let wait): return max(1, wait)
        case .end: shut()
        }
        return nil
    }

    /// Writes as much as fits. Closes the pipe when all data is written without a feed, or when the
    /// reader is gone.
    mutating func write() {
        let (count, error) = withoutBrokenPipeSignal {
            bytes.withUnsafeBytes {
                (systemWrite(descriptor, $0.baseAddress?.advanced(by: writtenCount), $0.count - writtenCount), errno)
            }
        }
        if count >= 0 {
            writtenCount += count
            if writtenCount == bytes.count, feed == nil { shut() }
        } else if error != EAGAIN, error != EINTR {
            shut()
        }
    }

    /// Writes all data, waiting as long as the pipe has a reader.
    mutating func writeAll() {
        while isOpen {
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if poll(&request, 1, -1) > 0 { write() }
        }
    }

    mutating func shut() {
        if isOpen { close(descriptor) }
        descriptor = noDescriptor
    }
}

private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, start, count)
}

/// Runs a write and discards any SIGPIPE that it raises.
///
/// Only this thread's signal mask changes. The process still decides whether a broken pipe on its
/// own output ends it.
private func withoutBrokenPipeSignal<Value>(_ body: () -> Value) -> Value {
    var pipeSignal = sigset_t()
    var previousMask = sigset_t()
    var pending = sigset_t()
    sigemptyset(&pipeSignal)
    sigaddset(&pipeSignal, SIGPIPE)
    sigpending(&pending)
    let wasPending = sigismember(&pending, SIGPIPE) == 1
    pthread_sigmask(SIG_BLOCK, &pipeSignal, &previousMask)
    defer { pthread_sigmask(SIG_SETMASK, &previousMask, nil) }
    let value = body()
    sigpending(&pending)
    if !wasPending, sigismember(&pending, SIGPIPE) == 1 {
        var signal: Int32 = 0
        sigwait(&pipeSignal, &signal)
    }
    return value
}
