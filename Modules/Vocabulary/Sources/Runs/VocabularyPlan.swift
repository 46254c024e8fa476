import Kernel
import Practice

/// What a session goes through: what is due, then what is new, words before the phrases that they make. A pure function of what is remembered and chance.
struct VocabularyPlan {
    /// So many phrases of a length must be known before longer ones are new.
    static let enough = 3
    /// So many new words a session has at most.
    static let newWords = 5
    private static let tries = 20

    let book: Wordbook
    let today: Day
    private let words: [VocabularyWord]
    private let states: [Target: MemoryState]
    private let known: Set<String>
    private let make: Wordbook.Maker
    /// So many words new phrases have at most.
    let level: Int
    /// How many phrases of that many words are known.
    let reached: Int
    /// Words that were introduced, and phrases that were taken.
    private var introduced: [String] = []
    private var taken: Set<VocabularyPhrase> = []

    init(_ book: Wordbook, _ memories: [ItemMemory], today: Day) {
        (self.book, self.today, words) = (book, today, book.words().filter(\.isOpen))
        states = Dictionary(memories.map { ($0.target, $0.state) }) { first, _ in first }
        let states = states
        known = Set(book.words().map(\.hangul).filter { states[.word($0)].map(Self.isKnown) ?? false })
        make = book.maker(known)
        let all = book.maker(Set(words.map(\.hangul)))
        let built = memories.filter { Self.isKnown($0.state) }.compactMap { $0.target.phraseWords?.count }
        let lengths = VocabularyPhrase.lengths.filter { count in
            var random = RandomSource(seed: 1)
            return all(count, &random) != nil
        }
        let count = { (length: Int) in built.count { $0 == length } }
        level = lengths.first { count($0) < Self.enough } ?? lengths.last ?? VocabularyPhrase.lengths.lowerBound
        reached = count(level)
    }

    /// Whether it was right when it was asked last, and not after a miss: box 2 and above.
    static func isKnown(_ state: MemoryState) -> Bool { (state.memory.schedule?.box ?? 0) > Schedule.firstBox }

    /// Whether it rests: box 4 or 5.
    static func isMastered(_ state: MemoryState) -> Bool { (state.memory.schedule?.box ?? 0) >= Schedule.lastBox - 1 }

    private func isDue(_ state: MemoryState?) -> Bool { state?.memory.schedule?.isDue(on: today) ?? false }

    // MARK: - Sessions

    /// What a mode goes through; nil for all modes, whatever is best now.
    ///
    /// - Parameter count: how many words and phrases are asked.
    mutating func items(_ mode: VocabularyMode?, count: Int, using random: inout RandomSource) -> [VocabularyItem] {
        switch mode {
        case .match?:
            let asked = matches(count, using: &random)
            return asked.isEmpty ? again(count, using: &random) : asked
        case .assemble?: return assemblies(count, using: &random)
        case let mode?: return phrases(count, using: &random) { _ in mode }
        case nil: return mixed(count, using: &random)
        }
    }

    /// A phrase with its words before it, and then grown, built and completed.
    mutating func items(about phrase: VocabularyPhrase, using random: inout RandomSource) -> [VocabularyItem] {
        let missing = phrase.words.filter { !known.contains($0) }
        let growth = book.growth(of: phrase).dropLast()
        return introducing(missing) + row(Array(growth)) + [
            VocabularyItem(.build, phrase, before: growth.last), VocabularyItem(.complete, phrase),
        ]
    }

    private mutating func mixed(_ count: Int, using random: inout RandomSource) -> [VocabularyItem] {
        let asked = matches(max(1, count / 2), using: &random)
        let rest = max(1, count - asked.count { !$0.isShown })
        let isGrowing = level > 3 && Bool.random(using: &random)
        let built =
            isGrowing
            ? assemblies(rest, using: &random)
            : phrases(rest, using: &random) { [states] phrase in
                // What was built before is asked with blanks, every other time.
                states[.phrase(phrase.words)].map { $0.answers % 2 == 1 } ?? false ? .complete : .build
            }
        let items = asked + built
        return items.isEmpty ? again(count, using: &random) : items
    }

    // MARK: - Words

    /// Words that are due, then new ones, each shown first.
    private mutating func matches(_ count: Int, using random: inout RandomSource) -> [VocabularyItem] {
        let due = words.map(\.hangul).filter { isDue(states[.word($0)]) }.shuffled(using: &random).prefix(count)
        let fresh = words.map(\.hangul).filter { states[.word($0)] == nil }.prefix(max(0, min(Self.newWords, count - due.count)))
        return due.map { asking($0, using: &random) } + introducing(Array(fresh))
    }

    /// Words that are known, the soonest to come first: practice beyond what is due.
    private func again(_ count: Int, using random: inout RandomSource) -> [VocabularyItem] {
        let met = words.map(\.hangul).compactMap { word in states[.word(word)]?.memory.schedule.map { (word, $0.due) } }
        return met.sorted { $0.1 < $1.1 }.prefix(count).map { asking($0.0, using: &random) }
    }

    private func asking(_ word: String, using random: inout RandomSource) -> VocabularyItem {
        let isFirm = (states[.word(word)]?.memory.schedule?.box ?? 0) > 2
        return VocabularyItem(word: word, asksKorean: isFirm || Bool.random(using: &random))
    }

    /// Each is shown, and asked when another was shown since.
    private mutating func introducing(_ words: [String]) -> [VocabularyItem] {
        let fresh = words.reduce(into: [String]()) { if !introduced.contains($1), !$0.contains($1) { $0.append($1) } }
        introduced += fresh
        let shown = fresh.map { VocabularyItem(word: $0, isShown: true) }
        let asked = fresh.map { VocabularyItem(word: $0) }
        return shown.indices.flatMap { index in [shown[index]] + (index > 0 ? [asked[index - 1]] : []) } + asked.suffix(1)
    }

    // MARK: - Phrases

    /// Phrases that are due, then new ones: of the content and of the grammar in turn, as far as their words are known; then those whose words are new.
    private mutating func phrases(
        _ count: Int, using random: inout RandomSource, _ mode: (VocabularyPhrase) -> VocabularyMode
    ) -> [VocabularyItem] {
        var items: [VocabularyItem] = []
        let met = states.filter { isDue($0.value) }.keys.compactMap(\.phraseWords).sorted { $0.joined() < $1.joined() }
        let due = met.shuffled(using: &random).lazy.compactMap { [book] words in book.read(words).phrase }
        add(due, to: &items, upTo: count, mode)
        let named = book.phrases().filter { VocabularyPhrase.lengths.contains($0.words.count) && $0.words.count <= level }
            .filter { states[.phrase($0.words)] == nil }
        let ready = named.filter { $0.words.allSatisfy(known.contains) }
        add(ready.shuffled(using: &random), to: &items, upTo: (count + 1) / 2, mode)
        for _ in 0..<Self.tries where items.count(where: { $0.mode != .match }) < count {
            if let made = made(using: &random), states[.phrase(made.words)] == nil { add([made], to: &items, upTo: count, mode) }
        }
        add(ready.shuffled(using: &random), to: &items, upTo: count, mode)
        add(named, to: &items, upTo: count, mode)
        if items.isEmpty, let made = made(using: &random) { add([made], to: &items, upTo: count, mode) }
        return items
    }

    /// Takes phrases while there is room, each behind the words of it that are not known.
    private mutating func add(
        _ phrases: some Sequence<VocabularyPhrase>, to items: inout [VocabularyItem], upTo count: Int,
        _ mode: (VocabularyPhrase) -> VocabularyMode
    ) {
        for phrase in phrases where items.count(where: { $0.mode != .match }) < count {
            let missing = Set(phrase.words.filter { !known.contains($0) && !introduced.contains($0) })
            guard introduced.count + missing.count <= Self.newWords, VocabularyPhrase.lengths.contains(phrase.words.count),
                taken.insert(phrase).inserted
            else { continue }
            items += introducing(phrase.words.filter(missing.contains)) + [VocabularyItem(mode(phrase), phrase)]
        }
    }

    /// By the grammar, of known words: rather as long as may be.
    private func made(using random: inout RandomSource) -> VocabularyPhrase? {
        let count = max(Int.random(in: 2...level, using: &random), Int.random(in: 2...level, using: &random))
        return make(count, &random)
    }

    // MARK: - Assembly

    /// Rows of phrases that grow from two words up to the level.
    private mutating func assemblies(_ count: Int, using random: inout RandomSource) -> [VocabularyItem] {
        var items: [VocabularyItem] = []
        for length in (2...level).reversed() {
            for _ in 0..<Self.tries where items.count < count {
                guard let top = make(length, &random) else { break }
                let growth = book.growth(of: top)
                if !growth.isEmpty, taken.insert(top).inserted { items += row(growth) }
            }
            if !items.isEmpty { return items }
        }
        // No word is known yet: the first phrase of the content, behind its words.
        let named = book.phrases().filter { $0.words.count <= level }
        for phrase in named where items.isEmpty {
            let missing = phrase.words.filter { !known.contains($0) }
            let growth = book.growth(of: phrase)
            if !growth.isEmpty, Set(missing).count <= Self.newWords { items = introducing(missing) + row(growth) }
        }
        return items
    }

    private func row(_ growth: [VocabularyPhrase]) -> [VocabularyItem] {
        growth.indices.map { index in
            VocabularyItem(.assemble, growth[index], before: index > 0 ? growth[index - 1] : nil)
        }
    }
}
