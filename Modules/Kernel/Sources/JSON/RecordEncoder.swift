/// An encoder of the same bytes as `JSONEncoder` with sorted keys, in a fraction of the time.
///
/// It writes into one buffer and sorts the members of an object when the object ends. It supports
/// the parts that records consist of: objects, lists, texts and numbers in sequence. Any value that
/// needs more (`Date`, `Data`, nested containers, infinity) is passed to `JSONEncoder` as a whole.
final class RecordEncoder: Encoder {
    /// The kind of container that the current value has requested.
    enum Kind { case nothing, single, list, object }

    /// A value in progress. Containers refer to it by number, so an outdated container does no
    /// harm.
    private struct Frame {
        let number: Int
        var kind = Kind.nothing
        /// The position of its first element or member, and the index of that member.
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
        /// Whether the value asked for something that only `JSONEncoder` supports. Further output
        /// is then discarded.
        var isUnsupported = false
    }

    /// The state is stored through a pointer, because every value creates containers. Exclusivity
    /// checks on a class variable would cost more than the encoding.
    private let state: UnsafeMutablePointer<State>

    /// Creates an encoder.
    ///
    /// - Parameter capacity: the approximate number of bytes to write.
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

    /// Returns the JSON of a value.
    ///
    /// - Throws: the errors of the value, and `EncodingError`.
    static func encode(_ value: some Encodable) throws -> Data {
        let encoder = RecordEncoder()
        _ = try encoder.append(value)
        return encoder.finish()
    }

    /// Returns all written values in sequence. The encoder must not be used afterwards.
    func finish() -> Data { state.pointee.text.takeData() }

    /// Appends a value.
    ///
    /// - Returns: its position.
    /// - Throws: the same as `encode`. Earlier values stay.
    func append(_ value: some Encodable) throws -> Range<Int> {
        let start = state.pointee.text.count
        state.pointee.members.removeAll(keepingCapacity: true)
        state.pointee.frame = Frame(number: state.pointee.frames)
        state.pointee.isUnsupported = false
        if (try? writeValue(value)) == nil || state.pointee.isUnsupported {
            state.pointee.text.removeLast(state.pointee.text.count - start)
            try JSONValue.encoder.encode(value).withUnsafeBytes { state.pointee.text.append($0) }
        }
        return start..<state.pointee.text.count
    }

    /// Writes a value through its own `encode(to:)`.
    func writeValue<Value: Encodable>(_ value: Value) throws {
        guard !RecordEncoder.isForeign(Value.self) else { return useJSONEncoder() }
        let outer = state.pointee.frame
        state.pointee.frames += 1
        state.pointee.frame = Frame(number: state.pointee.frames)
        try value.encode(to: self)
        end()
        state.pointee.frame = outer
    }

    /// Returns whether `JSONEncoder` has a special format for a type.
    private static func isForeign(_ type: any Any.Type) -> Bool {
        type == Date.self || type == Data.self || type == URL.self || type == Decimal.self
    }

    func useJSONEncoder() { state.pointee.isUnsupported = true }

    private func end() {
        switch state.pointee.frame.kind {
        case .single: break
        case .list: state.pointee.text.end(with: UInt8(ascii: "]"), of: state.pointee.frame.start)
        case .object: endObject()
        case .nothing: useJSONEncoder()
        }
    }

    /// Begins a container.
    ///
    /// - Returns: the number of the value, which its container keeps.
    @discardableResult func begin(_ kind: Kind) -> Int {
        let number = state.pointee.frame.number
        // A second container for one value continues the first. This is rare and left to
        // `JSONEncoder`.
        guard state.pointee.frame.kind == .nothing else {
            useJSONEncoder()
            return number
        }
        state.pointee.frame.kind = kind
        if kind == .object { state.pointee.text.append(UInt8(ascii: "{")) }
        if kind == .list { state.pointee.text.append(UInt8(ascii: "[")) }
        state.pointee.frame.start = state.pointee.text.count
        state.pointee.frame.firstMember = state.pointee.members.count
        return number
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(RecordMembers(encoder: self, frame: begin(.object)))
    }

    @inline(__always) func member(_ name: String, of frame: Int, _ write: () throws -> Void) rethrows {
        let index = state.pointee.members.count
        guard frame == state.pointee.frame.number else { return useJSONEncoder() }
        if index > state.pointee.frame.firstMember, !RecordEncoder.precedes(state.pointee.members[index - 1].name, name)
        {
            state.pointee.frame.isInOrder = false
        }
        state.pointee.members.append(Member(name: name, start: state.pointee.text.count))
        state.pointee.text.append(quoting: name)
        state.pointee.text.append(UInt8(ascii: ":"))
        try write()
        state.pointee.text.append(UInt8(ascii: ","))
        if state.pointee.members.count == index + 1 { state.pointee.members[index].end = state.pointee.text.count }
    }

    private static func precedes(_ left: String, _ right: String) -> Bool {
        let fastAnswer = left.utf8.withContiguousStorageIfAvailable { leftBytes in
            right.utf8.withContiguousStorageIfAvailable { rightBytes -> Bool in
                let sharedCount = min(leftBytes.count, rightBytes.count)
                guard sharedCount > 0, let leftStart = leftBytes.baseAddress, let rightStart = rightBytes.baseAddress
                else {
                    return leftBytes.count < rightBytes.count
                }
                let order = memcmp(leftStart, rightStart, sharedCount)
                return order != 0 ? order < 0 : leftBytes.count < rightBytes.count
            }
        }
        if case .some(.some(let answer)) = fastAnswer { return answer }
        return left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    private func endObject() {
        let frame = state.pointee.frame
        if !frame.isInOrder {
            let sorted = state.pointee.members[frame.firstMember...].sorted { RecordEncoder.precedes($0.name, $1.name) }
            // Of two members with one name, the last counts.
            if zip(sorted, sorted.dropFirst()).contains(where: { $0.name == $1.name }) { useJSONEncoder() }
            state.pointee.text.reorder(from: frame.start, sorted.map { $0.start..<max($0.start, $0.end) })
        }
        state.pointee.members.removeLast(state.pointee.members.count - frame.firstMember)
        state.pointee.text.end(with: UInt8(ascii: "}"), of: frame.start)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { RecordElements(encoder: self, frame: begin(.list)) }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        RecordSingle(encoder: self, frame: state.pointee.frame.number)
    }

    @inline(__always) func element(of frame: Int, _ write: () throws -> Void) rethrows {
        guard frame == state.pointee.frame.number else { return useJSONEncoder() }
        try write()
        state.pointee.text.append(UInt8(ascii: ","))
    }

    @inline(__always) func single(of frame: Int, _ write: () throws -> Void) rethrows {
        guard frame == state.pointee.frame.number else { return useJSONEncoder() }
        begin(.single)
        try write()
    }

    func null() { state.pointee.text.append("null") }
    func write(_ value: Bool) { state.pointee.text.append(value ? "true" : "false") }
    func write(_ value: String) { state.pointee.text.append(quoting: value) }
    func write(_ value: some BinaryInteger) { state.pointee.text.append(integer: value) }

    func write(_ value: some BinaryFloatingPoint & CustomStringConvertible) {
        guard value.isFinite else { return useJSONEncoder() }
        state.pointee.text.append(described: value.description)
    }
}
