import Content
import Kernel
import Terminal

/// `linework` and `theory`.
struct TrainingDesk: Sendable {
    let curriculum: @Sendable () -> Curriculum
    let belts: @Sendable () -> BeltOrder

    var commands: [Command] { [lineWork, theory] }

    private var lineWork: Command {
        Command(
            "linework", "Show the line work of each grade", examples: [.init("linework --belt 7k", "what 7th keup drills")],
            .option("belt", gradeKind(belts), "one grade, as 6k or in words"), returns: .list(LineDrill.fields)
        ) { wanted in
            let reading = curriculum().lineWork()
            let works = reading.value.filter { wanted == nil || $0.grade == wanted }
            var output = Output.list(
                works.flatMap(LineDrill.all), LineDrill.fields, empty: "That grade has no line work of its own.",
                next: ["sparring list"])
            if !works.isEmpty { output.blocks = works.flatMap(\.page) + trouble(reading.findings) }
            return output
        }
    }

    private var theory: Command {
        let ids: ValueKind<String> = .text.completed { typed in
            curriculum().theory().value.map(\.id).filter { $0.hasPrefix(typed) }
        }
        let subjects = ValueKind<String>.choice(of: TheoryTopic.Subject.allCases.map(\.rawValue)).map {
            TheoryTopic.Subject(rawValue: $0) ?? .knowledge
        }
        return Command(
            "theory", "Read theory: belts, patterns, tenets, history, etiquette, gradings",
            examples: [
                .init("theory --belt 9k", "the pages of 9th keup"), .init("theory tenets", "one page, with its questions"),
            ],
            .optionalArgument("id", ids, "a page to read; a list of them when left out"),
            .option("belt", gradeKind(belts), "one grade, as 4k or in words"), .option("subject", subjects, "one subject"),
            returns: .list(TheoryTopic.fields)
        ) { wanted, belt, kind in
            let reading = curriculum().theory()
            if let wanted {
                guard let topic = reading.value.first(where: { $0.id == wanted }) else {
                    throw unknownPage(wanted, reading.value)
                }
                var output = Output.list([topic], TheoryTopic.fields, empty: "")
                output.blocks = topic.page
                return output
            }
            let found = reading.value.filter { (belt == nil || $0.grade == belt) && (kind == nil || $0.subject == kind) }
            return .list(
                found, TheoryTopic.fields, heading: StyledText(counted(found.count, "page")), empty: "There is no such page.",
                footer: trouble(reading.findings), next: found.first.map { ["theory \($0.id)"] } ?? ["theory"])
        }
    }

    private func unknownPage(_ id: String, _ all: [TheoryTopic]) -> Failure {
        Curriculum.unknown(.unknownPage, "page", id, among: all.map(\.searchable), advice: "`theory` lists them.")
    }
}

extension LineWork {
    /// The lines in whole sentences: cut off in a table they would be of no use.
    fileprivate var page: [Block] {
        [.heading(StyledText("Line work, \(grade.id)"))]
            + exercises.enumerated().map { index, line in
                let words = "\(index + 1)  \(line.way.rawValue): \(line.parts.joined(separator: ", "))"
                return .paragraph(
                    StyledText(words) + StyledText(line.doubt.isEmpty ? "" : " (not sure: \(line.doubt))", .warning))
            } + [.gap]
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
        Field("way", title: "Way", "how the line moves") { .text($0.exercise.way.rawValue) },
        Field("parts", title: "What", "what is done, in order", cell: { StyledText($0.exercise.parts.joined(separator: ", ")) }) {
            .texts($0.exercise.parts)
        },
        Field("doubt", "what is not sure about it") { .text($0.exercise.doubt.isEmpty ? nil : $0.exercise.doubt) },
    ]
}
