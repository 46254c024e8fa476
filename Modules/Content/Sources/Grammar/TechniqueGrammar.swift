import Kernel
import Korean

/// Which phrases of techniques there are: stance, side, tool, section, way and action, in Korean order.
///
/// It speaks the words of the packs: a word that no pack has is spelled nowhere and said nowhere.
public struct TechniqueGrammar: Sendable {
    /// The longest that is read, in words; the longest that there is has eleven.
    public static let longest = 12

    /// Every word that it speaks, once for each thing that it can say, by what that is.
    public let words: [PhraseWord]
    let spoken: Set<String>
    let plans: [PhraseDraft]
    private let spellings: [String: String]
    private let places: [String: [String]]

    /// A grammar over the word parts of packs.
    public init(_ morphemes: some Sequence<Morpheme>) {
        let spellings = Dictionary(morphemes.map { ($0.hangul, $0.romanization) }) { _, last in last }
        self.init(spellings, speaking: Set(spellings.keys))
    }

    private init(_ spellings: [String: String], speaking spoken: Set<String>) {
        (self.spellings, self.spoken) = (spellings, spoken)
        words = PhraseWord.Role.allCases.flatMap { role in
            PhraseDiagnosis.order.compactMap { word -> PhraseWord? in
                guard spoken.contains(word), PhraseDiagnosis.roles[word]?.contains(role) == true else { return nil }
                return spellings[word].map {
                    PhraseWord(hangul: word, romanization: $0, meaning: PhraseLexicon.alone(word), role: role)
                }
            }
        }
        plans = Self.plans { $0.allSatisfy(spoken.contains) }
        let said = spellings.keys.filter { PhraseDiagnosis.roles[$0] != nil || PhraseParts.synonyms[$0] != nil }.sorted()
        places = Dictionary(grouping: said) { RomanizationKey.key(Folding.compact(spellings[$0] ?? "")) }
    }

    /// One that makes phrases of these words alone; it reads as before.
    public func speaking(_ hangul: Set<String>) -> TechniqueGrammar {
        TechniqueGrammar(spellings, speaking: spoken.intersection(hangul))
    }

    /// Reads words in hangul, synonyms too: 걷기 is 걷는, 아래 is 낮은데, 서 is 서기.
    public func read(_ words: [String]) -> PhraseReading {
        guard !words.isEmpty else { return .refused("There is no word yet.") }
        guard words.count <= Self.longest else { return .refused("A phrase has \(Self.longest) words at most.") }
        let known = words.map { word in
            let composed = NormalForm.composed(word)
            return PhraseParts.synonyms[composed] ?? composed
        }
        let drafts = PhraseReader(words: known).drafts
        if let right = drafts.first(where: { $0.objection == nil }), let phrase = phrase(right) { return .allowed(phrase) }
        if let phrase = PhraseSpacing(known).others.lazy.compactMap(whole).first { return .allowed(phrase) }
        let sentence = drafts.first { $0.craft != nil }?.objection ?? drafts.first?.objection
        return .refused(sentence ?? PhraseDiagnosis(words: known).sentence)
    }

    private func whole(_ words: [String]) -> TechniquePhrase? {
        PhraseReader(words: words).drafts.first { $0.objection == nil }.flatMap(phrase)
    }

    /// Reads what was typed, in hangul or in any romanisation, with blanks between the words.
    public func read(_ text: String) -> PhraseReading {
        let typed = text.split(whereSeparator: \.isWhitespace).prefix(Self.longest + 1).map(String.init)
        // A romanisation may be that of several words: the phrase decides, where it is one with any of them.
        var readings: [[String]] = [[]]
        for meant in typed.map(words(meantBy:)) {
            readings = Array(readings.flatMap { reading in meant.map { reading + [$0] } }.prefix(32))
        }
        return readings.lazy.map { read($0) }.first { $0.phrase != nil } ?? read(readings[0])
    }

    /// The words that a word may be, the best first.
    private func words(meantBy typed: String) -> [String] {
        let word = NormalForm.composed(typed)
        guard !Hangul.isPresent(in: word) else { return [word] }
        let folded = Folding.compact(word)
        let alike = places[RomanizationKey.key(folded)] ?? []
        let exact = alike.filter { Folding.compact(spellings[$0] ?? "") == folded }
        return exact + alike.filter { !exact.contains($0) } + (alike.isEmpty ? [word] : [])
    }

    /// The phrase of a draft that is allowed; nil where no pack has one of its words.
    func phrase(_ draft: PhraseDraft) -> TechniquePhrase? {
        var words: [PhraseWord] = []
        for part in draft.parts {
            let isWhole = part.words.count == 1 && ![.way, .action].contains(part.role)
            for word in part.words {
                guard let romanization = spellings[word] else { return nil }
                let meaning = isWhole ? part.english : PhraseLexicon.alone(word)
                words.append(PhraseWord(hangul: word, romanization: romanization, meaning: meaning, role: part.role))
            }
        }
        return TechniquePhrase(words: words, meaning: draft.english)
    }
}
