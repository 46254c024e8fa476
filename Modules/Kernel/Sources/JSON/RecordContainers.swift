/// The members of an object that a `RecordEncoder` writes.
struct RecordMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: RecordEncoder
    let frame: Int

    var codingPath: [any CodingKey] { [] }

    @inline(__always) private func member(_ key: Key, _ write: () throws -> Void) rethrows {
        try encoder.member(key.stringValue, of: frame, write)
    }

    func encodeNil(forKey key: Key) { member(key) { encoder.null() } }
    func encode(_ value: Bool, forKey key: Key) { member(key) { encoder.write(value) } }
    func encode(_ value: String, forKey key: Key) { member(key) { encoder.write(value) } }
    func encode(_ value: some BinaryFloatingPoint & CustomStringConvertible & Encodable, forKey key: Key) {
        member(key) { encoder.write(value) }
    }
    func encode(_ value: some BinaryInteger & Encodable, forKey key: Key) { member(key) { encoder.write(value) } }
    func encode(_ value: some Encodable, forKey key: Key) throws { try member(key) { try encoder.writeValue(value) } }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<
        Nested
    > {
        encoder.useJSONEncoder()
        return KeyedEncodingContainer(RecordMembers<Nested>(encoder: encoder, frame: frame))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.useJSONEncoder()
        return RecordElements(encoder: encoder, frame: frame)
    }

    func superEncoder() -> any Encoder {
        encoder.useJSONEncoder()
        return encoder
    }

    func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}

/// The elements of a list that a `RecordEncoder` writes.
struct RecordElements: UnkeyedEncodingContainer {
    let encoder: RecordEncoder
    let frame: Int
    private(set) var count = 0

    var codingPath: [any CodingKey] { [] }

    @inline(__always) private mutating func element(_ write: () throws -> Void) rethrows {
        count += 1
        try encoder.element(of: frame, write)
    }

    mutating func encodeNil() { element { [encoder] in encoder.null() } }
    mutating func encode(_ value: Bool) { element { [encoder] in encoder.write(value) } }
    mutating func encode(_ value: String) { element { [encoder] in encoder.write(value) } }
    mutating func encode(_ value: some BinaryFloatingPoint & CustomStringConvertible & Encodable) {
        element { [encoder] in encoder.write(value) }
    }
    mutating func encode(_ value: some BinaryInteger & Encodable) { element { [encoder] in encoder.write(value) } }
    mutating func encode(_ value: some Encodable) throws { try element { [encoder] in try encoder.writeValue(value) } }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        encoder.useJSONEncoder()
        return KeyedEncodingContainer(RecordMembers<Nested>(encoder: encoder, frame: frame))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        encoder.useJSONEncoder()
        return self
    }

    func superEncoder() -> any Encoder {
        encoder.useJSONEncoder()
        return encoder
    }
}

/// The only value that a `RecordEncoder` writes.
struct RecordSingle: SingleValueEncodingContainer {
    let encoder: RecordEncoder
    let frame: Int

    var codingPath: [any CodingKey] { [] }

    @inline(__always)
    private func single(_ write: () throws -> Void) rethrows { try encoder.single(of: frame, write) }

    func encodeNil() { single { encoder.null() } }
    func encode(_ value: Bool) { single { encoder.write(value) } }
    func encode(_ value: String) { single { encoder.write(value) } }
    func encode(_ value: some BinaryFloatingPoint & CustomStringConvertible & Encodable) {
        single { encoder.write(value) }
    }
    func encode(_ value: some BinaryInteger & Encodable) { single { encoder.write(value) } }
    func encode(_ value: some Encodable) throws { try single { try encoder.writeValue(value) } }
}
