import Kernel
import Practice

/// Something that somebody sat through: study, a quiz, a test, a mock grading, a game.
public struct PastSession: Hashable, Sendable {
    /// What was reached where points count instead of answers.
    public struct Score: Hashable, Sendable {
        /// Reached, and the most that could be.
        public let points, maximum: Int

        /// What was reached, and the most that could be.
        public init(_ points: Int, of maximum: Int) { (self.points, self.maximum) = (points, maximum) }
    }

    /// Its identifier.
    public let id: String
    /// The local day on which it began.
    public let day: Day
    /// What was practised.
    public let kind: PracticeKind
    /// How: `practice`, `quiz`, `test`; empty where nothing is known of it.
    public internal(set) var activity = ""
    /// What it was about: a pattern's id, a game's name; empty for several.
    public internal(set) var subject = ""
    /// When it began; nil where only the day is known.
    public internal(set) var startedAt: Instant?
    /// Answers given, and right ones among them; 0 where points count.
    public internal(set) var answers = 0, right = 0
    /// Time spent on answers.
    public internal(set) var milliseconds = 0
    /// What was reached in a game; nil for everything else.
    public internal(set) var score: Score?
    /// Whether it was gone through to its end; nil where nothing is known of it.
    public internal(set) var isFinished: Bool?

    /// A session that is kept elsewhere than with practice, and was gone through.
    public init(_ id: String, _ kind: PracticeKind, about subject: String, on day: Day, at instant: Instant, _ score: Score) {
        (self.id, self.kind, self.subject, self.day) = (id, kind, subject, day)
        (startedAt, self.score, isFinished) = (instant, score, true)
    }

    /// What a run brought on its days, which are those of one run and not none.
    init?(_ days: [PracticeDay]) {
        guard let first = days.min(by: { $0.day < $1.day }) else { return nil }
        (id, day, kind) = (first.run.rawValue, first.day, first.kind)
        answers = days.reduce(0) { $0 + $1.answers }
        right = days.reduce(0) { $0 + $1.right }
        milliseconds = days.reduce(0) { $0 + $1.milliseconds }
    }

    /// Minutes, to the nearest.
    public var minutes: Int { Figures.minutes(milliseconds) }
    /// The share of right answers, or of the points; nil where there is neither.
    public var share: Double? {
        if let score { return score.maximum == 0 ? nil : Figures.share(score.points, of: score.maximum) }
        return answers == 0 ? nil : Figures.share(right, of: answers)
    }

    /// With what its run says of it.
    func told(by run: LoggedRun) -> PastSession {
        var told = self
        (told.activity, told.subject, told.startedAt) = (run.activity, run.subject, run.startedAt)
        told.isFinished = run.endedAt != nil
        return told
    }
}

/// Which sessions are wanted.
public struct SessionFilter: Sendable {
    /// So many are shown unless more are asked for.
    public static let usual = 20

    /// Of this kind alone; nil for all.
    public var kind: PracticeKind?
    /// Not before this day, and not after that one; nil for no bound.
    public var since, until: Day?
    /// How many at most, the latest.
    public var limit: Int

    /// Everything, the latest twenty, but for what is given.
    public init(kind: PracticeKind? = nil, since: Day? = nil, until: Day? = nil, limit: Int = SessionFilter.usual) {
        (self.kind, self.since, self.until, self.limit) = (kind, since, until, max(0, limit))
    }

    func admits(_ session: PastSession) -> Bool {
        (kind == nil || session.kind == kind) && (since.map { $0 <= session.day } ?? true)
            && (until.map { session.day <= $0 } ?? true)
    }
}

/// Sessions that were found, and what all of them come to.
public struct SessionList: Sendable {
    /// The latest, at most as many as were wanted; the latest first.
    public let shown: [PastSession]
    /// How many there are, those that are not shown included.
    public let total: Int
    /// The answers of all of them, and the right ones.
    public let answers, right: Int
    /// The minutes of all of them, to the nearest.
    public let minutes: Int
    /// The latest day of those that are not shown; nil where all are.
    public let earlier: Day?
}
