extension Rule {
    /// A member that implements a documented requirement needs no comment of its own.
    static let documentedPublic = Rule("every public type, function and requirement has a doc comment") {
        tree, findings in
        let files = tree.swiftFiles { $0.hasPrefix("Modules/") || $0.hasPrefix("Apps/") }
        let requirements = documentedRequirements(in: files)
        for file in files {
            let heirs = Conformance.declared(in: file).map(\.port)
            let inherited = heirs.reduce(into: Set<Substring>()) { $0.formUnion(requirements[$1] ?? []) }
            for index in PublicSymbols.lines(of: file) where file.needsWords(at: index) {
                let isDocumented =
                    !documentation(above: index, in: file).isEmpty
                    || file.member(at: index).map(inherited.contains) ?? false
                let text = file.lines[index].drop { $0 == " " }
                findings.judge(file.path, line: index + 1, isDocumented ? nil : "`\(text)` has no `///`")
            }
        }
    }

    /// Returns the lines of a declaration's doc comment. Attributes may come between the two.
    static func documentation(above index: Int, in file: SourceFile) -> [Substring] {
        let above = file.lines[..<index].reversed().lazy.map { $0.drop { $0 == " " } }
        return above.drop { $0.hasPrefix("@") }.prefix { $0.hasPrefix("///") }.map { $0.dropFirst(3) }.reversed()
    }

    /// The names of the documented requirements by protocol.
    private static func documentedRequirements(in files: [SourceFile]) -> [String: Set<Substring>] {
        var namesByFile: [String: Set<Substring>] = [:]
        for file in files where file.words.contains("protocol") {
            var protocolName: String?
            for (index, words) in file.wordsOfLines.enumerated() {
                if words.first == "public", words.count > 2, words[1] == "protocol" { protocolName = String(words[2]) }
                if file.code[index].hasPrefix("}") { protocolName = nil }
                guard let protocolName, let name = file.member(at: index),
                    !documentation(above: index, in: file).isEmpty
                else {
                    continue
                }
                namesByFile[protocolName, default: []].insert(name)
            }
        }
        return namesByFile
    }
}

extension SourceFile {
    /// Whether a line declares a type, a function or a requirement. Properties, initializers and
    /// cases need no comment.
    fileprivate func needsWords(at index: Int) -> Bool {
        let words = wordsOfLines[index]
        // The standard library documents these functions.
        if code[index].contains(/func (==|<|hash\(into|encode\(to)/) { return false }
        let documentedNames: Set<Substring> = [
            "struct", "class", "actor", "enum", "protocol", "func", "subscript", "associatedtype",
        ]
        return words.contains(where: documentedNames.contains)
            || !words.contains("public") && words.contains { $0 == "var" || $0 == "init" }
    }

    /// The name of the function or property that a line declares.
    fileprivate func member(at index: Int) -> Substring? {
        let words = wordsOfLines[index]
        let keyword = words.firstIndex { $0 == "func" || $0 == "var" || $0 == "let" }
        return keyword.flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
    }
}

/// Finds the lines with public declarations, including the cases and requirements of public types.
enum PublicSymbols {
    private static let requirements: Set<Substring> = [
        "associatedtype", "func", "init", "mutating", "static", "subscript", "var",
    ]
    private static let cases: Set<Substring> = ["case", "indirect"]

    static func lines(of file: SourceFile) -> [Int] {
        var lineNumbers: [Int] = []
        var depth = 0
        /// By depth, the keywords of members that are public without the modifier.
        var bare: [Int: Set<Substring>] = [:]
        for (index, line) in file.code.enumerated() {
            let words = file.wordsOfLines[index]
            let isPublic = saysPublic(words)
            if isPublic || words.first.map({ bare[depth]?.contains($0) ?? false }) ?? false {
                lineNumbers.append(index)
            }
            let members =
                !isPublic ? nil : words.contains("protocol") ? requirements : words.contains("enum") ? cases : nil
            for character in line.utf8 where character == UInt8(ascii: "{") || character == UInt8(ascii: "}") {
                if character == UInt8(ascii: "}") { bare[depth] = nil }
                depth += character == UInt8(ascii: "{") ? 1 : -1
                if character == UInt8(ascii: "{") { bare[depth] = members }
            }
        }
        return lineNumbers
    }

    private static func saysPublic(_ words: [Substring]) -> Bool {
        guard let at = words.firstIndex(where: { $0 == "public" || $0 == "open" }), at + 1 < words.count else {
            return false
        }
        let next = words[at + 1]
        return words[at] == "open"
            ? ["class", "func", "var", "subscript", "override"].contains(next) : next != "import"
    }
}
