import Assessment
import Content
import Interface
import Kernel
import Learning
import LearningCommands
import Lessons
import LessonsCommands
import Practice
import PracticeCommands

/// The `drill` command.
struct DrillCommand {
    let lessons: @Sendable () throws -> LessonStudy

    var command: Command {
        Command(
            "drill", "Drill what goes wrong most: missed cards, words that you confuse, weak movements",
            discussion: """
                A quick round of questions with up to four answers, from everything that you missed and do not know well yet: cards, movements of \
                patterns, step sparring, theory. Two words that you took for each other are both asked, mixed with the rest, each among the choices of the \
                other. What you miss comes back, and of such a pair both, until you can tell them apart.

                Press the number of the answer, or 0 if you do not know. u takes the last answer back, q leaves, and an unfinished drill of today resumes. \
                It counts as study does: only the first answer of a day moves a card.
                """,
            examples: [
                .init("drill", "ten questions, or resume the unfinished drill"), .init("drill 5", "a short one"),
                .init("drill --list", "what would be asked, and why"),
            ],
            .optionalArgument("questions", .integer(Drills.range), "how many questions; 10 if left out"),
            LessonOptions.isNew,
            .flag("list", "only list what goes wrong, the worst first"), returns: .one(DrillFields.results),
            changes: true
        ) { questions, isNew, isList in
            let lessons = try lessons()
            let drills = try Drills(lessons)
            let learner = lessons.learner
            if isList { return try DrillCommand.list(drills) }
            let unfinishedRun = isNew || questions != nil ? nil : try drills.unfinished()
            guard
                let run = try unfinishedRun
                    ?? drills.begin(questions: learner.sessionItems(questions ?? Drills.defaultQuestions))
            else {
                return DrillCommand.emptyOutput
            }
            let openingBlocks = unfinishedRun.map {
                learner.isChild
                    ? ChildSession.resumeBlocks
                    : [Block.paragraph(StyledText("Resuming where you stopped: \($0.remaining) to go.", .muted))]
            }
            let view = LessonView<DrillExercise>(
                help: "drill",
                belt: { task, _ in
                    drills.bank.grade(of: task).map { BeltStripe.text(of: $0, in: drills.bank.belts) } ?? ""
                },
                banner: { learner.isChild ? [] : DrillCommand.sideBySide($0, drills.bank.library) },
                isChild: learner.isChild,
                language: learner.language,
                results: { run, feedbackBlocks in
                    DrillCommand.output(drills.results(of: run), feedbackBlocks, drills, isChild: learner.isChild)
                })
            return .dialogue(
                try PracticeScreen(
                    drills.log, run, view,
                    saying: openingBlocks ?? [
                        .paragraph(
                            StyledText(
                                learner.isChild
                                    ? ChildSession.introduction(run.items.count) : DrillCommand.openingText(run),
                                .muted))
                    ]))
        }
    }

    /// Returns the text before the first question: the number of questions and of confused pairs.
    private static func openingText(_ run: Run<DrillExercise>) -> String {
        let pairs = Set(run.items.filter { $0.twin != nil }.map { Set([$0.question.target.subject, $0.twin ?? ""]) })
            .count
        let pairText = pairs == 0 ? "" : ", with \(counted(pairs, "pair")) of words that you confuse"
        return "\(counted(run.items.count, "question"))\(pairText). What you miss comes back."
    }

    /// Returns both words of a pair that the learner has just confused, unless the current question
    /// asks for one of them.
    private static func sideBySide(_ run: Run<DrillExercise>, _ library: Library) -> [Block] {
        guard let last = run.answers.last, !last.isRight, let confusedID = last.instead?.subject,
            let term = library.term(last.target.subject), let other = library.term(confusedID),
            ![term.id, other.id].contains(run.item?.question.target.subject ?? "")
        else { return [] }
        return CardSides.comparison(term, Twin(other)) + [.gap]
    }

    /// Returns the results of a drill, with praise instead of figures for a small child.
    private static func output(_ results: DrillResults, _ feedbackBlocks: [Block], _ drills: Drills, isChild: Bool)
        -> Output
    {
        if isChild {
            let ending = ChildSession.ending(
                done: results.run.answers.count, known: results.run.right, "question", streak: 0,
                seed: results.run.log.seed)
            return .one(
                DrillOutcome(results, drills.bank), DrillFields.results, blocks: feedbackBlocks + ending,
                next: ChildSession.next)
        }
        return .one(
            DrillOutcome(results, drills.bank), DrillFields.results,
            blocks: feedbackBlocks + DrillFields.blocks(DrillOutcome(results, drills.bank)),
            next: results.run.log.endedAt == nil
                ? ["drill"] : results.wrong.isEmpty ? ["study", "stats"] : ["drill", "study leeches"])
    }

    private static var emptyOutput: Output {
        Output.one(
            DrillOutcome.none, DrillFields.results,
            blocks: [
                .paragraph("Nothing goes wrong often, so there is nothing to drill."),
                .paragraph(StyledText("What you miss from now on comes here.", .muted)),
            ], next: ["study", "test quick"])
    }

    /// Returns the weak items with the reason and the number of misses of each.
    private static func list(_ drills: Drills) throws -> Output {
        let spots = try drills.spots()
        let rows = spots.prefix(Drills.range.upperBound).map { spot in
            [
                StyledText(DrillFields.name(of: spot.item, drills.bank)),
                StyledText(declared: DrillFields.why(spot, drills.bank)),
                StyledText("\(spot.misses)"),
            ]
        }
        return Output.one(
            DrillOutcome(spots: spots, drills.bank), DrillFields.results,
            blocks: spots.isEmpty
                ? emptyOutput.blocks
                : [
                    .heading("What goes wrong most"),
                    .table(Table([.init("What"), .init("Why"), .init("Missed", alignsRight: true)], rows: rows)),
                ], next: spots.isEmpty ? ["study"] : ["drill"])
    }
}
