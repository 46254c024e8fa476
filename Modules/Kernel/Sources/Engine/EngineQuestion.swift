/// A question to an engine as a value: a server answers several in one round trip.
public enum EngineQuestion: Hashable, Sendable {
    case record(RecordAddress)
    case page(IndexScan)
    case count(IndexScan)
    case keys(IndexScan)
    /// The number of keys for each combination of their first parts, see
    /// `EngineTransaction.counts`.
    case counts(IndexScan, parts: Int)

    /// The scan, or nil for a question about one address.
    var scan: IndexScan? {
        switch self {
        case .record: nil
        case .page(let scan), .count(let scan), .keys(let scan), .counts(let scan, _): scan
        }
    }
}

/// The answer to a question, in the case of the same name.
public enum EngineAnswer: Hashable, Sendable {
    /// A record or a tombstone, or nil if there was never one.
    case record(StoredRecord?)
    case page([StoredRecord])
    case count(Int)
    case keys([IndexKey])
    case counts([KeyCount])

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
    /// Returns whether two scans read the same. The `reindex` function follows from the collection
    /// and is not compared.
    public static func == (left: Self, right: Self) -> Bool {
        (left.partition, left.collection, left.index, left.descending, left.limit, left.wantsEntries)
            == (right.partition, right.collection, right.index, right.descending, right.limit, right.wantsEntries)
            && (left.lower, left.upper) == (right.lower, right.upper)
    }

    public func hash(into hasher: inout Hasher) {
        for part in [partition.rawValue, collection, index, lower?.text, upper?.text] { hasher.combine(part) }
        hasher.combine(limit)
    }
}
