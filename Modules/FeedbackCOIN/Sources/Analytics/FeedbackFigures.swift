import Kernel

/// The statistics of a set of entries.
package struct FeedbackFigures: Hashable, Sendable {
    package let count: Int
    /// The number of entries that others wrote about the user.
    package let received: Int
    package let praise: Int
    package let growth: Int
    package let shared: Int
    /// The number of shares, counted once per recipient.
    package let copies: Int
    /// The seconds from writing each shared entry to its first share, in ascending order.
    package let sharingDelays: [Int]
    /// The ages of the open next steps in days, in ascending order.
    package let openStepAges: [Int]
    /// The number of open next steps whose day is over.
    package let overdue: Int

    /// Computes the statistics.
    ///
    /// - Parameter sharedFirst: the time at which each entry was first shared.
    init(
        _ entries: [FeedbackEntry], sharedFirst: [Identifier<FeedbackEntry>: Instant], calendar: LocalCalendar,
        today: Day
    ) {
        count = entries.count
        received = entries.count { $0.direction == .received }
        praise = entries.count { $0.kind == .praise }
        growth = entries.count { $0.kind == .growth }
        shared = entries.count(where: \.isShared)
        copies = entries.reduce(0) { $0 + $1.shareCount }
        sharingDelays = entries.compactMap { entry in
            // If the clock was set back, the wait is zero instead of negative.
            sharedFirst[entry.id].map { max(0, Int($0.seconds(since: entry.createdAt))) }
        }.sorted()
        let openEntries = entries.filter { $0.openFollowUp != nil }
        openStepAges = openEntries.map { max(0, today.days(since: $0.day(in: calendar))) }.sorted()
        overdue = openEntries.count { ($0.openFollowUp?.due ?? today) < today }
    }

    /// The share of praise among praise and growth, or nil for too few entries.
    package var praiseShare: Proportion? { Proportion(praise, of: praise + growth) }
    /// The share of given feedback that was shared, or nil for too few entries.
    package var sharedShare: Proportion? { Proportion(shared, of: count - received) }
    /// The median seconds from writing to sharing, or nil for too few entries.
    package var medianSharingDelay: Int? { FeedbackFigures.median(sharingDelays) }
    /// The median age of the open steps in days, or nil for too few steps.
    package var medianOpenStepAge: Int? { FeedbackFigures.median(openStepAges) }

    private static func median(_ sorted: [Int]) -> Int? {
        guard sorted.count >= Proportion.minimumWhole else { return nil }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

/// The criterion by which feedback is counted.
package enum FeedbackDivision: String, CaseIterable, Sendable {
    case person
    case project
    case tag
    case month
}

/// The statistics of all feedback and of its groups.
package struct FeedbackAnalytics: Hashable, Sendable {
    /// The entries with one person, project, tag or month.
    package struct Group: Hashable, Sendable {
        /// The person, topic or month, or nil for entries without one.
        package let name: String?
        package let figures: FeedbackFigures
    }

    package let total: FeedbackFigures
    package let division: FeedbackDivision?
    /// The groups, largest first, or months in order.
    ///
    /// An entry with two tags is in both groups. The group without a name is last.
    package let groups: [Group]
    /// The first and last day of the counted entries, or nil for none.
    package let days: ClosedRange<Day>?
}

extension FeedbackJournal {
    package static let analytics = Gate("coin.analytics", "analytics", context: "analytics")

    package static let documents = Gate("coin.documents", "PDF and Word files", context: "documents")

    /// Checks that documents are permitted.
    ///
    /// - Throws: `documentsDenied`.
    package func requireDocuments() throws {
        try requireGate(
            FeedbackJournal.documents, or: .documentsDenied, advice: "Use .html, .md or .csv, which stay open.")
    }

    /// Returns the statistics of feedback.
    ///
    /// - Throws: `analyticsDenied`.
    package func analytics(
        of filter: EntryFilter = EntryFilter(), from first: Day? = nil, through last: Day? = nil,
        by division: FeedbackDivision? = nil
    ) throws -> FeedbackAnalytics {
        try requireGate(
            FeedbackJournal.analytics, or: .analyticsDenied, advice: "`list`, `search` and `export` stay open.")
        let calendar = time.calendar
        let today = time.today()
        let (candidates, shares) = try repository.read { records in
            (
                try FeedbackJournal.withCurrentPeople(records.entries(filter), in: records),
                try records.shares(of: nil, limit: nil)
            )
        }
        let entries = candidates.filter { entry in
            let day = entry.day(in: calendar)
            return day >= first ?? day && day <= last ?? day
        }
        let sharedFirst = Dictionary(shares.map { ($0.entryId, $0.sharedAt) }) { min($0, $1) }
        func figures(_ entries: [FeedbackEntry]) -> FeedbackFigures {
            FeedbackFigures(entries, sharedFirst: sharedFirst, calendar: calendar, today: today)
        }
        let groups = division.map { $0.groups(of: entries, calendar) } ?? []
        let days = entries.map { $0.day(in: calendar) }.sorted()
        return FeedbackAnalytics(
            total: figures(entries), division: division,
            groups: groups.map { FeedbackAnalytics.Group(name: $0.name, figures: figures($0.entries)) },
            days: days.first.flatMap { first in days.last.map { first...$0 } })
    }

    /// Checks that a gate is open.
    ///
    /// - Throws: an error with this code and a denial if the gate is closed.
    func requireGate(_ gate: Gate, or code: Failure.Code, advice: String) throws {
        let answer = gates.ask(gate, 0)
        guard !answer.allowed else { return }
        throw Failure(code, answer.reason, advice: advice, denial: Denial(gate, answer))
    }
}

extension FeedbackDivision {
    /// Returns the entries by group, with those of no group under nil.
    fileprivate func groups(of entries: [FeedbackEntry], _ calendar: LocalCalendar) -> [(
        name: String?, entries: [FeedbackEntry]
    )] {
        var order = [String]()
        var entriesByKey = [String: [FeedbackEntry]]()
        var names = [String: String]()
        var ungrouped: [FeedbackEntry] = []
        for entry in entries {
            let keys = keys(of: entry, calendar)
            if keys.isEmpty { ungrouped.append(entry) }
            for (key, name) in keys {
                // Entries are newest first, so the newest spelling of a name is shown.
                if names[key] == nil {
                    names[key] = name
                    order.append(key)
                }
                entriesByKey[key, default: []].append(entry)
            }
        }
        let groups = order.map { (name: names[$0], entries: entriesByKey[$0] ?? []) }
        let sorted =
            self == .month
            ? groups.sorted { ($0.name ?? "") < ($1.name ?? "") }
            : groups.enumerated().sorted {
                ($1.element.entries.count, $0.offset) < ($0.element.entries.count, $1.offset)
            }
            .map(\.element)
        return ungrouped.isEmpty ? sorted : sorted + [(nil, ungrouped)]
    }

    /// Returns the grouping keys of an entry with their displayed names.
    private func keys(of entry: FeedbackEntry, _ calendar: LocalCalendar) -> [(String, String)] {
        switch self {
        case .person:
            guard let key = entry.personKey, let recipient = entry.recipient else { return [] }
            return [(key.rawValue, recipient.name ?? recipient.title)]
        case .project: return entry.project.map { [(EntryTextRules.key(of: $0), $0)] } ?? []
        case .tag: return entry.tags.map { (EntryTextRules.key(of: $0), $0) }
        case .month:
            let month = String(entry.day(in: calendar).description.prefix(7))
            return [(month, month)]
        }
    }
}
