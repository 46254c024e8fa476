extension String {
    /// The paragraphs of a text that was written over several lines: an empty line ends one, other line ends are spaces.
    var paragraphs: [String] {
        split(separator: "\n", omittingEmptySubsequences: false)
            .split(whereSeparator: { line in !line.contains { !$0.isWhitespace } })
            .map { lines in lines.map { String($0).withoutOuterSpaces }.joined(separator: " ") }
    }

    /// The same as one line.
    var inOneLine: String { paragraphs.joined(separator: " ") }

    private var withoutOuterSpaces: String {
        let rest = drop { $0 == " " }
        return String(rest.prefix(rest.lastIndex { $0 != " " }.map { rest.distance(from: rest.startIndex, to: $0) + 1 } ?? 0))
    }
}
