import Kernel
import Search

/// Entries in any store.
public struct StoredDiaryRepository: DiaryRepository {
    private let store: any Store
    private let search: any TextSearch

    /// Every kind of record that a diary keeps.
    public static var collections: [any StoredCollection] {
        [Entry.collection, TrashedEntry.collection, DiarySettings.collection]
    }

    /// Entries in a store, in the partition that it is scoped to.
    public init(_ store: any Store, search: any TextSearch = ScanSearch()) { (self.store, self.search) = (store, search) }

    public func entry(on day: Day) throws -> Entry? { try store.read { try $0.record(Entry.id(of: day)) } }

    public func entries(_ range: EntryRange) throws -> [Entry] {
        guard !isEmpty(range.from, range.through) else { return [] }
        let selection = selection(range.onlyWithNotes ? Entry.byNotedDay : Entry.byDay, range.from, range.through)
        return try store.read { try $0.records(selection.descending.limit(range.limit)) }
    }

    public func search(_ query: SearchQuery, limit: Int?) throws -> SearchResult<Entry> {
        try search.records(query, in: Entry.searched, of: store, limit: limit)
    }

    public func days(from first: Day?, through last: Day?) throws -> [Day] {
        guard !isEmpty(first, last) else { return [] }
        return try store.read { try $0.keys(selection(Entry.byDay, first, last)) }.compactMap { Day($0.text) }
    }

    public func count() throws -> Int { try store.read { try $0.count(Entry.byDay.all) } }

    public func firstDay() throws -> Day? {
        try store.read { try $0.keys(Entry.byDay.all.limit(1)) }.first.flatMap { Day($0.text) }
    }

    public func daysInARow(through last: Day) throws -> Int {
        try store.read { transaction in
            // So many days are in a row when so many keys lie between the first and the last of them: doubled until they are not, then halved.
            var (row, tried, isDoubling) = (0, 1, true)
            while isDoubling || tried - row > 1 {
                let middle = isDoubling ? tried : (row + tried) / 2
                let found = try transaction.count(Entry.byDay.from(last.adding(days: 1 - middle), through: last))
                if found == middle {
                    row = middle
                    if isDoubling { tried = middle * 2 }
                } else {
                    (tried, isDoubling) = (middle, false)
                }
            }
            return row
        }
    }

    public func insert(_ entry: Entry) throws {
        try store.write(undo: "Added the entry of \(entry.day)") { try insert(entry, in: $0) }
    }

    public func changeNote(on day: Day, to note: String?, at now: Instant) throws -> Entry {
        try store.write(undo: "Changed the note of \(day)") { transaction in
            var entry = try existing(day, in: transaction)
            guard entry.note != note else { return entry }
            (entry.note, entry.updatedAt) = (note, now)
            try transaction.put(entry)
            return entry
        }
    }

    public func discard(on day: Day, at now: Instant) throws -> TrashedEntry {
        try store.write(undo: "Deleted the entry of \(day)") { transaction in
            let trashed = TrashedEntry(try existing(day, in: transaction), deletedAt: now)
            try transaction.delete(trashed.entry.id)
            try transaction.put(trashed)
            return trashed
        }
    }

    public func remove(on day: Day) throws -> Entry {
        try store.write { transaction in
            let entry = try existing(day, in: transaction)
            try transaction.delete(entry.id)
            return entry
        }
    }

    public func trash() throws -> [TrashedEntry] { try store.read { try $0.records(TrashedEntry.byDeletion.all.descending) } }

    public func restore(_ id: Identifier<TrashedEntry>) throws -> Entry {
        guard let day = try store.read({ try $0.record(id)?.entry.day }) else { throw Failure.notInTrash(id) }
        return try store.write(undo: "Restored the entry of \(day)") { transaction in
            guard let trashed = try transaction.record(id) else { throw Failure.notInTrash(id) }
            try insert(trashed.entry, in: transaction)
            try transaction.delete(id)
            return trashed.entry
        }
    }

    public func purge(deletedThrough time: Instant) throws -> [TrashedEntry] {
        let selection = TrashedEntry.byDeletion.through(IndexKey(IndexKey(time).endOfPrefix))
        guard try store.read({ try $0.count(selection) }) > 0 else { return [] }
        return try store.write { transaction in
            let expired = try transaction.records(selection)
            for trashed in expired { try transaction.delete(trashed.id) }
            return expired
        }
    }

    public func photoPaths() throws -> Set<PhotoPath> {
        try store.read { transaction in
            Set(
                try transaction.records(Entry.byDay.all).map(\.photo.path)
                    + transaction.records(TrashedEntry.byDeletion.all).map(\.entry.photo.path))
        }
    }

    public func settings() throws -> DiarySettings { try store.read { try settings(in: $0) } }

    public func changeSettings(_ change: (inout DiarySettings) -> Void) throws -> DiarySettings {
        try store.write(undo: "Changed the settings") { transaction in
            var settings = try settings(in: transaction)
            change(&settings)
            try transaction.put(settings)
            return settings
        }
    }

    private func settings(in transaction: borrowing Transaction) throws -> DiarySettings {
        let fresh = DiarySettings()
        return try transaction.record(fresh.id) ?? fresh
    }

    private func insert(_ entry: Entry, in transaction: borrowing Transaction) throws {
        guard try transaction.record(entry.id) == nil else { throw Failure.dayTaken(entry.day) }
        do {
            try transaction.put(entry)
        } catch let failure as Failure where failure.code == .duplicateKey {
            throw Failure.dayTaken(entry.day)
        }
    }

    private func existing(_ day: Day, in transaction: borrowing Transaction) throws -> Entry {
        guard let entry = try transaction.record(Entry.id(of: day)) else { throw Failure.noEntry(on: day) }
        return entry
    }

    private func isEmpty(_ first: Day?, _ last: Day?) -> Bool {
        guard let first, let last else { return false }
        return last < first
    }

    private func selection(_ index: Index<Entry, Day>, _ first: Day?, _ last: Day?) -> Selection<Entry> {
        switch (first, last) {
        case (let first?, let last?): index.from(first, through: last)
        case (let first?, nil): index.from(first)
        case (nil, let last?): index.through(last)
        case (nil, nil): index.all
        }
    }
}

extension Failure {
    static func dayTaken(_ day: Day) -> Failure {
        Failure(
            .entryAlreadyExists, "There is an entry for \(day) already; a day has one photo.",
            advice: "`show \(day)` shows it, `edit \(day)` changes its note, `delete \(day)` makes room.")
    }

    static func noEntry(on day: Day) -> Failure {
        Failure(.entryNotFound, "There is no entry for \(day).", advice: "`timeline` shows what there is.")
    }

    static func notInTrash(_ id: Identifier<TrashedEntry>) -> Failure {
        Failure(.entryNotFound, "There is no “\(id)” in the trash.", advice: "`trash list` shows what there is.")
    }
}
