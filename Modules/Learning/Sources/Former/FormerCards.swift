import Kernel
import Practice

/// A session of flashcards, as programs kept it that had two logs.
struct FormerSession: Storable {
    let id: Identifier<FormerSession>
    let startedAt: Instant
    let configuration: StudyConfiguration
    let queue: [Card]
    let seed: Int
    let skipped: [Card]
    let pausedAt: Instant?
    let endedAt: Instant?

    static let collection = RecordCollection<FormerSession>("learning.sessions")
}

/// An answer of a session of flashcards.
struct FormerAnswer: Storable {
    let id: Identifier<FormerAnswer>
    let session: Identifier<FormerSession>
    let card: Card
    let turn: Int
    let at: Instant
    let day: Day
    let rating: Rating
    let milliseconds: Int
    let before: Schedule?
    let after: Schedule
    let previous: Identifier<FormerAnswer>?

    static let collection = RecordCollection<FormerAnswer>("learning.answers")
}

/// How far a learner had come with one card.
struct FormerCard: Storable {
    let card: Card
    let schedule: Schedule
    let answers: Int
    let misses: Int
    let introduced: Day
    let latest: Identifier<FormerAnswer>

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        card = try values.decode(Card.self, forKey: .card)
        schedule = try values.decode(Schedule.self, forKey: .schedule)
        answers = try values.number(.answers, within: Bounds.answers)
        misses = try values.number(.misses, within: 0...answers)
        introduced = try values.decode(Day.self, forKey: .introduced)
        latest = try values.decode(Identifier<FormerAnswer>.self, forKey: .latest)
    }

    var id: Identifier<FormerCard> { Identifier(card.name) }
    static let collection = RecordCollection<FormerCard>("learning.cards")
}
