extension String {
    /// The paragraphs of a multi-line text. An empty line ends a paragraph, and other line ends are
    /// spaces.
    var paragraphs: [String] {
        split(separator: "\n", omittingEmptySubsequences: false)
            .split(whereSeparator: { line in !line.contains { !$0.isWhitespace } })
            .map { lines in lines.map { String($0).withoutOuterSpaces }.joined(separator: " ") }
    }

    /// The text in one line, with a blank between paragraphs.
    var inOneLine: String { paragraphs.joined(separator: " ") }

    /// The text without blanks at both ends.
    private var withoutOuterSpaces: String {
        let trimmedStart = drop { $0 == " " }
        return String(
            trimmedStart.prefix(
                trimmedStart.lastIndex { $0 != " " }.map {
                    trimmedStart.distance(from: trimmedStart.startIndex, to: $0) + 1
                } ?? 0))
    }
}
