import Kernel

/// A search for similar suggestions, by trigrams of the titles (Dice) or by the words of the whole
/// text (Jaccard).
///
/// The result is a hint, without knowledge of synonyms and grammar. It can miss the same idea in
/// other words and match different ideas with common words.
enum TextSimilarity {
    /// Returns up to three similar suggestions, most similar first.
    static func similar(to title: String, _ text: String, among known: [Suggestion]) -> [Suggestion] {
        let trigrams = trigrams(of: title)
        let words = words(of: "\(title) \(text)")
        let scored = known.compactMap { other -> (Suggestion, Double)? in
            // Each value is relative to its threshold, so 1 or more counts as similar.
            let byTitle = dice(trigrams, TextSimilarity.trigrams(of: other.title)) / 0.5
            let byWords = jaccard(words, TextSimilarity.words(of: "\(other.title) \(other.description)")) / 0.6
            return max(byTitle, byWords) >= 1 ? (other, max(byTitle, byWords)) : nil
        }
        return scored.sorted { ($0.1, $1.0.id) > ($1.1, $0.0.id) }.prefix(3).map(\.0)
    }

    /// Returns the words of three and more letters, folded.
    private static func words(of text: String) -> Set<Substring> {
        Set(Folding.plain(text).split { !$0.isLetter && !$0.isNumber }.filter { $0.count > 2 })
    }

    /// Returns all sequences of three characters, folded, with a blank between words.
    private static func trigrams(of text: String) -> Set<String> {
        let letters = Array(
            " " + Folding.plain(text).split { !$0.isLetter && !$0.isNumber }.joined(separator: " ") + " ")
        guard letters.count > 2 else { return [] }
        return Set((0..<(letters.count - 2)).map { String(letters[$0...($0 + 2)]) })
    }

    /// Returns the Dice coefficient, 0…1: twice the common elements by all elements.
    private static func dice(_ first: Set<String>, _ second: Set<String>) -> Double {
        share(2 * first.intersection(second).count, of: first.count + second.count)
    }

    /// Returns the Jaccard index, 0…1: the common elements by the different ones.
    private static func jaccard(_ first: Set<Substring>, _ second: Set<Substring>) -> Double {
        share(first.intersection(second).count, of: first.union(second).count)
    }

    private static func share(_ part: Int, of total: Int) -> Double { part == 0 ? 0 : Double(part) / Double(total) }
}
