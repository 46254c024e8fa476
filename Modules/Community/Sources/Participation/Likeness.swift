import Kernel

/// Finds suggestions that may say the same: by three-letter pieces of the titles (Dice), or by the words of all the text (Jaccard).
///
/// A hint and no more: it knows no synonyms and no grammar. Two ideas in other words are not found, and two that share words may be different.
enum Likeness {
    /// The three most similar at most, most similar first.
    static func similar(to title: String, _ text: String, among known: [Suggestion]) -> [Suggestion] {
        let (pieces, words) = (pieces(of: title), words(of: "\(title) \(text)"))
        let scored = known.compactMap { other -> (Suggestion, Double)? in
            let byTitle = dice(pieces, Likeness.pieces(of: other.title)) / 0.5
            let byWords = jaccard(words, Likeness.words(of: "\(other.title) \(other.description)")) / 0.6
            return max(byTitle, byWords) >= 1 ? (other, max(byTitle, byWords)) : nil
        }
        return scored.sorted { ($0.1, $1.0.id) > ($1.1, $0.0.id) }.prefix(3).map(\.0)
    }

    private static func words(of text: String) -> Set<Substring> {
        Set(Folding.plain(text).split { !$0.isLetter && !$0.isNumber }.filter { $0.count > 2 })
    }

    private static func pieces(of text: String) -> Set<String> {
        let letters = Array(" " + Folding.plain(text).split { !$0.isLetter && !$0.isNumber }.joined(separator: " ") + " ")
        guard letters.count > 2 else { return [] }
        return Set((0..<(letters.count - 2)).map { String(letters[$0...($0 + 2)]) })
    }

    private static func dice(_ one: Set<String>, _ other: Set<String>) -> Double {
        share(2 * one.intersection(other).count, of: one.count + other.count)
    }

    private static func jaccard(_ one: Set<Substring>, _ other: Set<Substring>) -> Double {
        share(one.intersection(other).count, of: one.union(other).count)
    }

    /// Of nothing there is no share.
    private static func share(_ part: Int, of whole: Int) -> Double { part == 0 ? 0 : Double(part) / Double(whole) }
}
