import Content
import Kernel
import Terminal

/// `linework`, `linework show`, `theory` and `theory show`.
struct TrainingDesk: Sendable {
    let curriculum: @Sendable () -> Curriculum
    let belts: @Sendable () -> BeltOrder
    /// The belt rule of whoever asks.
    let syllabus: @Sendable () throws -> Syllabus
    let pictures: LessonPictures

    var commands: [Command] { [lineWork, lines, theory, page] }

    private static let all = Parameter<Bool>.flag("all", "every grade; without it, your own and those below")

    // MARK: - Line work

    private var lineWork: Command {
        Command(
            "linework", "List the line work of your grades",
            examples: [.init("linework", "your grade and those below"), .init("linework --belt 7k", "what 7th keup drills")],
            .option("belt", gradeKind(belts), "one grade, as 6k or in words"), Self.all, returns: .list(LineDrill.fields)
        ) { wanted, isAll in try list(of: wanted, isAll) }
    }

    private var lines: Command {
        Command(
            "linework show", "Show the line work of one grade",
            examples: [.init("linework show 7k", "what 7th keup drills")],
            .argument("belt", gradeKind(belts), "a grade, as 6k or in words"), returns: .list(LineDrill.fields)
        ) { wanted in try list(of: wanted, false) }
    }

    private func list(of wanted: Grade?, _ isAll: Bool) throws -> Output {
        let reading = curriculum().lineWork()
        let choice = GradeChoice(wanted, isAll, own: syllabus)
        let works = choice.taken(from: reading.value)
        var output = Output.list(
            works.flatMap(LineDrill.all), LineDrill.fields, empty: "That grade has no line work of its own.",
            next: ["sparring list"])
        if !works.isEmpty {
            output.blocks =
                Array(works.map(\.page).joined(separator: [.gap])) + choice.rest(of: reading.value, "grade")
                + trouble(reading.findings)
        }
        return output
    }

    // MARK: - Theory

    private var theory: Command {
        let subjects = ValueKind<String>.choice(of: TheoryTopic.Subject.allCases.map(\.rawValue)).map {
            TheoryTopic.Subject(rawValue: $0) ?? .knowledge
        }
        return Command(
            "theory", "List the pages of theory: belts, patterns, tenets, history, etiquette, gradings",
            examples: [
                .init("theory", "the pages of your grade and those below"), .init("theory --belt 9k", "those of 9th keup"),
            ],
            .optionalArgument("id", pageID, "a page to read, as with `theory show`"),
            .option("belt", gradeKind(belts), "one grade, as 4k or in words"), .option("subject", subjects, "one subject"),
            Self.all, returns: .list(TheoryTopic.fields)
        ) { wanted, belt, kind, isAll in
            let reading = curriculum().theory()
            if let wanted {
                let topic = try topic(wanted, in: reading.value)
                var output = Output.list([topic], TheoryTopic.fields, empty: "")
                output.blocks = topic.page(curriculum().sourceNames())
                return output
            }
            let fitting = reading.value.filter { kind == nil || $0.subject == kind }
            let choice = GradeChoice(belt, isAll, own: syllabus)
            let found = choice.taken(from: fitting)
            return .list(
                found, TheoryTopic.fields, heading: StyledText(counted(found.count, "page")), empty: "There is no such page.",
                footer: choice.rest(of: fitting, "page") + trouble(reading.findings),
                next: found.last.map { ["theory show \($0.id)"] } ?? ["theory --all"])
        }
    }

    private var page: Command {
        Command(
            "theory show", "Show a page of theory, with its questions",
            examples: [.init("theory show tenets", "one page, with its questions")],
            .argument("id", pageID, "a page's id, as `theory` lists it, or its title"),
            .flag("open", "open the attached photo or video"), returns: .one(TheoryTopic.fields)
        ) { wanted, opens in
            let topic = try topic(wanted, in: curriculum().theory().value)
            let blocks =
                topic.page(curriculum().sourceNames())
                + pictures.offer("See Explanation", of: .theory(topic.id), by: "theory show \(topic.id)")
            let output = Output.one(topic, TheoryTopic.fields, blocks: blocks, next: ["theory"])
            return try opens ? pictures.opened(behind: output, .theory(topic.id)) { nil } : output
        }
    }

    private var pageID: ValueKind<String> {
        .text.completed { typed in curriculum().theory().value.map(\.id).filter { $0.hasPrefix(typed) } }
    }

    private func topic(_ id: String, in all: [TheoryTopic]) throws -> TheoryTopic {
        let documents = all.map(\.searchable)
        let meant = Curriculum.meant(id, among: documents)
        guard let topic = all.first(where: { $0.id == id }) ?? all.first(where: { $0.id == meant }) else {
            throw Curriculum.unknown(.unknownPage, "page", id, among: documents, advice: "`theory --all` lists them.")
        }
        return topic
    }
}

/// Which grades a list shows: the one that was named, else the learner's own and those below, else all.
struct GradeChoice {
    private let wanted: Grade?
    private let own: Grade?

    /// - Parameter own: the learner's belt rule; where it cannot be read, or everything is asked for, nothing is left out.
    init(_ wanted: Grade?, _ isAll: Bool, own: () throws -> Syllabus) {
        self.wanted = wanted
        self.own = wanted == nil && !isAll ? (try? own())?.grade : nil
    }

    func taken<Item: Graded>(from items: [Item]) -> [Item] {
        items.filter { item in wanted.map { $0 == item.grade } ?? own.map { item.grade <= $0 } ?? true }
    }

    /// How to see what was left out; nothing where nothing was.
    func rest<Item: Graded>(of items: [Item], _ what: String) -> [Block] {
        guard wanted == nil, let own, items.contains(where: { $0.grade > own }) else { return [] }
        return [
            .gap, .paragraph(StyledText("Up to \(own.id). --all shows all \(counted(items.count, what)).", .muted)),
        ]
    }
}

extension LineWork {
    /// The lines in whole sentences: cut off in a table they would be of no use.
    fileprivate var page: [Block] {
        [.heading(StyledText("Line work, \(grade.id)"))]
            + exercises.enumerated().map { index, line in
                let words: StyledText =
                    "\(index + 1)  \(content: line.way.rawValue): \(content: line.parts.joined(separator: ", "))"
                return .paragraph(words + StyledText(line.doubt.isEmpty ? "" : " (not sure: \(content: line.doubt))", .warning))
            }
    }
}

/// One line of line work, as data.
struct LineDrill: Sendable {
    let grade: Grade
    let number: Int
    let exercise: LineWork.Exercise

    static func all(of work: LineWork) -> [LineDrill] {
        work.exercises.enumerated().map { LineDrill(grade: work.grade, number: $0.offset + 1, exercise: $0.element) }
    }

    static let fields: [Field<LineDrill>] = [
        Field("grade", title: "Grade", "the grade") { .text($0.grade.id) },
        Field("number", title: "No.", "its place in the grade's list") { .integer($0.number) },
        Field("way", title: "Way", "how the line moves", cell: { StyledText(content: $0.exercise.way.rawValue) }) {
            .text($0.exercise.way.rawValue)
        },
        Field(
            "parts", title: "What", "what is done, in order",
            cell: { StyledText(content: $0.exercise.parts.joined(separator: ", ")) }
        ) { .texts($0.exercise.parts) },
        Field("doubt", "what is uncertain about it") { .text($0.exercise.doubt.isEmpty ? nil : $0.exercise.doubt) },
    ]
}
