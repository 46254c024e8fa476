/// Which records of a collection are asked for: a range of an index, an order and a limit. Answered from index keys.
public struct Selection<Record: Storable>: Sendable {
    /// The stored name of the index; nil to go by identifier.
    package var index: String?
    package fileprivate(set) var lower: IndexKey?
    package fileprivate(set) var upper: IndexKey?
    package private(set) var isDescending = false
    package private(set) var limit: Int?

    /// All records by identifier.
    public static var all: Selection { Selection(index: nil) }

    /// The same, greatest key first.
    public var descending: Selection {
        var copy = self
        copy.isDescending = true
        return copy
    }

    /// The same, so many at most; none when the number is not positive.
    public func limit(_ count: Int?) -> Selection {
        var copy = self
        copy.limit = count.map { max(0, $0) }
        return copy
    }
}

extension Index {
    /// Every record in this index, by key.
    public var all: Selection<Record> { Selection(index: storedName) }

    /// The records with this key.
    public func at(_ key: Key) -> Selection<Record> {
        Selection(index: storedName, lower: key.indexKey, upper: key.indexKey.successor)
    }

    /// The records from this key on.
    public func from(_ key: Key) -> Selection<Record> { Selection(index: storedName, lower: key.indexKey) }

    /// The records from a key through another, both included.
    public func from(_ first: Key, through last: Key) -> Selection<Record> {
        Selection(index: storedName, lower: first.indexKey, upper: last.indexKey.successor)
    }

    /// The records before this key.
    public func before(_ key: Key) -> Selection<Record> { Selection(index: storedName, upper: key.indexKey) }

    /// The records through this key, included.
    public func through(_ key: Key) -> Selection<Record> { Selection(index: storedName, upper: key.indexKey.successor) }

    /// The records whose compound key has these first parts, and more behind them.
    public func under(_ parts: any IndexKeyConvertible...) -> Selection<Record> {
        let first = parts.map(\.indexKey.text).joined(separator: "\u{1}")
        return Selection(index: storedName, lower: IndexKey(text: first + "\u{1}"), upper: IndexKey(text: first + "\u{2}"))
    }

    /// The records whose key begins with this text, which may end in the middle of a word: `prefix("ab")` finds `abc`. For whole parts of a
    /// compound key there is `under`.
    public func prefix(_ prefix: any IndexKeyConvertible) -> Selection<Record> {
        Selection(index: storedName, lower: prefix.indexKey, upper: prefix.indexKey.endOfPrefix)
    }
}
