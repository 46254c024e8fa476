import Kernel

/// What to talk over with somebody.
public struct Agenda: Sendable {
    /// With whom.
    public let person: People.Member
    /// The day it is for.
    public let day: Day
    /// When something was last talked over with them; nil before the first time.
    public let lastMeeting: Day?
    /// What was not talked over yet: praise first, then growth, then what is neither; each the oldest first.
    public let items: [FeedbackEntry]
    /// What has an open next step, whether it was talked over or not: the earliest day first.
    public let steps: [FeedbackEntry]

    init(with person: People.Member, about entries: [FeedbackEntry], on day: Day) {
        (self.person, self.day) = (person, day)
        lastMeeting = entries.compactMap(\.discussedOn).max()
        let order: [FeedbackKind?] = [.praise, .growth, nil]
        let open = entries.filter { $0.discussedOn == nil && $0.doneOn == nil }.sorted {
            ($0.createdAt, $0.id) < ($1.createdAt, $1.id)
        }
        items = order.flatMap { kind in open.filter { $0.kind == kind } }
        steps = entries.filter { $0.openFollowUp != nil }.sorted { one, other in
            let days = [one, other].map { $0.followUp?.due ?? day }
            return days[0] == days[1] ? (one.createdAt, one.id) < (other.createdAt, other.id) : days[0] < days[1]
        }
    }

    /// Whether there is nothing to talk over.
    public var isEmpty: Bool { items.isEmpty && steps.isEmpty }
}

/// Everything about somebody, within some days: what is taken into a review.
public struct PersonReview: Sendable {
    /// How much of what kind.
    public struct Balance: Hashable, Sendable {
        /// Praise.
        public let praise: Int
        /// Growth.
        public let growth: Int
        /// Neither was said.
        public let other: Int

        /// All of it.
        public var all: Int { praise + growth + other }

        init(_ entries: [FeedbackEntry]) {
            praise = entries.count { $0.kind == .praise }
            growth = entries.count { $0.kind == .growth }
            other = entries.count { $0.kind == nil }
        }
    }

    /// Who it is.
    public let person: People.Member
    /// The day on which it was asked.
    public let day: Day
    /// The days it is about.
    public let period: EntryPeriod
    /// The entries of these days, newest first.
    public let entries: [FeedbackEntry]
    /// What was given.
    public let given: Balance
    /// What was received.
    public let received: Balance
    /// What is still to be talked over and to be done, of all days.
    public let agenda: Agenda

    init(of person: People.Member, from all: [FeedbackEntry], in period: EntryPeriod, on day: Day) {
        (self.person, self.day, self.period) = (person, day, period)
        let entries = all.filter(period.holds)
        self.entries = entries
        given = Balance(entries.filter { $0.direction == .given })
        received = Balance(entries.filter { $0.direction == .received })
        agenda = Agenda(with: person, about: all, on: day)
    }
}

extension FeedbackJournal {
    /// Some days, for a filter.
    public func period(from first: Day? = nil, through last: Day? = nil) -> EntryPeriod {
        EntryPeriod(from: first, through: last, in: time.calendar)
    }

    /// What to talk over with somebody.
    ///
    /// - Throws: `personNotFound`, `namesSeveral`.
    public func agenda(_ typed: String) throws -> Agenda {
        try repository.read { try agenda(typed, in: $0) }
    }

    /// Marks everything that is on somebody's agenda as discussed, in one change; today, unless another day is given.
    ///
    /// - Returns: what was on the agenda.
    /// - Throws: `personNotFound`, `namesSeveral`.
    public func discuss(_ typed: String, on day: Day? = nil) throws -> Agenda {
        let day = day ?? today
        return try repository.write(
            undo: {
                $0.items.isEmpty ? nil : "Discussed \(counted($0.items.count, "entry", "entries")) with \($0.person.person.title)"
            }
        ) { records in
            let agenda = try agenda(typed, in: records)
            // As they stand in the store: what is shown carries the names of today.
            let wanted = Set(agenda.items.map(\.id))
            for entry in try records.entries(EntryFilter(about: agenda.person)) where wanted.contains(entry.id) {
                try records.keep(EntryMark.discussed.applied(to: entry, on: day))
            }
            return agenda
        }
    }

    /// Everything about somebody.
    ///
    /// - Throws: `personNotFound`, `namesSeveral`.
    public func review(_ typed: String, in period: EntryPeriod? = nil) throws -> PersonReview {
        try repository.read { records in
            let person = try FeedbackJournal.people(in: records).one(typed)
            let entries = try FeedbackJournal.entries(about: person, in: records)
            return PersonReview(of: person, from: entries, in: period ?? self.period(), on: today)
        }
    }

    private func agenda(_ typed: String, in records: any FeedbackRecords) throws -> Agenda {
        let person = try FeedbackJournal.people(in: records).one(typed)
        return Agenda(with: person, about: try FeedbackJournal.entries(about: person, in: records), on: today)
    }

    private static func entries(about person: People.Member, in records: any FeedbackRecords) throws -> [FeedbackEntry] {
        try shown(records.entries(EntryFilter(about: person)), in: records)
    }
}

extension EntryFilter {
    /// What is about somebody.
    public init(about person: People.Member) {
        self.init()
        people = person.keys
    }
}
