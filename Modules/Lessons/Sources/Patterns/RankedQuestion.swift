import Kernel

/// A question about a movement with all its possible wrong choices, ordered by nearness. A later
/// random draw selects the offered ones.
package struct RankedQuestion: Sendable {
    /// The maximum number of wrong choices in a question.
    static let distractors = 3

    private let baseQuestion: PatternQuestion
    /// The wrong choices by source: those that differ in one field, then the others. All are
    /// distinct and none is right.
    private let wrong: [[PatternQuestion.Choice]]

    /// Creates a ranked question.
    ///
    /// - Parameter sources: the sources of choices, the nearest first.
    init(_ question: PatternQuestion, sources: [[PatternQuestion.Choice]]) {
        baseQuestion = question
        var seenChoices: Set<PatternQuestion.Choice> = []
        let ranked = sources.enumerated().flatMap { source, choices in
            choices.filter { seenChoices.insert($0).inserted }.compactMap {
                choice -> (rank: Int, choice: PatternQuestion.Choice)? in
                guard question.isContradicted(by: choice.values) else { return nil }
                let fields = question.grade(choice.values).count { !$0.isRight }
                return (rank: (fields == 1 ? 0 : sources.count) + source, choice: choice)
            }
        }
        var texts: Set<String> = [Folding.compact(question.displayedAnswer)]
        wrong = (0..<2 * sources.count).map { rank in
            ranked.filter { $0.rank == rank && texts.insert(Folding.compact($0.choice.text)).inserted }.map(\.choice)
        }
    }

    /// Returns the question with randomly drawn choices.
    package func question(seed: UInt64) -> PatternQuestion {
        var random = RandomSource(seed: seed)
        var question = baseQuestion
        var wrongChoices: [PatternQuestion.Choice] = []
        for choices in wrong where wrongChoices.count < Self.distractors {
            wrongChoices += choices.shuffled(using: &random)
        }
        let rightChoice = PatternQuestion.Choice(text: baseQuestion.displayedAnswer, values: baseQuestion.accepted[0])
        question.choices = ([rightChoice] + wrongChoices.prefix(Self.distractors)).shuffled(using: &random)
        return question
    }
}
