/// The state of the lock.
///
/// `hasKey` says whether the process can decrypt.
package enum LockState: Hashable, Sendable {
    /// Nothing is locked.
    case open
    /// Locking was interrupted. Some data is still readable.
    case halfLocked(hasKey: Bool)
    /// Everything is locked.
    case locked(hasKey: Bool)
    /// Unlocking for good was interrupted. Some data is still encrypted.
    case halfOpen(hasKey: Bool)

    /// Whether the data is unreadable at this moment.
    package var isClosed: Bool {
        switch self {
        case .open: false
        case .halfLocked(let hasKey), .locked(let hasKey), .halfOpen(let hasKey): !hasKey
        }
    }
}
