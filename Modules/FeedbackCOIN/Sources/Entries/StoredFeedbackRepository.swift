import Kernel
import Search

/// Feedback in any store.
public struct StoredFeedbackRepository: FeedbackRepository {
    private let store: any Store
    private let search: any TextSearch
    private static let pageSize = 200

    /// Feedback in a store's partition.
    public init(_ store: any Store, search: any TextSearch = ScanSearch()) { (self.store, self.search) = (store, search) }

    public func entry(_ id: Identifier<FeedbackEntry>) throws -> FeedbackEntry? { try store.read { try $0.record(id) } }

    public func entries(_ filter: EntryFilter) throws -> [FeedbackEntry] {
        try store.read { transaction in
            guard filter.tag == nil else { return try filtered(filter, in: transaction) }
            let selection = filter.isShared.map { FeedbackEntry.bySharing.prefix($0) } ?? FeedbackEntry.byAge.all
            return try transaction.records(selection.descending.limit(filter.limit))
        }
    }

    public func search(_ query: SearchQuery, limit: Int?) throws -> SearchResult<FeedbackEntry> {
        try search.records(query, in: FeedbackEntry.searched, of: store, limit: limit)
    }

    public func counts() throws -> (all: Int, shared: Int) {
        try store.read {
            (try $0.count(FeedbackEntry.byAge.all), try $0.count(FeedbackEntry.bySharing.prefix(true)))
        }
    }

    public func add(_ entry: FeedbackEntry) throws {
        try store.write(undo: "Wrote “\(entry.text.preview)”") { try $0.put(entry) }
    }

    public func change(_ id: Identifier<FeedbackEntry>, _ body: (FeedbackEntry) throws -> FeedbackEntry) throws -> FeedbackEntry {
        try store.write(undo: "Edited the feedback \(id)") { transaction in
            let entry = try existing(id, in: transaction)
            let changed = try body(entry)
            if changed != entry { try transaction.put(changed) }
            return changed
        }
    }

    public func remove(_ id: Identifier<FeedbackEntry>) throws {
        try store.write(undo: "Deleted the feedback \(id)") { transaction in
            let entry = try existing(id, in: transaction)
            for share in try transaction.records(shares(of: entry.id)) { try transaction.delete(share.id) }
            try transaction.delete(entry.id)
        }
    }

    public func record(_ shares: [ShareEvent], of id: Identifier<FeedbackEntry>) throws -> FeedbackEntry {
        try store.write { transaction in
            var entry = try existing(id, in: transaction)
            entry.count(shares)
            try transaction.put(contentsOf: shares)
            try transaction.put(entry)
            return entry
        }
    }

    public func shares(of id: Identifier<FeedbackEntry>?, limit: Int?) throws -> [ShareEvent] {
        let selection = id.map(shares(of:)) ?? ShareEvent.byTime.all
        return try store.read { try $0.records(selection.descending.limit(limit)) }
    }

    public func shareCount() throws -> Int { try store.read { try $0.count(ShareEvent.byTime.all) } }

    public func templates() throws -> [FeedbackTemplate] { try store.read { try $0.records(FeedbackTemplate.byName.all) } }

    public func add(_ template: FeedbackTemplate) throws {
        try store.write(undo: "Added the template “\(template.name)”") { transaction in
            guard try transaction.first(FeedbackTemplate.byName.at(template.name)) == nil else {
                throw Failure.templateNameTaken(template.name)
            }
            try transaction.put(template)
        }
    }

    public func remove(_ template: Identifier<FeedbackTemplate>) throws {
        try store.write(undo: "Deleted the template \(template)") { transaction in
            guard try transaction.delete(template) else { throw Failure.noTemplate(named: template.rawValue) }
        }
    }

    public func sender() throws -> Sender? { try store.read { try $0.record("sender") } }

    public func change(sender: Sender?) throws {
        try store.write(undo: "Changed the sender") { transaction in
            if let sender { try transaction.put(sender) } else { try transaction.delete("sender" as Identifier<Sender>) }
        }
    }

    /// The separator behind the identifier keeps `a1` apart from `a10`.
    private func shares(of id: Identifier<FeedbackEntry>) -> Selection<ShareEvent> {
        ShareEvent.byEntry.prefix(IndexKey(id, IndexKey(text: "")))
    }

    /// Reads page by page, so that a limit is reached without decoding everything.
    private func filtered(_ filter: EntryFilter, in transaction: borrowing Transaction) throws -> [FeedbackEntry] {
        var found: [FeedbackEntry] = []
        var selection = FeedbackEntry.byAge.all
        while true {
            let page = try transaction.records(selection.descending.limit(StoredFeedbackRepository.pageSize))
            found += page.filter(filter.wants)
            if let limit = filter.limit, found.count >= limit { return Array(found.prefix(max(0, limit))) }
            guard let last = page.last else { return found }
            selection = FeedbackEntry.byAge.before(IndexKey(last.createdAt, last.id))
        }
    }

    private func existing(_ id: Identifier<FeedbackEntry>, in transaction: borrowing Transaction) throws -> FeedbackEntry {
        guard let entry = try transaction.record(id) else { throw Failure.noEntry(id) }
        return entry
    }
}

extension Failure {
    static func noEntry(_ id: Identifier<FeedbackEntry>) -> Failure {
        Failure(.entryNotFound, "There is no feedback with the id “\(id)”.", advice: "`list` shows what there is.")
    }
}
