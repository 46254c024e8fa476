import Content
import Kernel

/// Wrong answers that are worth thinking about: those that differ in one part of the word alone, then those that share a part, then those of the same category
/// and grade; and never a second right one.
struct Distractors {
    static let wanted = 3

    let card: Card
    let term: Term
    let judge: AnswerJudge

    /// The right term among up to three wrong ones, in an order that chance decides.
    func choices(from terms: [Term], _ random: inout RandomSource) -> [Term] {
        ([term] + wrong(from: terms, keeping: Distractors.wanted, &random)).shuffled(using: &random)
    }

    /// The nearest wrong terms, those that differ in one part in front; of equally near ones chance decides.
    func wrong(from terms: [Term], keeping limit: Int, _ random: inout RandomSource) -> [Term] {
        let candidates = terms.shuffled(using: &random).enumerated()
            .map { (nearness: nearness($0.element), place: $0.offset, term: $0.element) }
            .sorted { ($0.nearness, $0.place) < ($1.nearness, $1.place) }
        var chosen = [term]
        for candidate in candidates.lazy.map(\.term) where chosen.count <= limit {
            if differs(candidate, from: chosen) { chosen.append(candidate) }
        }
        return Array(chosen.dropFirst())
    }

    /// Whether a wrong answer differs in one part of the word alone.
    func isOneApart(_ other: Term) -> Bool { Likeness.isOneApart(term.morphemes, other.morphemes) }

    private func nearness(_ other: Term) -> Int {
        let parts = isOneApart(other) ? 0 : other.morphemes.contains(where: term.morphemes.contains) ? 4 : 8
        return parts + (other.category == term.category ? 0 : 2) + (other.grade == term.grade ? 0 : 1)
    }

    /// Neither side may be right for the other: two terms with one hangul are both right in either direction.
    private func differs(_ candidate: Term, from chosen: [Term]) -> Bool {
        guard candidate.hasKorean else { return false }
        return chosen.allSatisfy { other in
            candidate.id != other.id && !sounds(candidate, like: other) && !sounds(other, like: candidate)
        }
    }

    private func sounds(_ candidate: Term, like other: Term) -> Bool {
        let faces: [(String, AnswerJudge.Asked)] = [
            (candidate.english, .english), (candidate.hangul, .hangul), (candidate.romanization, .romanization),
        ]
        return faces.contains { !$0.0.isEmpty && judge.judge($0.0, against: other, asked: $0.1).verdict != .wrong }
    }
}
