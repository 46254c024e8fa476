import Kernel

/// Complete reads and writes on a file descriptor, despite interruptions.
enum Descriptor {
    /// Writes all bytes.
    ///
    /// - Throws: `Failure` `outputClosed` if the reader has closed the stream, `outputFailed` for
    ///   any other error.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws {
        if bytes.isEmpty, isPeerClosed(descriptor) { throw failure(EPIPE) }
        var written = 0
        while written < bytes.count {
            let count = Kernel.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            if count >= 0 {
                written += count
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                _ = isReady(descriptor, for: Int16(POLLOUT), seconds: nil)
            } else if errno != EINTR {
                throw failure(errno)
            }
        }
    }

    /// Reads some bytes, none at the end, or returns nil if a signal came first.
    static func readSome(_ descriptor: Int32, atMost limit: Int = 65_536) throws -> [UInt8]? {
        var count = 0
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
            count = Kernel.read(descriptor, buffer.baseAddress, limit)
            code = errno
            initialized = max(0, count)
        }
        if count >= 0 { return bytes }
        if code == EAGAIN || code == EWOULDBLOCK { _ = isReady(descriptor, for: Int16(POLLIN), seconds: nil) }
        if [EAGAIN, EWOULDBLOCK, EINTR].contains(code) { return nil }
        throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
    }

    /// Waits until the descriptor is ready to read or write, and returns false after the timeout or
    /// a signal.
    static func isReady(_ descriptor: Int32, for events: Int16, seconds: Double?) -> Bool {
        var request = pollfd(fd: descriptor, events: events, revents: 0)
        let milliseconds = seconds.map { Int32(min(max($0, 0) * 1000, 1e8).rounded(.up)) } ?? -1
        return poll(&request, 1, milliseconds) > 0
    }

    /// Returns whether the other end of a pipe or terminal is closed, which an empty write would
    /// not reveal.
    private static func isPeerClosed(_ descriptor: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLERR | POLLHUP) != 0
    }

    /// Returns the system's message for an error number.
    static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

    private static func failure(_ code: Int32) -> Failure {
        if code == EPIPE || code == EIO || code == EBADF {
            return Failure(.outputClosed, "Nothing reads the output any more.")
        }
        return Failure(
            .outputFailed, "The output cannot be written: \(reason(code)).", advice: "Make room, or write elsewhere.")
    }
}
