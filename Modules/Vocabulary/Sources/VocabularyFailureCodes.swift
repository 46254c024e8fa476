import Kernel

extension Failure.Code {
    /// Thrown when a typed name is unknown, or its phrase is outside the buildable two to six
    /// words.
    package static var notAPhrase: Self { Self() }
    /// Thrown when the learner's words are too few for a session of the word builder.
    package static var vocabularyTooSmall: Self { Self() }
}

extension Failure {
    static var vocabularyTooSmall: Failure {
        Failure(
            .vocabularyTooSmall, "There are too few words to build with.",
            advice: "Choose a higher belt with `profile edit`, or add a pack.")
    }

    /// Returns the failure for a name of no phrase that can be built.
    static func notAPhrase(_ name: String) -> Failure {
        Failure(
            .notAPhrase, "“\(name.prefix(60))” is not a phrase of two to six words that can be built.",
            advice: "`search` finds terms; a technique such as \"low block\" is one.")
    }
}
