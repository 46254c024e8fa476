import Content
import Kernel

/// A generator of plausible wrong answers.
///
/// It prefers terms that differ in one part of the word, then terms that share a part, then terms
/// of the same category and grade. It never offers a second right answer.
package struct WrongChoices {
    /// The number of wrong choices in a question.
    static let choiceCount = 3

    let card: Card
    let term: Term
    let judge: AnswerJudge

    package init(card: Card, term: Term, judge: AnswerJudge) {
        self.card = card
        self.term = term
        self.judge = judge
    }

    /// Returns the right term and up to three wrong terms in random order.
    func choices(from terms: [Term], _ random: inout RandomSource) -> [Term] {
        ([term] + wrong(from: terms, keeping: WrongChoices.choiceCount, &random)).shuffled(using: &random)
    }

    /// Returns the nearest wrong terms, first those that differ in one part. Equally near terms are
    /// in random order.
    package func wrong(from terms: [Term], keeping limit: Int, _ random: inout RandomSource) -> [Term] {
        let candidates = terms.shuffled(using: &random).enumerated()
            .map { (nearness: nearness($0.element), place: $0.offset, term: $0.element) }
            .sorted { ($0.nearness, $0.place) < ($1.nearness, $1.place) }
        var chosen = [term]
        for candidate in candidates.lazy.map(\.term) where chosen.count <= limit {
            if differs(candidate, from: chosen) { chosen.append(candidate) }
        }
        return Array(chosen.dropFirst())
    }

    /// Returns whether a wrong answer differs in only one part of the word.
    package func isOneApart(_ other: Term) -> Bool { WordSimilarity.isOneApart(term.morphemes, other.morphemes) }

    /// Returns the distance of a term from the right one. The lowest values are chosen first.
    private func nearness(_ other: Term) -> Int {
        let parts = isOneApart(other) ? 0 : other.morphemes.contains(where: term.morphemes.contains) ? 4 : 8
        return parts + (other.category == term.category ? 0 : 2) + (other.grade == term.grade ? 0 : 1)
    }

    /// Returns whether a candidate is wrong in both directions. Two terms with the same Hangul are
    /// both right in either direction.
    private func differs(_ candidate: Term, from chosen: [Term]) -> Bool {
        guard candidate.hasKorean else { return false }
        return chosen.allSatisfy { other in
            candidate.id != other.id && !isRightAnswer(candidate, for: other) && !isRightAnswer(other, for: candidate)
        }
    }

    /// Returns whether any spelling of a candidate is accepted as an answer for another term.
    private func isRightAnswer(_ candidate: Term, for other: Term) -> Bool {
        let spellings: [(String, AnswerJudge.AnswerLanguage)] = [
            (candidate.english, .english), (candidate.hangul, .hangul), (candidate.romanization, .romanization),
        ]
        return spellings.contains { !$0.0.isEmpty && judge.judge($0.0, against: other, asked: $0.1).verdict != .wrong }
    }
}
