import Kernel

extension Failure.Code {
    /// Thrown when the belt in question has no line work of its own.
    package static var noLineWork: Self { Self() }
    /// Thrown when the learner's mastery is below the percentage that opens the practice mode.
    package static var modeLocked: Self { Self() }
    /// Thrown when today's pattern is asked for and every pattern is above the learner's grade.
    package static var noPatternOpen: Self { Self() }
    /// Thrown when no theory page has both the chosen belt and the chosen subject.
    package static var noSuchPages: Self { Self() }
    /// Thrown when a round of pattern questions or a test has no question to ask.
    package static var nothingToAsk: Self { Self() }
    /// Thrown when the chosen movements, set, page or belt contain no item to practice.
    package static var nothingToPractise: Self { Self() }
    /// Thrown when the page, sparring set or grading content is above the learner's grade.
    package static var notOpenYet: Self { Self() }
    /// Thrown when the learner's grade is below the grade that opens the pattern.
    package static var patternLocked: Self { Self() }
}
