import Kernel

/// Something that a person does to others, of which there can be too much.
public enum Deed: String, Codable, CaseIterable, Sendable {
    /// Each with an allowance of its own. Votes have none: there is one a person and thing, and what would count them would tell of them.
    case feedback, suggestion, vote, upvote, attendance, review

    /// How often, and within how many seconds.
    var allowance: (count: Int, seconds: Double)? {
        switch self {
        case .feedback: (50, 86_400)
        case .suggestion: (20, 86_400)
        case .vote, .upvote: nil
        case .attendance, .review: (10, 86_400)
        }
    }
}

/// How much of an allowance is used in a span that began at an instant.
struct Permit: Codable, Hashable {
    var since: Instant
    var used: Int

    /// Uses one more, at an instant.
    ///
    /// - Throws: `tooMany` of kind `temporary` when the allowance is used up.
    static func use(_ permit: Permit?, for deed: Deed, at now: Instant) throws -> Permit? {
        guard let (count, seconds) = deed.allowance else { return nil }
        // A clock that was set back must not lock anybody out for longer than a span.
        guard var current = permit, abs(now.seconds(since: current.since)) < seconds else { return Permit(since: now, used: 1) }
        guard current.used < count else {
            throw Failure.tooMany(deed)
        }
        current.used += 1
        return current
    }
}

extension Failure {
    /// An allowance is used up.
    package static func tooMany(_ deed: Deed) -> Failure {
        Failure(
            .tooMany, "You can send at most \(deed.allowance?.count ?? 0) a day.",
            advice: "This one waits on this device and is sent later.", kind: .temporary)
    }
}
