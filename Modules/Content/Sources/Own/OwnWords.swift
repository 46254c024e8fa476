import Kernel

/// The words, wordings and sets of one learner, on top of the packs of the device.
///
/// Own words form a pack of their own in the library, so that every feature finds them like other
/// words.
package struct OwnWords: Sendable {
    /// The maximum number of own words of a learner.
    package static let maximumCount = 100_000
    package static let pack = (id: "own", name: "Your own words")

    let store: any Store
    private let packs: @Sendable () throws -> Library

    /// Opens the words of the learner to whose partition the store is scoped.
    ///
    /// - Parameter packs: the packs below the own words.
    package init(_ store: any Store, over packs: @escaping @Sendable () throws -> Library) {
        self.store = store
        self.packs = packs
    }

    /// The stored collections, for `doctor`, exports and imports.
    package static var collections: [any StoredCollection] {
        [OwnWord.collection, OwnWording.collection, WordSet.collection]
    }

    /// Returns the packs with the learner's own words and wordings on top.
    ///
    /// - Parameter others: the caller's next reads, prefetched together with this one.
    package func library(prefetching others: [Prefetch] = []) throws -> Library {
        try store.read { try library(in: $0, prefetching: others) }
    }

    /// Returns the own words alone, in the order of their identifiers.
    package func words() throws -> [OwnWord] { try store.read { try $0.records(OwnWord.byID.all) } }

    /// Returns the library of the packs with the own words and wordings on top.
    func library(in unit: borrowing Transaction, prefetching others: [Prefetch] = []) throws -> Library {
        try unit.prefetch([.records(OwnWord.byID.all), .records(OwnWording.byTerm.all)] + others)
        let words = try unit.records(OwnWord.byID.all)
        let wordings = try unit.records(OwnWording.byTerm.all)
        let packs = try packs()
        guard !words.isEmpty || !wordings.isEmpty else { return packs }
        var ownPack = ContentPack(id: OwnWords.pack.id, name: OwnWords.pack.name)
        ownPack.discipline = packs.disciplines.first ?? ownPack.discipline
        ownPack.terms = words.map(\.term)
        return Library(
            packs.packs + (words.isEmpty ? [] : [ownPack]),
            wordings: Dictionary(wordings.map { ($0.term, $0.text) }) { first, _ in first })
    }

    // MARK: - One word

    /// Adds a word.
    ///
    /// - Parameter grade: the grade if the draft has none.
    /// - Returns: the word, and findings for the learner to review.
    /// - Throws: `wordExists` if a word is the same in both languages, `tooManyWords`, and the
    ///   errors of `WordDraft.validated`.
    package func add(_ draft: WordDraft, grade: Grade) throws -> (word: OwnWord, doubts: [Finding]) {
        let validated = try draft.validated()
        return try store.write(undo: "Added the word “\(validated.english)”") { unit in
            guard try unit.count(OwnWord.byID.all) < OwnWords.maximumCount else { throw OwnWords.tooManyWordsFailure }
            let library = try library(in: unit)
            let lookup = WordLookup(library.terms)
            if let existingID = lookup.existingID(equalTo: validated), let term = library.term(existingID) {
                throw OwnWords.existsFailure(term)
            }
            let word = OwnWord(
                id: lookup.unusedID(validated.preferredID), validated, grade: validated.grade ?? grade,
                category: validated.category ?? WordDraft.defaultCategory)
            try unit.put(word)
            if !validated.wording.isEmpty { try unit.put(OwnWording(word.id.rawValue, validated.wording)) }
            return (word, OwnWords.findings(of: word, in: library))
        }
    }

    /// Changes an own word, and its wording in the same transaction.
    ///
    /// - Parameters:
    ///   - wording: the change to the own wording; by default it stays.
    ///   - change: the changes to the word.
    /// - Throws: `noOwnWord`, `wordExists`, `textTooLong`, `controlCharacters`, and the errors of
    ///   `WordDraft.validated`.
    package func change(
        _ id: Identifier<OwnWord>, wording: Wording = .kept, _ change: (inout WordDraft) -> Void
    ) throws -> (word: OwnWord, doubts: [Finding]) {
        let wording = try wording.validated()
        return try store.write(undo: { "Changed the word “\($0.word.english)”" }) { unit in
            guard let old = try unit.record(id) else { throw OwnWords.wordNotFound(id.rawValue) }
            var draft = old.draft
            change(&draft)
            let validated = try draft.validated()
            let library = try library(in: unit)
            if let existingID = WordLookup(library.terms.filter { $0.id != id.rawValue }).existingID(
                equalTo: validated),
                let term = library.term(existingID)
            {
                throw OwnWords.existsFailure(term)
            }
            let word = OwnWord(
                id: id.rawValue, validated, grade: validated.grade ?? old.grade,
                category: validated.category ?? old.category)
            try unit.put(word)
            try OwnWords.save(wording, of: word.id.rawValue, in: unit)
            return (word, OwnWords.findings(of: word, in: library))
        }
    }

    /// The change to the own wording of a term.
    package enum Wording: Hashable, Sendable {
        case kept
        case replaced(String)
        case removed

        /// Returns the change with a valid text; an empty text removes the wording.
        fileprivate func validated() throws -> Wording {
            guard case .replaced(let text) = self else { return self }
            return try WordDraft.wording(text).map(Wording.replaced) ?? .removed
        }
    }

    /// Saves or deletes the wording of a term.
    private static func save(_ wording: Wording, of term: String, in unit: borrowing Transaction) throws {
        switch wording {
        case .kept: break
        case .replaced(let text): try unit.put(OwnWording(term, text))
        case .removed:
            if try unit.record(Identifier<OwnWording>(term)) != nil { try unit.delete(Identifier<OwnWording>(term)) }
        }
    }

    /// Deletes an own word and its wording.
    ///
    /// Learning progress remains in case the word returns. Sets keep its name and mark it as
    /// deleted.
    ///
    /// - Throws: `noOwnWord`.
    package func delete(_ id: Identifier<OwnWord>) throws -> OwnWord {
        try store.write(undo: { "Deleted the word “\($0.english)”" }) { unit in
            guard let word = try unit.record(id) else { throw OwnWords.wordNotFound(id.rawValue) }
            try unit.delete(id)
            let wording = Identifier<OwnWording>(id.rawValue)
            if try unit.record(wording) != nil { try unit.delete(wording) }
            return word
        }
    }

    /// Saves the learner's own wording of a term's meaning, or deletes it if the text is nil.
    ///
    /// - Returns: the updated term.
    /// - Throws: `textTooLong`, `controlCharacters`.
    package func setWording(_ text: String?, for term: Term) throws -> Term {
        let validated = try text.flatMap(WordDraft.wording)
        let label =
            validated == nil ? "Removed your wording of “\(term.english)”" : "Worded “\(term.english)” in your own way"
        return try store.write(undo: label) { unit in
            try OwnWords.save(validated.map(Wording.replaced) ?? .removed, of: term.id, in: unit)
            var updatedTerm = term
            updatedTerm.wording = validated ?? ""
            return updatedTerm
        }
    }

    // MARK: - Findings

    /// Returns the pack linter's findings for a word, and the words that duplicate it in one
    /// language.
    static func findings(of word: OwnWord, in library: Library) -> [Finding] {
        var pack = ContentPack(id: pack.id, name: pack.name)
        pack.discipline = library.disciplines.first ?? pack.discipline
        pack.terms = [word.term]
        let otherTerms = library.terms.filter { $0.id != word.id.rawValue }
        return PackInspection(pack: pack, library: library).findings + WordLookup(otherTerms).duplicates(of: word)
    }

    /// Returns the failure for a word that exists already.
    private static func existsFailure(_ term: Term) -> Failure {
        Failure(
            .wordExists, "“\(term.english)”, \(term.korean), is there already: \(term.id).",
            advice: "`term \(term.id)` shows it, and `term edit \(term.id) --meaning TEXT` words it in your own way.")
    }

    /// Returns the failure for an identifier of no own word.
    static func wordNotFound(_ id: String) -> Failure {
        Failure(
            .noOwnWord, "“\(Folding.printable(id))” is not one of your own words.", advice: "`terms --own` lists them.",
            kind: .usage, missingName: id)
    }

    static var tooManyWordsFailure: Failure {
        Failure(
            .tooManyWords, "A profile can have 100,000 words of its own.", advice: "Leave some out, or delete some.",
            kind: .badData)
    }
}

/// An index of words by their names, built once for many queries.
struct WordLookup {
    private var byEnglish: [String: [String]] = [:]
    private var byKorean: [String: [String]] = [:]
    private var ids: Set<String> = []

    init(_ terms: [Term]) {
        for term in terms { add(term) }
    }

    /// Adds a term under its identifier, its English names and its Korean.
    mutating func add(_ term: Term) {
        ids.insert(term.id)
        for text in [term.english] + term.aliases { byEnglish[WordLookup.form(text), default: []].append(term.id) }
        byKorean[WordLookup.korean(term.hangul, term.romanization), default: []].append(term.id)
    }

    /// Returns the word that is the same in both languages.
    func existingID(equalTo draft: WordDraft) -> String? {
        guard let english = byEnglish[WordLookup.form(draft.english)] else { return nil }
        let korean = byKorean[WordLookup.korean(draft.hangul, draft.romanization)] ?? []
        return english.first(where: korean.contains)
    }

    /// Returns whether a word has this identifier.
    func has(_ id: String) -> Bool { ids.contains(id) }

    /// Returns the identifier, with a number appended if it is taken.
    func unusedID(_ id: String) -> String {
        guard ids.contains(id) else { return id }
        return (2...).lazy.map { "\(id)-\($0)" }.first { !ids.contains($0) } ?? id
    }

    /// Returns findings for words that are the same in one language.
    func duplicates(of word: OwnWord) -> [Finding] {
        let english = byEnglish[WordLookup.form(word.english)] ?? []
        let korean = byKorean[WordLookup.korean(word.hangul, word.romanization)] ?? []
        return english.map { duplicate(word, "english", word.english, $0) }
            + korean.map { duplicate(word, "hangul", word.hangul.isEmpty ? word.romanization : word.hangul, $0) }
    }

    /// Returns a finding for a name that another word has too.
    private func duplicate(_ word: OwnWord, _ field: String, _ text: String, _ other: String) -> Finding {
        Finding(
            file: "", entry: word.id.rawValue, field: field, severity: .warning, rule: .duplicate,
            sentence: "“\(text)” is also what \(other) is called.", advice: "Make sure that they can be told apart.")
    }

    /// Returns the normal form of an English name.
    private static func form(_ english: String) -> String { EnglishForm.normalized(Folding.words(english)) }

    /// Returns the hangul if there is any; a bare romanization never equals hangul.
    private static func korean(_ hangul: String, _ romanization: String) -> String {
        hangul.isEmpty ? "= " + Folding.compact(romanization) : Folding.compact(hangul)
    }
}
