import Kernel

/// What to talk over with somebody.
public struct Agenda: Sendable {
    /// With whom.
    public let person: People.Member
    /// Steps before it are overdue.
    public let day: Day
    /// When something was last talked over with them; nil before the first time.
    public let lastMeeting: Day?
    /// What has an open next step, whether it was talked over or not: the earliest day first.
    public let steps: [FeedbackEntry]
    private let all: [FeedbackEntry]
    private let places: [Int]

    /// - Parameter entries: newest first.
    init(with person: People.Member, about entries: [FeedbackEntry], on day: Day) {
        (self.person, self.day, all) = (person, day, entries)
        // By their places: an entry is large, and somebody may have thousands.
        let order: [FeedbackKind?] = [.praise, .growth, nil]
        var open: [[Int]] = order.map { _ in [] }
        var lastMeeting: Day?
        for place in entries.indices.reversed() {
            if let day = entries[place].discussedOn {
                lastMeeting = max(lastMeeting ?? day, day)
            } else if entries[place].doneOn == nil {
                open[order.firstIndex(of: entries[place].kind) ?? 2].append(place)
            }
        }
        (self.lastMeeting, places) = (lastMeeting, open.flatMap(\.self))
        steps = entries.indices.filter { entries[$0].openFollowUp != nil }.map { entries[$0] }.sorted { one, other in
            let days = [one, other].map { $0.followUp?.due ?? day }
            return days[0] == days[1] ? (one.createdAt, one.id) < (other.createdAt, other.id) : days[0] < days[1]
        }
    }

    /// What was not talked over yet: praise first, then growth, then what is neither; each the oldest first.
    public var items: [FeedbackEntry] { places.map { all[$0] } }
    /// How many these are.
    public var itemCount: Int { places.count }

    /// Whether there is nothing to talk over.
    public var isEmpty: Bool { places.isEmpty && steps.isEmpty }
}

/// Everything about somebody, within some days: what is taken into a review.
public struct PersonReview: Sendable {
    /// How much of what kind.
    public struct Balance: Hashable, Sendable {
        /// How many say what should happen again.
        public let praise: Int
        /// How many say what should be different.
        public let growth: Int
        /// How many say neither.
        public let other: Int

        /// How many there are of whatever kind.
        public var all: Int { praise + growth + other }

        init(_ entries: [FeedbackEntry], _ direction: FeedbackDirection) {
            func count(_ kind: FeedbackKind?) -> Int {
                entries.indices.count { entries[$0].kind == kind && entries[$0].direction == direction }
            }
            (praise, growth, other) = (count(.praise), count(.growth), count(nil))
        }
    }

    /// Who it is.
    public let person: People.Member
    /// Others of whose names theirs may be a part, or the other way round: Sam, and Sam Lee.
    public let alike: [People.Member]
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

    /// - Parameter all: newest first.
    init(
        of person: People.Member, beside alike: [People.Member], from all: [FeedbackEntry], in period: EntryPeriod, on day: Day
    ) {
        (self.person, self.alike, self.day, self.period) = (person, alike, day, period)
        let entries = period.isWhole ? all : all.filter(period.holds)
        self.entries = entries
        given = Balance(entries, .given)
        received = Balance(entries, .received)
        agenda = Agenda(with: person, about: all, on: day)
    }
}

extension EntryFilter {
    /// What is about somebody.
    public init(about person: People.Member) {
        self.init()
        people = person.keys
    }
}
