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
        let lacksImpact = text.impact.isEmpty && !text.observation.isEmpty
        if lacksImpact {
            let index = results.lastIndex { $0.section == .context || $0.section == .observation }.map { $0 + 1 } ?? 0
            results.insert(
                Advice(section: .impact, flaw: .noImpact, words: "", suggestion: Flaw.noImpact.defaultSuggestion),
                at: index)
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
        var index = 0
        let words = words
        while index < words.count {
            let remaining = words[index...]
            if words[index].isQuoted {
                index += 1
            } else if let harmless = LintDictionary.harmless.match(in: remaining) {
                index += harmless.length
            } else if let (flaw, phrase, length) = match(at: index, remaining), !isReported(index) {
                results.append(
                    Advice(
                        section: section, flaw: flaw, words: text.substring(index, length),
                        suggestion: phrase.suggestion ?? flaw.defaultSuggestion)
                )
                index += length
            } else {
                index += 1
            }
        }
        return results
    }

    /// Returns the weakness that begins at a place, with its phrase and length, or nil.
    private func match(at index: Int, _ remaining: ArraySlice<LintWord>) -> (Flaw, LintPhrase, Int)? {
        if let (phrase, length) = LintDictionary.labels.match(in: remaining) { return (.label, phrase, length) }
        for list in [LintDictionary.characterTraits, LintDictionary.personNouns] {
            if let (phrase, length) = list.match(in: remaining), describesPerson(index, strictly: false) {
                return (.label, phrase, length)
            }
        }
        if let (phrase, length) = LintDictionary.personalTraits.match(in: remaining),
            describesPerson(index, strictly: true)
        {
            return (.label, phrase, length)
        }
        // In future steps, absolutes, wishes and judgments are fine.
        guard section != .nextSteps else { return nil }
        if let (phrase, length) = LintDictionary.mindReading.match(in: remaining) {
            return (.mindReading, phrase, length)
        }
        if let (phrase, length) = LintDictionary.mindVerbs.match(in: remaining), isActionOfOther(index) {
            return (.mindReading, phrase, length)
        }
        if let (phrase, length) = LintDictionary.presumedThoughts.match(in: remaining), index > 0,
            isActionOfOther(index),
            LintDictionary.presumptions.contains(words[index - 1].folded)
        {
            return (.mindReading, phrase, length)
        }
        if let (phrase, length) = LintDictionary.absolute.match(in: remaining), !hasInanimateSubject(index),
            !isFirstTime(index)
        {
            return (.absolute, phrase, length)
        }
        guard section != .impact else { return nil }
        if let (phrase, length) = LintDictionary.judgement.match(in: remaining) { return (.judgement, phrase, length) }
        guard section == .observation, let (phrase, length) = LintDictionary.observationJudgements.match(in: remaining)
        else { return nil }
        return (.judgement, phrase, length)
    }

    // MARK: - Subjects

    /// Returns the words before a place in its sentence, nearest first, 60 at most.
    private func wordsBefore(_ index: Int) -> [LintWord] {
        words[..<index].suffix(60).reversed().prefix { $0.sentence == words[index].sentence }.map(\.self)
    }

    /// Returns the nearest previous word that is not between a subject and its verb.
    private func subject(of index: Int, skipping skipped: Set<String>) -> LintWord? {
        wordsBefore(index).first { !skipped.contains($0.folded) && !LintDictionary.presumptions.contains($0.folded) }
    }

    /// Returns whether a word means a person other than the writer.
    private func isOtherPerson(_ word: LintWord) -> Bool {
        LintGrammar.otherPersons.contains(word.folded) || names.contains(word.folded)
            || (word.isCapital && !hasRequiredCapital(word))
    }

    /// Returns whether a capital is meaningless, because the word begins a sentence or is "I".
    private func hasRequiredCapital(_ word: LintWord) -> Bool {
        word.folded == "i" || words.first { $0.sentence == word.sentence }?.range == word.range
    }

    /// Returns whether another person is the subject, as in "you want to" but neither "I want to"
    /// nor "if you want to".
    private func isActionOfOther(_ index: Int) -> Bool {
        let skipped = LintGrammar.fillerWords.union(LintGrammar.auxiliaries)
        guard let subject = subject(of: index, skipping: skipped) else { return false }
        let isName =
            subject.isCapital && hasRequiredCapital(subject) && !LintGrammar.firstPersons.contains(subject.folded)
            && !LintGrammar.inanimateSubjects.contains(subject.folded) && !subject.folded.hasSuffix("s")
        guard isOtherPerson(subject) || isName else { return false }
        let previousWord = wordsBefore(index).first { $0.range.lowerBound < subject.range.lowerBound }
        return previousWord.map { !LintGrammar.conditions.contains($0.folded) } ?? true
    }

    /// Returns whether a word describes a person, as in "you are so lazy" or "you are late and
    /// lazy".
    ///
    /// - Parameter strictly: whether only a pronoun or the recipient's name counts as a person.
    private func describesPerson(_ index: Int, strictly: Bool) -> Bool {
        func isFiller(_ word: LintWord) -> Bool {
            LintGrammar.fillerWords.contains(word.folded) && word.folded != "being"
        }
        var preceding = wordsBefore(index).drop(while: isFiller)
        while let word = preceding.first, LintGrammar.conjunctions.contains(word.folded) {
            preceding = preceding.dropFirst(2).drop(while: isFiller)
        }
        let nearest = preceding.prefix(3)
        guard let verb = nearest.first, LintGrammar.linkingVerbs.contains(verb.folded) else { return false }
        if LintGrammar.otherPersons.contains(verb.folded) { return true }
        guard let subject = nearest.dropFirst().first(where: { !LintGrammar.linkingVerbs.contains($0.folded) }) else {
            return false
        }
        if LintGrammar.otherPersons.contains(subject.folded) || names.contains(subject.folded) { return true }
        return !strictly && subject.isCapital && subject.folded != "i"
    }

    /// Returns whether the subject is a thing.
    ///
    /// Builds and tests may always do something.
    private func hasInanimateSubject(_ index: Int) -> Bool {
        subject(of: index, skipping: LintGrammar.auxiliaries).map { LintGrammar.inanimateSubjects.contains($0.folded) }
            ?? false
    }

    /// Returns whether "never" states a fact about a first time, as in "never used it before".
    private func isFirstTime(_ index: Int) -> Bool {
        words[index].folded == "never"
            && words[index...].prefix { $0.sentence == words[index].sentence }.prefix(8).contains {
                $0.folded == "before"
            }
    }

    /// Returns whether the words are reported speech, as in "you said that you wanted to leave".
    private func isReported(_ index: Int) -> Bool {
        let previous = wordsBefore(index)
        guard let verb = previous.firstIndex(where: { LintGrammar.reportingVerbs.contains($0.folded) }) else {
            return false
        }
        return previous[..<verb].contains { LintGrammar.clauseIntroductions.contains($0.folded) }
    }

    // MARK: - Missing parts

    /// Returns whether any of the phrases is in the text.
    private func contains(_ phrases: LintPhrases) -> Bool {
        words.indices.contains { phrases.match(in: words[$0...]) != nil }
    }

    /// Whether the text names an affected person or thing.
    ///
    /// "What we like to see" names none.
    private var namesAffected: Bool {
        var index = 0
        while index < words.count {
            if let opinion = LintRequirements.opinion.match(in: words[index...]) {
                index += opinion.length
            } else if LintRequirements.affected.match(in: words[index...]) != nil {
                return true
            } else {
                index += 1
            }
        }
        return false
    }

    /// Whether the text has the recipient's name or a capital that means a name.
    private var namesPerson: Bool {
        words.contains { names.contains($0.folded) || ($0.isCapital && !hasRequiredCapital($0)) }
    }

    /// Whether the text has a number.
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

    /// The advice on a next step without a person or a day.
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
