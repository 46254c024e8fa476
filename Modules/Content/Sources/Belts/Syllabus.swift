/// The belt rule: what a learner of a grade, in a mode, is taught anew, meets again, or does not meet yet.
///
/// It is the only place that knows this rule. In both modes what is open grows with the grade and never shrinks.
public struct Syllabus: Hashable, Sendable {
    /// What the rule says about one grade's material.
    public enum Standing: String, Hashable, Sendable {
        /// May be introduced to the learner.
        case new
        /// Belongs to an earlier grade: asked again, not introduced as new.
        case review
        /// Belongs to a later grade.
        case notYet
    }

    /// The learner's own grade.
    public let grade: Grade
    /// The learner's mode.
    public let mode: LearningMode

    /// The rule for one learner.
    public init(grade: Grade, mode: LearningMode) {
        self.grade = grade
        self.mode = mode
    }

    /// How material of a grade stands to this learner.
    public func standing(of other: Grade) -> Standing {
        if other > grade { return .notYet }
        return other == grade || mode == .mastery ? .new : .review
    }

    /// Whether material of a grade may be shown at all.
    public func opens(_ other: Grade) -> Bool { standing(of: other) != .notYet }

    /// Whether forms of a grade (patterns, step sparring, line work) may be practised: what is open, and in progression also the next grade that has
    /// any, because forms are practised for the next grading. Mastery stays with what the learner has.
    ///
    /// - Parameter grades: those that have such forms.
    public func opensPractice(of other: Grade, among grades: some Sequence<Grade>) -> Bool {
        opens(other) || (mode == .progression && other == grades.filter { $0 > grade }.min())
    }

    /// What may be introduced, in the order given.
    public func new<Item: Graded>(in items: [Item]) -> [Item] { items.filter { standing(of: $0.grade) == .new } }

    /// What comes back from earlier grades, in the order given.
    public func review<Item: Graded>(in items: [Item]) -> [Item] { items.filter { standing(of: $0.grade) == .review } }

    /// Everything the learner has: new and review, in the order given.
    public func opened<Item: Graded>(in items: [Item]) -> [Item] { items.filter { opens($0.grade) } }
}
