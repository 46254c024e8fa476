/// A comparison of two texts word by word.
package struct WordDifference: Hashable, Sendable {
    /// The texts that contain a run of words.
    package enum Side: Hashable, Sendable {
        case both
        case first
        case second
    }

    /// Consecutive words with the same side.
    package struct Run: Hashable, Sendable {
        package let side: Side
        /// The words, separated by single spaces.
        package internal(set) var text: String
    }

    /// The runs in reading order. Words of the first text precede their replacement in the second.
    package private(set) var runs: [Run] = []

    /// The maximum number of compared word pairs. In longer texts, everything between the common
    /// beginning and end counts as different.
    private static let pairLimit = 4_000_000

    package init(from first: String, to second: String) {
        let old = WordDifference.words(of: first)
        let new = WordDifference.words(of: second)
        var start = 0
        var end = 0
        while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
        while end < min(old.count, new.count) - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        add(old[..<start], .both)
        compare(old[start..<(old.count - end)], new[start..<(new.count - end)])
        add(old[(old.count - end)...], .both)
    }

    private static func words(of text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }

    /// Compares by the longest common subsequence.
    private mutating func compare(_ old: ArraySlice<Substring>, _ new: ArraySlice<Substring>) {
        guard !old.isEmpty, !new.isEmpty, old.count <= WordDifference.pairLimit / new.count else {
            add(old, .first)
            return add(new, .second)
        }
        let old = Array(old)
        let new = Array(new)
        // The length of the longest common subsequence that starts at each pair of positions.
        let width = new.count + 1
        var lengths = [Int32](repeating: 0, count: (old.count + 1) * width)
        for row in old.indices.reversed() {
            for column in new.indices.reversed() {
                lengths[row * width + column] =
                    old[row] == new[column]
                    ? lengths[(row + 1) * width + column + 1] + 1
                    : max(lengths[(row + 1) * width + column], lengths[row * width + column + 1])
            }
        }
        var row = 0
        var column = 0
        var (removed, added): ([Substring], [Substring]) = ([], [])
        while row < old.count || column < new.count {
            if row < old.count, column < new.count, old[row] == new[column] {
                add(removed[...], .first)
                add(added[...], .second)
                removed = []
                added = []
                add(old[row...row], .both)
                row = row + 1
                column = column + 1
            } else if column == new.count
                || row < old.count && lengths[(row + 1) * width + column] >= lengths[row * width + column + 1]
            {
                removed.append(old[row])
                row += 1
            } else {
                added.append(new[column])
                column += 1
            }
        }
        add(removed[...], .first)
        add(added[...], .second)
    }

    private mutating func add(_ words: ArraySlice<Substring>, _ side: Side) {
        guard !words.isEmpty else { return }
        let text = words.joined(separator: " ")
        if runs.last?.side == side {
            runs[runs.count - 1].text += " " + text
        } else {
            runs.append(Run(side: side, text: text))
        }
    }
}
