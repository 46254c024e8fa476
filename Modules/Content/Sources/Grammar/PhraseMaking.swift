/// Phrases by chance.
extension TechniqueGrammar {
    /// A phrase of so many words, of the words that are spoken; nil where they make none of that length.
    ///
    /// The generator alone decides which: the same seed makes the same phrase.
    public func phrase(of count: Int, using random: inout some RandomNumberGenerator) -> TechniquePhrase? {
        for _ in 0..<60 {
            guard let plan = plans.randomElement(using: &random) else { break }
            if let draft = drafts(of: plan, count).randomElement(using: &random), let phrase = phrase(draft) { return phrase }
        }
        let left = plans.flatMap { drafts(of: $0, count) }
        return left.randomElement(using: &random).flatMap(phrase)
    }

    /// What phrases are made from, without what may be left out: a stance, or what is done with what.
    static func plans(saying says: ([String]) -> Bool) -> [PhraseDraft] {
        let stances = PhraseParts.stances.filter { says($0.part.words) }.map { PhraseDraft(stance: $0) }
        let tools = PhraseParts.tools.filter { says($0.part.words) }
        let deeds = Craft.all.filter { says($0.words) }.flatMap { craft -> [PhraseDraft] in
            let able = tools.filter { craft.tools.contains($0.part.words.joined(separator: " ")) }
            return (craft.isBare ? [PhraseDraft(way: craft.way, action: craft.action)] : [])
                + able.map { PhraseDraft(tool: $0, way: craft.way, action: craft.action) }
        }
        return stances + deeds
    }

    /// What a plan becomes at a length, with everything that may stand beside it. What is refused without a stance is refused with one too, so
    /// little is tried in vain.
    private func drafts(of plan: PhraseDraft, _ count: Int) -> [PhraseDraft] {
        guard plan.count <= count else { return [] }
        let sides = PhraseParts.sides.filter { says($0.words) }
        guard let craft = plan.craft else {
            let drafts = [plan] + sides.map { side in plan.with { $0.stanceSide = side } }
            return drafts.filter { $0.count == count && $0.objection == nil }
        }
        let sections = PhraseParts.sections.filter { says($0.words) && craft.sections.contains($0.words[0]) }
        let arms = PhraseParts.arms.filter { says($0.words) }
        var drafts = [plan] + sections.map { section in plan.with { $0.section = section } }
        if craft.flies, says(PhraseParts.leap.words) { drafts += drafts.map { $0.with { $0.leap = PhraseParts.leap } } }
        drafts += drafts.flatMap { draft in
            arms.map { arm in draft.with { $0.arm = arm } } + sides.map { side in draft.with { $0.side = side } }
        }
        drafts = drafts.filter { $0.count <= count && $0.objection == nil }
        return drafts.filter { $0.count == count } + drafts.flatMap { standing($0, count, sides) }
    }

    /// A draft in each stance that fills it up to a length.
    private func standing(_ draft: PhraseDraft, _ count: Int, _ sides: [PhrasePart]) -> [PhraseDraft] {
        let room = count - draft.count
        guard room >= 2, draft.leap == nil, draft.craft?.kind != .kick else { return [] }
        let stances = PhraseParts.stances.filter { !$0.isStill && says($0.part.words) }
        let drafts = stances.flatMap { stance -> [PhraseDraft] in
            let standing = draft.with { $0.stance = stance }
            if stance.part.words.count == room { return [standing] }
            guard stance.part.words.count + 1 == room, stance.feet == .sided else { return [] }
            return sides.map { side in standing.with { $0.stanceSide = side } }
        }
        return drafts.filter { $0.objection == nil }
    }

    private func says(_ words: [String]) -> Bool { words.allSatisfy(spoken.contains) }
}

extension PhraseDraft {
    fileprivate func with(_ change: (inout PhraseDraft) -> Void) -> PhraseDraft {
        var draft = self
        change(&draft)
        return draft
    }
}
