import Kernel

/// How well the learner knows each pattern, and which are open to them. Content knows no learner; who does contributes it.
public struct PatternProgress: Sendable {
    /// Where the learner stands in one pattern.
    public struct Standing: Sendable {
        /// How well it is known, 0…1.
        public let mastery: Double
        /// The grade from which it may be practised; nil when it may be.
        public let opensAt: String?

        /// Where a learner stands in one pattern; `mastery` lies in 0…1.
        public init(mastery: Double, opensAt: String?) { (self.mastery, self.opensAt) = (mastery, opensAt) }
    }

    /// Standings by the pattern's id.
    public let of: @Sendable () throws -> [String: Standing]

    /// From a function.
    public init(_ of: @escaping @Sendable () throws -> [String: Standing]) { self.of = of }
}

extension ExtensionPoint where Contribution == PatternProgress {
    /// Who knows how far somebody is with patterns.
    public static var patternProgress: Self { ExtensionPoint("patternProgress") }
}
