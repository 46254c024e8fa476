import Kernel

/// How far a learner has come with one card. There is one from the first answer on.
public struct CardProgress: Storable, Hashable {
    /// As many misses make a leech, unless the card has left the lower boxes since.
    public static let leechMisses = 8

    /// Which card.
    public let card: Card
    /// Its box, and when it comes back.
    public var schedule: Schedule
    /// How often it was answered.
    public var answers: Int
    /// How often it was answered wrongly; never more than `answers`.
    public var misses: Int
    /// The day of the first answer.
    public let introduced: Day
    /// The latest answer: only that one can be taken back.
    public var latest: Identifier<Answer>

    /// Progress from its parts.
    public init(card: Card, schedule: Schedule, answers: Int, misses: Int, introduced: Day, latest: Identifier<Answer>) {
        (self.card, self.schedule, self.answers) = (card, schedule, answers)
        (self.misses, self.introduced, self.latest) = (misses, introduced, latest)
    }

    /// Reads progress; counts that cannot be are damage.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        card = try values.decode(Card.self, forKey: .card)
        schedule = try values.decode(Schedule.self, forKey: .schedule)
        answers = try values.number(.answers, within: Bounds.answers)
        misses = try values.number(.misses, within: 0...answers)
        introduced = try values.decode(Day.self, forKey: .introduced)
        latest = try values.decode(Identifier<Answer>.self, forKey: .latest)
    }

    /// The card's name.
    public var id: Identifier<CardProgress> { Self.id(of: card) }

    /// A card that keeps being missed and needs another way of learning: at least eight misses, and still in box 3 or below.
    public var isLeech: Bool { misses >= Self.leechMisses && schedule.box <= 3 }

    /// The identifier of a card's progress.
    public static func id(of card: Card) -> Identifier<CardProgress> { Identifier(card.name) }

    /// Where progress is kept. Without an index: there are as many records as cards were met, and every figure needs them all.
    public static let collection = RecordCollection<CardProgress>("learning.cards")
}
