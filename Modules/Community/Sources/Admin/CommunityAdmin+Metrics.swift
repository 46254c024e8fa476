import Kernel

/// The developers' metrics, with the targets of the founding document.
package struct Metrics: Sendable {
    /// The target hours until an answer, and the target shares of people, 0…1.
    package static let targets = (hours: 24.0, voting: 0.30, feedback: 0.10, takingPart: 0.20, reviewing: 0.15)

    package let month: String
    /// The number of people counted in the month, only with their consent.
    package let people: Int
    /// The median hours until an answer, or nil without answers.
    package let medianHours: Double?
    /// The share of answers within 24 hours.
    package let answeredInTime: Double?
    /// The number of unanswered feedbacks.
    package let pending: Int
    /// The time of the oldest unanswered feedback.
    package let oldestPending: Instant?
    /// The share of people who have ever voted.
    package let voting: Double?
    /// The share of people who sent feedback in the month.
    package let feedback: Double?
    /// The share of people with any contribution in the month.
    package let takingPart: Double?
    /// The share of people who have ever reviewed the app.
    package let reviewing: Double?
}

/// The share of feedback with a tag.
package struct TagShare: Hashable, Sendable {
    /// The share from which a tag decides what to do next.
    package static let deciding = 0.6
    package let tag: String
    package let count: Int
    /// The share of all tagged feedback, 0…1.
    package let share: Double
    package var decides: Bool { share >= TagShare.deciding }
}

extension CommunityAdmin {
    /// Returns the metrics of a month, or of the current month for nil.
    ///
    /// - Throws: `notAllowed`.
    package func metrics(in month: String? = nil) throws -> Metrics {
        let month = month ?? String(time.today().description.prefix(7))
        let attendees = try board().attendance(in: month, for: actor())
        let (allFeedback, waiting, poll) = try readBoard { records, _ in
            (try records.feedback(nil, newestFirst: false, limit: nil), try records.waiting(), try records.poll())
        }
        let answerHours = allFeedback.filter { $0.responseStatus != .pending }
            .compactMap { feedback in feedback.responseTimestamp.map { $0.seconds(since: feedback.timestamp) / 3600 } }
            .sorted()
        // The share of the counted people for whom a condition holds.
        func share(_ isIncluded: (Attendee) -> Bool) -> Double? {
            attendees.isEmpty ? nil : Double(attendees.count(where: isIncluded)) / Double(attendees.count)
        }
        // The share of a number of anonymous voters, who cannot be matched with the people counted.
        func share(_ count: Int) -> Double? {
            attendees.isEmpty ? nil : min(1, Double(count) / Double(attendees.count))
        }
        return Metrics(
            month: month, people: attendees.count,
            medianHours: answerHours.isEmpty ? nil : answerHours[answerHours.count / 2],
            answeredInTime: answerHours.isEmpty
                ? nil : Double(answerHours.count { $0 < Metrics.targets.hours }) / Double(answerHours.count),
            pending: waiting.count, oldestPending: waiting.oldest?.timestamp,
            voting: share(poll.count(of: .voters(in: month))), feedback: share { $0.lastMonth[.feedback] == month },
            takingPart: share(poll.count(of: .active(in: month))),
            reviewing: share { $0.lastMonth[.review] != nil })
    }

    /// Returns tags by their share of the tagged feedback, greatest first.
    ///
    /// - Throws: `notAllowed`.
    package func tags() throws -> [TagShare] {
        let tagged = try readBoard { records, context in
            try context.require(.read, .feedbackTriage)
            return try records.feedback(nil, newestFirst: true, limit: nil).filter { !$0.tags.isEmpty }
        }
        let counts = Dictionary(tagged.flatMap(\.tags).map { ($0, 1) }, uniquingKeysWith: +)
        return counts.map { TagShare(tag: $0, count: $1, share: Double($1) / Double(tagged.count)) }
            .sorted { ($1.count, $0.tag) < ($0.count, $1.tag) }
    }

    /// Returns the public insights about participants.
    package func insights() throws -> Insights { try readBoard { records, _ in try records.insights() } }

    /// Returns the public news, or those for the users of an app.
    package func whatsNew(for app: String? = nil) throws -> WhatsNew {
        try readBoard { records, _ in try WhatsNew(records, at: time.now(), for: app) }
    }

    /// Returns the work that waits for developers.
    package func waiting() throws -> Waiting {
        try readBoard { records, _ in
            let (pending, oldest) = try records.waiting()
            let votedItems = try RoadmapEntry.all(in: records, for: nil).filter {
                $0.item.status != .released && $0.votes > 0
            }
            let apps = try records.pendingByApp()
            return Waiting(
                pending: pending,
                byApp: apps.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { (app: $0.key, count: $0.value) },
                oldest: oldest,
                suggestions: try records.suggestions(.pending).count { $0.hiddenBecause == nil },
                trending: Array(votedItems.sorted { $0.votes > $1.votes }.prefix(3)))
        }
    }
}

/// The work that waits for developers.
package struct Waiting: Sendable {
    /// The number of unanswered feedbacks.
    package let pending: Int
    /// The number of unanswered feedbacks of each app, greatest first.
    package let byApp: [(app: String, count: Int)]
    /// The feedback that has waited longest for an answer.
    package let oldest: Feedback?
    /// The number of pending suggestions.
    package let suggestions: Int
    /// The up to three unreleased roadmap items with the most votes.
    package let trending: [RoadmapEntry]
}

extension BoardRecords {
    /// Returns the number of unanswered feedbacks and the oldest one.
    fileprivate func waiting() throws -> (count: Int, oldest: Feedback?) {
        (try feedbackCount(.pending), try feedback(.pending, newestFirst: false, limit: 1).first)
    }
}
