import Kernel

/// The key of a cell: texts in sequence, encoded so that byte order equals text order.
///
/// A text ends with two zeros, and a zero within it is followed by 255. A record's key is
/// partition, collection, identifier.
///
/// An index entry's key is partition, collection, index name, a byte that marks the presence of a
/// key, the key, identifier. The last part has no end mark.
struct CellKey {
    private static let absentMark: UInt8 = 1
    private static let presentMark: UInt8 = 2

    private(set) var bytes: [UInt8] = []

    init() {}

    init(_ partition: Partition) { append(partition.rawValue) }

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

    /// Appends a text without an end mark.
    mutating func append(last text: UnsafeRawBufferPointer) { bytes.append(contentsOf: text) }

    mutating func append(last text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends the mark of presence and the key.
    mutating func append(key: UnsafeRawBufferPointer?) {
        bytes.append(key == nil ? CellKey.absentMark : CellKey.presentMark)
        if let key { append(key) }
    }

    /// The first key after all keys with this prefix. This key does not end with 255.
    var end: CellKey {
        var end = self
        if let last = end.bytes.popLast() { end.bytes.append(last + 1) }
        return end
    }

    /// Returns the key with an addition.
    func with(_ addition: (inout CellKey) -> Void) -> CellKey {
        var key = self
        addition(&key)
        return key
    }

    func withBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
        try bytes.withUnsafeBytes(body)
    }

    /// A key after all others: it begins with a byte that is invalid in UTF-8.
    static let beyond: CellKey = {
        var key = CellKey()
        key.bytes = [255]
        return key
    }()

    // MARK: - Reading

    /// Returns the address that a record's key contains.
    static func address(_ bytes: UnsafeRawBufferPointer) -> RecordAddress? {
        guard let (partition, next) = text(bytes, from: 0), let (collection, end) = text(bytes, from: next) else {
            return nil
        }
        return RecordAddress(
            partition: Partition(rawValue: partition), collection: collection,
            id: String(decoding: bytes[end...], as: UTF8.self))
    }

    /// Returns the prefix of an index's entries that have a key.
    static func keyed(_ table: CellKey, _ index: String) -> CellKey {
        table.with {
            $0.append(index)
            $0.bytes.append(presentMark)
        }
    }

    /// Returns the text at a position and the start of the next one, or nil without an end mark.
    static func text(_ bytes: UnsafeRawBufferPointer, from start: Int) -> (text: String, end: Int)? {
        var position = start
        var isPlain = true
        while true {
            guard let zero = bytes.first(0, from: position), zero + 1 < bytes.count else { return nil }
            position = zero
            if bytes[zero + 1] == 0 { break }
            position = zero + 2
            isPlain = false
        }
        let encoded = bytes[start..<position]
        guard !isPlain else { return (String(decoding: encoded, as: UTF8.self), position + 2) }
        var decoded: [UInt8] = []
        var followsZero = false
        for byte in encoded {
            if !followsZero { decoded.append(byte) }
            followsZero = byte == 0 && !followsZero
        }
        return (String(decoding: decoded, as: UTF8.self), position + 2)
    }
}
