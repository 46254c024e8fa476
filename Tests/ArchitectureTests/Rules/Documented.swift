extension Rule {
    /// A member that implements a requirement has its words there: the doc comment of the protocol speaks for it.
    static let documentedPublic = Rule("every public symbol has a doc comment") { tree, findings in
        let files = tree.swiftFiles { $0.hasPrefix("Modules/") || $0.hasPrefix("Apps/") }
        let requirements = documentedRequirements(in: files)
        for file in files {
            let heirs = Conformance.declared(in: file).map(\.port)
            let inherited = heirs.reduce(into: Set<String>()) { $0.formUnion(requirements[$1] ?? []) }
            for index in PublicSymbols.lines(of: file) {
                let isDocumented = isDocumented(index, in: file) || member(file.code[index]).map(inherited.contains) ?? false
                let text = file.lines[index].drop { $0 == " " }
                findings.judge(file.path, line: index + 1, isDocumented ? nil : "`\(text)` has no `///`")
            }
        }
    }

    private static func isDocumented(_ index: Int, in file: SourceFile) -> Bool {
        let above = file.lines[..<index].reversed().lazy.map { $0.drop { $0 == " " } }
        return above.first { !$0.hasPrefix("@") }?.hasPrefix("///") ?? false
    }

    /// By protocol, the names of the requirements that have a doc comment.
    private static func documentedRequirements(in files: [SourceFile]) -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        for file in files {
            var protocolName: String?
            for (index, line) in file.code.enumerated() {
                if let match = line.firstMatch(of: /^\s*public protocol (\w+)/) { protocolName = String(match.1) }
                if line.hasPrefix("}") { protocolName = nil }
                guard let protocolName, let name = member(line), isDocumented(index, in: file) else { continue }
                found[protocolName, default: []].insert(name)
            }
        }
        return found
    }

    /// The name of a function or property that a line declares.
    private static func member(_ line: Substring) -> String? {
        line.firstMatch(of: /\b(?:func|var|let) (\w+)/).map { String($0.1) }
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
