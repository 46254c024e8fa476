import Content
import Kernel
import Learning
import Lessons
import Practice

/// The planner of the learner's next grading, which stores the target and returns the readiness and
/// the daily plan.
package struct GradingPlanner: Sendable {
    package let gradings: Gradings
    package let flashcards: Flashcards

    package init(_ gradings: Gradings, _ flashcards: Flashcards) {
        self.gradings = gradings
        self.flashcards = flashcards
    }

    var log: PracticeLog { gradings.lessons.log }
    var book: LessonIndex { gradings.lessons.book }
    private var learner: Learner { gradings.lessons.learner }

    // MARK: - The date

    /// Returns the planned grading, or nil if none is set.
    package func planned() throws -> PlannedGrading? { try log.plannedGrading() }

    /// Sets the planned grading, replacing any previous one.
    ///
    /// - Throws: `pastGrading`, `beltReached`, `noEarlierBelt`.
    @discardableResult package func set(_ grade: Grade, on day: Day) throws -> PlannedGrading {
        let title = book.title(of: grade)
        guard grade > learner.grade else {
            throw Failure(
                .beltReached,
                "You are \(book.title(of: learner.grade)) already, so there is no grading for \(title) ahead.",
                advice: "Choose a later belt.", kind: .usage)
        }
        _ = try gradings.resolveTarget(grade, ahead: true)
        guard day >= log.today else {
            throw Failure(
                .pastGrading, "\(day) is over.",
                advice: "Choose today or a later day. A grading that was held is written down with `grading record`.",
                kind: .usage)
        }
        let planned = PlannedGrading(grade: grade, day: day, since: log.today)
        try log.repository.write(undo: "Set the grading for \(title) on \(day)") {
            try $0.unit.transaction.put(planned)
        }
        return planned
    }

    /// Deletes the planned grading.
    ///
    /// - Returns: the deleted grading, or nil if none was set.
    @discardableResult package func cancel() throws -> PlannedGrading? {
        guard let planned = try planned() else { return nil }
        let label = "Removed the plan for the grading for \(book.title(of: planned.grade)) on \(planned.day)"
        try log.repository.write(undo: label) { _ = try $0.unit.transaction.delete(PlannedGrading.only) }
        return planned
    }

    /// Returns whether the learner already has the belt of the planned grading.
    package func isReached(_ planned: PlannedGrading) -> Bool { learner.grade >= planned.grade }

    // MARK: - Readiness

    /// Returns the learner's readiness for a grading.
    package func outlook(of planned: PlannedGrading) throws -> GradingOutlook {
        let learned = try gradings.resolveTarget(planned.grade, ahead: true).learned
        let belts = book.belts.belts.map(\.grade).filter { $0 > learner.grade && $0 <= planned.grade }
        let ladder = [learner.grade] + belts.dropLast()
        let content = GradingContent(learned, on: ladder, book, flashcards.library, setAside: try flashcards.setAside())
        // The query reads the hundreds of relevant memories out of the learner's thousands.
        let estimates = RecallEstimates(try log.memories(of: content.targets), by: try flashcards.scheduler())
        return GradingOutlook(
            of: planned, today: log.today, belts: belts.count, in: book.belts, asking: content, estimates,
            newADay: try flashcards.settings().newADay)
    }
}

extension PracticeLog {
    /// Returns the learner's planned grading, or nil if none is set.
    package func plannedGrading() throws -> PlannedGrading? {
        try repository.read { try $0.unit.transaction.record(PlannedGrading.only) }
    }
}
