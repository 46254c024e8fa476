extension String {
    /// As much of it as a sentence can hold.
    var short: String { count > 60 ? prefix(60) + "…" : self }

    /// The same without ends of lines.
    var inOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
