/// The score of a grading.
package struct GradingScore: Hashable, Sendable {
    /// The score of one section.
    package struct Part: Hashable, Sendable {
        package let section: GradingSection
        /// The points, 0…100, rounded down.
        package let points: Int
        package let tasks: Int
        /// The number of tasks that the learner has done.
        package let done: Int

        /// Whether the points reach the minimum of a section.
        package var isEnough: Bool { points >= GradingSection.sectionMark }
    }

    /// The sections with tasks, in order.
    package let parts: [Part]
    /// The total, 0…100, rounded down: the mean of the sections by weight.
    package let points: Int

    /// Scores a grading. A further right answer never lowers any score, and a task not done scores
    /// 0.
    ///
    /// - Parameter shares: the score of each task by section, 0…1000, or nil for a task not done.
    ///   Sections without tasks do not count.
    package init(_ shares: [(section: GradingSection, shares: [Int?])]) {
        let sections = shares.filter { !$0.shares.isEmpty }.sorted { $0.section < $1.section }
        parts = sections.map { section, shares in
            let sum = shares.reduce(0) { $0 + min(max($1 ?? 0, 0), 1000) }
            return Part(
                section: section, points: sum / shares.count / 10, tasks: shares.count, done: shares.count { $0 != nil }
            )
        }
        let weight = parts.reduce(0) { $0 + $1.section.weight }
        points = weight == 0 ? 0 : parts.reduce(0) { $0 + $1.points * $1.section.weight } / weight
    }

    /// Whether the learner has done every task.
    package var isWhole: Bool { parts.allSatisfy { $0.done == $0.tasks } }

    /// Whether the total and each section reach their pass marks.
    package var isPassed: Bool { !parts.isEmpty && points >= GradingSection.passMark && parts.allSatisfy(\.isEnough) }
}
