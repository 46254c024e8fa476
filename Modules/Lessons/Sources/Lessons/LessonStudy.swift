import Content
import Kernel
import Learning
import Practice

/// The lessons of a learner: step sparring, line work and theory, as runs of `LessonExercise`.
package struct LessonStudy: Sendable {
    package let book: LessonIndex
    package let learner: Learner
    /// The log of sessions and answers of every exercise kind.
    package let log: PracticeLog
    package let spacing: Spacing

    /// Creates the lessons of a learner.
    ///
    /// - Parameter newcomers: the scheduler for a learner who has never studied words, or nil for
    ///   Leitner.
    package init(_ book: LessonIndex, learner: Learner, log: PracticeLog, newcomers: Scheduling? = nil) {
        self.book = book
        self.learner = learner
        self.log = log
        spacing = Spacing(log, newcomers: newcomers)
    }

    /// The rule for step sparring and line work, which opens one belt ahead in progression mode, as
    /// for patterns.
    ///
    /// Not every belt has sparring. The next belt counts even if it has none, so that white belts
    /// do not start with the sparring of yellow belts.
    var formRule: PracticeRule { PracticeRule(learner, grades: book.belts.belts.map(\.grade), belts: book.belts) }

    /// Returns the error for forms of a grade that is not open, or nil if it is open.
    func notOpenFailure(_ what: String, of grade: Grade, by rule: PracticeRule, advice: String) -> Failure? {
        rule.opening(of: grade).map { opening in
            Failure(
                .notOpenYet,
                "\(what) opens at \(book.title(of: opening)), and you are \(book.title(of: learner.grade)).",
                advice: "\(advice) A grading moves your belt: grading record.")
        }
    }

    /// Saves a new run.
    ///
    /// - Throws: `nothingToPractise` without items.
    func begin(
        _ kind: PracticeKind, _ activity: String, subject: String, items: [Target], isTyped: Bool = false
    ) throws -> Run<LessonExercise> {
        try LessonStudy.requireItems(items)
        return try log.begin(
            LessonExercise(kind, activity, book, spacing), subject: subject, items: items,
            settings: .init(isTyped: isTyped))
    }

    /// Returns the due items, followed by all others.
    static func first(_ due: [Target], then others: [Target]) -> [Target] {
        let dueItems = Set(due)
        return due + others.filter { !dueItems.contains($0) }
    }

    /// Throws `nothingToPractise` if there are no items.
    package static func requireItems(_ items: [some Any]) throws {
        guard items.isEmpty else { return }
        throw Failure(.nothingToPractise, "There is nothing to ask here.", advice: "Choose another set, page or belt.")
    }

    /// Returns whether the learner may resume a run. A small child resumes only short runs without
    /// typed answers.
    private func mayResume(_ run: Run<LessonExercise>) -> Bool {
        learner.mayResume(with: run.items.count) && !(learner.isChild && run.settings.isTyped)
    }

    /// Returns the latest run of an activity if it is unfinished, or nil.
    ///
    /// With a subject, the run must be about that subject. For a small child, the run must be
    /// suitable.
    package func unfinished(_ kind: PracticeKind, _ activity: String, subject: String? = nil) throws -> Run<
        LessonExercise
    >? {
        let latest = try log.unfinished(LessonExercise(kind, activity, book, spacing))
        let run = latest.flatMap { activity == LessonStudy.reading || mayResume($0) ? $0 : nil }
        return subject == nil || run?.subject == subject ? run : nil
    }
}
