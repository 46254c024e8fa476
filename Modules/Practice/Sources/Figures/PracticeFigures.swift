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
        days = Dictionary(practised.map { ($0.day, Activity($0.day, [$0])) }, uniquingKeysWith: +).values
            .sorted { $0.day < $1.day }
        kinds = Dictionary(grouping: practised, by: \.kind).map(KindFigures.init)
            .sorted { $0.kind.rawValue < $1.kind.rawValue }
        today = days.first { $0.day == day } ?? Activity(day, [])
        streak = Streak(days: days.map(\.day), today: day)
        (sessions, answers) = (Set(practised.map(\.run)).count, practised.sum(\.answers))
        (right, minutes) = (practised.sum(\.right), Figures.minutes(practised.sum(\.milliseconds)))
    }

    /// The latest days up to today, those without practice included, earliest first.
    public func latest(days count: Int) -> [Activity] {
        let known = Dictionary(days.map { ($0.day, $0) }, uniquingKeysWith: { first, _ in first })
        return (0..<max(0, count)).reversed().map { today.day.adding(days: -$0) }.map { known[$0] ?? Activity($0, []) }
    }
}

extension [PracticeDay] {
    fileprivate func sum(_ part: (PracticeDay) -> Int) -> Int { reduce(0) { $0 + part($1) } }
}

extension PracticeFigures.Activity {
    fileprivate init(_ day: Day, _ runs: [PracticeDay]) {
        self.init(day: day, answers: runs.sum(\.answers), right: runs.sum(\.right), milliseconds: runs.sum(\.milliseconds))
    }

    /// Two of one day together.
    fileprivate static func + (left: Self, right: Self) -> Self {
        Self(
            day: left.day, answers: left.answers + right.answers, right: left.right + right.right,
            milliseconds: left.milliseconds + right.milliseconds)
    }
}

extension PracticeFigures.KindFigures {
    fileprivate init(_ kind: PracticeKind, _ days: [PracticeDay]) {
        self.init(
            kind: kind, sessions: Set(days.map(\.run)).count, answers: days.sum(\.answers), right: days.sum(\.right),
            minutes: Figures.minutes(days.sum(\.milliseconds)), last: days.map(\.day).max() ?? Day(ordinal: 0))
    }
}
