import Kernel

/// An action that affects other people and is limited in rate.
package enum LimitedAction: String, Codable, CaseIterable, Sendable {
    /// Each has its own limit. Votes have none: a person has one vote an item, and a counter would
    /// reveal votes.
    case feedback, suggestion, vote, upvote, attendance, review

    /// The maximum number, within this many seconds.
    var allowance: (count: Int, seconds: Double)? {
        switch self {
        case .feedback: (50, 86_400)
        case .suggestion: (20, 86_400)
        case .vote, .upvote: nil
        case .attendance, .review: (10, 86_400)
        }
    }
}

/// The used part of a limit in a period that began at an instant.
struct RateLimit: Codable, Hashable {
    /// The start of the period.
    var since: Instant
    /// The number of actions in the period.
    var used: Int

    /// Returns the rate limit with one more use at an instant.
    ///
    /// - Throws: `tooMany` of kind `temporary` if the limit is used up.
    static func use(_ limit: RateLimit?, for action: LimitedAction, at now: Instant) throws -> RateLimit? {
        guard let (count, seconds) = action.allowance else { return nil }
        // A clock that was set back locks a user out for one period at most.
        guard var current = limit, abs(now.seconds(since: current.since)) < seconds else {
            return RateLimit(since: now, used: 1)
        }
        guard current.used < count else { throw Failure.tooMany(action) }
        current.used += 1
        return current
    }
}

extension Failure {
    /// Returns the failure for a used-up limit.
    package static func tooMany(_ action: LimitedAction) -> Failure {
        Failure(
            .tooMany, "You can send at most \(action.allowance?.count ?? 0) a day.",
            advice: "This one waits on this device and is sent later.", kind: .temporary)
    }
}
