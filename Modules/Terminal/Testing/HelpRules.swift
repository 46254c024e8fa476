import Interface
import Kernel
import Terminal

/// The rules for help, mistakes, completion and the manual.
enum HelpRules {
    /// Checks that five spellings give the same help, and that it shows all examples and options.
    @Sendable static func help(_ command: Command, _ fixture: RuleFixture) throws -> [String] {
        let routes = [
            command.path + ["--help"], command.path + ["-h"], ["help"] + command.path, ["--help"] + command.path,
            command.path + ["--help", "--no-such-option", "--color", "nonsense"],
        ]
        let pages = try routes.map { try fixture.run($0) }
        var findings = pages.filter {
            $0.status != 0 || !$0.error.isEmpty || $0.output != pages[0].output || !$0.isUnchanged
        }
        .map { $0.finding("is not the help that the other routes give") }
        let expected =
            command.examples.map { "\(fixture.app) \($0.line)" }
            + command.parameters.filter { !$0.isArgument }.map { "--\($0.name)" }
        let page = pages[0].output
        findings += expected.filter { !page.contains($0) }.map { "help does not show “\($0)”" }
        return findings
    }

    /// Checks that wrong options exit with status 64 and print only to standard error.
    @Sendable static func usageErrors(_ command: Command, _ fixture: RuleFixture) throws -> [String] {
        let missing = command.parameters.contains(where: \.isRequired) ? [command.path] : []
        let wrong = [
            command.path + ["--no-such-option"], command.path + ["--data"], command.path + ["--json", "--plain"],
        ]
        return try (wrong + missing).map { try fixture.run($0) }.filter(isNoUsageError).map {
            $0.finding("should be a usage error")
        }
    }

    /// Checks that a mistyped option or command is refused with the nearest suggestion.
    @Sendable static func suggestions(_ command: Command, _ fixture: RuleFixture) throws -> [String] {
        let typed =
            command.parameters.filter { !$0.isArgument && $0.name.count > 3 }.map { ("--\($0.name)x", "--") } + [
                ("--jsno", "--json")
            ]
        let options = try typed.map { (try fixture.run(command.path + [$0.0]), $0.1) }
            .filter { isNoUsageError($0.0) || !$0.0.error.contains("Did you mean “\($0.1)") }
        let mistyped = Array(command.path.dropLast()) + [(command.path.last ?? "") + "x"]
        guard !command.isHidden, command.path.last?.count ?? 0 > 2, case .unknown = fixture.commands.find(mistyped)
        else {
            return options.map { $0.0.finding("should suggest an option") }
        }
        let outcome = try fixture.run(mistyped)
        let lacksSuggestion = isNoUsageError(outcome) || !outcome.error.contains("Did you mean “\(fixture.app) ")
        return options.map { $0.0.finding("should suggest an option") }
            + (lacksSuggestion ? [outcome.finding("should suggest a command")] : [])
    }

    /// Checks that the shell completion offers the command and its options.
    @Sendable static func completion(_ command: Command, _ fixture: RuleFixture) throws -> [String] {
        guard !command.isHidden, let last = command.path.last else { return [] }
        let start = command.path.dropLast() + [String(last.prefix(1))]
        let names = try fixture.run(["__complete", "--"] + start)
        let options = try fixture.run(["__complete", "--"] + command.path + ["--"])
        let completedOptions = Set(options.output.split(separator: "\n").map(String.init))
        let expected = command.parameters.filter { !$0.isArgument }.map { "--\($0.name)" } + ["--json"]
        return
            (names.output.split(separator: "\n").contains(Substring(last))
            ? [] : [names.finding("does not complete \(last)")])
            + expected.filter { !completedOptions.contains($0) }.map { options.finding("does not complete \($0)") }
    }

    /// Checks that the manual page contains every command, and that all completion scripts print.
    @Sendable static func manual(_ fixture: RuleFixture) throws -> [(command: String, finding: String)] {
        let page = try fixture.run(["man"])
        let missing = fixture.given.filter { !$0.isHidden && !page.output.contains(".It Cm \(Mdoc.argument($0.name))") }
        let scripts = try ShellLanguage.allCases.map { try fixture.run(["completions", $0.rawValue]) }
        return missing.map { ($0.name, "the manual does not have it") }
            + (scripts + [page]).filter { $0.status != 0 || $0.output.contains("\u{1B}") }.map {
                ("", $0.finding("failed"))
            }
    }

    private static func isNoUsageError(_ outcome: RuleFixture.Outcome) -> Bool {
        outcome.status != 64 || !outcome.output.isEmpty || outcome.error.isEmpty || !outcome.isUnchanged
    }
}
