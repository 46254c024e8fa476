import Content
import Footwork
import Interface
import Kernel

/// The commands `technique list` and `technique show`.
struct TechniqueCommands: Sendable {
    let curriculum: @Sendable () -> Curriculum
    let belts: @Sendable () -> BeltOrder
    let pictures: LessonPictures

    var commands: [Command] { [list("technique list"), list("technique", isHidden: true), show] }

    /// Returns the list command, under its full name or, hidden, under the noun alone.
    private func list(_ path: String, isHidden: Bool = false) -> Command {
        let kinds = ValueKind<String>.choice(of: Technique.Kind.allCases.map(\.rawValue)).map {
            Technique.Kind(rawValue: $0) ?? .other
        }
        return Command(
            path, "List the techniques: stances, blocks, punches, strikes, thrusts, kicks",
            examples: [
                .init("\(path) --kind kick", "all kicks"),
                .init("\(path) --belt 6k --json", "what 6th keup learns, as JSON"),
            ],
            .option("belt", gradeKind(belts), "one grade, as 6k or in words"), .option("kind", kinds, "one kind"),
            returns: .list(Technique.fields), isHidden: isHidden
        ) { belt, kind in
            let reading = curriculum().techniques()
            let techniques = reading.value.filter {
                (belt == nil || $0.grade == belt) && (kind == nil || $0.kind == kind)
            }
            return .list(
                techniques, Technique.fields, heading: StyledText(counted(techniques.count, "technique")),
                empty: "There is no such technique.", footer: skippedEntriesWarning(reading.findings),
                next: techniques.first.map { ["technique show \($0.id)"] } ?? ["technique list"])
        }
    }

    private var show: Command {
        let ids: ValueKind<String> = .text.completed { typed in
            curriculum().techniques().value.map(\.id).filter { $0.hasPrefix(typed) }
        }
        return Command(
            "technique show", "Show a technique: how to do it, its purpose, common mistakes, and where it occurs",
            examples: [.init("technique show walking-stance", "with the movements it occurs in")],
            .argument("id", ids, "a technique's id"), LessonPictures.flag, returns: .one(TechniqueCard.fields)
        ) { id, opens in
            let curriculum = curriculum()
            let technique = try curriculum.technique(id)
            let card = TechniqueCard(technique: technique, places: curriculum.occurrences(of: technique))
            let output = Output.one(
                card, TechniqueCard.fields, blocks: card.blocks(belts()) + body(of: card, in: curriculum),
                next: ["technique list --kind \(technique.kind.rawValue)"])
            return opens
                ? try pictures.opening(after: output, .technique(technique.id)) {
                    try drawing(of: card, in: curriculum)
                }
                : output
        }
    }
}

extension TechniqueCommands {
    /// Returns the body in the first movement that uses the technique.
    private func body(of card: TechniqueCard, in curriculum: Curriculum) -> [Block] {
        guard let (heading, moves) = card.places.first, let move = moves.first,
            let pattern = try? curriculum.pattern(heading.id).value
        else { return [] }
        let body = drawnBody(PatternDiagram(pattern, showing: move...move, colors: DiagramColors(belt: [])), move)
        return body.isEmpty
            ? [] : body + [.gap, .paragraph(StyledText("As in \(heading.name) \(move). Schematic.", .muted))]
    }

    /// Returns a drawing of the first movement that uses the technique.
    private func drawing(of card: TechniqueCard, in curriculum: Curriculum) throws -> (name: String, svg: String)? {
        guard let (heading, moves) = card.places.first, let move = moves.first else { return nil }
        let colors = DiagramColors(belt: belts().belt(of: heading.grade)?.colors ?? [])
        let pattern = try curriculum.pattern(heading.id).value
        var diagram = PatternDiagram(pattern, showing: move...move, colors: colors)
        diagram.showsBodies = true
        return (card.technique.id, diagram.svg())
    }
}

extension Technique {
    static let fields: [Field<Technique>] = [
        Field("id", title: "Id", "the identifier") { .text($0.id) },
        Field("english", title: "English", "the English name", cell: { StyledText(content: $0.english) }) {
            .text($0.english)
        },
        Field("hangul", title: "Hangul", "the Korean name") { .text($0.hangul) },
        Field("romanization", title: "ITF", "the spelling of the ITF's books") { .text($0.romanization) },
        Field("grade", title: "Grade", "the grade at which it is learned") { .text($0.grade.id) },
        Field(
            "kind", title: "Kind", "stance, block, punch, strike, thrust, kick or other",
            cell: { StyledText(content: $0.kind.rawValue) }
        ) { .text($0.kind.rawValue) },
        Field("description", "how it is done") { .text($0.description) },
        Field("purpose", "what it is for") { .text($0.purpose) },
        Field("mistakes", "common mistakes") { .texts($0.mistakes) },
    ]
}

/// A technique with the movements that use it.
struct TechniqueCard: Sendable {
    let technique: Technique
    let places: [(pattern: PatternHeading, moves: [Int])]

    static let fields: [Field<TechniqueCard>] =
        Technique.fields.map { field in
            Field(field.name, title: field.title, field.help) { field.value($0.technique) }
        } + [
            Field("occurrences", "the movements in which it occurs, by pattern") { card in
                .list(
                    card.places.map {
                        .object([
                            .init("pattern", .text($0.pattern.id)),
                            .init("moves", .list($0.moves.map { .integer($0) })),
                        ])
                    })
            },
            Field("doubt", "what is uncertain about it") {
                .text($0.technique.doubt.isEmpty ? nil : $0.technique.doubt)
            },
        ]

    /// Returns the page of the technique: facts, description, common mistakes and occurrences in
    /// the patterns.
    func blocks(_ belts: BeltOrder) -> [Block] {
        let facts: [(name: String, value: StyledText)] = [
            ("Hangul", StyledText(technique.hangul, .title)), ("ITF", StyledText(technique.romanization)),
            ("Grade", StyledText(declared: belts.belt(of: technique.grade)?.name ?? technique.grade.id)),
            ("Kind", StyledText(content: technique.kind.rawValue)),
        ]
        let mistakes: [Block] =
            technique.mistakes.isEmpty
            ? []
            : [.gap, .paragraph(StyledText("Common mistakes", .title))]
                + technique.mistakes.map { .paragraph(StyledText("- \(content: $0)")) }
        let occurrences: [Block] =
            places.isEmpty
            ? []
            : [
                .gap, .paragraph(StyledText("In the patterns", .title)),
                .facts(
                    places.map { place in
                        (
                            name: place.pattern.name,
                            value: StyledText(place.moves.map(String.init).joined(separator: ", "))
                        )
                    }),
            ]
        return [
            .heading(StyledText(content: technique.english)), .facts(facts), .gap,
            .paragraph(StyledText(content: technique.description)), .paragraph(StyledText(content: technique.purpose)),
        ]
            + mistakes + occurrences
            + (technique.doubt.isEmpty
                ? [] : [.gap, .paragraph(StyledText("Not sure: \(content: technique.doubt)", .warning))])
    }
}
