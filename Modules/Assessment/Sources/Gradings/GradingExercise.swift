import Content
import Kernel
import Lessons
import Practice

/// The mock grading exercise, which asks tasks of every kind, section by section.
///
/// The end of a run adds its result to the history.
package struct GradingExercise: LessonTasks {
    /// A task of a section.
    package struct Item: Codable, Hashable, Sendable {
        package let section: GradingSection
        package let task: Target
    }

    /// The settings of a mock grading.
    package struct Settings: Codable, Sendable {
        /// The grade whose content is asked, or nil in runs of older app versions.
        package let learned: Grade?
    }

    package let kind = PracticeKind.grading
    package let activity = "mock"
    let book: LessonIndex
    let history: GradingHistory
    let today: @Sendable () -> Day

    /// Returns the grade as the target of every task, with the name of the task as the question.
    package func target(of item: Item, in run: Run<Self>) -> (target: Target, question: String) {
        (Target(.grading, run.subject, "task"), item.task.name)
    }

    /// Returns the lesson task with choices, or nil if the content no longer has it.
    package func task(for item: Item, in run: Run<Self>) -> LessonTask? {
        book.task(item.task)?.offering(isTyped: false, seed: run.seed)
    }

    /// Returns the score of a run, and whether the total and each section reach their pass marks.
    package func outcome(of run: Run<Self>) -> LoggedRun.Outcome {
        LoggedRun.Outcome(share: run.share, isPassed: GradingScore(run).isPassed)
    }

    /// Returns the undo label for the end of the grading, which adds the result to the history.
    package func completionLabel(of run: Run<Self>) -> String? {
        Grade(id: run.subject).map { "Finished a mock grading for \(book.title(of: $0))" }
    }

    /// Adds the result to the history in the transaction that ends the run.
    package func end(_ run: Run<Self>, in unit: UnitOfWork) throws {
        try save(run, GradingScore(run).isPassed ? .pass : .fail, in: unit)
    }

    /// Adds a run to the history as a mock grading. The belt stays the same.
    ///
    /// - Throws: `unknownGrade`.
    func save(_ run: Run<Self>, _ result: Grading.Result, in unit: UnitOfWork) throws {
        guard let grade = Grade(id: run.subject) else {
            throw Failure(
                .unknownGrade, "This mock grading is for “\(run.subject)”, which is not a grade.", kind: .badData)
        }
        let score = GradingScore(run)
        var grading = Grading(id: Grading.id(of: run.id), kind: .mock, grade: grade, day: today(), result: result)
        grading.points = score.points
        grading.sections = score.parts.map { Grading.Points($0.section, $0.points) }
        try history.save(grading, reached: nil, in: unit.transaction)
    }
}

extension Run where Kind == GradingExercise {
    /// The current section and whether the next task begins it, or nil at the end.
    package var section: (section: GradingSection, isFirst: Bool)? {
        item.map { current in (current.section, place == 0 || items[place - 1].section != current.section) }
    }
}

extension GradingScore {
    package init(_ run: Run<GradingExercise>) {
        let shares = Dictionary(run.answers.map { ($0.place, $0.share) }, uniquingKeysWith: { $1 })
        let tasks = Dictionary(grouping: run.items.indices) { run.items[$0].section }
        self.init(tasks.map { section, places in (section, places.map { shares[$0] }) })
    }
}
