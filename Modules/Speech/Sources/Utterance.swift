/// What is to be heard: a word, and whose sound it is.
public struct Utterance: Hashable, Sendable {
    /// How fast it is said.
    public enum Pace: String, Codable, CaseIterable, Sendable {
        /// As one speaks to a learner.
        case usual
        /// For beginners.
        case slow
    }

    /// What it is the sound of, by its id: a recording of that comes before every synthesiser.
    public let subject: String
    /// As it is read out, in hangul: a letter on its own by its name, a figure as a number.
    public let words: String
    /// How fast.
    public let pace: Pace

    /// A word to be said, as it is read out.
    public init(_ hangul: String, of subject: String, pace: Pace = .usual) {
        (self.subject, words, self.pace) = (subject, hangul, pace)
    }
}
