import Content
import Kernel
import Lessons
import Practice

/// A sheet with all requirements of a grading: the content that the grade below learns.
package struct GradeSheet: Sendable {
    package let target: Grade
    /// The grade whose content the grading asks, one below the target.
    package let learnedGrade: Grade
    /// The line work of the grade, or of the latest lower grade that has any.
    package let lines: LineWork?
    package let patterns: [Pattern]
    package let sparring: SparringSet?
    /// The words by category, with those of earlier grades on request.
    package let words: [Term]
    package let theory: [TheoryTopic]
    /// The etiquette pages of all grades up to this one.
    package let etiquette: [TheoryTopic]
}

extension Gradings {
    /// Returns the sheet of a belt, even if its content is not open to the learner. Nil means the
    /// learner's next belt.
    ///
    /// - Parameter isWhole: whether to include the words of earlier grades.
    /// - Throws: `noNextBelt`, `noEarlierBelt`.
    package func sheet(for requestedGrade: Grade?, isWhole: Bool = false) throws -> GradeSheet {
        let book = lessons.book
        let ownGrade = lessons.learner.grade
        guard let target = requestedGrade ?? book.belts.belt(after: ownGrade)?.grade else {
            throw Failure(
                .noNextBelt, "There is no belt after \(book.title(of: ownGrade)) in this school.",
                advice: "Name an earlier one, as in `grading sheet 9k`.")
        }
        guard let learned = book.belts.belts.last(where: { $0.grade < target })?.grade else {
            throw Failure(
                .noEarlierBelt, "There is no grading for \(book.title(of: target)): it is the first belt.",
                advice: "Choose a later belt.", kind: .usage)
        }
        let headings =
            book.patternHeadings.filter { $0.grade == learned }.nonEmpty
            ?? book.patternHeadings.last { $0.grade < learned }.map { [$0] }
        let words = try book.library().terms.filter {
            ($0.grade == learned || isWhole && $0.grade < learned) && $0.hasKorean
        }
        return GradeSheet(
            target: target, learnedGrade: learned, lines: book.lines.last { $0.grade <= learned },
            patterns: (headings ?? []).compactMap { book.pattern($0.id) },
            sparring: SparringSet.all(of: book.exercises).last { $0.grade <= learned },
            words: words.sorted { ($0.category, $0.grade) < ($1.category, $1.grade) },
            theory: book.topics.filter { $0.grade == learned && $0.subject != .etiquette },
            etiquette: book.topics.filter { $0.grade <= learned && $0.subject == .etiquette })
    }
}
