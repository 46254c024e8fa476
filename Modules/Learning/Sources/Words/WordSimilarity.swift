import Content
import Kernel

/// The similarity of two words, 0…1, by sound, spelling, English meaning or shared parts.
package enum WordSimilarity {
    /// The similarity from which two words count as easily confused.
    static let minimumSimilarity = 0.5

    /// Returns the highest similarity of two words in any respect.
    static func similarity(_ first: Term, _ second: Term) -> Double {
        max(
            spellingSimilarity(first.romanization, second.romanization),
            spellingSimilarity(first.hangul, second.hangul),
            spellingSimilarity(first.english, second.english),
            commonShare(Folding.words(first.english), Folding.words(second.english)),
            commonShare(first.morphemes, second.morphemes))
    }

    /// Returns the share of letters that stay unchanged from one text to the other.
    private static func spellingSimilarity(_ first: String, _ second: String) -> Double {
        let left = Array(Folding.compact(first).unicodeScalars)
        let right = Array(Folding.compact(second).unicodeScalars)
        let longest = max(left.count, right.count)
        guard !left.isEmpty, !right.isEmpty else { return 0 }
        return 1 - Double(editDistance(left, right)) / Double(longest)
    }

    /// Returns the share of common parts.
    private static func commonShare(_ first: [String], _ second: [String]) -> Double {
        guard !first.isEmpty, !second.isEmpty else { return 0 }
        return Double(Set(first).intersection(second).count) / Double(max(Set(first).count, Set(second).count))
    }

    /// Returns whether two answers of several fields differ by one inserted, deleted or changed
    /// field. Answers of a single field never do.
    package static func isOneApart(_ first: [String], _ second: [String]) -> Bool {
        max(first.count, second.count) > 1 && abs(first.count - second.count) < 2 && editDistance(first, second) == 1
    }

    /// Returns the Levenshtein distance of two sequences.
    private static func editDistance<Part: Equatable>(_ left: [Part], _ right: [Part]) -> Int {
        var row = Array(0...right.count)
        for (place, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = place + 1
            for (column, other) in right.enumerated() {
                let changed = diagonal + (letter == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(changed, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
