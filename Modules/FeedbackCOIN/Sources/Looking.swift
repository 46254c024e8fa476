import Kernel
import Search

extension FeedbackJournal {
    /// What names the newest entry wherever an identifier is asked for.
    public static let latest = "latest"

    /// How people name an entry.
    public static let naming = Naming<FeedbackEntry>(
        "entry", listedBy: "list", begunBy: "Write one with `new`.", missing: .entryNotFound, names: { [$0.id.rawValue] },
        title: \.text.preview)

    /// The entry that is meant: `latest` is the newest, else as `naming` says.
    ///
    /// - Throws: `entryNotFound`; `namesSeveral`.
    public func entry(_ typed: String) throws -> FeedbackEntry {
        if typed == FeedbackJournal.latest, let newest = try entries(EntryFilter(limit: 1)).first { return newest }
        return try repository.read { records in
            if let entry = try records.entry(Identifier(typed)) { return entry }
            // A short number is a row and no end of an id: there is no need to look further.
            let isRow = typed.count < NamingRule.shortest && NamingRule.row(typed) != nil
            let limit = isRow ? NamingRule.row(typed) : nil
            return try FeedbackJournal.naming.one(typed, of: records.entries(EntryFilter(limit: limit)))
        }
    }

    /// The entries that a filter leaves, each with its row in the list of all.
    public func numbered(_ filter: EntryFilter) throws -> (entries: [FeedbackEntry], rows: [Int?]) {
        try repository.read { records in
            let entries = try records.entries(filter)
            guard filter.tag != nil || filter.isShared != nil else { return (entries, entries.indices.map { $0 + 1 }) }
            let all = try records.entries(EntryFilter()).enumerated().map { ($0.element.id, $0.offset + 1) }
            let rows = Dictionary(all) { first, _ in first }
            return (entries, entries.map { rows[$0.id] })
        }
    }

    /// Entries, newest first by the day they were written.
    public func entries(_ filter: EntryFilter = EntryFilter(limit: listLimit)) throws -> [FeedbackEntry] {
        try repository.read { try $0.entries(filter) }
    }

    /// How many entries there are, and how many of them were shared.
    public func counts() throws -> (all: Int, shared: Int) { try repository.read { try $0.counts() } }

    /// The entries that fit what a person looks for in sections, recipient and tags, newest first; so many at most, all counted.
    ///
    /// - Throws: `queryTooLong`.
    public func search(_ words: [String], limit: Int? = nil) throws -> SearchResult<FeedbackEntry> {
        try repository.search(SearchQuery(words), limit: limit)
    }

    /// How often something was shared, ever; what the gate counts.
    public func shareCount() throws -> Int { try repository.read { try $0.shareCount() } }

    /// The share events of an entry, latest first.
    public func shares(of entry: FeedbackEntry) throws -> [ShareEvent] {
        try repository.read { try $0.shares(of: entry.id, limit: nil) }
    }

    /// The share events of all entries, latest first.
    public func shares(limit: Int? = listLimit) throws -> [ShareEvent] {
        try repository.read { try $0.shares(of: nil, limit: limit) }
    }
}
