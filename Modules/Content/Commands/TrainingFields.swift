import Content
import Footwork
import Interface

extension SparringExercise {
    static let fields: [Field<SparringExercise>] = [
        Field("id", title: "Id", "the identifier") { .text($0.id) },
        Field(
            "kind", title: "Kind", "three-step, two-step, one-step, semi-free or self-defence",
            cell: { StyledText(content: $0.kind.rawValue) }
        ) { .text($0.kind.rawValue) },
        Field("number", title: "No.", "its number inside its kind", alignsRight: true) { .integer($0.number) },
        Field("grade", title: "Grade", "the grade at which it is learned") { .text($0.grade.id) },
        Field(
            "counter", title: "Counter", "how it ends",
            cell: { StyledText(content: $0.steps.last?.counter?.phrase ?? "") }
        ) { .text($0.steps.last?.counter?.phrase) },
    ]

    static let allFields: [Field<SparringExercise>] =
        Array(fields.dropLast()) + [
            Field(
                "opening",
                "what both do before the first step: attack, defence, note, doubt; null where they stand ready"
            ) {
                $0.opening?.json ?? .null
            },
            Field("steps", "attack, defence and counter of each step") { .list($0.steps.map(\.json)) },
            Field("note", "a note for the partners") { .text($0.note.isEmpty ? nil : $0.note) },
            Field("doubt", "what is uncertain about it") { .text($0.doubt.isEmpty ? nil : $0.doubt) },
            Field("sources", "the sources it rests on") { .texts($0.sources) },
        ]

    /// The exchange as text: the starting positions, and every step with a drawing.
    var page: [Block] {
        let diagram = SparringDiagram(self, colors: DiagramColors(belt: []))
        let steps = steps.enumerated().flatMap { index, step -> [Block] in
            let drawing = diagram.walk.moments.first { $0.step == index + 1 }.map(diagram.drawing) ?? []
            let rows =
                [("Attack", step.attack), ("Defence", step.defence)] + (step.counter.map { [("Counter", $0)] } ?? [])
            let facts = rows.map { (name: $0.0, value: StyledText(content: $0.1.phrase)) }
            let title: [Block] = self.steps.count == 1 ? [] : [.paragraph(StyledText("Step \(index + 1)", .title))]
            return title + [.facts(facts)] + drawing
                + (step.correction.map { [.paragraph(StyledText("Corrected: \(content: $0)", .muted))] } ?? [])
        }
        return [.heading(StyledText("\(content: name), \(grade.id)"))] + beginning(diagram) + steps
            + [.paragraph(StyledText(declared: SparringDiagram.legend, .muted))] + Self.remarks(note, doubt)
    }

    /// Returns the note and the doubt, if any.
    fileprivate static func remarks(_ note: String, _ doubt: String) -> [Block] {
        (note.isEmpty ? [] : [.paragraph(StyledText(content: note, .muted))])
            + (doubt.isEmpty ? [] : [.paragraph(StyledText("Not sure: \(content: doubt)", .muted))])
    }

    /// Returns the starting positions of both partners with a drawing; empty if the sources name
    /// none.
    private func beginning(_ diagram: SparringDiagram) -> [Block] {
        guard let opening, let ready = diagram.walk.moments.first else { return [] }
        let parts = [("Attacker", opening.attack), ("Defender", opening.defence)]
        return [
            .paragraph(StyledText("Ready", .title)),
            .facts(parts.map { (name: $0.0, value: StyledText(content: $0.1.phrase)) }),
        ] + diagram.drawing(of: ready) + Self.remarks(opening.note, opening.doubt)
    }
}

extension SparringExercise.Opening {
    fileprivate var json: OutputValue {
        .object([
            .init("attack", attack.json), .init("defence", defence.json),
            .init("note", .text(note.isEmpty ? nil : note)), .init("doubt", .text(doubt.isEmpty ? nil : doubt)),
        ])
    }
}

extension SparringExercise.Step {
    fileprivate var json: OutputValue {
        .object([
            .init("attack", attack.json), .init("defence", defence.json), .init("counter", counter?.json ?? .null),
            .init("corrected", .text(correction)),
        ])
    }
}

extension SparringExercise.Part {
    fileprivate var json: OutputValue {
        .object([
            .init(
                "first",
                first.map { .object([.init("foot", .text($0.foot.rawValue)), .init("way", .text($0.way))]) } ?? .null),
            .init("foot", .text(foot?.rawValue)), .init("way", .text(way)),
            .init(
                "stance",
                ending.map {
                    .object([.init("name", .text($0.stance.rawValue)), .init("side", .text($0.side?.rawValue))])
                }
                    ?? .null),
            .init("techniques", .list(actions.map(\.json))), .init("words", .text(words)),
        ])
    }
}

extension SparringExercise.Action {
    fileprivate var json: OutputValue {
        .object([
            .init("action", .text(technique.action)), .init("section", .text(technique.section)),
            .init("tool", .text(technique.tool)),
            .init("side", .text(technique.side?.rawValue)), .init("form", .text(form?.rawValue)),
        ])
    }
}

extension TheoryTopic {
    /// The columns of a theory list and the keys in `--json`.
    static let fields: [Field<TheoryTopic>] = [
        Field("id", title: "Id", "the identifier") { .text($0.id) },
        Field("grade", title: "Grade", "the grade at which it is learned") { .text($0.grade.id) },
        Field("subject", title: "Subject", "what it is about", cell: { StyledText(content: $0.subject.rawValue) }) {
            .text($0.subject.rawValue)
        },
        Field("title", title: "Title", "its title", cell: { StyledText(content: $0.title) }) { .text($0.title) },
        Field("text", "the paragraphs") { .texts($0.text) },
        Field("questions", "questions that it answers") { topic in
            .list(
                topic.questions.map {
                    .object([
                        .init("ask", .text($0.prompt)), .init("answer", .text($0.answer)),
                        .init("wrong", .texts($0.wrong)),
                    ])
                })
        },
        Field("doubt", "what is uncertain about it") { .text($0.doubt.isEmpty ? nil : $0.doubt) },
        Field("sources", "what it rests on; [] where the page names nothing") { .texts($0.sources) },
    ]

    /// - Parameter names: the packs' descriptions of their sources, keyed by short name.
    func page(_ names: [String: String]) -> [Block] {
        let questions: [Block] = questions.flatMap { question -> [Block] in
            [
                .paragraph(StyledText(content: question.prompt, .title)),
                .paragraph(StyledText(content: "   " + question.answer)),
            ]
        }
        return [.heading(StyledText(content: title))] + text.flatMap { [.paragraph(StyledText(content: $0)), .gap] }
            + questions
            + (doubt.isEmpty ? [] : [.gap, .paragraph(StyledText("Not sure: \(content: doubt)", .warning))])
            + (sources.isEmpty
                ? []
                : [.gap, .paragraph(StyledText("Sources: ", .muted) + StyledText.named(sources, by: names, .muted))])
    }
}

extension StyledText {
    /// Returns the names of the sources as the packs describe them.
    static func named(_ sources: [String], by names: [String: String], _ role: TextRole = .plain) -> StyledText {
        sources.enumerated().reduce(StyledText("", role)) { text, source in
            text + StyledText(source.offset == 0 ? "" : "; ", role)
                + StyledText(content: names[source.element] ?? source.element, role)
        }
    }
}
