/// A word to speak, with the id of its recording.
package struct Utterance: Hashable, Sendable {
    /// The speed of speech.
    package enum Pace: String, Codable, CaseIterable, Sendable {
        case usual
        case slow
    }

    /// The id of the word, whose recording takes precedence over a synthesizer.
    package let recordingID: String
    /// The hangul to read aloud, with names of single letters and numbers for digits.
    package let hangul: String
    package let pace: Pace

    package init(_ hangul: String, of subject: String, pace: Pace = .usual) {
        self.recordingID = subject
        self.hangul = hangul
        self.pace = pace
    }
}
