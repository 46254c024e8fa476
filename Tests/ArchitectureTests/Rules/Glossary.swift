extension Rule {
    /// The section "Glossary" of ARCHITECTURE.md is a table with at most 60 rows: word, meaning, a
    /// different term of the field, and the modules whose types may use the word (empty for all).
    static let glossary = Rule("names of shared types use words as the glossary defines them") {
        tree, findings in
        let entries = GlossaryEntry.all(in: tree)
        guard !entries.isEmpty else { return }
        findings.judge(GlossaryEntry.path, entries.count > 60 ? "\(entries.count) rows; 60 at most" : nil)
        var usedWords: Set<String> = []
        for file in tree.swiftFiles(where: { $0.hasPrefix("Modules/") || $0.hasPrefix("Apps/") }) {
            let module = String(file.path.split(separator: "/")[1])
            for type in file.types where type.kind != "extension" {
                usedWords.formUnion(parts(of: type.name))
                for entry in entries where type.isVisible {
                    for what in entry.objections(to: type.name, in: module) {
                        findings.judge(file.path, line: type.line + 1, what)
                    }
                }
            }
        }
        for entry in entries {
            let isSaid = usedWords.contains(entry.word)
            findings.judge(GlossaryEntry.path, line: entry.line, isSaid ? nil : "no type uses \(entry.word)")
        }
    }
}

/// A row of the glossary.
struct GlossaryEntry {
    static let path = "ARCHITECTURE.md"

    let word: String
    let meaning: String
    let modules: Set<String>
    let line: Int

    /// Returns the objections to the name of a public type in a module.
    func objections(to name: Substring, in module: String) -> [String] {
        let isStrange = Rule.parts(of: name).contains(word) && !modules.isEmpty && !modules.contains(module)
        return isStrange ? ["\(name): a \(word) is \(meaning)"] : []
    }

    static func all(in tree: SourceTree) -> [GlossaryEntry] {
        let lines = tree.files[path]?.lines ?? []
        guard let title = lines.firstIndex(of: "## Glossary") else { return [] }
        let section = lines[(title + 1)...].prefix { !$0.hasPrefix("## ") }
        // The first two lines of a table are its header.
        return section.enumerated().filter { $1.hasPrefix("|") }.dropFirst(2).map { offset, line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map {
                $0.split(separator: " ").joined(separator: " ")
            }
            let list = { (index: Int) in
                Set((index < cells.count ? cells[index] : "").split { !$0.isLetter }.map(String.init))
            }
            return GlossaryEntry(
                word: list(0).first ?? "", meaning: cells.count > 1 ? cells[1] : "", modules: list(3),
                line: title + offset + 2)
        }
    }
}
