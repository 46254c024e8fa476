extension String {
    /// At most 60 characters of the text, with an ellipsis.
    var truncated: String { count > 60 ? prefix(60) + "…" : self }

    /// The text with line breaks replaced by spaces.
    var inOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
