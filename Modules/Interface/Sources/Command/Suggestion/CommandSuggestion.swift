/// The nearest of some words to a typed one, for “Did you mean …?”, which is only shown and never
/// acted on.
enum Suggestion {
    /// Returns the word that was probably meant, or nil if none is near.
    ///
    /// Candidates are tried in this order, and the first of equals wins:
    /// - a word with almost the same spelling
    /// - a word that begins with the typed one or contains it as a part (`--next` for
    ///   `--next-steps`)
    /// - a synonym (`create` for `add`)
    /// - a word with a roughly similar spelling
    static func nearest(to typed: String, among words: [String]) -> String? {
        guard typed.count < lengthLimit else { return nil }
        let similarWord = nearestSpelled(typed, among: words)
        if let similarWord, similarWord.distance < 2 { return similarWord.word }
        let typed = typed.lowercased()
        let completion = words.first { $0.hasPrefix(typed) || $0.split(separator: "-").contains { $0 == typed } }
        return (typed.count > 2 ? completion : nil) ?? Synonyms.first(for: typed, among: words) ?? similarWord?.word
    }

    /// Returns the nearest word within a distance of a third of the letters, three at most.
    ///
    /// Half of a short word would turn it into another word. The same letters in any other order
    /// count as one error.
    private static func nearestSpelled(_ typed: String, among words: [String]) -> (word: String, distance: Int)? {
        let letters = Array(typed.lowercased())
        let maximumDistance = min((letters.count + 1) / 3, 3)
        var best: (word: String, distance: Int)?
        for word in words where abs(word.count - letters.count) <= maximumDistance {
            let other = Array(word.lowercased())
            let distance = letters.count > 1 && letters.sorted() == other.sorted() ? 1 : self.distance(letters, other)
            if distance <= maximumDistance, distance < best?.distance ?? .max { best = (word, distance) }
        }
        return best
    }

    /// The length from which no suggestion is searched, so that a hostile argument costs little.
    private static let lengthLimit = 100

    /// Returns the number of letters to insert, drop, replace or swap with their neighbor.
    ///
    /// This is the optimal string alignment distance, the restricted form of the
    /// Damerau–Levenshtein distance.
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var line = [row + 1]
            for column in 0..<right.count {
                let isSame = left[row] == right[column]
                var least = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, line[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    least = min(least, beforeLast[column - 1] + 1)
                }
                line.append(least)
            }
            (beforeLast, last) = (last, line)
        }
        return last[right.count]
    }
}
