import Content
import Kernel
import Learning
import Speech
import Terminal

/// Whether words are said aloud, as it is typed.
enum Sound: String, CaseIterable, Sendable {
    case on, slow, off

    init(_ pace: Utterance.Pace?) { self = pace.map { $0 == .slow ? .slow : .on } ?? .off }

    var pace: Utterance.Pace? { self == .off ? nil : self == .slow ? .slow : .usual }

    var words: String {
        switch self {
        case .on: "words are said aloud"
        case .slow: "words are said aloud, slowly"
        case .off: "off"
        }
    }

    var sentence: String {
        switch self {
        case .on: "From now on words are said aloud."
        case .slow: "From now on words are said aloud, slowly."
        case .off: "From now on words are not said aloud."
        }
    }
}

/// What is heard of the cards of a session: the Korean, as soon as it is seen, or before it is.
struct CardSound: Sendable {
    let voice: Voice
    let pace: Utterance.Pace

    /// Whether the word may not be heard.
    private(set) var isMute = false
    /// What is to be said of that, each thing once a session.
    private(set) var trouble: StyledText?
    private var told: Set<Failure.Code> = []

    init(voice: Voice, pace: Utterance.Pace) { (self.voice, self.pace) = (voice, pace) }

    /// Says a term; nobody waits for it.
    mutating func say(_ term: Term) {
        let failure = voice.say(Utterance(term.uttered, of: term.id, pace: pace))
        isMute = failure != nil
        guard let failure, told.insert(failure.code).inserted else { return }
        trouble = StyledText("\(failure.message) \(failure.advice)", .warning)
    }

    /// Who has answered has read what was said.
    mutating func acknowledge() { trouble = nil }
}
