/// How a learner walks through the grades.
public enum LearningMode: String, Codable, CaseIterable, Sendable {
    /// New material is the current grade's; earlier grades come back for review.
    case progression
    /// Everything up to and including the grade is open as new.
    case mastery
}
