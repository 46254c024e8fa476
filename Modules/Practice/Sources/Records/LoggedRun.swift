import Kernel

/// A run in the log: its plan and its current place. Separate records contain its answers.
package struct LoggedRun: Storable, Hashable {
    /// The outcome of a finished run.
    package struct Outcome: Codable, Hashable, Sendable {
        /// The share of right answers, in thousandths, 0…1000.
        package let share: Int
        /// Whether the run is passed, or nil if there is no pass mark.
        package let isPassed: Bool?

        package init(share: Int, isPassed: Bool? = nil) {
            self.share = min(max(share, 0), Level.full)
            self.isPassed = isPassed
        }

        package init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            share = try values.number(.share, within: 0...Level.full)
            isPassed = try values.decodeIfPresent(Bool.self, forKey: .isPassed)
        }
    }

    package let id: Identifier<LoggedRun>
    package let kind: PracticeKind
    /// The subject: the identifier of a pattern or set, or empty for several.
    package let subject: String
    /// The activity: `practice`, `quiz`, `test`, or another activity of the kind.
    package let activity: String
    package let startedAt: Instant
    /// The planned items in order, encoded by the exercise.
    package let items: [JSONValue]
    /// Further data with which the exercise resumes, encoded by the exercise.
    package let settings: JSONValue
    /// The random seed, so that a resumed run asks the same.
    package let seed: Int
    /// The index of the next item when the user last moved or left, at most one past the end.
    ///
    /// A `Run` advances it past the answers given since. An answer therefore writes no run and can
    /// be undone by itself.
    package var place = 0
    /// The latest answer when `place` was written, or nil before the first.
    package var after: Identifier<Answer>?
    /// The number of items that the answers had added to the plan when `place` was written.
    package var added = 0
    /// The last process to open the run, or nil if it is unknown or has left the run.
    package var openedBy: String?
    package var pausedAt: Instant?
    package var endedAt: Instant?
    package var outcome: Outcome?

    package init(
        id: Identifier<LoggedRun>, kind: PracticeKind, subject: String, activity: String, startedAt: Instant,
        items: [JSONValue], settings: JSONValue, seed: Int
    ) {
        self.id = id
        self.kind = kind
        self.subject = subject
        self.activity = activity
        self.startedAt = startedAt
        self.items = items
        self.settings = settings
        self.seed = seed
    }

    package init(from decoder: any Decoder) throws {
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

    package var isUnfinished: Bool { endedAt == nil && place < items.count + added }

    /// Returns the run at the place that its answers have reached.
    ///
    /// - Parameter added: the number of items added by the answers, or nil for the written number.
    func advanced(after answers: [Answer], added: Int? = nil) -> LoggedRun {
        var run = self
        // Every answered item existed, which gives a lower limit without planning the course again.
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
    /// The finished runs by kind, activity and verdict, so that statistics count keys without
    /// reading runs.
    static let byVerdict = Index<LoggedRun, IndexKey>.ordered("ended") {
        guard $0.endedAt != nil else { return nil }
        return IndexKey($0.kind.rawValue, $0.activity, Verdict($0.outcome).rawValue)
    }
    package static let collection = RecordCollection<LoggedRun>(
        "practice.runs", indexes: [byStart, byActivity, bySubject, byVerdict])
}

/// The verdict of a run in the index.
enum Verdict: String {
    case passed, failed, unmarked

    init(_ outcome: LoggedRun.Outcome?) { self = outcome?.isPassed.map { $0 ? .passed : .failed } ?? .unmarked }

    var isPassed: Bool? { self == .unmarked ? nil : self == .passed }
}
