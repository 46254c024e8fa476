import Kernel

extension JSONValue {
    package init(encoding value: some Encodable) throws { self = try JSONValue(JSONValue.encoder.encode(value)) }

    package func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: JSONValue.encoder.encode(self))
    }
}
