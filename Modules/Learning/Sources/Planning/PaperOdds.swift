import Kernel

/// How likely a mock grading is to be passed: papers are drawn as `GradingPaper` draws them, each task goes as likely as it is known, and `GradingScore`
/// says whether it was enough. Reckoned over all papers that there can be, not over some of them, so that the figure is exact and costs next to nothing.
struct PaperOdds: Sendable {
    /// What a part draws from.
    struct Group: Sendable {
        let section: GradingSection
        let things: [Knowledge]
        /// So many of them are drawn.
        let drawn: Int
        /// How often one that is not known is guessed; nil for what is done on the floor, and marked.
        let guess: Double?
    }

    let groups: [Group]

    /// One choice of four is right by chance.
    static let guess = 1 / Double(AnswerKey.offered)

    /// The share of papers that are passed, 0…1.
    ///
    /// - Parameter errors: by so many errors everything is known better, or worse.
    func passed(shiftedBy errors: Double = 0) -> Double {
        let asked = Dictionary(grouping: groups.filter { $0.tasks > 0 }, by: \.section)
        let weight = asked.keys.reduce(0) { $0 + $1.weight }
        // How likely each sum of points times weight is, of papers in which every part so far was enough.
        var sums = asked.isEmpty ? [] : [1.0]
        for (section, groups) in asked.sorted(by: { $0.key < $1.key }) {
            let points = PaperOdds.points(of: groups, shiftedBy: errors)
            let enough = points.indices.filter { $0 >= GradingSection.sectionMark && points[$0] > 0 }
            var next = Array(repeating: 0.0, count: sums.count + 100 * section.weight)
            for (sum, chance) in sums.enumerated() where chance > 0 {
                for point in enough { next[sum + point * section.weight] += chance * points[point] }
            }
            sums = next
        }
        return min(1, sums.dropFirst(GradingSection.passMark * weight).reduce(0, +))
    }

    /// How likely each number of points of a part is, 0…100.
    private static func points(of groups: [Group], shiftedBy errors: Double) -> [Double] {
        let tasks = groups.reduce(0) { $0 + $1.tasks }
        let halves = groups.reduce([1.0]) { PaperOdds.product($0, $1.halves(shiftedBy: errors)) }
        var points = Array(repeating: 0.0, count: 101)
        for (half, chance) in halves.enumerated() { points[half * Group.half / tasks / 10] += chance }
        return points
    }

    /// How likely each sum of two numbers is that do not depend on each other.
    fileprivate static func product(_ one: [Double], _ other: [Double]) -> [Double] {
        var product = Array(repeating: 0.0, count: one.count + other.count - 1)
        for (left, first) in one.enumerated() where first > 0 {
            for (right, second) in other.enumerated() { product[left + right] += first * second }
        }
        return product
    }
}

extension PaperOdds.Group {
    /// What a task comes to where half of it goes well, of 1000.
    fileprivate static let half = 500

    /// So many tasks a paper has of it; of few things all are asked.
    fileprivate var tasks: Int { max(0, min(drawn, things.count)) }

    /// How likely each number of halves is that its tasks come to: over all choices of so many things, each thing once.
    fileprivate func halves(shiftedBy errors: Double) -> [Double] {
        // By how many things were taken of those that were looked at: how likely each number of halves is, times in how many ways.
        var taken = [[1.0]] + Array(repeating: [], count: tasks)
        for (place, thing) in things.enumerated() {
            let task = outcome(of: thing.shifted(by: errors))
            for count in stride(from: min(tasks, place + 1), through: 1, by: -1) where !taken[count - 1].isEmpty {
                let more = PaperOdds.product(taken[count - 1], task)
                taken[count] = taken[count].isEmpty ? more : zip(taken[count], more).map(+)
            }
        }
        let ways = taken[tasks].reduce(0, +)
        return taken[tasks].map { $0 / ways }
    }

    /// How likely one task comes to nothing, to half, and to all: a question is right or wrong, what is done goes well in two respects.
    private func outcome(of known: Double) -> [Double] {
        guard let guess else { return [(1 - known) * (1 - known), 2 * known * (1 - known), known * known] }
        let right = known + (1 - known) * guess
        return [1 - right, 0, right]
    }
}
