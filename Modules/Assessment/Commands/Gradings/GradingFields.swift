import Assessment
import Content
import Interface
import Kernel
import Practice

/// The state of a mock grading, finished or unfinished.
struct MockReport: Sendable {
    let run: Run<GradingExercise>
    /// The result, or nil while the mock grading is unfinished.
    let grading: Grading?

    var score: GradingScore { GradingScore(run) }
}

/// The output fields of gradings for programs.
enum GradingFields {
    static let all: [Field<Grading>] = [
        Field("id", title: "Id", "the identifier") { .text($0.id.rawValue) },
        Field("date", title: "Date", "the day") { .day($0.day) },
        Field("kind", title: "Kind", "real or mock", isTranslatable: true) { .text($0.kind.rawValue) },
        Field("grade", title: "For", "the grade that was graded for") { .text($0.grade.id) },
        Field("result", title: "Result", "pass, double, fail or abandoned", isTranslatable: true) {
            .text($0.result.rawValue)
        },
        Field("points", title: "Points", "0 to 100 overall; null for a real one", alignsRight: true) {
            .integer($0.points)
        },
        Field("sections", "the parts of a mock grading: section, points (0 to 100)") { grading in
            .list(
                grading.sections.map {
                    .object([.init("section", .text($0.section.rawValue)), .init("points", .integer($0.points))])
                })
        },
        Field("examiner", title: "Examiner", "who examined") { .text($0.examiner) },
        Field("place", title: "Place", "where") { .text($0.place) },
        Field("note", "a short note about it") { .text($0.note) },
        Field("movedFrom", "the belt before, if the grading moved it") { .text($0.movedFrom?.id) },
        Field("movedTo", "the belt after, if the grading moved it") { .text($0.movedTo?.id) },
    ]

    static let removed: [Field<RemovedGrading>] =
        all.map { field in Field(field.name, field.help) { field.value($0.grading) } } + [
            Field("beltAgain", "the belt that you have again; null where it stays as it is") { .text($0.belt?.id) }
        ]

    static let report: [Field<MockReport>] = [
        Field("session", "the session, and the grading's id in grading list") { .text($0.run.id.rawValue) },
        Field("grade", "the grade that is graded for") { .text($0.run.subject) },
        Field("asked", "the grade whose content is asked") { .text($0.run.settings.learned?.id) },
        Field("tasks", "tasks in all") { .integer($0.run.items.count) },
        Field("done", "tasks done") { .integer($0.run.answers.count) },
        Field("remaining", "tasks still to come") { .integer($0.run.remaining) },
        Field("result", "pass or fail; null while there are tasks to come") { .text($0.grading?.result.rawValue) },
        Field("points", "0 to 100: the weighted mean of the parts; what was not done counts as 0") {
            .integer($0.score.points)
        },
        Field("passMark", "points that are needed overall") { _ in .integer(GradingSection.passMark) },
        Field("sectionMark", "points that are needed in each part") { _ in .integer(GradingSection.sectionMark) },
        Field("sections", "the parts: section, points (0 to 100), weight, tasks, done") { report in
            .list(
                report.score.parts.map { part in
                    .object([
                        .init("section", .text(part.section.rawValue)), .init("points", .integer(part.points)),
                        .init("weight", .integer(part.section.weight)), .init("tasks", .integer(part.tasks)),
                        .init("done", .integer(part.done)),
                    ])
                })
        },
    ]
}

/// The texts of mock gradings for people.
struct GradingWords {
    let gradings: Gradings

    /// Returns the introduction to a mock grading: its target, its scoring and the etiquette.
    func opening(_ run: Run<GradingExercise>) -> [Block] {
        let book = gradings.lessons.book
        let target = Grade(id: run.subject).map(book.title(of:)) ?? run.subject
        let learnedTitle = run.settings.learned.map(book.title(of:)) ?? ""
        let weights = GradingScore(run).parts.enumerated().map { place, part in
            StyledText("\(place == 0 ? "" : ", ")\(declared: part.section.title) \(part.section.weight)", .muted)
        }
        let etiquetteBlocks =
            book.topics.first { $0.id == "grading-hall" }.map {
                $0.text.map { Block.paragraph(StyledText(content: $0)) }
            } ?? []
        return [
            .heading(StyledText("Mock grading for \(target)")),
            .paragraph(
                StyledText(
                    "It asks for what \(learnedTitle) learns. The app cannot see you: mark floor work yourself, and be strict."
                )),
            .paragraph(
                StyledText("Weights: ", .muted) + weights.joined()
                    + StyledText(
                        ". You need \(GradingSection.passMark) points of 100 overall, and at least \(GradingSection.sectionMark) in each part. These weights are this app’s convention; your club may use others.",
                        .muted)),
        ] + (etiquetteBlocks.isEmpty ? [] : [.gap, .heading("In the hall")] + etiquetteBlocks)
    }

    /// Returns the heading of the section that the next task begins, if any.
    func banner(_ run: Run<GradingExercise>) -> [Block] {
        guard let (section, isFirst) = run.section, isFirst else { return [] }
        return [.heading(StyledText(declared: section.title, .accent))]
    }

    /// Returns the results of a mock grading: the verdict and the points of each section.
    func blocks(_ report: MockReport) -> [Block] {
        let book = gradings.lessons.book
        let target = Grade(id: report.run.subject).map(book.title(of:)) ?? report.run.subject
        let verdict: StyledText =
            switch report.grading?.result {
            case .pass?, .double?: StyledText("Passed: \(counted(report.score.points, "point"))", .good)
            case .fail?: StyledText("Not passed: \(counted(report.score.points, "point"))", .bad)
            default: StyledText("Paused for now: \(report.run.remaining) of \(report.run.items.count) to go", .warning)
            }
        let table = Table(
            [
                .init("Part"), .init("Points", alignsRight: true), .init("Weight", alignsRight: true),
                .init("Done", alignsRight: true),
            ],
            rows: report.score.parts.map { part in
                let points = StyledText("\(part.points)", part.isEnough ? .plain : .bad)
                return [
                    StyledText(declared: part.section.title), points, StyledText("\(part.section.weight)"),
                    StyledText("\(part.done) of \(part.tasks)"),
                ]
            })
        return [.heading(StyledText("Mock grading for \(target)")), .paragraph(verdict), .gap, .table(table)]
            + failureReasons(report)
    }

    /// Returns the reasons for a failed mock grading.
    private func failureReasons(_ report: MockReport) -> [Block] {
        guard report.grading?.result == .fail else { return [] }
        let weakSections = report.score.parts.filter { !$0.isEnough }.map { $0.section.title.lowercased() }
        let sectionReasons =
            weakSections.isEmpty ? [] : ["\(weakSections.joined(separator: ", ")): under \(GradingSection.sectionMark)"]
        let totalReason =
            report.score.points < GradingSection.passMark ? ["overall: under \(GradingSection.passMark)"] : []
        return [
            .gap,
            .paragraph(StyledText("Missing, \((sectionReasons + totalReason).joined(separator: "; ")).", .warning)),
        ]
    }
}
