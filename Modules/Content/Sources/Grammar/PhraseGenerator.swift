import Korean

/// The generator of random phrases.
extension TechniqueGrammar {
    /// Returns a random phrase of the given number of spoken words; nil if they form none of that
    /// length.
    ///
    /// The same seed produces the same phrase.
    package func phrase(of count: Int, using random: inout some RandomNumberGenerator) -> Phrase? {
        for _ in 0..<60 {
            guard let plan = plans.randomElement(using: &random) else { break }
            if let draft = drafts(of: plan, count).randomElement(using: &random), let phrase = phrase(draft) {
                return phrase
            }
        }
        let candidates = plans.flatMap { drafts(of: $0, count) }
        return candidates.randomElement(using: &random).flatMap(phrase)
    }

    /// Returns the cores of phrases without optional parts: a stance, or an action with its tool.
    static func plans(where allows: ([String]) -> Bool) -> [PhraseDraft] {
        let stances = PhraseParts.stances.filter { allows($0.part.words) }.map { PhraseDraft(stance: $0) }
        let tools = PhraseParts.tools.filter { allows($0.part.words) }
        let techniques = NamedTechnique.all.filter { allows($0.words) }.flatMap { technique -> [PhraseDraft] in
            let usableTools = tools.filter { technique.tools.contains($0.part.words.joined(separator: " ")) }
            return (technique.allowsNoTool ? [PhraseDraft(manner: technique.manner, action: technique.action)] : [])
                + usableTools.map { PhraseDraft(tool: $0, manner: technique.manner, action: technique.action) }
        }
        return stances + techniques
    }

    /// Returns the drafts of a given length for a plan, with every combination of optional parts.
    ///
    /// A draft that is invalid without a stance is also invalid with one, so few attempts fail.
    private func drafts(of plan: PhraseDraft, _ count: Int) -> [PhraseDraft] {
        guard plan.count <= count else { return [] }
        let sides = PhraseParts.sides.filter { allows($0.words) }
        guard let craft = plan.technique else {
            let drafts = [plan] + sides.map { side in plan.with { $0.stanceSide = side } }
            return drafts.filter { $0.count == count && $0.objection == nil }
        }
        let sections = PhraseParts.sections.filter { allows($0.words) && craft.sections.contains($0.words[0]) }
        let arms = PhraseParts.arms.filter { allows($0.words) }
        var drafts = [plan] + sections.map { section in plan.with { $0.section = section } }
        if craft.canFly, allows(PhraseParts.leap.words) {
            drafts += drafts.map { $0.with { $0.leap = PhraseParts.leap } }
        }
        drafts += drafts.flatMap { draft in
            arms.map { arm in draft.with { $0.arm = arm } } + sides.map { side in draft.with { $0.side = side } }
        }
        drafts = drafts.filter { $0.count <= count && $0.objection == nil }
        return drafts.filter { $0.count == count } + drafts.flatMap { addingStance($0, count, sides) }
    }

    /// Returns the draft combined with each stance that fills it to the given length.
    private func addingStance(_ draft: PhraseDraft, _ count: Int, _ sides: [PhrasePart]) -> [PhraseDraft] {
        let missingCount = count - draft.count
        guard missingCount >= 2, draft.leap == nil, draft.technique?.kind != .kick else { return [] }
        let stances = PhraseParts.stances.filter { !$0.isStill && allows($0.part.words) }
        let drafts = stances.flatMap { stance -> [PhraseDraft] in
            let standingDraft = draft.with { $0.stance = stance }
            if stance.part.words.count == missingCount { return [standingDraft] }
            guard stance.part.words.count + 1 == missingCount, stance.feet == .sided else { return [] }
            return sides.map { side in standingDraft.with { $0.stanceSide = side } }
        }
        return drafts.filter { $0.objection == nil }
    }

    /// Returns whether the grammar may use all of these words.
    private func allows(_ words: [String]) -> Bool { words.allSatisfy(allowedWords.contains) }
}

extension PhraseDraft {
    /// Returns a changed copy.
    fileprivate func with(_ change: (inout PhraseDraft) -> Void) -> PhraseDraft {
        var draft = self
        change(&draft)
        return draft
    }
}
