import Interface
import Kernel
import Reminders
import Ring

/// `match start|continue|list|show|end|delete`.
struct MatchCommands: Sendable {
    let table: @Sendable () throws -> MatchTable
    let notifier: Notifier

    /// The default number of matches in a list.
    static let shown = 50

    var commands: [Command] { [start, resumeMatch, list, show, end, delete] }

    private var start: Command {
        Command(
            "match start", "Score a match: clock, points, warnings and fouls for two corners",
            discussion: """
                Your left hand scores for the red corner, your right hand for the blue one; the screen names the keys, and ? lists them. u takes the \
                last key back. Each key is saved before it shows, so match continue can resume a match that was cut off.
                """,
            examples: [
                .init("match start --red Kim --blue Lee", "with the ITF's rules"),
                .init("match start --rules itfu", "with the extra point for a jump"),
            ],
            .option("red", .text("NAME", limit: Match.longestName), "who stands in the red corner"),
            .option("blue", .text("NAME", limit: Match.longestName), "who stands in the blue corner"),
            .option("rules", .ruleSet(table), default: "itf", "which rules to use"),
            returns: .one(MatchFields.complete),
            changes: true
        ) { red, blue, rules in
            let table = try table()
            let rules = try table.rules(named: rules)
            let recordedMatch = try table.begin(red: red ?? rules.red.name, blue: blue ?? rules.blue.name, rules: rules)
            return .dialogue(MatchScreen(recordedMatch, at: table, notifier: notifier))
        }
    }

    private var resumeMatch: Command {
        Command(
            "match continue", "Continue an unfinished match",
            discussion: "The clock shows the time at which it was last seen; space starts it again.",
            examples: [.init("match continue", "the unfinished match", runs: false)],
            .optionalArgument(
                "match", matchName(onlyOpen: true), "\(MatchTable.naming.help); the unfinished one if left out"),
            returns: .one(MatchFields.complete), changes: true
        ) { name in
            let table = try table()
            let recordedMatch = try table.resume(name)
            return .dialogue(
                MatchScreen(
                    recordedMatch, at: table, notifier: notifier, message: MatchView.score(of: recordedMatch) + "."))
        }
    }

    private var list: Command {
        Command(
            "match list", "List matches, the latest first",
            examples: [.init("match list", "the last fifty"), .init("match list --limit 5 --json", "as JSON")],
            .option("limit", .integer(1...10_000), default: MatchCommands.shown, "how many at most"),
            returns: .list(MatchFields.summary(.utc))
        ) { limit in
            let table = try table()
            let matches = try table.matches(limit: limit)
            return .list(
                matches, MatchFields.summary(table.time.calendar), heading: StyledText(counted(matches.count, "match")),
                empty: "There are no matches yet.",
                next: matches.isEmpty ? ["match start --red NAME --blue NAME"] : ["match show 1"]
            ).numbered(of: MatchTable.naming.list, shownBy: "match show ROW")
        }
    }

    private var show: Command {
        Command(
            "match show", "Show how a match went, key by key",
            examples: [
                .init("match show latest", "the last one"),
                .init("match show 8k3m", "by the end of its id", runs: false),
            ],
            .optionalArgument(
                "match", matchName(onlyOpen: false),
                "\(MatchTable.naming.help); or latest; if left out, the unfinished one or the latest"),
            returns: .one(MatchFields.complete)
        ) { name in
            let table = try table()
            let recordedMatch = try table.match(named: name ?? table.openMatches().first?.id.rawValue ?? "latest")
            return .one(
                recordedMatch, MatchFields.complete, blocks: page(recordedMatch, table.time.calendar),
                next: recordedMatch.match.result == nil ? ["match continue \(recordedMatch.match.id)"] : ["match list"])
        }
    }

    private var end: Command {
        Command(
            "match end", "Close a match, with its score or by the referee's decision",
            discussion: "Without --winner the match must be decided: the rounds are over, or somebody is disqualified.",
            examples: [.init("match end --winner red --because 'Lee withdrew'", "an early end", runs: false)],
            .optionalArgument(
                "match", matchName(onlyOpen: true), "\(MatchTable.naming.help); the unfinished one if left out"),
            Parameter<Winner?>.option(
                "winner", .choice("WHO"), "who won, if the points do not decide: red, blue or nobody"),
            .option("because", .text("WHY", limit: 200), "why"), returns: .one(MatchFields.complete), changes: true
        ) { name, winner, reason in
            let table = try table()
            let recordedMatch = try table.resume(name)
            var state = recordedMatch.state
            _ = state.advance(to: table.time.now())
            let verdict: Verdict
            if let winner {
                verdict = Verdict(winner: winner.corner, way: .decision, reason: reason ?? "")
            } else if case .decided(let rulesVerdict) = state.outcome {
                verdict = Verdict(winner: rulesVerdict.winner, way: rulesVerdict.way, reason: reason ?? "")
            } else {
                throw Failure(
                    .notDecided, "The match is not decided: \(MatchView.score(of: recordedMatch)).",
                    advice: "Give --winner red, blue or nobody, or continue with `match continue`.", kind: .usage)
            }
            let closed = try table.record(.close(verdict), in: recordedMatch)
            return .changed(
                "Closed. \(MatchView.score(of: closed)) (\(closed.match.id)).", closed, MatchFields.complete,
                next: ["match list"])
        }
    }

    private var delete: Command {
        Command(
            "match delete", "Delete a match with everything in it",
            examples: [.init("match delete latest --yes", "without asking")],
            .argument("match", matchName(onlyOpen: false), "\(MatchTable.naming.help); or latest"),
            returns: .one(MatchFields.complete), changes: true
        ) { name in
            let table = try table()
            let recordedMatch = try table.match(named: name)
            return .confirm("Delete the match \(MatchView.score(of: recordedMatch))?") {
                try table.remove(recordedMatch.match.id)
                return .changed(
                    "Deleted the match (\(recordedMatch.match.id)).", recordedMatch, MatchFields.complete,
                    next: ["undo", "match list"])
            }
        }
    }

    /// Returns the page of a match: its result, tallies and events with their time since the start.
    private func page(_ recordedMatch: RecordedMatch, _ calendar: LocalCalendar) -> [Block] {
        let match = recordedMatch.match
        let state = recordedMatch.state
        let facts: [(name: String, value: StyledText)] = [
            (
                "Result",
                StyledText(
                    declared: match.result.map { MatchView.text($0.verdict, match) } ?? "It is unfinished.", .title)
            ),
            (state.rules.red.name, StyledText("\(match.red): \(MatchView.text(state.tally(of: .red), state.rules))")),
            (
                state.rules.blue.name,
                StyledText("\(match.blue): \(MatchView.text(state.tally(of: .blue), state.rules))")
            ),
            ("Rules", StyledText(state.rules.name)),
            ("Began", StyledText(MatchFields.moment(match.startedAt, calendar))),
        ]
        let rows = recordedMatch.events.map { event in
            let elapsed = Int(max(0, event.at.milliseconds - match.startedAt.milliseconds))
            return [
                StyledText(ClockText.of(milliseconds: elapsed, runsDown: false)),
                StyledText(declared: MatchView.text(event.what, match)),
            ]
        }
        let columns = [Table.Column("Time", alignsRight: true), Table.Column("What")]
        let log: [Block] = rows.isEmpty ? [] : [.gap, .table(Table(columns, rows: rows))]
        return [
            .heading(StyledText(MatchView.points(of: recordedMatch))),
            .facts(facts),
        ] + log
    }

    /// Returns the kind of a value that names a match, with completions.
    private func matchName(onlyOpen: Bool) -> ValueKind<String> {
        ValueKind<String>.text("MATCH", limit: 64).completed { typed in
            guard let table = try? table() else { return [] }
            let matches = try? onlyOpen ? table.openMatches() : table.matches(limit: MatchCommands.shown)
            return (["latest"] + (matches ?? []).map(\.id.rawValue)).filter { $0.hasPrefix(typed) }
        }.row(of: MatchTable.naming.list)
    }

    /// The possible winners on the command line.
    private enum Winner: String, CaseIterable {
        case red, blue, nobody

        var corner: Corner? { Corner(rawValue: rawValue) }
    }
}
