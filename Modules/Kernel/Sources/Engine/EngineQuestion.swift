/// A question to an engine as a value, so that several can be asked at once: where the engine is a server, one way there and back.
public enum EngineQuestion: Hashable, Sendable {
    /// What stands at an address; see `EngineTransaction.record`.
    case record(RecordAddress)
    /// The live records of a scan; see `EngineTransaction.page`.
    case page(IndexScan)
    /// How many those are; see `EngineTransaction.count`.
    case count(IndexScan)
    /// Their keys; see `EngineTransaction.keys`.
    case keys(IndexScan)
    /// How many share the first parts of their keys; see `EngineTransaction.counts`.
    case counts(IndexScan, parts: Int)

    /// What is searched; nil where one address is asked for.
    var scan: IndexScan? {
        switch self {
        case .record: nil
        case .page(let scan), .count(let scan), .keys(let scan), .counts(let scan, _): scan
        }
    }
}

/// What an engine answers to a question: the case that is called like it.
public enum EngineAnswer: Hashable, Sendable {
    /// A record or a tombstone, or nil when there never was one.
    case record(StoredRecord?)
    /// Live records in the order of the scan.
    case page([StoredRecord])
    /// How many.
    case count(Int)
    /// Keys in the order of the scan.
    case keys([IndexKey])
    /// How many, by the parts that they share.
    case counts([KeyCount])

    /// How many records or keys it holds.
    var size: Int {
        switch self {
        case .record, .count: 1
        case .page(let records): records.count
        case .keys(let keys): keys.count
        case .counts(let counts): counts.count
        }
    }
}

extension IndexScan: Hashable {
    /// Whether both ask for the same. How entries of older records are computed follows from the collection.
    public static func == (left: Self, right: Self) -> Bool {
        (left.partition, left.collection, left.index, left.descending, left.limit, left.wantsEntries)
            == (right.partition, right.collection, right.index, right.descending, right.limit, right.wantsEntries)
            && (left.lower, left.upper) == (right.lower, right.upper)
    }

    /// What says that it asks for the same.
    public func hash(into hasher: inout Hasher) {
        for part in [partition.rawValue, collection, index, lower?.text, upper?.text] { hasher.combine(part) }
        hasher.combine(limit)
    }
}
