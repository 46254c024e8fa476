import Kernel

/// One session of anything but flashcards: what was planned, and where it goes on. What was answered stands in its answers.
public struct PracticeSession: Storable, Hashable {
    /// What came of a session that was finished.
    public struct Outcome: Codable, Hashable, Sendable {
        /// The share of what was asked that was right, in thousandths, 0…1000.
        public let share: Int
        /// Whether that is enough; nil where there is no pass mark.
        public let isPassed: Bool?

        /// An outcome; a share outside 0…1000 is moved to the nearest.
        public init(share: Int, isPassed: Bool? = nil) { (self.share, self.isPassed) = (min(max(share, 0), 1000), isPassed) }

        /// Reads an outcome; a share that cannot be is damage.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            share = try values.number(.share, within: 0...1000)
            isPassed = try values.decodeIfPresent(Bool.self, forKey: .isPassed)
        }
    }

    /// Its identifier; differs from those of flashcard sessions too, because both stand in one log.
    public let id: Identifier<PracticeSession>
    /// What it practises.
    public let kind: StudyKind
    /// What of that: a pattern's id, a set's; empty for several.
    public let subject: String
    /// How: `practice`, `quiz`, `test`, or another word of its kind.
    public let activity: String
    /// When it began.
    public let startedAt: Instant
    /// What it goes through, in this order; each activity knows what its items are.
    public let items: [String]
    /// Decides the choices, so that a session that continues shows the same ones.
    public let seed: Int
    /// What else its activity must know to go on, such as `mode: typed`.
    public let settings: [String: String]
    /// The item that came next when somebody moved or left, counted from 0; never beyond the last by more than one. `PracticeSitting` moves it on
    /// behind the answers that were given since, so that answering writes no session and can be undone by itself.
    public var place: Int
    /// The latest answer when `place` was written; nil before the first.
    public var after: Identifier<PracticeAnswer>?
    /// When it was left last; nil before.
    public var pausedAt: Instant?
    /// When it was finished; nil before.
    public var endedAt: Instant?
    /// What came of it; nil before its end.
    public var outcome: Outcome?

    /// A session that begins.
    public init(
        id: Identifier<PracticeSession>, kind: StudyKind, subject: String, activity: String, startedAt: Instant, items: [String],
        seed: Int, settings: [String: String] = [:]
    ) {
        (self.id, self.kind, self.subject, self.activity) = (id, kind, subject, activity)
        (self.startedAt, self.items, self.seed, self.settings) = (startedAt, items, seed, settings)
        place = 0
    }

    /// Reads a session; a place outside its items is damage.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(Identifier<PracticeSession>.self, forKey: .id)
        kind = try values.decode(StudyKind.self, forKey: .kind)
        subject = try values.decode(String.self, forKey: .subject)
        activity = try values.decode(String.self, forKey: .activity)
        startedAt = try values.decode(Instant.self, forKey: .startedAt)
        items = try values.decode([String].self, forKey: .items)
        seed = try values.decode(Int.self, forKey: .seed)
        settings = try values.decode([String: String].self, forKey: .settings)
        place = try values.number(.place, within: 0...items.count)
        after = try values.decodeIfPresent(Identifier<PracticeAnswer>.self, forKey: .after)
        pausedAt = try values.decodeIfPresent(Instant.self, forKey: .pausedAt)
        endedAt = try values.decodeIfPresent(Instant.self, forKey: .endedAt)
        outcome = try values.decodeIfPresent(Outcome.self, forKey: .outcome)
    }

    static let byStart = Index<PracticeSession, IndexKey>.ordered("start") { IndexKey($0.startedAt, $0.id) }
    /// Sessions that were finished, by what they were and whether they were passed: what is asked about them is counted, not read.
    static let ended = Index<PracticeSession, IndexKey>.ordered("ended") {
        guard $0.endedAt != nil else { return nil }
        return IndexKey($0.kind.rawValue, $0.activity, Verdict($0.outcome).rawValue)
    }
    /// What came of a session, in the word that stands in its index.
    enum Verdict: String {
        case passed, failed, unmarked

        init(_ outcome: Outcome?) { self = outcome?.isPassed.map { $0 ? .passed : .failed } ?? .unmarked }

        var isPassed: Bool? { self == .unmarked ? nil : self == .passed }
    }
    /// Where sessions are kept.
    public static let collection = RecordCollection<PracticeSession>("learning.practice", indexes: [byStart, ended])
}
