/// The repository as the rules see it: the manifest, and the text files by path from the root.
struct SourceTree {
    var manifest = Manifest()
    var files: [String: SourceFile] = [:]
    /// The folders directly under `Modules`.
    var moduleFolders: Set<String> = []

    /// Names of modules in the manifest: what stands under `Modules/<Name>/`.
    var modules: Set<String> { Set(manifest.targets.compactMap(\.module)) }

    /// The Swift files of a target, by path.
    func sources(of target: ManifestTarget) -> [SourceFile] {
        swiftFiles { $0.hasPrefix(target.folder + "/") }
    }

    /// Swift files whose path passes, by path.
    func swiftFiles(where passes: (String) -> Bool = { _ in true }) -> [SourceFile] {
        files.values.filter { $0.path.hasSuffix(".swift") && passes($0.path) }.sorted { $0.path < $1.path }
    }

    /// Adds or replaces a file; for trees that are made in memory.
    mutating func write(_ path: String, _ text: String) {
        files[path] = SourceFile(path: path, text: text)
        let parts = path.split(separator: "/")
        if parts.count > 2, parts[0] == "Modules" { moduleFolders.insert(String(parts[1])) }
    }
}

/// One text file. `code` is its text with comments and the insides of string literals blanked, line for line.
struct SourceFile {
    let path: String
    let lines: [Substring]
    let code: [Substring]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        code = path.hasSuffix(".swift") ? SwiftCode.blanked(text).split(separator: "\n", omittingEmptySubsequences: false) : lines
    }

    /// Lines as an editor counts them.
    var lineCount: Int { lines.last?.isEmpty == true ? lines.count - 1 : lines.count }

    /// The modules that the file imports, with the line of each.
    var imports: [(module: String, line: Int)] {
        code.enumerated().compactMap { index, line in
            guard line.contains("import ") else { return nil }
            let words = line.split(whereSeparator: { $0 == " " || $0 == ";" })
            guard let at = words.firstIndex(of: "import"), words[..<at].allSatisfy(Self.mayStandBeforeImport) else { return nil }
            let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
            guard let name = words[(at + 1)...].first(where: { !kinds.contains($0) }) else { return nil }
            return (String(name.prefix { $0 != "." }), index + 1)
        }
    }

    private static func mayStandBeforeImport(_ word: Substring) -> Bool {
        word.hasPrefix("@") || ["public", "package", "internal", "fileprivate", "private"].contains(word)
    }

    /// Whether a word stands in the code, not as a part of a longer one.
    func mentions(_ word: String) -> Bool {
        code.contains { $0.contains(word) && $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { $0 == word } }
    }
}
