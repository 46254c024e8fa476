import Kernel
import Search

/// A repository of feedback in any store.
package struct StoredFeedbackRepository: FeedbackRepository {
    private let store: any Store
    private let search: any TextSearch

    package init(_ store: any Store, search: any TextSearch = ScanSearch()) {
        self.store = store
        self.search = search
    }

    package func read<Value>(_ body: (any FeedbackRecords) throws -> Value) throws -> Value {
        try store.read { try body(StoredFeedbackRecords(unit: $0.unitOfWork)) }
    }

    package func write<Value>(undo label: (Value) -> String?, _ body: (any FeedbackRecords) throws -> Value) throws
        -> Value
    {
        try store.write(undo: label) { try body(StoredFeedbackRecords(unit: $0.unitOfWork)) }
    }

    package func search(_ query: SearchQuery, limit: Int?) throws -> SearchResult<FeedbackEntry> {
        try search.records(query, in: FeedbackEntry.searched, of: store, limit: limit)
    }
}

private struct StoredFeedbackRecords: FeedbackRecords {
    let unit: UnitOfWork
    private static let pageSize = 200

    func prefetchOverview(newest: Int) throws {
        let drafts = FeedbackEntry.byStatus.under(FeedbackStatus.draft.rawValue)
        try unit.transaction.prefetch(
            .count(FeedbackEntry.byAge.all), .count(FeedbackEntry.bySharing.prefix(true)), .count(drafts),
            .records(FeedbackEntry.byAge.all.descending.limit(newest)), .records(drafts.descending.limit(1)),
            .records(FeedbackEntry.byDue.all), .records(ShareEvent.byTime.all.descending.limit(1)),
            .records(Selection<Person>.all))
    }

    func entry(_ id: Identifier<FeedbackEntry>) throws -> FeedbackEntry? { try unit.transaction.record(id) }

    func entries(_ ids: [Identifier<FeedbackEntry>]) throws -> [FeedbackEntry?] { try unit.transaction.records(ids) }

    /// Returns the entries that match a filter.
    ///
    /// Without an index it tests them page by page, so that a limit is reached without decoding all
    /// entries.
    func entries(_ filter: EntryFilter) throws -> [FeedbackEntry] {
        if let people = filter.people { return try entries(with: people, filter) }
        guard filter.withoutIndexedCriteria.isRestrictive || filter.status != nil && filter.isShared != nil else {
            let shared = filter.isShared.map { FeedbackEntry.bySharing.prefix($0) }
            let selection =
                filter.status.map { FeedbackEntry.byStatus.under($0.rawValue) } ?? shared ?? FeedbackEntry.byAge.all
            return try unit.transaction.records(selection.descending.limit(filter.limit))
        }
        var matching: [FeedbackEntry] = []
        var selection = FeedbackEntry.byAge.all
        while true {
            let page = try unit.transaction.records(selection.descending.limit(Self.pageSize))
            matching += page.filter(filter.matches)
            if let limit = filter.limit, matching.count >= limit { return Array(matching.prefix(max(0, limit))) }
            guard let last = page.last else { return matching }
            selection = FeedbackEntry.byAge.before(IndexKey(last.createdAt, last.id))
        }
    }

    private func entries(with people: Set<Identifier<Person>>, _ filter: EntryFilter) throws -> [FeedbackEntry] {
        let selections = people.sorted().map { FeedbackEntry.byPerson.under($0).descending }
        if selections.count > 1 { try unit.transaction.prefetch(selections.map { .records($0) }) }
        var sorted = try selections.flatMap { try unit.transaction.records($0) }
        var otherCriteria = filter
        otherCriteria.people = nil
        if otherCriteria.isRestrictive { sorted = sorted.filter(filter.matches) }
        // The entries of a single key are already in order.
        if selections.count > 1 { sorted.sort { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) } }
        return filter.limit.map { Array(sorted.prefix(max(0, $0))) } ?? sorted
    }

    func entryIDs() throws -> [Identifier<FeedbackEntry>] {
        try unit.transaction.keys(FeedbackEntry.byAge.all.descending).compactMap {
            $0.parts.last.map { Identifier($0) }
        }
    }

    func due(through day: Day?) throws -> [FeedbackEntry] {
        let index = FeedbackEntry.byDue
        return try unit.transaction.records(day.map { index.before($0.adding(days: 1).indexKey) } ?? index.all)
    }

    func namedPeople() throws -> [NamedPerson] {
        NamedPerson.all(in: try unit.transaction.keys(FeedbackEntry.byPerson.all))
    }

    func people() throws -> [Person] { try unit.transaction.records(.all) }

    func save(_ person: Person) throws { try unit.transaction.put(person) }

    func remove(_ person: Person) throws { try unit.transaction.delete(person.id) }

    func counts() throws -> (all: Int, shared: Int, drafts: Int) {
        let all = FeedbackEntry.byAge.all
        let shared = FeedbackEntry.bySharing.prefix(true)
        let drafts = FeedbackEntry.byStatus.under(FeedbackStatus.draft.rawValue)
        try unit.transaction.prefetch(.count(all), .count(shared), .count(drafts))
        return (try unit.transaction.count(all), try unit.transaction.count(shared), try unit.transaction.count(drafts))
    }

    func save(_ entry: FeedbackEntry) throws { try unit.transaction.put(entry) }

    func save(counted entry: FeedbackEntry) throws { try unit.transaction.putDerived(entry) }

    func remove(_ entry: FeedbackEntry) throws { try unit.transaction.delete(entry.id) }

    /// Returns share events, latest first.
    ///
    /// The separator after the identifier in the key distinguishes `a1` from `a10`.
    func shares(of id: Identifier<FeedbackEntry>?, limit: Int?) throws -> [ShareEvent] {
        let selection = id.map { ShareEvent.byEntry.prefix(IndexKey($0, IndexKey(text: ""))) } ?? ShareEvent.byTime.all
        return try unit.transaction.records(selection.descending.limit(limit))
    }

    func shareCount() throws -> Int { try unit.transaction.count(ShareEvent.byTime.all) }

    func save(_ shares: [ShareEvent]) throws { try unit.transaction.put(contentsOf: shares) }

    func remove(_ shares: [ShareEvent]) throws { for share in shares { try unit.transaction.delete(share.id) } }

    func purge(_ entry: FeedbackEntry, _ shares: [ShareEvent]) throws {
        try unit.transaction.purge(historyOf: entry.id)
        for share in shares { try unit.transaction.purge(historyOf: share.id) }
        unit.transaction.purgeFiles(PurgedFiles(drafts: [entry.draftName]))
    }

    func templates() throws -> [FeedbackTemplate] { try unit.transaction.records(FeedbackTemplate.byName.all) }

    func save(_ template: FeedbackTemplate) throws { try unit.transaction.put(template) }

    func remove(_ template: FeedbackTemplate) throws -> Bool { try unit.transaction.delete(template.id) }

    func sender() throws -> Sender? { try unit.transaction.record(Sender.singletonID) }

    func settings() throws -> FeedbackSettings? { try unit.transaction.record(FeedbackSettings.singletonID) }

    func save(_ settings: FeedbackSettings) throws { try unit.transaction.put(settings) }

    func save(sender: Sender?) throws {
        if let sender { try unit.transaction.put(sender) } else { try unit.transaction.delete(Sender.singletonID) }
    }
}
