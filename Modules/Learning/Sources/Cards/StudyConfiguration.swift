import Content
import Kernel

/// What a session is to be.
public struct StudyConfiguration: Hashable, Codable, Sendable {
    /// How many cards a session may have.
    public static let cardRange = 1...50

    /// Which directions new cards have; a card that is due is asked in its own.
    public enum Directions: String, Codable, CaseIterable, Sendable {
        /// Recognition.
        case koreanToEnglish = "ko-en"
        /// Production.
        case englishToKorean = "en-ko"
        /// Both; a term is asked from English to Korean once it was known from Korean to English.
        case both

        /// The directions, recognition first.
        public var all: [Direction] {
            switch self {
            case .koreanToEnglish: [.koreanToEnglish]
            case .englishToKorean: [.englishToKorean]
            case .both: [.koreanToEnglish, .englishToKorean]
            }
        }
    }

    /// How a card is answered.
    public enum Mode: String, Codable, CaseIterable, Sendable {
        /// Look, flip, and say oneself how well it was known.
        case learn
        /// Type the answer, or choose it; it is judged.
        case test
    }

    /// How a test is answered.
    public enum Answering: String, Codable, CaseIterable, Sendable {
        /// Typed; hangul and romanisation with their variants count.
        case type
        /// One of four; what is typed instead of a number is judged as well.
        case choose
    }

    /// At most so many cards, 1…50.
    public var cards: Int
    /// Which sides of new cards are asked.
    public var directions: Directions
    /// Learn or test.
    public var mode: Mode
    /// How a test is answered.
    public var answering: Answering
    /// Only this grade's terms; nil for all that the learner has.
    public var belt: Grade?
    /// Only terms of this category.
    public var category: String?
    /// Only these terms, by identifier.
    public var terms: [String]?
    /// The name of the set that the terms are of; then the set is kept with a session, and not each of them.
    public var set: String?
    /// Kept only where it is so, as sessions of before do not have it.
    private var listens: Bool?
    /// Whether the Korean is heard and not seen, until the answer is given: then no card asks for the Korean.
    public var isListening: Bool {
        get { listens ?? false }
        set { listens = newValue ? true : nil }
    }
    /// Only cards that were never answered.
    public var onlyNew: Bool
    /// At most so many new cards; nil for what the day has still room for.
    public var newLimit: Int?
    /// The scheduler's name, or own intervals as `1/3/7/14/30`; nil for the one used last, at first `standard`.
    public var scheduler: String?

    /// A session of twenty cards in both directions, unless said otherwise.
    public init(
        cards: Int = 20, directions: Directions = .both, mode: Mode = .learn, answering: Answering = .type,
        belt: Grade? = nil,
        category: String? = nil, terms: [String]? = nil, onlyNew: Bool = false, newLimit: Int? = nil, scheduler: String? = nil
    ) {
        (self.cards, self.directions, self.mode, self.answering) = (cards, directions, mode, answering)
        (self.belt, self.category, self.terms) = (belt, category, terms)
        (self.onlyNew, self.newLimit, self.scheduler) = (onlyNew, newLimit, scheduler)
    }

    /// Whether it takes some of the cards alone: those of a grade, a category, certain terms, or new ones.
    public var isNarrow: Bool { belt != nil || category != nil || terms != nil || set != nil || onlyNew || isListening }

    /// The same for a small child: a few cards, with choices.
    public var forChild: StudyConfiguration {
        var small = self
        (small.cards, small.mode, small.answering) = (min(cards, Learner.childItems), .test, .choose)
        return small
    }

    /// The same without what is about one session: how many, which side, and how they are answered stay.
    public var lasting: StudyConfiguration {
        StudyConfiguration(cards: cards, directions: directions, mode: mode, answering: answering, scheduler: scheduler)
    }

    /// Whether both take the same cards, however many and however they are answered.
    public func asksAlike(_ other: StudyConfiguration) -> Bool {
        (belt, category, set, onlyNew) == (other.belt, other.category, other.set, other.onlyNew)
            && (set != nil || terms == other.terms) && isListening == other.isListening
    }
}
