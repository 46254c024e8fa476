import Kernel
import Synchronization
import Terminal

/// Runs command lines on a fresh app for the rules.
struct RuleBench: Sendable {
    let app: String
    let commands: CommandList
    /// As declared, two of one name included.
    let given: [Command]
    let fresh: @Sendable () throws -> CommandRules.Subject
    private let known = Known()

    /// What came of a command line.
    struct Outcome: Sendable {
        let words: [String]
        let status: Int32
        let output: String
        let error: String
        let isUnchanged: Bool

        /// The command line and what was found, for a message.
        func finding(_ what: String) -> String {
            let heard = error.isEmpty ? "" : " It said: \(error.split(separator: "\n").joined(separator: " / "))"
            return "“\(words.joined(separator: " "))” \(what) (status \(status)).\(heard)"
        }
    }

    init(app: String, given: [Command], fresh: @escaping @Sendable () throws -> CommandRules.Subject) {
        (self.app, commands, self.given, self.fresh) = (app, CommandList(given), given, fresh)
    }

    /// What came of words on a fresh app; by default into pipes, with nothing to read, and room for long lines.
    /// Several rules ask the same: what is asked once more is not run again.
    func run(
        _ words: [String], terminal: Bool = false, environment: [String: String] = ["LANG": "C.UTF-8", "TERM": "xterm-256color"],
        columns: Int = 1000
    ) throws -> Outcome {
        let question = Question(words: words, terminal: terminal, environment: environment, columns: columns)
        if let outcome = known.outcomes.withLock({ $0[question] }) { return outcome }
        let subject = try fresh()
        let before = try known.fresh.withLock { text in
            if let text { return text }
            let made = try subject.fingerprint()
            text = made
            return made
        }
        let console = ScriptedConsole(terminal: terminal, environment: environment, columns: columns, rows: 10_000)
        let status = subject.run(words, console)
        let outcome = Outcome(
            words: words, status: status, output: console.output, error: console.error,
            isUnchanged: try subject.fingerprint() == before)
        // Long answers are rarely asked for twice, and all of them together fill a machine.
        if outcome.output.utf8.count < 64 << 10 { known.outcomes.withLock { $0[question] = outcome } }
        return outcome
    }

    private struct Question: Hashable {
        let words: [String]
        let terminal: Bool
        let environment: [String: String]
        let columns: Int
    }

    private final class Known: Sendable {
        let outcomes = Mutex<[Question: Outcome]>([:])
        /// The fingerprint of an app that nothing was done to.
        let fresh = Mutex<String?>(nil)
    }

    /// The words of the examples that may be run, without the form that they ask for: the rules ask for each.
    func runnable(_ command: Command) -> [[String]] {
        command.examples.filter(\.runs).map { ExampleLine.words($0.line).filter { !["--json", "--plain"].contains($0) } }
    }
}

/// An example as a shell would read it.
package enum ExampleLine {
    /// Its words: quotes of both kinds and backslashes as in sh; no expansions.
    package static func words(_ line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var rest = line[...]
        while let character = rest.popFirst() {
            switch character {
            case "\\" where quote != "'": word = (word ?? "") + (rest.popFirst().map(String.init) ?? "")
            case quote: quote = nil
            case "'" where quote == nil, "\"" where quote == nil: (quote, word) = (character, word ?? "")
            case " " where quote == nil:
                if let word { words.append(word) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}
