/// The repository as input of the rules: the manifest, and the text files by path from the root.
struct SourceTree {
    var manifest = Manifest()
    var files: [String: SourceFile] = [:]
    /// The names in the top folder without those that git ignores.
    var top: Set<String> = []
    /// English words in lower case if the machine has a list (Debian: wamerican); otherwise empty.
    var dictionary: Set<String> = []
    /// The folders directly under `Modules`.
    var moduleFolders: Set<String> = []

    /// The names of the modules in the manifest, from `Modules/<Name>/`.
    var modules: Set<String> { Set(manifest.targets.compactMap(\.module)) }

    /// Returns the Swift files of a target, sorted by path, without those of targets in its
    /// subfolders.
    func sources(of target: ManifestTarget) -> [SourceFile] {
        let inner = manifest.targets.map { $0.folder + "/" }.filter {
            $0 != target.folder + "/" && $0.hasPrefix(target.folder + "/")
        }
        return swiftFiles { path in path.hasPrefix(target.folder + "/") && !inner.contains { path.hasPrefix($0) } }
    }

    /// Returns the Swift files with an accepted path, sorted by path.
    func swiftFiles(where passes: (String) -> Bool = { _ in true }) -> [SourceFile] {
        files.values.filter { $0.path.hasSuffix(".swift") && passes($0.path) }.sorted { $0.path < $1.path }
    }

    /// Adds or replaces a file in a tree in memory.
    mutating func write(_ path: String, _ text: String) {
        files[path] = SourceFile(path: path, text: text)
        let parts = path.split(separator: "/")
        if parts.count > 2, parts[0] == "Modules" { moduleFolders.insert(String(parts[1])) }
    }
}

/// A text file, read once for all rules. `code` is its text line by line, with comments and the
/// contents of string literals blanked.
struct SourceFile {
    let path: String
    let lines: [Substring]
    let code: [Substring]
    /// The words of each line of code: names, keywords and numbers.
    let wordsOfLines: [[Substring]]
    /// All words of the code.
    let words: Set<Substring>
    /// The imported modules with their lines.
    let imports: [(module: String, line: Int)]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        code =
            path.hasSuffix(".swift")
            ? SwiftCode.blanked(text).split(separator: "\n", omittingEmptySubsequences: false) : lines
        wordsOfLines = code.map(SwiftCode.words)
        words = Set(wordsOfLines.joined())
        imports = zip(code, wordsOfLines).enumerated().compactMap { index, line in
            line.1.contains("import") ? Self.imported(by: line.0).map { ($0, index + 1) } : nil
        }
    }

    /// The number of lines as an editor counts them.
    var lineCount: Int { lines.last?.isEmpty == true ? lines.count - 1 : lines.count }

    /// The folder of the file.
    var folder: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

    private static func imported(by line: Substring) -> String? {
        let words = line.split { $0 == " " || $0 == ";" }
        guard let at = words.firstIndex(of: "import"), words[..<at].allSatisfy(mayStandBeforeImport) else { return nil }
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
        return words[(at + 1)...].first { !kinds.contains($0) }.map { String($0.prefix { $0 != "." }) }
    }

    private static func mayStandBeforeImport(_ word: Substring) -> Bool {
        word.hasPrefix("@") || ["public", "package", "internal", "fileprivate", "private"].contains(word)
    }
}
