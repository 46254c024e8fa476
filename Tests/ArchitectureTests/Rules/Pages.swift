extension Rule {
    private static let sections = ["Purpose", "Concepts", "Behaviour", "API", "Extending", "Removing"]

    static let pageBudgets = Rule("documents stay within their limits of words and lines") { tree, findings in
        func judge(_ path: String, words: Int? = nil, lines: Int? = nil) {
            guard let file = tree.files[path] else { return }
            let count = file.lines.reduce(0) { $0 + $1.split(separator: " ").count }
            if let words { findings.judge(path, count > words ? "\(count) words; \(words) at most" : nil) }
            if let lines {
                findings.judge(path, file.lineCount > lines ? "\(file.lineCount) lines; \(lines) at most" : nil)
            }
        }
        judge("ARCHITECTURE.md", words: 2_500)
        judge("CONTRIBUTING.md", words: 800)
        judge("README.md", lines: 150)
        for module in tree.modules.sorted() {
            judge("Modules/\(module)/README.md", words: 1_000)
            for decision in tree.decisions(of: module) {
                let excess = decision.words > 150
                findings.judge(
                    "Modules/\(module)/DECISIONS.md", line: decision.line,
                    excess ? "“\(decision.title)” has \(decision.words) words; 150 at most" : nil)
            }
        }
    }

    static let pageSections = Rule("every module README has the same sections") { tree, findings in
        for module in tree.modules.sorted() {
            guard let file = tree.files["Modules/\(module)/README.md"] else { continue }
            let headings = file.lines.filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
            findings.judge(
                file.path, headings == sections ? nil : "the sections are \(sections.joined(separator: ", "))")
        }
    }

    /// The tests compile the example.
    static let pageExamples = Rule("the examples of a module README are copied from its tests") { tree, findings in
        for module in tree.modules.sorted() {
            guard let file = tree.files["Modules/\(module)/README.md"] else { continue }
            let tests = tree.swiftFiles { $0.hasPrefix("Tests/\(module)Tests/") }.map { trimmed($0.lines) }
            let examples = file.lines.split(separator: "```swift", omittingEmptySubsequences: false).dropFirst().map {
                block in
                trimmed(block.prefix { !$0.hasPrefix("```") })
            }
            findings.judge(file.path, examples.isEmpty ? "show one example, in a block marked swift" : nil)
            for example in examples {
                let stands = tests.contains { $0.contains(example) }
                findings.judge(
                    file.path, stands ? nil : "no test of \(module) contains these lines: \(example.prefix(80))")
            }
        }
    }

    /// The lines without surrounding spaces, separated by line breaks.
    private static func trimmed(_ lines: some Sequence<Substring>) -> String {
        lines.map { line in
            let inner = line.drop { $0 == " " }
            return String(inner.reversed().drop { $0 == " " }.reversed())
        }.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}

extension SourceTree {
    /// The decisions of a module with their word counts.
    fileprivate func decisions(of module: String) -> [(title: String, line: Int, words: Int)] {
        var sections: [(title: String, line: Int, words: Int)] = []
        for (index, line) in (files["Modules/\(module)/DECISIONS.md"]?.lines ?? []).enumerated() {
            if line.hasPrefix("## ") {
                sections.append((String(line.dropFirst(3)), index + 1, 0))
            } else if !sections.isEmpty {
                sections[sections.count - 1].words += line.split(separator: " ").count
            }
        }
        return sections
    }
}
