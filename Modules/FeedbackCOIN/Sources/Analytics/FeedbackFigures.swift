import Kernel

/// What some entries come to.
public struct FeedbackFigures: Hashable, Sendable {
    /// How many entries.
    public let count: Int
    /// How many of them were received.
    public let received: Int
    /// How many say what should happen again.
    public let praise: Int
    /// How many say what should be different.
    public let growth: Int
    /// How many were shared with somebody.
    public let shared: Int
    /// How often they were shared, with each person once more.
    public let copies: Int
    /// How many seconds passed from writing an entry to sharing it first, for each that was shared, the shortest first.
    public let waits: [Int]
    /// For how many days the next steps that are open have stood, the longest last.
    public let openDays: [Int]
    /// How many open steps are past their day.
    public let overdue: Int

    /// Counts.
    ///
    /// - Parameter sharedFirst: when an entry was first shared.
    init(_ entries: [FeedbackEntry], sharedFirst: [Identifier<FeedbackEntry>: Instant], calendar: LocalCalendar, today: Day) {
        count = entries.count
        received = entries.count { $0.direction == .received }
        praise = entries.count { $0.kind == .praise }
        growth = entries.count { $0.kind == .growth }
        shared = entries.count(where: \.isShared)
        copies = entries.reduce(0) { $0 + $1.shareCount }
        waits = entries.compactMap { entry in
            // A clock that was set back makes no wait shorter than none.
            sharedFirst[entry.id].map { max(0, Int($0.seconds(since: entry.createdAt))) }
        }.sorted()
        let open = entries.filter { $0.openFollowUp != nil }
        openDays = open.map { max(0, today.days(since: $0.day(in: calendar))) }.sorted()
        overdue = open.count { ($0.openFollowUp?.due ?? today) < today }
    }

    /// How much of what says either is praise; nil of too few.
    public var praiseShare: Proportion? { Proportion(praise, of: praise + growth) }
    /// How much of what was given was shared; nil of too few.
    public var sharedShare: Proportion? { Proportion(shared, of: count - received) }
    /// Half of what was shared went out sooner, half later; in seconds, nil of too few.
    public var medianWait: Int? { FeedbackFigures.median(waits) }
    /// Half of the open steps are younger, half older; in days, nil of too few.
    public var medianOpen: Int? { FeedbackFigures.median(openDays) }

    private static func median(_ sorted: [Int]) -> Int? {
        guard sorted.count >= Proportion.fewest else { return nil }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

/// By what feedback is counted.
public enum FeedbackDivision: String, CaseIterable, Sendable {
    /// Whom it is for, or who gave it.
    case person
    /// What it was about.
    case project
    /// Each of its tags.
    case tag
    /// When it happened.
    case month
}

/// Feedback in figures: all of it, and in its parts.
public struct FeedbackAnalytics: Hashable, Sendable {
    /// One part.
    public struct Group: Hashable, Sendable {
        /// Who, what or when; nil for what names nobody and nothing.
        public let name: String?
        /// What it comes to.
        public let figures: FeedbackFigures
    }

    /// All of it.
    public let total: FeedbackFigures
    /// By what the groups are made; nil for none.
    public let division: FeedbackDivision?
    /// The greatest first; months in their order. An entry with two tags is in both groups, and one without stands last.
    public let groups: [Group]
    /// The first and the last day of what is counted; nil for nothing.
    public let days: ClosedRange<Day>?
}

extension FeedbackJournal {
    /// May a person see feedback in figures?
    public static let analytics = Gate("coin.analytics", "analytics", context: "analytics")

    /// May a person hand out PDF and Word files?
    public static let documents = Gate("coin.documents", "PDF and Word files", context: "documents")

    /// - Throws: `documentsDenied`.
    public func askForDocuments() throws {
        try ask(FeedbackJournal.documents, or: .documentsDenied, advice: "Use .html, .md or .csv, which stay open.")
    }

    /// Feedback in figures.
    ///
    /// - Throws: `analyticsDenied`.
    public func analytics(
        of filter: EntryFilter = EntryFilter(), from first: Day? = nil, through last: Day? = nil,
        by division: FeedbackDivision? = nil
    ) throws -> FeedbackAnalytics {
        try ask(FeedbackJournal.analytics, or: .analyticsDenied, advice: "`list`, `search` and `export` stay open.")
        let (calendar, today) = (time.calendar, time.today())
        let (kept, shares) = try repository.read { records in
            (try FeedbackJournal.shown(records.entries(filter), in: records), try records.shares(of: nil, limit: nil))
        }
        let entries = kept.filter { entry in
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

    /// - Throws: a failure with this code and a denial, where a gate stays closed.
    func ask(_ gate: Gate, or code: Failure.Code, advice: String) throws {
        let answer = gates.ask(gate, 0)
        guard !answer.allowed else { return }
        throw Failure(code, answer.reason, advice: advice, denial: Denial(gate, answer))
    }
}

extension FeedbackDivision {
    fileprivate func groups(of entries: [FeedbackEntry], _ calendar: LocalCalendar) -> [(name: String?, entries: [FeedbackEntry])]
    {
        var (order, parts, names) = ([String](), [String: [FeedbackEntry]](), [String: String]())
        var rest: [FeedbackEntry] = []
        for entry in entries {
            let keys = keys(of: entry, calendar)
            if keys.isEmpty { rest.append(entry) }
            for (key, name) in keys {
                // Newest first, so the newest way of writing a name is the one that is shown.
                if names[key] == nil {
                    names[key] = name
                    order.append(key)
                }
                parts[key, default: []].append(entry)
            }
        }
        let groups = order.map { (name: names[$0], entries: parts[$0] ?? []) }
        let sorted =
            self == .month
            ? groups.sorted { ($0.name ?? "") < ($1.name ?? "") }
            : groups.enumerated().sorted { ($1.element.entries.count, $0.offset) < ($0.element.entries.count, $1.offset) }
                .map(\.element)
        return rest.isEmpty ? sorted : sorted + [(nil, rest)]
    }

    /// What counts as one, and how it is shown.
    private func keys(of entry: FeedbackEntry, _ calendar: LocalCalendar) -> [(String, String)] {
        switch self {
        case .person:
            guard let key = entry.personKey, let other = entry.recipient else { return [] }
            return [(key.rawValue, other.name ?? other.title)]
        case .project: return entry.project.map { [(Wording.key(of: $0), $0)] } ?? []
        case .tag: return entry.tags.map { (Wording.key(of: $0), $0) }
        case .month:
            let month = String(entry.day(in: calendar).description.prefix(7))
            return [(month, month)]
        }
    }
}
