/// Any JSON value, used by migrations and to preserve unknown fields.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Reads one JSON value.
    ///
    /// - Throws: `DecodingError`.
    public init(_ data: Data) throws {
        self =
            try data.withUnsafeBytes { JSONValue(plain: $0) }
            ?? JSONValue.decoder.decode(JSONValue.self, from: data)
    }

    /// The member of an object, or nil. Setting nil removes it. Other values ignore a new member.
    public subscript(name: String) -> JSONValue? {
        get { if case .object(let members) = self { members[name] } else { nil } }
        set {
            guard case .object(var members) = self else { return }
            members[name] = newValue
            self = .object(members)
        }
    }

    /// The encoder for stores, with sorted keys so that equal records are equal bytes.
    public static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// A shared decoder that must not be reconfigured. Creating one takes a large part of the time
    /// of decoding a small record.
    static let decoder = JSONDecoder()

    static func encode(_ value: JSONValue) throws -> Data { try RecordEncoder.encode(value) }

    /// Returns the members of this value that the other one lacks, recursively for objects, or nil
    /// if there are none.
    func removing(_ other: JSONValue) -> JSONValue? {
        guard case .object(let members) = self, case .object(let otherMembers) = other else { return nil }
        var remaining: [String: JSONValue] = [:]
        for (name, value) in members { remaining[name] = otherMembers[name].map { value.removing($0) } ?? value }
        return remaining.isEmpty ? nil : .object(remaining)
    }

    /// Returns this value with the members of another that it lacks.
    func adding(_ other: JSONValue) -> JSONValue {
        guard case .object(let members) = self, case .object(let otherMembers) = other else { return self }
        return .object(members.merging(otherMembers) { $0.adding($1) })
    }
}

extension JSONValue: Codable {
    public init(from decoder: any Decoder) throws {
        if let reader = decoder as? RecordDecoder {
            self = try reader.json()
            return
        }
        let container = try decoder.singleValueContainer()
        // Frequent kinds come first, because each wrong guess creates an error with a description.
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
