import Content
import Terminal

extension PatternHeading {
    /// What a list shows of a pattern, and its keys in `--json`.
    static let fields: [Field<PatternHeading>] = [
        Field("id", title: "Id", "the identifier") { .text($0.id) },
        Field("name", title: "Name", "the name") { .text($0.name) },
        Field("hangul", title: "Hangul", "the name in Korean") { .text($0.hangul) },
        Field("grade", title: "Grade", "the grade at which it is learned") { .text($0.grade.id) },
        Field("movements", title: "Moves", "how many movements it has", alignsRight: true) { .integer($0.count) },
        Field("kind", "tul or drill") { .text($0.isDrill ? "drill" : "tul") },
        Field("diagram", title: "Diagram", "the shape it draws on the floor") {
            .text([$0.diagram, $0.sign].compactMap { $0 }.joined(separator: " "))
        },
        Field("singleSource", "whether its movements rest on one source alone") { .bool($0.isFromSingleSource) },
    ]
}

/// A pattern as `pattern show --json` gives it.
extension Pattern {
    static let fields: [Field<Pattern>] = [
        Field("id", "the identifier") { .text($0.id) },
        Field("name", title: "Name", "the name") { .text($0.heading.name) },
        Field("hangul", title: "Hangul", "the name in Korean") { .text($0.heading.hangul) },
        Field("meaning", title: "Meaning", "what the name stands for") { .text($0.heading.meaning) },
        Field("grade", title: "Grade", "the grade at which it is learned") { .text($0.heading.grade.id) },
        Field("moves", "the movements: n, steps, turn, stance, techniques, timing, korean, hangul, sources") {
            .list($0.moves.map(\.json))
        },
    ]
}

extension Move {
    var json: FieldValue {
        .object([
            .init("n", .integer(number)), .init("steps", .list(steps.map(\.json))), .init("turn", .text(turn?.rawValue)),
            .init("stance", ending?.json ?? .null), .init("techniques", .list(deeds.map(\.json))),
            .init("timing", .text(timing?.rawValue)), .init("korean", .text(korean)), .init("hangul", .text(hangul)),
            .init("sources", .texts(sources)),
        ])
    }
}

extension Move.Step {
    fileprivate var json: FieldValue {
        .object([.init("verb", .text(verb.rawValue)), .init("foot", .text(foot?.rawValue)), .init("to", .text(to?.text))])
    }
}

extension Move.Ending {
    fileprivate var json: FieldValue {
        .object([
            .init("name", .text(stance.rawValue)), .init("side", .text(side?.rawValue)), .init("toward", .text(toward?.letters)),
        ])
    }
}

extension Move.Deed {
    fileprivate var json: FieldValue {
        .object([
            .init("action", .text(action)), .init("section", .text(section)), .init("tool", .text(tool)),
            .init("side", .text(side?.rawValue)), .init("toward", .text(toward?.letters)),
        ])
    }
}
