import Kernel

/// When an app may ask for a review: seldom, after something went well, and never who has given one.
public struct ReviewPolicy: Sendable {
    /// What just happened.
    public enum Occasion: Hashable, Sendable {
        /// The app was started.
        case start
        /// A session ended; `total` with it. `wentWell` is false when it was broken off or failed.
        case session(total: Int, wentWell: Bool)
        /// The first pattern was completed, or the first test passed.
        case milestone
        /// Something went well on the so-many-th day of use.
        case use(day: Int)
        /// Something failed.
        case failure
    }

    /// What a person has done with an app until now.
    public struct Deeds: Hashable, Sendable {
        /// Sessions that went well.
        public let sessions: Int
        /// What was done for the first time: `pattern`, `test`.
        public let milestones: Set<String>
        /// On which day of use this is; 0 where days do not count.
        public let day: Int

        /// What was done.
        public init(sessions: Int = 0, milestones: Set<String> = [], day: Int = 0) {
            (self.sessions, self.milestones, self.day) = (sessions, milestones, day)
        }

        /// What of it is new. Where nothing was counted before, only the last session is.
        func occasions(since counted: (sessions: Int?, milestones: Set<String>)) -> [Occasion] {
            let first = counted.sessions ?? sessions - 1
            let new = first < sessions ? Array((first + 1...sessions).suffix(100)) : []
            return new.map { .session(total: $0, wentWell: true) }
                + (milestones.isSubset(of: counted.milestones) ? [] : [.milestone]) + (day > 0 ? [.use(day: day)] : [])
        }
    }

    /// What happened before.
    public struct History: Sendable {
        /// Days on which a review was asked for.
        public let prompts: [Day]
        /// Whether the person has reviewed.
        public let hasReviewed: Bool

        /// What happened before.
        public init(prompts: [Day], hasReviewed: Bool) { (self.prompts, self.hasReviewed) = (prompts, hasReviewed) }
    }

    /// At most so many in `span` days.
    static let limit = (prompts: 3, span: 365)

    private let sessions: Set<Int>
    private let milestones: Bool
    private let daysOfUse: Int?

    /// After 5, 25 and 50 sessions, and after the first pattern and the first test.
    public static let study = ReviewPolicy(sessions: [5, 25, 50], milestones: true, daysOfUse: nil)
    /// After three days of use; Grain's.
    public static let diary = ReviewPolicy(sessions: [], milestones: false, daysOfUse: 3)

    /// Whether to ask on this occasion.
    public func asks(on occasion: Occasion, day: Day, _ history: History) -> Bool {
        let recent = history.prompts.filter { day.days(since: $0) < ReviewPolicy.limit.span }
        guard !history.hasReviewed, recent.count < ReviewPolicy.limit.prompts, !history.prompts.contains(day) else {
            return false
        }
        switch occasion {
        case .start, .failure: return false
        case .session(let total, let wentWell): return wentWell && sessions.contains(total)
        case .milestone: return milestones
        case .use(let days): return daysOfUse.map { days >= $0 && history.prompts.isEmpty } ?? false
        }
    }
}
