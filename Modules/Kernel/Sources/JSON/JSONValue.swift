/// Any JSON value: what a migration works on, and how fields that nobody here knows are carried along.
public enum JSONValue: Hashable, Sendable {
    /// What is said to be absent.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int)
    /// Any other number.
    case number(Double)
    /// Text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// Members by name.
    case object([String: JSONValue])

    /// Reads one JSON value.
    ///
    /// - Throws: `DecodingError`.
    public init(_ data: Data) throws {
        self = try JSONReader.value(of: data) ?? JSONValue.decoder.decode(JSONValue.self, from: data)
    }

    /// The member of an object, or nil. Setting nil removes it; on anything but an object, setting does nothing.
    public subscript(name: String) -> JSONValue? {
        get { if case .object(let members) = self { members[name] } else { nil } }
        set {
            guard case .object(var members) = self else { return }
            members[name] = newValue
            self = .object(members)
        }
    }

    /// The encoder whose output stands in stores: sorted keys, so that equal records are equal bytes.
    public static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// Its counterpart; never configured again. Making one costs a good part of what a small record does.
    static let decoder = JSONDecoder()

    static func encode(_ value: JSONValue) throws -> Data { try RecordEncoder.encode(value) }

    /// What is in this value and not in the other, object members only; nil when nothing is.
    func removing(_ known: JSONValue) -> JSONValue? {
        guard case .object(let mine) = self, case .object(let theirs) = known else { return nil }
        var rest: [String: JSONValue] = [:]
        for (name, value) in mine { rest[name] = theirs[name].map { value.removing($0) } ?? value }
        return rest.isEmpty ? nil : .object(rest)
    }

    /// This value with the members of another that it lacks.
    func adding(_ unknown: JSONValue) -> JSONValue {
        guard case .object(let mine) = self, case .object(let more) = unknown else { return self }
        return .object(mine.merging(more) { $0.adding($1) })
    }
}

extension JSONValue: Codable {
    /// Reads any JSON value.
    public init(from decoder: any Decoder) throws {
        if let reader = decoder as? RecordDecoder {
            self = try reader.json()
            return
        }
        let container = try decoder.singleValueContainer()
        // What is frequent comes first: each wrong guess makes an error with its description.
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([String: JSONValue].self) {
            self = .object(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }

    /// Writes the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
