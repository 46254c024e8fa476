/// A JSON value with the order of its fields kept. Only what content packs need.
enum PackValue: Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([PackValue])
    case object([PackField])

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
struct PackField: Equatable {
    let name: String
    let value: PackValue
}
