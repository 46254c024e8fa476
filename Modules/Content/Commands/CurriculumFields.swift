import Content
import Footwork
import Interface

/// A pattern in a list, with the learner's progress.
struct ListedPattern: Sendable {
    let heading: PatternHeading
    let standing: PatternProgress.Status?

    static let fields: [Field<ListedPattern>] = [
        Field("id", title: "Id", "the identifier") { .text($0.heading.id) },
        Field("name", title: "Name", "the name") { .text($0.heading.name) },
        Field("hangul", title: "Hangul", "the name in Korean") { .text($0.heading.hangul) },
        Field("grade", title: "Grade", "the grade at which it is learned") { .text($0.heading.grade.id) },
        Field("movements", title: "Moves", "how many movements it has", alignsRight: true) {
            .integer($0.heading.count)
        },
        Field("kind", "tul or drill") { .text($0.heading.isDrill ? "drill" : "tul") },
        Field("diagram", "the shape it draws on the floor") {
            .text([$0.heading.diagram, $0.heading.sign].compactMap { $0 }.joined(separator: " "))
        },
        Field("singleSource", "whether its movements rest on only one source") { .bool($0.heading.isFromSingleSource) },
        Field(
            "mastery", title: "Mastery", "how well you know it, 0 to 1; null without a profile", alignsRight: true,
            cell: { pattern in StyledText(pattern.standing.map { "\(Int($0.mastery * 100)) %" } ?? "") }
        ) { $0.standing.map { .number($0.mastery) } ?? .null },
        Field("open", "whether you may practise it; null without a profile") {
            $0.standing.map { .bool($0.opensAt == nil) } ?? .null
        },
        Field(
            "opensAt", title: "Practice", "the grade from which you may practise it; null when you may",
            cell: { pattern in
                guard let standing = pattern.standing else { return StyledText("") }
                return standing.opensAt.map { StyledText("from \($0)", .muted) } ?? StyledText("open", .good)
            }
        ) { .text($0.standing?.opensAt) },
    ]
}

/// The keys of a pattern in `pattern show --json`.
extension Pattern {
    static let fields: [Field<Pattern>] = [
        Field("id", "the identifier") { .text($0.id) },
        Field("name", title: "Name", "the name") { .text($0.heading.name) },
        Field("hangul", title: "Hangul", "the name in Korean") { .text($0.heading.hangul) },
        Field("meaning", title: "Meaning", "what the name stands for") { .text($0.heading.meaning) },
        Field("grade", title: "Grade", "the grade at which it is learned") { .text($0.heading.grade.id) },
        Field(
            "moves",
            "the movements: n, steps, turn, stance, techniques, otherHand, noAction, timing, stamping, korean, hangul, sources, mistakes"
        ) {
            .list($0.moves.map(\.json))
        },
    ]
}

extension Move {
    var json: OutputValue {
        .object([
            .init("n", .integer(number)), .init("steps", .list(steps.map(\.json))),
            .init("turn", .text(turn?.rawValue)),
            .init("stance", ending?.json ?? .null), .init("techniques", .list(actions.map(\.json))),
            .init("otherHand", .text(otherHand)), .init("noAction", .text(noAction)),
            .init("timing", .text(timing?.rawValue)),
            .init("stamping", .bool(isStamping)), .init("korean", .text(korean)), .init("hangul", .text(hangul)),
            .init("sources", .texts(sources)), .init("mistakes", .texts(mistakes)),
        ])
    }
}

extension Move.Step {
    fileprivate var json: OutputValue {
        .object([
            .init("verb", .text(verb.rawValue)), .init("foot", .text(foot?.rawValue)), .init("to", .text(to?.text)),
        ])
    }
}

extension Move.Ending {
    fileprivate var json: OutputValue {
        .object([
            .init("name", .text(stance.rawValue)), .init("side", .text(side?.rawValue)),
            .init("toward", .text(toward?.letters)),
        ])
    }
}

extension Move.Action {
    fileprivate var json: OutputValue {
        .object([
            .init("action", .text(action)), .init("section", .text(section)), .init("tool", .text(tool)),
            .init("side", .text(side?.rawValue)), .init("toward", .text(toward?.letters)),
        ])
    }
}
