import Kernel
import Synchronization

/// What rounds have come to, for people and for `status`: nothing here is needed to go on.
public struct SyncNotes: Hashable, Codable, Sendable {
    /// When the last round ended well.
    public var last: Instant?
    /// When one was begun last.
    public var tried: Instant?
    /// Why the last one did not end well; nil where it did.
    public var trouble: String?
    /// Since when the place has been away; nil while it is not.
    public var awaySince: Instant?
    /// What the devices of the account are called, by their names in it.
    public var devices: [String: String] = [:]
    /// How many versions gave way that the person was not told of.
    public var untold = 0
    /// Up to which time every device has everything.
    public var seenByAll: HybridTime?
    /// Rounds in which something happened, earliest first.
    public var rounds: [Round] = []

    /// How many rounds are kept.
    public static let most = 200

    /// Nothing yet.
    public init() {}

    /// One round in which something happened.
    public struct Round: Hashable, Codable, Sendable {
        /// When it ended.
        public let at: Instant
        /// Records that left.
        public var sent = 0
        /// Records that came.
        public var received = 0
        /// Versions that gave way.
        public var recovered = 0
        /// What went wrong.
        public var trouble: String?
    }
}

/// Where notes on rounds lie.
public struct SyncLog: Sendable {
    /// What was noted; nothing where it cannot be read.
    public let read: @Sendable () -> SyncNotes
    /// Notes it. What cannot be noted is not missed.
    public let write: @Sendable (SyncNotes) -> Void

    /// A log from its functions.
    public init(read: @escaping @Sendable () -> SyncNotes, write: @escaping @Sendable (SyncNotes) -> Void) {
        (self.read, self.write) = (read, write)
    }

    /// Gone with the process.
    public static func memory() -> SyncLog {
        let notes = Memory()
        return SyncLog(read: { notes.notes.withLock { $0 } }, write: { new in notes.notes.withLock { $0 = new } })
    }

    private final class Memory: Sendable {
        let notes = Mutex(SyncNotes())
    }
}
