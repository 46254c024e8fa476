import Kernel
import Practice

/// An item of a session: a card to ask, a card to ask again, or a new word to show.
package struct StudyItem: Hashable, Sendable {
    /// The step of an item.
    package enum Step: String, Codable, Sendable {
        /// Both sides are shown, because the word is new. The session asks it a little later.
        case show
        case ask
        /// The card is asked again, because it was missed or is at a learning step. Only a learning
        /// step changes the memory.
        case again
    }

    /// The number of other cards between a missed card and its return, if there are enough.
    static let cardsBeforeReturn = 4

    package let card: Card
    package let step: Step

    package init(_ card: Card, _ step: Step = .ask) {
        self.card = card
        self.step = step
    }

    package var term: String { card.term }
    package var direction: Direction { card.direction }

    /// A card that returns in its session.
    package struct Return {
        /// The index of the item that the learner missed.
        let place: Int
        /// The number of other cards before the return.
        let cardsBeforeReturn: Int

        private init(_ place: Int, cardsBeforeReturn: Int) {
            self.place = place
            self.cardsBeforeReturn = cardsBeforeReturn
        }

        init(missedAt place: Int) { self.init(place, cardsBeforeReturn: StudyItem.cardsBeforeReturn) }

        /// Creates the return of a missed card or of a card at a learning step, or nil for any
        /// other answer.
        ///
        /// A card takes about a quarter of a minute. A step of ten minutes is therefore forty
        /// cards, and the card returns at the end of a session.
        package init?(_ answer: Answer) {
            if let instant = answer.after.schedule?.dueAt, !answer.isRepeat {
                let seconds = max(0, instant.seconds(since: answer.at))
                self.init(
                    answer.place,
                    cardsBeforeReturn: max(StudyItem.cardsBeforeReturn, Int(seconds) / StudyItem.secondsPerCard))
            } else if !answer.isRight {
                self.init(missedAt: answer.place)
            } else {
                return nil
            }
        }
    }

    /// The approximate time for a card, in seconds.
    private static let secondsPerCard = 15

    /// Returns the plan with every returning card inserted at its distance or at the end.
    ///
    /// - Parameter returning: the returns in the order of the answers.
    package static func sequence(_ planned: [StudyItem], returning: [Return]) -> [StudyItem] {
        returning.reduce(into: planned) { items, cardReturn in
            guard items.indices.contains(cardReturn.place) else { return }
            items.insert(
                StudyItem(items[cardReturn.place].card, .again),
                at: min(cardReturn.place + 1 + cardReturn.cardsBeforeReturn, items.count))
        }
    }
}

extension StudyItem: Codable {
    private enum CodingKeys: String, CodingKey { case term, direction, step }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let term = try values.decode(String.self, forKey: .term)
        let direction = try values.decode(Direction.self, forKey: .direction)
        self.init(Card(term: term, direction: direction), try values.decodeIfPresent(Step.self, forKey: .step) ?? .ask)
    }

    /// Encodes the card, and the step unless it is `ask`.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(term, forKey: .term)
        try values.encode(direction, forKey: .direction)
        if step != .ask { try values.encode(step, forKey: .step) }
    }
}

extension Run<CardExercise> {
    /// The number of cards left to answer, including returning cards.
    package var remainingCards: Int { items.dropFirst(place).count { $0.step != .show } }
    /// The answers that count: the first of each card in a day.
    package var counted: [Answer] { answers.filter { !$0.isRepeat && !$0.isAtLearningStep } }
    /// Returns the learner's day of the run: that of the latest answer, or of the start.
    func day(in log: PracticeLog) -> Day { answers.last?.day ?? log.day(of: self.log.startedAt) }
}
