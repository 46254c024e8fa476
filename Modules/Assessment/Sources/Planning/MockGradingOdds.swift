import Kernel
import Lessons

/// The probability of passing a mock grading.
///
/// Papers are drawn as in `GradingPaper`, tasks succeed with the probability of recall, and
/// `GradingScore` decides. The calculation covers all possible papers, so it is exact, and it costs
/// little.
struct MockGradingOdds: Sendable {
    /// The items from which a section draws its tasks.
    struct Group: Sendable {
        let section: GradingSection
        let items: [Knowledge]
        /// The number of tasks that a paper draws from the items.
        let taskCount: Int
        /// The probability of guessing an unknown item, or nil for physical tasks, which are
        /// marked.
        let guess: Double?
    }

    let groups: [Group]

    /// The probability of guessing the right choice, one in four.
    static let guess = 1 / Double(AnswerKey.maximumChoices)

    /// Returns the share of papers that are passed, 0…1.
    ///
    /// - Parameter errors: the number of standard deviations by which all knowledge is shifted.
    func passed(shiftedBy errors: Double = 0) -> Double {
        let groupsBySection = Dictionary(grouping: groups.filter { $0.tasks > 0 }, by: \.section)
        let weight = groupsBySection.keys.reduce(0) { $0 + $1.weight }
        // The probability of each weighted sum of points, among papers whose sections so far reach
        // their minimum.
        var sums = groupsBySection.isEmpty ? [] : [1.0]
        for (section, groups) in groupsBySection.sorted(by: { $0.key < $1.key }) {
            let points = MockGradingOdds.points(of: groups, shiftedBy: errors)
            let sufficientPoints = points.indices.filter { $0 >= GradingSection.sectionMark && points[$0] > 0 }
            var nextSums = Array(repeating: 0.0, count: sums.count + 100 * section.weight)
            for (sum, chance) in sums.enumerated() where chance > 0 {
                for point in sufficientPoints { nextSums[sum + point * section.weight] += chance * points[point] }
            }
            sums = nextSums
        }
        return min(1, sums.dropFirst(GradingSection.passMark * weight).reduce(0, +))
    }

    /// Returns the probability of each number of points of a section, 0…100.
    private static func points(of groups: [Group], shiftedBy errors: Double) -> [Double] {
        let tasks = groups.reduce(0) { $0 + $1.tasks }
        let halves = groups.reduce([1.0]) { MockGradingOdds.product($0, $1.halves(shiftedBy: errors)) }
        var points = Array(repeating: 0.0, count: 101)
        for (half, chance) in halves.enumerated() { points[half * Group.halfScore / tasks / 10] += chance }
        return points
    }

    /// Returns the distribution of the sum of two independent numbers.
    fileprivate static func product(_ distribution: [Double], _ otherDistribution: [Double]) -> [Double] {
        var product = Array(repeating: 0.0, count: distribution.count + otherDistribution.count - 1)
        for (left, first) in distribution.enumerated() where first > 0 {
            for (right, second) in otherDistribution.enumerated() { product[left + right] += first * second }
        }
        return product
    }
}

extension MockGradingOdds.Group {
    /// The score of a half-successful task, out of 1000.
    fileprivate static let halfScore = 500

    /// The number of tasks drawn from the group, limited to its size.
    fileprivate var tasks: Int { max(0, min(taskCount, items.count)) }

    /// Returns the distribution of half points of the tasks, over all choices of distinct items.
    fileprivate func halves(shiftedBy errors: Double) -> [Double] {
        // The index is the number of items taken so far. Each entry is the probability of a number
        // of halves, times the number of ways.
        var distributions = [[1.0]] + Array(repeating: [], count: tasks)
        for (place, item) in items.enumerated() {
            let task = outcome(of: item.shifted(by: errors))
            for count in stride(from: min(tasks, place + 1), through: 1, by: -1)
            where !distributions[count - 1].isEmpty {
                let extended = MockGradingOdds.product(distributions[count - 1], task)
                distributions[count] =
                    distributions[count].isEmpty ? extended : zip(distributions[count], extended).map(+)
            }
        }
        let ways = distributions[tasks].reduce(0, +)
        return distributions[tasks].map { $0 / ways }
    }

    /// Returns the probabilities of no, half and full success. A question is right or wrong, and a
    /// physical task has two aspects.
    private func outcome(of known: Double) -> [Double] {
        guard let guess else { return [(1 - known) * (1 - known), 2 * known * (1 - known), known * known] }
        let right = known + (1 - known) * guess
        return [1 - right, 0, right]
    }
}
