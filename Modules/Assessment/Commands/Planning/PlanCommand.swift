import Assessment
import Content
import Interface
import Kernel
import Learning
import LessonsCommands

/// The `grading plan` command, which sets a grading to work toward.
struct PlanCommand {
    let planner: @Sendable () throws -> GradingPlanner

    var command: Command {
        Command(
            "grading plan", "Set the date of your next grading, and see how ready you will be",
            discussion: """
                With a belt and a day it sets the grading that you learn towards; alone it shows how you stand. `--clear` lets it go. The date sets the pace: \
                what you have never met is spread evenly over the days until then, but for the last ones, which are for repeating (a fifth of the time, a week at \
                most). What you did not do is spread anew. `train` follows it.

                How likely you are to pass is reckoned from what you remember, over all papers that a mock grading can draw: each task goes as likely as you \
                know it, and the marks are those of grading mock: 60 overall, 40 in each part. The range holds in eight of ten cases; it is wide while you have answered \
                little here. What you never practised here counts as not known, since the app cannot see your training hall.
                """,
            examples: [
                .init(
                    "grading plan 8k 'in 3 weeks'", "your grading for 8th keup is in three weeks; or write 2036-12-12"),
                .init("grading plan", "how ready you are, what is weak, and what each day brings"),
                .init("grading plan --clear", "no date any more"),
            ],
            .optionalArgument(
                "grade", LessonOptions.grades { [planner] in try planner().gradings.lessons },
                "the belt you will be graded for"),
            .optionalArgument("day", .day, "the day of the grading"),
            .flag("clear", "let the date go"), returns: .one(PlanFields.all), changes: true
        ) { grade, day, clears in
            let planner = try planner()
            if clears { return try clear(planner, grade) }
            if let grade {
                guard let day else {
                    throw Failure(
                        .dayMissing, "The day of the grading is missing.",
                        advice:
                            "Write it behind the belt: grading plan \(grade.id) \(planner.gradings.lessons.log.today.adding(days: 21)).",
                        kind: .usage)
                }
                try planner.set(grade, on: day)
            }
            return try planOutput(planner, isNew: grade != nil)
        }
    }

    /// Deletes the planned grading.
    private func clear(_ planner: GradingPlanner, _ grade: Grade?) throws -> Output {
        guard grade == nil else {
            throw Failure(
                .dayMissing, "--clear lets the date go, and takes no belt.", advice: "Use either of them.", kind: .usage
            )
        }
        guard let planned = try planner.cancel() else { return try planOutput(planner, isNew: false) }
        let title = planner.gradings.lessons.book.title(of: planned.grade)
        return .changed(
            "Removed the plan for the grading for \(title) on \(planned.day).", PlanReport(nil, nil), PlanFields.all,
            next: ["undo", "grading plan"])
    }

    /// Returns the planned grading and the readiness for it.
    ///
    /// - Parameter isNew: whether the command has just set the grading.
    private func planOutput(_ planner: GradingPlanner, isNew: Bool) throws -> Output {
        let book = planner.gradings.lessons.book
        guard let planned = try planner.planned() else {
            let next = book.belts.belt(after: planner.gradings.lessons.learner.grade)
            let example = next.map { "grading plan \($0.grade.id) DAY" } ?? "grading plan GRADE DAY"
            return .one(
                PlanReport(nil, nil), PlanFields.all,
                blocks: [
                    .paragraph("No date is set."),
                    .paragraph(StyledText("\(example) sets one, and everything is planned towards it.", .muted)),
                ],
                next: [planner.gradings.lessons.learner.isChild ? "train" : "grading mock"])
        }
        let title = book.title(of: planned.grade)
        let today = planner.gradings.lessons.log.today
        let isReached = planner.isReached(planned)
        guard !isReached, planned.day >= today else {
            return .one(
                PlanReport(planned, nil), PlanFields.all,
                blocks: [
                    .paragraph(StyledText(declared: PlanWords.pastText(planned, title, today, isReached: isReached)))
                ],
                next: isReached ? ["grading plan --clear"] : ["grading record", "grading plan --clear"])
        }
        let outlook = try planner.outlook(of: planned)
        let report = PlanReport(planned, outlook)
        let sentence = "Set: the grading for \(title) is on \(planned.day.spelledOut)."
        let confirmation: [Block] = isNew ? [.paragraph(StyledText(declared: sentence, .good)), .gap] : []
        if planner.gradings.lessons.learner.isChild {
            // The chance of passing and the weak areas are for adults who help the child: `--json`
            // contains them.
            let heading: StyledText = "\(declared: PlanWords.countdown(outlook, title))!"
            return .one(
                report, PlanFields.all,
                blocks: confirmation + [
                    .heading(heading), .paragraph(StyledText(declared: PlanWords.childToday(outlook))),
                ],
                next: ["train"] + (isNew ? ["undo"] : []))
        }
        return .one(
            report, PlanFields.all,
            blocks: (isNew
                ? [.paragraph(StyledText(declared: sentence, .good))]
                    + PlanBlocks.farAhead(outlook, book, wearing: planner.gradings.lessons.learner.grade) + [.gap] : [])
                + PlanBlocks(report, book).blocks,
            next: ["train", "grading mock"] + (isNew ? ["undo"] : []))
    }
}

/// The report of `grading plan`: the planned grading and the learner's readiness for it.
struct PlanReport: Sendable {
    /// The planned grading, or nil if none is set.
    let planned: PlannedGrading?
    /// The learner's readiness, or nil if no grading is set or its date has passed.
    let outlook: GradingOutlook?

    init(_ planned: PlannedGrading?, _ outlook: GradingOutlook?) {
        self.planned = planned
        self.outlook = outlook
    }
}
