extension Rule {
    /// A feature has a row in an app: the imports of its targets, its wiring file (such as
    /// `Apps/dojang/Wiring/Ring.swift`), and its lines in the app's builder function. Everything
    /// else of a feature is in its module.
    ///
    /// The rule removes the row from the tree that it read. Then `Apps` may contain no type name of
    /// the feature and no text that begins with one of its commands, and nothing there may
    /// contribute to the registry. Features that `Composition` wires have their row there.
    /// `Tools/check` (`Tools/without`) shows that an app builds and runs without a row.
    static let rows = Rule("a feature is removed from Apps by its imports, wiring file and builder row") {
        tree, findings in
        for file in tree.swiftFiles(where: { $0.hasPrefix("Apps/") }) {
            let contributes = file.words.contains("contribute")
            findings.judge(
                file.path, contributes ? "contributes; help, bells and cards come with a module's plugin" : nil)
        }
        let shared = Set(tree.manifest.target("Composition")?.dependencies ?? [])
        for page in tree.manifest.targets where page.folder.hasSuffix("/Wiring") {
            let rooms = page.dependencies.filter { !shared.contains($0) }.compactMap(tree.manifest.target)
            let features = Set(rooms.compactMap(\.module)).filter { tree.manifest.floors[$0] == .features }
            for feature in features.sorted() {
                let words = FeatureWords(feature, in: tree)
                let remaining = tree.withoutRow(of: feature, in: page).flatMap { file in words.said(in: file) }
                findings.judge(
                    page.folder,
                    remaining.isEmpty ? nil : "without \(feature) there is still \(remaining.joined(separator: ", "))")
            }
        }
    }
}

/// A line of an app with its path and number.
private struct AppLine {
    let path: String
    let number: Int
    let words: [Substring]
    /// The text of the line without quotes: its literals, or the whole line within a multi-line
    /// literal.
    let texts: [Substring]
}

extension SourceTree {
    /// The lines of `Apps/Composition` and of the page's app without the row of the feature.
    fileprivate func withoutRow(of feature: String, in page: ManifestTarget) -> [[AppLine]] {
        let app = page.folder.split(separator: "/")[1]
        let others = Set(manifest.targets.compactMap(\.module)).map { "\(page.folder)/\($0).swift" }
        let files = swiftFiles { $0.hasPrefix(page.folder + "/") || $0.hasPrefix("Apps/Composition/") }
        return files.filter { !others.contains($0.path) }.map { file in
            let builders = file.functions.filter { $0.name == app }.map { $0.line..<$0.line + $0.lineCount }
            return file.lines.indices.compactMap { index in
                let line = file.lines[index]
                let code = file.code[index]
                guard !file.wordsOfLines[index].contains("import") else { return nil }
                let isText = !line.allSatisfy { $0 == " " } && code.allSatisfy { $0 == " " }
                let inner = line.drop { $0 == " " }
                let literals = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter {
                    $0.offset % 2 == 1
                }
                return AppLine(
                    path: file.path, number: index + 1,
                    words: builders.contains { $0.contains(index + 1) } ? [] : file.wordsOfLines[index],
                    texts: isText ? (inner.hasPrefix("//") ? [] : [inner]) : literals.map(\.element))
            }
        }
    }
}

/// The words that identify a feature: its visible types and its commands.
private struct FeatureWords {
    private let types: Set<Substring>
    private let commands: Set<String>

    init(_ feature: String, in tree: SourceTree) {
        let files = tree.swiftFiles { $0.hasPrefix("Modules/\(feature)/") && !$0.contains("/Testing/") }
        types = Set(
            files.flatMap { file in
                file.types.filter { $0.kind != "extension" && $0.isVisible && !file.lines[$0.line].hasPrefix(" ") }.map(
                    \.name)
            })
        let form = /\bCommand\(\s*"([a-z][a-z -]*)"/
        commands = Set(
            files.filter { $0.path.contains("/Commands/") }
                .flatMap { $0.lines.joined(separator: "\n").matches(of: form).map { String($0.1) } })
    }

    /// Returns the words and texts about the feature in the lines, each with its place.
    func said(in lines: [AppLine]) -> [String] {
        lines.flatMap { line in
            let said =
                line.words.filter(types.contains).map(String.init)
                + line.texts.filter(beginsWithCommand).map { "“\($0)”" }
            return said.map { "\($0) (\(line.path):\(line.number))" }
        }
    }

    private func beginsWithCommand(_ text: Substring) -> Bool {
        commands.contains { command in
            guard text.hasPrefix(command) else { return false }
            let next = text.dropFirst(command.count).first
            return next.map { " ,:".contains($0) } ?? command.contains(" ")
        }
    }
}
