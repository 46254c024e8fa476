import Content
import Kernel
import Learning
import Practice

extension LessonStudy {
    /// Returns the mastery of every grade with line work, lowest first, including grades that are
    /// not open.
    package func lineStandings() throws -> [LessonMastery] {
        let memories = try log.memories(of: .lineWork)
        let rule = formRule
        return book.lines.map { line in
            let id = line.grade.id
            let grade = line.grade
            return standing((id, book.title(of: grade), grade), of: [id], .lineWork, in: memories, by: rule)
        }
    }

    /// Returns the line work of a grade. Nil means the learner's grade, or the latest lower one
    /// with line work.
    ///
    /// - Throws: `noLineWork`, `notOpenYet`.
    package func lineWork(of grade: Grade?) throws -> LineWork {
        let requestedGrade = grade ?? learner.grade
        let rule = formRule
        let work =
            grade == nil
            ? learner.syllabus.opened(in: book.lines).last ?? book.lines.first { rule.opening(of: $0.grade) == nil }
            : book.lines.first { $0.grade == requestedGrade }
        guard let work else {
            throw Failure(
                .noLineWork, "\(book.title(of: requestedGrade)) has no line work of its own.",
                advice: "`linework --all` shows all line work.")
        }
        let title = "The line work of \(book.title(of: work.grade))"
        let advice = "`linework show \(work.grade.id)` shows it."
        if let failure = notOpenFailure(title, of: work.grade, by: rule, advice: advice) { throw failure }
        return work
    }

    /// Begins the line work of a grade in class order. Without a grade, due lines come first, or
    /// else those of the learner's grade.
    ///
    /// - Throws: the errors of `lineWork(of:)`.
    package func runLines(of grade: Grade?) throws -> Run<LessonExercise> {
        if grade == nil {
            let dueLines = try dueSession(.lines)
            let grades = Set(dueLines.map(\.subject))
            if let firstGrade = grades.first {
                return try begin(
                    .lineWork, "run", subject: grades.count == 1 ? firstGrade : "",
                    items: Array(dueLines.prefix(learner.sessionItems(dueLines.count))))
            }
        }
        let work = try lineWork(of: grade)
        let items = try fewLines(of: work)
        return try begin(.lineWork, "run", subject: work.grade.id, items: items)
    }
}

extension LessonStudy {
    /// Returns all lines of a grade, or the least known ones in order for a small child.
    private func fewLines(of work: LineWork) throws -> [Target] {
        guard learner.isChild else { return work.items }
        let levels = Dictionary(
            try log.memories(of: .lineWork, subject: work.grade.id).map { ($0.target, $0.level) },
            uniquingKeysWith: { $1 })
        let weakest = work.items.enumerated().sorted {
            (levels[$0.element] ?? 0, $0.offset) < (levels[$1.element] ?? 0, $1.offset)
        }
        return weakest.prefix(Learner.childItems).sorted { $0.offset < $1.offset }.map(\.element)
    }
}

/// The count of the steps of a line, up the hall and down again.
package struct LineCount: Hashable, Sendable {
    /// The possible numbers of steps.
    package static let range = 2...30

    package let steps: Int
    /// The number of steps done, 0…`steps`.
    package private(set) var done = 0

    /// Creates a count for a number of steps, limited to 2…30.
    package init(steps: Int) { self.steps = min(max(steps, LineCount.range.lowerBound), LineCount.range.upperBound) }

    package var isOver: Bool { done == steps }

    /// Counts a step, with no effect after the last one.
    package mutating func count() { done = min(done + 1, steps) }

    /// The spoken number in Korean, which repeats from one to ten, such as `hana`.
    package var spokenNumber: String { done == 0 ? "" : LineCount.numbers[(done - 1) % LineCount.numbers.count] }

    /// The Korean numbers from one to ten.
    private static let numbers = ["hana", "dool", "set", "net", "dasot", "yosot", "ilgop", "yodol", "ahop", "yol"]
}
