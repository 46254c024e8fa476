import Content

/// The current learner. The app creates it from the active profile.
package struct Learner: Hashable, Sendable {
    package let grade: Grade
    package let mode: LearningMode
    /// The learner's target number of answers a day, from 1.
    package let dailyGoal: Int
    /// Whether the learner is a small child, who gets five cards at a time, with choices and
    /// without discouraging figures.
    package let isChild: Bool
    package let language: AnswerLanguage

    package init(
        grade: Grade, mode: LearningMode, dailyGoal: Int = 20, isChild: Bool = false,
        language: AnswerLanguage = .english
    ) {
        self.grade = grade
        self.mode = mode
        self.dailyGoal = dailyGoal
        self.isChild = isChild
        self.language = language
    }

    /// The maximum number of items in a small child's session.
    package static let childItems = 5

    /// Returns the number of items in a session of this learner, which is limited for a small
    /// child.
    package func sessionItems(_ wanted: Int) -> Int { isChild ? min(wanted, Learner.childItems) : wanted }

    /// Returns whether the learner may resume an unfinished session with this many items.
    ///
    /// A small child does not resume a longer session that was begun before the profile became a
    /// child's.
    package func mayResume(with items: Int) -> Bool { !isChild || items <= Learner.childItems }

    /// The content that is open to the learner under the belt rule.
    package var syllabus: Syllabus { Syllabus(grade: grade, mode: mode) }
}
