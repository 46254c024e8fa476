import Kernel

/// A parameter of a statement, sent beside it and never within its text.
public enum PostgresValue: Sendable {
    /// No value; its type follows from the statement.
    case null
    /// A text; one with a NUL is refused before it is sent.
    case text(String)
    /// Bytes, for `bytea`.
    case bytes(Data)
    /// A number, for `bigint`.
    case int(Int)
    /// True or false.
    case bool(Bool)
    /// Many values in one, for `unnest` and `any`.
    case array(PostgresArray)

    /// A text, or no value.
    public static func text(_ text: String?) -> PostgresValue { text.map { .text($0) } ?? .null }

    /// A number, or no value.
    public static func int(_ number: Int?) -> PostgresValue { number.map { .int($0) } ?? .null }

    /// Texts as one value, for `text[]`.
    public static func texts(_ texts: some Sequence<String?>) -> PostgresValue {
        var array = PostgresArray(of: .text)
        for text in texts { array.append(text) }
        return .array(array)
    }

    /// Numbers as one value, for `bigint[]`.
    public static func ints(_ numbers: some Sequence<Int?>) -> PostgresValue {
        var array = PostgresArray(of: .int)
        for number in numbers { array.append(number) }
        return .array(array)
    }

    /// Truths as one value, for `boolean[]`.
    public static func bools(_ truths: some Sequence<Bool?>) -> PostgresValue {
        var array = PostgresArray(of: .bool)
        for truth in truths { array.append(truth) }
        return .array(array)
    }

    /// The type that is said to the server; 0 leaves it to the statement.
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

    /// Adds the value's bytes as the server reads them.
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

    /// Whether a text in it has a NUL, which no text of the server can.
    var holdsNUL: Bool {
        switch self {
        case .text(let text): text.utf8.contains(0)
        case .array(let array): array.holdsNUL
        default: false
        }
    }
}

/// Values of one type as one parameter, put together in the form in which they are sent: 100,000 rows are a handful of these.
public struct PostgresArray: Sendable {
    /// What it holds; the raw value is the server's number for the type.
    public enum Element: UInt32, Sendable {
        /// True or false, `boolean` there.
        case bool = 16
        /// Any bytes, `bytea` there.
        case bytes = 17
        /// Whole numbers, `bigint` there.
        case int = 20
        /// Characters without a NUL.
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
    /// How many values it has.
    public private(set) var count = 0

    /// One without values.
    public init(of element: Element) { self.element = element }

    /// How many bytes its values take.
    public var size: Int { body.count }

    /// Adds a text, or no value; for bytes its UTF-8.
    public mutating func append(_ text: String?) {
        guard var text else { return appendNull() }
        text.withUTF8 { append($0) }
    }

    /// Adds bytes; to texts as UTF-8, which the server judges.
    public mutating func append(_ data: Data) {
        data.withUnsafeBytes { append($0.bindMemory(to: UInt8.self)) }
    }

    /// Adds bytes; to texts as UTF-8, which the server judges.
    public mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

    /// Adds a number, or no value.
    public mutating func append(_ number: Int?) {
        guard let number else { return appendNull() }
        count += 1
        body.append(number32: 8)
        body.append(number: number)
    }

    /// Adds true, false, or no value.
    public mutating func append(_ truth: Bool?) {
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

    /// Adds no value.
    public mutating func appendNull() {
        count += 1
        holdsNull = true
        body.append(number32: -1)
    }

    func encode(into bytes: inout [UInt8]) {
        // Dimensions, whether there are nulls, the type; then how many, counted from one.
        for number in [count == 0 ? 0 : 1, holdsNull ? 1 : 0, Int(element.rawValue)] { bytes.append(number32: number) }
        guard count > 0 else { return }
        bytes.append(number32: count)
        bytes.append(number32: 1)
        bytes.append(contentsOf: body)
    }
}

extension [UInt8] {
    /// Four bytes, greatest first.
    fileprivate mutating func append(number32 number: Int) {
        let value = UInt32(bitPattern: Int32(truncatingIfNeeded: number))
        append(UInt8(truncatingIfNeeded: value >> 24))
        append(UInt8(truncatingIfNeeded: value >> 16))
        append(UInt8(truncatingIfNeeded: value >> 8))
        append(UInt8(truncatingIfNeeded: value))
    }

    /// Eight bytes, greatest first.
    fileprivate mutating func append(number: Int) {
        append(number32: number >> 32)
        append(number32: number)
    }
}
