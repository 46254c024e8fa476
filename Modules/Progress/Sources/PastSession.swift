import Kernel
import Practice

/// A past session: study, a quiz, a test, a mock grading or a game.
package struct PastSession: Hashable, Sendable {
    /// The score of a session that counts points instead of answers.
    package struct Score: Hashable, Sendable {
        package let points, maximum: Int

        package init(_ points: Int, of maximum: Int) {
            self.points = points
            self.maximum = maximum
        }
    }

    package let id: String
    package let day: Day
    package let kind: PracticeKind
    /// The activity, such as `practice`, `quiz` or `test`, or empty if it is unknown.
    package internal(set) var activity = ""
    /// The subject: the identifier of a pattern or the name of a game, or empty for several.
    package internal(set) var subject = ""
    /// The start, or nil if only the day is known.
    package internal(set) var startedAt: Instant?
    /// The numbers of answers and of right answers, or 0 for a session with points.
    package internal(set) var answers = 0, right = 0
    /// The time spent on answers, in milliseconds.
    package internal(set) var milliseconds = 0
    package internal(set) var score: Score?
    /// Whether the session was completed, or nil if that is unknown.
    package internal(set) var isFinished: Bool?

    package init(
        _ id: String, _ kind: PracticeKind, about subject: String, on day: Day, at instant: Instant, _ score: Score
    ) {
        self.id = id
        self.kind = kind
        self.subject = subject
        self.day = day
        startedAt = instant
        self.score = score
        isFinished = true
    }

    /// Creates a session from the records of one run, or nil if there are none.
    init?(_ days: [PracticeDay]) {
        guard let first = days.min(by: { $0.day < $1.day }) else { return nil }
        id = first.run.rawValue
        day = first.day
        kind = first.kind
        answers = days.reduce(0) { $0 + $1.answers }
        right = days.reduce(0) { $0 + $1.right }
        milliseconds = days.reduce(0) { $0 + $1.milliseconds }
    }

    package var minutes: Int { Figures.minutes(milliseconds) }
    /// The share of right answers or points, or nil without either.
    package var share: Double? {
        if let score { return score.maximum == 0 ? nil : Figures.share(score.points, of: score.maximum) }
        return answers == 0 ? nil : Figures.share(right, of: answers)
    }

    /// Returns the session with the activity, the subject and the times of its run.
    func described(by run: LoggedRun) -> PastSession {
        var detailed = self
        (detailed.activity, detailed.subject, detailed.startedAt) = (run.activity, run.subject, run.startedAt)
        detailed.isFinished = run.endedAt != nil
        return detailed
    }
}

/// A filter for sessions.
package struct SessionFilter: Sendable {
    package static let defaultLimit = 20

    package var kind: PracticeKind?
    /// The first and last day to include, or nil for no limit.
    package var since, until: Day?
    package var limit: Int

    package init(
        kind: PracticeKind? = nil, since: Day? = nil, until: Day? = nil, limit: Int = SessionFilter.defaultLimit
    ) {
        self.kind = kind
        self.since = since
        self.until = until
        self.limit = max(0, limit)
    }

    /// Returns whether the filter selects a session.
    func includes(_ session: PastSession) -> Bool {
        (kind == nil || session.kind == kind) && (since.map { $0 <= session.day } ?? true)
            && (until.map { session.day <= $0 } ?? true)
    }
}

/// The sessions that a filter selects, with their totals.
package struct SessionList: Sendable {
    package let shown: [PastSession]
    package let total: Int
    package let answers, right: Int
    /// The total minutes of all selected sessions, to the nearest minute.
    package let minutes: Int
    /// The latest day of the omitted sessions, or nil if all are shown.
    package let latestOmittedDay: Day?
}
