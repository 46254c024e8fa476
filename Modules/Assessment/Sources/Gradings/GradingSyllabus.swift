import Content
import Lessons

/// The content of a grading: everything that a grade has learned, by section. Missing sections use
/// the latest lower grade that has one.
struct GradingSyllabus {
    /// The grade whose content is asked, which is the one below the target belt.
    let grade: Grade
    private let book: LessonIndex

    init(learned grade: Grade, _ book: LessonIndex) {
        self.grade = grade
        self.book = book
    }

    /// The line work, or nil if no grade up to this one has any.
    var lines: LineWork? { book.lines.last { $0.grade <= grade } }

    var patterns: [PatternHeading] {
        book.patternHeadings.filter { $0.grade == grade }.nonEmpty ?? book.patternHeadings.last { $0.grade < grade }.map
        { [$0] }
            ?? []
    }

    /// The step sparring set, or nil if no grade up to this one has any.
    var sparring: SparringSet? { SparringSet.all(of: book.exercises).last { $0.grade <= grade } }

    /// The theory pages of the grade.
    var ownTheory: [TheoryTopic] { book.topics.filter { $0.subject != .etiquette && $0.grade == grade } }
    /// Pages of the grades below.
    var earlierTheory: [TheoryTopic] { book.topics.filter { $0.subject != .etiquette && $0.grade < grade } }
    /// The etiquette pages of all grades up to this one.
    var etiquette: [TheoryTopic] { book.topics.filter { $0.subject == .etiquette && $0.grade <= grade } }
}
