/// The digits of Crockford's base 32 in lower case, which leave out i, l, o and u.
enum Base32 {
    static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")

    /// Returns the last digits of a number.
    static func text(_ value: UInt64, count: Int) -> String {
        String((0..<count).reversed().map { digits[Int(value >> UInt64($0 * 5) & 31)] })
    }
}

extension Sequence<UInt8> {
    /// The bytes as letters and digits for names, one for the last five bits of each byte.
    package var letters: String { String(map { Base32.digits[Int($0 & 31)] }) }

    /// The bytes as two lower-case hexadecimal digits each.
    package var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
