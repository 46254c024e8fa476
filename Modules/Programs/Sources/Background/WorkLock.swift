import Kernel

/// A file lock that one process of a machine holds at a time.
///
/// The lock is released when the process ends, for any reason.
package struct WorkLock: Sendable {
    private let path: String

    /// The result of a request for the lock.
    package enum Answer: Sendable {
        /// The lock is held while the value exists.
        case held(Held)
        case busy
        /// The lock is unavailable: the folder is missing, or this process cannot write in it.
        case unavailable
    }

    /// A held lock, released when the last reference is gone.
    package final class Held: Sendable {
        private let descriptor: Int32

        fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

        deinit { close(descriptor) }
    }

    package init(_ name: String, in folder: String) { path = "\(folder)/\(name).lock" }

    /// Acquires the lock if it is free. Returns at once.
    package func acquire() -> Answer {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { return .unavailable }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let isBusy = errno == EWOULDBLOCK
            close(descriptor)
            return isBusy ? .busy : .unavailable
        }
        return .held(Held(descriptor))
    }

    /// Acquires the lock, waiting up to the given seconds for the process that holds it.
    package func acquire(within seconds: Double) -> Answer {
        let step = 0.05
        var remainingSeconds = seconds
        while true {
            let answer = acquire()
            guard case .busy = answer, remainingSeconds > 0 else { return answer }
            usleep(useconds_t(step * 1e6))
            remainingSeconds -= step
        }
    }
}
