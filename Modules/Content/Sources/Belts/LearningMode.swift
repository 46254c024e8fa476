/// The order in which a learner receives the material of the grades.
package enum LearningMode: String, Codable, CaseIterable, Sendable {
    /// New material comes from the current grade, and earlier grades return for review.
    case progression
    /// All material up to and including the grade is available as new.
    case mastery
}
