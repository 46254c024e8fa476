/// Reads what `RecordEncoder` writes as `JSONDecoder` would, in a fraction of its time.
///
/// It knows what records are made of. Any value that asks for more (`Date`, `Float`, a class above it), a payload of another form and whatever
/// cannot be read are left to `JSONDecoder` as a whole: it says what is wrong.
final class RecordDecoder: Decoder {
    private struct State {
        var text: RecordText
        /// The value that is being read.
        var current = 0
        /// Whether something was asked for that only `JSONDecoder` can do; what was read counts for nothing then.
        var isBeyond = false
    }

    /// Behind a pointer: checking each access to a variable of a class for exclusivity would cost as much as the reading.
    private let state: UnsafeMutablePointer<State>

    fileprivate init(room: Int) {
        state = .allocate(capacity: 1)
        state.initialize(to: State(text: RecordText(room: room)))
    }

    deinit {
        state.pointee.text.free()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// The value in a payload.
    ///
    /// - Throws: anything, where only `JSONDecoder` can say what there is.
    fileprivate func read<Value: Decodable>(_ type: Value.Type, from payload: Data) throws -> Value {
        (state.pointee.current, state.pointee.isBeyond) = (0, false)
        guard state.pointee.text.take(payload) else { throw RecordDecoder.mismatch }
        let value = try value(type, at: 0)
        guard !state.pointee.isBeyond else { throw RecordDecoder.mismatch }
        return value
    }

    var text: RecordText { state.pointee.text }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try members(at: state.pointee.current)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try elements(at: state.pointee.current) }

    func singleValueContainer() -> any SingleValueDecodingContainer { ReadSingle(decoder: self, place: state.pointee.current) }

    func members<Key: CodingKey>(at place: Int) throws -> KeyedDecodingContainer<Key> {
        guard text.nodes[place].kind == .object else { throw RecordDecoder.mismatch }
        return KeyedDecodingContainer(ReadMembers(decoder: self, object: place))
    }

    func elements(at place: Int) throws -> ReadElements {
        guard text.nodes[place].kind == .list else { throw RecordDecoder.mismatch }
        return ReadElements(decoder: self, list: place)
    }

    // MARK: - Values

    /// Nobody reads it: whatever is not caught is tried again by `JSONDecoder`.
    static let mismatch = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "another kind of value"))

    func beyond() -> DecodingError {
        state.pointee.isBeyond = true
        return RecordDecoder.mismatch
    }

    func value<Value: Decodable>(_ type: Value.Type, at place: Int) throws -> Value {
        if type == Date.self || type == Data.self || type == URL.self || type == Decimal.self { throw beyond() }
        let outer = state.pointee.current
        state.pointee.current = place
        defer { state.pointee.current = outer }
        return try Value(from: self)
    }

    /// Whatever stands here, as `JSONValue` has it: asked kind by kind a number with a fraction would leave the whole record to `JSONDecoder`.
    func json() throws -> JSONValue { try json(state.pointee.current) }

    private func json(_ place: Int) throws -> JSONValue {
        let node = text.nodes[place]
        switch node.kind {
        case .null: return .null
        case .yes: return .bool(true)
        case .no: return .bool(false)
        case .plain, .text, .escaped: return .string(try string(place))
        case .integer: return .integer(try number(place))
        case .decimal:
            let number = try double(place)
            // `JSONDecoder` takes a whole one for an integer.
            guard number != number.rounded() else { throw beyond() }
            return .number(number)
        case .list:
            var (elements, next) = ([JSONValue](), place + 1)
            for _ in 0..<node.count {
                elements.append(try json(next))
                next = Int(text.nodes[next].next)
            }
            return .array(elements)
        case .object:
            var (members, next) = ([String: JSONValue](minimumCapacity: Int(node.count)), place + 1)
            for _ in 0..<node.count {
                guard let name = text.string(text.nodes[next]),
                    members.updateValue(try json(next + 1), forKey: name) == nil
                else { throw beyond() }
                next = Int(text.nodes[next + 1].next)
            }
            return .object(members)
        }
    }

    func isNull(_ place: Int) -> Bool { text.nodes[place].kind == .null }

    func bool(_ place: Int) throws -> Bool {
        switch text.nodes[place].kind {
        case .yes: true
        case .no: false
        default: throw RecordDecoder.mismatch
        }
    }

    /// What is a text and cannot be read is not for a `try?` of whoever reads it.
    func string(_ place: Int) throws -> String {
        let node = text.nodes[place]
        if let string = text.string(node) { return string }
        throw node.kind == .text || node.kind == .escaped ? beyond() : RecordDecoder.mismatch
    }

    func number<Number: FixedWidthInteger>(_ place: Int) throws -> Number {
        let node = text.nodes[place]
        guard node.kind == .integer || node.kind == .decimal else { throw RecordDecoder.mismatch }
        guard let whole = text.integer(node), let number = Number(exactly: whole) else { throw beyond() }
        return number
    }

    func double(_ place: Int) throws -> Double {
        let node = text.nodes[place]
        guard node.kind == .integer || node.kind == .decimal else { throw RecordDecoder.mismatch }
        guard let number = text.double(node), number.isFinite else { throw beyond() }
        return number
    }
}

/// The only value.
private struct ReadSingle: SingleValueDecodingContainer {
    let decoder: RecordDecoder
    let place: Int

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { decoder.isNull(place) }
    func decode(_ type: Bool.Type) throws -> Bool { try decoder.bool(place) }
    func decode(_ type: String.Type) throws -> String { try decoder.string(place) }
    func decode(_ type: Double.Type) throws -> Double { try decoder.double(place) }
    func decode(_ type: Float.Type) throws -> Float { throw decoder.beyond() }
    func decode(_ type: Int.Type) throws -> Int { try decoder.number(place) }
    func decode(_ type: Int8.Type) throws -> Int8 { try decoder.number(place) }
    func decode(_ type: Int16.Type) throws -> Int16 { try decoder.number(place) }
    func decode(_ type: Int32.Type) throws -> Int32 { try decoder.number(place) }
    func decode(_ type: Int64.Type) throws -> Int64 { try decoder.number(place) }
    func decode(_ type: UInt.Type) throws -> UInt { try decoder.number(place) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.number(place) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.number(place) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.number(place) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.number(place) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.value(type, at: place) }
}

/// Reads one payload after the other, with one decoder as long as nobody keeps hold of it.
struct RecordReader {
    private var decoder: RecordDecoder

    /// - Parameter room: about how many bytes a payload has.
    init(room: Int) { decoder = RecordDecoder(room: room) }

    /// The value in a payload.
    ///
    /// - Throws: what `JSONDecoder` throws.
    mutating func decode<Value: Decodable>(_ type: Value.Type, from payload: Data) throws -> Value {
        do { return try read(type, from: payload) } catch { return try JSONValue.decoder.decode(type, from: payload) }
    }

    /// The same without `JSONDecoder`.
    ///
    /// - Throws: anything, where only that one can say what there is.
    mutating func read<Value: Decodable>(_ type: Value.Type, from payload: Data) throws -> Value {
        defer { if !isKnownUniquelyReferenced(&decoder) { decoder = RecordDecoder(room: payload.count) } }
        return try decoder.read(type, from: payload)
    }
}
