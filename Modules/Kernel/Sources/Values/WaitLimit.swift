/// The time that a caller waits for a shared service that does not answer.
public enum WaitLimit: Sendable {
    /// A wait on the way to another task. After a timeout, later commands skip the service a while.
    case brief
    case userInitiated
    case background

    public var seconds: Double {
        switch self {
        case .brief: 1
        case .userInitiated: 3
        case .background: 20
        }
    }
}
