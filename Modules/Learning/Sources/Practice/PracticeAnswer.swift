import Kernel

/// One answer of a practice session, as it stands in the study log. Never changed; taking it back removes it.
public struct PracticeAnswer: Storable, Hashable {
    /// One field of an answer that is graded by itself: which foot, where to.
    public struct Part: Hashable, Codable, Sendable {
        /// The field.
        public let name: String
        /// Whether it was right.
        public let isRight: Bool

        /// A field and how it was answered.
        public init(_ name: String, isRight: Bool) { (self.name, self.isRight) = (name, isRight) }
    }

    /// Given by whoever answers, before it is kept: keeping it twice is keeping it once.
    public let id: Identifier<PracticeAnswer>
    /// The session in which it was given.
    public let session: Identifier<PracticeSession>
    /// What was asked.
    public let item: Mastery.Item
    /// How it was asked: a word of its activity, such as `stance`.
    public let question: String
    /// Its place among the answers of its session, from 0.
    public let turn: Int
    /// The place of its session before it.
    public let place: Int
    /// When.
    public let at: Instant
    /// The learner's local day then; it stays what it was when they travel.
    public let day: Day
    /// What it shows.
    public let evidence: Evidence
    /// Its fields, each graded; at least one.
    public let parts: [Part]
    /// Time from showing to the answer; 0…60,000, what is longer counts as a minute.
    public let milliseconds: Int
    /// How far the learner was before, or nil when this was the first answer.
    public let before: Mastery.Standing?
    /// The item's answer before this one.
    public let previous: Identifier<PracticeAnswer>?

    /// Whether every field is right.
    public var isRight: Bool { parts.allSatisfy(\.isRight) }

    static let bySession = Index<PracticeAnswer, IndexKey>.ordered("session") { IndexKey($0.session, $0.turn, $0.at, $0.id) }
    /// Where answers are kept.
    public static let collection = RecordCollection<PracticeAnswer>("learning.practice-answers", indexes: [bySession])
}

/// An answer before it is kept: what the learner did, without what follows from it.
public struct GivenPractice: Hashable, Sendable {
    /// A fresh identifier.
    public let id: Identifier<PracticeAnswer>
    /// The session.
    public let session: Identifier<PracticeSession>
    /// What was asked.
    public let item: Mastery.Item
    /// How it was asked.
    public let question: String
    /// Its place among the answers of its session, from 0.
    public let turn: Int
    /// When and on which day.
    public let moment: StudyMoment
    /// What it shows.
    public let evidence: Evidence
    /// Its fields, each graded.
    public let parts: [PracticeAnswer.Part]
    /// 0…60,000.
    public let milliseconds: Int

    /// An answer; a time outside 0…60,000 ms is moved to the nearest, and an answer without fields is wrong as a whole.
    public init(
        id: Identifier<PracticeAnswer>, session: Identifier<PracticeSession>, item: Mastery.Item, question: String = "",
        turn: Int,
        moment: StudyMoment, evidence: Evidence, parts: [PracticeAnswer.Part], milliseconds: Int
    ) {
        (self.id, self.session, self.item, self.question, self.turn) = (id, session, item, question, turn)
        (self.moment, self.evidence) = (moment, evidence)
        self.parts = parts.isEmpty ? [PracticeAnswer.Part("answer", isRight: false)] : parts
        self.milliseconds = min(max(milliseconds, 0), GivenAnswer.longest)
    }

    /// Whether every field is right.
    public var isRight: Bool { parts.allSatisfy(\.isRight) }

    /// The share of fields that are right, in thousandths.
    public var share: Int { parts.count { $0.isRight } * Mastery.full / parts.count }

}

extension PracticeAnswer {
    init(_ given: GivenPractice, over old: Mastery?, at place: Int) {
        (id, session, item, question, turn) = (given.id, given.session, given.item, given.question, given.turn)
        (self.place, at, day) = (place, given.moment.instant, given.moment.day)
        (evidence, parts, milliseconds) = (given.evidence, given.parts, given.milliseconds)
        (before, previous) = (old?.standing, old?.latest)
    }

    /// Reads an answer; numbers that cannot be, and an answer without fields, are damage.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(Identifier<PracticeAnswer>.self, forKey: .id)
        session = try values.decode(Identifier<PracticeSession>.self, forKey: .session)
        item = try values.decode(Mastery.Item.self, forKey: .item)
        question = try values.decode(String.self, forKey: .question)
        turn = try values.number(.turn, within: Bounds.answers)
        place = try values.number(.place, within: Bounds.answers)
        at = try values.decode(Instant.self, forKey: .at)
        day = try values.decode(Day.self, forKey: .day)
        evidence = try values.decode(Evidence.self, forKey: .evidence)
        parts = try values.decode([Part].self, forKey: .parts)
        milliseconds = try values.number(.milliseconds, within: 0...GivenAnswer.longest)
        before = try values.decodeIfPresent(Mastery.Standing.self, forKey: .before)
        previous = try values.decodeIfPresent(Identifier<PracticeAnswer>.self, forKey: .previous)
        guard !parts.isEmpty else {
            throw DecodingError.dataCorruptedError(forKey: .parts, in: values, debugDescription: "an answer without fields")
        }
    }
}
