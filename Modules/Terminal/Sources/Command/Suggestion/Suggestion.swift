/// The nearest of some words to what was typed, for “Did you mean …?”. Never acted on, only shown.
enum Suggestion {
    /// The word that was probably meant, the first of equals: one that is spelled almost so, one that begins so or has it as a part
    /// (`--next` for `--next-steps`), one that means the same (`create` for `add`), or one that is spelled at least a little so. Nil when
    /// nothing is near.
    static func nearest(to typed: String, among words: [String]) -> String? {
        guard typed.count < longest else { return nil }
        let spelled = nearestSpelled(typed, among: words)
        if let spelled, spelled.distance < 2 { return spelled.word }
        let typed = typed.lowercased()
        let longer = words.first { $0.hasPrefix(typed) || $0.split(separator: "-").contains { $0 == typed } }
        return (typed.count > 2 ? longer : nil) ?? Synonyms.first(for: typed, among: words) ?? spelled?.word
    }

    /// Within reach is a third of the letters, three at most: half of a short word makes another one of it. All letters in another order
    /// are one slip.
    private static func nearestSpelled(_ typed: String, among words: [String]) -> (word: String, distance: Int)? {
        let letters = Array(typed.lowercased())
        let reach = min((letters.count + 1) / 3, 3)
        var best: (word: String, distance: Int)?
        for word in words where abs(word.count - letters.count) <= reach {
            let other = Array(word.lowercased())
            let distance = letters.count > 1 && letters.sorted() == other.sorted() ? 1 : self.distance(letters, other)
            if distance <= reach, distance < best?.distance ?? .max { best = (word, distance) }
        }
        return best
    }

    /// Beyond this nobody mistyped a word; the bound keeps a hostile argument cheap.
    private static let longest = 100

    /// How many letters must be inserted, dropped, replaced or swapped with their neighbour (optimal string alignment, the
    /// restricted form of the Damerau–Levenshtein distance).
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var line = [row + 1]
            for column in 0..<right.count {
                let same = left[row] == right[column]
                var least = min(last[column] + (same ? 0 : 1), last[column + 1] + 1, line[column] + 1)
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
