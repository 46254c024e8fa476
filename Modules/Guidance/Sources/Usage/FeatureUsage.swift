import Kernel

/// A feature's report of user progress.
///
/// The guide measures the time until first use. The community sends some of it with feedback, with
/// consent, and asks for a review after a success.
public struct FeatureUsage: Sendable {
    /// A fact that is sent with feedback.
    public enum Fact: Hashable, Sendable {
        /// The user's level or mode: "5th Keup", "Progression Mode".
        case belt(String), mode(String)
        /// The most used feature, and the number of its sessions or days.
        case feature(String), sessions(Int)
    }

    /// The counts of the user's activity so far.
    public struct UsageCounts: Hashable, Sendable {
        public let sessions: Int
        /// The activities done for the first time: `pattern`, `test`.
        public let milestones: Set<String>
        /// The number of this day of use, or 0 if days do not count.
        public let day: Int

        public init(sessions: Int = 0, milestones: Set<String> = [], day: Int = 0) {
            self.sessions = sessions
            self.milestones = milestones
            self.day = day
        }
    }

    /// The first words of the commands after which a success is possible.
    public let commands: Set<String>
    /// The time of the feature's first use, or `nil` before it.
    public let firstUse: @Sendable () throws -> Instant?
    /// The facts for feedback, evaluated when feedback is sent with consent.
    public let feedbackFacts: @Sendable () throws -> [Fact]
    /// The activity counts, evaluated only after one of `commands`.
    public let usageCounts: @Sendable () throws -> UsageCounts

    public init(
        after commands: Set<String> = [], firstUse: @escaping @Sendable () throws -> Instant? = { nil },
        feedbackFacts: @escaping @Sendable () throws -> [Fact] = { [] },
        usageCounts: @escaping @Sendable () throws -> UsageCounts = { UsageCounts() }
    ) {
        self.commands = commands
        self.firstUse = firstUse
        self.feedbackFacts = feedbackFacts
        self.usageCounts = usageCounts
    }
}

extension ExtensionPoint where Contribution == FeatureUsage {
    /// The extension point for each feature's progress report.
    public static var usage: Self { ExtensionPoint() }
}
