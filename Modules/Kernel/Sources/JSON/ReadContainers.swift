/// The members of an object that a `RecordDecoder` reads.
struct ReadMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: RecordDecoder
    let object: Int

    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
        var index = object + 1
        return (0..<decoder.text.nodes[object].count).compactMap { _ in
            defer { index = Int(decoder.text.nodes[index + 1].next) }
            return decoder.text.string(decoder.text.nodes[index]).flatMap(Key.init(stringValue:))
        }
    }

    private func find(_ key: Key) -> Int? { decoder.text.member(key.stringValue, of: object) }

    private func index(_ key: Key) throws -> Int {
        guard let index = find(key) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "no such member"))
        }
        return index
    }

    private func presentIndex(_ key: Key) -> Int? { find(key).flatMap { decoder.isNull($0) ? nil : $0 } }

    func contains(_ key: Key) -> Bool { find(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { decoder.isNull(try index(key)) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder.bool(index(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder.string(index(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoder.double(index(key)) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { throw decoder.unsupported() }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder.number(index(key)) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try decoder.number(index(key)) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try decoder.number(index(key)) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try decoder.number(index(key)) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoder.number(index(key)) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decoder.number(index(key)) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try decoder.number(index(key)) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try decoder.number(index(key)) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try decoder.number(index(key)) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try decoder.number(index(key)) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder.value(type, at: index(key))
    }

    // Each searches once, whereas the default implementations search three times.
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try presentIndex(key).map(decoder.string)
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try presentIndex(key).map { try decoder.number($0) }
    }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try presentIndex(key).map(decoder.bool) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try presentIndex(key).map(decoder.double)
    }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let index = presentIndex(key) else { return nil }
        return try decoder.value(type, at: index)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    {
        try decoder.members(at: index(key))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder.elements(at: index(key))
    }
    func superDecoder() throws -> any Decoder { throw decoder.unsupported() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw decoder.unsupported() }
}

/// The elements of a list that a `RecordDecoder` reads.
struct ReadElements: UnkeyedDecodingContainer {
    let decoder: RecordDecoder
    private let number: Int
    private var index: Int
    private(set) var currentIndex = 0

    init(decoder: RecordDecoder, list: Int) {
        self.decoder = decoder
        number = Int(decoder.text.nodes[list].count)
        index = list + 1
    }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { number }
    var isAtEnd: Bool { currentIndex >= number }

    /// Reads the next element. A failed read does not advance.
    private mutating func next<Value>(_ read: (Int) throws -> Value) throws -> Value {
        guard !isAtEnd else { throw RecordDecoder.mismatch }
        let value = try read(index)
        index = Int(decoder.text.nodes[index].next)
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd else { throw RecordDecoder.mismatch }
        guard decoder.isNull(index) else { return false }
        return try next { _ in true }
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try next(decoder.bool) }
    mutating func decode(_ type: String.Type) throws -> String { try next(decoder.string) }
    mutating func decode(_ type: Double.Type) throws -> Double { try next(decoder.double) }
    mutating func decode(_ type: Float.Type) throws -> Float { throw decoder.unsupported() }
    mutating func decode(_ type: Int.Type) throws -> Int { try next(decoder.number) }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try next(decoder.number) }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try next(decoder.number) }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try next(decoder.number) }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try next(decoder.number) }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try next(decoder.number) }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next(decoder.number) }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next(decoder.number) }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next(decoder.number) }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next(decoder.number) }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let decoder = decoder
        return try next { try decoder.value(type, at: $0) }
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    {
        try next(decoder.members)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next(decoder.elements) }
    mutating func superDecoder() throws -> any Decoder { throw decoder.unsupported() }
}
