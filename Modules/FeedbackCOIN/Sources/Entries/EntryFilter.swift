import Kernel

/// A filter of entries.
///
/// Without values it matches all.
package struct EntryFilter: Hashable, Sendable {
    package var limit: Int?
    /// Matches only entries with this tag, without regard to case and accents.
    package var tag: String?
    /// Matches only shared or only unshared entries.
    package var isShared: Bool?
    package var people: Set<Identifier<Person>>?
    package var kind: FeedbackKind?
    package var direction: FeedbackDirection?
    package var status: FeedbackStatus?
    /// Matches only entries of this project, without regard to case and accents.
    package var project: String?
    package var period: EntryPeriod?

    package init(limit: Int? = nil, tag: String? = nil, isShared: Bool? = nil) {
        self.limit = limit
        self.tag = tag
        self.isShared = isShared
    }

    /// Returns whether an entry matches, apart from the limit.
    package func matches(_ entry: FeedbackEntry) -> Bool {
        if let isShared, entry.isShared != isShared { return false }
        if let kind, entry.kind != kind { return false }
        if let direction, entry.direction != direction { return false }
        if let status, entry.status != status { return false }
        if let period, !period.contains(entry) { return false }
        if let people, !(entry.personKey.map(people.contains) ?? false) { return false }
        if let project, entry.project.map(EntryTextRules.key(of:)) != EntryTextRules.key(of: project) { return false }
        guard let tag else { return true }
        let tagKey = EntryTextRules.key(of: tag)
        return entry.tags.contains { EntryTextRules.key(of: $0) == tagKey }
    }

    /// Whether the filter excludes anything, apart from the limit.
    package var isRestrictive: Bool { self != EntryFilter(limit: limit) }

    /// The filter without the two criteria that indexes answer.
    var withoutIndexedCriteria: EntryFilter {
        var filter = self
        (filter.status, filter.isShared) = (nil, nil)
        return filter
    }
}

/// A range of days, by the day of the event or else the day of writing.
package struct EntryPeriod: Hashable, Sendable {
    /// The first day, or nil for no lower bound.
    package let first: Day?
    /// The last day, or nil for no upper bound.
    package let last: Day?
    private let begin: Instant?
    private let end: Instant?

    package init(from first: Day?, through last: Day?, in calendar: LocalCalendar) {
        self.first = first
        self.last = last
        begin = first.map { calendar.instant(of: $0) }
        end = last.map { calendar.instant(of: $0.adding(days: 1)) }
    }

    var isUnbounded: Bool { first == nil && last == nil }

    func contains(_ entry: FeedbackEntry) -> Bool {
        if let day = entry.happenedOn { return day >= first ?? day && day <= last ?? day }
        return entry.createdAt >= begin ?? entry.createdAt && end.map { entry.createdAt < $0 } ?? true
    }
}
