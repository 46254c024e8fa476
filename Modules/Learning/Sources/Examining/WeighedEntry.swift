import Kernel

/// An entry, how hard it is for the learner, and when its turn comes.
struct WeighedEntry {
    let entry: QuestionBank.Entry
    let logits: Double
    let turn: Double

    /// Chance draws the likelier, the nearer the difficulty lies to what is expected (Efraimidis and Spirakis 2006): far from it an answer tells
    /// little.
    init(entry: QuestionBank.Entry, logits: Double, around mean: Double, within deviation: Double, _ random: inout RandomSource) {
        (self.entry, self.logits) = (entry, logits)
        let distance = (logits - mean) / (1.3 * deviation)
        turn = -log(Double.random(in: 1e-12..<1, using: &random)) * exp(min(distance * distance / 2, 50))
    }

    /// So many entries of all kinds, from every area in turn.
    static func drawn(_ entries: [WeighedEntry], _ count: Int) -> [WeighedEntry] {
        let kinds = Dictionary(grouping: entries.sorted { $0.turn < $1.turn }, by: \.entry.area.kind)
        let whole = kinds.keys.reduce(0) { $0 + $1.weight }
        return kinds.sorted { $0.key < $1.key }.flatMap { kind, members -> [WeighedEntry] in
            let share = Int((Double(count) * kind.weight / whole).rounded(.up))
            let shelves = Dictionary(grouping: members, by: \.entry.area).sorted { $0.key < $1.key }.map(\.value)
            let deepest = shelves.map(\.count).max() ?? 0
            let inTurn = (0..<deepest).lazy.flatMap { row in shelves.lazy.filter { $0.count > row }.map { $0[row] } }
            return Array(inTurn.prefix(share))
        }
    }
}
