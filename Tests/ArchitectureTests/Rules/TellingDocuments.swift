extension Rule {
    /// A comment such as "A view." on `View` or "The name." on `name` repeats the declaration.
    static let tellingDocuments = Rule("a doc comment says more than the name of its symbol") { tree, findings in
        for file in tree.swiftFiles(where: { $0.hasPrefix("Modules/") || $0.hasPrefix("Apps/") }) {
            for index in PublicSymbols.lines(of: file) {
                let text = documentation(above: index, in: file).joined(separator: " ")
                guard !text.isEmpty, let name = file.declaredName(at: index) else { continue }
                let known = Set(parts(of: name).map(stem))
                let words = text.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
                let saysMore = words.contains { !fillers.contains($0) && !known.contains(stem($0)) }
                findings.judge(
                    file.path, line: index + 1,
                    saysMore ? nil : "“\(text.drop { $0 == " " })” says no more than \(name)")
            }
        }
    }

    private static let fillers: Set<String> = [
        "a", "an", "and", "as", "at", "by", "for", "from", "has", "in", "is", "it", "its", "of", "on", "or", "that",
        "the",
        "there", "this",
        "to", "what", "which", "whether", "with",
    ]

    private static func stem(_ word: String) -> String {
        word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : word
    }

    /// Returns the words of a camel-case name in lower case.
    static func parts(of name: Substring) -> [String] {
        var parts: [String] = []
        var last: Character?
        for character in name {
            let begins = character.isUppercase && last?.isUppercase != true || parts.isEmpty
            if begins { parts.append("") }
            parts[parts.count - 1].append(contentsOf: character.lowercased())
            last = character
        }
        return parts
    }
}

extension SourceFile {
    private static let keywords: Set<Substring> = [
        "func", "var", "let", "struct", "class", "actor", "enum", "protocol", "typealias", "associatedtype", "case",
    ]

    /// The name that a line declares; for an initializer, the name of its type.
    fileprivate func declaredName(at index: Int) -> Substring? {
        let words = wordsOfLines[index]
        if let at = words.firstIndex(where: Self.keywords.contains) {
            let name = words[(at + 1)...].first { !Self.keywords.contains($0) }
            return name
        }
        return words.contains("init")
            ? wordsOfLines[..<index].lazy.reversed().compactMap { TypeDeclaration($0, on: 0)?.name }.first : nil
    }
}
