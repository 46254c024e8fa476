import Kernel

/// The shares of participant groups that are too large to identify a person.
package struct Insights: Sendable {
    package static let smallestGroup = 5

    /// A group of people with a common property.
    package struct Group: Hashable, Sendable {
        /// The common property, for example "5th Keup".
        package let label: String
        /// The number of people, at least 5.
        package let people: Int
        /// The group's share of the people shown, 0…1. The shares of a list add up to 1.
        package let share: Double
    }

    /// The people who reported a belt.
    package let belts: [Group]
    /// The people who reported a learning mode.
    package let modes: [Group]
    /// The people by their most used feature.
    package let features: [Group]

    /// Computes the shares of the authors of all feedback. Each person counts once, with the latest
    /// statement.
    init(_ records: any MutableBoardRecords) throws {
        let consentingFeedback = try records.feedback(nil, newestFirst: true, limit: nil).filter {
            $0.usage != nil && $0.hiddenBecause == nil
        }
        let latestUsage = Dictionary(grouping: consentingFeedback, by: \.author).values.compactMap {
            $0.max { $0.timestamp < $1.timestamp }?.usage
        }
        belts = Insights.groups(latestUsage.compactMap(\.belt))
        modes = Insights.groups(latestUsage.compactMap(\.mode))
        features = Insights.groups(latestUsage.compactMap(\.feature))
    }

    package init(belts: [String: Int], modes: [String: Int], features: [String: Int]) {
        self.belts = Insights.groups(belts)
        self.modes = Insights.groups(modes)
        self.features = Insights.groups(features)
    }

    /// Returns the groups of at least five.
    ///
    /// Shares refer to the people shown and no total is given, so that hidden groups cannot be
    /// computed.
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
