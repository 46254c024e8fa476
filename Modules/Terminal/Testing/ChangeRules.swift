import Interface
import Kernel

/// The rules for commands that change records.
enum ChangeRules {
    private static let deletingWords: Set<String> = ["delete", "remove", "erase", "reset", "clear"]

    /// Checks that an example with `--yes` fails without it, names `--yes` and changes nothing.
    @Sendable static func confirmation(_ command: Command, _ fixture: RuleFixture) throws -> [String] {
        let confirmingExamples = fixture.runnable(command).filter { $0.contains("--yes") }
        if confirmingExamples.isEmpty, let last = command.path.last, deletingWords.contains(last) {
            return ["it takes something away and has no example with --yes that runs"]
        }
        return try confirmingExamples.map { try fixture.run($0.filter { $0 != "--yes" }) }
            .filter { $0.status == 0 || !$0.error.contains("--yes") || !$0.isUnchanged || !$0.output.isEmpty }
            .map { $0.finding("should fail and name --yes") }
    }

    /// Checks that a dry run changes nothing, and that only declared commands change records.
    @Sendable static func dryRun(_ command: Command, _ fixture: RuleFixture) throws -> [String] {
        try fixture.runnable(command).flatMap { words in
            let dry = try fixture.run(["--dry-run"] + words)
            let real = try fixture.run(words)
            return (dry.status == 0 && dry.isUnchanged ? [] : [dry.finding("fails or changes something")])
                + (command.changesData || real.isUnchanged
                    ? [] : [real.finding("changes something and is not declared to")])
        }
    }

    /// Checks that a changing command reports the change and suggests a next command.
    @Sendable static func report(_ command: Command, _ fixture: RuleFixture) throws -> [String] {
        guard command.changesData, command.returns != nil else { return [] }
        return try fixture.runnable(command).flatMap { words in
            let json = try fixture.run(["--json"] + words)
            guard json.status == 0, !json.isUnchanged, (try? JSONValue(Data(json.output.utf8))) != .null else {
                return [String]()
            }
            let people = try fixture.run(words)
            return (json.error.isEmpty ? [json.finding("does not say what was changed")] : [])
                + (people.output.contains("Next: \(fixture.app) ")
                    ? [] : [people.finding("does not say what to type next")])
        }
    }

    /// Checks that an app with changing commands has `undo`.
    @Sendable static func undo(_ fixture: RuleFixture) -> [(command: String, finding: String)] {
        let changes = fixture.given.contains(where: \.changesData)
        return changes && !fixture.given.contains { $0.path == ["undo"] } ? [("", "there is no undo")] : []
    }
}
