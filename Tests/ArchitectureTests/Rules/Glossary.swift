extension Rule {
    /// The section "Glossary" of ARCHITECTURE.md is a table: word, what it means, the modules whose types may say it (nothing: all), and the
    /// words that nobody says instead.
    static let glossary = Rule("a word in the name of a public type or of a file means what the glossary says") {
        tree, findings in
        let entries = GlossaryEntry.all(in: tree)
        var said: Set<String> = []
        for file in tree.swiftFiles(where: { $0.hasPrefix("Modules/") || $0.hasPrefix("Apps/") }) {
            let module = String(file.path.split(separator: "/")[1])
            let fileName = file.path[file.path.index(file.path.startIndex, offsetBy: file.folder.count + 1)...]
            for entry in entries {
                for what in entry.objections(to: fileName, in: nil) { findings.judge(file.path, what) }
            }
            for type in file.types where type.kind != "extension" {
                said.formUnion(parts(of: type.name))
                for entry in entries where type.isPublic {
                    for what in entry.objections(to: type.name, in: module) {
                        findings.judge(file.path, line: type.line + 1, what)
                    }
                }
            }
        }
        for entry in entries {
            let isSaid = said.contains(entry.word)
            findings.judge(GlossaryEntry.path, line: entry.line, isSaid ? nil : "no type says \(entry.word) any more")
        }
    }
}

/// A row of the glossary.
private struct GlossaryEntry {
    static let path = "ARCHITECTURE.md"

    let word: String
    let meaning: String
    let modules: Set<String>
    let avoided: Set<String>
    let line: Int

    /// What is wrong with a name; of one that stands in no module, only what it says instead of the word.
    func objections(to name: Substring, in module: String?) -> [String] {
        let words = Rule.parts(of: name.prefix { $0 != "." && $0 != "+" })
        let isStrange = module.map { words.contains(word) && !modules.isEmpty && !modules.contains($0) } ?? false
        return (isStrange ? ["\(name): a \(word) is \(meaning)"] : [])
            + words.filter(avoided.contains).map { "\(name) says \($0): the word is \(word)" }
    }

    static func all(in tree: SourceTree) -> [GlossaryEntry] {
        let lines = tree.files[path]?.lines ?? []
        guard let title = lines.firstIndex(of: "## Glossary") else { return [] }
        let section = lines[(title + 1)...].prefix { !$0.hasPrefix("## ") }
        // The first two lines of a table are its head.
        return section.enumerated().filter { $1.hasPrefix("|") }.dropFirst(2).map { offset, line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map {
                $0.split(separator: " ").joined(separator: " ")
            }
            let list = { (index: Int) in
                Set((index < cells.count ? cells[index] : "").split { !$0.isLetter }.map(String.init))
            }
            return GlossaryEntry(
                word: list(0).first ?? "", meaning: cells.count > 1 ? cells[1] : "", modules: list(2), avoided: list(3),
                line: title + offset + 2)
        }
    }
}
