import Content
import Kernel

/// How easily one word is taken for another, 0…1: by how it sounds and is written, by its English, or by the parts that both have.
enum Likeness {
    /// From here on two words are confusable.
    static let enough = 0.5

    static func of(_ one: Term, _ other: Term) -> Double {
        max(
            spelling(one.romanization, other.romanization), spelling(one.hangul, other.hangul),
            spelling(one.english, other.english), shared(Folding.words(one.english), Folding.words(other.english)),
            shared(one.morphemes, other.morphemes))
    }

    /// The share of letters that stay when one becomes the other.
    private static func spelling(_ one: String, _ other: String) -> Double {
        let (left, right) = (Array(Folding.compact(one).unicodeScalars), Array(Folding.compact(other).unicodeScalars))
        let longest = max(left.count, right.count)
        guard !left.isEmpty, !right.isEmpty else { return 0 }
        return 1 - Double(steps(left, right)) / Double(longest)
    }

    /// The share of parts that both have.
    private static func shared(_ one: [String], _ other: [String]) -> Double {
        guard !one.isEmpty, !other.isEmpty else { return 0 }
        return Double(Set(one).intersection(other).count) / Double(max(Set(one).count, Set(other).count))
    }

    /// Whether two answers of several fields differ in one alone: section, tool, side, stance, one part of a word; put in, left out or another. What has
    /// one field alone shares nothing with another.
    static func isOneApart(_ one: [String], _ other: [String]) -> Bool {
        max(one.count, other.count) > 1 && abs(one.count - other.count) < 2 && steps(one, other) == 1
    }

    /// Letters, or fields, to be put in, left out or changed (Levenshtein).
    private static func steps<Part: Equatable>(_ left: [Part], _ right: [Part]) -> Int {
        var row = Array(0...right.count)
        for (place, letter) in left.enumerated() {
            var corner = row[0]
            row[0] = place + 1
            for (column, other) in right.enumerated() {
                let changed = corner + (letter == other ? 0 : 1)
                corner = row[column + 1]
                row[column + 1] = min(changed, corner + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
