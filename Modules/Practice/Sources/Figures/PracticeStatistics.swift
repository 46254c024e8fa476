import Kernel

/// The statistics of all practice, computed from one record for each day and run without reading
/// answers.
package struct PracticeStatistics: Sendable {
    /// The practice of one day.
    package struct Activity: Hashable, Sendable {
        package let day: Day
        package let answers: Int
        package let right: Int
        package let milliseconds: Int

        package var minutes: Int { Figures.minutes(milliseconds) }
    }

    /// The practice of one kind.
    package struct KindStatistics: Hashable, Sendable {
        package let kind: PracticeKind
        package let sessions: Int
        package let answers: Int
        package let right: Int
        package let minutes: Int
        package let last: Day

        /// The share of right answers, 0…1.
        package var accuracy: Double { Figures.share(right, of: answers) }
    }

    /// The number of consecutive days with practice.
    package let streak: Streak
    package let sessions: Int
    package let answers: Int
    package let right: Int
    package let minutes: Int
    package let today: Activity
    package let days: [Activity]
    /// The figures of each practiced kind, in order of its raw value.
    package let kinds: [KindStatistics]

    /// The share of right answers, 0…1, and 0 without answers.
    package var accuracy: Double { Figures.share(right, of: answers) }

    package init(_ practiceDays: [PracticeDay], today day: Day) {
        days = Dictionary(practiceDays.map { ($0.day, Activity($0.day, [$0])) }, uniquingKeysWith: +).values
            .sorted { $0.day < $1.day }
        kinds = Dictionary(grouping: practiceDays, by: \.kind).map(KindStatistics.init)
            .sorted { $0.kind.rawValue < $1.kind.rawValue }
        today = days.first { $0.day == day } ?? Activity(day, [])
        streak = Streak(days: days.map(\.day), today: day)
        sessions = Set(practiceDays.map(\.run)).count
        answers = practiceDays.sum(\.answers)
        right = practiceDays.sum(\.right)
        minutes = Figures.minutes(practiceDays.sum(\.milliseconds))
    }

    /// Returns the latest days up to today, earliest first, including days without practice.
    package func latest(days count: Int) -> [Activity] {
        let activities = Dictionary(days.map { ($0.day, $0) }, uniquingKeysWith: { first, _ in first })
        return (0..<max(0, count)).reversed().map { today.day.adding(days: -$0) }.map {
            activities[$0] ?? Activity($0, [])
        }
    }
}

extension [PracticeDay] { fileprivate func sum(_ part: (PracticeDay) -> Int) -> Int { reduce(0) { $0 + part($1) } } }

extension PracticeStatistics.Activity {
    fileprivate init(_ day: Day, _ runs: [PracticeDay]) {
        self.init(
            day: day, answers: runs.sum(\.answers), right: runs.sum(\.right), milliseconds: runs.sum(\.milliseconds))
    }

    /// Returns the sum of two records of the same day.
    fileprivate static func + (left: Self, right: Self) -> Self {
        Self(
            day: left.day, answers: left.answers + right.answers, right: left.right + right.right,
            milliseconds: left.milliseconds + right.milliseconds)
    }
}

extension PracticeStatistics.KindStatistics {
    fileprivate init(_ kind: PracticeKind, _ days: [PracticeDay]) {
        self.init(
            kind: kind, sessions: Set(days.map(\.run)).count, answers: days.sum(\.answers), right: days.sum(\.right),
            minutes: Figures.minutes(days.sum(\.milliseconds)), last: days.map(\.day).max() ?? Day(ordinal: 0))
    }
}
