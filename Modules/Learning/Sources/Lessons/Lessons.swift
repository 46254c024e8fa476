import Content
import Kernel
import Practice

/// Lessons for one learner: step sparring, line work and theory, item by item. Each is a run of `LessonExercise`.
public struct Lessons: Sendable {
    /// The content.
    public let book: LessonBook
    /// Who learns.
    public let learner: Learner
    /// Where sessions and answers are kept, with those of every other kind.
    public let log: PracticeLog
    /// By what things come back.
    public let spacing: Spacing

    /// Lessons for a learner, whose own the log is.
    ///
    /// - Parameter newcomers: the scheduler of somebody who never studied words; nil for Leitner.
    public init(_ book: LessonBook, learner: Learner, log: PracticeLog, newcomers: Scheduling? = nil) {
        (self.book, self.learner, self.log) = (book, learner, log)
        spacing = Spacing(log, newcomers: newcomers)
    }

    /// Which step sparring and line work may be practised: in progression one belt ahead, as patterns. Not every belt has sparring, and white belts
    /// do not begin with that of yellow ones; so the next belt counts, whether it has any or not.
    var formRule: PracticeRule { PracticeRule(learner, grades: book.belts.belts.map(\.grade), belts: book.belts) }

    /// What keeps a learner from forms of a grade; nil where they are open.
    func closed(_ what: String, of grade: Grade, by rule: PracticeRule, advice: String) -> Failure? {
        rule.opening(of: grade).map { opening in
            Failure(
                .notOpenYet, "\(what) opens at \(book.title(of: opening)), and you are \(book.title(of: learner.grade)).",
                advice: "\(advice) A grading moves your belt: grading record.")
        }
    }

    /// Keeps a new run.
    ///
    /// - Throws: `nothingToPractise` without items.
    func begin(
        _ kind: PracticeKind, _ activity: String, subject: String, items: [Target], isTyped: Bool = false
    ) throws -> Run<LessonExercise> {
        try Lessons.expect(items)
        return try log.begin(
            LessonExercise(kind, activity, book, spacing), subject: subject, items: items, settings: .init(isTyped: isTyped))
    }

    /// What is due, and behind it everything else.
    static func first(_ due: [Target], then others: [Target]) -> [Target] {
        let known = Set(due)
        return due + others.filter { !known.contains($0) }
    }

    static func expect(_ items: [some Any]) throws {
        guard items.isEmpty else { return }
        throw Failure(.nothingToPractise, "There is nothing to ask here.", advice: "Choose another set, page or belt.")
    }

    /// Pages are read alike by everybody; of all else a small child has a few things, to be chosen.
    private func isOwn(_ run: Run<LessonExercise>) -> Bool {
        learner.goesOn(with: run.items.count) && !(learner.isChild && run.settings.isTyped)
    }

    /// The latest run of an activity when it was left before its end, of a small child one of its own; with a subject only when it is about that.
    public func unfinished(_ kind: PracticeKind, _ activity: String, subject: String? = nil) throws -> Run<LessonExercise>? {
        let left = try log.unfinished(LessonExercise(kind, activity, book, spacing))
        let run = left.flatMap { activity == Lessons.reading || isOwn($0) ? $0 : nil }
        return subject == nil || run?.subject == subject ? run : nil
    }
}
