import Kernel
import Terminal

/// The twenty rules of the command line as one check that every app is put through.
///
/// It runs every rule that can be checked on any command, with a scripted console; the table says where the others are checked.
///
///     for broken in try CommandRules(app: "dojang", commands: shell.allCommands, fresh: freshApp).brokenRules() { XCTFail(broken.description) }
public struct CommandRules: Sendable {
    /// An app to run command lines on.
    public struct Subject: Sendable {
        /// Runs the words behind the program's name; gives the exit status.
        public let run: @Sendable (_ arguments: [String], _ console: any Console) -> Int32
        /// Everything that is kept, byte for byte: two are equal when nothing was changed.
        public let fingerprint: @Sendable () throws -> String

        /// An app.
        public init(
            run: @escaping @Sendable (_ arguments: [String], _ console: any Console) -> Int32,
            fingerprint: @escaping @Sendable () throws -> String
        ) {
            (self.run, self.fingerprint) = (run, fingerprint)
        }
    }

    /// A rule that a command, or the app, does not keep.
    public struct Broken: Hashable, Sendable, CustomStringConvertible {
        /// The number of the rule, 1…20; 0 for how commands must be declared.
        public let rule: Int
        /// The command's name; empty when it is the app.
        public let command: String
        /// What was found.
        public let finding: String

        /// `rule 4, pupil list: …`.
        public var description: String { "rule \(rule), \(command.isEmpty ? "app" : command): \(finding)" }
    }

    /// One rule, and how it is checked.
    public struct Rule: Sendable {
        enum Check: Sendable {
            /// On every command; gives what was found.
            case command(@Sendable (Command, RuleBench) throws -> [String])
            /// Once; gives commands and what was found.
            case app(@Sendable (RuleBench) throws -> [(command: String, finding: String)])
            /// Needs a terminal, a process or the feature itself: where it is checked.
            case elsewhere(String)
        }

        /// Its number in the list.
        public let number: Int
        /// What it says, in short.
        public let title: String
        let check: Check

        /// Where it is checked when not here; nil when it is checked here.
        public var checkedElsewhere: String? { if case .elsewhere(let place) = check { place } else { nil } }
    }

    let bench: RuleBench

    /// A check.
    ///
    /// - Parameters:
    ///   - app: the app's name.
    ///   - commands: `Shell.allCommands`.
    ///   - fresh: makes the app anew, with the records that the examples need, always the same. Called often.
    public init(app: String, commands: [Command], fresh: @escaping @Sendable () throws -> Subject) {
        bench = RuleBench(app: app, given: commands, fresh: fresh)
    }

    /// Every rule that is not kept.
    ///
    /// - Throws: what making the app throws.
    public func brokenRules() throws -> [Broken] {
        try CommandRules.rules.flatMap { rule in
            switch rule.check {
            case .elsewhere: return [Broken]()
            case .app(let check):
                return try check(bench).map { Broken(rule: rule.number, command: $0.command, finding: $0.finding) }
            case .command(let check):
                return try bench.given.flatMap { command in
                    try check(command, bench).map { Broken(rule: rule.number, command: command.name, finding: $0) }
                }
            }
        }
    }

    /// The table; rule 0 is what the others stand on.
    public static let rules: [Rule] = [
        Rule(number: 0, title: "commands are declared soundly, examples parse", check: .command(Declarations.check)),
        Rule(number: 1, title: "help on three routes", check: .command(TalkRules.help)),
        Rule(number: 2, title: "usage errors exit 64 with nothing on standard output", check: .command(TalkRules.usageErrors)),
        Rule(number: 3, title: "the nearest is suggested, never run", check: .command(TalkRules.suggestions)),
        Rule(number: 4, title: "examples run; --json and --plain hold what is documented", check: .command(DataRules.forms)),
        Rule(number: 5, title: "no colours, no control characters where they must not be", check: .command(DataRules.escapes)),
        Rule(number: 6, title: "off a terminal a confirmation fails and names --yes", check: .command(ChangeRules.confirmation)),
        Rule(number: 7, title: "deleting asks, a dry run changes no byte", check: .command(ChangeRules.dryRun)),
        Rule(number: 8, title: "a change is reported, with what to type next", check: .command(ChangeRules.report)),
        Rule(number: 9, title: "- is standard input", check: .elsewhere("TerminalTests, and each command that reads a file")),
        Rule(number: 10, title: "long work shows progress", check: .elsewhere("each command that works long")),
        Rule(number: 11, title: "days as people write them", check: .elsewhere("TerminalTests/DayReadingTests")),
        Rule(number: 12, title: "pager and editor", check: .elsewhere("TerminalTests/ShellFollowTests")),
        Rule(number: 13, title: "undo", check: .app(ChangeRules.undo)),
        Rule(number: 14, title: "completions ask the app", check: .command(TalkRules.completion)),
        Rule(number: 15, title: "the manual has every command", check: .app(TalkRules.manual)),
        Rule(
            number: 16, title: "signals leave terminal and store whole", check: .elsewhere("TerminalTests, in a pseudo-terminal")),
        Rule(number: 17, title: "no secret in an argument", check: .command(Declarations.secrets)),
        Rule(number: 18, title: "fast to answer", check: .elsewhere("Tools/bench")),
        Rule(
            number: 19, title: "nothing is wider than the terminal, and no command or path is broken",
            check: .command(DataRules.width)),
        Rule(number: 20, title: "plain and without colour is whole", check: .command(DataRules.plainIsWhole)),
    ]
}
