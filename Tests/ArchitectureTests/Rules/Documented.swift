extension Rule {
    static let documentedPublic = Rule("every public symbol has a doc comment") { tree, findings in
        for file in tree.swiftFiles(where: { $0.hasPrefix("Modules/") || $0.hasPrefix("Apps/") }) {
            for index in PublicSymbols.lines(of: file) {
                let name = file.lines[index].drop { $0 == " " }
                findings.judge(file.path, line: index + 1, isDocumented(index, in: file) ? nil : "`\(name)` has no `///`")
            }
        }
    }

    private static func isDocumented(_ index: Int, in file: SourceFile) -> Bool {
        let above = file.lines[..<index].reversed().lazy.map { $0.drop { $0 == " " } }
        return above.first { !$0.hasPrefix("@") }?.hasPrefix("///") ?? false
    }
}

/// The lines that declare what is public: by the word itself, or as a case or a requirement of something public.
enum PublicSymbols {
    private static let requirements: Set<Substring> = [
        "associatedtype", "func", "init", "mutating", "static", "subscript", "var",
    ]
    private static let cases: Set<Substring> = ["case", "indirect"]

    static func lines(of file: SourceFile) -> [Int] {
        var found: [Int] = []
        var depth = 0
        /// By depth, the words with which a member begins that is public without saying so.
        var bare: [Int: Set<Substring>] = [:]
        for (index, line) in file.code.enumerated() {
            let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "@" && $0 != "_" }
            let isPublic = saysPublic(words)
            if isPublic || words.first.map({ bare[depth]?.contains($0) ?? false }) ?? false { found.append(index) }
            let members = !isPublic ? nil : words.contains("protocol") ? requirements : words.contains("enum") ? cases : nil
            for character in line.utf8 where character == UInt8(ascii: "{") || character == UInt8(ascii: "}") {
                if character == UInt8(ascii: "}") { bare[depth] = nil }
                depth += character == UInt8(ascii: "{") ? 1 : -1
                if character == UInt8(ascii: "{") { bare[depth] = members }
            }
        }
        return found
    }

    private static func saysPublic(_ words: [Substring]) -> Bool {
        let first = words.first { !$0.hasPrefix("@") }
        if first == "open" { return words.contains { ["class", "func", "var", "subscript"].contains($0) } }
        return first == "public" && !words.contains("import")
    }
}
