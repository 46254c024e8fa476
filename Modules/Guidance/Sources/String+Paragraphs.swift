extension String {
    /// The paragraphs of a multi-line text. An empty line ends a paragraph, and other line ends are
    /// spaces.
    var paragraphs: [String] {
        split(separator: "\n", omittingEmptySubsequences: false)
            .split(whereSeparator: { line in !line.contains { !$0.isWhitespace } })
            .map { lines in lines.map { String($0).withoutOuterSpaces }.joined(separator: " ") }
    }

    var inOneLine: String { paragraphs.joined(separator: " ") }

    private var withoutOuterSpaces: String {
        let rest = drop { $0 == " " }
        return String(
            rest.prefix(rest.lastIndex { $0 != " " }.map { rest.distance(from: rest.startIndex, to: $0) + 1 } ?? 0))
    }
}
