import Interface
import Kernel
import Synchronization

/// A fixture that runs command lines on a fresh app for the rules.
struct RuleFixture: Sendable {
    let app: String
    let commands: CommandList
    let given: [Command]
    let fresh: @Sendable () throws -> CommandRules.Subject
    private let cache = ResultCache()

    /// The result of a command line.
    struct Outcome: Sendable {
        let words: [String]
        let status: Int32
        let output: String
        let error: String
        let isUnchanged: Bool

        /// Returns a message with the command line and the finding.
        func finding(_ what: String) -> String {
            let errorText = error.isEmpty ? "" : " It said: \(error.split(separator: "\n").joined(separator: " / "))"
            return "“\(words.joined(separator: " "))” \(what) (status \(status)).\(errorText)"
        }
    }

    init(app: String, given: [Command], fresh: @escaping @Sendable () throws -> CommandRules.Subject) {
        self.app = app
        commands = CommandList(given)
        self.given = given
        self.fresh = fresh
    }

    /// Runs words on a fresh app, by default in pipes without input, with space for long lines.
    ///
    /// Several rules run the same words, so results are cached.
    func run(
        _ words: [String], terminal: Bool = false,
        environment: [String: String] = ["LANG": "C.UTF-8", "TERM": "xterm-256color"], columns: Int = 1000
    ) throws -> Outcome {
        let key = CacheKey(words: words, terminal: terminal, environment: environment, columns: columns)
        if let outcome = cache.outcomes.withLock({ $0[key] }) { return outcome }
        let subject = try fresh()
        let freshFingerprint = try cache.fresh.withLock { text in
            if let text { return text }
            let newFingerprint = try subject.fingerprint()
            text = newFingerprint
            return newFingerprint
        }
        let console = ScriptedConsole(terminal: terminal, environment: environment, columns: columns, rows: 10_000)
        let status = subject.run(words, console)
        let outcome = Outcome(
            words: words, status: status, output: console.output, error: console.error,
            isUnchanged: try subject.fingerprint() == freshFingerprint)
        // Long results are rarely requested twice, and all of them together would fill the memory.
        if outcome.output.utf8.count < 64 << 10 { cache.outcomes.withLock { $0[key] = outcome } }
        return outcome
    }

    private struct CacheKey: Hashable {
        let words: [String]
        let terminal: Bool
        let environment: [String: String]
        let columns: Int
    }

    private final class ResultCache: Sendable {
        let outcomes = Mutex<[CacheKey: Outcome]>([:])
        let fresh = Mutex<String?>(nil)
    }

    /// Returns the words of the runnable examples without `--json` and `--plain`, because the rules
    /// test each form.
    func runnable(_ command: Command) -> [[String]] {
        command.examples.filter(\.isRunnable).map {
            ExampleLine.words($0.line).filter { !["--json", "--plain"].contains($0) }
        }
    }
}

/// An example command line, parsed as a shell would.
package enum ExampleLine {
    /// Returns its words, with both kinds of quotes and backslashes as in sh, and without
    /// expansions.
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
