import Kernel

/// The advice on the wording of feedback in English.
///
/// It never blocks and ignores other languages.
///
/// Words are compared folded. Quoted or reported words are observations and exempt.
package enum FeedbackLint {
    /// Returns the advice on four sections in order, with each word reported once.
    ///
    /// - Parameters:
    ///   - recipient: the recipient's name, so that it is recognized as a person.
    ///   - isPraise: whether it is praise. Then nothing must change, and a step needs no day.
    package static func advice(on text: FeedbackText, for recipient: String? = nil, isPraise: Bool = false) -> [Advice]
    {
        let isEnglish = LintText(FeedbackSection.allCases.map { text[$0] }.joined(separator: "\n")).readsAsEnglish
        var results = FeedbackSection.allCases.flatMap { section in
            advice(on: text[section], in: section, for: recipient, isEnglish: isEnglish).filter {
                !(isPraise && $0.flaw == .openStep)
            }
        }
        let isMissing = text.impact.isEmpty && !text.observation.isEmpty
        if isMissing {
            let place = results.lastIndex { $0.section == .context || $0.section == .observation }.map { $0 + 1 } ?? 0
            results.insert(
                Advice(section: .impact, flaw: .noImpact, words: "", suggestion: Flaw.noImpact.defaultSuggestion),
                at: place)
        }
        var seen: Set<String> = []
        return results.filter { seen.insert("\($0.section) \($0.flaw) \($0.words.lowercased())").inserted }
    }

    /// Returns the advice on the text of one section.
    ///
    /// - Parameter isEnglish: whether missing parts are reported, which only works in English. Nil
    ///   detects the language of this text.
    package static func advice(
        on text: String, in section: FeedbackSection, for recipient: String? = nil, isEnglish: Bool? = nil
    ) -> [Advice] {
        guard !text.allSatisfy(\.isWhitespace) else { return [] }
        let names = Set(Folding.words(recipient ?? ""))
        let words = LintText(text)
        let reader = LintReader(text: words, section: section, names: names)
        guard isEnglish ?? words.readsAsEnglish else { return reader.wordAdvice }
        switch section {
        case .context, .observation: return reader.wordAdvice
        case .impact: return reader.wordAdvice + [reader.impactAdvice].compactMap(\.self)
        case .nextSteps: return reader.wordAdvice + [reader.stepAdvice].compactMap(\.self)
        }
    }
}

/// The rules applied to the words of one section.
private struct LintReader {
    let text: LintText
    let section: FeedbackSection
    let names: Set<String>

    private var words: [LintWord] { text.words }

    /// The advice from left to right.
    ///
    /// Each word is used by one rule only.
    var wordAdvice: [Advice] {
        var results = [Advice]()
        var place = 0
        let words = words
        while place < words.count {
            let rest = words[place...]
            if words[place].isQuoted {
                place += 1
            } else if let harmless = LintDictionary.harmless.match(in: rest) {
                place += harmless.length
            } else if let (flaw, phrase, length) = match(at: place, rest), !isReported(place) {
                results.append(
                    Advice(
                        section: section, flaw: flaw, words: text.substring(place, length),
                        suggestion: phrase.suggestion ?? flaw.defaultSuggestion)
                )
                place += length
            } else {
                place += 1
            }
        }
        return results
    }

    private func match(at place: Int, _ rest: ArraySlice<LintWord>) -> (Flaw, LintPhrase, Int)? {
        if let (phrase, length) = LintDictionary.labels.match(in: rest) { return (.label, phrase, length) }
        for list in [LintDictionary.characterTraits, LintDictionary.personNouns] {
            if let (phrase, length) = list.match(in: rest), describesPerson(place, strictly: false) {
                return (.label, phrase, length)
            }
        }
        if let (phrase, length) = LintDictionary.personalTraits.match(in: rest), describesPerson(place, strictly: true)
        {
            return (.label, phrase, length)
        }
        // In future steps, absolutes, wishes and judgments are fine.
        guard section != .nextSteps else { return nil }
        if let (phrase, length) = LintDictionary.mindReading.match(in: rest) { return (.mindReading, phrase, length) }
        if let (phrase, length) = LintDictionary.mindVerbs.match(in: rest), isActionOfOther(place) {
            return (.mindReading, phrase, length)
        }
        if let (phrase, length) = LintDictionary.presumedThoughts.match(in: rest), place > 0, isActionOfOther(place),
            LintDictionary.presumptions.contains(words[place - 1].folded)
        {
            return (.mindReading, phrase, length)
        }
        if let (phrase, length) = LintDictionary.absolute.match(in: rest), !hasInanimateSubject(place),
            !isFirstTime(place)
        {
            return (.absolute, phrase, length)
        }
        guard section != .impact else { return nil }
        if let (phrase, length) = LintDictionary.judgement.match(in: rest) { return (.judgement, phrase, length) }
        guard section == .observation, let (phrase, length) = LintDictionary.observationJudgements.match(in: rest)
        else { return nil }
        return (.judgement, phrase, length)
    }

    // MARK: - Subjects

    /// Returns the words before a place in its sentence, nearest first, 60 at most.
    private func before(_ place: Int) -> [LintWord] {
        words[..<place].suffix(60).reversed().prefix { $0.sentence == words[place].sentence }.map(\.self)
    }

    /// Returns the nearest previous word that is not between a subject and its verb.
    private func subject(of place: Int, skipping skipped: Set<String>) -> LintWord? {
        before(place).first { !skipped.contains($0.folded) && !LintDictionary.presumptions.contains($0.folded) }
    }

    private func isOther(_ word: LintWord) -> Bool {
        LintGrammar.otherPersons.contains(word.folded) || names.contains(word.folded)
            || (word.isCapital && !isOpening(word))
    }

    /// Returns whether a capital is meaningless, because the word begins a sentence or is "I".
    private func isOpening(_ word: LintWord) -> Bool {
        word.folded == "i" || words.first { $0.sentence == word.sentence }?.range == word.range
    }

    /// Returns whether another person is the subject, as in "you want to" but neither "I want to"
    /// nor "if you want to".
    private func isActionOfOther(_ place: Int) -> Bool {
        let skipped = LintGrammar.fillerWords.union(LintGrammar.auxiliaries)
        guard let subject = subject(of: place, skipping: skipped) else { return false }
        let isName =
            subject.isCapital && isOpening(subject) && !LintGrammar.firstPersons.contains(subject.folded)
            && !LintGrammar.inanimateSubjects.contains(subject.folded) && !subject.folded.hasSuffix("s")
        guard isOther(subject) || isName else { return false }
        let ahead = before(place).first { $0.range.lowerBound < subject.range.lowerBound }
        return ahead.map { !LintGrammar.conditions.contains($0.folded) } ?? true
    }

    /// Returns whether a word describes a person, as in "you are so lazy" or "you are late and
    /// lazy".
    ///
    /// - Parameter strictly: whether only a pronoun or the recipient's name counts as a person.
    private func describesPerson(_ place: Int, strictly: Bool) -> Bool {
        func isBetween(_ word: LintWord) -> Bool {
            LintGrammar.fillerWords.contains(word.folded) && word.folded != "being"
        }
        var rest = before(place).drop(while: isBetween)
        while let word = rest.first, LintGrammar.conjunctions.contains(word.folded) {
            rest = rest.dropFirst(2).drop(while: isBetween)
        }
        let being = rest.prefix(3)
        guard let verb = being.first, LintGrammar.linkingVerbs.contains(verb.folded) else { return false }
        if LintGrammar.otherPersons.contains(verb.folded) { return true }
        guard let subject = being.dropFirst().first(where: { !LintGrammar.linkingVerbs.contains($0.folded) }) else {
            return false
        }
        if LintGrammar.otherPersons.contains(subject.folded) || names.contains(subject.folded) { return true }
        return !strictly && subject.isCapital && subject.folded != "i"
    }

    /// Returns whether the subject is a thing.
    ///
    /// Builds and tests may always do something.
    private func hasInanimateSubject(_ place: Int) -> Bool {
        subject(of: place, skipping: LintGrammar.auxiliaries).map { LintGrammar.inanimateSubjects.contains($0.folded) }
            ?? false
    }

    /// Returns whether "never" states a fact about a first time, as in "never used it before".
    private func isFirstTime(_ place: Int) -> Bool {
        words[place].folded == "never"
            && words[place...].prefix { $0.sentence == words[place].sentence }.prefix(8).contains {
                $0.folded == "before"
            }
    }

    /// Returns whether the words are reported speech, as in "you said that you wanted to leave".
    private func isReported(_ place: Int) -> Bool {
        let previous = before(place)
        guard let verb = previous.firstIndex(where: { LintGrammar.reportingVerbs.contains($0.folded) }) else {
            return false
        }
        return previous[..<verb].contains { LintGrammar.clauseIntroductions.contains($0.folded) }
    }

    // MARK: - Missing parts

    private func contains(_ phrases: LintPhrases) -> Bool {
        words.indices.contains { phrases.match(in: words[$0...]) != nil }
    }

    /// Whether the text names an affected person or thing.
    ///
    /// "What we like to see" names none.
    private var namesAffected: Bool {
        var place = 0
        while place < words.count {
            if let opinion = LintRequirements.opinion.match(in: words[place...]) {
                place += opinion.length
            } else if LintRequirements.affected.match(in: words[place...]) != nil {
                return true
            } else {
                place += 1
            }
        }
        return false
    }

    private var namesPerson: Bool { words.contains { names.contains($0.folded) || ($0.isCapital && !isOpening($0)) } }

    private var hasFigure: Bool { words.contains { $0.folded.contains(where: \.isNumber) } }

    /// The advice on an impact without an affected person.
    ///
    /// A quotation may be the whole impact, so quoted words count too. A text with gaps in brackets
    /// is unfinished and skipped.
    var impactAdvice: Advice? {
        guard !text.text.contains("["), !namesAffected, !namesPerson, !hasFigure,
            !words.contains(where: \.isQuoted)
        else { return nil }
        return Advice(section: .impact, flaw: .noImpact, words: "", suggestion: Flaw.noImpact.defaultSuggestion)
    }

    var stepAdvice: Advice? {
        guard let first = words.first, !contains(LintRequirements.continuations), !text.text.contains("[") else {
            return nil
        }
        let addressesReader = !LintRequirements.impersonalOpenings.contains(first) && !first.folded.hasSuffix("ing")
        let hasActor =
            contains(LintRequirements.actors) || namesPerson || names.contains(first.folded) || addressesReader
        let hasDate = contains(LintRequirements.dates) || hasFigure
        guard !(hasActor && hasDate) else { return nil }
        let missing = listed([hasActor ? nil : "who", hasDate ? nil : "when"].compactMap(\.self))
        return Advice(
            section: .nextSteps, flaw: .openStep, words: "",
            suggestion: "It does not say \(missing). \(Flaw.openStep.defaultSuggestion)")
    }
}
