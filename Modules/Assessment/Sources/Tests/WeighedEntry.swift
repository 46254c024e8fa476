import Kernel

/// A question bank entry with its difficulty for the learner and its random rank.
struct WeighedEntry {
    let entry: QuestionBank.Entry
    let logits: Double
    /// The random rank. The lowest ranks are sampled first.
    let rank: Double

    /// Creates an entry with a random rank, which favors difficulties near the expected ability
    /// (Efraimidis and Spirakis 2006).
    ///
    /// Answers to items of very different difficulty give little information.
    init(
        entry: QuestionBank.Entry, logits: Double, around mean: Double, within deviation: Double,
        _ random: inout RandomSource
    ) {
        self.entry = entry
        self.logits = logits
        let distance = (logits - mean) / (1.3 * deviation)
        rank = -log(Double.random(in: 1e-12..<1, using: &random)) * exp(min(distance * distance / 2, 50))
    }

    /// Returns a number of entries of all kinds, taken from each area in turn.
    static func sample(_ entries: [WeighedEntry], _ count: Int) -> [WeighedEntry] {
        let kinds = Dictionary(grouping: entries.sorted { $0.rank < $1.rank }, by: \.entry.area.kind)
        let totalWeight = kinds.keys.reduce(0) { $0 + $1.weight }
        return kinds.sorted { $0.key < $1.key }.flatMap { kind, members -> [WeighedEntry] in
            let share = Int((Double(count) * kind.weight / totalWeight).rounded(.up))
            let areas = Dictionary(grouping: members, by: \.entry.area).sorted { $0.key < $1.key }.map(\.value)
            let longest = areas.map(\.count).max() ?? 0
            let inTurn = (0..<longest).lazy.flatMap { row in areas.lazy.filter { $0.count > row }.map { $0[row] } }
            return Array(inTurn.prefix(share))
        }
    }
}
