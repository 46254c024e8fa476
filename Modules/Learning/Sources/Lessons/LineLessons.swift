import Content
import Kernel
import Practice

extension Lessons {
    /// The grades that have line work with how well it is known, lowest first; those that are not open yet as well.
    public func lineStandings() throws -> [LessonStanding] {
        let (known, rule) = (try log.memories(of: .lineWork), formRule)
        return book.lines.map { line in
            let (id, grade) = (line.grade.id, line.grade)
            return standing((id, book.title(of: grade), grade), of: [id], .lineWork, in: known, by: rule)
        }
    }

    /// The line work of a grade; nil means the learner's own, or the latest below it.
    ///
    /// - Throws: `noLineWork`, `notOpenYet`.
    public func lineWork(of grade: Grade?) throws -> LineWork {
        let wanted = grade ?? learner.grade
        let rule = formRule
        let found =
            grade == nil
            ? learner.syllabus.opened(in: book.lines).last ?? book.lines.first { rule.opening(of: $0.grade) == nil }
            : book.lines.first { $0.grade == wanted }
        guard let found else {
            throw Failure(
                .noLineWork, "\(book.title(of: wanted)) has no line work of its own.",
                advice: "`linework --all` shows all line work.")
        }
        let title = "The line work of \(book.title(of: found.grade))"
        let advice = "`linework show \(found.grade.id)` shows it."
        if let failure = closed(title, of: found.grade, by: rule, advice: advice) { throw failure }
        return found
    }

    /// Begins the line work of a grade, in the order of a class. Where no grade is named the lines that are due come back, and only where none is the
    /// learner's own.
    ///
    /// - Throws: as `lineWork(of:)`.
    public func runLines(of grade: Grade?) throws -> Run<LessonExercise> {
        if grade == nil {
            let due = try dueSession(.lines)
            let grades = Set(due.map(\.subject))
            if let first = grades.first {
                return try begin(
                    .lineWork, "run", subject: grades.count == 1 ? first : "", items: Array(due.prefix(learner.items(due.count))))
            }
        }
        let work = try lineWork(of: grade)
        let items = try fewLines(of: work)
        return try begin(.lineWork, "run", subject: work.grade.id, items: items)
    }
}

extension Lessons {
    /// All lines of a grade; for a small child the few that are known least, in their order.
    private func fewLines(of work: LineWork) throws -> [Target] {
        guard learner.isChild else { return work.items }
        let known = Dictionary(
            try log.memories(of: .lineWork, subject: work.grade.id).map { ($0.target, $0.level) }, uniquingKeysWith: { $1 })
        let weakest = work.items.enumerated().sorted {
            (known[$0.element] ?? 0, $0.offset) < (known[$1.element] ?? 0, $1.offset)
        }
        return weakest.prefix(Learner.childItems).sorted { $0.offset < $1.offset }.map(\.element)
    }
}

/// The steps of one line as they are counted aloud, up the hall and down again.
public struct LineCount: Hashable, Sendable {
    /// How many steps a line may have.
    public static let range = 2...30

    /// Steps of the line.
    public let steps: Int
    /// Steps done, 0…`steps`.
    public private(set) var done = 0

    /// A line of so many steps; a number outside 2…30 is moved to the nearest.
    public init(steps: Int) { self.steps = min(max(steps, LineCount.range.lowerBound), LineCount.range.upperBound) }

    /// Whether the line is over.
    public var isOver: Bool { done == steps }

    /// Counts a step; nothing after the last.
    public mutating func count() { done = min(done + 1, steps) }

    /// The number as it is called, one to ten over and over: `hana`.
    public var called: String { done == 0 ? "" : LineCount.numbers[(done - 1) % LineCount.numbers.count] }

    private static let numbers = ["hana", "dool", "set", "net", "dasot", "yosot", "ilgop", "yodol", "ahop", "yol"]
}
