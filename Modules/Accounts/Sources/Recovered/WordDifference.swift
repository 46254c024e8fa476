/// Two texts word by word: what both have, what only one has.
public struct WordDifference: Hashable, Sendable {
    /// Whose a stretch of words is.
    public enum Side: Hashable, Sendable {
        /// Both have it.
        case both
        /// Only the first one.
        case first
        /// Only the second one.
        case second
    }

    /// A stretch of words of one kind.
    public struct Run: Hashable, Sendable {
        /// Whose it is.
        public let side: Side
        /// The words, one space between them.
        public internal(set) var text: String
    }

    /// In the order in which they are read; what the first one has stands before what the second one has in its place.
    public private(set) var runs: [Run] = []

    /// More pairs of words than this are not compared: what lies between the same beginning and the same end is then another text.
    private static let most = 4_000_000

    /// The differences between two texts.
    public init(from first: String, to second: String) {
        let (old, new) = (WordDifference.words(of: first), WordDifference.words(of: second))
        var (start, end) = (0, 0)
        while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
        while end < min(old.count, new.count) - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        add(old[..<start], .both)
        compare(old[start..<(old.count - end)], new[start..<(new.count - end)])
        add(old[(old.count - end)...], .both)
    }

    private static func words(of text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }

    /// By the longest common subsequence.
    private mutating func compare(_ old: ArraySlice<Substring>, _ new: ArraySlice<Substring>) {
        guard !old.isEmpty, !new.isEmpty, old.count <= WordDifference.most / new.count else {
            add(old, .first)
            return add(new, .second)
        }
        let (old, new) = (Array(old), Array(new))
        // How long the longest one behind each pair is.
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
        var (row, column) = (0, 0)
        var (gone, come): ([Substring], [Substring]) = ([], [])
        while row < old.count || column < new.count {
            if row < old.count, column < new.count, old[row] == new[column] {
                add(gone[...], .first)
                add(come[...], .second)
                (gone, come) = ([], [])
                add(old[row...row], .both)
                (row, column) = (row + 1, column + 1)
            } else if column == new.count
                || row < old.count && lengths[(row + 1) * width + column] >= lengths[row * width + column + 1]
            {
                gone.append(old[row])
                row += 1
            } else {
                come.append(new[column])
                column += 1
            }
        }
        add(gone[...], .first)
        add(come[...], .second)
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
