/// How a day was, by the person's own word.
public enum Mood: Int, Codable, CaseIterable, Comparable, Sendable {
    /// As bad as it gets.
    case awful = 1
    /// Worse than usual.
    case bad
    /// Neither good nor bad.
    case okay
    /// Better than usual.
    case good
    /// As good as it gets.
    case great

    /// The word that people type and read.
    public var word: String { "\(self)" }

    /// The mood of a word, whatever its case; nil for any other.
    public init?(word: String) {
        guard let mood = Mood.allCases.first(where: { $0.word == word.lowercased() }) else { return nil }
        self = mood
    }

    /// From worst to best.
    public static func < (left: Mood, right: Mood) -> Bool { left.rawValue < right.rawValue }
}
