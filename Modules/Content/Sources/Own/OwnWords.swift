import Kernel

/// The words, wordings and sets of one learner, over the packs that everybody on the device has.
///
/// Own words stand in the library as a pack of their own, so that whatever teaches, searches or asks finds them as it finds any other.
public struct OwnWords: Sendable {
    /// So many words a learner may have.
    public static let most = 100_000
    /// The pack that own words are, for people and for `provenance`.
    public static let pack = (id: "own", name: "Your own words")

    let store: any Store
    private let packs: @Sendable () throws -> Library

    /// The words of the learner to whose partition the store is scoped.
    ///
    /// - Parameter packs: what they lie on.
    public init(_ store: any Store, over packs: @escaping @Sendable () throws -> Library) {
        (self.store, self.packs) = (store, packs)
    }

    /// What is kept here, for `doctor`, exports and imports.
    public static var collections: [any StoredCollection] { [OwnWord.collection, OwnWording.collection, WordSet.collection] }

    /// The packs with the learner's own words and wordings on top.
    ///
    /// - Parameter others: what is asked of the store in the same breath, by those who are about to ask it.
    public func library(foreseeing others: [Foreseen] = []) throws -> Library {
        try store.read { try library(in: $0, foreseeing: others) }
    }

    /// The own words alone, in the order of their identifiers.
    public func words() throws -> [OwnWord] { try store.read { try $0.records(OwnWord.byID.all) } }

    func library(in unit: borrowing Transaction, foreseeing others: [Foreseen] = []) throws -> Library {
        try unit.foresee([.records(OwnWord.byID.all), .records(OwnWording.byTerm.all)] + others)
        let (words, wordings) = (try unit.records(OwnWord.byID.all), try unit.records(OwnWording.byTerm.all))
        let packs = try packs()
        guard !words.isEmpty || !wordings.isEmpty else { return packs }
        var own = ContentPack(id: OwnWords.pack.id, name: OwnWords.pack.name)
        own.discipline = packs.disciplines.first ?? own.discipline
        own.terms = words.map(\.term)
        return Library(
            packs.packs + (words.isEmpty ? [] : [own]),
            wordings: Dictionary(wordings.map { ($0.term, $0.text) }) { first, _ in first })
    }

    // MARK: - One word

    /// Adds a word.
    ///
    /// - Parameter grade: what it belongs to where the draft says nothing.
    /// - Returns: the word, and what somebody should look at.
    /// - Throws: `wordExists` where a word is the same in both languages, `tooManyWords`, and what `WordDraft.judged` does.
    public func add(_ draft: WordDraft, grade: Grade) throws -> (word: OwnWord, doubts: [Finding]) {
        let kept = try draft.judged()
        return try store.write(undo: "Added the word “\(kept.english)”") { unit in
            guard try unit.count(OwnWord.byID.all) < OwnWords.most else { throw OwnWords.tooMany }
            let library = try library(in: unit)
            let known = WordLookup(library.terms)
            if let same = known.same(as: kept), let term = library.term(same) { throw OwnWords.exists(term) }
            let word = OwnWord(
                id: known.free(kept.wishedID), kept, grade: kept.grade ?? grade,
                category: kept.category ?? WordDraft.usualCategory)
            try unit.put(word)
            if !kept.wording.isEmpty { try unit.put(OwnWording(word.id.rawValue, kept.wording)) }
            return (word, OwnWords.doubts(of: word, in: library))
        }
    }

    /// Changes an own word, and its wording in the same step.
    ///
    /// - Parameters:
    ///   - wording: what becomes of the own wording; it stays where nothing is said of it.
    ///   - change: what is other than before.
    /// - Throws: `noOwnWord`, `wordExists`, `textTooLong`, `controlCharacters`, and what `WordDraft.judged` does.
    public func change(
        _ id: Identifier<OwnWord>, wording: Wording = .kept, _ change: (inout WordDraft) -> Void
    ) throws -> (word: OwnWord, doubts: [Finding]) {
        let wording = try wording.judged()
        return try store.write(undo: { "Changed the word “\($0.word.english)”" }) { unit in
            guard let old = try unit.record(id) else { throw OwnWords.gone(id.rawValue) }
            var draft = old.draft
            change(&draft)
            let kept = try draft.judged()
            let library = try library(in: unit)
            if let same = WordLookup(library.terms.filter { $0.id != id.rawValue }).same(as: kept), let term = library.term(same)
            {
                throw OwnWords.exists(term)
            }
            let word = OwnWord(
                id: id.rawValue, kept, grade: kept.grade ?? old.grade, category: kept.category ?? old.category)
            try unit.put(word)
            try OwnWords.keep(wording, of: word.id.rawValue, in: unit)
            return (word, OwnWords.doubts(of: word, in: library))
        }
    }

    /// What becomes of the own wording of a term.
    public enum Wording: Hashable, Sendable {
        /// It stays as it is.
        case kept
        /// It says this.
        case said(String)
        /// There is none any more.
        case removed

        fileprivate func judged() throws -> Wording {
            guard case .said(let text) = self else { return self }
            return try WordDraft.wording(text).map(Wording.said) ?? .removed
        }
    }

    private static func keep(_ wording: Wording, of term: String, in unit: borrowing Transaction) throws {
        switch wording {
        case .kept: break
        case .said(let text): try unit.put(OwnWording(term, text))
        case .removed:
            if try unit.record(Identifier<OwnWording>(term)) != nil { try unit.delete(Identifier<OwnWording>(term)) }
        }
    }

    /// Deletes an own word, and the wording that it has. What was remembered of it stays, for the day on which it comes back; sets keep its name
    /// and say that it is gone.
    ///
    /// - Throws: `noOwnWord`.
    public func delete(_ id: Identifier<OwnWord>) throws -> OwnWord {
        try store.write(undo: { "Deleted the word “\($0.english)”" }) { unit in
            guard let word = try unit.record(id) else { throw OwnWords.gone(id.rawValue) }
            try unit.delete(id)
            let wording = Identifier<OwnWording>(id.rawValue)
            if try unit.record(wording) != nil { try unit.delete(wording) }
            return word
        }
    }

    /// Keeps the learner's own wording of what a term means; without a text it goes.
    ///
    /// - Returns: the term as it is now.
    /// - Throws: `textTooLong`, `controlCharacters`.
    public func word(_ text: String?, for term: Term) throws -> Term {
        let kept = try text.flatMap(WordDraft.wording)
        let label = kept == nil ? "Removed your wording of “\(term.english)”" : "Worded “\(term.english)” in your own way"
        return try store.write(undo: label) { unit in
            try OwnWords.keep(kept.map(Wording.said) ?? .removed, of: term.id, in: unit)
            var worded = term
            worded.wording = kept ?? ""
            return worded
        }
    }

    // MARK: - What somebody should look at

    /// What the linter of packs says of a word, and the words that it is a double of in one language.
    static func doubts(of word: OwnWord, in library: Library) -> [Finding] {
        var pack = ContentPack(id: pack.id, name: pack.name)
        pack.discipline = library.disciplines.first ?? pack.discipline
        pack.terms = [word.term]
        let others = library.terms.filter { $0.id != word.id.rawValue }
        return PackInspection(pack: pack, library: library).findings + WordLookup(others).doubles(of: word)
    }

    private static func exists(_ term: Term) -> Failure {
        Failure(
            .wordExists, "“\(term.english)”, \(term.korean), is there already: \(term.id).",
            advice: "`term \(term.id)` shows it, and `term edit \(term.id) --meaning TEXT` words it in your own way.")
    }

    static func gone(_ id: String) -> Failure {
        Failure(
            .noOwnWord, "“\(Folding.shown(id))” is not one of your own words.", advice: "`terms --own` lists them.", kind: .usage,
            absent: id)
    }

    static var tooMany: Failure {
        Failure(
            .tooManyWords, "A profile can have 100,000 words of its own.", advice: "Leave some out, or delete some.",
            kind: .badData)
    }
}

/// Which words there are, by what they are called: made once, and asked for many.
struct WordLookup {
    private var byEnglish: [String: [String]] = [:]
    private var byKorean: [String: [String]] = [:]
    private var ids: Set<String> = []

    init(_ terms: [Term]) {
        for term in terms { add(term) }
    }

    mutating func add(_ term: Term) {
        ids.insert(term.id)
        for text in [term.english] + term.aliases { byEnglish[WordLookup.form(text), default: []].append(term.id) }
        byKorean[WordLookup.korean(term.hangul, term.romanization), default: []].append(term.id)
    }

    /// The word that is the same in both languages.
    func same(as draft: WordDraft) -> String? {
        guard let english = byEnglish[WordLookup.form(draft.english)] else { return nil }
        let korean = byKorean[WordLookup.korean(draft.hangul, draft.romanization)] ?? []
        return english.first(where: korean.contains)
    }

    /// Whether a word has this identifier.
    func has(_ id: String) -> Bool { ids.contains(id) }

    /// The identifier, or with a number behind it where it is taken.
    func free(_ id: String) -> String {
        guard ids.contains(id) else { return id }
        return (2...).lazy.map { "\(id)-\($0)" }.first { !ids.contains($0) } ?? id
    }

    /// The words that are the same in one language.
    func doubles(of word: OwnWord) -> [Finding] {
        let english = byEnglish[WordLookup.form(word.english)] ?? []
        let korean = byKorean[WordLookup.korean(word.hangul, word.romanization)] ?? []
        return english.map { double(word, "english", word.english, $0) }
            + korean.map { double(word, "hangul", word.hangul.isEmpty ? word.romanization : word.hangul, $0) }
    }

    private func double(_ word: OwnWord, _ field: String, _ text: String, _ other: String) -> Finding {
        Finding(
            file: "", entry: word.id.rawValue, field: field, severity: .warning, rule: .duplicate,
            sentence: "“\(text)” is also what \(other) is called.", advice: "Make sure that they can be told apart.")
    }

    private static func form(_ english: String) -> String { EnglishForm.of(Folding.words(english)) }

    /// Hangul where there is some; a romanisation alone is never the same as hangul.
    private static func korean(_ hangul: String, _ romanization: String) -> String {
        hangul.isEmpty ? "= " + Folding.compact(romanization) : Folding.compact(hangul)
    }
}
