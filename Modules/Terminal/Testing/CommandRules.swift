import Interface
import Kernel
import Terminal

/// The twenty rules of the command line as one check for every app.
///
/// It runs every rule that can be checked on any command, with a scripted console. The table names
/// the place of the other checks.
///
///     for broken in try CommandRules(app: "dojang", commands: shell.allCommands, fresh: freshApp).brokenRules() { XCTFail(broken.description) }
public struct CommandRules: Sendable {
    /// An app that runs command lines.
    public struct Subject: Sendable {
        /// Runs the words after the program's name, and returns the exit status.
        public let run: @Sendable (_ arguments: [String], _ console: any Console) -> Int32
        /// Returns all records, byte for byte, so that two results are equal only if nothing was
        /// changed.
        public let fingerprint: @Sendable () throws -> String

        public init(
            run: @escaping @Sendable (_ arguments: [String], _ console: any Console) -> Int32,
            fingerprint: @escaping @Sendable () throws -> String
        ) {
            self.run = run
            self.fingerprint = fingerprint
        }
    }

    /// A violation of a rule by a command or by the app.
    public struct Violation: Hashable, Sendable, CustomStringConvertible {
        /// The number of the rule, 1…20, or 0 for the declaration of commands.
        public let rule: Int
        /// The command's name, or an empty text for the app.
        public let command: String
        public let finding: String

        /// The violation in the form `rule 4, pupil list: …`.
        public var description: String { "rule \(rule), \(command.isEmpty ? "app" : command): \(finding)" }
    }

    /// One rule with its check.
    public struct Rule: Sendable {
        enum Check: Sendable {
            /// A check of every command, which returns its findings.
            case command(@Sendable (Command, RuleFixture) throws -> [String])
            /// A check of the whole app, which returns commands and findings.
            case app(@Sendable (RuleFixture) throws -> [(command: String, finding: String)])
            /// The place of a check that needs a terminal, a process or the feature itself.
            case elsewhere(String)
        }

        public let number: Int
        public let title: String
        let check: Check

        /// The place of a check elsewhere, or nil for a check here.
        public var checkedElsewhere: String? { if case .elsewhere(let place) = check { place } else { nil } }
    }

    let fixture: RuleFixture

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - app: the app's name.
    ///   - commands: `Shell.allCommands`.
    ///   - fresh: creates the app with the records that the examples need, always the same. It is
    ///     called often.
    public init(app: String, commands: [Command], fresh: @escaping @Sendable () throws -> Subject) {
        fixture = RuleFixture(app: app, given: commands, fresh: fresh)
    }

    /// Returns every violation.
    ///
    /// - Throws: the errors of creating the app.
    public func brokenRules() throws -> [Violation] {
        try CommandRules.rules.flatMap { rule in
            switch rule.check {
            case .elsewhere: return [Violation]()
            case .app(let check):
                return try check(fixture).map { Violation(rule: rule.number, command: $0.command, finding: $0.finding) }
            case .command(let check):
                return try fixture.given.flatMap { command in
                    try check(command, fixture).map { Violation(rule: rule.number, command: command.name, finding: $0) }
                }
            }
        }
    }

    /// The table of rules, in which rule 0 is the prerequisite of the others.
    public static let rules: [Rule] = [
        Rule(
            number: 0, title: "commands are declared soundly, examples parse", check: .command(DeclarationRules.check)),
        Rule(number: 1, title: "help on three routes", check: .command(HelpRules.help)),
        Rule(
            number: 2, title: "usage errors exit 64 with nothing on standard output",
            check: .command(HelpRules.usageErrors)),
        Rule(number: 3, title: "the nearest is suggested, never run", check: .command(HelpRules.suggestions)),
        Rule(
            number: 4, title: "examples run; --json and --plain hold what is documented",
            check: .command(DataRules.forms)),
        Rule(
            number: 5, title: "no colours, no control characters where they must not be",
            check: .command(DataRules.escapes)),
        Rule(
            number: 6, title: "off a terminal a confirmation fails and names --yes",
            check: .command(ChangeRules.confirmation)),
        Rule(number: 7, title: "deleting asks, a dry run changes no byte", check: .command(ChangeRules.dryRun)),
        Rule(number: 8, title: "a change is reported, with what to type next", check: .command(ChangeRules.report)),
        Rule(
            number: 9, title: "- is standard input",
            check: .elsewhere("TerminalTests, and each command that reads a file")),
        Rule(number: 10, title: "long work shows progress", check: .elsewhere("each command that works long")),
        Rule(number: 11, title: "days as people write them", check: .elsewhere("TerminalTests/DayReadingTests")),
        Rule(number: 12, title: "pager and editor", check: .elsewhere("TerminalTests/ShellContinuationTests")),
        Rule(number: 13, title: "undo", check: .app(ChangeRules.undo)),
        Rule(number: 14, title: "completions ask the app", check: .command(HelpRules.completion)),
        Rule(number: 15, title: "the manual has every command", check: .app(HelpRules.manual)),
        Rule(
            number: 16, title: "signals leave terminal and store whole",
            check: .elsewhere("TerminalTests, in a pseudo-terminal")),
        Rule(number: 17, title: "no secret in an argument", check: .command(DeclarationRules.secrets)),
        Rule(number: 18, title: "fast to answer", check: .elsewhere("Tools/bench")),
        Rule(
            number: 19, title: "nothing is wider than the terminal, and no command or path is broken",
            check: .command(DataRules.width)),
        Rule(number: 20, title: "plain and without colour is whole", check: .command(DataRules.plainIsWhole)),
    ]
}
