/// The members of an object that a `RecordDecoder` reads.
struct ReadMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: RecordDecoder
    let object: Int

    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
        var place = object + 1
        return (0..<decoder.text.nodes[object].count).compactMap { _ in
            defer { place = Int(decoder.text.nodes[place + 1].next) }
            return decoder.text.string(decoder.text.nodes[place]).flatMap(Key.init(stringValue:))
        }
    }

    /// Where the value of a key is.
    private func find(_ key: Key) -> Int? { decoder.text.member(key.stringValue, of: object) }

    private func place(_ key: Key) throws -> Int {
        guard let place = find(key) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "no such member"))
        }
        return place
    }

    private func given(_ key: Key) -> Int? { find(key).flatMap { decoder.isNull($0) ? nil : $0 } }

    func contains(_ key: Key) -> Bool { find(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { decoder.isNull(try place(key)) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder.bool(place(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder.string(place(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoder.double(place(key)) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { throw decoder.beyond() }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder.number(place(key)) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try decoder.number(place(key)) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try decoder.number(place(key)) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try decoder.number(place(key)) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoder.number(place(key)) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decoder.number(place(key)) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try decoder.number(place(key)) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try decoder.number(place(key)) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try decoder.number(place(key)) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try decoder.number(place(key)) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try decoder.value(type, at: place(key)) }

    // One search each, instead of three.
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try given(key).map(decoder.string) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try given(key).map { try decoder.number($0) } }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try given(key).map(decoder.bool) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try given(key).map(decoder.double) }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let place = given(key) else { return nil }
        return try decoder.value(type, at: place)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        try decoder.members(at: place(key))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try decoder.elements(at: place(key)) }
    func superDecoder() throws -> any Decoder { throw decoder.beyond() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw decoder.beyond() }
}

/// The elements of a list that a `RecordDecoder` reads.
struct ReadElements: UnkeyedDecodingContainer {
    let decoder: RecordDecoder
    private let number: Int
    private var place: Int
    private(set) var currentIndex = 0

    init(decoder: RecordDecoder, list: Int) {
        (self.decoder, number, place) = (decoder, Int(decoder.text.nodes[list].count), list + 1)
    }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { number }
    var isAtEnd: Bool { currentIndex >= number }

    /// What cannot be read is not passed over.
    private mutating func next<Value>(_ read: (Int) throws -> Value) throws -> Value {
        guard !isAtEnd else { throw RecordDecoder.mismatch }
        let value = try read(place)
        place = Int(decoder.text.nodes[place].next)
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd else { throw RecordDecoder.mismatch }
        guard decoder.isNull(place) else { return false }
        return try next { _ in true }
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try next(decoder.bool) }
    mutating func decode(_ type: String.Type) throws -> String { try next(decoder.string) }
    mutating func decode(_ type: Double.Type) throws -> Double { try next(decoder.double) }
    mutating func decode(_ type: Float.Type) throws -> Float { throw decoder.beyond() }
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

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        try next(decoder.members)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next(decoder.elements) }
    mutating func superDecoder() throws -> any Decoder { throw decoder.beyond() }
}
