import Kernel

/// Records as a file that another program takes: JSON with sorted keys, which `JSONText` does not sort.
public enum RecordFile {
    /// An array of objects, one key a field, indented, ending in a line end.
    ///
    /// - Throws: `EncodingError` for a number that is not finite.
    public static func json<Record>(_ records: [Record], _ fields: [Field<Record>]) throws -> [UInt8] {
        let encoder = JSONValue.encoder
        encoder.outputFormatting.insert(.prettyPrinted)
        let objects = records.map { record in object(fields.map { ($0.name, $0.value(record)) }) }
        return try Array(encoder.encode(JSONValue.array(objects))) + [UInt8(ascii: "\n")]
    }

    private static func object(_ members: [(name: String, value: FieldValue)]) -> JSONValue {
        .object(Dictionary(members.map { ($0.name, value($0.value)) }, uniquingKeysWith: { first, _ in first }))
    }

    private static func value(_ value: FieldValue) -> JSONValue {
        switch value {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        case .text(let value): .string(value)
        case .list(let values): .array(values.map(RecordFile.value))
        case .object(let members): object(members.map { ($0.name, $0.value) })
        }
    }
}
