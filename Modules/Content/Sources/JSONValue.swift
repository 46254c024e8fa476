/// A JSON value with the order of its fields kept. Only what content packs need.
enum JSONValue: Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([JSONField])

    /// What kind of value it is, for a sentence.
    var kind: String {
        switch self {
        case .null: "nothing (null)"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

/// One field of a JSON object.
struct JSONField: Equatable {
    let name: String
    let value: JSONValue
}
