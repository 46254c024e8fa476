import Content
import Kernel
import Practice

/// A mock grading as an exercise: tasks of every kind, part by part. What it comes to enters the history with its end.
public struct GradingExercise: LessonTasks {
    /// A task of a part.
    public struct Item: Codable, Hashable, Sendable {
        /// The part that it counts for.
        public let section: GradingSection
        /// What is asked for.
        public let task: Target
    }

    /// What a mock grading asks.
    public struct Settings: Codable, Sendable {
        /// The grade whose content is asked; nil where an older program did not say.
        public let learned: Grade?
    }

    /// Gradings stand apart from the lessons whose tasks they ask.
    public let kind = PracticeKind.grading
    /// Real gradings are written down, not sat through here.
    public let activity = "mock"
    let book: LessonBook
    let history: GradingBook
    let today: @Sendable () -> Day

    /// Everything counts for the grade; the question says which task it was.
    public func target(of item: Item, in run: Run<Self>) -> (target: Target, question: String) {
        (Target(.grading, run.subject, "task"), item.task.name)
    }

    /// Asked as a lesson asks it, with choices; nil when a pack has it no more.
    public func task(for item: Item, in run: Run<Self>) -> LessonTask? {
        book.task(item.task)?.offering(isTyped: false, seed: run.seed)
    }

    /// Passed by points over all and in each part.
    public func outcome(of run: Run<Self>) -> LoggedRun.Outcome {
        LoggedRun.Outcome(share: run.share, isPassed: GradingScore(run).isPassed)
    }

    /// What `undo` calls the end of it, which enters the history.
    public func labelOfEnd(of run: Run<Self>) -> String? {
        Grade(id: run.subject).map { "Finished a mock grading for \(book.title(of: $0))" }
    }

    /// Enters the history in the transaction that closes the run.
    public func end(_ run: Run<Self>, in unit: UnitOfWork) throws {
        try keep(run, GradingScore(run).isPassed ? .pass : .fail, in: unit)
    }

    func keep(_ run: Run<Self>, _ result: Grading.Result, in unit: UnitOfWork) throws {
        guard let grade = Grade(id: run.subject) else {
            throw Failure(.unknownGrade, "This mock grading is for “\(run.subject)”, which is not a grade.", kind: .badData)
        }
        let score = GradingScore(run)
        var grading = Grading(id: Grading.id(of: run.id), kind: .mock, grade: grade, day: today(), result: result)
        grading.points = score.points
        grading.sections = score.parts.map { Grading.Points($0.section, $0.points) }
        try history.keep(grading, reached: nil, in: unit.transaction)
    }
}

extension Run where Kind == GradingExercise {
    /// The part that it is in, and whether its next task begins it; nil at the end.
    public var section: (section: GradingSection, isFirst: Bool)? {
        item.map { now in (now.section, place == 0 || items[place - 1].section != now.section) }
    }
}

extension GradingScore {
    /// What a run came to so far.
    public init(_ run: Run<GradingExercise>) {
        let shares = Dictionary(run.answers.map { ($0.place, $0.share) }, uniquingKeysWith: { $1 })
        let tasks = Dictionary(grouping: run.items.indices) { run.items[$0].section }
        self.init(tasks.map { section, places in (section, places.map { shares[$0] }) })
    }
}
