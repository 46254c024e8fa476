import Kernel

/// Which entries are asked for; without values, all.
public struct EntryFilter: Hashable, Sendable {
    /// How many at most; nil for all.
    public var limit: Int?
    /// Only those with this tag, without regard to case and accents.
    public var tag: String?
    /// Only those that were shared, or only those that were not.
    public var isShared: Bool?
    /// Only those with somebody who has one of these identifiers.
    public var people: Set<Identifier<Person>>?
    /// Only praise, or only growth.
    public var kind: FeedbackKind?
    /// Only what was given, or only what was received.
    public var direction: FeedbackDirection?
    /// Only those that have come so far, and no further.
    public var status: FeedbackStatus?
    /// Only those about this, without regard to case and accents.
    public var project: String?
    /// Only those of some days.
    public var period: EntryPeriod?

    /// A filter; without values, everything.
    public init(limit: Int? = nil, tag: String? = nil, isShared: Bool? = nil) {
        (self.limit, self.tag, self.isShared) = (limit, tag, isShared)
    }

    /// Whether an entry is asked for, the limit aside.
    public func wants(_ entry: FeedbackEntry) -> Bool {
        if let isShared, entry.isShared != isShared { return false }
        if let kind, entry.kind != kind { return false }
        if let direction, entry.direction != direction { return false }
        if let status, entry.status != status { return false }
        if let period, !period.holds(entry) { return false }
        if let people, !(entry.personKey.map(people.contains) ?? false) { return false }
        if let project, entry.project.map(Wording.key(of:)) != Wording.key(of: project) { return false }
        guard let tag else { return true }
        let wanted = Wording.key(of: tag)
        return entry.tags.contains { Wording.key(of: $0) == wanted }
    }

    /// Whether it leaves something out, the limit aside.
    public var isNarrow: Bool {
        self != EntryFilter(limit: limit)
    }

    /// The same without these two, which indexes answer by themselves.
    var rest: EntryFilter {
        var rest = self
        (rest.status, rest.isShared) = (nil, nil)
        return rest
    }
}

/// Some days: those of what happened, and of writing where nobody said when it happened.
public struct EntryPeriod: Hashable, Sendable {
    /// The first day; nil from the beginning.
    public let first: Day?
    /// The last day; nil to the end.
    public let last: Day?
    private let begin: Instant?
    private let end: Instant?

    /// From a day through another, in a calendar.
    public init(from first: Day?, through last: Day?, in calendar: LocalCalendar) {
        (self.first, self.last) = (first, last)
        begin = first.map { calendar.instant(of: $0) }
        end = last.map { calendar.instant(of: $0.adding(days: 1)) }
    }

    /// Whether it is all days.
    var isWhole: Bool { first == nil && last == nil }

    func holds(_ entry: FeedbackEntry) -> Bool {
        if let day = entry.happenedOn { return day >= first ?? day && day <= last ?? day }
        return entry.createdAt >= begin ?? entry.createdAt && end.map { entry.createdAt < $0 } ?? true
    }
}
