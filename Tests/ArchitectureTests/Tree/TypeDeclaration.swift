/// A type or an extension that a line of code declares.
struct TypeDeclaration {
    /// `struct`, `enum`, `extension`, …
    let kind: Substring
    let name: Substring
    /// Counted from 0.
    let line: Int
    /// The text between the colon and the brace, as far as it is on this line.
    let inheritance: Substring
    let isPublic: Bool
    /// Whether other targets can name it.
    let isVisible: Bool

    private static let kinds: Set<Substring> = [
        "struct", "class", "actor", "enum", "protocol", "typealias", "extension",
    ]

    /// Reads the declaration on a line, or returns nil without one.
    init?(_ words: [Substring], on line: Int) {
        guard let at = words.firstIndex(where: Self.kinds.contains), at + 1 < words.count,
            !words[..<at].contains("import"),
            words[at].base[words[at].endIndex..<words[at + 1].startIndex] == " ",
            words[at + 1].first?.isUppercase == true
        else { return nil }
        kind = words[at]
        name = words[at + 1]
        self.line = line
        isPublic = words[..<at].contains("public")
        isVisible = !words[..<at].allSatisfy { $0 != "public" && $0 != "package" }
        inheritance = Self.inheritance(behind: name)
    }

    private static func inheritance(behind name: Substring) -> Substring {
        var depth = 0
        let rest = Substring(name.base[name.endIndex...].prefix { $0 != "\n" && $0 != "{" }).drop { character in
            depth += character == "<" ? 1 : character == ">" ? -1 : 0
            return depth > 0 || character != ":"
        }
        return rest.dropFirst()
    }
}

extension SourceFile {
    /// The types and extensions that the file declares, in order.
    var types: [TypeDeclaration] { wordsOfLines.enumerated().compactMap { TypeDeclaration($1, on: $0) } }
}
