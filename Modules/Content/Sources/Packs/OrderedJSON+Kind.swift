import Kernel

extension OrderedJSON {
    /// The kind of the value, as a phrase for a sentence.
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
