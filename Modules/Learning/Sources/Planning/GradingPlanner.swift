import Content
import Kernel
import Practice

/// The grading that a learner learns towards: sets it, lets it go, and says how ready they are and what each day is to bring.
public struct GradingPlanner: Sendable {
    /// Gradings of the learner, with the lessons beneath.
    public let gradings: Gradings
    /// Their words.
    public let flashcards: Flashcards

    /// The planner of one learner, to whom both belong.
    public init(_ gradings: Gradings, _ flashcards: Flashcards) { (self.gradings, self.flashcards) = (gradings, flashcards) }

    var log: PracticeLog { gradings.lessons.log }
    var book: LessonBook { gradings.lessons.book }
    private var learner: Learner { gradings.lessons.learner }

    // MARK: - The date

    /// What is set; nil where nothing is.
    public func planned() throws -> PlannedGrading? { try log.plannedGrading() }

    /// Sets the grading to learn towards; the one of before is forgotten.
    ///
    /// - Throws: `pastGrading`, `beltReached`, `noEarlierBelt`.
    @discardableResult public func set(_ grade: Grade, on day: Day) throws -> PlannedGrading {
        let title = book.title(of: grade)
        guard grade > learner.grade else {
            throw Failure(
                .beltReached, "You are \(book.title(of: learner.grade)) already, so there is no grading for \(title) ahead.",
                advice: "Choose a later belt.", kind: .usage)
        }
        _ = try gradings.aim(grade, ahead: true)
        guard day >= log.today else {
            throw Failure(
                .pastGrading, "\(day) is over.",
                advice: "Choose today or a later day. A grading that was held is written down with `grading record`.",
                kind: .usage)
        }
        let planned = PlannedGrading(grade: grade, day: day, since: log.today)
        try log.repository.write(undo: "Set the grading for \(title) on \(day)") { try $0.unit.transaction.put(planned) }
        return planned
    }

    /// Lets the grading go.
    ///
    /// - Returns: what was set; nil where nothing was.
    @discardableResult public func letGo() throws -> PlannedGrading? {
        guard let planned = try planned() else { return nil }
        let label = "Let go of the grading for \(book.title(of: planned.grade)) on \(planned.day)"
        try log.repository.write(undo: label) { _ = try $0.unit.transaction.delete(PlannedGrading.only) }
        return planned
    }

    /// Whether the belt that was learned towards has been reached.
    public func isReached(_ planned: PlannedGrading) -> Bool { learner.grade >= planned.grade }

    // MARK: - How it stands

    /// How the learner stands with a grading.
    public func outlook(of planned: PlannedGrading) throws -> GradingOutlook {
        let learned = try gradings.aim(planned.grade, ahead: true).learned
        let belts = book.belts.belts.map(\.grade).filter { $0 > learner.grade && $0 <= planned.grade }
        let ladder = [learner.grade] + belts.dropLast()
        let asked = GradingContent(learned, on: ladder, book, flashcards.library, setAside: try flashcards.setAside())
        // Of a learner's thousands it reads the hundreds that are asked.
        let recalled = Recollection(try log.memories(of: asked.targets), by: try flashcards.scheduler())
        return GradingOutlook(
            of: planned, today: log.today, belts: belts.count, in: book.belts, asking: asked, recalled,
            newADay: try flashcards.settings().newADay)
    }
}

extension PracticeLog {
    /// The grading that the learner learns towards; nil where none is set.
    public func plannedGrading() throws -> PlannedGrading? {
        try repository.read { try $0.unit.transaction.record(PlannedGrading.only) }
    }
}
