import Kernel

/// What is Sync's own, and leaves no device.
enum OwnCollections {
    static let all: [any StoredCollection] = [
        SyncState.collection, MergeMark.collection, KeptBytes.collection, SentBatches.collection, Recovered.collection,
        Quarantined.collection, HeardCards.collection, StrayFiles.collection, QuietFiles.collection,
        KeptPayloads(),
    ]

    /// What is told of files leaves, but nobody misses a version of it.
    static let files = "sync.files"

    static let names = UndoStep.passing.union(all.map(\.name))
}

/// Payloads of versions that do not stand at their address, of whatever kind and form.
private struct KeptPayloads: StoredCollection {
    var name: String { KeptVersion.collection }
    var version: Int { 1 }

    func entries(of record: StoredRecord) -> [IndexEntry] { [] }
    func migrated(_ record: StoredRecord) -> StoredRecord? { nil }
    func makingRoom(for record: StoredRecord, attempt: Int) -> StoredRecord? { nil }
    func saysTheSame(_ one: StoredRecord, as other: StoredRecord) -> Bool { one.payload == other.payload }
}
