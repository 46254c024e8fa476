import Kernel

/// The topics to discuss with a person.
package struct Agenda: Sendable {
    package let person: People.Member
    package let day: Day
    /// The last day on which something was discussed, or nil before the first.
    package let lastMeeting: Day?
    /// The entries with an open next step, discussed or not, earliest first.
    package let steps: [FeedbackEntry]
    private let allEntries: [FeedbackEntry]
    private let itemPositions: [Int]

    /// Creates an agenda.
    ///
    /// - Parameter entries: the entries about the person, newest first.
    init(with person: People.Member, about entries: [FeedbackEntry], on day: Day) {
        self.person = person
        self.day = day
        allEntries = entries
        // Positions are stored instead of entries, which are large and may be thousands.
        let order: [FeedbackKind?] = [.praise, .growth, nil]
        var openPositions: [[Int]] = order.map { _ in [] }
        var lastMeeting: Day?
        for position in entries.indices.reversed() {
            if let day = entries[position].discussedOn {
                lastMeeting = max(lastMeeting ?? day, day)
            } else if entries[position].doneOn == nil {
                openPositions[order.firstIndex(of: entries[position].kind) ?? 2].append(position)
            }
        }
        self.lastMeeting = lastMeeting
        itemPositions = openPositions.flatMap(\.self)
        steps = entries.indices.filter { entries[$0].openFollowUp != nil }.map { entries[$0] }.sorted { first, second in
            let days = [first, second].map { $0.followUp?.due ?? day }
            return days[0] == days[1] ? (first.createdAt, first.id) < (second.createdAt, second.id) : days[0] < days[1]
        }
    }

    /// The undiscussed entries: praise, then growth, then others, each oldest first.
    package var items: [FeedbackEntry] { itemPositions.map { allEntries[$0] } }
    package var itemCount: Int { itemPositions.count }

    package var isEmpty: Bool { itemPositions.isEmpty && steps.isEmpty }
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
    /// - Parameter allEntries: the entries about the person, newest first.
    init(
        of person: People.Member, similarPeople: [People.Member], from allEntries: [FeedbackEntry],
        in period: EntryPeriod,
        on day: Day
    ) {
        self.person = person
        self.similarPeople = similarPeople
        self.day = day
        self.period = period
        let entries = period.isUnbounded ? allEntries : allEntries.filter(period.contains)
        self.entries = entries
        given = Balance(entries, .given)
        received = Balance(entries, .received)
        agenda = Agenda(with: person, about: allEntries, on: day)
    }
}

extension EntryFilter {
    /// Creates the filter for the entries about a person.
    package init(about person: People.Member) {
        self.init()
        people = person.keys
    }
}
