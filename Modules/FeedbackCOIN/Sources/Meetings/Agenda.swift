import Kernel

/// The topics to discuss with a person.
package struct Agenda: Sendable {
    package let person: People.Member
    package let day: Day
    /// The last day on which something was discussed, or nil before the first.
    package let lastMeeting: Day?
    /// The entries with an open next step, discussed or not, earliest first.
    package let steps: [FeedbackEntry]
    private let all: [FeedbackEntry]
    private let places: [Int]

    /// Creates an agenda.
    ///
    /// - Parameter entries: the entries about the person, newest first.
    init(with person: People.Member, about entries: [FeedbackEntry], on day: Day) {
        self.person = person
        self.day = day
        all = entries
        // Positions are stored instead of entries, which are large and may be thousands.
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
        self.lastMeeting = lastMeeting
        places = open.flatMap(\.self)
        steps = entries.indices.filter { entries[$0].openFollowUp != nil }.map { entries[$0] }.sorted { one, other in
            let days = [one, other].map { $0.followUp?.due ?? day }
            return days[0] == days[1] ? (one.createdAt, one.id) < (other.createdAt, other.id) : days[0] < days[1]
        }
    }

    /// The undiscussed entries: praise, then growth, then others, each oldest first.
    package var items: [FeedbackEntry] { places.map { all[$0] } }
    package var itemCount: Int { places.count }

    package var isEmpty: Bool { places.isEmpty && steps.isEmpty }
}

/// Everything about a person in a period, for a review.
package struct PersonReview: Sendable {
    /// The number of entries of each kind.
    package struct Balance: Hashable, Sendable {
        package let praise: Int
        package let growth: Int
        package let other: Int

        package var all: Int { praise + growth + other }

        init(_ entries: [FeedbackEntry], _ direction: FeedbackDirection) {
            func count(_ kind: FeedbackKind?) -> Int {
                entries.indices.count { entries[$0].kind == kind && entries[$0].direction == direction }
            }
            praise = count(.praise)
            growth = count(.growth)
            other = count(nil)
        }
    }

    package let person: People.Member
    /// Other people whose names include this person's or the reverse, such as Sam and Sam Lee.
    package let similarPeople: [People.Member]
    package let day: Day
    package let period: EntryPeriod
    package let entries: [FeedbackEntry]
    package let given: Balance
    package let received: Balance
    /// The open topics and steps of all days.
    package let agenda: Agenda

    /// Creates a review.
    ///
    /// - Parameter all: all entries about the person, newest first.
    init(
        of person: People.Member, alike: [People.Member], from all: [FeedbackEntry], in period: EntryPeriod,
        on day: Day
    ) {
        self.person = person
        self.similarPeople = alike
        self.day = day
        self.period = period
        let entries = period.isUnbounded ? all : all.filter(period.contains)
        self.entries = entries
        given = Balance(entries, .given)
        received = Balance(entries, .received)
        agenda = Agenda(with: person, about: all, on: day)
    }
}

extension EntryFilter {
    package init(about person: People.Member) {
        self.init()
        people = person.keys
    }
}
