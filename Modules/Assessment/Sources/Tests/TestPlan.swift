import Kernel
import Practice

/// The stored state with which a test resumes: its candidates, their difficulties and the initial
/// estimate of the ability.
///
/// The next item depends only on this plan and the answers, so undo and resume need no other data.
package struct TestPlan: Codable, Hashable, Sendable {
    /// The sort of a test.
    package enum Sort: String, Codable, CaseIterable, Sendable {
        case quick
        case comprehensive
        case custom
        case place

        /// The display name, such as `Quick test`.
        package var title: String {
            switch self {
            case .quick: "Quick test"
            case .comprehensive: "Comprehensive test"
            case .custom: "Custom test"
            case .place: "Placement"
            }
        }
    }

    package let sort: Sort
    package let length: Int
    /// The minimum number of questions before the test may end early.
    package let least: Int
    package let pool: [TestCandidate]
    /// The initial estimate of the ability, in thousandths of a logit.
    package let mean, deviation: Int
    /// The random seed that varies the order of items with nearly equal information.
    package let seed: Int
    /// A histogram of the difficulty of all possible items: rows of a difficulty, in thousandths of
    /// a logit, and a count.
    let whole: [[Int]]

    /// The standard deviation, in logits, at which a test may end early.
    static let maximumDeviation = 0.45

    /// The width of a difficulty class in `whole`, in logits.
    private static let step = 0.2

    init(
        _ sort: Sort, length: Int, least: Int? = nil, pool: [TestCandidate], of all: [Double] = [], mean: Double,
        deviation: Double, seed: Int
    ) {
        let steps = Dictionary(grouping: all) { Int(($0 / TestPlan.step).rounded()) }
        whole = steps.sorted { $0.key < $1.key }.map { [Int(Double($0.key) * TestPlan.step * 1000), $0.value.count] }
        self.sort = sort
        self.length = min(length, pool.count)
        self.least = least ?? length
        self.pool = pool
        self.mean = Int(mean * 1000)
        self.deviation = Int(deviation * 1000)
        self.seed = seed
    }

    /// The initial estimate of the ability.
    package var prior: Ability { Ability(mean: Double(mean) / 1000, deviation: max(0.1, Double(deviation) / 1000)) }

    /// An answer, reduced to the data that the plan needs.
    package struct AnsweredItem: Sendable {
        let place: Int
        let item: TestItem
        let outcome: Outcome

        package init(_ place: Int, _ item: TestItem, _ outcome: Outcome) {
            self.place = place
            self.item = item
            self.outcome = outcome
        }

        init(_ answer: Answer) {
            self.init(
                answer.place, TestItem(answer), answer.isRight ? .right : answer.instead == nil ? .unknown : .wrong)
        }
    }

    /// The outcome of a question.
    package enum Outcome: Sendable {
        case right
        case wrong
        case unknown
    }

    /// Returns the estimated chance of a lucky guess after the answers.
    func guess(after answers: [AnsweredItem]) -> Double {
        ItemResponse.guess(
            wrong: answers.count { $0.outcome == .wrong }, unknown: answers.count { $0.outcome == .unknown })
    }

    /// Returns the estimated ability of the learner after the answers.
    package func ability(after answers: [AnsweredItem]) -> Ability {
        let candidates = Dictionary(pool.map { ($0.item, $0) }, uniquingKeysWith: { first, _ in first })
        let guess = guess(after: answers)
        return answers.reduce(into: prior) { ability, answer in
            guard let candidate = candidates[answer.item] else { return }
            ability.record(isRight: answer.outcome == .right, difficulty: candidate.logits, guess: guess)
        }
    }

    /// Returns the share of all possible items that a learner knows, 0…1.
    ///
    /// - Parameter knows: returns the probability that an item of a difficulty is known.
    func share(_ knows: (Double) -> Double) -> Double {
        let count = whole.reduce(0) { $0 + ($1.last ?? 0) }
        return count == 0
            ? 0 : whole.reduce(0) { $0 + knows(Double($1.first ?? 0) / 1000) * Double($1.last ?? 0) } / Double(count)
    }

    /// Returns the answered items, followed by the most informative ones.
    ///
    /// Only the first item after the answers is final. Each answer chooses the rest again.
    package func items(after answers: [AnsweredItem]) -> [TestItem] {
        let answeredItems = Dictionary(answers.map { ($0.place, $0.item) }, uniquingKeysWith: { $1 })
        let ability = ability(after: answers)
        let nextIndex = answeredItems.keys.max().map { $0 + 1 } ?? 0
        let isSure = answers.count >= least && ability.deviation <= TestPlan.maximumDeviation
        let count = isSure ? nextIndex : max(length, nextIndex)
        guard answeredItems.count < count else { return (0..<count).compactMap { answeredItems[$0] } }
        let guess = guess(after: answers)
        var choice = TestChoice(pool, seed: seed, taken: Array(answeredItems.values)) {
            ItemResponse.information(ability.mean, $0, guess: guess)
        }
        return (0..<count).compactMap { answeredItems[$0] ?? choice.next() }
    }
}

/// A selection of the most informative items, balanced across areas.
struct TestChoice {
    /// The candidates left in each area, the most informative last.
    private var candidates: [TestSubject: [TestArea: [Ranked]]] = [:]
    /// The number of questions already asked in each area.
    private var askedCounts: [TestArea: Int] = [:]
    /// The keys of items that reveal each other's answers.
    private var takenKeys: Set<String>

    /// A candidate with its information.
    private struct Ranked {
        let information: Double
        let candidate: TestCandidate
    }

    /// Creates a selection from a pool.
    ///
    /// - Parameter information: returns the information of an item of a difficulty.
    init(_ pool: [TestCandidate], seed: Int, taken items: [TestItem], information: (Double) -> Double) {
        takenKeys = Set(items.map(\.exclusionKey))
        let areas = Dictionary(pool.map { ($0.item, $0.area) }, uniquingKeysWith: { first, _ in first })
        for item in items { if let area = areas[item] { askedCounts[area, default: 0] += 1 } }
        var random = RandomSource(seed: UInt64(bitPattern: Int64(seed)))
        // A random factor varies the order of nearly equal items, so that two tests differ.
        let ranked = pool.map { candidate in
            let luck = Double.random(in: TestChoice.minimumFactor...1, using: &random)
            return Ranked(information: information(candidate.logits) * luck, candidate: candidate)
        }.sorted { $0.information < $1.information }
        for entry in ranked where !takenKeys.contains(entry.candidate.item.exclusionKey) {
            candidates[entry.candidate.area.kind, default: [:]][entry.candidate.area, default: []].append(entry)
        }
    }

    /// The lower limit of the random factor, as a share of the information.
    private static let minimumFactor = 0.85

    /// Removes and returns the next item, or nil if none is left.
    mutating func next() -> TestItem? {
        while let kind = neediestKind(), let area = neediestArea(of: kind) {
            guard let candidate = candidates[kind]?[area]?.popLast()?.candidate else { return nil }
            if candidates[kind]?[area]?.isEmpty == true { candidates[kind]?[area] = nil }
            if candidates[kind]?.isEmpty == true { candidates[kind] = nil }
            guard takenKeys.insert(candidate.item.exclusionKey).inserted else { continue }
            askedCounts[area, default: 0] += 1
            return candidate.item
        }
        return nil
    }

    /// Returns the kind that is furthest below its share.
    private func neediestKind() -> TestSubject? {
        let kinds = candidates.keys.sorted()
        let totalWeight = Set(kinds).union(askedCounts.keys.map(\.kind)).reduce(0) { $0 + $1.weight }
        let count = Double(askedCounts.values.reduce(0, +) + 1)
        /// Returns how many questions a kind is behind its share of the next test length.
        func deficit(_ kind: TestSubject) -> Double {
            kind.weight / totalWeight * count - Double(askedCounts.filter { $0.key.kind == kind }.values.reduce(0, +))
        }
        return kinds.max { (deficit($0), $1) < (deficit($1), $0) }
    }

    /// Returns the area with the most informative item among the areas asked least, with a
    /// tolerance of one question.
    private func neediestArea(of kind: TestSubject) -> TestArea? {
        guard let areas = candidates[kind] else { return nil }
        let minimumCount = areas.keys.map { askedCounts[$0] ?? 0 }.min() ?? 0
        return areas.keys.filter { (askedCounts[$0] ?? 0) <= minimumCount + 1 }
            .max { (areas[$0]?.last?.information ?? 0, $1) < (areas[$1]?.last?.information ?? 0, $0) }
    }
}
