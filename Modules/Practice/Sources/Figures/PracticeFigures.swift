import Kernel

/// What practice of every kind comes to, in figures. Made from one record a day and run; no answer is read.
public struct PracticeFigures: Sendable {
    /// One day.
    public struct Activity: Hashable, Sendable {
        /// Local to the learner when the answers were given.
        public let day: Day
        /// Answers given.
        public let answers: Int
        /// Right ones among them.
        public let right: Int
        /// Time spent on them.
        public let milliseconds: Int

        /// Minutes, to the nearest.
        public var minutes: Int { Figures.minutes(milliseconds) }
    }

    /// One kind of practice.
    public struct KindFigures: Hashable, Sendable {
        /// What was practised in these runs.
        public let kind: PracticeKind
        /// Runs with at least one answer.
        public let sessions: Int
        /// Answers given.
        public let answers: Int
        /// Right ones among them.
        public let right: Int
        /// Minutes spent on them, to the nearest.
        public let minutes: Int
        /// The latest day.
        public let last: Day

        /// The share of right answers, 0…1.
        public var accuracy: Double { Figures.share(right, of: answers) }
    }

    /// Days practised without a gap.
    public let streak: Streak
    /// Runs of every kind with at least one answer.
    public let sessions: Int
    /// All answers, of every kind.
    public let answers: Int
    /// Right ones among them.
    public let right: Int
    /// Minutes spent on answers, to the nearest.
    public let minutes: Int
    /// Today's work.
    public let today: Activity
    /// Every day with an answer, earliest first.
    public let days: [Activity]
    /// What each kind of practice that was met has brought, by its word.
    public let kinds: [KindFigures]

    /// The share of right answers, 0…1; 0 before the first.
    public var accuracy: Double { Figures.share(right, of: answers) }

    /// The figures of the days so far, seen from a day.
    public init(_ practised: [PracticeDay], today day: Day) {
        days = Dictionary(grouping: practised, by: \.day).map { Activity(day: $0, Sum($1)) }.sorted { $0.day < $1.day }
        kinds = Dictionary(grouping: practised, by: \.kind).map { KindFigures(kind: $0, $1) }
            .sorted { $0.kind.rawValue < $1.kind.rawValue }
        today = days.first { $0.day == day } ?? Activity(day: day, Sum([]))
        streak = Streak(days: days.map(\.day), today: day)
        let sum = Sum(practised)
        (sessions, answers, right, minutes) = (sum.sessions, sum.answers, sum.right, Figures.minutes(sum.milliseconds))
    }

    /// The latest days up to today, those without practice included, earliest first.
    public func latest(days count: Int) -> [Activity] {
        let known = Dictionary(days.map { ($0.day, $0) }, uniquingKeysWith: { first, _ in first })
        return (0..<max(0, count)).reversed().map { today.day.adding(days: -$0) }.map { known[$0] ?? Activity(day: $0, Sum([])) }
    }
}

/// What several days and runs come to.
private struct Sum {
    let sessions, answers, right, milliseconds: Int

    init(_ days: [PracticeDay]) {
        sessions = Set(days.map(\.run)).count
        answers = days.reduce(0) { $0 + $1.answers }
        right = days.reduce(0) { $0 + $1.right }
        milliseconds = days.reduce(0) { $0 + $1.milliseconds }
    }
}

extension PracticeFigures.Activity {
    fileprivate init(day: Day, _ sum: Sum) {
        self.init(day: day, answers: sum.answers, right: sum.right, milliseconds: sum.milliseconds)
    }
}

extension PracticeFigures.KindFigures {
    fileprivate init(kind: PracticeKind, _ days: [PracticeDay]) {
        let sum = Sum(days)
        self.init(
            kind: kind, sessions: sum.sessions, answers: sum.answers, right: sum.right,
            minutes: Figures.minutes(sum.milliseconds), last: days.map(\.day).max() ?? Day(ordinal: 0))
    }
}
