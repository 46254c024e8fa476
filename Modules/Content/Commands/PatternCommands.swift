import Content
import Footwork
import Interface
import Kernel

/// The commands `pattern list`, `pattern show` and `pattern diagram`.
struct PatternCommands: Sendable {
    let curriculum: @Sendable () -> Curriculum
    let belts: @Sendable () -> BeltOrder
    let pictures: LessonPictures
    let standings: @Sendable () throws -> [String: PatternProgress.Status]

    var commands: [Command] { [list("pattern list"), list("pattern", isHidden: true), show, diagram] }

    /// Returns the list command, under its full name or, hidden, under the noun alone.
    private func list(_ path: String, isHidden: Bool = false) -> Command {
        Command(
            path, "List the patterns",
            examples: [.init(path, "drills and all tul"), .init("\(path) --belt 9k", "what 9th keup learns")],
            .option("belt", gradeKind(belts), "one grade, as 9k or in words"), returns: .list(ListedPattern.fields),
            isHidden: isHidden
        ) { grade in
            let reading = curriculum().patterns()
            let headings = reading.value.filter { grade == nil || $0.grade == grade }
            let standings = try standings()
            return .list(
                headings.map { ListedPattern(heading: $0, standing: standings[$0.id]) }, ListedPattern.fields,
                heading: StyledText(counted(headings.count, "pattern")), empty: "No pattern belongs to that grade.",
                footer: skippedEntriesWarning(reading.findings),
                next: headings.first.map { ["pattern show \($0.id)"] } ?? ["pattern list"])
        }
    }

    private var show: Command {
        Command(
            "pattern show", "Show a pattern: its meaning and every movement",
            discussion:
                "Directions are those of the diagram: you stand on line AB and face D; A is to your right, B to your left, C behind.",
            examples: [
                .init("pattern show chon-ji", "all movements"), .init("pattern show yul-gok --move 36", "one of them"),
                .init("pattern show chon-ji --mistakes", "with what often goes wrong in each"),
                .init("pattern show chon-ji --move 3 --open", "as a picture", runs: false),
            ],
            .argument("id", patternID, "a pattern's id"),
            .option("move", .integer(1...200), "one movement, with everything about it"),
            .flag("mistakes", "say of each movement what often goes wrong"), LessonPictures.flag,
            returns: .one(Pattern.fields)
        ) { id, number, showsMistakes, opens in
            let reading = try curriculum().pattern(id)
            let page = PatternPage(
                pattern: reading.value, belts: belts(), sources: curriculum().sourceNames(),
                showsMistakes: showsMistakes)
            if let number {
                guard let move = reading.value.move(number) else { throw noMove(number, reading.value) }
                let singleMove = Pattern(heading: reading.value.heading, moves: [move])
                let offer = pictures.offer(
                    "Watch Demonstration", of: .move(singleMove.id, number),
                    by: "pattern show \(singleMove.id) --move \(number)")
                let output = Output.one(
                    singleMove, Pattern.fields,
                    blocks: page.blocks(for: move) + body(of: reading.value, number) + offer,
                    next: ["pattern diagram \(singleMove.id) --moves \(number)"])
                return opens
                    ? try pictures.opening(after: output, .move(singleMove.id, number)) {
                        drawing(of: reading.value, number...number)
                    }
                    : output
            }
            let offer = pictures.offer(
                "Watch Demonstration", of: .pattern(reading.value.id), by: "pattern show \(reading.value.id)")
            let output = Output.one(
                reading.value, Pattern.fields, blocks: page.blocks + offer + skippedEntriesWarning(reading.findings),
                next: ["pattern diagram \(reading.value.id)", "pattern show \(reading.value.id) --move 1"])
            return opens
                ? try pictures.opening(after: output, .pattern(reading.value.id)) { drawing(of: reading.value, nil) }
                : output
        }
    }

    private var diagram: Command {
        Command(
            "pattern diagram", "Draw a pattern's diagram from its movements",
            discussion: "Without a file, the diagram is drawn in the terminal.",
            examples: [
                .init("pattern diagram chon-ji", "drawn in the terminal"),
                .init("pattern diagram chon-ji --moves 1-4", "four movements"),
                .init("pattern diagram chon-ji --svg chon-ji.svg", "footprints as a picture", runs: false),
                .init(
                    "pattern diagram chon-ji --svg chon-ji.svg --layout tall", "the same for a phone or a narrow sheet",
                    runs: false),
                .init(
                    "pattern diagram chon-ji --figures --svg chon-ji.svg", "with the body of each movement", runs: false
                ),
                .init("pattern diagram toi-gye --animate toi-gye.html", "a page that plays the movements", runs: false),
            ],
            .argument("id", patternID, "a pattern's id"),
            .option("moves", .range(of: "a movement", upTo: 200), "one movement or a range: 5, 5-8"),
            .option("svg", .outputFile, "write an SVG image: the plan with names, and a panel for each movement"),
            Parameter<DiagramLayout>.option(
                "layout", .choice("LAYOUT"), default: .wide, "how the image is laid out: four panels in a row, or two"),
            .flag("figures", "draw the body of each movement too, from the front and from the side"),
            .option(
                "animate", .outputFile, "write a page that steps through the movements or plays them, feet and body"),
            replacing, returns: .list(FootPositions.fields)
        ) { id, range, svg, layout, hasFigures, animate, isReplacing in
            let pattern = try curriculum().pattern(id).value
            if let range, pattern.move(range.lowerBound) == nil || pattern.move(range.upperBound) == nil {
                throw noMove(pattern.move(range.lowerBound) == nil ? range.lowerBound : range.upperBound, pattern)
            }
            var diagram = PatternDiagram(pattern, showing: range, colors: colors(of: pattern.heading))
            diagram.showsBodies = hasFigures
            var writtenPaths: [String] = []
            for (file, bytes) in [(svg, { diagram.svg(layout) }), (animate, { diagram.animation() })] {
                guard let file else { continue }
                let output = try Destination(file, replacing: isReplacing).write(Array(bytes().utf8)) { _ in nil }
                if file.path == "-" { return output }
                writtenPaths.append(file.path)
            }
            return output(for: diagram, of: pattern, writtenPaths)
        }
    }

    /// Returns an SVG of a pattern, or of some movements with bodies.
    private func drawing(of pattern: Pattern, _ moves: ClosedRange<Int>?) -> (name: String, svg: String) {
        let name = moves.map { "\(pattern.id)-\($0.lowerBound)" } ?? pattern.id
        var diagram = PatternDiagram(pattern, showing: moves, colors: colors(of: pattern.heading))
        diagram.showsBodies = moves != nil
        return (name, diagram.svg())
    }

    /// Returns the drawn body at the end of a movement.
    private func body(of pattern: Pattern, _ number: Int) -> [Block] {
        drawnBody(PatternDiagram(pattern, showing: number...number, colors: DiagramColors(belt: [])), number)
    }

    /// Returns the colors of the belt for a pattern.
    private func colors(of heading: PatternHeading) -> DiagramColors {
        DiagramColors(belt: belts().belt(of: heading.grade)?.colors ?? [])
    }

    /// Returns the drawing for the terminal, or the names of the written files.
    private func output(for diagram: PatternDiagram, of pattern: Pattern, _ writtenPaths: [String]) -> Output {
        let records = FootPositions.all(of: diagram, pattern)
        var output = Output.list(records, FootPositions.fields, empty: "Nothing to draw.")
        output.next = ["pattern show \(pattern.id)"]
        guard writtenPaths.isEmpty else {
            output.blocks = []
            output.notice = "Wrote \(listed(writtenPaths))."
            return output
        }
        output.blocks =
            [.heading(StyledText("\(pattern.heading.name), \(content: pattern.heading.diagram)"))]
            + diagram.characters(width: 40).map { .preformatted(StyledText($0)) }
            + [
                .paragraph(
                    StyledText(
                        "Each number shows where its movement ends and which way you face. \(diagram.compass). o is where you begin.",
                        .muted)
                )
            ]
        return output
    }

    /// Returns the failure for a number of no movement in the pattern.
    private func noMove(_ number: Int, _ pattern: Pattern) -> Failure {
        Failure(
            .unknownMove, "\(pattern.heading.name) has no movement \(number).",
            advice: "It has 1 to \(pattern.moves.last?.number ?? 0).", kind: .usage)
    }

    private var patternID: ValueKind<String> {
        ValueKind<String>.text.completed { typed in
            curriculum().patterns().value.map(\.id).filter { $0.hasPrefix(typed) }
        }
    }
}

/// Returns a character drawing of the body at the end of a movement; empty if that position is
/// unknown.
func drawnBody(_ diagram: PatternDiagram, _ number: Int) -> [Block] {
    let lines = diagram.bodyCharacters(of: number)
    return lines.isEmpty ? [] : [.gap] + lines.map { .preformatted(StyledText($0, .muted)) }
}

/// The position of the feet after a movement, as in `pattern diagram --json`.
struct FootPositions: Sendable {
    let move: Int
    let pose: Pose
    let doubt: String?

    static func all(of diagram: PatternDiagram, _ pattern: Pattern) -> [FootPositions] {
        diagram.poses.map { FootPositions(move: $0.number, pose: $0, doubt: pattern.move($0.number)?.doubt) }
    }

    static let fields: [Field<FootPositions>] = [
        Field("n", title: "Move", "the movement") { .integer($0.move) },
        Field("left", title: "Left foot", "the ball of the left foot, in shoulder widths: x toward A, y toward D") {
            place($0.pose.left)
        },
        Field("right", title: "Right foot", "the ball of the right foot") { place($0.pose.right) },
        Field("raised", "the foot that is off the floor") {
            .text($0.pose.left.isRaised ? "left" : $0.pose.right.isRaised ? "right" : nil)
        },
        Field("pivot", "the foot that was turned on") { .text($0.pose.pivot?.rawValue) },
        Field("doubt", "what is uncertain about the movement") { .text($0.doubt) },
    ]

    private static func place(_ foot: Footprint) -> OutputValue {
        .object([.init("x", .number(rounded(foot.place.x))), .init("y", .number(rounded(foot.place.y)))])
    }

    /// Returns the value rounded to hundredths, with zero in place of negative zero.
    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 + 0 }
}

/// The flag `--replace` of every command that writes a file.
let replacing = Parameter<Bool>.flag("replace", "replace the file if it exists")

/// Returns the argument kind for a grade in its written form.
func gradeKind(_ belts: @escaping @Sendable () -> BeltOrder) -> ValueKind<Grade> {
    ValueKind("GRADE", values: "10k … 1k, 1d …", candidates: { _ in belts().belts.map(\.id) }) { word, _ in
        try belts().belt(named: word).grade
    }
}

/// Returns a warning about unusable content; empty if there is none.
func skippedEntriesWarning(_ findings: [Finding]) -> [Block] {
    let errors = findings.filter { $0.severity == .error }
    guard let first = errors.first else { return [] }
    let count = Set(errors.map { [$0.file, $0.entry] }).count
    return [
        .gap,
        .paragraph(
            StyledText(
                "\(counted(count, "entry was", "entries were")) left out. The first: \(first.place): \(first.sentence) `content check` shows all.",
                .warning)),
    ]
}
