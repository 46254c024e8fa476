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
        /// It was missed in this session, or is at a learning step, and is asked once more; only a step moves memory.
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

    /// A card that comes once more in its session.
    struct Return {
        /// Where it was answered.
        let place: Int
        /// How many others come between, where there are so many.
        let between: Int

        private init(_ place: Int, between: Int) { (self.place, self.between) = (place, between) }

        /// A card that was missed at a place.
        init(missedAt place: Int) { self.init(place, between: StudyItem.between) }

        /// Why an answer brings its card once more: it was missed, or its scheduler has it at a learning step. Nil for any other. A card takes about a
        /// quarter of a minute, so a step of ten minutes is forty of them: it comes at the end of a session.
        init?(_ answer: Answer) {
            if let instant = answer.after.schedule?.dueAt, !answer.isRepeat {
                let seconds = max(0, instant.seconds(since: answer.at))
                self.init(answer.place, between: max(StudyItem.between, Int(seconds) / StudyItem.secondsACard))
            } else if !answer.isRight {
                self.init(missedAt: answer.place)
            } else {
                return nil
            }
        }
    }

    /// What a card takes, about, in seconds.
    private static let secondsACard = 15

    /// The plan with every card that returns once more, so many others later or at the end.
    ///
    /// - Parameter returning: in the order in which the answers were given.
    static func course(_ planned: [StudyItem], returning: [Return]) -> [StudyItem] {
        returning.reduce(into: planned) { items, back in
            guard items.indices.contains(back.place) else { return }
            items.insert(StudyItem(items[back.place].card, .again), at: min(back.place + 1 + back.between, items.count))
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
    public var counted: [Answer] { answers.filter { !$0.isRepeat && !$0.isAtStep } }
    /// The learner's day to which it belongs: that of the latest answer, or of its beginning.
    func day(in log: PracticeLog) -> Day { answers.last?.day ?? log.day(of: self.log.startedAt) }
}
