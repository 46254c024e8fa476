import Assessment
import Content
import Interface
import Kernel
import LearningCommands
import Lessons
import LessonsCommands
import Practice
import PracticeCommands

/// The commands `grading mock`, `grading record`, `grading delete` and `grading list`.
struct GradingCommands {
    let gradings: @Sendable () throws -> Gradings

    var commands: [Command] { [mock, record, delete, list] }

    /// Returns the option `--grade` with its help text.
    private func grade(_ help: String) -> Parameter<Grade?> {
        LessonOptions.grade("grade", { [gradings] in try gradings().lessons }, help)
    }

    // MARK: - Mock

    private var mock: Command {
        let grade = grade("the belt you want to be graded for; your next one if left out")
        return Command(
            "grading mock", "Hold a mock grading for your next belt, or an earlier one",
            discussion: """
                Asks for the line work, pattern, step sparring, theory and etiquette of the grade below that belt. The questions differ each time. The \
                app cannot see you: mark floor work yourself, 1 not yet, 2 with mistakes, 3 well. The rest is asked.

                Each part gives 0 to 100 points. The parts weigh 20 (line work), 30 (pattern), 20 (step sparring), 20 (theory) and 10 \
                (etiquette). You need 60 overall and at least 40 in each part. These numbers are a convention of this app; clubs differ.

                Each answer is saved. q leaves, and grading mock resumes where you stopped. --new gives up an unfinished one; both are in grading list.
                """,
            examples: [
                .init("grading mock", "resume, or start one for the next belt"),
                .init("grading mock --grade 9k --seed 7", "the same questions again"),
            ],
            grade, LessonOptions.isNew, returns: .one(GradingFields.report), changes: true
        ) { grade, isNew in
            let gradings = try gradings()
            try ChildSession.requireAdult(gradings.lessons.learner, "A whole grading is")
            return try start(gradings, wanted: grade, isNew: isNew)
        }
    }

    /// Resumes the unfinished mock grading, or begins one for the requested belt.
    ///
    /// - Parameter isNew: whether to give up an unfinished mock grading.
    /// - Throws: `gradingLeft` if another mock grading is unfinished and `isNew` is false.
    private func start(_ gradings: Gradings, wanted: Grade?, isNew: Bool) throws -> Output {
        let words = GradingWords(gradings: gradings)
        guard var unfinishedRun = try gradings.unfinished() else {
            let run = try gradings.begin(for: wanted)
            return try sessionOutput(gradings, run, saying: [], opening: words.opening(run))
        }
        if !isNew, wanted == nil || wanted?.id == unfinishedRun.subject {
            return try sessionOutput(gradings, unfinishedRun, saying: LessonCommands.resumeBlocks(unfinishedRun))
        }
        guard isNew else { throw GradingCommands.unfinishedFailure(unfinishedRun, gradings) }
        let run = try gradings.begin(for: wanted)
        try gradings.abandon(&unfinishedRun)
        let sentence =
            "Your unfinished one, \(unfinishedRun.place) of \(unfinishedRun.items.count), is in grading list."
        let noticeBlocks: [Block] =
            unfinishedRun.answers.isEmpty ? [] : [.paragraph(StyledText(declared: sentence, .muted)), .gap]
        return try sessionOutput(gradings, run, saying: noticeBlocks, opening: words.opening(run))
    }

    /// Returns the error for a new mock grading while another one is unfinished.
    private static func unfinishedFailure(_ unfinishedRun: Run<GradingExercise>, _ gradings: Gradings) -> Failure {
        let title = Grade(id: unfinishedRun.subject).map(gradings.lessons.book.title(of:)) ?? unfinishedRun.subject
        return Failure(
            .gradingLeft,
            "Your mock grading for \(title) is unfinished: \(unfinishedRun.place) of \(unfinishedRun.items.count).",
            advice: "Resume it with `grading mock`, or give it up with --new; grading list keeps it.")
    }

    /// Returns the mock grading on the screen, with the results at its end.
    private func sessionOutput(
        _ gradings: Gradings, _ run: Run<GradingExercise>, saying blocks: [Block], opening: [Block] = []
    ) throws -> Output {
        let words = GradingWords(gradings: gradings)
        let belt: @Sendable (LessonTask, Run<GradingExercise>) -> StyledText = { _, run in
            Grade(id: run.subject).map { BeltStripe.text(of: $0, in: gradings.lessons.book.belts) } ?? ""
        }
        let view = LessonView<GradingExercise>(help: "grading", belt: belt, banner: words.banner) {
            run, feedbackBlocks in
            let report = MockReport(run: run, grading: run.log.endedAt == nil ? nil : try gradings.grading(of: run))
            return .one(
                report, GradingFields.report,
                blocks: feedbackBlocks + (report.grading == nil ? [] : [.gap]) + words.blocks(report),
                next: report.grading == nil ? ["grading mock"] : ["grading list", "theory quiz"])
        }
        return .dialogue(try PracticeScreen(gradings.lessons.log, run, view, saying: blocks, opening: opening))
    }

    // MARK: - Real

    /// A result that can be recorded: every result except that of an unfinished mock grading.
    enum Outcome: String, CaseIterable, Sendable {
        case pass, fail, double
        var result: Grading.Result { Grading.Result(rawValue: rawValue) ?? .fail }
    }

    private var record: Command {
        let grade = grade("the belt you were graded for; your next one if left out")
        return Command(
            "grading record", "Record a real grading; a pass moves your belt",
            discussion: """
                --grade is the belt that you graded for. A pass moves your belt up to it, a double pass one belt further. A belt never moves down, so \
                you can add earlier gradings later. If the belt is more than two grades above yours, you are asked whether it is right; `--yes` \
                answers. `undo` takes back the grading and the belt together; `grading delete` removes an older mistake.
                """,
            examples: [
                .init("grading record --grade 9k --date yesterday", "passed"),
                .init("grading record --grade 9k --result fail --examiner \"Master Kim\"", "not passed this time"),
            ],
            grade,
            .option("date", .pastDay, "the day; today if left out"),
            Parameter<Outcome>.option("result", .choice("RESULT"), default: .pass, "how it went"),
            .option("examiner", .text("NAME", limit: Grading.nameLimit), "who examined"),
            .option("place", .text("PLACE", limit: Grading.nameLimit), "where"),
            .option("note", .text("TEXT", limit: Grading.noteLimit), "a short note about it"),
            returns: .one(GradingFields.all),
            changes: true
        ) { grade, date, result, examiner, place, note in
            let gradings = try gradings()
            let recordGrading = { @Sendable in
                let grading = try gradings.record(
                    for: grade, on: date, result.result, examiner: examiner, place: place, note: note)
                let next = grading.movedTo == nil ? ["grading list"] : ["grading list", "terms --mine", "undo"]
                return Output.changed(
                    GradingCommands.sentence(grading, gradings), grading, GradingFields.all, next: next)
            }
            guard let grade, result != .fail, gradings.isFarAbove(to: grade) else { return try recordGrading() }
            let book = gradings.lessons.book
            let currentGrade = gradings.lessons.learner.grade
            let beltColor = book.belts.belt(of: grade).map { " (\($0.belt))" } ?? ""
            return .confirm(
                "Your belt is \(book.title(of: currentGrade)). Is \(book.title(of: grade))\(beltColor) right?",
                proceed: recordGrading)
        }
    }

    /// Returns the confirmation of a recorded grading, with the belt that the learner has now.
    private static func sentence(_ grading: Grading, _ gradings: Gradings) -> String {
        let book = gradings.lessons.book
        let recorded = "Recorded the grading for \(book.title(of: grading.grade)) on \(grading.day) (\(grading.id))."
        if let from = grading.movedFrom, let to = grading.movedTo {
            return "\(recorded) Your belt is \(book.title(of: to)) now; it was \(book.title(of: from))."
        }
        let currentTitle = book.title(of: gradings.lessons.learner.grade)
        return grading.result == .fail
            ? "\(recorded) Your belt stays \(currentTitle)."
            : "\(recorded) Your belt stays \(currentTitle), which is not lower."
    }

    private var delete: Command {
        let words = ValueKind<String>.text("GRADING", limit: 64).completed { [gradings] typed in
            let ids = (try? gradings().history().reversed().map(\.id.rawValue)) ?? []
            return (["latest"] + ids).filter { $0.hasPrefix(typed) }
        }.row(of: "grading list")
        return Command(
            "grading delete", "Delete a grading that was recorded by mistake, and what it did to your belt",
            discussion: """
                If you still have the belt that this grading gave you, your belt goes back to the one before, but not below what another recorded \
                grading gave. If your belt has changed since, it stays. What you practised in a mock grading stays in stats. `undo` brings back the \
                grading and the belt together.
                """,
            examples: [.init("grading delete latest --yes", "without asking")],
            .argument(
                "grading", words,
                "the grading: its row in `grading list`, its id, four or more characters of either end of it, or latest"
            ),
            returns: .one(GradingFields.removed), changes: true
        ) { name in
            let gradings = try gradings()
            let book = gradings.lessons.book
            let grading = try gradings.grading(named: name)
            let title = "the \(grading.kind.rawValue) grading for \(book.title(of: grading.grade)) on \(grading.day)"
            return .confirm("Delete \(title)?") {
                let removed = try gradings.delete(grading)
                let movedText = removed.belt.map { " Your belt is \(book.title(of: $0)) again." }
                let unchangedText =
                    grading.movedTo == nil ? "" : " Your belt stays \(book.title(of: gradings.lessons.learner.grade))."
                return .changed(
                    "Deleted \(title) (\(grading.id)).\(movedText ?? unchangedText)", removed, GradingFields.removed,
                    next: ["undo", "grading list"])
            }
        }
    }

    private var list: Command {
        Command(
            "grading list", "List your gradings, real ones and mock ones",
            examples: [.init("grading list", "all"), .init("grading list --kind real", "your real gradings so far")],
            .option("kind", ValueKind<Grading.Kind>.choice("KIND"), "only real ones, or only mock ones"),
            returns: .list(GradingFields.all)
        ) { chosenKind in
            let gradings = try gradings()
            let rows = try gradings.history().enumerated().filter { chosenKind == nil || $0.element.kind == chosenKind }
            let history = rows.map(\.element)
            let unfinishedNotice = try gradings.unfinished().map { run -> [Block] in
                let sentence =
                    "Your mock grading for \(run.subject) is unfinished: \(run.place) of \(run.items.count)."
                return [.gap, .paragraph(StyledText(declared: sentence, .muted))]
            }
            return .list(
                history, GradingFields.all, heading: "Gradings", empty: "No grading yet.",
                footer: unfinishedNotice ?? [],
                next: (gradings.lessons.learner.isChild ? ["test quick"] : ["grading mock"])
                    + (history.isEmpty ? ["grading record"] : [])
            ).numbered(.at(rows.map { $0.offset + 1 }), of: "grading list")
        }
    }
}
