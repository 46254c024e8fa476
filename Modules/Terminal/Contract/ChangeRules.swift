import Kernel
import Terminal

/// What changes records.
enum ChangeRules {
    private static let takingAway: Set<String> = ["delete", "remove", "erase", "reset", "clear"]

    @Sendable static func confirmation(_ command: Command, _ bench: RuleBench) throws -> [String] {
        let asking = bench.runnable(command).filter { $0.contains("--yes") }
        if asking.isEmpty, let last = command.path.last, takingAway.contains(last) {
            return ["it takes something away and has no example with --yes that runs"]
        }
        return try asking.map { try bench.run($0.filter { $0 != "--yes" }) }
            .filter { $0.status == 0 || !$0.error.contains("--yes") || !$0.isUnchanged || !$0.output.isEmpty }
            .map { $0.finding("should fail and name --yes") }
    }

    @Sendable static func dryRun(_ command: Command, _ bench: RuleBench) throws -> [String] {
        try bench.runnable(command).flatMap { words in
            let dry = try bench.run(["--dry-run"] + words)
            let real = try bench.run(words)
            return (dry.status == 0 && dry.isUnchanged ? [] : [dry.finding("fails or changes something")])
                + (command.changes || real.isUnchanged ? [] : [real.finding("changes something and is not declared to")])
        }
    }

    @Sendable static func report(_ command: Command, _ bench: RuleBench) throws -> [String] {
        guard command.changes, command.returns != nil else { return [] }
        return try bench.runnable(command).flatMap { words in
            let json = try bench.run(["--json"] + words)
            guard json.status == 0, !json.isUnchanged, (try? JSONValue(Data(json.output.utf8))) != .null else {
                return [String]()
            }
            let people = try bench.run(words)
            return (json.error.isEmpty ? [json.finding("does not say what was changed")] : [])
                + (people.output.contains("Next: \(bench.app) ") ? [] : [people.finding("does not say what to type next")])
        }
    }

    @Sendable static func undo(_ bench: RuleBench) -> [(command: String, finding: String)] {
        let changes = bench.given.contains(where: \.changes)
        return changes && !bench.given.contains { $0.path == ["undo"] } ? [("", "there is no undo")] : []
    }
}
