import Kernel
import Search

extension FeedbackJournal {
    /// What names the newest entry wherever an identifier is asked for.
    public static let latest = "latest"

    /// The entry with this identifier; `latest` is the newest.
    ///
    /// - Throws: `entryNotFound`.
    public func entry(_ id: String) throws -> FeedbackEntry {
        let found =
            id == FeedbackJournal.latest
            ? try entries(EntryFilter(limit: 1)).first : try repository.read { try $0.entry(Identifier(id)) }
        guard let found else { throw FeedbackJournal.noEntry(Identifier(String(id.prefix(60)))) }
        return found
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
