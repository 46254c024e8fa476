import Content
import Kernel
import Practice

/// Everything that the grading for a belt may ask, on one sheet: what the grade below it learns.
public struct GradeSheet: Sendable {
    /// The belt that is graded for.
    public let target: Grade
    /// The grade whose content is asked.
    public let learned: Grade
    /// Its line work, or that of the latest grade below that has any.
    public let lines: LineWork?
    /// Its patterns, or the latest one below.
    public let patterns: [Pattern]
    /// The set of step sparring that was learned by then.
    public let sparring: SparringSet?
    /// Its words, by category; those of earlier grades too where they are wanted.
    public let words: [Term]
    /// Its pages of theory.
    public let theory: [TheoryTopic]
    /// How one behaves: those pages of all grades up to it.
    public let etiquette: [TheoryTopic]
}

extension Gradings {
    /// The sheet of a belt, whether its content is open to the learner or not; nil means their next belt.
    ///
    /// - Parameter isWhole: with the words of earlier grades.
    /// - Throws: `noNextBelt`, `noEarlierBelt`.
    public func sheet(for wanted: Grade?, isWhole: Bool = false) throws -> GradeSheet {
        let (book, own) = (lessons.book, lessons.learner.grade)
        guard let target = wanted ?? book.belts.belt(after: own)?.grade else {
            throw Failure(
                .noNextBelt, "There is no belt after \(book.title(of: own)) in this school.",
                advice: "Name an earlier one, as in `grading sheet 9k`.")
        }
        guard let learned = book.belts.belts.last(where: { $0.grade < target })?.grade else {
            throw Failure(
                .noEarlierBelt, "There is no grading for \(book.title(of: target)): everybody begins there.",
                advice: "Choose a later belt.", kind: .usage)
        }
        let headings =
            book.headings.filter { $0.grade == learned }.nonEmpty ?? book.headings.last { $0.grade < learned }.map { [$0] }
        let words = try book.library().terms.filter { ($0.grade == learned || isWhole && $0.grade < learned) && $0.hasKorean }
        return GradeSheet(
            target: target, learned: learned, lines: book.lines.last { $0.grade <= learned },
            patterns: (headings ?? []).compactMap { book.pattern($0.id) },
            sparring: SparringSet.all(of: book.exercises).last { $0.grade <= learned },
            words: words.sorted { ($0.category, $0.grade) < ($1.category, $1.grade) },
            theory: book.topics.filter { $0.grade == learned && $0.subject != .etiquette },
            etiquette: book.topics.filter { $0.grade <= learned && $0.subject == .etiquette })
    }
}
