extension JSONValue: ParsedJSON {
    /// Reads the JSON of records, and returns nil for unusual or wrong text. The caller then uses
    /// `JSONDecoder`, whose results it has otherwise.
    init?(plain bytes: UnsafeRawBufferPointer) {
        guard let value = try? JSONParser<JSONValue>.value(bytes) else { return nil }
        self = value
    }

    static var deepest: Int { 40 }
    static var noMembers: [String: JSONValue] { [:] }

    static func object(of members: [String: JSONValue]) -> JSONValue { .object(members) }

    /// The dictionary notices a repeated name when the value is added.
    static func admits(_ name: String, to members: inout [String: JSONValue]) -> Bool { true }

    static func add(_ value: JSONValue, named name: String, to members: inout [String: JSONValue]) -> Bool {
        members.updateValue(value, forKey: name) == nil
    }

    /// Returns integers of up to 18 digits and plain fractions.
    static func number(of digits: UnsafeBufferPointer<UInt8>) -> JSONValue? {
        let isNegative = digits.first == UInt8(ascii: "-")
        let unsignedDigits = digits.dropFirst(isNegative ? 1 : 0)
        guard let firstDigit = unsignedDigits.first, (48...57).contains(firstDigit),
            firstDigit != 48 || unsignedDigits.count == 1 || unsignedDigits.dropFirst().first == 46
        else { return nil }
        if unsignedDigits.count <= 18, unsignedDigits.allSatisfy({ (48...57).contains($0) }) {
            let value = unsignedDigits.reduce(0) { $0 * 10 + Int($1 - 48) }
            return isNegative && value == 0 ? nil : .integer(isNegative ? -value : value)
        }
        let parts = unsignedDigits.split(separator: 46, omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (48...57).contains($0) } }),
            let value = Double(String(decoding: digits, as: UTF8.self)), value != value.rounded()
        else { return nil }
        return .number(value)
    }
}
