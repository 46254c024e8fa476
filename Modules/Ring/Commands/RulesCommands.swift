import Interface
import Kernel
import Ring

/// `rules list|show|add|delete`: the rules of sparring, including a club's own.
struct RulesCommands: Sendable {
    let table: @Sendable () throws -> MatchTable

    var commands: [Command] { [list, show, add, delete] }

    private var list: Command {
        Command(
            "rules list", "List the rules for matches", examples: [.init("rules list", "all of them")],
            returns: .list(MatchFields.rules)
        ) {
            let table = try table()
            let errorBlocks = try table.ruleErrors().map { ruleError -> Block in
                .paragraph(
                    StyledText(
                        "Left out of a pack: \(ruleError.id): \(ruleError.sentence) `content check` names the file.",
                        .warning))
            }
            return .list(
                try table.rules(), MatchFields.rules, empty: "There are no rules.",
                footer: errorBlocks.isEmpty ? [] : [.gap] + errorBlocks,
                next: ["rules show itf", "match start --rules itf"])
        }
    }

    private var show: Command {
        Command(
            "rules show", "Show rules: what scores, what costs points, how long rounds are",
            discussion: "You can change the output of --json and add it: rules show itf --json > club.json",
            examples: [.init("rules show itf", "in words"), .init("rules show itf --json", "to be changed and added")],
            .argument("id", .ruleSet(table), "the rules"), returns: .one(MatchFields.rules)
        ) { id in
            let rules = try table().rules(named: id)
            return .one(
                rules, MatchFields.rules, blocks: page(rules),
                next: ["match start --rules \(rules.id)", "timer --rules \(rules.id)"])
        }
    }

    private var add: Command {
        Command(
            "rules add", "Add your own rules from a file, or replace those with the same id",
            discussion: """
                The file holds one JSON object with the keys that rules show ID --json gives. With "like": "itf" it only needs what differs. \
                Matches keep the rules that they started with.
                """,
            examples: [.init("rules add club.json", "the club's own", runs: false)],
            .argument("file", .inputFile, "a JSON file; - is standard input"),
            returns: .one(MatchFields.rules), changes: true
        ) { file in
            let rules = try table().addRules(file.bytes(limit: RuleSet.largestFile))
            return .changed(
                "Added the rules \(rules.name) (\(rules.id)).", rules, MatchFields.rules,
                next: ["match start --rules \(rules.id)"])
        }
    }

    private var delete: Command {
        Command(
            "rules delete", "Delete rules that you added; matches keep theirs",
            examples: [.init("rules delete club --yes", "without asking")],
            .argument("id", .ruleSet(table), "rules that you added"), returns: .one(MatchFields.rules), changes: true
        ) { id in
            let table = try table()
            let rules = try table.rules(named: id)
            return .confirm("Delete the rules \(rules.name)?") {
                try table.removeRules(rules.id)
                return .changed(
                    "Deleted the rules (\(rules.id)).", rules, MatchFields.rules, next: ["undo", "rules list"])
            }
        }
    }

    /// Returns names as a list with commas.
    private static func commaSeparated(_ names: [String]) -> StyledText {
        names.enumerated().map { StyledText($0 == 0 ? "" : ", ") + StyledText(declared: $1) }.joined()
    }

    /// Returns a rule set for people: its scores, rounds, penalties and note.
    private func page(_ rules: RuleSet) -> [Block] {
        let roundsText =
            "\(rules.plan.rounds) × \(ClockText.of(milliseconds: (rules.plan.length ?? 0) * 1000, runsDown: true))"
        let extraRoundText = rules.extraRound.map { ClockText.of(milliseconds: $0 * 1000, runsDown: true) }
        let drawText: StyledText =
            switch (extraRoundText, rules.firstPointDecides) {
            case (let extraRoundText?, true): "an extra round of \(extraRoundText), then the first point"
            case (let extraRoundText?, false): "an extra round of \(extraRoundText)"
            case (nil, true): "the first point"
            case (nil, false): "it stays one"
            }
        let warningsText: StyledText = rules.warningsPerPoint.map { "each \($0) cost a point" } ?? "cost nothing"
        let foulsText: StyledText =
            rules.foulsToLose.map { "each costs a point, \($0) disqualify" } ?? "each costs a point"
        let facts: [(name: String, value: StyledText)] = [
            ("Rounds", StyledText("\(roundsText), \(rules.plan.rest) s of rest")),
            ("On a draw", drawText),
            ("Warnings", warningsText + StyledText(": ") + RulesCommands.commaSeparated(rules.warnings)),
            ("Fouls", foulsText + StyledText(": ") + RulesCommands.commaSeparated(rules.fouls)),
            ("Corners", StyledText("\(rules.red.name) and \(rules.blue.name)")),
        ]
        let scores = Table(
            [Table.Column("Points", alignsRight: true), Table.Column("For")],
            rows: rules.scores.map { [StyledText("\($0.points)"), StyledText(declared: $0.name)] })
        return [.heading(StyledText(rules.name)), .table(scores), .gap, .facts(facts)]
            + (rules.note.isEmpty ? [] : [.gap, .paragraph(StyledText(rules.note, .muted))])
    }
}
