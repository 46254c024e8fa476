/// What something in a store takes on its medium, for `doctor`.
public struct StoreSpace: Hashable, Sendable {
    /// Records, parts of a log, or files beside it.
    public enum Kind: String, Sendable {
        /// Live records of a collection in a partition.
        case records
        /// What deleted records of it have left.
        case tombstones
        /// Their older versions, which a rewriting leaves out.
        case overtaken
        /// What a log takes besides.
        case log
        /// What spares its reading.
        case index
        /// Bytes that were never acknowledged, or could not be read.
        case quarantine
        /// Files that were in the way.
        case aside
        /// Other branches of the history, and what gave way to them.
        case recovered
        /// Logs from before their records were rewritten in another form.
        case backups
        /// Copies that older programs kept before everything was erased.
        case kept
        /// A folder beside the records.
        case folder
        /// What the engine notes for itself.
        case notes
    }

    /// Whether these are records, a part of the log, or files beside it.
    public let kind: Kind
    /// The collection, or the folder; empty where there is only one of the kind.
    public let name: String
    /// Whose records they are.
    public let partition: Partition
    /// How many records or files.
    public let count: Int
    /// How long they are together.
    public let bytes: Int
    /// When the oldest of them was written; nil where that says nothing.
    public let since: Instant?

    /// What something takes.
    public init(
        _ kind: Kind, _ name: String = "", of partition: Partition = .common, count: Int, bytes: Int, since: Instant? = nil
    ) {
        (self.kind, self.name, self.partition) = (kind, name, partition)
        (self.count, self.bytes, self.since) = (count, bytes, since)
    }
}
