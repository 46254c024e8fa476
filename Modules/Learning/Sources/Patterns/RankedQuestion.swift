import Kernel

/// A question about a movement with all wrong choices that it may have, by how near they are. Which of them are offered, chance decides.
struct RankedQuestion: Sendable {
    /// Wrong choices beside the right one, at most.
    static let distractors = 3

    private let bare: PatternQuestion
    /// What differs in one field alone, by source; then the others, by source. No two are alike, and none is right.
    private let wrong: [[PatternQuestion.Choice]]

    /// - Parameter sources: where choices may come from, the nearest first.
    init(_ question: PatternQuestion, sources: [[PatternQuestion.Choice]]) {
        bare = question
        var kinds: Set<PatternQuestion.Choice> = []
        let ranked = sources.enumerated().flatMap { source, choices in
            choices.filter { kinds.insert($0).inserted }.compactMap { choice -> (rank: Int, choice: PatternQuestion.Choice)? in
                guard question.isContradicted(by: choice.values) else { return nil }
                let fields = question.grade(choice.values).count { !$0.isRight }
                return (rank: (fields == 1 ? 0 : sources.count) + source, choice: choice)
            }
        }
        var texts: Set<String> = [Folding.compact(question.wanted)]
        wrong = (0..<2 * sources.count).map { rank in
            ranked.filter { $0.rank == rank && texts.insert(Folding.compact($0.choice.text)).inserted }.map(\.choice)
        }
    }

    /// The question as chance decides its choices.
    func question(seed: UInt64) -> PatternQuestion {
        var (random, question) = (RandomSource(seed: seed), bare)
        var offered: [PatternQuestion.Choice] = []
        for choices in wrong where offered.count < Self.distractors { offered += choices.shuffled(using: &random) }
        let right = PatternQuestion.Choice(text: bare.wanted, values: bare.accepted[0])
        question.choices = ([right] + offered.prefix(Self.distractors)).shuffled(using: &random)
        return question
    }
}
