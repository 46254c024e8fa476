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

    /// Letters to be put in, left out or changed (Levenshtein).
    private static func steps(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
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
