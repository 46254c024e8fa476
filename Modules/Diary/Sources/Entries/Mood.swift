/// The user's own rating of a day.
package enum Mood: Int, Codable, CaseIterable, Comparable, Sendable {
    case awful = 1
    case bad
    case okay
    case good
    case great

    package var word: String { "\(self)" }

    /// Creates the mood of a word regardless of case, or returns nil for another word.
    package init?(word: String) {
        guard let mood = Mood.allCases.first(where: { $0.word == word.lowercased() }) else { return nil }
        self = mood
    }

    /// Orders moods from worst to best.
    package static func < (left: Mood, right: Mood) -> Bool { left.rawValue < right.rawValue }
}
