import Kernel
import Ring
import Terminal

/// What a match looks like.
struct MatchFace {
    let match: Match
    let state: MatchState
    let now: Instant
    let message: String

    /// The whole screen: score and clock to be read from across the room, then everything in words.
    var screen: [Block] {
        [.gap, .digits(digits), .gap, .paragraph(StyledText(declared: headline, .title)), .facts(corners)] + news + [
            .gap, .table(keys),
        ]
    }

    /// The same in the middle, the digits as large as there is room.
    var stage: Stage {
        let corners = corners.map { corner in StyledText(corner.name + "  ") + corner.value }
        return Stage(
            StyledText("Match", .title), aside: StyledText(declared: headline, .muted), progress: state.clock.share(at: now),
            card: [.digits(digits), .gap, .paragraph(StyledText(declared: headline, .title))] + corners.map { .paragraph($0) }
                + news
                + [.gap, .table(keys)],
            isFramed: false)
    }

    private var digits: StyledText {
        StyledText("\(state.total(of: .red))  ", .title) + StyledText(state.clock.face(at: now), state.clock.role)
            + StyledText("  \(state.total(of: .blue))", .title)
    }

    /// Line by line: only what changes.
    var lines: [Block] {
        [
            .paragraph(StyledText("\(headline). \(state.clock.phase == .over ? "" : clockWords)", state.clock.role)),
            .facts(corners),
        ] + news
    }

    var title: String { "\(state.total(of: .red)):\(state.total(of: .blue)) \(state.clock.face(at: now))" }

    private var news: [Block] { message.isEmpty ? [] : [.gap, .paragraph(StyledText(declared: message))] }

    private var clockWords: String {
        state.clock.face(at: now) + (state.clock.length == nil ? "." : " left.")
    }

    private var headline: String {
        switch state.outcome {
        case .decided(let verdict): MatchFace.words(verdict, match)
        case .drawn(let next): next == .extra ? "A draw: the extra round decides" : "A draw: the first point decides"
        case .open:
            switch (state.period, state.clock.phase) {
            case (.extra, .round): "Extra round\(held)"
            case (.firstPoint, .round): "The first point decides\(held)"
            default: state.clock.words + held
            }
        }
    }

    private var held: String { state.clock.isRunning ? "" : ", stopped" }

    private var corners: [(name: String, value: StyledText)] {
        Corner.allCases.map { corner in
            let look = state.rules.look(of: corner)
            let value = StyledText.swatch([look.colour], match.name(of: corner), .title)
            return (name: look.name, value: value + StyledText(": \(MatchFace.words(state.tally(of: corner), state.rules))"))
        }
    }

    private var keys: Table {
        let columns =
            Corner.allCases.map { Table.Column(state.rules.look(of: $0).name) }
            + [Table.Column("Worth"), Table.Column("For", room: .main)]
        return Table(
            columns,
            rows: MatchKeys.rows(state.rules).map { row in
                Corner.allCases.map { StyledText(row.keys[$0].map(String.init) ?? "", .input) }
                    + [StyledText(row.worth), StyledText(row.what)]
            })
    }

    // MARK: - Words

    /// "5 points, 1 warning, no foul".
    static func words(_ tally: Tally, _ rules: RuleSet) -> String {
        let total = tally.total(by: rules)
        let parts = [
            counted(total, "point"), tally.warnings > 0 ? counted(tally.warnings, "warning") : nil,
            tally.fouls > 0 ? counted(tally.fouls, "foul") : nil,
            tally.deducted(by: rules) > 0 ? "\(tally.scored) scored, \(tally.deducted(by: rules)) taken off" : nil,
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    /// "Kim wins by points".
    static func words(_ verdict: Verdict, _ match: Match) -> String {
        let reason = verdict.reason.isEmpty ? "" : ": \(verdict.reason)"
        guard let winner = verdict.winner else { return (verdict.way == .draw ? "A draw" : "Nobody wins") + reason }
        let how =
            switch verdict.way {
            case .points: "by points"
            case .firstPoint: "by the first point"
            case .disqualification: "by the other's disqualification"
            case .decision, .draw: "by decision"
            }
        return "\(match.name(of: winner)) wins \(how)\(reason)"
    }

    /// "Red: kick to head, 3 points".
    static func words(_ what: MatchEvent.What, _ match: Match) -> String {
        switch what {
        case .score(let corner, _):
            let score = what.score(by: match.rules).map { "\($0.name), \(counted($0.points, "point"))" } ?? "a score"
            return "\(match.name(of: corner)): \(score)"
        case .warning(let corner): return "\(match.name(of: corner)): warning"
        case .foul(let corner): return "\(match.name(of: corner)): foul"
        case .takeBack: return "taken back"
        case .hold: return "clock stopped"
        case .resume: return "clock starts again"
        case .skip: return "next phase"
        case .fightOn: return "fought on"
        case .close(let verdict): return words(verdict, match)
        }
    }

    /// "Kim 5 : 3 Lee. Kim wins by points".
    static func score(of fought: FoughtMatch) -> String {
        let (match, state) = (fought.match, fought.state)
        let score = "\(match.red) \(state.total(of: .red)) : \(state.total(of: .blue)) \(match.blue)"
        guard let result = match.result else { return score }
        return "\(score). \(words(result.verdict, match))"
    }
}
