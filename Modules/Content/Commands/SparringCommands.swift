import Content
import Footwork
import Interface
import Kernel

/// The commands `sparring list`, `sparring show` and `sparring diagram`.
struct SparringCommands: Sendable {
    let curriculum: @Sendable () -> Curriculum
    let belts: @Sendable () -> BeltOrder
    let pictures: LessonPictures

    var commands: [Command] { [list("sparring list"), list("sparring", isHidden: true), show, diagram] }

    /// Returns the list command, under its full name or, hidden, under the noun alone.
    private func list(_ path: String, isHidden: Bool = false) -> Command {
        Command(
            path, "List the exchanges of step sparring",
            examples: [.init(path, "all sets"), .init("\(path) --belt 8k", "the set of 8th keup")],
            .option("belt", gradeKind(belts), "one grade, as 8k or in words"), returns: .list(SparringExercise.fields),
            isHidden: isHidden
        ) { grade in
            let reading = curriculum().sparring()
            let exercises = reading.value.filter { grade == nil || $0.grade == grade }
            return .list(
                exercises, SparringExercise.fields, heading: StyledText(counted(exercises.count, "exchange")),
                empty: "That grade has no step sparring.", footer: skippedEntriesWarning(reading.findings),
                next: exercises.first.map { ["sparring show \($0.id)"] } ?? ["sparring list"])
        }
    }

    private var show: Command {
        Command(
            "sparring show", "Show an exchange: attack, defence, counter",
            examples: [.init("sparring show three-step-1", "the first")],
            .argument("id", exchangeID, "an exchange's id"), LessonPictures.flag,
            returns: .one(SparringExercise.allFields)
        ) { id, opens in
            let exercise = try curriculum().exchange(id)
            let offer = pictures.offer("See Example", of: .exchange(exercise.id), by: "sparring show \(exercise.id)")
            let output = Output.one(
                exercise, SparringExercise.allFields, blocks: exercise.page + offer,
                next: ["sparring diagram \(exercise.id)", "sparring list --belt \(exercise.grade.id)"])
            guard opens else { return output }
            return try pictures.opening(after: output, .exchange(exercise.id)) {
                (exercise.id, SparringDiagram(exercise, colors: colors(of: exercise)).svg())
            }
        }
    }

    private func colors(of exercise: SparringExercise) -> DiagramColors {
        DiagramColors(belt: belts().belt(of: exercise.grade)?.colors ?? [])
    }

    private var diagram: Command {
        Command(
            "sparring diagram", "Draw an exchange: both partners' feet after every step",
            discussion:
                "Without a file, the exchange is drawn in the terminal. Distances follow from the steps. No source says how far apart partners begin: that is our choice.",
            examples: [
                .init("sparring diagram three-step-1", "drawn in the terminal"),
                .init("sparring diagram two-step-4 --svg two-step-4.svg", "footprints as a picture", runs: false),
            ],
            .argument("id", exchangeID, "an exchange's id"), .option("svg", .outputFile, "write an SVG image"),
            replacing, returns: .list(PartnerPositions.fields)
        ) { id, file, isReplacing in
            let exercise = try curriculum().exchange(id)
            let diagram = SparringDiagram(exercise, colors: colors(of: exercise))
            var output = Output.list(
                PartnerPositions.all(of: diagram.walk), PartnerPositions.fields, empty: "",
                next: ["sparring show \(exercise.id)"])
            guard let file else {
                output.blocks = diagram.blocks
                return output
            }
            let fileOutput = try Destination(file, replacing: isReplacing).write(Array(diagram.svg().utf8)) { _ in nil }
            if file.path == "-" { return fileOutput }
            (output.blocks, output.notice) = ([], "Wrote \(file.path).")
            return output
        }
    }

    private var exchangeID: ValueKind<String> {
        ValueKind<String>.text.completed { typed in
            curriculum().sparring().value.map(\.id).filter { $0.hasPrefix(typed) }
        }
    }
}

/// The position of both partners' feet after a step, as in `sparring diagram --json`.
struct PartnerPositions: Sendable {
    let moment: SparringWalk.Moment

    static func all(of walk: SparringWalk) -> [PartnerPositions] { walk.moments.map(PartnerPositions.init) }

    static let fields: [Field<PartnerPositions>] = [
        Field("when", title: "When", "ready, a step, or the counter", cell: { StyledText(declared: $0.moment.title) }) {
            .text($0.moment.title)
        },
        Field(
            "attacker",
            "the balls of the attacker's feet, in shoulder widths: x toward the defender, y to the attacker's left"
        ) {
            feet($0.moment.attacker)
        },
        Field("defender", "the balls of the defender's feet, on the same floor") { feet($0.moment.defender) },
        Field("distance", title: "Apart", "between the nearest feet, in shoulder widths") {
            .number(rounded($0.moment.distance))
        },
    ]

    private static func feet(_ pose: Pose) -> OutputValue {
        .object([.init("left", place(pose.left)), .init("right", place(pose.right))])
    }

    private static func place(_ foot: Footprint) -> OutputValue {
        .object([.init("x", .number(rounded(foot.place.x))), .init("y", .number(rounded(foot.place.y)))])
    }

    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 + 0 }
}

extension SparringDiagram {
    fileprivate var blocks: [Block] {
        [.heading(StyledText(content: name))]
            + walk.moments.flatMap { moment -> [Block] in
                [
                    .paragraph(
                        StyledText(declared: moment.title, .title)
                            + StyledText("  \(declared: moment.distanceDescription)", .muted))
                ]
                    + drawing(of: moment)
                    + moment.actions.map {
                        .paragraph(StyledText("\(declared: $0.who.rawValue): \(content: $0.phrase)"))
                    }
                    + [.gap]
            } + [.paragraph(StyledText(declared: Self.legend, .muted))]
    }

    /// Returns a character drawing of one moment.
    func drawing(of moment: SparringWalk.Moment) -> [Block] {
        characters(moment, width: 40).map { .preformatted(StyledText($0)) }
    }

    static let legend = "L> R> are the attacker's feet, <l <r the defender's. The arrow points to the partner."
}
