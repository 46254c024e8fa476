/// The belt rule: the material that is new, due for review, or closed for a learner of a grade in a
/// mode.
///
/// This rule is defined only here. In both modes the open material grows with the grade and never
/// shrinks.
package struct Syllabus: Hashable, Sendable {
    /// The result of the rule for the material of one grade.
    package enum Status: String, Hashable, Sendable {
        case new
        /// Material of an earlier grade, which is asked again but not introduced as new.
        case review
        case notYet
    }

    package let grade: Grade
    package let mode: LearningMode

    package init(grade: Grade, mode: LearningMode) {
        self.grade = grade
        self.mode = mode
    }

    /// Returns the status of a grade's material for this learner.
    package func status(of other: Grade) -> Status {
        if other > grade { return .notYet }
        return other == grade || mode == .mastery ? .new : .review
    }

    /// Returns whether material of a grade may be shown.
    package func opens(_ other: Grade) -> Bool { status(of: other) != .notYet }

    /// Returns whether the learner may practice forms of a grade: patterns, step sparring and line
    /// work.
    ///
    /// Open grades qualify. In progression the next grade with forms also qualifies, because
    /// learners practice forms for the next grading. Mastery adds no grade.
    ///
    /// - Parameter grades: the grades that have such forms.
    package func opensPractice(of other: Grade, among grades: some Sequence<Grade>) -> Bool {
        opens(other) || (mode == .progression && other == grades.filter { $0 > grade }.min())
    }

    /// Returns the items that may be introduced, in the order given.
    package func new<Item: Graded>(in items: [Item]) -> [Item] { items.filter { status(of: $0.grade) == .new } }

    /// Returns the items for review from earlier grades, in the order given.
    package func review<Item: Graded>(in items: [Item]) -> [Item] { items.filter { status(of: $0.grade) == .review } }

    /// Returns the new and review items, in the order given.
    package func opened<Item: Graded>(in items: [Item]) -> [Item] { items.filter { opens($0.grade) } }
}
