/// Writes a value as `JSONEncoder` does with sorted keys, byte for byte and in a fraction of its time: straight into one stretch of bytes, in
/// which the members of an object are put in order when it ends.
///
/// It knows what records are made of: objects, lists, texts and numbers that come one after the other. Any value that asks for more (`Date`,
/// `Data`, nested containers, infinity) is left to `JSONEncoder` as a whole.
final class RecordEncoder: Encoder {
    /// What the value that is being written has asked for.
    enum Kind { case nothing, single, list, object }

    /// A value that is being written. Containers know it by its number, so that one that was kept too long does no harm.
    private struct Frame {
        let number: Int
        var kind = Kind.nothing
        /// Where its first element or member begins, and which member that is.
        var start = 0
        var firstMember = 0
        var isInOrder = true
    }

    private struct Member {
        let name: String
        let start: Int
        var end = 0
    }

    private struct State {
        var text: TextBuffer
        var members: [Member] = []
        var frame = Frame(number: 0)
        var frames = 0
        /// Whether something was asked for that only `JSONEncoder` can do; what is written from then on counts for nothing.
        var isBeyond = false
    }

    /// Behind a pointer: containers come and go for every value, and checking each access to a variable of a class for exclusivity would cost
    /// more than the writing.
    private let state: UnsafeMutablePointer<State>

    /// - Parameter capacity: about how many bytes will be written.
    init(capacity: Int = 512) {
        state = .allocate(capacity: 1)
        state.initialize(to: State(text: TextBuffer(capacity: capacity)))
        state.pointee.members.reserveCapacity(16)
    }

    deinit {
        state.pointee.text.free()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The JSON of a value.
    ///
    /// - Throws: what the value throws, and `EncodingError`.
    static func encode(_ value: some Encodable) throws -> Data {
        let encoder = RecordEncoder()
        _ = try encoder.append(value)
        return encoder.finish()
    }

    /// What was written, one value behind the other. Nothing is written after that.
    func finish() -> Data { state.pointee.text.takeData() }

    /// Writes a value behind those before it.
    ///
    /// - Returns: where it stands.
    /// - Throws: as `encode`; what was written before stays.
    func append(_ value: some Encodable) throws -> Range<Int> {
        let start = state.pointee.text.count
        state.pointee.members.removeAll(keepingCapacity: true)
        state.pointee.frame = Frame(number: state.pointee.frames)
        state.pointee.isBeyond = false
        if (try? writeValue(value)) == nil || state.pointee.isBeyond {
            state.pointee.text.removeLast(state.pointee.text.count - start)
            try JSONValue.encoder.encode(value).withUnsafeBytes { state.pointee.text.append($0) }
        }
        return start..<state.pointee.text.count
    }

    // MARK: - Values

    /// Writes a value that says itself what it is made of.
    func writeValue<Value: Encodable>(_ value: Value) throws {
        guard !RecordEncoder.isForeign(Value.self) else { return giveUp() }
        let outer = state.pointee.frame
        state.pointee.frames += 1
        state.pointee.frame = Frame(number: state.pointee.frames)
        try value.encode(to: self)
        end()
        state.pointee.frame = outer
    }

    /// Those that `JSONEncoder` writes in a way of its own.
    private static func isForeign(_ type: any Any.Type) -> Bool {
        type == Date.self || type == Data.self || type == URL.self || type == Decimal.self
    }

    func giveUp() { state.pointee.isBeyond = true }

    private func end() {
        switch state.pointee.frame.kind {
        case .single: break
        case .list: state.pointee.text.end(with: UInt8(ascii: "]"), of: state.pointee.frame.start)
        case .object: endObject()
        case .nothing: giveUp()
        }
    }

    /// - Returns: the number by which a container knows its value.
    @discardableResult
    func begin(_ kind: Kind) -> Int {
        let number = state.pointee.frame.number
        // A second container for one value continues the first: rare, and left to the other encoder.
        guard state.pointee.frame.kind == .nothing else {
            giveUp()
            return number
        }
        state.pointee.frame.kind = kind
        if kind == .object { state.pointee.text.append(UInt8(ascii: "{")) }
        if kind == .list { state.pointee.text.append(UInt8(ascii: "[")) }
        state.pointee.frame.start = state.pointee.text.count
        state.pointee.frame.firstMember = state.pointee.members.count
        return number
    }

    // MARK: - Objects

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(RecordMembers(encoder: self, frame: begin(.object)))
    }

    @inline(__always)
    func member(_ name: String, of frame: Int, _ write: () throws -> Void) rethrows {
        let place = state.pointee.members.count
        guard frame == state.pointee.frame.number else { return giveUp() }
        if place > state.pointee.frame.firstMember, !RecordEncoder.precedes(state.pointee.members[place - 1].name, name) {
            state.pointee.frame.isInOrder = false
        }
        state.pointee.members.append(Member(name: name, start: state.pointee.text.count))
        state.pointee.text.append(quoting: name)
        state.pointee.text.append(UInt8(ascii: ":"))
        try write()
        state.pointee.text.append(UInt8(ascii: ","))
        if state.pointee.members.count == place + 1 { state.pointee.members[place].end = state.pointee.text.count }
    }

    /// By bytes.
    private static func precedes(_ left: String, _ right: String) -> Bool {
        let quick = left.utf8.withContiguousStorageIfAvailable { one in
            right.utf8.withContiguousStorageIfAvailable { other -> Bool in
                let shared = min(one.count, other.count)
                guard shared > 0, let first = one.baseAddress, let second = other.baseAddress else {
                    return one.count < other.count
                }
                let order = memcmp(first, second, shared)
                return order != 0 ? order < 0 : one.count < other.count
            }
        }
        if case .some(.some(let answer)) = quick { return answer }
        return left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    private func endObject() {
        let frame = state.pointee.frame
        if !frame.isInOrder {
            let sorted = state.pointee.members[frame.firstMember...].sorted { RecordEncoder.precedes($0.name, $1.name) }
            // Of two members with one name the last counts.
            if zip(sorted, sorted.dropFirst()).contains(where: { $0.name == $1.name }) { giveUp() }
            state.pointee.text.reorder(from: frame.start, sorted.map { $0.start..<max($0.start, $0.end) })
        }
        state.pointee.members.removeLast(state.pointee.members.count - frame.firstMember)
        state.pointee.text.end(with: UInt8(ascii: "}"), of: frame.start)
    }

    // MARK: - Lists and single values

    func unkeyedContainer() -> any UnkeyedEncodingContainer { RecordElements(encoder: self, frame: begin(.list)) }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        RecordSingle(encoder: self, frame: state.pointee.frame.number)
    }

    @inline(__always)
    func element(of frame: Int, _ write: () throws -> Void) rethrows {
        guard frame == state.pointee.frame.number else { return giveUp() }
        try write()
        state.pointee.text.append(UInt8(ascii: ","))
    }

    @inline(__always)
    func single(of frame: Int, _ write: () throws -> Void) rethrows {
        guard frame == state.pointee.frame.number else { return giveUp() }
        begin(.single)
        try write()
    }

    // MARK: - Primitives

    func null() { state.pointee.text.append("null") }
    func write(_ value: Bool) { state.pointee.text.append(value ? "true" : "false") }
    func write(_ value: String) { state.pointee.text.append(quoting: value) }
    func write(_ value: some BinaryInteger) { state.pointee.text.append(integer: value) }

    func write(_ value: some BinaryFloatingPoint & CustomStringConvertible) {
        guard value.isFinite else { return giveUp() }
        state.pointee.text.append(described: value.description)
    }
}
