import Kernel

/// How likely a mock grading is to be passed: papers are drawn as `GradingPaper` draws them, each task goes as likely as it is known, and `GradingScore`
/// says whether it was enough. By a seed, so that the same memory always gives the same figure.
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

    /// So many papers are drawn: two in a hundred is as near as that comes.
    static let papers = 500
    /// One choice of four is right by chance.
    static let guess = 1 / Double(AnswerKey.offered)

    /// The share of papers that are passed, 0…1.
    ///
    /// - Parameter errors: by so many errors everything is known better, or worse.
    func passed(shiftedBy errors: Double = 0) -> Double {
        let asked = groups.filter { !$0.things.isEmpty && $0.drawn > 0 }.map { group in
            (group: group, chances: group.things.map { $0.shifted(by: errors) })
        }
        guard !asked.isEmpty else { return 0 }
        let sections = Set(asked.map(\.group.section)).sorted()
        let parts = sections.map { section in asked.filter { $0.group.section == section } }
        var random = RandomSource(seed: 15)
        let passed = (0..<PaperOdds.papers).count { _ in
            let shares = zip(sections, parts).map { section, groups in
                (section, groups.flatMap { PaperOdds.shares(of: $0.group, $0.chances, &random) })
            }
            return GradingScore(shares).isPassed
        }
        return Double(passed) / Double(PaperOdds.papers)
    }

    /// What the tasks of a group come to, 0…1000 each.
    private static func shares(of group: Group, _ chances: [Double], _ random: inout RandomSource) -> [Int?] {
        var taken: [Int] = []
        return (0..<min(group.drawn, chances.count)).map { place in
            var index = place
            // Of few all are asked; of many, each once.
            if group.drawn < chances.count {
                repeat { index = Int.random(in: chances.indices, using: &random) } while taken.contains(index)
                taken.append(index)
            }
            func comes(_ chance: Double) -> Bool { Double.random(in: 0..<1, using: &random) < chance }
            guard let guess = group.guess else { return [comes(chances[index]), comes(chances[index])].count { $0 } * 500 }
            return comes(chances[index] + (1 - chances[index]) * guess) ? 1000 : 0
        }
    }
}
