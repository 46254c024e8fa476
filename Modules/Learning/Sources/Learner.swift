import Content

/// Who is learning; filled by the composition root from the active profile.
public struct Learner: Hashable, Sendable {
    /// The belt that is worn now.
    public let grade: Grade
    /// How new material is opened.
    public let mode: LearningMode
    /// Answers a day that the learner wants to give, from 1.
    public let dailyGoal: Int
    /// Whether it is a small child: five cards at a time, with choices, and nothing that weighs.
    public let isChild: Bool
    /// In which language answers are right besides English.
    public let language: AnswerLanguage

    /// Somebody who wants to give twenty answers a day, unless said otherwise.
    public init(
        grade: Grade, mode: LearningMode, dailyGoal: Int = 20, isChild: Bool = false, language: AnswerLanguage = .english
    ) {
        (self.grade, self.mode, self.dailyGoal, self.isChild) = (grade, mode, dailyGoal, isChild)
        self.language = language
    }

    /// So many things a small child is given at a time, at most.
    public static let childItems = 5

    /// So many things a session of the learner has where so many are wanted: of a small child's, a few.
    public func items(_ wanted: Int) -> Int { isChild ? min(wanted, Learner.childItems) : wanted }

    /// Whether something with so many items, which was left, is the learner's to go on with: a small child does not take up what somebody grown began
    /// before the profile was the child's.
    public func goesOn(with items: Int) -> Bool { !isChild || items <= Learner.childItems }

    /// What is open to the learner, by the one belt rule.
    public var syllabus: Syllabus { Syllabus(grade: grade, mode: mode) }
}
