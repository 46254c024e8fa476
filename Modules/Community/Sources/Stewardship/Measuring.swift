import Kernel

/// What developers measure themselves by.
public struct Metrics: Sendable {
    /// The targets of the founding document.
    public static let targets = (hours: 24.0, voting: 0.30, feedback: 0.10, takingPart: 0.20, reviewing: 0.15)

    /// The month that the shares are of.
    public let month: String
    /// People counted in the month: only those who agreed to it.
    public let people: Int
    /// Half of the answers came within so many hours; nil without answers.
    public let medianHours: Double?
    /// The share of answers that came within 24 hours.
    public let answeredInTime: Double?
    /// How many wait for an answer.
    public let pending: Int
    /// Since when the oldest of them waits.
    public let oldestPending: Instant?
    /// The share of the people who ever voted.
    public let voting: Double?
    /// The share who sent feedback in the month.
    public let feedback: Double?
    /// The share who did anything here in the month.
    public let takingPart: Double?
    /// The share who have reviewed.
    public let reviewing: Double?
}

/// The share of feedback that a theme has.
public struct TagShare: Hashable, Sendable {
    /// From which share on a theme decides what comes next.
    public static let deciding = 0.6
    /// The theme.
    public let tag: String
    /// How many feedbacks bear it.
    public let count: Int
    /// Their share of all feedback that bears any tag, 0…1.
    public let share: Double
    /// Whether it decides what comes next.
    public var decides: Bool { share >= TagShare.deciding }
}

extension Stewardship {
    /// The figures of a month, this one for nil.
    ///
    /// - Throws: `notAllowed`.
    public func metrics(in month: String? = nil) throws -> Metrics {
        let month = month ?? String(time.today().description.prefix(7))
        let attendees = try board().attendance(in: month, for: actor())
        let (told, waiting, turnout) = try look { records, _ in
            (try records.feedback(nil, newestFirst: false, limit: nil), try records.waiting(), try records.poll())
        }
        let hours = told.filter { $0.responseStatus != .pending }
            .compactMap { one in one.responseTimestamp.map { $0.seconds(since: one.timestamp) / 3600 } }.sorted()
        func share(_ belongs: (Attendee) -> Bool) -> Double? {
            attendees.isEmpty ? nil : Double(attendees.count(where: belongs)) / Double(attendees.count)
        }
        // Votes are counted under names that are nobody's: as many of those counted, whoever they are.
        func share(_ count: Int) -> Double? { attendees.isEmpty ? nil : min(1, Double(count) / Double(attendees.count)) }
        return Metrics(
            month: month, people: attendees.count, medianHours: hours.isEmpty ? nil : hours[hours.count / 2],
            answeredInTime: hours.isEmpty ? nil : Double(hours.count { $0 < Metrics.targets.hours }) / Double(hours.count),
            pending: waiting.count, oldestPending: waiting.oldest?.timestamp,
            voting: share(turnout.count(of: .voters(in: month))), feedback: share { $0.lastMonth[.feedback] == month },
            takingPart: share(turnout.count(of: .active(in: month))),
            reviewing: share { $0.lastMonth[.review] != nil })
    }

    /// Themes by their share of the feedback that bears any, greatest first.
    ///
    /// - Throws: `notAllowed`.
    public func tags() throws -> [TagShare] {
        let tagged = try look { records, people in
            try people.require(.read, .feedbackTriage)
            return try records.feedback(nil, newestFirst: true, limit: nil).filter { !$0.tags.isEmpty }
        }
        let counts = Dictionary(tagged.flatMap(\.tags).map { ($0, 1) }, uniquingKeysWith: +)
        return counts.map { TagShare(tag: $0, count: $1, share: Double($1) / Double(tagged.count)) }
            .sorted { ($1.count, $0.tag) < ($0.count, $1.tag) }
    }

    /// Who takes part, as everybody may see it.
    public func insights() throws -> Insights { try look { records, _ in try records.insights() } }

    /// What is going on, as everybody may see it, or the people who use an app.
    public func whatsNew(for app: String? = nil) throws -> WhatsNew {
        try look { records, _ in try WhatsNew(records, at: time.now(), for: app) }
    }

    /// What waits for developers.
    public func waiting() throws -> Waiting {
        try look { records, _ in
            let (pending, oldest) = try records.waiting()
            let wanted = try RoadmapEntry.all(in: records, for: nil).filter { $0.item.status != .released && $0.votes > 0 }
            let apps = try records.pendingByApp()
            return Waiting(
                pending: pending,
                byApp: apps.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { (app: $0.key, count: $0.value) },
                oldest: oldest,
                suggestions: try records.suggestions(.pending).count { $0.hiddenBecause == nil },
                trending: Array(wanted.sorted { $0.votes > $1.votes }.prefix(3)))
        }
    }
}

/// What waits for developers.
public struct Waiting: Sendable {
    /// Feedback without an answer.
    public let pending: Int
    /// By app, those with most first.
    public let byApp: [(app: String, count: Int)]
    /// The feedback that has waited longest for an answer.
    public let oldest: Feedback?
    /// Suggestions that nobody has looked at.
    public let suggestions: Int
    /// The items with most votes among those to come.
    public let trending: [RoadmapEntry]
}

extension BoardRecords {
    /// Feedback that nobody has answered: how much, and the oldest of it.
    fileprivate func waiting() throws -> (count: Int, oldest: Feedback?) {
        (try feedbackCount(.pending), try feedback(.pending, newestFirst: false, limit: 1).first)
    }
}
