import Kernel
import Practice

/// A session of anything but flashcards, as programs kept it that had two logs: its items and settings were texts, in three grammars.
struct FormerRun: Storable {
    let id: Identifier<FormerRun>
    let kind: PracticeKind
    let subject: String
    let activity: String
    let startedAt: Instant
    let items: [String]
    let seed: Int
    let settings: [String: String]
    let place: Int
    let after: Identifier<Answer>?
    let pausedAt: Instant?
    let endedAt: Instant?
    let outcome: LoggedRun.Outcome?

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(Identifier<FormerRun>.self, forKey: .id)
        kind = try values.decode(PracticeKind.self, forKey: .kind)
        subject = try values.decode(String.self, forKey: .subject)
        activity = try values.decode(String.self, forKey: .activity)
        startedAt = try values.decode(Instant.self, forKey: .startedAt)
        items = try values.decode([String].self, forKey: .items)
        seed = try values.decode(Int.self, forKey: .seed)
        settings = try values.decode([String: String].self, forKey: .settings)
        place = try values.number(.place, within: 0...items.count)
        after = try values.decodeIfPresent(Identifier<Answer>.self, forKey: .after)
        pausedAt = try values.decodeIfPresent(Instant.self, forKey: .pausedAt)
        endedAt = try values.decodeIfPresent(Instant.self, forKey: .endedAt)
        outcome = try values.decodeIfPresent(LoggedRun.Outcome.self, forKey: .outcome)
    }

    static let collection = RecordCollection<FormerRun>("learning.practice")
}

/// An answer of such a session.
struct FormerPracticeAnswer: Storable {
    let id: Identifier<FormerPracticeAnswer>
    let session: Identifier<LoggedRun>
    let item: Target
    let question: String
    let turn: Int
    let place, next: Int
    let at: Instant
    let day: Day
    let evidence: Evidence
    let parts: [Mark.Field]
    let milliseconds: Int
    let before: FormerMastery.Standing?
    let previous: Identifier<Answer>?

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(Identifier<FormerPracticeAnswer>.self, forKey: .id)
        session = try values.decode(Identifier<LoggedRun>.self, forKey: .session)
        item = try values.decode(Target.self, forKey: .item)
        question = try values.decode(String.self, forKey: .question)
        turn = try values.number(.turn, within: Bounds.answers)
        place = try values.number(.place, within: Bounds.answers)
        next = try values.number(.next, within: Bounds.answers)
        at = try values.decode(Instant.self, forKey: .at)
        day = try values.decode(Day.self, forKey: .day)
        evidence = try values.decode(Evidence.self, forKey: .evidence)
        parts = try values.decode([Mark.Field].self, forKey: .parts)
        milliseconds = try values.number(.milliseconds, within: 0...Answer.longest)
        before = try values.decodeIfPresent(FormerMastery.Standing.self, forKey: .before)
        previous = try values.decodeIfPresent(Identifier<Answer>.self, forKey: .previous)
        guard !parts.isEmpty else {
            throw DecodingError.dataCorruptedError(forKey: .parts, in: values, debugDescription: "an answer without fields")
        }
    }

    static let collection = RecordCollection<FormerPracticeAnswer>("learning.practice-answers")
}

/// How well one thing was known.
struct FormerMastery: Storable {
    struct Standing: Codable {
        let level: Int
        let answers: Int
        let right: Int
        let isShaky: Bool
        let last: Day

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            level = try values.number(.level, within: 0...Level.full)
            answers = try values.number(.answers, within: Bounds.answers)
            right = try values.number(.right, within: 0...answers)
            isShaky = try values.decode(Bool.self, forKey: .isShaky)
            last = try values.decode(Day.self, forKey: .last)
        }
    }

    let item: Target
    let standing: Standing
    let latest: Identifier<Answer>

    var id: Identifier<FormerMastery> { Identifier(item.name) }
    static let collection = RecordCollection<FormerMastery>("learning.mastery")
}
