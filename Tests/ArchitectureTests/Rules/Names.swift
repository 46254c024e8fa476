extension Rule {
    /// Last words of type names that had a meaning in this project alone.
    private static let privateSuffixes: Set<String> = [
        "desk", "face", "sight", "parcel", "hall", "town", "bench", "rig", "trouble", "wish", "wishes", "bell", "shelf",
    ]
    /// `Bell` is a sound, but `NotificationBell` would use a private meaning.
    private static let plainTypes: Set<String> = ["Bell"]

    static let plainNames = Rule("the name of a type ends with a known word") { tree, findings in
        for file in tree.swiftFiles(where: { $0.hasPrefix("Modules/") || $0.hasPrefix("Apps/") }) {
            for type in file.types where type.kind != "extension" {
                let last = parts(of: type.name).last ?? ""
                let isPrivate = privateSuffixes.contains(last) && !plainTypes.contains(String(type.name))
                findings.judge(
                    file.path, line: type.line + 1,
                    isPrivate
                        ? "\(type.name): say what it is in the field's words (a command, a view, a session, an error)"
                        : nil)
            }
        }
    }

    static let fileNames = Rule("file names are unique, and at most twelve end in -ing") { tree, findings in
        let files = tree.swiftFiles { $0.hasPrefix("Modules/") || $0.hasPrefix("Apps/") }
        let names = Dictionary(grouping: files) { file in String(file.path.dropFirst(file.folder.count + 1)) }
        for (name, files) in names.sorted(by: { $0.key < $1.key }) {
            let others = files.dropFirst().map(\.folder).joined(separator: ", ")
            findings.judge(
                files[0].path, files.count > 1 ? "\(name) is in \(others) too: give each a unique name" : nil)
        }
        let gerunds = names.keys.filter { name in
            let stem = name.prefix { $0 != "." }
            return stem.hasSuffix("ing") && !stem.hasSuffix("Ring") && name != "Learning.swift"
        }
        guard !names.isEmpty else { return }
        findings.judge(
            "Modules", gerunds.count > 12 ? "\(gerunds.sorted().joined(separator: ", ")): name them by nouns" : nil)
    }

    static let publicSurface = Rule("at most 3,000 symbols are public, and none of a feature") { tree, findings in
        var count = 0
        for file in tree.swiftFiles(where: { $0.hasPrefix("Modules/") || $0.hasPrefix("Apps/") }) {
            let lines = file.wordsOfLines.indices.filter { file.wordsOfLines[$0].contains("public") }
            count += lines.count
            let module = file.path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
            let isFeature = tree.manifest.floors[module] == .features
            findings.judge(
                file.path, line: lines.first.map { $0 + 1 },
                isFeature && !lines.isEmpty ? "features are used within this package: say `package`" : nil)
        }
        guard count > 0 else { return }
        findings.judge(
            "Modules", count > 3_000 ? "\(count) public symbols; make some of them `package`" : nil)
    }

    static let oneAssignment = Rule("an initializer assigns one property per line") { tree, findings in
        for file in tree.swiftFiles() {
            for (index, line) in file.code.enumerated() {
                let text = line.drop { $0 == " " }
                let isTuple = text.contains("(self.") && text.contains(") = (")
                findings.judge(file.path, line: index + 1, isTuple ? "one assignment a line" : nil)
            }
        }
    }

    static let lineWidths = Rule("code has at most 120 columns, comments have 100, and few literals exceed 130") {
        tree, findings in
        var wide: [String] = []
        for file in tree.swiftFiles() {
            for (index, line) in file.lines.enumerated() where line.utf8.count > 100 {
                let text = line.drop { $0 == " " }
                let isComment = text.hasPrefix("//")
                // A URL can't be wrapped, and an example is code.
                let isWhole = isComment && text.split(separator: " ").count <= 2 || text.hasPrefix("///     ")
                let limit = isComment ? 100 : line == file.code[index] ? 120 : .max
                findings.judge(
                    file.path, line: index + 1,
                    line.count > limit && !isWhole ? "\(line.count) columns; \(limit) at most" : nil)
                if !isComment, limit == .max, line.count > 130 { wide.append("\(file.path):\(index + 1)") }
            }
        }
        guard !tree.swiftFiles().isEmpty else { return }
        let excess = wide.count > widestLiterals
        findings.judge(
            ".",
            excess ? "\(wide.count) lines with literals are over 130 columns, \(widestLiterals) were: \(wide[0])" : nil)
    }

    /// Lower this number when literals were wrapped.
    static let widestLiterals = 1_151

    /// Terms of the field that aren't in an English dictionary.
    private static let fieldTerms: Set<String> = [
        "anki", "asker", "attendee", "crc", "csv", "escaper", "exif", "flashcards", "giver", "installer", "json",
        "localizable", "mailto", "mdoc", "metadata", "monetization", "notifier", "outbox", "passphrase", "postgres",
        "pre", "prefetch", "rasterizer",
        "reentrant", "rgb", "roadmap", "romanization", "sanitized", "searchable", "sha", "soundscape", "ssl",
        "storable", "svg", "syncable", "timeout", "timeouts", "todo", "unmet", "validator", "verifier",
    ]

    /// Without a dictionary on the machine nothing is checked. Continuous integration has one.
    static let knownWords = Rule("names of shared types use English, the glossary and terms of the field") {
        tree, findings in
        let glossary = Set(GlossaryEntry.all(in: tree).map(\.word))
        for file in tree.swiftFiles(where: { $0.hasPrefix("Modules/") }) {
            for type in file.types where type.isVisible && type.kind != "extension" {
                let words = type.name.matches(of: /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+/).map {
                    $0.output.lowercased()
                }
                let unknown = words.filter { word in
                    let isKnown = fieldTerms.contains(word) || glossary.contains(word)
                    let singular = word.hasSuffix("s") ? String(word.dropLast()) : word
                    return !isKnown && !tree.dictionary.contains(word) && !tree.dictionary.contains(singular)
                }
                findings.judge(
                    file.path, line: type.line + 1,
                    tree.dictionary.isEmpty || unknown.isEmpty
                        ? nil
                        : "\(type.name): unknown words: \(unknown.joined(separator: ", "))"
                            + ". Use a known word, or add it to the glossary"
                )
            }
        }
    }

    /// Lower this number when two types got different names.
    private static let sharedNames = 14

    static let uniqueTypeNames = Rule("the name of a shared type occurs in one module") { tree, findings in
        var homes: [Substring: Set<Substring>] = [:]
        for file in tree.swiftFiles(where: { $0.hasPrefix("Modules/") }) {
            for type in file.types
            where type.isVisible && type.kind != "extension" && !file.lines[type.line].hasPrefix(" ") {
                homes[type.name, default: []].insert(file.path.split(separator: "/")[1])
            }
        }
        let shared = homes.filter { $0.value.count > 1 }.keys.sorted()
        let excess = shared.count > sharedNames
        guard !homes.isEmpty else { return }
        findings.judge("Modules", excess ? "\(shared.joined(separator: ", ")) name types of several modules" : nil)
    }
}
