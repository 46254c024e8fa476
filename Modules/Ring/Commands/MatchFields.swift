import Interface
import Kernel
import Ring

/// The fields of matches and rules for `--json` and `--plain`.
enum MatchFields {
    /// Returns the fields of a match in a list, with local times for people.
    static func summary(_ calendar: LocalCalendar) -> [Field<Match>] {
        [
            Field("id", title: "Id", "the match") { .text($0.id.rawValue) },
            Field(
                "startedAt", title: "Began", "when it began",
                cell: { StyledText(moment($0.startedAt, calendar)) }
            ) {
                .instant($0.startedAt)
            },
            Field("red", title: "Red", "the name in the red corner") { .text($0.red) },
            Field("redPoints", title: "", "what counted for red; null while it is unfinished", alignsRight: true) {
                .integer($0.result?.red)
            },
            Field("bluePoints", title: "", "what counted for blue; null while it is unfinished", alignsRight: true) {
                .integer($0.result?.blue)
            },
            Field("blue", title: "Blue", "the name in the blue corner") { .text($0.blue) },
            Field(
                "winner", title: "Winner", "red or blue; null for nobody",
                cell: { StyledText($0.result == nil ? "unfinished" : $0.winner ?? "draw") }
            ) {
                .text($0.result?.verdict.winner?.rawValue)
            },
            Field(
                "way", title: "By",
                "points, firstPoint, disqualification, decision or draw; null while it is unfinished"
            ) {
                .text($0.result?.verdict.way.rawValue)
            },
            Field("reason", "the reason that was given") {
                .text($0.result.flatMap { $0.verdict.reason.isEmpty ? nil : $0.verdict.reason })
            },
            Field("rules", "the id of the rules") { .text($0.rules.id) },
            Field("endedAt", "when it was closed") { .instant($0.result?.at) },
        ]
    }

    /// The fields of a complete match. Points are the current ones, even for an open match.
    static let complete: [Field<RecordedMatch>] =
        summary(.utc).filter { $0.name != "redPoints" && $0.name != "bluePoints" }
        .map { field in Field(field.name, field.help) { field.value($0.match) } } + [
            Field("redPoints", "the score of red") { .integer($0.state.total(of: .red)) },
            Field("bluePoints", "the score of blue") { .integer($0.state.total(of: .blue)) },
            Field("redTally", "scored, warnings and fouls of red") { tally($0, .red) },
            Field("blueTally", "scored, warnings and fouls of blue") { tally($0, .blue) },
            Field("period", "regular, extra or firstPoint") { .text($0.state.period.rawValue) },
            Field("events", "what happened: n, at, what, corner, score (its name) and points; also what was taken back")
            {
                recordedMatch in
                .list(recordedMatch.events.map { event(of: $0, recordedMatch.match) })
            },
        ]

    /// Returns a local day and time of day: `2026-11-21 19:54`.
    static func moment(_ instant: Instant, _ calendar: LocalCalendar) -> String {
        // The minutes of a day are formatted like the seconds of an hour.
        let minute = calendar.secondOfDay(of: instant) / 60
        return "\(calendar.day(of: instant)) \(ClockText.of(milliseconds: minute * 1000, runsDown: false))"
    }

    /// Returns the points, warnings and fouls of a corner as an object.
    private static func tally(_ recordedMatch: RecordedMatch, _ corner: Corner) -> OutputValue {
        let tally = recordedMatch.state.tally(of: corner)
        return .object([
            .init("scored", .integer(tally.scored)), .init("warnings", .integer(tally.warnings)),
            .init("fouls", .integer(tally.fouls)),
        ])
    }

    /// Returns an event as an object.
    private static func event(of event: MatchEvent, _ match: Match) -> OutputValue {
        let (name, corner): (String, Corner?) =
            switch event.what {
            case .score(let markedCorner, _): ("score", markedCorner)
            case .warning(let markedCorner): ("warning", markedCorner)
            case .foul(let markedCorner): ("foul", markedCorner)
            case .takeBack: ("takeBack", nil)
            case .hold: ("hold", nil)
            case .resume: ("resume", nil)
            case .skip: ("skip", nil)
            case .fightOn: ("fightOn", nil)
            case .close: ("close", nil)
            }
        let score = event.what.score(by: match.rules)
        return .object([
            .init("n", .integer(event.number)), .init("at", .instant(event.at)), .init("what", .text(name)),
            .init("corner", .text(corner?.rawValue)), .init("score", .text(score?.name)),
            .init("points", .integer(score?.points)),
        ])
    }

    /// The fields of rules, with the keys of a rules file. The output of `--json` can be edited and
    /// added.
    static let rules: [Field<RuleSet>] = [
        Field("id", title: "Id", "the name to type") { .text($0.id) },
        Field("name", title: "Name", "the full name") { .text($0.name) },
        Field("rounds", title: "Rounds", "how many rounds", alignsRight: true) { .integer($0.plan.rounds) },
        Field("roundSeconds", title: "Length", "the length of a round", alignsRight: true) { .integer($0.plan.length) },
        Field("restSeconds", title: "Rest", "the rest between two", alignsRight: true) { .integer($0.plan.rest) },
        Field("warningSeconds", "how long before the end of a round the warning comes; 0 for never") {
            .integer($0.plan.warning)
        },
        Field("prepareSeconds", "the time to get ready") { .integer($0.plan.prepare) },
        Field("extraRoundSeconds", title: "Extra", "the extra round on a draw; 0 for none", alignsRight: true) {
            .integer($0.extraRound ?? 0)
        },
        Field("firstPointDecides", "whether the first point decides if it is still a draw") {
            .bool($0.firstPointDecides)
        },
        Field("scores", "what scores: name and points") { rules in
            .list(rules.scores.map { .object([.init("name", .text($0.name)), .init("points", .integer($0.points))]) })
        },
        Field("warnings", "what earns a warning") { .texts($0.warnings) },
        Field("fouls", "what costs a point at once") { .texts($0.fouls) },
        Field("warningsPerPoint", "how many warnings cost a point; 0 for none") { .integer($0.warningsPerPoint ?? 0) },
        Field("foulsToLose", "how many fouls disqualify; 0 for none") { .integer($0.foulsToLose ?? 0) },
        Field("red", "the red corner's name and colour") { style($0.red) },
        Field("blue", "the blue corner's name and colour") { style($0.blue) },
        Field("note", "what a reader should know") { .text($0.note.isEmpty ? nil : $0.note) },
    ]

    /// Returns the name and color of a corner as an object.
    private static func style(_ style: RuleSet.CornerStyle) -> OutputValue {
        .object([.init("name", .text(style.name)), .init("colour", .text(style.color.css))])
    }
}
