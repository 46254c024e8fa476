/// A selection of records in a collection: a range of an index, an order and a limit. The engine
/// answers it from index keys.
public struct Selection<Record: Storable>: Sendable {
    /// The stored name of the index, or nil for the order of identifiers.
    package var index: String?
    package fileprivate(set) var lower: IndexKey?
    package fileprivate(set) var upper: IndexKey?
    package private(set) var isDescending = false
    package private(set) var limit: Int?

    public static var all: Selection { Selection(index: nil) }

    public var descending: Selection {
        var copy = self
        copy.isDescending = true
        return copy
    }

    /// Returns the selection with at most this many records. A limit of zero or less selects none.
    public func limit(_ count: Int?) -> Selection {
        var copy = self
        copy.limit = count.map { max(0, $0) }
        return copy
    }
}

extension Index {
    public var all: Selection<Record> { Selection(index: storedName) }

    /// Returns the records with this key.
    public func at(_ key: Key) -> Selection<Record> {
        Selection(index: storedName, lower: key.indexKey, upper: key.indexKey.successor)
    }

    /// Returns the records from this key on.
    public func from(_ key: Key) -> Selection<Record> { Selection(index: storedName, lower: key.indexKey) }

    /// Returns the records from a key through another, both included.
    public func from(_ first: Key, through last: Key) -> Selection<Record> {
        Selection(index: storedName, lower: first.indexKey, upper: last.indexKey.successor)
    }

    /// Returns the records before this key.
    public func before(_ key: Key) -> Selection<Record> { Selection(index: storedName, upper: key.indexKey) }

    /// Returns the records up to this key, including it.
    public func through(_ key: Key) -> Selection<Record> { Selection(index: storedName, upper: key.indexKey.successor) }

    /// Returns the records whose compound key has these first parts and at least one more.
    public func under(_ parts: any IndexKeyConvertible...) -> Selection<Record> {
        let first = parts.map(\.indexKey.text).joined(separator: "\u{1}")
        return Selection(
            index: storedName, lower: IndexKey(text: first + "\u{1}"), upper: IndexKey(text: first + "\u{2}"))
    }

    /// Returns the records whose key begins with this text, which may end inside a word:
    /// `prefix("ab")` finds `abc`. For whole parts of a compound key, use `under`.
    public func prefix(_ prefix: any IndexKeyConvertible) -> Selection<Record> {
        Selection(index: storedName, lower: prefix.indexKey, upper: prefix.indexKey.endOfPrefix)
    }
}
