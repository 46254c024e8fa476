import Kernel
import Practice

/// What a session goes through: a card that is asked, the same card once more, or a new word that is only shown.
public struct StudyItem: Hashable, Sendable {
    /// What is done with the card.
    public enum Step: String, Codable, Sendable {
        /// Both sides are shown: the word is new, and asked a little later.
        case show
        /// It is asked.
        case ask
        /// It was missed in this session and is asked once more: practice, which moves no memory.
        case again
    }

    /// So many others come between a card that was missed and its return, where there are so many.
    static let between = 4

    /// What it is about, in which direction.
    public let card: Card
    /// What is done with it.
    public let step: Step

    /// A card, asked unless said otherwise.
    public init(_ card: Card, _ step: Step = .ask) { (self.card, self.step) = (card, step) }

    /// The term of the card.
    public var term: String { card.term }
    /// The direction of the card.
    public var direction: Direction { card.direction }

    /// The plan with every card that was missed once more, four others later or at the end.
    ///
    /// - Parameter missed: the places of wrong answers, in the order in which they were given.
    static func course(_ planned: [StudyItem], missed: [Int]) -> [StudyItem] {
        missed.reduce(into: planned) { items, place in
            guard items.indices.contains(place) else { return }
            items.insert(StudyItem(items[place].card, .again), at: min(place + 1 + between, items.count))
        }
    }
}

extension StudyItem: Codable {
    private enum CodingKeys: String, CodingKey { case term, direction, step }

    /// Reads an item; sessions of before had cards alone, which are asked.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let (term, direction) = (
            try values.decode(String.self, forKey: .term), try values.decode(Direction.self, forKey: .direction)
        )
        self.init(Card(term: term, direction: direction), try values.decodeIfPresent(Step.self, forKey: .step) ?? .ask)
    }

    /// Writes the card, and the step where it is not asked.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(term, forKey: .term)
        try values.encode(direction, forKey: .direction)
        if step != .ask { try values.encode(step, forKey: .step) }
    }
}

extension Run<CardExercise> {
    /// How many cards are still to be answered, those that return among them.
    public var toGo: Int { items.dropFirst(place).count { $0.step != .show } }
    /// Answers that count: the first of each card in a day.
    public var counted: [Answer] { answers.filter { !$0.isRepeat } }
    /// The learner's day to which it belongs: that of the latest answer, or of its beginning.
    func day(in log: PracticeLog) -> Day { answers.last?.day ?? log.day(of: self.log.startedAt) }
}
