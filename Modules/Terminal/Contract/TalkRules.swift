import Kernel
import Terminal

/// Help, mistakes, completion and the manual.
enum TalkRules {
    @Sendable static func help(_ command: Command, _ bench: RuleBench) throws -> [String] {
        let routes = [
            command.path + ["--help"], command.path + ["-h"], ["help"] + command.path, ["--help"] + command.path,
            command.path + ["--help", "--no-such-option", "--color", "nonsense"],
        ]
        let pages = try routes.map { try bench.run($0) }
        var findings = pages.filter { $0.status != 0 || !$0.error.isEmpty || $0.output != pages[0].output || !$0.isUnchanged }
            .map { $0.finding("is not the help that the other routes give") }
        let wanted =
            command.examples.map { "\(bench.app) \($0.line)" }
            + command.parameters.filter { !$0.isArgument }.map { "--\($0.name)" }
        let page = pages[0].output
        findings += wanted.filter { !page.contains($0) }.map { "help does not show “\($0)”" }
        return findings
    }

    @Sendable static func usageErrors(_ command: Command, _ bench: RuleBench) throws -> [String] {
        let missing = command.parameters.contains(where: \.isRequired) ? [command.path] : []
        let wrong = [command.path + ["--no-such-option"], command.path + ["--data"], command.path + ["--json", "--plain"]]
        return try (wrong + missing).map { try bench.run($0) }.filter(isNoUsageError).map {
            $0.finding("should be a usage error")
        }
    }

    @Sendable static func suggestions(_ command: Command, _ bench: RuleBench) throws -> [String] {
        let typed =
            command.parameters.filter { !$0.isArgument && $0.name.count > 3 }.map { ("--\($0.name)x", "--") } + [
                ("--jsno", "--json")
            ]
        let options = try typed.map { (try bench.run(command.path + [$0.0]), $0.1) }
            .filter { isNoUsageError($0.0) || !$0.0.error.contains("Did you mean “\($0.1)") }
        let mistyped = Array(command.path.dropLast()) + [(command.path.last ?? "") + "x"]
        guard !command.isHidden, command.path.last?.count ?? 0 > 2, case .unknown = bench.commands.find(mistyped) else {
            return options.map { $0.0.finding("should suggest an option") }
        }
        let outcome = try bench.run(mistyped)
        let names = isNoUsageError(outcome) || !outcome.error.contains("Did you mean “\(bench.app) ")
        return options.map { $0.0.finding("should suggest an option") }
            + (names ? [outcome.finding("should suggest a command")] : [])
    }

    @Sendable static func completion(_ command: Command, _ bench: RuleBench) throws -> [String] {
        guard !command.isHidden, let last = command.path.last else { return [] }
        let start = command.path.dropLast() + [String(last.prefix(1))]
        let names = try bench.run(["__complete", "--"] + start)
        let options = try bench.run(["__complete", "--"] + command.path + ["--"])
        let offered = Set(options.output.split(separator: "\n").map(String.init))
        let wanted = command.parameters.filter { !$0.isArgument }.map { "--\($0.name)" } + ["--json"]
        return (names.output.split(separator: "\n").contains(Substring(last)) ? [] : [names.finding("does not complete \(last)")])
            + wanted.filter { !offered.contains($0) }.map { options.finding("does not complete \($0)") }
    }

    @Sendable static func manual(_ bench: RuleBench) throws -> [(command: String, finding: String)] {
        let page = try bench.run(["man"])
        let missing = bench.given.filter { !$0.isHidden && !page.output.contains(".It Cm \(Mdoc.argument($0.name))") }
        let scripts = try ShellLanguage.allCases.map { try bench.run(["completions", $0.rawValue]) }
        return missing.map { ($0.name, "the manual does not have it") }
            + (scripts + [page]).filter { $0.status != 0 || $0.output.contains("\u{1B}") }.map { ("", $0.finding("failed")) }
    }

    private static func isNoUsageError(_ outcome: RuleBench.Outcome) -> Bool {
        outcome.status != 64 || !outcome.output.isEmpty || outcome.error.isEmpty || !outcome.isUnchanged
    }
}
