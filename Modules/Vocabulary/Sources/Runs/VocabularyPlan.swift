import Kernel
import Korean
import Practice

/// The plan of a session as a pure function of memory and randomness: due items, then new words
/// before their phrases.
struct VocabularyPlan {
    /// The number of known phrases of a length that unlocks longer ones.
    static let phrasesToUnlock = 3
    /// The maximum number of new words in a session.
    static let maximumNewWords = 5
    /// The maximum number of random phrases to try for a session.
    private static let maximumAttempts = 20

    let book: Phrasebook
    let today: Day
    /// The unlocked words, in learning order.
    private let words: [PhrasebookWord]
    private let states: [Target: MemoryState]
    /// The known words, in hangul.
    private let knownWords: Set<String>
    /// Creates random phrases of known words.
    private let makePhrase: Phrasebook.Maker
    /// The maximum number of words in new phrases: 2…6.
    let level: Int
    /// The number of known phrases of that length.
    let knownAtLevel: Int
    /// The new words that this session already introduces.
    private var introducedWords: [String] = []
    private var usedPhrases: Set<Phrase> = []

    init(_ book: Phrasebook, _ memories: [ItemMemory], today: Day) {
        self.book = book
        self.today = today
        words = book.vocabulary().filter(\.isUnlocked)
        states = Dictionary(memories.map { ($0.target, $0.state) }) { first, _ in first }
        let states = states
        knownWords = Set(book.vocabulary().map(\.hangul).filter { states[.word($0)].map(Self.isKnown) ?? false })
        makePhrase = book.maker(knownWords)
        let makeAnyPhrase = book.maker(Set(words.map(\.hangul)))
        let knownLengths = memories.filter { Self.isKnown($0.state) }.compactMap { $0.target.phraseWords?.count }
        let lengths = Phrase.lengths.filter { count in
            var random = RandomSource(seed: 1)
            return makeAnyPhrase(count, &random) != nil
        }
        let count = { (length: Int) in knownLengths.count { $0 == length } }
        level = lengths.first { count($0) < Self.phrasesToUnlock } ?? lengths.last ?? Phrase.lengths.lowerBound
        knownAtLevel = count(level)
    }

    /// Returns whether the last answer was right and did not follow a miss: box 2 and above.
    static func isKnown(_ state: MemoryState) -> Bool { (state.memory.schedule?.box ?? 0) > Schedule.firstBox }

    /// Returns whether the item is mastered: box 4 or 5.
    static func isMastered(_ state: MemoryState) -> Bool { (state.memory.schedule?.box ?? 0) >= Schedule.lastBox - 1 }

    /// Returns whether a memory is due today; false without a memory.
    private func isDue(_ state: MemoryState?) -> Bool { state?.memory.schedule?.isDue(on: today) ?? false }

    // MARK: - Sessions

    /// Returns the items of a mode, or an automatic choice of modes for nil.
    ///
    /// - Parameter count: the number of words and phrases to ask.
    mutating func items(_ mode: VocabularyMode?, count: Int, using random: inout RandomSource) -> [VocabularyItem] {
        switch mode {
        case .match?:
            let dueAndNewWords = wordItems(count, using: &random)
            return dueAndNewWords.isEmpty ? familiarWords(count, using: &random) : dueAndNewWords
        case .assemble?: return growthItems(count, using: &random)
        case let mode?: return phraseItems(count, using: &random) { _ in mode }
        case nil: return mixedItems(count, using: &random)
        }
    }

    /// Returns the items for a phrase: its unknown words, then the phrase grown, built and
    /// completed.
    mutating func items(about phrase: Phrase, using random: inout RandomSource) -> [VocabularyItem] {
        let missing = phrase.hangulWords.filter { !knownWords.contains($0) }
        let growth = book.growth(of: phrase).dropLast()
        return introducing(missing) + assemblyItems(of: Array(growth)) + [
            VocabularyItem(.build, phrase, before: growth.last), VocabularyItem(.complete, phrase),
        ]
    }

    /// Returns words for half of the session, and phrases for the rest.
    private mutating func mixedItems(_ count: Int, using random: inout RandomSource) -> [VocabularyItem] {
        let askedWords = wordItems(max(1, count / 2), using: &random)
        let phraseCount = max(1, count - askedWords.count { !$0.isShown })
        let isGrowing = level > 3 && Bool.random(using: &random)
        let phrases =
            isGrowing
            ? growthItems(phraseCount, using: &random)
            : phraseItems(phraseCount, using: &random) { [states] phrase in
                // Every other time a phrase that was built before appears with blanks.
                states[.phrase(phrase.hangulWords)].map { $0.answers % 2 == 1 } ?? false ? .complete : .build
            }
        let items = askedWords + phrases
        return items.isEmpty ? familiarWords(count, using: &random) : items
    }

    // MARK: - Words

    /// Returns due words, then new ones, each shown first.
    private mutating func wordItems(_ count: Int, using random: inout RandomSource) -> [VocabularyItem] {
        let due = words.map(\.hangul).filter { isDue(states[.word($0)]) }.shuffled(using: &random).prefix(count)
        let newWords = words.map(\.hangul).filter { states[.word($0)] == nil }.prefix(
            max(0, min(Self.maximumNewWords, count - due.count)))
        return due.map { question(for: $0, using: &random) } + introducing(Array(newWords))
    }

    /// Returns known words, the next due first, for practice beyond the due words.
    private func familiarWords(_ count: Int, using random: inout RandomSource) -> [VocabularyItem] {
        let scheduled = words.map(\.hangul).compactMap { word in
            states[.word(word)]?.memory.schedule.map { (word, $0.due) }
        }
        return scheduled.sorted { $0.1 < $1.1 }.prefix(count).map { question(for: $0.0, using: &random) }
    }

    /// Returns a question for a word, in a random direction until it is firm.
    private func question(for word: String, using random: inout RandomSource) -> VocabularyItem {
        let isFirm = (states[.word(word)]?.memory.schedule?.box ?? 0) > 2
        return VocabularyItem(word: word, asksKorean: isFirm || Bool.random(using: &random))
    }

    /// Introduces each word, and asks it after the next one is shown.
    private mutating func introducing(_ words: [String]) -> [VocabularyItem] {
        let newWords = words.reduce(into: [String]()) {
            if !introducedWords.contains($1), !$0.contains($1) { $0.append($1) }
        }
        introducedWords += newWords
        let shownItems = newWords.map { VocabularyItem(word: $0, isShown: true) }
        let askedItems = newWords.map { VocabularyItem(word: $0) }
        return shownItems.indices.flatMap { index in [shownItems[index]] + (index > 0 ? [askedItems[index - 1]] : []) }
            + askedItems.suffix(1)
    }

    // MARK: - Phrases

    /// Returns due phrases, then new ones.
    ///
    /// New phrases come from the content and the grammar in turn, as far as their words are known.
    /// Phrases with new words follow.
    private mutating func phraseItems(
        _ count: Int, using random: inout RandomSource, _ mode: (Phrase) -> VocabularyMode
    ) -> [VocabularyItem] {
        var items: [VocabularyItem] = []
        let dueWords = states.filter { isDue($0.value) }.keys.compactMap(\.phraseWords).sorted {
            $0.joined() < $1.joined()
        }
        let duePhrases = dueWords.shuffled(using: &random).lazy.compactMap { [book] words in book.read(words).phrase }
        add(duePhrases, to: &items, upTo: count, mode)
        let contentPhrases = book.phrases().filter { phrase in
            phrase.isBuildable && phrase.words.count <= level && states[.phrase(phrase.hangulWords)] == nil
        }
        let knownPhrases = contentPhrases.filter { $0.hangulWords.allSatisfy(knownWords.contains) }
        add(knownPhrases.shuffled(using: &random), to: &items, upTo: (count + 1) / 2, mode)
        for _ in 0..<Self.maximumAttempts where items.count(where: { $0.mode != .match }) < count {
            if let phrase = generatedPhrase(using: &random), states[.phrase(phrase.hangulWords)] == nil {
                add([phrase], to: &items, upTo: count, mode)
            }
        }
        add(knownPhrases.shuffled(using: &random), to: &items, upTo: count, mode)
        add(contentPhrases, to: &items, upTo: count, mode)
        if items.isEmpty, let phrase = generatedPhrase(using: &random) { add([phrase], to: &items, upTo: count, mode) }
        return items
    }

    /// Adds phrases up to the limit, each after its unknown words.
    private mutating func add(
        _ phrases: some Sequence<Phrase>, to items: inout [VocabularyItem], upTo count: Int,
        _ mode: (Phrase) -> VocabularyMode
    ) {
        for phrase in phrases where items.count(where: { $0.mode != .match }) < count {
            let missing = Set(phrase.hangulWords.filter { !knownWords.contains($0) && !introducedWords.contains($0) })
            guard introducedWords.count + missing.count <= Self.maximumNewWords, phrase.isBuildable,
                usedPhrases.insert(phrase).inserted
            else { continue }
            items += introducing(phrase.hangulWords.filter(missing.contains)) + [VocabularyItem(mode(phrase), phrase)]
        }
    }

    /// Returns a phrase of known words from the grammar, preferably a long one.
    private func generatedPhrase(using random: inout RandomSource) -> Phrase? {
        let count = max(Int.random(in: 2...level, using: &random), Int.random(in: 2...level, using: &random))
        return makePhrase(count, &random)
    }

    // MARK: - Assembly

    /// Returns series of phrases that grow from two words up to the level.
    private mutating func growthItems(_ count: Int, using random: inout RandomSource) -> [VocabularyItem] {
        var items: [VocabularyItem] = []
        for length in (2...level).reversed() {
            for _ in 0..<Self.maximumAttempts where items.count < count {
                guard let finalPhrase = makePhrase(length, &random) else { break }
                let growth = book.growth(of: finalPhrase)
                if !growth.isEmpty, usedPhrases.insert(finalPhrase).inserted { items += assemblyItems(of: growth) }
            }
            if !items.isEmpty { return items }
        }
        // No word is known yet. The first phrase of the content follows its words.
        let contentPhrases = book.phrases().filter { $0.words.count <= level }
        for phrase in contentPhrases where items.isEmpty {
            let missing = phrase.hangulWords.filter { !knownWords.contains($0) }
            let growth = book.growth(of: phrase)
            if !growth.isEmpty, Set(missing).count <= Self.maximumNewWords {
                items = introducing(missing) + assemblyItems(of: growth)
            }
        }
        return items
    }

    /// Returns the items of a growing series, each with the phrase before it.
    private func assemblyItems(of growth: [Phrase]) -> [VocabularyItem] {
        growth.indices.map { index in
            VocabularyItem(.assemble, growth[index], before: index > 0 ? growth[index - 1] : nil)
        }
    }
}
