import Kernel
import Search

/// Stores a diary in any store.
package struct StoredDiaryRepository: DiaryRepository {
    private let store: any Store
    private let search: any TextSearch

    package static var syncPolicies: [SyncPolicy] {
        [
            SyncPolicy(.diary, [Entry.collection, TrashedEntry.collection, ReachedBadge.collection]),
            SyncPolicy(.settings, [DiarySettings.collection], keepsSupersededVersions: false),
            .local([CameraSettings.collection]),
        ]
    }

    package init(_ store: any Store, search: any TextSearch = ScanSearch()) {
        self.store = store
        self.search = search
    }

    package func read<Value>(_ body: (any DiaryRecords) throws -> Value) throws -> Value {
        try store.read { try body(StoredDiaryRecords(unit: $0.unitOfWork)) }
    }

    package func write<Value>(undo label: String?, _ body: (any DiaryRecords) throws -> Value) throws -> Value {
        try store.write(undo: label) { try body(StoredDiaryRecords(unit: $0.unitOfWork)) }
    }

    package func search(_ query: SearchQuery, on today: Day, limit: Int?) throws -> SearchResult<Entry> {
        let indexed: SearchResult<Entry> = try search.records(query, in: Entry.searched, of: store, limit: limit)
        let capsules: SearchResult<Entry> = try ScanSearch().records(query, in: Entry.searchedCapsules, of: store)
        let opened = capsules.records.filter { !$0.isClosed(on: today) }
        guard !opened.isEmpty else { return indexed }
        let matches = (indexed.records + opened).sorted { $0.day > $1.day }
        return SearchResult(records: Array(matches.prefix(limit ?? .max)), count: indexed.count + opened.count)
    }
}

private struct StoredDiaryRecords: DiaryRecords {
    let unit: UnitOfWork

    func entry(on day: Day) throws -> Entry? { try unit.transaction.record(Entry.id(of: day)) }

    func entries(on days: [Day]) throws -> [Entry] {
        try unit.transaction.records(days.map(Entry.id)).compactMap(\.self)
    }

    func entries(_ range: EntryRange) throws -> [Entry] {
        let index = range.onlyStarred ? Entry.byStarredDay : range.onlyWithNotes ? Entry.byNotedDay : Entry.byDay
        guard let selection = selection(index, range.from, range.through) else { return [] }
        return try unit.transaction.records(selection.descending.limit(range.limit))
    }

    func capsules() throws -> [Entry] { try unit.transaction.records(Entry.byCapsuleDay.all.descending) }

    func days(from first: Day?, through last: Day?) throws -> [Day] {
        guard let selection = selection(Entry.byDay, first, last) else { return [] }
        return try unit.transaction.keys(selection).compactMap { Day($0.text) }
    }

    func count(from first: Day?, through last: Day?) throws -> Int {
        try selection(Entry.byDay, first, last).map { try unit.transaction.count($0) } ?? 0
    }

    func firstDay() throws -> Day? {
        try unit.transaction.keys(Entry.byDay.all.limit(1)).first.flatMap { Day($0.text) }
    }

    func save(_ entry: Entry) throws { try unit.transaction.put(entry) }

    func remove(_ entry: Entry) throws { try unit.transaction.delete(entry.id) }

    func trash(deletedThrough time: Instant?) throws -> [TrashedEntry] {
        let index = TrashedEntry.byDeletion
        return try unit.transaction.records(
            (time.map { index.through(IndexKey(IndexKey($0).endOfPrefix)) } ?? index.all).descending)
    }

    func save(_ trashed: TrashedEntry) throws { try unit.transaction.put(trashed) }

    func remove(_ trashed: TrashedEntry) throws -> Bool { try unit.transaction.delete(trashed.id) }

    func purge(_ entry: Entry) throws {
        let photo = entry.photo.path
        try unit.transaction.purge(historyOf: entry.id)
        try unit.transaction.purge(historyOf: Identifier<TrashedEntry>(photo.name))
        unit.transaction.purgeFiles(
            PurgedFiles(
                files: Set(([photo] + photo.derivedPaths).map(\.description)), drafts: [Note.draft(of: entry.day)]))
    }

    func badges() throws -> [ReachedBadge] { try unit.transaction.records(ReachedBadge.byDay.all) }

    func save(_ badge: ReachedBadge) throws { try unit.transaction.put(badge) }

    func cameraChoice() throws -> CameraSettings? { try unit.transaction.record(CameraSettings().id) }

    func save(_ choice: CameraSettings) throws { try unit.transaction.put(choice) }

    func settings() throws -> DiarySettings? { try unit.transaction.record(DiarySettings().id) }

    func save(_ settings: DiarySettings) throws { try unit.transaction.put(settings) }

    /// Returns the selection of a range, or nil if its first day is after the last.
    private func selection(_ index: Index<Entry, Day>, _ first: Day?, _ last: Day?) -> Selection<Entry>? {
        switch (first, last) {
        case (let first?, let last?): first > last ? nil : index.from(first, through: last)
        case (let first?, nil): index.from(first)
        case (nil, let last?): index.through(last)
        case (nil, nil): index.all
        }
    }
}
