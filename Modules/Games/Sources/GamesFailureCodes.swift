import Kernel

extension Failure.Code {
    /// Thrown when the learner's words are too few to fill the boards of a game.
    package static var tooFewWords: Self { Self() }
}

extension Failure {
    static var tooFewWords: Failure {
        Failure(
            .tooFewWords, "There are too few words for this game.",
            advice: "Choose a higher belt with `profile edit`, or add a pack.")
    }
}
