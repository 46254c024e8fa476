/// What is new in a version.
public struct ReleaseNote: Sendable {
    /// Something new.
    public struct Item: Hashable, Sendable {
        /// The name of its picture among the SF Symbols, for programs.
        public let icon: String
        /// Its picture in a terminal: one character.
        public let glyph: String
        /// What is new, in a few words.
        public let title: String
        /// What it brings.
        public let text: String

        /// Something new.
        public init(icon: String, glyph: String, _ title: String, _ text: String) {
            (self.icon, self.glyph, self.title, self.text) = (icon, glyph, title, text)
        }
    }

    /// Where people have it from.
    public let version: ReleaseVersion
    /// The month: "January 2026".
    public let month: String
    /// What the version is called.
    public let title: String
    /// What is new.
    public let items: [Item]
    /// What was repaired.
    public let fixes: [String]
    /// What came of people's feedback.
    public let fromFeedback: [String]
    /// What comes next; nil when nobody says.
    public let next: String?

    /// A note.
    public init(
        _ version: ReleaseVersion, month: String, _ title: String, items: [Item], fixes: [String] = [],
        fromFeedback: [String] = [],
        next: String? = nil
    ) {
        (self.version, self.month, self.title, self.items) = (version, month, title, items)
        (self.fixes, self.fromFeedback, self.next) = (fixes, fromFeedback, next)
    }

    /// The same with more that came of people's feedback.
    public func hearing(_ lines: [String], next: String?) -> ReleaseNote {
        ReleaseNote(
            version, month: month, title, items: items, fixes: fixes, fromFeedback: fromFeedback + lines, next: next)
    }

    /// "Version 1.1 - January 2026".
    public var heading: String { "Version \(version) - \(month)" }
}

/// A version, in the order of its numbers: 1.9 before 1.10, and 1.0 the same as 1.
///
/// What is no number counts as 0, and what follows a dash does not count.
public struct ReleaseVersion: Sendable, LosslessStringConvertible, ExpressibleByStringLiteral {
    /// As it was written.
    public let description: String
    private let numbers: [Int]

    /// A version from its text.
    public init(_ description: String) {
        self.description = description
        let parts = description.prefix { $0 != "-" }.split(separator: ".").map { Int($0) ?? 0 }
        numbers = Array(parts.prefix(parts.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0))
    }

    /// A version written in code.
    public init(stringLiteral value: String) { self.init(value) }
}

extension ReleaseVersion: Hashable, Comparable {
    /// By number, from the left.
    public static func < (left: Self, right: Self) -> Bool { left.numbers.lexicographicallyPrecedes(right.numbers) }
    /// Whether they are the same version, however written.
    public static func == (left: Self, right: Self) -> Bool { left.numbers == right.numbers }
    /// Equal versions hash alike.
    public func hash(into hasher: inout Hasher) { hasher.combine(numbers) }
}
