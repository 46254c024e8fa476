import Kernel

/// One run, as it stands in the log: what was planned, and where it goes on. What was answered stands in its answers.
public struct LoggedRun: Storable, Hashable {
    /// What came of a run that was finished.
    public struct Outcome: Codable, Hashable, Sendable {
        /// The share of what was asked that was right, in thousandths, 0…1000.
        public let share: Int
        /// Whether that is enough; nil where there is no pass mark.
        public let isPassed: Bool?

        /// An outcome; a share outside 0…1000 is moved to the nearest.
        public init(share: Int, isPassed: Bool? = nil) {
            (self.share, self.isPassed) = (min(max(share, 0), Level.full), isPassed)
        }

        /// Reads an outcome; a share that cannot be is damage.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            share = try values.number(.share, within: 0...Level.full)
            isPassed = try values.decodeIfPresent(Bool.self, forKey: .isPassed)
        }
    }

    /// Its identifier.
    public let id: Identifier<LoggedRun>
    /// What it practises.
    public let kind: PracticeKind
    /// What of that: a pattern's id, a set's; empty for several.
    public let subject: String
    /// How: `practice`, `quiz`, `test`, or another word of its kind.
    public let activity: String
    /// When it began.
    public let startedAt: Instant
    /// What it goes through, in this order: items of its exercise, as that writes them.
    public let items: [JSONValue]
    /// What else its exercise must know to go on, as that writes it.
    public let settings: JSONValue
    /// Decides what chance decides, so that a run that goes on asks the same.
    public let seed: Int
    /// The item that came next when somebody moved or left, counted from 0; never beyond the last by more than one. A `Run` moves it on behind the
    /// answers that were given since, so that answering writes no run and can be undone by itself.
    public var place = 0
    /// The latest answer when `place` was written; nil before the first.
    public var after: Identifier<Answer>?
    /// How many items its answers had added to those that were planned, when `place` was written.
    public var added = 0
    /// The process that went through it last; nil where nobody knows, and once it was left.
    public var openedBy: String?
    /// When it was left last; nil before, and while it goes on.
    public var pausedAt: Instant?
    /// When it was finished; nil before.
    public var endedAt: Instant?
    /// What came of it; nil before its end.
    public var outcome: Outcome?

    /// A run that begins.
    public init(
        id: Identifier<LoggedRun>, kind: PracticeKind, subject: String, activity: String, startedAt: Instant, items: [JSONValue],
        settings: JSONValue, seed: Int
    ) {
        (self.id, self.kind, self.subject, self.activity) = (id, kind, subject, activity)
        (self.startedAt, self.items, self.settings, self.seed) = (startedAt, items, settings, seed)
    }

    /// Reads a run; a place outside its items is damage.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(Identifier<LoggedRun>.self, forKey: .id)
        kind = try values.decode(PracticeKind.self, forKey: .kind)
        subject = try values.decode(String.self, forKey: .subject)
        activity = try values.decode(String.self, forKey: .activity)
        startedAt = try values.decode(Instant.self, forKey: .startedAt)
        items = try values.decode([JSONValue].self, forKey: .items)
        settings = try values.decode(JSONValue.self, forKey: .settings)
        seed = try values.decode(Int.self, forKey: .seed)
        added = values.contains(.added) ? try values.number(.added, within: Bounds.answers) : 0
        place = try values.number(.place, within: 0...items.count + added)
        after = try values.decodeIfPresent(Identifier<Answer>.self, forKey: .after)
        openedBy = try values.decodeIfPresent(String.self, forKey: .openedBy)
        pausedAt = try values.decodeIfPresent(Instant.self, forKey: .pausedAt)
        endedAt = try values.decodeIfPresent(Instant.self, forKey: .endedAt)
        outcome = try values.decodeIfPresent(Outcome.self, forKey: .outcome)
    }

    /// Whether it was left before its end.
    public var isLeft: Bool { endedAt == nil && place < items.count + added }

    /// The run at the place where its answers have brought it since it was written.
    ///
    /// - Parameter added: how many items the answers have added; nil for as many as were written.
    func standing(behind answers: [Answer], added: Int? = nil) -> LoggedRun {
        var run = self
        // What was answered was there: who does not make the course anew knows at least so much of it.
        run.added = added ?? max(self.added, (answers.last.map { $0.place + 1 } ?? 0) - items.count)
        if after != answers.last?.id { run.place = answers.last?.next ?? 0 }
        run.place = min(run.place, items.count + run.added)
        return run
    }

    package static let byStart = Index<LoggedRun, IndexKey>.ordered("start") { IndexKey($0.startedAt, $0.id) }
    package static let byActivity = Index<LoggedRun, IndexKey>.ordered("activity") {
        IndexKey($0.kind.rawValue, $0.activity, $0.startedAt, $0.id)
    }
    static let bySubject = Index<LoggedRun, IndexKey>.ordered("subject") {
        IndexKey($0.kind.rawValue, $0.activity, $0.subject, $0.startedAt, $0.id)
    }
    /// Runs that were finished, by what they were and whether they were passed: what is asked about them is counted, not read.
    static let ended = Index<LoggedRun, IndexKey>.ordered("ended") {
        guard $0.endedAt != nil else { return nil }
        return IndexKey($0.kind.rawValue, $0.activity, Verdict($0.outcome).rawValue)
    }
    /// Where runs are kept.
    public static let collection = RecordCollection<LoggedRun>(
        "practice.runs", indexes: [byStart, byActivity, bySubject, ended])
}

/// What came of a run, in the word that stands in its index.
enum Verdict: String {
    case passed, failed, unmarked

    init(_ outcome: LoggedRun.Outcome?) { self = outcome?.isPassed.map { $0 ? .passed : .failed } ?? .unmarked }

    var isPassed: Bool? { self == .unmarked ? nil : self == .passed }
}
