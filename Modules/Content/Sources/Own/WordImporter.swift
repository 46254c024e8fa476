import Kernel

/// The options of a word import.
package struct WordImportOptions: Sendable {
    package var grade: Grade
    package var category: Category
    /// The set that receives all words of the file; nil for none.
    package var set: String?
    /// Whether rows with a fault are skipped; otherwise one of them rejects the whole file.
    package var skipsFaultyRows: Bool

    package init(
        grade: Grade, category: Category = WordDraft.defaultCategory, set: String? = nil, skipsFaultyRows: Bool = false
    ) {
        self.grade = grade
        self.category = category
        self.set = set
        self.skipsFaultyRows = skipsFaultyRows
    }
}

/// The result of a word import.
package struct WordImportResult: Sendable {
    /// An unusable row.
    package struct RejectedRow: Hashable, Sendable {
        /// The location, for example "line 12".
        package let place: String
        package let failure: Failure
    }

    /// The new words.
    package fileprivate(set) var added: [OwnWord] = []
    /// The own words that a row changed.
    package fileprivate(set) var changed: [OwnWord] = []
    /// The own wordings that are new or changed.
    package fileprivate(set) var wordings: [OwnWording] = []
    /// The number of rows that match existing words.
    package fileprivate(set) var presentCount = 0
    /// The rejected rows, in the order of the file.
    package fileprivate(set) var rejectedRows: [RejectedRow] = []
    /// The set that received the words.
    package fileprivate(set) var set: WordSet?

    package var isChange: Bool { !added.isEmpty || !changed.isEmpty || !wordings.isEmpty || set != nil }
}

extension OwnWords {
    /// Imports the words of a file, or nothing if a row has a fault and faults may not be skipped.
    ///
    /// A word that already exists in both languages is unchanged. A row with the identifier of an
    /// own word changes that word.
    ///
    /// - Throws: `tooManyWords`, `setTooLarge`, and the store's errors.
    package func importRows(_ rows: [WordFile.Row], _ options: WordImportOptions) throws -> WordImportResult {
        guard rows.count > OwnWords.fewRows else {
            return try store.write(undo: { OwnWords.label($0) }) { unit in
                let result = try validated(rows, options, in: unit)
                guard result.isChange else { return result }
                try unit.put(contentsOf: result.added + result.changed)
                try save(result, in: unit)
                return result
            }
        }
        // A large import writes outside the transaction. If its validation no longer holds inside
        // the transaction, the import is validated again. Two imports of one file assign the same
        // identifiers, so the second finds the words of the first.
        for _ in 1..<OwnWords.maximumAttempts {
            do { return try importLarge(rows, options) } catch let failure as Failure
                where failure.code == .changedSince
            {
                continue
            }
        }
        return try importLarge(rows, options)
    }

    /// Imports a large file in bulk, outside the transaction.
    ///
    /// - Throws: `changedSince` if other processes changed words meanwhile.
    private func importLarge(_ rows: [WordFile.Row], _ options: WordImportOptions) throws -> WordImportResult {
        let (result, initialSnapshot) = try store.read { unit in
            let result = try validated(rows, options, in: unit)
            return (result, try snapshot(result, in: unit))
        }
        guard result.isChange else { return result }
        var bulkOperation = BulkOperation()
        let words = (result.added + result.changed).map {
            ExportedRecord(partition: store.partition, record: $0.archived)
        }
        bulkOperation.collections = OwnWords.collections
        bulkOperation.requiredVacantAddresses = Set(words.prefix(result.added.count).map(\.address))
        bulkOperation.restart = { OwnWords.batches(words) }
        bulkOperation.nextRecords = OwnWords.batches(words)
        return try store.write(undo: { _ in OwnWords.label(result) ?? "" }, bulk: bulkOperation) { unit in
            guard try snapshot(result, in: unit).isUnchanged(initialSnapshot, result) else {
                throw OwnWords.changedMeanwhile
            }
            try save(result, in: unit)
            return result
        }
    }

    /// The state that a validation depends on, besides new words: the changed words, the set and
    /// the number of words.
    private struct Snapshot {
        let changed: [OwnWord?]
        let wordings: [OwnWording?]
        let set: WordSet?
        let count: Int

        /// Returns whether the state is unchanged, regardless of whether the imported words are
        /// already visible.
        func isUnchanged(_ earlier: Snapshot, _ result: WordImportResult) -> Bool {
            wordings == earlier.wordings && set == earlier.set
                && (changed == earlier.changed && count == earlier.count
                    || changed == result.changed && count == earlier.count + result.added.count)
        }
    }

    /// Returns the state that the validation of an import depends on.
    private func snapshot(_ result: WordImportResult, in unit: borrowing Transaction) throws -> Snapshot {
        Snapshot(
            changed: try unit.records(result.changed.map(\.id)), wordings: try unit.records(result.wordings.map(\.id)),
            set: try result.set.flatMap { try unit.record($0.id) }, count: try unit.count(OwnWord.byID.all))
    }

    /// The failure after too many attempts because other processes changed the words.
    private static var changedMeanwhile: Failure {
        Failure(
            .changedSince, "Your words kept changing during the import, so nothing was imported.",
            advice: "Try again once the other import is over.", kind: .temporary)
    }

    /// The maximum number of validations of a file if other processes change words meanwhile.
    private static let maximumAttempts = 8

    /// The maximum number of rows that are validated and saved in one transaction.
    static let fewRows = 4_000

    /// Returns an iterator over batches of a thousand records.
    private static func batches(_ words: [ExportedRecord]) -> () throws -> [ExportedRecord]? {
        var remaining = words[...]
        return {
            let batch = remaining.prefix(1_000)
            remaining = remaining.dropFirst(1_000)
            return batch.isEmpty ? nil : Array(batch)
        }
    }

    /// Saves the wordings and the set of an import.
    private func save(_ result: WordImportResult, in unit: borrowing Transaction) throws {
        try unit.put(contentsOf: result.wordings)
        if let set = result.set { try unit.put(set) }
    }

    /// Returns the undo label, or nil if the import changes nothing.
    private static func label(_ result: WordImportResult) -> String? {
        guard result.isChange else { return nil }
        let count = result.added.count + result.changed.count
        return count == 0 ? "Imported wordings" : "Imported \(counted(count, "word"))"
    }

    /// Returns the result of an import without saving it.
    private func validated(_ rows: [WordFile.Row], _ options: WordImportOptions, in unit: borrowing Transaction) throws
        -> WordImportResult
    {
        let ownWords = Dictionary(try unit.records(OwnWord.byID.all).map { ($0.id.rawValue, $0) }) { first, _ in first }
        var converter = RowConverter(library: try library(in: unit), ownWords: ownWords, options: options)
        for row in rows { converter.add(row) }
        var result = converter.result
        guard result.rejectedRows.isEmpty || options.skipsFaultyRows else {
            let faults = result.rejectedRows
            result = WordImportResult()
            result.rejectedRows = faults
            return result
        }
        guard ownWords.count + result.added.count <= OwnWords.maximumCount else { throw OwnWords.tooManyWordsFailure }
        if let name = options.set {
            let old = try unit.record(WordSet.id(of: name))
            let set = try OwnWords.set(old?.name ?? name, (old?.terms ?? []) + converter.ids)
            if set != old { result.set = set }
        }
        return result
    }
}

/// A converter of rows to words, one after the other.
private struct RowConverter {
    private let library: Library
    private var ownWords: [String: OwnWord]
    private let options: WordImportOptions
    private var lookup: WordLookup
    private var resultIndexes: [String: (isNew: Bool, place: Int)] = [:]
    private var wordingIndexes: [String: Int] = [:]
    private(set) var result = WordImportResult()
    /// The words that the rows refer to, in order.
    private(set) var ids: [String] = []

    init(library: Library, ownWords: [String: OwnWord], options: WordImportOptions) {
        self.library = library
        self.ownWords = ownWords
        self.options = options
        lookup = WordLookup(library.terms)
    }

    /// Converts a row and records the word or the failure.
    mutating func add(_ row: WordFile.Row) {
        do { ids.append(try convert(row.draft.get().validated())) } catch {
            let failure = error as? Failure ?? Failure(.sheetBroken, "It cannot be read.", kind: .badData)
            result.rejectedRows.append(WordImportResult.RejectedRow(place: row.place, failure: failure))
        }
    }

    /// Converts a draft to a new, a changed or an existing word.
    ///
    /// - Returns: the identifier of the word.
    private mutating func convert(_ draft: WordDraft) throws -> String {
        if let id = draft.id, let existingWord = ownWords[id] { return change(existingWord, draft) }
        if let id = draft.id, let term = library.term(id) {
            try checkSame(draft, term)
            recordWording(draft.wording, for: term)
            return id
        }
        if let existingID = lookup.existingID(equalTo: draft) {
            if let term = library.term(existingID) {
                recordWording(draft.wording, for: term)
            } else {
                result.presentCount += 1
            }
            return existingID
        }
        let id =
            draft.id.flatMap { WordDraft.isID($0) && !lookup.has($0) ? $0 : nil } ?? lookup.unusedID(draft.preferredID)
        let word = OwnWord(
            id: id, draft, grade: draft.grade ?? options.grade, category: draft.category ?? options.category)
        ownWords[id] = word
        resultIndexes[id] = (true, result.added.count)
        result.added.append(word)
        lookup.add(word.term)
        if !draft.wording.isEmpty { result.wordings.append(OwnWording(id, draft.wording)) }
        return id
    }

    /// Changes an own word to the draft, and returns its identifier.
    private mutating func change(_ old: OwnWord, _ draft: WordDraft) -> String {
        let id = old.id.rawValue
        let word = OwnWord(id: id, draft, grade: draft.grade ?? old.grade, category: draft.category ?? old.category)
        let hasNewWording = library.term(id).map { setWording(draft.wording, for: $0) } ?? false
        if word == old {
            result.presentCount += hasNewWording ? 0 : 1
        } else if let place = resultIndexes[id] {
            // The file contains the word twice. The later row wins.
            if place.isNew { result.added[place.place] = word } else { result.changed[place.place] = word }
        } else {
            resultIndexes[id] = (false, result.changed.count)
            result.changed.append(word)
        }
        ownWords[id] = word
        return id
    }

    /// Records a wording of an existing word, or counts the word as present.
    private mutating func recordWording(_ wording: String, for term: Term) {
        if !setWording(wording, for: term) { result.presentCount += 1 }
    }

    /// Records the learner's wording of a term, once per term.
    ///
    /// - Returns: whether the wording changed.
    private mutating func setWording(_ wording: String, for term: Term) -> Bool {
        guard !wording.isEmpty, wording != term.wording else { return false }
        if let place = wordingIndexes[term.id] {
            result.wordings[place] = OwnWording(term.id, wording)
        } else {
            wordingIndexes[term.id] = result.wordings.count
            result.wordings.append(OwnWording(term.id, wording))
        }
        return true
    }

    /// Checks that a row does not change the word of a pack.
    private func checkSame(_ draft: WordDraft, _ term: Term) throws {
        let fieldPairs = [
            (draft.english, term.english), (draft.hangul, term.hangul), (draft.romanization, term.romanization),
        ]
        guard fieldPairs.allSatisfy({ Folding.compact($0) == Folding.compact($1) }) else {
            throw Failure(
                .wordExists, "\(term.id) is a word of a pack and cannot be changed.",
                advice: "Empty the id to add a word of your own, or write your wording into the column wording.",
                kind: .badData)
        }
    }
}
