import Kernel

/// One answer, as it stands in the study log. Never changed; taking it back removes it.
public struct Answer: Storable, Hashable {
    /// Given by whoever answers, before it is kept: keeping it twice is keeping it once.
    public let id: Identifier<Answer>
    /// The session in which it was given.
    public let session: Identifier<StudySession>
    /// The card.
    public let card: Card
    /// Its place among the answers of its session, from 0: several answers may fall into one millisecond.
    public let turn: Int
    /// When.
    public let at: Instant
    /// The learner's local day then; it stays what it was when they travel.
    public let day: Day
    /// How well it was known.
    public let rating: Rating
    /// Time from showing the card to the answer; 0…60,000, what is longer counts as a minute.
    public let milliseconds: Int
    /// The card's schedule before, or nil when this was its first answer.
    public let before: Schedule?
    /// The card's schedule after.
    public let after: Schedule
    /// The card's answer before this one.
    public let previous: Identifier<Answer>?

    /// Whether it counts as right.
    public var isRight: Bool { rating.isRight }

    static let bySession = Index<Answer, IndexKey>.ordered("session") { IndexKey($0.session, $0.turn, $0.at, $0.id) }
    static let byTime = Index<Answer, IndexKey>.ordered("time") { IndexKey($0.at, $0.turn, $0.id) }
    /// Where answers are kept.
    public static let collection = RecordCollection<Answer>("learning.answers", indexes: [bySession, byTime])
}

/// An answer before it is kept: what the learner did, without what follows from it.
public struct GivenAnswer: Hashable, Sendable {
    /// The longest time that one answer counts for, in milliseconds.
    public static let longest = 60_000

    /// A fresh identifier.
    public let id: Identifier<Answer>
    /// The session.
    public let session: Identifier<StudySession>
    /// The card.
    public let card: Card
    /// Its place among the answers of its session, from 0.
    public let turn: Int
    /// When and on which day.
    public let moment: StudyMoment
    /// How well it was known.
    public let rating: Rating
    /// 0…60,000.
    public let milliseconds: Int

    /// An answer; a time outside 0…60,000 ms is moved to the nearest.
    public init(
        id: Identifier<Answer>, session: Identifier<StudySession>, card: Card, turn: Int, moment: StudyMoment, rating: Rating,
        milliseconds: Int
    ) {
        (self.id, self.session, self.card, self.turn, self.moment, self.rating) = (id, session, card, turn, moment, rating)
        self.milliseconds = min(max(milliseconds, 0), GivenAnswer.longest)
    }

    func kept(over old: CardProgress?, after schedule: Schedule) -> Answer {
        Answer(
            id: id, session: session, card: card, turn: turn, at: moment.instant, day: moment.day, rating: rating,
            milliseconds: milliseconds,
            before: old?.schedule, after: schedule, previous: old?.latest)
    }
}
