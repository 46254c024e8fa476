import Kernel

/// The learner's mastery of each pattern and access to it, contributed by the feature that tracks
/// learners.
package struct PatternProgress: Sendable {
    /// The learner's progress in one pattern.
    package struct Status: Sendable {
        /// The mastery, 0…1.
        package let mastery: Double
        /// The grade that unlocks the pattern for practice; nil if it is open.
        package let opensAt: String?

        package init(mastery: Double, opensAt: String?) {
            self.mastery = mastery
            self.opensAt = opensAt
        }
    }

    package let statuses: @Sendable () throws -> [String: Status]

    package init(_ statuses: @escaping @Sendable () throws -> [String: Status]) { self.statuses = statuses }
}

extension ExtensionPoint where Contribution == PatternProgress {
    /// The extension point for the learner's progress in patterns.
    package static var patternProgress: Self { ExtensionPoint() }
}
