/// How it stands with a lock.
package enum Situation: Hashable, Sendable {
    /// Nothing is locked.
    case open
    /// Locking was begun and is not over.
    case halfLocked(hasKey: Bool)
    /// Everything is locked.
    case locked(hasKey: Bool)
    /// Opening for good was begun and is not over.
    case halfOpen(hasKey: Bool)

    /// Whether nobody can read anything at this moment.
    package var isClosed: Bool {
        switch self {
        case .open: false
        case .halfLocked(let hasKey), .locked(let hasKey), .halfOpen(let hasKey): !hasKey
        }
    }
}
