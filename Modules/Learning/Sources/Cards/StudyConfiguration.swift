import Content
import Kernel

/// The configuration of a session.
package struct StudyConfiguration: Hashable, Codable, Sendable {
    /// The possible numbers of cards in a session.
    package static let cardRange = 1...50

    /// The directions of new cards. A due card keeps its own direction.
    package enum Directions: String, Codable, CaseIterable, Sendable {
        case koreanToEnglish = "ko-en"
        case englishToKorean = "en-ko"
        /// Both directions. English to Korean starts once the learner has answered the term from
        /// Korean to English.
        case both

        package var all: [Direction] {
            switch self {
            case .koreanToEnglish: [.koreanToEnglish]
            case .englishToKorean: [.englishToKorean]
            case .both: [.koreanToEnglish, .englishToKorean]
            }
        }
    }

    /// The answer method of a card.
    package enum Mode: String, Codable, CaseIterable, Sendable {
        /// The learner flips the card and rates their own recall.
        case learn
        /// The learner types or chooses the answer, and the app judges it.
        case test
    }

    /// The answer method of a test.
    package enum Answering: String, Codable, CaseIterable, Sendable {
        /// Typed answers, in Hangul or romanization, including variants.
        case type
        /// One of four choices. Text typed instead of a number is also judged.
        case choose
    }

    /// The maximum number of cards, 1…50.
    package var cards: Int
    package var directions: Directions
    package var mode: Mode
    package var answering: Answering
    /// The grade of the terms, or nil for all grades of the learner.
    package var belt: Grade?
    /// Only terms of this category.
    package var category: String?
    /// Only these terms, by identifier.
    package var terms: [String]?
    /// The name of a word set. The session then stores the name instead of the terms.
    package var set: String?
    /// The stored value of `isListening`, written only if true, because older sessions lack it.
    private var listens: Bool?
    /// Whether the Korean is spoken and hidden until the learner answers. No card then asks for the
    /// Korean.
    package var isListening: Bool {
        get { listens ?? false }
        set { listens = newValue ? true : nil }
    }
    /// Whether the session takes only cards without answers.
    package var onlyNew: Bool
    /// The maximum number of new cards, or nil for the rest of the daily limit.
    package var newLimit: Int?
    /// The name of the scheduler, or custom intervals such as `1/3/7/14/30`. Nil means the last one
    /// used, at first `standard`.
    package var scheduler: String?

    package init(
        cards: Int = 20, directions: Directions = .both, mode: Mode = .learn, answering: Answering = .type,
        belt: Grade? = nil,
        category: String? = nil, terms: [String]? = nil, onlyNew: Bool = false, newLimit: Int? = nil,
        scheduler: String? = nil
    ) {
        self.cards = cards
        self.directions = directions
        self.mode = mode
        self.answering = answering
        self.belt = belt
        self.category = category
        self.terms = terms
        self.onlyNew = onlyNew
        self.newLimit = newLimit
        self.scheduler = scheduler
    }

    /// Whether the session takes only some of the cards: a grade, a category, certain terms or new
    /// cards.
    package var isNarrow: Bool {
        belt != nil || category != nil || terms != nil || set != nil || onlyNew || isListening
    }

    /// The configuration for a small child: a few cards with choices.
    package var forChild: StudyConfiguration {
        var configuration = self
        (configuration.cards, configuration.mode, configuration.answering) = (
            min(cards, Learner.childItems), .test, .choose
        )
        return configuration
    }

    /// The configuration without the choices of a single session. It keeps the number of cards, the
    /// directions and the answer method.
    package var reusable: StudyConfiguration {
        StudyConfiguration(cards: cards, directions: directions, mode: mode, answering: answering, scheduler: scheduler)
    }

    /// Returns whether both configurations select the same cards, whatever their number and answer
    /// method.
    package func selectsSameCards(_ other: StudyConfiguration) -> Bool {
        (belt, category, set, onlyNew) == (other.belt, other.category, other.set, other.onlyNew)
            && (set != nil || terms == other.terms) && isListening == other.isListening
    }
}
