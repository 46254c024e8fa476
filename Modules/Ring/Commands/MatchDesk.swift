import Kernel
import Reminders
import Ring
import Terminal

/// `match start|continue|list|show|end|delete`.
struct MatchDesk: Sendable {
    let table: @Sendable () throws -> MatchTable
    let notifier: Notifier

    var commands: [Command] { [start, goOn, list, show, end, delete] }

    private var start: Command {
        let red = Parameter<String?>.option("red", .text("NAME", limit: Match.longestName), "who stands in the red corner")
        let blue = Parameter<String?>.option("blue", .text("NAME", limit: Match.longestName), "who stands in the blue corner")
        let rules = Parameter<String>.option("rules", .ruleSet(table), default: "itf", shown: "itf", "by which rules")
        return Command(
            "match start", "Score a match: clock, points, warnings and fouls for two corners",
            discussion: """
                The left hand marks for the red corner, the right hand for the blue one; the screen names the keys, and ? lists them. u takes the \
                last key back. Each key is kept before it shows, so a match that is cut off goes on with match continue.
                """,
            examples: [
                .init("match start --red Kim --blue Lee", "by the ITF's rules"),
                .init("match start --rules itfu", "with the point for the jump"),
            ], parameters: [red, blue, rules], returns: .one(MatchFields.whole), changes: true
        ) { call in
            let table = try table()
            let rules = try table.rules(named: call[rules])
            let fought = try table.begin(red: call[red] ?? rules.red.name, blue: call[blue] ?? rules.blue.name, rules: rules)
            return .session(MatchScreen(fought, at: table, notifier: notifier))
        }
    }

    private var goOn: Command {
        let name = Parameter<String?>.optionalArgument(
            "match", matchName(open: true), "the match, or the end of its id; the one that goes on when left out")
        return Command(
            "match continue", "Go on with a match that was left or cut off",
            discussion: "The clock stands where somebody last saw it; space lets it go on.",
            examples: [.init("match continue", "the one that goes on", runs: false)], parameters: [name],
            returns: .one(MatchFields.whole), changes: true
        ) { call in
            let table = try table()
            let fought = try table.resume(call[name])
            return .session(MatchScreen(fought, at: table, notifier: notifier, message: MatchFace.score(of: fought) + "."))
        }
    }

    private var list: Command {
        let limit = Parameter<Int>.option("limit", .integer(1...10_000), default: 50, shown: "50", "how many at most")
        return Command(
            "match list", "List matches, the latest first",
            examples: [.init("match list", "the last fifty"), .init("match list --limit 5 --json", "as JSON")],
            parameters: [limit], returns: .list(MatchFields.heading(.utc))
        ) { call in
            let table = try table()
            let matches = try table.matches(limit: call[limit])
            return .list(
                matches, MatchFields.heading(table.time.calendar), heading: StyledText(MatchFace.count(matches.count, "match")),
                empty: "No match was fought yet.",
                next: matches.first.map { ["match show \($0.id)"] } ?? ["match start --red NAME --blue NAME"])
        }
    }

    private var show: Command {
        let name = Parameter<String>.argument("match", matchName(open: false), "a match's id, the end of it, or latest")
        return Command(
            "match show", "Show a match: how it went, key by key",
            examples: [
                .init("match show latest", "the last one"), .init("match show 8k3m", "by the end of its id", runs: false),
            ], parameters: [name],
            returns: .one(MatchFields.whole)
        ) { call in
            let table = try table()
            let fought = try table.match(named: call[name])
            return .one(
                fought, MatchFields.whole, blocks: page(fought, table.time.calendar),
                next: fought.match.result == nil ? ["match continue \(fought.match.id)"] : ["match list"])
        }
    }

    private var end: Command {
        let name = Parameter<String?>.optionalArgument(
            "match", matchName(open: true), "the match, or the end of its id; the one that goes on when left out")
        let winner = Parameter<Winner?>.option("winner", .choice("WHO"), "who won, when points do not say: red, blue or nobody")
        let reason = Parameter<String?>.option("because", .text("WHY", limit: 200), "why")
        return Command(
            "match end", "Close a match: as it stands, or by the referee's decision",
            discussion: "Without --winner it must be decided: the rounds are over, or somebody is disqualified.",
            examples: [.init("match end --winner red --because 'Lee withdrew'", "an early end", runs: false)],
            parameters: [name, winner, reason], returns: .one(MatchFields.whole), changes: true
        ) { call in
            let table = try table()
            let fought = try table.resume(call[name])
            var now = fought.state
            _ = now.advance(to: table.time.now())
            let verdict: Verdict
            if let winner = try call[winner] {
                verdict = Verdict(winner: winner.corner, way: .decision, reason: try call[reason] ?? "")
            } else if case .decided(let standing) = now.standing {
                verdict = Verdict(winner: standing.winner, way: standing.way, reason: try call[reason] ?? "")
            } else {
                throw Failure(
                    "notDecided", "The match is not decided: \(MatchFace.score(of: fought)).",
                    advice: "Say --winner red, blue or nobody, or go on with `match continue`.", kind: .usage)
            }
            let closed = try table.take(.close(verdict), in: fought)
            return .changed(
                "Closed. \(MatchFace.score(of: closed)) (\(closed.match.id)).", closed, MatchFields.whole, next: ["match list"])
        }
    }

    private var delete: Command {
        let name = Parameter<String>.argument("match", matchName(open: false), "a match's id, the end of it, or latest")
        return Command(
            "match delete", "Delete a match with everything in it",
            examples: [.init("match delete latest --yes", "without asking")], parameters: [name],
            returns: .one(MatchFields.whole), changes: true
        ) { call in
            let table = try table()
            let fought = try table.match(named: call[name])
            return .confirm("Delete the match \(MatchFace.score(of: fought))?") {
                try table.remove(fought.match.id)
                return .changed(
                    "Deleted the match (\(fought.match.id)).", fought, MatchFields.whole, next: ["undo", "match list"])
            }
        }
    }

    private func page(_ fought: FoughtMatch, _ calendar: LocalCalendar) -> [Block] {
        let (match, state) = (fought.match, fought.state)
        let facts: [(name: String, value: StyledText)] = [
            (name: "Result", value: StyledText(match.result.map { MatchFace.words($0.verdict, match) } ?? "It goes on.", .title)),
            (
                name: state.rules.red.name,
                value: StyledText("\(match.red): \(MatchFace.words(state.tally(of: .red), state.rules))")
            ),
            (
                name: state.rules.blue.name,
                value: StyledText("\(match.blue): \(MatchFace.words(state.tally(of: .blue), state.rules))")
            ),
            (name: "Rules", value: StyledText(state.rules.name)),
            (name: "Began", value: StyledText(MatchFields.moment(match.startedAt, calendar))),
        ]
        let rows = fought.events.map { event in
            [
                StyledText(
                    ClockText.of(milliseconds: Int(max(0, event.at.milliseconds - match.startedAt.milliseconds)), runsDown: false)
                ),
                StyledText(MatchFace.words(event.what, match)),
            ]
        }
        let log: [Block] =
            rows.isEmpty
            ? [] : [.gap, .table(Table([Table.Column("Time", alignsRight: true), Table.Column("What")], rows: rows))]
        return [
            .heading(StyledText(MatchFace.score(of: fought).split(separator: ".").first.map(String.init) ?? "")), .facts(facts),
        ] + log
    }

    private func matchName(open: Bool) -> ValueKind<String> {
        ValueKind<String>.text("MATCH", limit: 64).completed { typed in
            guard let table = try? table() else { return [] }
            let matches = try? open ? table.openMatches() : table.matches(limit: 50)
            return (["latest"] + (matches ?? []).map(\.id.rawValue)).filter { $0.hasPrefix(typed) }
        }
    }

    /// Who may be named the winner.
    private enum Winner: String, CaseIterable {
        case red, blue, nobody

        var corner: Corner? { Corner(rawValue: rawValue) }
    }
}
