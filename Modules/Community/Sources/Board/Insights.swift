import Kernel

/// Who takes part, in shares that point at nobody.
public struct Insights: Sendable {
    /// The smallest group that is shown.
    public static let smallestGroup = 5

    /// One group.
    public struct Group: Hashable, Sendable {
        /// What they share: "5th Keup".
        public let label: String
        /// How many people they are; 5 or more.
        public let people: Int
        /// Their share of the people who are shown, 0…1. Those of one list add up to 1.
        public let share: Double
    }

    /// Whoever said which belt they wear.
    public let belts: [Group]
    /// Whoever said in which mode they learn.
    public let modes: [Group]
    /// By the feature they use most.
    public let features: [Group]

    /// The shares of the people behind all feedback: each counts once, by what they said last.
    init(_ records: any KeptRecords) throws {
        let spoken = try records.feedback(nil, newestFirst: true, limit: nil).filter {
            $0.usage != nil && $0.hiddenBecause == nil
        }
        let latest = Dictionary(grouping: spoken, by: \.author).values.compactMap {
            $0.max { $0.timestamp < $1.timestamp }?.usage
        }
        belts = Insights.groups(latest.compactMap(\.belt))
        modes = Insights.groups(latest.compactMap(\.mode))
        features = Insights.groups(latest.compactMap(\.feature))
    }

    /// Groups that a database has counted: by list and label, how many people.
    package init(belts: [String: Int], modes: [String: Int], features: [String: Int]) {
        (self.belts, self.modes, self.features) = (Insights.groups(belts), Insights.groups(modes), Insights.groups(features))
    }

    /// Groups of five and more. No total is told and shares are of those shown: what is left out cannot be computed from the rest.
    private static func groups(_ labels: [String]) -> [Group] {
        groups(Dictionary(labels.map { ($0, 1) }, uniquingKeysWith: +))
    }

    private static func groups(_ people: [String: Int]) -> [Group] {
        let counts = people.filter { $0.value >= smallestGroup }
        let total = counts.values.reduce(0, +)
        return counts.map { Group(label: $0, people: $1, share: Double($1) / Double(total)) }
            .sorted { ($1.people, $0.label) < ($0.people, $1.label) }
    }
}
