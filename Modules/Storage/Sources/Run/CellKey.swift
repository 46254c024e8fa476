import Kernel

/// The keys of cells: texts one behind the other, so written that the order of the bytes is the order of the texts, the first of them first.
///
/// A text ends with two zeros, and a zero within it is followed by 255. A record's key is partition, collection, identifier; that of an index
/// entry partition, collection, name of the index, a byte that tells whether there is a key, the key, identifier. What is last needs no end.
struct CellKey {
    private static let isWithout: UInt8 = 1
    private static let isWith: UInt8 = 2

    private(set) var bytes: [UInt8] = []

    init() {}

    /// What the keys of all records of a partition begin with.
    init(_ partition: Partition) { append(partition.rawValue) }

    /// What the keys of all records of a table begin with.
    init(_ table: TableName) {
        append(table.partition.rawValue)
        append(table.collection)
    }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    mutating func append(_ text: UnsafeRawBufferPointer) {
        if text.first(0, from: 0) != nil {
            for byte in text {
                bytes.append(byte)
                if byte == 0 { bytes.append(255) }
            }
        } else {
            bytes.append(contentsOf: text)
        }
        bytes.append(0)
        bytes.append(0)
    }

    /// What has no end of its own.
    mutating func append(last text: UnsafeRawBufferPointer) { bytes.append(contentsOf: text) }

    mutating func append(last text: String) { bytes.append(contentsOf: text.utf8) }

    /// Whether an entry of an index has a key, and the key.
    mutating func append(key: UnsafeRawBufferPointer?) {
        bytes.append(key == nil ? CellKey.isWithout : CellKey.isWith)
        if let key { append(key) }
    }

    /// The first key behind all that begin as this one does. It does not end with 255.
    var end: CellKey {
        var end = self
        if let last = end.bytes.popLast() { end.bytes.append(last + 1) }
        return end
    }

    /// The same with something behind it.
    func with(_ more: (inout CellKey) -> Void) -> CellKey {
        var key = self
        more(&key)
        return key
    }

    func withBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value { try bytes.withUnsafeBytes(body) }

    /// A key behind all others: a text may not begin with a byte of UTF-8 that there is not.
    static let beyond: CellKey = {
        var key = CellKey()
        key.bytes = [255]
        return key
    }()

    // MARK: - Reading

    /// The address that a record's key is of.
    static func address(_ bytes: UnsafeRawBufferPointer) -> RecordAddress? {
        guard let (partition, next) = text(bytes, from: 0), let (collection, end) = text(bytes, from: next) else { return nil }
        return RecordAddress(
            partition: Partition(rawValue: partition), collection: collection, id: String(decoding: bytes[end...], as: UTF8.self))
    }

    /// The entries that have a key: what their keys begin with.
    static func keyed(_ table: CellKey, _ index: String) -> CellKey {
        table.with {
            $0.append(index)
            $0.bytes.append(isWith)
        }
    }

    /// The text that begins at a place, and where the next one does; nil when it has no end.
    static func text(_ bytes: UnsafeRawBufferPointer, from start: Int) -> (text: String, end: Int)? {
        var (place, isPlain) = (start, true)
        while true {
            guard let zero = bytes.first(0, from: place), zero + 1 < bytes.count else { return nil }
            place = zero
            if bytes[zero + 1] == 0 { break }
            (place, isPlain) = (zero + 2, false)
        }
        let raw = bytes[start..<place]
        guard !isPlain else { return (String(decoding: raw, as: UTF8.self), place + 2) }
        var plain: [UInt8] = []
        var isBehindZero = false
        for byte in raw {
            if !isBehindZero { plain.append(byte) }
            isBehindZero = byte == 0 && !isBehindZero
        }
        return (String(decoding: plain, as: UTF8.self), place + 2)
    }
}
