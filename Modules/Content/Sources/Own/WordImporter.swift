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

    package fileprivate(set) var added: [OwnWord] = []
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
        for _ in 1..<OwnWords.attempts {
            do { return try importLarge(rows, options) } catch let failure as Failure
                where failure.code == .changedSince
            {
                continue
            }
        }
        return try importLarge(rows, options)
    }

    private func importLarge(_ rows: [WordFile.Row], _ options: WordImportOptions) throws -> WordImportResult {
        let (result, before) = try store.read { unit in
            let result = try validated(rows, options, in: unit)
            return (result, try snapshot(result, in: unit))
        }
        guard result.isChange else { return result }
        var bulk = BulkOperation()
        let words = (result.added + result.changed).map {
            ExportedRecord(partition: store.partition, record: $0.archived)
        }
        bulk.collections = OwnWords.collections
        bulk.requiredVacantAddresses = Set(words.prefix(result.added.count).map(\.address))
        bulk.restart = { OwnWords.batches(words) }
        bulk.nextRecords = OwnWords.batches(words)
        return try store.write(undo: { _ in OwnWords.label(result) ?? "" }, bulk: bulk) { unit in
            guard try snapshot(result, in: unit).isUnchanged(before, result) else { throw OwnWords.changedMeanwhile }
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
        func isUnchanged(_ before: Snapshot, _ result: WordImportResult) -> Bool {
            wordings == before.wordings && set == before.set
                && (changed == before.changed && count == before.count
                    || changed == result.changed && count == before.count + result.added.count)
        }
    }

    private func snapshot(_ result: WordImportResult, in unit: borrowing Transaction) throws -> Snapshot {
        Snapshot(
            changed: try unit.records(result.changed.map(\.id)), wordings: try unit.records(result.wordings.map(\.id)),
            set: try result.set.flatMap { try unit.record($0.id) }, count: try unit.count(OwnWord.byID.all))
    }

    private static var changedMeanwhile: Failure {
        Failure(
            .changedSince, "Your words kept changing during the import, so nothing was imported.",
            advice: "Try again once the other import is over.", kind: .temporary)
    }

    /// The maximum number of validations of a file if other processes change words meanwhile.
    private static let attempts = 8

    /// The maximum number of rows that are validated and saved in one transaction.
    static let fewRows = 4_000

    private static func batches(_ words: [ExportedRecord]) -> () throws -> [ExportedRecord]? {
        var rest = words[...]
        return {
            let some = rest.prefix(1_000)
            rest = rest.dropFirst(1_000)
            return some.isEmpty ? nil : Array(some)
        }
    }

    private func save(_ result: WordImportResult, in unit: borrowing Transaction) throws {
        try unit.put(contentsOf: result.wordings)
        if let set = result.set { try unit.put(set) }
    }

    private static func label(_ result: WordImportResult) -> String? {
        guard result.isChange else { return nil }
        let count = result.added.count + result.changed.count
        return count == 0 ? "Imported wordings" : "Imported \(counted(count, "word"))"
    }

    private func validated(_ rows: [WordFile.Row], _ options: WordImportOptions, in unit: borrowing Transaction) throws
        -> WordImportResult
    {
        let own = Dictionary(try unit.records(OwnWord.byID.all).map { ($0.id.rawValue, $0) }) { first, _ in first }
        var converter = RowConverter(library: try library(in: unit), own: own, options: options)
        for row in rows { converter.add(row) }
        var result = converter.result
        guard result.rejectedRows.isEmpty || options.skipsFaultyRows else {
            let faults = result.rejectedRows
            result = WordImportResult()
            result.rejectedRows = faults
            return result
        }
        guard own.count + result.added.count <= OwnWords.maximumCount else { throw OwnWords.tooMany }
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
    private var own: [String: OwnWord]
    private let options: WordImportOptions
    private var known: WordLookup
    private var places: [String: (isNew: Bool, place: Int)] = [:]
    private var worded: [String: Int] = [:]
    private(set) var result = WordImportResult()
    /// The words that the rows refer to, in order.
    private(set) var ids: [String] = []

    init(library: Library, own: [String: OwnWord], options: WordImportOptions) {
        self.library = library
        self.own = own
        self.options = options
        known = WordLookup(library.terms)
    }

    mutating func add(_ row: WordFile.Row) {
        do { ids.append(try convert(row.draft.get().validated())) } catch {
            let failure = error as? Failure ?? Failure(.sheetBroken, "It cannot be read.", kind: .badData)
            result.rejectedRows.append(WordImportResult.RejectedRow(place: row.place, failure: failure))
        }
    }

    /// - Returns: the identifier of the word.
    private mutating func convert(_ draft: WordDraft) throws -> String {
        if let id = draft.id, let old = own[id] { return change(old, draft) }
        if let id = draft.id, let term = library.term(id) {
            try checkSame(draft, term)
            recordWording(draft.wording, for: term)
            return id
        }
        if let same = known.same(as: draft) {
            if let term = library.term(same) {
                recordWording(draft.wording, for: term)
            } else {
                result.presentCount += 1
            }
            return same
        }
        let id =
            draft.id.flatMap { WordDraft.isID($0) && !known.has($0) ? $0 : nil } ?? known.unusedID(draft.preferredID)
        let word = OwnWord(
            id: id, draft, grade: draft.grade ?? options.grade, category: draft.category ?? options.category)
        own[id] = word
        places[id] = (true, result.added.count)
        result.added.append(word)
        known.add(word.term)
        if !draft.wording.isEmpty { result.wordings.append(OwnWording(id, draft.wording)) }
        return id
    }

    private mutating func change(_ old: OwnWord, _ draft: WordDraft) -> String {
        let id = old.id.rawValue
        let word = OwnWord(id: id, draft, grade: draft.grade ?? old.grade, category: draft.category ?? old.category)
        let isWorded = library.term(id).map { setWording(draft.wording, for: $0) } ?? false
        if word == old {
            result.presentCount += isWorded ? 0 : 1
        } else if let place = places[id] {
            // The file contains the word twice. The later row wins.
            if place.isNew { result.added[place.place] = word } else { result.changed[place.place] = word }
        } else {
            places[id] = (false, result.changed.count)
            result.changed.append(word)
        }
        own[id] = word
        return id
    }

    private mutating func recordWording(_ wording: String, for term: Term) {
        if !setWording(wording, for: term) { result.presentCount += 1 }
    }

    /// - Returns: whether the wording changed.
    private mutating func setWording(_ wording: String, for term: Term) -> Bool {
        guard !wording.isEmpty, wording != term.wording else { return false }
        if let place = worded[term.id] {
            result.wordings[place] = OwnWording(term.id, wording)
        } else {
            worded[term.id] = result.wordings.count
            result.wordings.append(OwnWording(term.id, wording))
        }
        return true
    }

    /// Checks that a row does not change the word of a pack.
    private func checkSame(_ draft: WordDraft, _ term: Term) throws {
        let pairs = [
            (draft.english, term.english), (draft.hangul, term.hangul), (draft.romanization, term.romanization),
        ]
        guard pairs.allSatisfy({ Folding.compact($0) == Folding.compact($1) }) else {
            throw Failure(
                .wordExists, "\(term.id) is a word of a pack and cannot be changed.",
                advice: "Empty the id to add a word of your own, or write your wording into the column wording.",
                kind: .badData)
        }
    }
}
