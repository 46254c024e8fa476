import Kernel
import Practice

/// What a test keeps to go on: what it may ask, how hard that was when it began, and what was believed of the learner. The next item follows from these
/// and the answers alone, so undo and resuming need nothing else.
public struct TestPlan: Codable, Hashable, Sendable {
    /// Which test.
    public enum Sort: String, Codable, CaseIterable, Sendable {
        /// A few questions.
        case quick
        /// Everything that is open.
        case comprehensive
        /// As the learner chose.
        case custom
        /// Where somebody begins.
        case place

        /// For people: `Quick test`.
        public var title: String {
            switch self {
            case .quick: "Quick test"
            case .comprehensive: "Comprehensive test"
            case .custom: "Custom test"
            case .place: "Placement"
            }
        }
    }

    /// Which test it is.
    public let sort: Sort
    /// How many questions at most.
    public let length: Int
    /// From how many questions on it may end because it is sure enough.
    public let least: Int
    /// What it may ask.
    public let pool: [TestCandidate]
    /// What was believed of the ability before the first answer, in thousandths of a logit.
    public let mean, deviation: Int
    /// Decides between items that tell nearly as much.
    public let seed: Int
    /// How hard everything is that could have been asked: rows of a difficulty, in thousandths of a logit, and how many items have it.
    let whole: [[Int]]

    /// So sure of the ability a test may end before its last question, in logits.
    static let sureEnough = 0.45

    /// So finely difficulties are told apart in `whole`, in logits.
    private static let step = 0.2

    init(
        _ sort: Sort, length: Int, least: Int? = nil, pool: [TestCandidate], of all: [Double] = [], mean: Double,
        deviation: Double,
        seed: Int
    ) {
        let steps = Dictionary(grouping: all) { Int(($0 / TestPlan.step).rounded()) }
        whole = steps.sorted { $0.key < $1.key }.map { [Int(Double($0.key) * TestPlan.step * 1000), $0.value.count] }
        (self.sort, self.length, self.least, self.pool) = (sort, min(length, pool.count), least ?? length, pool)
        (self.mean, self.deviation, self.seed) = (Int(mean * 1000), Int(deviation * 1000), seed)
    }

    /// What is believed of the ability before the first answer.
    package var prior: Ability { Ability(mean: Double(mean) / 1000, deviation: max(0.1, Double(deviation) / 1000)) }

    /// An answer as the plan sees it.
    package struct Given: Sendable {
        /// The place of the item in the test.
        let place: Int
        /// What was asked.
        let item: TestItem
        /// What came of it.
        let outcome: Outcome

        /// An answer to the item of a place.
        package init(_ place: Int, _ item: TestItem, _ outcome: Outcome) {
            (self.place, self.item, self.outcome) = (place, item, outcome)
        }

        init(_ answer: Answer) {
            self.init(answer.place, TestItem(answer), answer.isRight ? .right : answer.instead == nil ? .unknown : .wrong)
        }
    }

    /// What comes of a question.
    package enum Outcome: Sendable {
        /// The right answer was chosen.
        case right
        /// Another was.
        case wrong
        /// The learner said that they do not know.
        case unknown
    }

    /// How often the learner guesses right what they do not know.
    func guess(after answers: [Given]) -> Double {
        ItemResponse.guess(wrong: answers.count { $0.outcome == .wrong }, unknown: answers.count { $0.outcome == .unknown })
    }

    /// What answers make of it.
    package func ability(after answers: [Given]) -> Ability {
        let known = Dictionary(pool.map { ($0.item, $0) }, uniquingKeysWith: { first, _ in first })
        let guess = guess(after: answers)
        return answers.reduce(into: prior) { ability, answer in
            guard let candidate = known[answer.item] else { return }
            ability.take(isRight: answer.outcome == .right, difficulty: candidate.logits, guess: guess)
        }
    }

    /// The share of everything that could have been asked that somebody knows, 0…1.
    ///
    /// - Parameter knows: how likely it is that an item of a difficulty is known.
    func share(_ knows: (Double) -> Double) -> Double {
        let count = whole.reduce(0) { $0 + ($1.last ?? 0) }
        return count == 0
            ? 0 : whole.reduce(0) { $0 + knows(Double($1.first ?? 0) / 1000) * Double($1.last ?? 0) } / Double(count)
    }

    /// What the test goes through behind its answers: what was asked, then what would tell most now. Of that only the first is certain: each answer
    /// chooses the rest anew.
    package func items(behind answers: [Given]) -> [TestItem] {
        let given = Dictionary(answers.map { ($0.place, $0.item) }, uniquingKeysWith: { $1 })
        let ability = ability(after: answers)
        let last = given.keys.max().map { $0 + 1 } ?? 0
        let isSure = answers.count >= least && ability.deviation <= TestPlan.sureEnough
        let count = isSure ? last : max(length, last)
        guard given.count < count else { return (0..<count).compactMap { given[$0] } }
        let guess = guess(after: answers)
        var choice = TestChoice(pool, seed: seed, taken: Array(given.values)) {
            ItemResponse.information(ability.mean, $0, guess: guess)
        }
        return (0..<count).compactMap { given[$0] ?? choice.next() }
    }
}

/// Chooses what tells most, as far as the balance of areas allows.
struct TestChoice {
    /// By kind and area, what tells most last.
    private var waiting: [TestKind: [TestArea: [Ranked]]] = [:]
    private var asked: [TestArea: Int] = [:]
    private var taken: Set<String>

    /// A candidate and how much it tells.
    private struct Ranked {
        let worth: Double
        let candidate: TestCandidate
    }

    /// - Parameter telling: how much an item of a difficulty tells.
    init(_ pool: [TestCandidate], seed: Int, taken items: [TestItem], telling: (Double) -> Double) {
        taken = Set(items.map(\.neighbours))
        let areas = Dictionary(pool.map { ($0.item, $0.area) }, uniquingKeysWith: { first, _ in first })
        for item in items { if let area = areas[item] { asked[area, default: 0] += 1 } }
        var random = RandomSource(seed: UInt64(bitPattern: Int64(seed)))
        // What tells nearly as much may come as well, so that two tests are not alike.
        let ranked = pool.map { candidate in
            let luck = Double.random(in: TestChoice.alike...1, using: &random)
            return Ranked(worth: telling(candidate.logits) * luck, candidate: candidate)
        }.sorted { $0.worth < $1.worth }
        for one in ranked where !taken.contains(one.candidate.item.neighbours) {
            waiting[one.candidate.area.kind, default: [:]][one.candidate.area, default: []].append(one)
        }
    }

    /// From this share of the most that can be told on, chance may choose.
    private static let alike = 0.85

    /// The next item; nil when nothing is left.
    mutating func next() -> TestItem? {
        while let kind = kind(), let area = area(of: kind) {
            guard let candidate = waiting[kind]?[area]?.popLast()?.candidate else { return nil }
            if waiting[kind]?[area]?.isEmpty == true { waiting[kind]?[area] = nil }
            if waiting[kind]?.isEmpty == true { waiting[kind] = nil }
            guard taken.insert(candidate.item.neighbours).inserted else { continue }
            asked[area, default: 0] += 1
            return candidate.item
        }
        return nil
    }

    /// The kind that is furthest behind its share.
    private func kind() -> TestKind? {
        let kinds = waiting.keys.sorted()
        let whole = Set(kinds).union(asked.keys.map(\.kind)).reduce(0) { $0 + $1.weight }
        let count = Double(asked.values.reduce(0, +) + 1)
        func behind(_ kind: TestKind) -> Double {
            kind.weight / whole * count - Double(asked.filter { $0.key.kind == kind }.values.reduce(0, +))
        }
        return kinds.max { (behind($0), $1) < (behind($1), $0) }
    }

    /// Of the areas that were asked least, or once more than those, the one with the item that tells most.
    private func area(of kind: TestKind) -> TestArea? {
        guard let areas = waiting[kind] else { return nil }
        let least = areas.keys.map { asked[$0] ?? 0 }.min() ?? 0
        return areas.keys.filter { (asked[$0] ?? 0) <= least + 1 }
            .max { (areas[$0]?.last?.worth ?? 0, $1) < (areas[$1]?.last?.worth ?? 0, $0) }
    }
}
