/// The identifier of one thing of a kind, typed so that the compiler distinguishes
/// `Identifier<Profile>` from `Identifier<Entry>`.
///
/// The text is opaque and in normal form C, so equal identifiers have equal bytes in every store.
/// Where a thing has a natural key, the identifier is made from it. Examples are one entry a day,
/// or one vote per person and item. Two devices then give the same thing the same identifier.
public struct Identifier<Subject>: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue.inNormalForm }

    public init(_ text: String) { rawValue = text.inNormalForm }
}

extension Identifier: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { rawValue = value.inNormalForm }
}

extension Identifier: Codable {
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self).inNormalForm
    }

    public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
}

extension Identifier: Comparable, CustomStringConvertible {
    /// Compares the bytes of the text, the order in which a store keeps them.
    public static func < (left: Self, right: Self) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }

    public var description: String { rawValue }
}
