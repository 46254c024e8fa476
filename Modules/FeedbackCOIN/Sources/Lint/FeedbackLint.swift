import Kernel

/// Advice on the words of feedback. It never blocks, and it knows English only: what it does not know, it leaves in peace.
///
/// Words are compared folded. What is quoted, or reported as said, is an observation and no words of the writer.
public enum FeedbackLint {
    /// What there is to advise on four sections, in their order; each word once.
    ///
    /// - Parameters:
    ///   - recipient: what the one it is for is called, so that a name is known as a person's.
    ///   - isPraise: whether it says what went well: then nothing has to change, and a step needs no day.
    public static func advice(on text: FeedbackText, for recipient: String? = nil, isPraise: Bool = false) -> [Advice] {
        let isEnglish = LintText(FeedbackSection.allCases.map { text[$0] }.joined(separator: "\n")).readsAsEnglish
        var found = FeedbackSection.allCases.flatMap { section in
            advice(on: text[section], in: section, for: recipient, isEnglish: isEnglish).filter {
                !(isPraise && $0.flaw == .openStep)
            }
        }
        let isMissing = text.impact.isEmpty && !text.observation.isEmpty
        if isMissing {
            let place = found.lastIndex { $0.section == .context || $0.section == .observation }.map { $0 + 1 } ?? 0
            found.insert(Advice(section: .impact, flaw: .noImpact, words: "", wording: Flaw.noImpact.wording), at: place)
        }
        var seen: Set<String> = []
        return found.filter { seen.insert("\($0.section) \($0.flaw) \($0.words.lowercased())").inserted }
    }

    /// What there is to advise on the text of one section.
    ///
    /// - Parameter isEnglish: whether what is missing can be missed: in another language these words say nothing. Nil to find out by this text.
    public static func advice(
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

/// The rules over the words of one section.
private struct LintReader {
    let text: LintText
    let section: FeedbackSection
    /// The names of the one it is for, folded.
    let names: Set<String>

    private var words: [LintWord] { text.words }

    /// From left to right; what one rule has taken, no other looks at.
    var wordAdvice: [Advice] {
        var (found, place) = ([Advice](), 0)
        let words = words
        while place < words.count {
            let rest = words[place...]
            if words[place].isQuoted {
                place += 1
            } else if let harmless = LintDictionary.harmless.match(in: rest) {
                place += harmless.length
            } else if let (flaw, phrase, length) = match(at: place, rest), !isReported(place) {
                found.append(
                    Advice(
                        section: section, flaw: flaw, words: text.written(place, length), wording: phrase.wording ?? flaw.wording)
                )
                place += length
            } else {
                place += 1
            }
        }
        return found
    }

    private func match(at place: Int, _ rest: ArraySlice<LintWord>) -> (Flaw, LintPhrase, Int)? {
        if let (phrase, length) = LintDictionary.labels.match(in: rest) { return (.label, phrase, length) }
        for list in [LintDictionary.character, LintDictionary.kinds] {
            if let (phrase, length) = list.match(in: rest), isSaidOfPerson(place, strictly: false) {
                return (.label, phrase, length)
            }
        }
        if let (phrase, length) = LintDictionary.temper.match(in: rest), isSaidOfPerson(place, strictly: true) {
            return (.label, phrase, length)
        }
        // What is to come may always be done, wanted and done well.
        guard section != .nextSteps else { return nil }
        if let (phrase, length) = LintDictionary.mindReading.match(in: rest) { return (.mindReading, phrase, length) }
        if let (phrase, length) = LintDictionary.mindVerbs.match(in: rest), isDoneByOther(place) {
            return (.mindReading, phrase, length)
        }
        if let (phrase, length) = LintDictionary.presumed.match(in: rest), place > 0, isDoneByOther(place),
            LintDictionary.presumptions.contains(words[place - 1].folded)
        {
            return (.mindReading, phrase, length)
        }
        if let (phrase, length) = LintDictionary.absolute.match(in: rest), !isOfThing(place), !isFirstTime(place) {
            return (.absolute, phrase, length)
        }
        guard section != .impact else { return nil }
        if let (phrase, length) = LintDictionary.judgement.match(in: rest) { return (.judgement, phrase, length) }
        guard section == .observation, let (phrase, length) = LintDictionary.mildly.match(in: rest) else { return nil }
        return (.judgement, phrase, length)
    }

    // MARK: - Who does it

    /// The words before a place in its sentence, nearest first; no clause is longer than sixty words.
    private func before(_ place: Int) -> [LintWord] {
        words[..<place].suffix(60).reversed().prefix { $0.sentence == words[place].sentence }.map(\.self)
    }

    /// The nearest word before that is none of those which stand between a subject and its verb.
    private func subject(of place: Int, skipping skipped: Set<String>) -> LintWord? {
        before(place).first { !skipped.contains($0.folded) && !LintDictionary.presumptions.contains($0.folded) }
    }

    private func isOther(_ word: LintWord) -> Bool {
        LintGrammar.otherPersons.contains(word.folded) || names.contains(word.folded) || (word.isCapital && !isOpening(word))
    }

    /// Whether a capital says nothing of a word, because a sentence begins with it; "I" is no name either.
    private func isOpening(_ word: LintWord) -> Bool {
        word.folded == "i" || words.first { $0.sentence == word.sentence }?.range == word.range
    }

    /// "You want to", and neither "I want to" nor "if you want to".
    private func isDoneByOther(_ place: Int) -> Bool {
        let skipped = LintGrammar.between.union(LintGrammar.auxiliaries)
        guard let subject = subject(of: place, skipping: skipped) else { return false }
        let isName =
            subject.isCapital && isOpening(subject) && !LintGrammar.firstPersons.contains(subject.folded)
            && !LintGrammar.things.contains(subject.folded) && !subject.folded.hasSuffix("s")
        guard isOther(subject) || isName else { return false }
        let ahead = before(place).first { $0.range.lowerBound < subject.range.lowerBound }
        return ahead.map { !LintGrammar.conditions.contains($0.folded) } ?? true
    }

    /// "You are so lazy", "you are late and lazy": a person, a form of being, and the word.
    ///
    /// - Parameter strictly: whether only a pronoun or the name of the one it is for counts as a person.
    private func isSaidOfPerson(_ place: Int, strictly: Bool) -> Bool {
        func isBetween(_ word: LintWord) -> Bool { LintGrammar.between.contains(word.folded) && word.folded != "being" }
        var rest = before(place).drop(while: isBetween)
        while let word = rest.first, LintGrammar.joining.contains(word.folded) {
            rest = rest.dropFirst(2).drop(while: isBetween)
        }
        let being = rest.prefix(3)
        guard let verb = being.first, LintGrammar.being.contains(verb.folded) else { return false }
        if LintGrammar.otherPersons.contains(verb.folded) { return true }
        guard let subject = being.dropFirst().first(where: { !LintGrammar.being.contains($0.folded) }) else { return false }
        if LintGrammar.otherPersons.contains(subject.folded) || names.contains(subject.folded) { return true }
        return !strictly && subject.isCapital && subject.folded != "i"
    }

    /// Builds and tests may always do something.
    private func isOfThing(_ place: Int) -> Bool {
        subject(of: place, skipping: LintGrammar.auxiliaries).map { LintGrammar.things.contains($0.folded) } ?? false
    }

    /// "Never used it before" counts, and says how often.
    private func isFirstTime(_ place: Int) -> Bool {
        words[place].folded == "never"
            && words[place...].prefix { $0.sentence == words[place].sentence }.prefix(8).contains { $0.folded == "before" }
    }

    /// "You said that you wanted to leave": somebody said it, and the writer heard it.
    private func isReported(_ place: Int) -> Bool {
        let before = before(place)
        guard let verb = before.firstIndex(where: { LintGrammar.reporting.contains($0.folded) }) else { return false }
        return before[..<verb].contains { LintGrammar.introducing.contains($0.folded) }
    }

    // MARK: - What is missing

    private func has(_ phrases: LintPhrases) -> Bool { words.indices.contains { phrases.match(in: words[$0...]) != nil } }

    /// Whether it names whom or what it touched; "what we like to see" names nobody.
    private var touchesSomething: Bool {
        var place = 0
        while place < words.count {
            if let opinion = LintNeeds.opinion.match(in: words[place...]) {
                place += opinion.length
            } else if LintNeeds.touched.match(in: words[place...]) != nil {
                return true
            } else {
                place += 1
            }
        }
        return false
    }

    private var namesSomebody: Bool { words.contains { names.contains($0.folded) || ($0.isCapital && !isOpening($0)) } }

    private var hasFigure: Bool { words.contains { $0.folded.contains(where: \.isNumber) } }

    /// A quotation may be the whole impact, so quoted words count as much as others; gaps in brackets are about to be filled in.
    var impactAdvice: Advice? {
        guard !text.text.contains("["), !touchesSomething, !namesSomebody, !hasFigure, !words.contains(where: \.isQuoted)
        else { return nil }
        return Advice(section: .impact, flaw: .noImpact, words: "", wording: Flaw.noImpact.wording)
    }

    var stepAdvice: Advice? {
        guard let first = words.first, !has(LintNeeds.goingOn), !text.text.contains("[") else { return nil }
        let isSaidToReader = !LintNeeds.saidToNobody.contains(first) && !first.folded.hasSuffix("ing")
        let hasWho = has(LintNeeds.who) || namesSomebody || names.contains(first.folded) || isSaidToReader
        let hasWhen = has(LintNeeds.when) || hasFigure
        guard !(hasWho && hasWhen) else { return nil }
        let missing = listed([hasWho ? nil : "who", hasWhen ? nil : "when"].compactMap(\.self))
        return Advice(
            section: .nextSteps, flaw: .openStep, words: "", wording: "It does not say \(missing). \(Flaw.openStep.wording)")
    }
}
