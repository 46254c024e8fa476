import Interface
import Kernel
import Practice

/// The `schedule replay` command, which applies FSRS-6 to a history of reviews. An app with a
/// scheduler contributes it.
package struct ReplayCommand: Sendable {
    /// The `schedule replay` command for the command line of an app.
    package let commands: [Command]

    /// Creates the command for a configuration of FSRS. The default, which includes learning steps,
    /// is comparable with other programs.
    package init(_ fsrs: FSRS = .standard) { commands = [ReplayCommand.replay(fsrs)] }

    /// Returns the command that shows the FSRS states of the reviews in a file.
    private static func replay(_ fsrs: FSRS) -> Command {
        Command(
            "schedule replay", "Show what FSRS-6 makes of reviews, one by one",
            discussion: """
                The file holds a JSON list: [{"id": 1, "reviews": [{"rating": 3, "t_offset_s": 0}]}]. A rating is 1 again, 2 hard, 3 good or 4 \
                easy; t_offset_s is a time in whole seconds, and no review may come before the one ahead of it. After each review you see where \
                the thing stands, its stability in days, its difficulty, and the seconds until it is asked again. Nothing is saved.
                """,
            examples: [
                .init("schedule replay reviews.json", "the reviews of a file", runs: false),
                .init("schedule replay reviews.json --json", "as numbers for another program", runs: false),
            ],
            .argument("file", .inputFile, "a JSON file; - is standard input"), returns: .list(fields)
        ) { file in
            let replays = try ReviewHistory.all(in: file.bytes(limit: ReviewHistory.largestFile))
                .map { Replay(history: $0, states: $0.replayed(by: fsrs)) }
            var output = Output.list(replays, fields, empty: "The file holds no histories.")
            if !replays.isEmpty { output.blocks = [.table(.of(replays.flatMap(\.rows), rowFields))] }
            return output
        }
    }

    /// A history with the FSRS state after each of its reviews.
    private struct Replay {
        let history: ReviewHistory
        let states: [FSRSState]

        var id: OutputValue {
            switch history.id {
            case .integer(let number): .integer(number)
            case .string(let text): .text(text)
            default: .null
            }
        }
        var rows: [Row] { zip(history.reviews, states).map { Row(id: id, rating: $0.rating, state: $1) } }
    }

    /// A review as a line of the table.
    private struct Row {
        let id: OutputValue
        let rating: Rating
        let state: FSRSState
    }

    private static let fields: [Field<Replay>] = [
        Field("id", "what the history is called in the file") { $0.id },
        Field("reviews", "after each review: state, step, stability, difficulty, interval_s") { replay in
            .list(
                replay.states.map { state in
                    .object([
                        .init("state", .text(state.phase.rawValue)), .init("step", .integer(state.step)),
                        .init("stability", .number(state.stability)), .init("difficulty", .number(state.difficulty)),
                        .init("interval_s", .number(state.interval)),
                    ])
                })
        },
    ]

    private static let rowFields: [Field<Row>] = [
        Field("id", title: "History", "what the history is called") { $0.id },
        Field("rating", title: "Rating", "how well it was known") { .text($0.rating.word) },
        Field("state", title: "State", "where it stands") { .text($0.state.phase.rawValue) },
        Field("step", title: "Step", "the step it is at", alignsRight: true) { .integer($0.state.step) },
        Field("stability", title: "Stability", "in days", alignsRight: true) {
            .number(hundredths($0.state.stability))
        },
        Field("difficulty", title: "Difficulty", "from 1 to 10", alignsRight: true) {
            .number(hundredths($0.state.difficulty))
        },
        Field("next", title: "Next", "when it is asked again", alignsRight: true) {
            .text(intervalText($0.state.interval))
        },
    ]

    /// Returns a number rounded to two decimals.
    private static func hundredths(_ number: Double) -> Double { (number * 100).rounded() / 100 }

    /// Returns an interval in whole days, minutes or seconds.
    private static func intervalText(_ seconds: Double) -> String {
        let wholeSeconds = Int(seconds)
        return switch wholeSeconds {
        case 86_400...: counted(wholeSeconds / 86_400, "day")
        case 60... where wholeSeconds % 60 == 0: "\(wholeSeconds / 60) min"
        default: "\(wholeSeconds) s"
        }
    }
}
