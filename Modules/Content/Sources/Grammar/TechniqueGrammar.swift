import Kernel
import Korean

/// The grammar of technique phrases: stance, side, tool, section, manner and action, in Korean
/// order.
///
/// It produces only words that the packs contain.
package struct TechniqueGrammar: Sendable {
    /// The maximum number of words that are read; the longest existing phrase has eleven.
    package static let maximumWords = 12

    /// Every word that the grammar produces, once for each role, in the order of the roles.
    package let words: [PhraseWord]
    /// The words that generated phrases may contain.
    let allowedWords: Set<String>
    /// The cores of all phrases: a stance, or an action with its tool.
    let plans: [PhraseDraft]
    /// The romanization of each word.
    private let spellings: [String: String]
    /// The words by the key of their romanization.
    private let wordsByKey: [String: [String]]

    package init(_ morphemes: some Sequence<Morpheme>) {
        let spellings = Dictionary(morphemes.map { ($0.hangul, $0.romanization) }) { _, last in last }
        self.init(spellings, allowing: Set(spellings.keys))
    }

    private init(_ spellings: [String: String], allowing permittedWords: Set<String>) {
        self.spellings = spellings
        self.allowedWords = permittedWords
        words = PhraseWord.Role.allCases.flatMap { role in
            PhraseDiagnosis.wordsInLearningOrder.compactMap { word -> PhraseWord? in
                guard permittedWords.contains(word), PhraseDiagnosis.roles[word]?.contains(role) == true else {
                    return nil
                }
                return spellings[word].map {
                    PhraseWord(word, $0, PhraseLexicon.wordMeaning(word), role: role)
                }
            }
        }
        plans = Self.plans { $0.allSatisfy(permittedWords.contains) }
        let readableWords = spellings.keys.filter {
            PhraseDiagnosis.roles[$0] != nil || PhraseParts.synonyms[$0] != nil
        }
        .sorted()
        wordsByKey = Dictionary(grouping: readableWords) { RomanizationKey.key(Folding.compact(spellings[$0] ?? "")) }
    }

    /// Returns a grammar that produces only phrases of these words, with unchanged reading.
    package func restricted(_ hangul: Set<String>) -> TechniqueGrammar {
        TechniqueGrammar(spellings, allowing: allowedWords.intersection(hangul))
    }

    /// Reads words in hangul, including synonyms: 걷기 is 걷는, 아래 is 낮은데, 서 is 서기.
    package func read(_ words: [String]) -> PhraseReading {
        guard !words.isEmpty else { return .invalid("There is no word yet.") }
        guard words.count <= Self.maximumWords else {
            return .invalid("A phrase has \(Self.maximumWords) words at most.")
        }
        let composedWords = words.map { word in
            let composed = NormalForm.composed(word)
            return PhraseParts.synonyms[composed] ?? composed
        }
        let drafts = PhraseReader(words: composedWords).drafts
        if let validDraft = drafts.first(where: { $0.objection == nil }), let phrase = phrase(validDraft) {
            return .valid(phrase)
        }
        if let phrase = PhraseSpacing(composedWords).others.lazy.compactMap(validPhrase).first { return .valid(phrase) }
        let sentence = drafts.first { $0.technique != nil }?.objection ?? drafts.first?.objection
        return .invalid(sentence ?? PhraseDiagnosis(words: composedWords).sentence)
    }

    /// Returns the phrase of these words, or nil if they form none.
    private func validPhrase(_ words: [String]) -> Phrase? {
        PhraseReader(words: words).drafts.first { $0.objection == nil }.flatMap(phrase)
    }

    /// Reads typed text in hangul or any romanization, with spaces between the words.
    package func read(_ text: String) -> PhraseReading {
        let typedWords = text.split(whereSeparator: \.isWhitespace).prefix(Self.maximumWords + 1).map(String.init)
        // A romanization may match several words. The one that forms a phrase is used.
        var readings: [[String]] = [[]]
        for candidates in typedWords.map(words(meantBy:)) {
            readings = Array(readings.flatMap { reading in candidates.map { reading + [$0] } }.prefix(32))
        }
        return readings.lazy.map { read($0) }.first { $0.phrase != nil } ?? read(readings[0])
    }

    /// Returns the words that a typed word may represent, best first.
    private func words(meantBy typed: String) -> [String] {
        let word = NormalForm.composed(typed)
        guard !Hangul.isPresent(in: word) else { return [word] }
        let folded = Folding.compact(word)
        let similarWords = wordsByKey[RomanizationKey.key(folded)] ?? []
        let exactWords = similarWords.filter { Folding.compact(spellings[$0] ?? "") == folded }
        return exactWords + similarWords.filter { !exactWords.contains($0) } + (similarWords.isEmpty ? [word] : [])
    }

    /// Returns the phrase of a valid draft; nil if no pack has one of its words.
    func phrase(_ draft: PhraseDraft) -> Phrase? {
        var words: [PhraseWord] = []
        for part in draft.parts {
            let isSingleWord = part.words.count == 1 && ![.way, .action].contains(part.role)
            for word in part.words {
                guard let romanization = spellings[word] else { return nil }
                let meaning = isSingleWord ? part.english : PhraseLexicon.wordMeaning(word)
                words.append(PhraseWord(word, romanization, meaning, role: part.role))
            }
        }
        return Phrase(words, meaning: draft.english)
    }
}
