import Content

/// What a grading is about: the content that somebody of a grade has learned, part by part. Where the grade lacks a part of its own, the latest below it.
struct GradingMatter {
    /// What the candidate has learned: the grade below the belt that is graded for.
    let grade: Grade
    private let book: LessonBook

    init(learned grade: Grade, _ book: LessonBook) { (self.grade, self.book) = (grade, book) }

    /// The line work; nil where no grade up to this one has any.
    var lines: LineWork? { book.lines.last { $0.grade <= grade } }

    /// The patterns.
    var patterns: [PatternHeading] {
        book.headings.filter { $0.grade == grade }.nonEmpty ?? book.headings.last { $0.grade < grade }.map { [$0] } ?? []
    }

    /// The set of step sparring; nil where no grade up to this one has any.
    var sparring: SparringSet? { SparringSet.all(of: book.exercises).last { $0.grade <= grade } }

    /// Pages of the grade.
    var ownTheory: [TheoryTopic] { book.topics.filter { $0.subject != .etiquette && $0.grade == grade } }
    /// Pages of the grades below.
    var earlierTheory: [TheoryTopic] { book.topics.filter { $0.subject != .etiquette && $0.grade < grade } }
    /// How one behaves, up to the grade.
    var etiquette: [TheoryTopic] { book.topics.filter { $0.subject == .etiquette && $0.grade <= grade } }
}
