/// What a grading came to.
public struct GradingScore: Hashable, Sendable {
    /// One part of it.
    public struct Part: Hashable, Sendable {
        /// Where in the grading it was asked.
        public let section: GradingSection
        /// 0…100, rounded down.
        public let points: Int
        /// How much was asked for.
        public let tasks: Int
        /// How much of it was done or answered.
        public let done: Int

        /// Whether it reaches the mark of a part.
        public var isEnough: Bool { points >= GradingSection.sectionMark }
    }

    /// The parts that there were, in order.
    public let parts: [Part]
    /// 0…100, rounded down: the mean of the parts by weight.
    public let points: Int

    /// Scores a grading. More right never makes any number smaller; what was not done counts as nothing.
    ///
    /// - Parameter shares: by part, what each of its tasks came to, 0…1000; nil for one that was not done. Parts without tasks do not count.
    public init(_ shares: [(section: GradingSection, shares: [Int?])]) {
        let present = shares.filter { !$0.shares.isEmpty }.sorted { $0.section < $1.section }
        parts = present.map { section, shares in
            let sum = shares.reduce(0) { $0 + min(max($1 ?? 0, 0), 1000) }
            return Part(
                section: section, points: sum / shares.count / 10, tasks: shares.count, done: shares.count { $0 != nil })
        }
        let weight = parts.reduce(0) { $0 + $1.section.weight }
        points = weight == 0 ? 0 : parts.reduce(0) { $0 + $1.points * $1.section.weight } / weight
    }

    /// Whether everything was done.
    public var isWhole: Bool { parts.allSatisfy { $0.done == $0.tasks } }

    /// Whether it is enough: the whole and each part reach their marks.
    public var isPassed: Bool {
        !parts.isEmpty && points >= GradingSection.passMark && parts.allSatisfy(\.isEnough)
    }
}
