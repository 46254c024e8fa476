import Kernel

/// The commands of an app, found by the whole words of their names.
package struct CommandList: Sendable {
    /// The commands in the order of registration, without later ones of the same path.
    package let commands: [Command]

    package init(_ commands: [Command]) {
        var seen: Set<[String]> = []
        self.commands = commands.filter { !$0.path.isEmpty && seen.insert($0.path).inserted }
    }

    /// The result of a search for a command.
    package enum SearchResult {
        case command(Command, rest: [String])
        /// A noun that is no command itself.
        case group([String])
        /// The recognized words, and the first unknown one.
        case unknown([String], String)
    }

    /// Returns the command with the longest path that the words begin with, or a noun if they end
    /// there.
    package func find(_ words: [String]) -> SearchResult {
        var knownWords: [String] = []
        while knownWords.count < words.count,
            !commands(below: knownWords + [words[knownWords.count]], includingPath: true).isEmpty
        {
            knownWords.append(words[knownWords.count])
        }
        if let command = commands.first(where: { $0.path == knownWords }) {
            return .command(command, rest: Array(words.dropFirst(knownWords.count)))
        }
        return knownWords.count == words.count ? .group(knownWords) : .unknown(knownWords, words[knownWords.count])
    }

    /// Returns the command with this name: `pattern quiz`.
    func named(_ name: String) -> Command? { commands.first { $0.name == name } }

    /// Returns the commands whose paths begin with a path, and with `orAt` also the one at the
    /// path.
    func commands(below path: [String], includingPath: Bool = false) -> [Command] {
        commands.filter { $0.path.starts(with: path) && (includingPath || $0.path.count > path.count) }
    }

    /// Returns the words that may follow a path, without hidden commands, in order of first
    /// appearance.
    package func words(after path: [String]) -> [String] {
        var seen: Set<String> = []
        return commands(below: path).filter { !$0.isHidden }.map { $0.path[path.count] }.filter {
            seen.insert($0).inserted
        }
    }

    /// Returns the error for an unknown word, with a suggestion.
    package func unknown(_ word: String, after path: [String], app: String) -> Failure {
        let line = ([app] + path).joined(separator: " ")
        if case .option = WordShape(word) {
            let near = OptionTable(GlobalOption.parameters).nearest(to: word)
            return Failure(
                .unknownOption, "There is no option “\(word)” here.",
                advice: near.map { "Did you mean “\($0)”?" }
                    ?? "Write a command's options after it; see “\(line) --help”.",
                kind: .usage)
        }
        let near =
            Suggestion.nearest(to: word, among: words(after: path)).map { [path + [$0]] }
            ?? commandsMentioning(word, below: path)
        return Failure(
            .unknownCommand, path.isEmpty ? "There is no command “\(word)”." : "“\(line)” has no command “\(word)”.",
            advice: near.isEmpty ? "See “\(line) --help”." : "Did you mean \(alternatives(near, app: app))?",
            kind: .usage)
    }

    /// Returns up to three commands below a noun that end with a word, or else mention it in their
    /// summary.
    ///
    /// A user who types `list` may mean the list of tasks. A user who types `photos` may mean the
    /// command that stores one.
    private func commandsMentioning(_ word: String, below path: [String]) -> [[String]] {
        let typed = word.lowercased()
        let visibleCommands = commands(below: path).filter { !$0.isHidden }
        let namedAlike = visibleCommands.filter { $0.path.last == typed }
        let stem = typed.hasSuffix("s") ? String(typed.dropLast()) : typed
        let mentioning = visibleCommands.filter { command in
            stem.count > 3 && command.summary.lowercased().split(separator: " ").contains { $0.hasPrefix(stem) }
        }
        // Shorter paths come first, because their commands are needed more often.
        let byDepth = (1...3).flatMap { depth in mentioning.filter { $0.path.count == depth } }
        return (namedAlike.isEmpty ? byDepth : namedAlike).prefix(3).map(\.path)
    }

    private func alternatives(_ paths: [[String]], app: String) -> String {
        listed(paths.map { "“\(([app] + $0).joined(separator: " "))”" }, .or)
    }
}
