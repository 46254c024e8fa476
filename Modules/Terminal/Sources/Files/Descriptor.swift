import Kernel

/// Reads and writes a file descriptor completely, whatever interrupts it.
enum Descriptor {
    /// Writes all bytes.
    ///
    /// - Throws: `Failure` `outputClosed` when nobody reads any more, `outputFailed` for anything else.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws {
        if bytes.isEmpty, isLeft(descriptor) { throw trouble(EPIPE) }
        var written = 0
        while written < bytes.count {
            let count = Kernel.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            if count >= 0 {
                written += count
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                _ = isReady(descriptor, for: Int16(POLLOUT), seconds: nil)
            } else if errno != EINTR {
                throw trouble(errno)
            }
        }
    }

    /// Some more bytes; none at the end. Nil when a signal came first.
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

    /// Waits until there is something to read or room to write; false when time ran out or a signal came.
    static func isReady(_ descriptor: Int32, for events: Int16, seconds: Double?) -> Bool {
        var waiting = pollfd(fd: descriptor, events: events, revents: 0)
        let milliseconds = seconds.map { Int32(min(max($0, 0) * 1000, 1e8).rounded(.up)) } ?? -1
        return poll(&waiting, 1, milliseconds) > 0
    }

    /// Whether the other end of a pipe or terminal is gone: a write of nothing would not find out.
    private static func isLeft(_ descriptor: Int32) -> Bool {
        var asked = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&asked, 1, 0) > 0 && asked.revents & Int16(POLLERR | POLLHUP) != 0
    }

    /// What the system says about an error number.
    static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

    private static func trouble(_ code: Int32) -> Failure {
        if code == EPIPE || code == EIO || code == EBADF {
            return Failure(.outputClosed, "Nothing reads the output any more.")
        }
        return Failure(.outputFailed, "The output cannot be written: \(reason(code)).", advice: "Make room, or write elsewhere.")
    }
}
