import Kernel

/// How the words of a file are taken in.
public struct WordTaking: Sendable {
    /// The grade of words that name none.
    public var grade: Grade
    /// What words are about that say nothing of it.
    public var category: Category
    /// The set that all words of the file come into; nil for none.
    public var set: String?
    /// Whether rows with a fault are left out; otherwise one of them keeps all others out.
    public var leavesOut: Bool

    /// A way to take words in.
    public init(
        grade: Grade, category: Category = WordDraft.usualCategory, set: String? = nil, leavesOut: Bool = false
    ) {
        (self.grade, self.category, self.set, self.leavesOut) = (grade, category, set, leavesOut)
    }
}

/// What came of taking words in.
public struct TakenWords: Sendable {
    /// A row of which nothing can be made.
    public struct Fault: Hashable, Sendable {
        /// "line 12".
        public let place: String
        /// Why.
        public let failure: Failure
    }

    /// Words that are new.
    public fileprivate(set) var added: [OwnWord] = []
    /// Own words that are other than before.
    public fileprivate(set) var changed: [OwnWord] = []
    /// Own wordings that are new or other than before.
    public fileprivate(set) var wordings: [OwnWording] = []
    /// How many rows say what is there already.
    public fileprivate(set) var present = 0
    /// In the order of the rows.
    public fileprivate(set) var faults: [Fault] = []
    /// The set that they came into.
    public fileprivate(set) var set: WordSet?

    /// Whether anything is other than before.
    public var isChange: Bool { !added.isEmpty || !changed.isEmpty || !wordings.isEmpty || set != nil }
}

extension OwnWords {
    /// Takes in the words of a file: all of them, or none where a row has a fault and none may be left out. A word that is there already in both
    /// languages stays as it is; one that came with the identifier of an own word changes that one.
    ///
    /// - Throws: `tooManyWords`, `setTooLarge`, and the store's.
    public func take(_ rows: [WordFile.Row], _ way: WordTaking) throws -> TakenWords {
        guard rows.count > OwnWords.fewRows else {
            return try store.write(undo: { OwnWords.label($0) }) { unit in
                let taken = try judged(rows, way, in: unit)
                guard taken.isChange else { return taken }
                try unit.put(contentsOf: taken.added + taken.changed)
                try put(taken, in: unit)
                return taken
            }
        }
        // Much comes in beside the transaction: what was judged must hold in it, else it is judged anew. Two imports of one file give the same
        // words the same names, so the second meets the first wherever both bring something.
        for _ in 1..<OwnWords.attempts {
            do { return try takeMany(rows, way) } catch let failure as Failure where failure.code == .changedSince { continue }
        }
        return try takeMany(rows, way)
    }

    private func takeMany(_ rows: [WordFile.Row], _ way: WordTaking) throws -> TakenWords {
        let (taken, before) = try store.read { unit in
            let taken = try judged(rows, way, in: unit)
            return (taken, try standing(taken, in: unit))
        }
        guard taken.isChange else { return taken }
        var bulk = Bulk()
        let words = (taken.added + taken.changed).map { ExportedRecord(partition: store.partition, record: $0.archived) }
        bulk.collections = OwnWords.collections
        bulk.untaken = Set(words.prefix(taken.added.count).map(\.address))
        bulk.again = { OwnWords.pieces(words) }
        bulk.arriving = OwnWords.pieces(words)
        return try store.write(undo: { _ in OwnWords.label(taken) ?? "" }, bulk: bulk) { unit in
            guard try standing(taken, in: unit).isWhatMayFollow(before, taken) else { throw OwnWords.overtaken }
            try put(taken, in: unit)
            return taken
        }
    }

    /// What a judgement rests on besides the words that are new: those that change, the set, and how many there are.
    private struct Standing {
        let changed: [OwnWord?]
        let wordings: [OwnWording?]
        let set: WordSet?
        let count: Int

        /// Whether nobody has changed anything since, whether or not the words of the file are seen already.
        func isWhatMayFollow(_ before: Standing, _ taken: TakenWords) -> Bool {
            wordings == before.wordings && set == before.set
                && (changed == before.changed && count == before.count
                    || changed == taken.changed && count == before.count + taken.added.count)
        }
    }

    private func standing(_ taken: TakenWords, in unit: borrowing Transaction) throws -> Standing {
        Standing(
            changed: try unit.records(taken.changed.map(\.id)), wordings: try unit.records(taken.wordings.map(\.id)),
            set: try taken.set.flatMap { try unit.record($0.id) }, count: try unit.count(OwnWord.byID.all))
    }

    private static var overtaken: Failure {
        Failure(
            .changedSince, "Your words were changed again and again while the file came in, so nothing was imported.",
            advice: "Try again once the other import is over.", kind: .temporary)
    }

    /// So often a file is judged, should others change words meanwhile.
    private static let attempts = 8

    /// Up to so many rows are judged and kept in one transaction.
    static let fewRows = 4_000

    private static func pieces(_ words: [ExportedRecord]) -> () throws -> [ExportedRecord]? {
        var rest = words[...]
        return {
            let some = rest.prefix(1_000)
            rest = rest.dropFirst(1_000)
            return some.isEmpty ? nil : Array(some)
        }
    }

    private func put(_ taken: TakenWords, in unit: borrowing Transaction) throws {
        try unit.put(contentsOf: taken.wordings)
        if let set = taken.set { try unit.put(set) }
    }

    private static func label(_ taken: TakenWords) -> String? {
        guard taken.isChange else { return nil }
        let count = taken.added.count + taken.changed.count
        return count == 0 ? "Imported wordings" : "Imported \(counted(count, "word"))"
    }

    private func judged(_ rows: [WordFile.Row], _ way: WordTaking, in unit: borrowing Transaction) throws -> TakenWords {
        let own = Dictionary(try unit.records(OwnWord.byID.all).map { ($0.id.rawValue, $0) }) { first, _ in first }
        var counter = WordIntake(library: try library(in: unit), own: own, way: way)
        for row in rows { counter.take(row) }
        var taken = counter.taken
        guard taken.faults.isEmpty || way.leavesOut else {
            let faults = taken.faults
            taken = TakenWords()
            taken.faults = faults
            return taken
        }
        guard own.count + taken.added.count <= OwnWords.most else { throw OwnWords.tooMany }
        if let name = way.set {
            let old = try unit.record(WordSet.id(of: name))
            let set = try OwnWords.set(old?.name ?? name, (old?.terms ?? []) + counter.ids)
            if set != old { taken.set = set }
        }
        return taken
    }
}

/// Rows becoming words, one after the other.
private struct WordIntake {
    private let library: Library
    private var own: [String: OwnWord]
    private let way: WordTaking
    private var known: WordLookup
    private var places: [String: (isNew: Bool, place: Int)] = [:]
    private var worded: [String: Int] = [:]
    private(set) var taken = TakenWords()
    /// The words that the rows are about, in their order.
    private(set) var ids: [String] = []

    init(library: Library, own: [String: OwnWord], way: WordTaking) {
        (self.library, self.own, self.way) = (library, own, way)
        known = WordLookup(library.terms)
    }

    mutating func take(_ row: WordFile.Row) {
        do { ids.append(try take(row.draft.get().judged())) } catch {
            let failure = error as? Failure ?? Failure(.sheetBroken, "It cannot be read.", kind: .badData)
            taken.faults.append(TakenWords.Fault(place: row.place, failure: failure))
        }
    }

    /// - Returns: the identifier of the word.
    private mutating func take(_ draft: WordDraft) throws -> String {
        if let id = draft.id, let old = own[id] { return change(old, draft) }
        if let id = draft.id, let term = library.term(id) {
            try checkSame(draft, term)
            word(draft.wording, for: term)
            return id
        }
        if let same = known.same(as: draft) {
            if let term = library.term(same) { word(draft.wording, for: term) } else { taken.present += 1 }
            return same
        }
        let wished = draft.id.flatMap { WordDraft.isID($0) && !known.has($0) ? $0 : nil } ?? known.free(draft.wishedID)
        let word = OwnWord(id: wished, draft, grade: draft.grade ?? way.grade, category: draft.category ?? way.category)
        own[wished] = word
        places[wished] = (true, taken.added.count)
        taken.added.append(word)
        known.add(word.term)
        if !draft.wording.isEmpty { taken.wordings.append(OwnWording(wished, draft.wording)) }
        return wished
    }

    private mutating func change(_ old: OwnWord, _ draft: WordDraft) -> String {
        let id = old.id.rawValue
        let word = OwnWord(id: id, draft, grade: draft.grade ?? old.grade, category: draft.category ?? old.category)
        let isWorded = library.term(id).map { keep(draft.wording, for: $0) } ?? false
        if word == old {
            taken.present += isWorded ? 0 : 1
        } else if let place = places[id] {
            // The file has it twice: the later row holds.
            if place.isNew { taken.added[place.place] = word } else { taken.changed[place.place] = word }
        } else {
            places[id] = (false, taken.changed.count)
            taken.changed.append(word)
        }
        own[id] = word
        return id
    }

    private mutating func word(_ wording: String, for term: Term) {
        if !keep(wording, for: term) { taken.present += 1 }
    }

    /// - Returns: whether it is another wording than before.
    private mutating func keep(_ wording: String, for term: Term) -> Bool {
        guard !wording.isEmpty, wording != term.wording else { return false }
        if let place = worded[term.id] {
            taken.wordings[place] = OwnWording(term.id, wording)
        } else {
            worded[term.id] = taken.wordings.count
            taken.wordings.append(OwnWording(term.id, wording))
        }
        return true
    }

    /// A word of a pack is not changed by a file.
    private func checkSame(_ draft: WordDraft, _ term: Term) throws {
        let pairs = [(draft.english, term.english), (draft.hangul, term.hangul), (draft.romanization, term.romanization)]
        guard pairs.allSatisfy({ Folding.compact($0) == Folding.compact($1) }) else {
            throw Failure(
                .wordExists, "\(term.id) is a word of a pack and cannot be changed.",
                advice: "Empty the id to add a word of your own, or write your wording into the column wording.", kind: .badData)
        }
    }
}
