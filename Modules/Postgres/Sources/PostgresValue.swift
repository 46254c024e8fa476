import Kernel

/// A parameter of a statement, sent separately from its text.
package enum PostgresValue: Sendable {
    /// NULL. The statement determines its type.
    case null
    /// A text. One with a NUL is refused before it is sent.
    case text(String)
    /// Bytes, as `bytea`.
    case bytes(Data)
    /// A number, as `bigint`.
    case int(Int)
    case bool(Bool)
    /// Several values in one parameter, for `unnest` and `any`.
    case array(PostgresArray)

    package static func text(_ text: String?) -> PostgresValue { text.map { .text($0) } ?? .null }

    package static func int(_ number: Int?) -> PostgresValue { number.map { .int($0) } ?? .null }

    /// Returns texts as one value of type `text[]`.
    package static func texts(_ texts: some Sequence<String?>) -> PostgresValue {
        var array = PostgresArray(of: .text)
        for text in texts { array.append(text) }
        return .array(array)
    }

    /// Returns numbers as one value of type `bigint[]`.
    package static func ints(_ numbers: some Sequence<Int?>) -> PostgresValue {
        var array = PostgresArray(of: .int)
        for number in numbers { array.append(number) }
        return .array(array)
    }

    /// Returns Booleans as one value of type `boolean[]`.
    package static func bools(_ truths: some Sequence<Bool?>) -> PostgresValue {
        var array = PostgresArray(of: .bool)
        for truth in truths { array.append(truth) }
        return .array(array)
    }

    /// The type sent to the server. With 0, the statement determines it.
    var type: UInt32 {
        switch self {
        case .null: 0
        case .text: PostgresArray.Element.text.rawValue
        case .bytes: PostgresArray.Element.bytes.rawValue
        case .int: PostgresArray.Element.int.rawValue
        case .bool: PostgresArray.Element.bool.rawValue
        case .array(let array): array.element.ofArrays
        }
    }

    /// Appends the bytes of the value in the server's format.
    func encode(into bytes: inout [UInt8]) {
        switch self {
        case .null: break
        case .text(let text): bytes.append(contentsOf: text.utf8)
        case .bytes(let data): bytes.append(contentsOf: data)
        case .int(let number): bytes.append(number: number)
        case .bool(let truth): bytes.append(truth ? 1 : 0)
        case .array(let array): array.encode(into: &bytes)
        }
    }

    /// Whether a text of the value contains a NUL, which the server cannot store.
    var holdsNUL: Bool {
        switch self {
        case .text(let text): text.utf8.contains(0)
        case .array(let array): array.holdsNUL
        default: false
        }
    }
}

/// Values of one type as one parameter, encoded as they are appended. A few of these hold 100,000
/// rows.
package struct PostgresArray: Sendable {
    /// The type of an element. The raw value is the server's number for the type.
    package enum Element: UInt32, Sendable {
        case bool = 16
        /// Bytes, as `bytea`.
        case bytes = 17
        /// A whole number, as `bigint`.
        case int = 20
        /// Text without a NUL.
        case text = 25

        var ofArrays: UInt32 {
            switch self {
            case .bool: 1000
            case .bytes: 1001
            case .int: 1016
            case .text: 1009
            }
        }
    }

    let element: Element
    private(set) var holdsNUL = false
    private var body: [UInt8] = []
    private var holdsNull = false
    package private(set) var count = 0

    package init(of element: Element) { self.element = element }

    /// The size of the values in bytes.
    package var size: Int { body.count }

    /// Appends a text, or NULL. An array of bytes receives its UTF-8.
    package mutating func append(_ text: String?) {
        guard var text else { return appendNull() }
        text.withUTF8 { append($0) }
    }

    /// Appends bytes. In an array of texts they are UTF-8, which the server validates.
    package mutating func append(_ data: Data) { data.withUnsafeBytes { append($0.bindMemory(to: UInt8.self)) } }

    /// Appends bytes. In an array of texts they are UTF-8, which the server validates.
    package mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

    package mutating func append(_ number: Int?) {
        guard let number else { return appendNull() }
        count += 1
        body.append(number32: 8)
        body.append(number: number)
    }

    package mutating func append(_ truth: Bool?) {
        guard let truth else { return appendNull() }
        count += 1
        body.append(number32: 1)
        body.append(truth ? 1 : 0)
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        count += 1
        body.append(number32: bytes.count)
        body.append(contentsOf: bytes)
        if element == .text, let start = bytes.baseAddress, memchr(start, 0, bytes.count) != nil { holdsNUL = true }
    }

    package mutating func appendNull() {
        count += 1
        holdsNull = true
        body.append(number32: -1)
    }

    func encode(into bytes: inout [UInt8]) {
        // The header: the number of dimensions, whether there are nulls, and the type. Then follow
        // the count and the lower bound 1.
        for number in [count == 0 ? 0 : 1, holdsNull ? 1 : 0, Int(element.rawValue)] { bytes.append(number32: number) }
        guard count > 0 else { return }
        bytes.append(number32: count)
        bytes.append(number32: 1)
        bytes.append(contentsOf: body)
    }
}

extension [UInt8] {
    /// Appends four bytes, most significant first.
    fileprivate mutating func append(number32 number: Int) {
        let value = UInt32(bitPattern: Int32(truncatingIfNeeded: number))
        append(UInt8(truncatingIfNeeded: value >> 24))
        append(UInt8(truncatingIfNeeded: value >> 16))
        append(UInt8(truncatingIfNeeded: value >> 8))
        append(UInt8(truncatingIfNeeded: value))
    }

    /// Appends eight bytes, most significant first.
    fileprivate mutating func append(number: Int) {
        append(number32: number >> 32)
        append(number32: number)
    }
}
