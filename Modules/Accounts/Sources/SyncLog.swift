import Kernel
import Synchronization

/// The results of rounds, for display and `status`. Sync itself does not need them.
package struct SyncNotes: Hashable, Codable, Sendable {
    package var last: Instant?
    package var tried: Instant?
    /// The reason why the last round failed, or nil after a success.
    package var trouble: String?
    /// The time since which the place is unreachable, or nil while it is reachable.
    package var awaySince: Instant?
    /// The titles of the account's devices by device ID.
    package var devices: [String: String] = [:]
    /// The number of superseded versions not yet announced to the user.
    package var untold = 0
    package var seenByAll: HybridTime?
    package var rounds: [Round] = []

    /// The maximum number of stored rounds.
    package static let roundLimit = 200

    package init() {}

    /// A round with a transfer or an error.
    package struct Round: Hashable, Codable, Sendable {
        package let at: Instant
        /// The number of sent records.
        package var sent = 0
        /// The number of received records.
        package var received = 0
        /// The number of superseded versions.
        package var recovered = 0
        package var trouble: String?
    }
}

/// The storage of the sync notes.
package struct SyncLog: Sendable {
    /// Returns the notes, or empty ones if they cannot be read.
    package let read: @Sendable () -> SyncNotes
    package let write: @Sendable (SyncNotes) -> Void

    package init(read: @escaping @Sendable () -> SyncNotes, write: @escaping @Sendable (SyncNotes) -> Void) {
        self.read = read
        self.write = write
    }

    /// Creates a log that ends with the process.
    package static func memory() -> SyncLog {
        let notes = Memory()
        return SyncLog(read: { notes.notes.withLock { $0 } }, write: { new in notes.notes.withLock { $0 = new } })
    }

    private final class Memory: Sendable {
        let notes = Mutex(SyncNotes())
    }
}
