import Kernel

/// The commands of an app, found by the words that name them. Every word must be whole: there are no abbreviations.
package struct CommandList: Sendable {
    /// In the order in which they were given; of two with one path, the first.
    package let commands: [Command]

    package init(_ commands: [Command]) {
        var seen: Set<[String]> = []
        self.commands = commands.filter { !$0.path.isEmpty && seen.insert($0.path).inserted }
    }

    /// What words name.
    package enum Found {
        /// A command, and the words that follow its name.
        case command(Command, rest: [String])
        /// A noun that does nothing by itself.
        case group([String])
        /// Nothing: the words that were understood, and the first that was not.
        case unknown([String], String)
    }

    /// The command with the longest path that the words begin with; a noun when they end there.
    package func find(_ words: [String]) -> Found {
        var known: [String] = []
        while known.count < words.count, !below(known + [words[known.count]], orAt: true).isEmpty {
            known.append(words[known.count])
        }
        if let command = commands.first(where: { $0.path == known }) {
            return .command(command, rest: Array(words.dropFirst(known.count)))
        }
        return known.count == words.count ? .group(known) : .unknown(known, words[known.count])
    }

    /// The command with this name: `pattern quiz`.
    func named(_ name: String) -> Command? { commands.first { $0.name == name } }

    /// The commands below a noun.
    func below(_ path: [String], orAt: Bool = false) -> [Command] {
        commands.filter { $0.path.starts(with: path) && (orAt || $0.path.count > path.count) }
    }

    /// The words that may follow these, without hidden commands, in order of first appearance.
    func words(after path: [String]) -> [String] {
        var seen: Set<String> = []
        return below(path).filter { !$0.isHidden }.map { $0.path[path.count] }.filter { seen.insert($0).inserted }
    }

    /// What to say about a word that names nothing.
    func unknown(_ word: String, after path: [String], app: String) -> Failure {
        let line = ([app] + path).joined(separator: " ")
        if case .option = WordShape(word) {
            let near = OptionTable(GlobalOption.parameters).nearest(to: word)
            return Failure(
                .unknownOption, "There is no option “\(word)” here.",
                advice: near.map { "Did you mean “\($0)”?" } ?? "Write a command's options after it; see “\(line) --help”.",
                kind: .usage)
        }
        let near = Suggestion.nearest(to: word, among: words(after: path)).map { [path + [$0]] } ?? about(word, below: path)
        return Failure(
            .unknownCommand, path.isEmpty ? "There is no command “\(word)”." : "“\(line)” has no command “\(word)”.",
            advice: near.isEmpty ? "See “\(line) --help”." : "Did you mean \(alternatives(near, app: app))?", kind: .usage)
    }

    /// The commands below a noun that end with a word, or else speak of it: somebody who types `list` may mean the list of tasks, and
    /// somebody who types `photos` the command that keeps one.
    private func about(_ word: String, below path: [String]) -> [[String]] {
        let typed = word.lowercased()
        let shown = below(path).filter { !$0.isHidden }
        let ending = shown.filter { $0.path.last == typed }
        let stem = typed.hasSuffix("s") ? String(typed.dropLast()) : typed
        let speaking = shown.filter { command in
            stem.count > 3 && command.summary.lowercased().split(separator: " ").contains { $0.hasPrefix(stem) }
        }
        // The whole before its parts, which are for rarer occasions.
        let byDepth = (1...3).flatMap { depth in speaking.filter { $0.path.count == depth } }
        return (ending.isEmpty ? byDepth : ending).prefix(3).map(\.path)
    }

    private func alternatives(_ paths: [[String]], app: String) -> String {
        listed(paths.map { "“\(([app] + $0).joined(separator: " "))”" }, .or)
    }
}
