/// A decoder of the output of `RecordEncoder`, like `JSONDecoder` in a fraction of the time.
///
/// It supports the parts that records consist of. The following cases are passed to `JSONDecoder`
/// as a whole, which reports the error:
///
/// - a value that needs more, such as `Date`, `Float` or a superclass
/// - a payload of another form
/// - an unreadable payload
final class RecordDecoder: Decoder {
    private struct State {
        var text: RecordText
        /// The value that is being read.
        var current = 0
        /// Whether the value asked for something that only `JSONDecoder` supports. The result is
        /// then discarded.
        var isUnsupported = false
    }

    /// The state is stored through a pointer, because exclusivity checks on a class variable would
    /// cost as much as the decoding.
    private let state: UnsafeMutablePointer<State>

    fileprivate init(capacity: Int) {
        state = .allocate(capacity: 1)
        state.initialize(to: State(text: RecordText(capacity: capacity)))
    }

    deinit {
        state.pointee.text.free()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Returns the value in a payload.
    ///
    /// - Throws: any error if only `JSONDecoder` can decide about the payload.
    fileprivate func read<Value: Decodable>(_ type: Value.Type, from payload: Data) throws -> Value {
        (state.pointee.current, state.pointee.isUnsupported) = (0, false)
        guard state.pointee.text.parse(payload) else { throw RecordDecoder.mismatch }
        let value = try value(type, at: 0)
        guard !state.pointee.isUnsupported else { throw RecordDecoder.mismatch }
        return value
    }

    var text: RecordText { state.pointee.text }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try members(at: state.pointee.current)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try elements(at: state.pointee.current) }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleReader(decoder: self, index: state.pointee.current)
    }

    func members<Key: CodingKey>(at index: Int) throws -> KeyedDecodingContainer<Key> {
        guard text.nodes[index].kind == .object else { throw RecordDecoder.mismatch }
        return KeyedDecodingContainer(ReadMembers(decoder: self, object: index))
    }

    func elements(at index: Int) throws -> ReadElements {
        guard text.nodes[index].kind == .list else { throw RecordDecoder.mismatch }
        return ReadElements(decoder: self, list: index)
    }

    /// A private signal: after an uncaught error, `JSONDecoder` tries again.
    static let mismatch = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "another kind of value"))

    func unsupported() -> DecodingError {
        state.pointee.isUnsupported = true
        return RecordDecoder.mismatch
    }

    func value<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value {
        if type == Date.self || type == Data.self || type == URL.self || type == Decimal.self { throw unsupported() }
        let outer = state.pointee.current
        state.pointee.current = index
        defer { state.pointee.current = outer }
        return try Value(from: self)
    }

    /// Returns the current value as a `JSONValue`. Asking kind by kind would pass a record with a
    /// fraction to `JSONDecoder` as a whole.
    func json() throws -> JSONValue { try json(state.pointee.current) }

    private func json(_ index: Int) throws -> JSONValue {
        let node = text.nodes[index]
        switch node.kind {
        case .null: return .null
        case .yes: return .bool(true)
        case .no: return .bool(false)
        case .plain, .text, .escaped: return .string(try string(index))
        case .integer: return .integer(try number(index))
        case .decimal:
            let number = try double(index)
            // `JSONDecoder` accepts a whole number as an integer.
            guard number != number.rounded() else { throw unsupported() }
            return .number(number)
        case .list:
            var elements = [JSONValue]()
            var next = index + 1
            for _ in 0..<node.count {
                elements.append(try json(next))
                next = Int(text.nodes[next].next)
            }
            return .array(elements)
        case .object:
            var members = [String: JSONValue](minimumCapacity: Int(node.count))
            var next = index + 1
            for _ in 0..<node.count {
                guard let name = text.string(text.nodes[next]),
                    members.updateValue(try json(next + 1), forKey: name) == nil
                else { throw unsupported() }
                next = Int(text.nodes[next + 1].next)
            }
            return .object(members)
        }
    }

    func isNull(_ index: Int) -> Bool { text.nodes[index].kind == .null }

    func bool(_ index: Int) throws -> Bool {
        switch text.nodes[index].kind {
        case .yes: true
        case .no: false
        default: throw RecordDecoder.mismatch
        }
    }

    /// Reads a text. An unreadable text marks the whole payload for `JSONDecoder`, so that a `try?`
    /// of the value cannot hide it.
    func string(_ index: Int) throws -> String {
        let node = text.nodes[index]
        if let string = text.string(node) { return string }
        throw node.kind == .text || node.kind == .escaped ? unsupported() : RecordDecoder.mismatch
    }

    func number<Number: FixedWidthInteger>(_ index: Int) throws -> Number {
        let node = text.nodes[index]
        guard node.kind == .integer || node.kind == .decimal else { throw RecordDecoder.mismatch }
        guard let integer = text.integer(node), let number = Number(exactly: integer) else { throw unsupported() }
        return number
    }

    func double(_ index: Int) throws -> Double {
        let node = text.nodes[index]
        guard node.kind == .integer || node.kind == .decimal else { throw RecordDecoder.mismatch }
        guard let number = text.double(node), number.isFinite else { throw unsupported() }
        return number
    }
}

/// The only value in a payload.
private struct SingleReader: SingleValueDecodingContainer {
    let decoder: RecordDecoder
    let index: Int

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { decoder.isNull(index) }
    func decode(_ type: Bool.Type) throws -> Bool { try decoder.bool(index) }
    func decode(_ type: String.Type) throws -> String { try decoder.string(index) }
    func decode(_ type: Double.Type) throws -> Double { try decoder.double(index) }
    func decode(_ type: Float.Type) throws -> Float { throw decoder.unsupported() }
    func decode(_ type: Int.Type) throws -> Int { try decoder.number(index) }
    func decode(_ type: Int8.Type) throws -> Int8 { try decoder.number(index) }
    func decode(_ type: Int16.Type) throws -> Int16 { try decoder.number(index) }
    func decode(_ type: Int32.Type) throws -> Int32 { try decoder.number(index) }
    func decode(_ type: Int64.Type) throws -> Int64 { try decoder.number(index) }
    func decode(_ type: UInt.Type) throws -> UInt { try decoder.number(index) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.number(index) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.number(index) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.number(index) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.number(index) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.value(type, at: index) }
}

/// A reader of one payload after another, which reuses its decoder while no other code keeps a
/// reference to it.
struct RecordReader {
    private var decoder: RecordDecoder

    /// Creates a reader.
    ///
    /// - Parameter capacity: the approximate size of a payload in bytes.
    init(capacity: Int) { decoder = RecordDecoder(capacity: capacity) }

    /// Returns the value in a payload.
    ///
    /// - Throws: the errors of `JSONDecoder`.
    mutating func decode<Value: Decodable>(_ type: Value.Type, from payload: Data) throws -> Value {
        do { return try read(type, from: payload) } catch { return try JSONValue.decoder.decode(type, from: payload) }
    }

    /// Returns the value in a payload without `JSONDecoder`.
    ///
    /// - Throws: any error if only `JSONDecoder` can decide about the payload.
    mutating func read<Value: Decodable>(_ type: Value.Type, from payload: Data) throws -> Value {
        defer { if !isKnownUniquelyReferenced(&decoder) { decoder = RecordDecoder(capacity: payload.count) } }
        return try decoder.read(type, from: payload)
    }
}
