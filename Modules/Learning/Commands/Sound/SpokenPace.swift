import Content
import Interface
import Kernel
import Sound

/// The typed setting for spoken words.
enum SpokenPace: String, CaseIterable, Sendable {
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

/// The sound of a session's cards, which speaks a Korean word when it appears or before.
struct CardSound: Sendable {
    let voice: Voice
    let pace: Utterance.Pace

    /// Whether the latest word could not be spoken.
    private(set) var isMute = false
    /// The notice of a sound problem, shown once a session for each kind of problem.
    private(set) var trouble: StyledText?
    /// The kinds of problems that were shown in this session.
    private var reportedCodes: Set<Failure.Code> = []

    init(voice: Voice, pace: Utterance.Pace) {
        self.voice = voice
        self.pace = pace
    }

    /// Speaks a term without waiting for the end of the sound.
    mutating func say(_ term: Term) {
        let failure = voice.say(Utterance(term.uttered, of: term.id, pace: pace))
        isMute = failure != nil
        guard let failure, reportedCodes.insert(failure.code).inserted else { return }
        trouble = StyledText("\(failure.message) \(failure.advice)", .warning)
    }

    /// Clears the notice once the user has answered.
    mutating func acknowledge() { trouble = nil }
}
