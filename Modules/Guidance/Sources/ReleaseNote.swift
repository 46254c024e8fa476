/// The news of a version.
public struct ReleaseNote: Sendable {
    /// A news item.
    public struct Item: Hashable, Sendable {
        /// The SF Symbols name of the icon, for programs.
        public let icon: String
        /// The icon in a terminal: one character.
        public let glyph: String
        public let title: String
        public let text: String

        public init(icon: String, glyph: String, _ title: String, _ text: String) {
            self.icon = icon
            self.glyph = glyph
            self.title = title
            self.text = text
        }
    }

    public let version: ReleaseVersion
    /// The month: "January 2026".
    public let month: String
    public let title: String
    public let items: [Item]
    public let fixes: [String]
    public let fromFeedback: [String]
    /// The next planned feature, or `nil` if unknown.
    public let next: String?

    public init(
        _ version: ReleaseVersion, month: String, _ title: String, items: [Item], fixes: [String] = [],
        fromFeedback: [String] = [], next: String? = nil
    ) {
        self.version = version
        self.month = month
        self.title = title
        self.items = items
        self.fixes = fixes
        self.fromFeedback = fromFeedback
        self.next = next
    }

    /// Returns the note with additional results of user feedback.
    public func addingFeedback(_ lines: [String], next: String?) -> ReleaseNote {
        ReleaseNote(
            version, month: month, title, items: items, fixes: fixes, fromFeedback: fromFeedback + lines, next: next)
    }

    /// The heading: "Version 1.1 - January 2026".
    public var heading: String { "Version \(version) - \(month)" }
}

/// A version, ordered by its numbers: 1.9 is before 1.10, and 1.0 equals 1.
///
/// A non-numeric part counts as 0, and text after a dash is ignored.
public struct ReleaseVersion: Sendable, LosslessStringConvertible, ExpressibleByStringLiteral {
    public let description: String
    /// The numbers of the version without trailing zeros.
    private let numbers: [Int]

    public init(_ description: String) {
        self.description = description
        let parts = description.prefix { $0 != "-" }.split(separator: ".").map { Int($0) ?? 0 }
        numbers = Array(parts.prefix(parts.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0))
    }

    public init(stringLiteral value: String) { self.init(value) }
}

extension ReleaseVersion: Hashable, Comparable {
    /// Orders versions number by number.
    public static func < (left: Self, right: Self) -> Bool { left.numbers.lexicographicallyPrecedes(right.numbers) }
    /// Reports whether both are the same version, in any spelling.
    public static func == (left: Self, right: Self) -> Bool { left.numbers == right.numbers }
    /// Hashes the numbers, which identify a version.
    public func hash(into hasher: inout Hasher) { hasher.combine(numbers) }
}
