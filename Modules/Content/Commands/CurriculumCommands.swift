import Content
import Interface
import Kernel

/// The commands `linework`, `linework show`, `theory` and `theory show`.
struct CurriculumCommands: Sendable {
    let curriculum: @Sendable () -> Curriculum
    let belts: @Sendable () -> BeltOrder
    let syllabus: @Sendable () throws -> Syllabus
    let pictures: LessonPictures

    var commands: [Command] { [lineWork, lines, theory, page] }

    private static let all = Parameter<Bool>.flag("all", "every grade; without it, your own and those below")

    // MARK: - Line work

    private var lineWork: Command {
        Command(
            "linework", "List the line work of your grades",
            examples: [
                .init("linework", "your grade and those below"), .init("linework --belt 7k", "what 7th keup drills"),
            ],
            .option("belt", gradeKind(belts), "one grade, as 6k or in words"), Self.all,
            returns: .list(LineDrill.fields)
        ) { grade, isAll in try list(of: grade, isAll) }
    }

    private var lines: Command {
        Command(
            "linework show", "Show the line work of one grade",
            examples: [.init("linework show 7k", "what 7th keup drills")],
            .argument("belt", gradeKind(belts), "a grade, as 6k or in words"), returns: .list(LineDrill.fields)
        ) { grade in try list(of: grade, false) }
    }

    /// Returns the line work of a grade, of those up to the learner's, or of all.
    private func list(of grade: Grade?, _ isAll: Bool) throws -> Output {
        let reading = curriculum().lineWork()
        let choice = GradeChoice(grade, isAll, own: syllabus)
        let lineWorks = choice.items(from: reading.value)
        var output = Output.list(
            lineWorks.flatMap(LineDrill.all), LineDrill.fields, empty: "That grade has no line work of its own.",
            next: ["sparring list"])
        if !lineWorks.isEmpty {
            output.blocks =
                Array(lineWorks.map(\.page).joined(separator: [.gap]))
                + choice.omittedItemsHint(of: reading.value, "grade")
                + skippedEntriesWarning(reading.findings)
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
                .init("theory", "the pages of your grade and those below"),
                .init("theory --belt 9k", "those of 9th keup"),
            ],
            .optionalArgument("id", pageID, "a page to read, as with `theory show`"),
            .option("belt", gradeKind(belts), "one grade, as 4k or in words"),
            .option("subject", subjects, "one subject"), Self.all, returns: .list(TheoryTopic.fields)
        ) { id, belt, subject, isAll in
            let reading = curriculum().theory()
            if let id {
                let topic = try topic(id, in: reading.value)
                var output = Output.list([topic], TheoryTopic.fields, empty: "")
                output.blocks = topic.page(curriculum().sourceNames())
                return output
            }
            let pages = reading.value.filter { subject == nil || $0.subject == subject }
            let choice = GradeChoice(belt, isAll, own: syllabus)
            let topics = choice.items(from: pages)
            return .list(
                topics, TheoryTopic.fields, heading: StyledText(counted(topics.count, "page")),
                empty: "There is no such page.",
                footer: choice.omittedItemsHint(of: pages, "page") + skippedEntriesWarning(reading.findings),
                next: topics.last.map { ["theory show \($0.id)"] } ?? ["theory --all"])
        }
    }

    private var page: Command {
        Command(
            "theory show", "Show a page of theory, with its questions",
            examples: [.init("theory show tenets", "one page, with its questions")],
            .argument("id", pageID, "a page's id, as `theory` lists it, or its title"),
            .flag("open", "open the attached photo or video"), returns: .one(TheoryTopic.fields)
        ) { id, opens in
            let topic = try topic(id, in: curriculum().theory().value)
            let blocks =
                topic.page(curriculum().sourceNames())
                + pictures.offer("See Explanation", of: .theory(topic.id), by: "theory show \(topic.id)")
            let output = Output.one(topic, TheoryTopic.fields, blocks: blocks, next: ["theory"])
            return try opens ? pictures.opening(after: output, .theory(topic.id)) { nil } : output
        }
    }

    private var pageID: ValueKind<String> {
        .text.completed { typed in curriculum().theory().value.map(\.id).filter { $0.hasPrefix(typed) } }
    }

    /// Returns the page of an id or a title.
    ///
    /// - Throws: `unknownPage`.
    private func topic(_ id: String, in all: [TheoryTopic]) throws -> TheoryTopic {
        let documents = all.map(\.searchable)
        let resolvedID = Curriculum.resolve(id, among: documents)
        guard let topic = all.first(where: { $0.id == id }) ?? all.first(where: { $0.id == resolvedID }) else {
            throw Curriculum.unknown(.unknownPage, "page", id, among: documents, advice: "`theory --all` lists them.")
        }
        return topic
    }
}

/// The grades that a list shows: a named grade, otherwise the learner's own and lower grades,
/// otherwise all.
struct GradeChoice {
    private let namedGrade: Grade?
    private let learnerGrade: Grade?

    /// - Parameter own: the learner's belt rule; if it is unreadable or all grades are requested,
    ///   the list is complete.
    init(_ grade: Grade?, _ isAll: Bool, own: () throws -> Syllabus) {
        namedGrade = grade
        learnerGrade = grade == nil && !isAll ? (try? own())?.grade : nil
    }

    /// Returns the items of these grades.
    func items<Item: Graded>(from items: [Item]) -> [Item] {
        items.filter { item in namedGrade.map { $0 == item.grade } ?? learnerGrade.map { item.grade <= $0 } ?? true }
    }

    /// Returns a hint on how to see the omitted items; empty if nothing was omitted.
    func omittedItemsHint<Item: Graded>(of items: [Item], _ what: String) -> [Block] {
        guard namedGrade == nil, let learnerGrade, items.contains(where: { $0.grade > learnerGrade }) else { return [] }
        return [
            .gap,
            .paragraph(StyledText("Up to \(learnerGrade.id). --all shows all \(counted(items.count, what)).", .muted)),
        ]
    }
}

extension LineWork {
    /// Lines appear as whole sentences, because truncation in a table would make them useless.
    fileprivate var page: [Block] {
        [.heading(StyledText("Line work, \(grade.id)"))]
            + exercises.enumerated().map { index, line in
                let words: StyledText =
                    "\(index + 1)  \(content: line.way.rawValue): \(content: line.parts.joined(separator: ", "))"
                return .paragraph(
                    words + StyledText(line.doubt.isEmpty ? "" : " (not sure: \(content: line.doubt))", .warning))
            }
    }
}

/// A line of line work as data.
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
