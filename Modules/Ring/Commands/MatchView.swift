import Interface
import Kernel
import Ring

/// The presentation of a match.
struct MatchView {
    let match: Match
    let state: MatchState
    let now: Instant
    let message: String

    /// The whole screen: a score and clock readable from across the room, then all details as text.
    var screen: [Block] {
        [.gap, .digits(digits), .gap, .paragraph(StyledText(declared: headline, .title)), .facts(corners)]
            + messageBlocks + [
                .gap, .table(keys),
            ]
    }

    /// The same content for the middle of the screen, with digits as large as possible.
    var stage: Stage {
        let corners = corners.map { corner in StyledText(corner.name + "  ") + corner.value }
        return Stage(
            StyledText("Match", .title), aside: StyledText(declared: headline, .muted),
            progress: state.clock.progress(at: now),
            card: [.digits(digits), .gap, .paragraph(StyledText(declared: headline, .title))]
                + corners.map { .paragraph($0) }
                + messageBlocks
                + [.gap, .table(keys)],
            isFramed: false)
    }

    /// The points of red, the clock and the points of blue.
    private var digits: StyledText {
        StyledText("\(state.total(of: .red))  ", .title) + StyledText(state.clock.clockText(at: now), state.clock.role)
            + StyledText("  \(state.total(of: .blue))", .title)
    }

    /// Line-by-line output: only the parts that change.
    var lines: [Block] {
        [
            .paragraph(StyledText("\(headline). \(state.clock.phase == .over ? "" : clockSentence)", state.clock.role)),
            .facts(corners),
        ] + messageBlocks
    }

    /// The title of the terminal, such as "5:3 1:40".
    var title: String { "\(state.total(of: .red)):\(state.total(of: .blue)) \(state.clock.clockText(at: now))" }

    private var messageBlocks: [Block] { message.isEmpty ? [] : [.gap, .paragraph(StyledText(declared: message))] }

    private var clockSentence: String { state.clock.clockText(at: now) + (state.clock.length == nil ? "." : " left.") }

    /// The verdict, the way to decide a draw, or the phase of the clock.
    private var headline: String {
        switch state.outcome {
        case .decided(let verdict): MatchView.text(verdict, match)
        case .drawn(let next): next == .extra ? "A draw: the extra round decides" : "A draw: the first point decides"
        case .open:
            switch (state.period, state.clock.phase) {
            case (.extra, .round): "Extra round\(stoppedSuffix)"
            case (.firstPoint, .round): "The first point decides\(stoppedSuffix)"
            default: state.clock.phaseText + stoppedSuffix
            }
        }
    }

    private var stoppedSuffix: String { state.clock.isRunning ? "" : ", stopped" }

    /// The name, color and tally of each corner.
    private var corners: [(name: String, value: StyledText)] {
        Corner.allCases.map { corner in
            let style = state.rules.style(of: corner)
            let value = StyledText.swatch([style.color], match.name(of: corner), .title)
            return (
                name: style.name, value: value + StyledText(": \(MatchView.text(state.tally(of: corner), state.rules))")
            )
        }
    }

    /// The keys of both corners and the points that each gives.
    private var keys: Table {
        let columns =
            Corner.allCases.map { Table.Column(state.rules.style(of: $0).name) }
            + [Table.Column("Worth"), Table.Column("For", room: .main)]
        return Table(
            columns,
            rows: MatchKeys.rows(state.rules).map { row in
                Corner.allCases.map { StyledText(row.keys[$0].map(String.init) ?? "", .input) }
                    + [StyledText(row.worth), StyledText(row.what)]
            })
    }

    // MARK: - Text

    /// Returns a tally as text: "5 points, 1 warning, no foul".
    static func text(_ tally: Tally, _ rules: RuleSet) -> String {
        let total = tally.total(by: rules)
        let parts = [
            counted(total, "point"), tally.warnings > 0 ? counted(tally.warnings, "warning") : nil,
            tally.fouls > 0 ? counted(tally.fouls, "foul") : nil,
            tally.deducted(by: rules) > 0 ? "\(tally.scored) scored, \(tally.deducted(by: rules)) taken off" : nil,
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    /// Returns a verdict as text: "Kim wins by points".
    static func text(_ verdict: Verdict, _ match: Match) -> String {
        let reason = verdict.reason.isEmpty ? "" : ": \(verdict.reason)"
        guard let winner = verdict.winner else { return (verdict.way == .draw ? "A draw" : "Nobody wins") + reason }
        let wayText =
            switch verdict.way {
            case .points: "by points"
            case .firstPoint: "by the first point"
            case .disqualification: "by the other's disqualification"
            case .decision, .draw: "by decision"
            }
        return "\(match.name(of: winner)) wins \(wayText)\(reason)"
    }

    /// Returns an event as text: "Red: kick to head, 3 points".
    static func text(_ kind: MatchEvent.Kind, _ match: Match) -> String {
        switch kind {
        case .score(let corner, _):
            let score = kind.score(by: match.rules).map { "\($0.name), \(counted($0.points, "point"))" } ?? "a score"
            return "\(match.name(of: corner)): \(score)"
        case .warning(let corner): return "\(match.name(of: corner)): warning"
        case .foul(let corner): return "\(match.name(of: corner)): foul"
        case .takeBack: return "taken back"
        case .hold: return "clock stopped"
        case .resume: return "clock starts again"
        case .skip: return "next phase"
        case .fightOn: return "fought on"
        case .close(let verdict): return text(verdict, match)
        }
    }

    /// Returns the score as text: "Kim 5 : 3 Lee. Kim wins by points".
    static func score(of recordedMatch: RecordedMatch) -> String {
        let points = points(of: recordedMatch)
        guard let result = recordedMatch.match.result else { return points }
        return "\(points). \(text(result.verdict, recordedMatch.match))"
    }

    /// Returns the names and points of both fighters.
    static func points(of recordedMatch: RecordedMatch) -> String {
        let match = recordedMatch.match
        let state = recordedMatch.state
        return "\(match.red) \(state.total(of: .red)) : \(state.total(of: .blue)) \(match.blue)"
    }
}
