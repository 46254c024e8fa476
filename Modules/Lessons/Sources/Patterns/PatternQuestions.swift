import Content
import Kernel

/// A generator of questions about a pattern's movements, with wrong choices from the pattern and
/// its companions.
package struct PatternQuestions: Sendable {
    private let pattern: Pattern
    private let ownFacts: [MoveFacts]
    private let companionFacts: [MoveFacts]
    /// The names of all techniques in the pattern and its companions.
    private let rivals: Set<String>

    /// Creates a generator for a pattern.
    ///
    /// - Parameter companions: patterns of the same grade, which supply further wrong choices.
    package init(_ pattern: Pattern, companions: [Pattern] = []) {
        self.pattern = pattern
        ownFacts = pattern.moves.indices.map { MoveFacts(pattern, $0) }
        companionFacts = companions.flatMap { pattern in pattern.moves.indices.map { MoveFacts(pattern, $0) } }
        rivals = Set(([pattern] + companions).flatMap { $0.moves.flatMap { $0.actions.map(\.action) } })
    }

    /// Returns the kinds of questions about a movement.
    package func kinds(of number: Int) -> [PatternQuestion.Kind] {
        guard let index = index(number) else { return [] }
        return PatternQuestion.Kind.allCases.filter { !fields(of: $0, ownFacts[index], chosen: false).isEmpty }
    }

    /// Returns a question, or nil if the movement lacks the asked field.
    ///
    /// - Parameters:
    ///   - seed: the seed for the choices, or nil for a typed answer.
    ///   - isTest: whether to hide the movement and the preceding one.
    package func question(_ kind: PatternQuestion.Kind, of number: Int, seed: UInt64?, isTest: Bool = false)
        -> PatternQuestion?
    {
        guard let seed else { return questionWithoutChoices(kind, of: number, chosen: false, isTest: isTest) }
        return ranked(kind, of: number, isTest: isTest)?.question(seed: seed)
    }

    /// Returns a multiple-choice question with all its wrong choices, or nil if the movement lacks
    /// the asked field.
    package func ranked(_ kind: PatternQuestion.Kind, of number: Int, isTest: Bool) -> RankedQuestion? {
        questionWithoutChoices(kind, of: number, chosen: true, isTest: isTest).map {
            RankedQuestion($0, sources: sources($0))
        }
    }

    /// Returns a question with empty choices, or nil if the movement lacks the asked field.
    ///
    /// - Parameter chosen: whether the learner chooses the answer instead of typing it.
    private func questionWithoutChoices(_ kind: PatternQuestion.Kind, of number: Int, chosen: Bool, isTest: Bool)
        -> PatternQuestion?
    {
        guard let index = index(number) else { return nil }
        let facts = ownFacts[index]
        var fields = fields(of: kind, facts, chosen: chosen)
        if isTest { fields.removeAll { $0 == .from } }
        guard !fields.isEmpty else { return nil }
        let isWholeMovement = kind == .next || kind == .movement
        var accepted = facts.accepted(fields)
        if kind == .side, let action = facts.move.actions.first?.action {
            accepted = facts.actionValues.filter { $0[.technique] == action }.map {
                $0.filter { fields.contains($0.key) }
            }
        }
        // A technique without the asked field is not an answer.
        if !isWholeMovement || !chosen { accepted.removeAll { values in fields.contains { values[$0] == nil } } }
        let right = accepted
        guard !right.isEmpty else { return nil }
        return PatternQuestion(
            heading: pattern.heading, move: facts.move, kind: kind, prompt: prompt(kind, facts, index, isTest: isTest),
            form: PatternWords.form(of: fields), fields: fields, accepted: right,
            rivals: rivals.subtracting(right.compactMap { $0[.technique] }),
            displayedAnswer: isWholeMovement && chosen ? facts.phrase : PatternWords.text(of: accepted[0], fields),
            choices: [])
    }

    /// Returns the index of the movement with a number.
    private func index(_ number: Int) -> Int? { pattern.moves.firstIndex { $0.number == number } }

    // MARK: - Questions

    /// Returns the graded fields of a question that have a value, or an empty array if it cannot be
    /// asked.
    private func fields(of kind: PatternQuestion.Kind, _ facts: MoveFacts, chosen: Bool) -> [PatternQuestion.Field] {
        let firstAction = facts.actionValues.first ?? [:]
        switch kind {
        case .foot: return facts.values[.foot] == nil ? [] : [.foot]
        case .direction:
            guard facts.values[.to] != nil else { return [] }
            return facts.values[.from] == nil ? [.to] : [.from, .to]
        case .stance:
            guard facts.values[.stance] != nil else { return [] }
            return facts.values[.stanceSide] == nil ? [.stance] : [.stance, .stanceSide]
        case .side: return [.side, .section].filter { firstAction[$0] != nil }
        case .technique: return [.technique, .section].filter { firstAction[$0] != nil }
        case .next:
            if chosen { return [.stance, .stanceSide, .to, .technique, .section] }
            return [.technique, .section].filter { firstAction[$0] != nil }
        case .movement:
            if chosen { return [.stance, .stanceSide, .to, .technique, .section] }
            return [.stanceSide, .stance, .to, .section, .technique].filter {
                facts.values[$0] != nil || firstAction[$0] != nil
            }
        }
    }

    /// Returns the text of a question. A test names neither the pattern nor the technique.
    private func prompt(_ kind: PatternQuestion.Kind, _ facts: MoveFacts, _ index: Int, isTest: Bool) -> String {
        let name = isTest ? "Movement \(facts.move.number)" : "\(pattern.heading.name), movement \(facts.move.number)"
        let action = facts.move.actions.first?.action
        let subject = isTest ? name : [name, action].compactMap { $0 }.joined(separator: ", ")
        switch kind {
        case .next where index == 0: return "How does \(pattern.heading.name) begin?"
        case .next:
            let previous = ownFacts[index - 1]
            return
                "\(pattern.heading.name), after movement \(previous.move.number) (\(previous.phrase)): what comes next?"
        case .direction:
            return isTest || facts.values[.from] == nil
                ? "\(subject): which way do you face?" : "\(subject): where do you face before, and where after?"
        case .foot: return "\(subject): which foot moves?"
        case .stance: return "\(subject): in which stance does it end?"
        case .side:
            let action = action ?? "technique"
            return "\(name), \(action): which side, and how high?"
        case .technique: return "\(name): which technique, and how high?"
        case .movement: return "\(name): what is it?"
        }
    }

    // MARK: - Choices

    /// Returns the sources of choices: the pattern itself, its companions, and common values.
    private func sources(_ question: PatternQuestion) -> [[PatternQuestion.Choice]] {
        [
            ownFacts.flatMap { candidates($0, question) }, companionFacts.flatMap { candidates($0, question) },
            common(question),
        ]
    }

    /// Returns the answers that this question would have for another movement.
    private func candidates(_ facts: MoveFacts, _ question: PatternQuestion) -> [PatternQuestion.Choice] {
        let accepted = facts.accepted(question.fields)
        if [.next, .movement].contains(question.kind) {
            return accepted.prefix(1).map { PatternQuestion.Choice(text: facts.phrase, values: $0) }
        }
        return accepted.filter { values in question.fields.allSatisfy { values[$0] != nil } }.map {
            PatternQuestion.Choice(text: PatternWords.text(of: $0, question.fields), values: $0)
        }
    }

    /// Returns common values for patterns with too few choices: letters, sides, sections and the
    /// stances of the first belts.
    private func common(_ question: PatternQuestion) -> [PatternQuestion.Choice] {
        guard ![.next, .technique, .movement].contains(question.kind) else { return [] }
        var combinations: [[PatternQuestion.Field: String]] = [[:]]
        for field in question.fields {
            combinations = combinations.flatMap { values in
                PatternWords.common(field).map { values.merging([field: $0]) { first, _ in first } }
            }
        }
        return combinations.map { PatternQuestion.Choice(text: PatternWords.text(of: $0, question.fields), values: $0) }
    }
}
