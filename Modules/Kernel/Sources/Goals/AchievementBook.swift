/// The achievements of a person: those reached with their days, and the progress toward the others.
///
/// A feature lists the goals and stores which ones it announced. A reached one stays reached.
public struct AchievementBook: Hashable, Sendable {
    /// The achievements in the order of their goals.
    public let all: [Achievement]

    /// Judges goals by facts.
    ///
    /// - Parameters:
    ///   - reachedBefore: the stored days of the achievements that were reached before.
    ///   - today: the day of achievements whose facts name none.
    public init<Facts>(
        _ goals: [AchievementGoal<Facts>], of facts: Facts, reachedBefore: [String: Day] = [:], today: Day
    ) {
        all = goals.map { goal in
            let reach = goal.reach(facts)
            return Achievement(
                id: goal.id, title: goal.title, about: goal.about, have: min(max(reach.have, 0), goal.need),
                need: goal.need, isShare: goal.isShare,
                reached: reachedBefore[goal.id] ?? (reach.have >= goal.need ? reach.day ?? today : nil))
        }
    }

    public var reached: [Achievement] { all.filter(\.isReached) }

    /// Returns the reached achievements that are not among those announced before.
    public func new(since announced: some Sequence<String>) -> [Achievement] {
        let announced = Set(announced)
        return reached.filter { !announced.contains($0.id) }
    }
}
