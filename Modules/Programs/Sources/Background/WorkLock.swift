import Kernel

/// A file that one process of a machine holds at a time, so that no two do one thing at once. Whoever ends lets go of it, however it ends.
public struct WorkLock: Sendable {
    /// Where it lies.
    private let path: String

    /// What came of asking for it.
    public enum Answer: Sendable {
        /// It is held, for as long as the value is kept.
        case held(Held)
        /// Somebody else holds it.
        case busy
        /// It cannot be held here: the folder is not there, or nobody may write in it.
        case impossible
    }

    /// Lets go of the lock where nobody keeps it any more.
    public final class Held: Sendable {
        private let descriptor: Int32

        fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

        deinit { close(descriptor) }
    }

    /// The lock of this name in a folder that must be there.
    public init(_ name: String, in folder: String) { path = "\(folder)/\(name).lock" }

    /// Holds it, if nobody does. Returns at once.
    public func take() -> Answer {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { return .impossible }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let isBusy = errno == EWOULDBLOCK
            close(descriptor)
            return isBusy ? .busy : .impossible
        }
        return .held(Held(descriptor))
    }

    /// Holds it, and waits so long for whoever does.
    public func take(within seconds: Double) -> Answer {
        let step = 0.05
        var left = seconds
        while true {
            let answer = take()
            guard case .busy = answer, left > 0 else { return answer }
            usleep(useconds_t(step * 1e6))
            left -= step
        }
    }
}
