/// The nearest of some words to what was typed, for “Did you mean …?”. Never acted on, only shown.
enum Suggestion {
    /// The nearest word within reach, the first of equals; nil when nothing is near.
    ///
    /// Reach is two changes, three from six letters, and always fewer than there are letters, so that one letter suggests nothing.
    static func nearest(to typed: String, among words: [String]) -> String? {
        let letters = Array(typed.lowercased().prefix(longest))
        let reach = min(letters.count >= 6 ? 3 : 2, letters.count - 1)
        guard reach >= 0, typed.count < longest else { return nil }
        var best: (word: String, distance: Int)?
        for word in words where abs(word.count - letters.count) <= reach {
            let distance = self.distance(letters, Array(word.lowercased()))
            if distance <= reach, distance < best?.distance ?? .max { best = (word, distance) }
        }
        return best?.word
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
