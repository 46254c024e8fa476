import Kernel

/// The collections of sync itself, which never leave the device.
enum OwnCollections {
    static let all: [any StoredCollection] = [
        SyncState.collection, MergeMark.collection, BatchPieces.collection, SentBatches.collection,
        Recovered.collection,
        Quarantined.collection, CardCache.collection, UnknownFiles.collection, IdleFileRound.collection, KeptPayloads(),
    ]

    /// The collection of file records. It is synced, but losing versions are not kept.
    static let files = "sync.files"

    static let names = UndoStep.undoCollections.union(all.map(\.name))
}

/// The collection of the payloads of stored versions, of any record collection.
private struct KeptPayloads: StoredCollection {
    var name: String { StoredVersion.collection }
    var version: Int { 1 }

    func entries(of record: StoredRecord) -> [IndexEntry] { [] }
    func migrated(_ record: StoredRecord) -> StoredRecord? { nil }
    func rekeyed(for record: StoredRecord, attempt: Int) -> StoredRecord? { nil }
    func isEquivalent(_ one: StoredRecord, to other: StoredRecord) -> Bool { one.payload == other.payload }
}
