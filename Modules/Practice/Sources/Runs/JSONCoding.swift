import Kernel

extension JSONValue {
    /// What a value writes.
    package init(encoding value: some Encodable) throws { self = try JSONValue(JSONValue.encoder.encode(value)) }

    /// The value that was written.
    package func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: JSONValue.encoder.encode(self))
    }
}
