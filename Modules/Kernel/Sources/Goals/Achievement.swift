/// A goal that a person reaches once, with the progress toward it.
public struct Achievement: Hashable, Sendable {
    /// The permanent identifier for programs and stored records.
    public let id: String
    public let title: String
    public let about: String
    /// The present amount, which never exceeds the required one.
    public let have: Int
    public let need: Int
    /// Whether the amounts are percentages.
    public let isShare: Bool
    /// The day on which it was reached, or nil while it is open.
    public let reached: Day?

    public var isReached: Bool { reached != nil }
}

/// The rule of an achievement, judged by the facts that a feature knows.
public struct AchievementGoal<Facts>: Sendable {
    /// The present amount, and the day on which it first reached the required one, if known.
    public typealias Reach = (have: Int, day: Day?)

    public let id: String
    let title: String
    let about: String
    let need: Int
    let isShare: Bool
    let reach: @Sendable (Facts) -> Reach

    public init(
        _ id: String, _ title: String, _ about: String, _ need: Int = 1, isShare: Bool = false,
        _ reach: @escaping @Sendable (Facts) -> Reach
    ) {
        self.id = id
        self.title = title
        self.about = about
        self.need = need
        self.isShare = isShare
        self.reach = reach
    }

    /// Returns the sum of daily amounts, earliest first, as progress toward an amount.
    public static func sum(of amounts: some Sequence<(day: Day, amount: Int)>, toward need: Int) -> Reach {
        var reach: Reach = (0, nil)
        for (day, amount) in amounts {
            reach.have += amount
            if reach.have >= need, reach.day == nil { reach.day = day }
        }
        return reach
    }
}

extension Streak {
    /// Returns the longest streak as progress toward a number of days.
    public func progress(toward days: Int) -> (have: Int, day: Day?) { (longest, day(reaching: days)) }
}
