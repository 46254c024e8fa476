import Kernel

extension Failure.Code { package static var tooFewWords: Self { Self() } }

extension Failure {
    static var tooFewWords: Failure {
        Failure(
            .tooFewWords, "There are too few words for this game.",
            advice: "Choose a higher belt with `profile edit`, or add a pack.")
    }
}
