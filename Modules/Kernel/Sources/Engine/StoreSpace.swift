/// The disk usage of one kind of data in a store, for `doctor`.
public struct StoreSpace: Hashable, Sendable {
    /// The kind of data: records, parts of a log, or other files.
    public enum Kind: String, Sendable {
        case records
        case tombstones
        case overtaken
        case log
        case index
        /// Bytes that were unacknowledged or unreadable.
        case quarantine
        case aside
        /// Other branches of the history and the versions they replaced.
        case recovered
        /// Logs from before a conversion.
        case backups
        /// Copies that older programs kept before everything was erased.
        case kept
        case folder
        case notes
    }

    public let kind: Kind
    /// The collection or the folder, empty if there is only one of the kind.
    public let name: String
    public let partition: Partition
    public let count: Int
    public let bytes: Int
    /// The time of the oldest data, or nil if it has no meaning.
    public let since: Instant?

    public init(
        _ kind: Kind, _ name: String = "", of partition: Partition = .common, count: Int, bytes: Int,
        since: Instant? = nil
    ) {
        self.kind = kind
        self.name = name
        self.partition = partition
        self.count = count
        self.bytes = bytes
        self.since = since
    }
}
