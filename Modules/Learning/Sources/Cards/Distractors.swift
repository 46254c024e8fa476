import Content
import Kernel

/// Wrong answers that are worth thinking about: from the same category and grade where there are enough, and never a second right one.
struct Distractors {
    static let wanted = 3

    let card: Card
    let term: Term
    let judge: AnswerJudge

    /// The right term among up to three wrong ones, in an order that chance decides.
    func choices(from terms: [Term], _ random: inout RandomSource) -> [Term] {
        let candidates = terms.shuffled(using: &random).enumerated().sorted {
            (nearness($0.element), $0.offset) < (nearness($1.element), $1.offset)
        }
        var chosen = [term]
        for candidate in candidates.lazy.map(\.element) where chosen.count <= Distractors.wanted {
            if differs(candidate, from: chosen) { chosen.append(candidate) }
        }
        return chosen.shuffled(using: &random)
    }

    private func nearness(_ other: Term) -> Int {
        (other.category == term.category ? 0 : 2) + (other.grade == term.grade ? 0 : 1)
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
