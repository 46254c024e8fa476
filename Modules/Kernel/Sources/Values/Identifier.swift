/// The name of one thing among its kind: `Identifier<Profile>` cannot be mistaken for `Identifier<Entry>`.
///
/// The text is opaque, in normal form C, so that equal identifiers are equal bytes in every store; where a thing has a natural key (one entry a day, one vote a person and item) the identifier is made from
/// that key, so that two devices give the same thing the same name.
public struct Identifier<Subject>: RawRepresentable, Hashable, Sendable {
    /// The text of the identifier.
    public let rawValue: String

    /// An identifier with this text.
    public init(rawValue: String) { self.rawValue = rawValue.inNormalForm }

    /// An identifier with this text.
    public init(_ text: String) { rawValue = text.inNormalForm }
}

extension Identifier: ExpressibleByStringLiteral {
    /// An identifier written in code.
    public init(stringLiteral value: String) { rawValue = value.inNormalForm }
}

extension Identifier: Codable {
    /// Reads a single string.
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self).inNormalForm
    }

    /// Writes a single string.
    public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
}

extension Identifier: Comparable, CustomStringConvertible {
    /// By the bytes of the text, the order in which a store keeps them.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8) }

    /// The text of the identifier.
    public var description: String { rawValue }
}
