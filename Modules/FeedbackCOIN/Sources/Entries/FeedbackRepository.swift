import Kernel
import Search

/// Which entries are asked for.
public struct EntryFilter: Hashable, Sendable {
    /// How many at most; nil for all.
    public var limit: Int?
    /// Only those with this tag, without regard to case and accents.
    public var tag: String?
    /// Only those that were shared, or only those that were not.
    public var isShared: Bool?

    /// A filter; without values, everything.
    public init(limit: Int? = nil, tag: String? = nil, isShared: Bool? = nil) {
        (self.limit, self.tag, self.isShared) = (limit, tag, isShared)
    }

    /// Whether an entry is asked for, the limit aside.
    public func wants(_ entry: FeedbackEntry) -> Bool {
        if let isShared, entry.isShared != isShared { return false }
        guard let tag else { return true }
        let wanted = Wording.key(of: tag)
        return entry.tags.contains { Wording.key(of: $0) == wanted }
    }
}

/// Where feedback is kept. Each method is one transaction; what must hold between two processes holds inside it.
public protocol FeedbackRepository: Sendable {
    /// The entry with this identifier, or nil.
    func entry(_ id: Identifier<FeedbackEntry>) throws -> FeedbackEntry?
    /// The entries of a filter, newest first.
    func entries(_ filter: EntryFilter) throws -> [FeedbackEntry]
    /// The entries that fit a query, newest first; so many at most, all counted.
    func search(_ query: SearchQuery, limit: Int?) throws -> SearchResult<FeedbackEntry>
    /// How many entries there are, and how many of them were shared.
    func counts() throws -> (all: Int, shared: Int)
    /// Keeps a new entry. Can be undone.
    func add(_ entry: FeedbackEntry) throws
    /// Changes an entry from how it stands now; one that the closure leaves as it was is not written. Can be undone.
    ///
    /// The closure may run more than once.
    ///
    /// - Throws: `entryNotFound`, and what the closure throws.
    func change(_ id: Identifier<FeedbackEntry>, _ body: (FeedbackEntry) throws -> FeedbackEntry) throws -> FeedbackEntry
    /// Removes an entry together with its share events. Can be undone.
    ///
    /// - Throws: `entryNotFound`.
    func remove(_ id: Identifier<FeedbackEntry>) throws
    /// Keeps share events and counts them in their entry, all or nothing. Cannot be undone: what was sent was sent.
    ///
    /// - Returns: the entry as it is now.
    /// - Throws: `entryNotFound`.
    func record(_ shares: [ShareEvent], of id: Identifier<FeedbackEntry>) throws -> FeedbackEntry
    /// The share events of one entry, or of all, latest first; so many at most.
    func shares(of id: Identifier<FeedbackEntry>?, limit: Int?) throws -> [ShareEvent]
    /// How many share events there are.
    func shareCount() throws -> Int
    /// A person's own templates, by name.
    func templates() throws -> [FeedbackTemplate]
    /// Keeps a template. Can be undone.
    ///
    /// - Throws: `templateNameTaken`.
    func add(_ template: FeedbackTemplate) throws
    /// Removes a template. Can be undone.
    ///
    /// - Throws: `templateNotFound`.
    func remove(_ template: Identifier<FeedbackTemplate>) throws
    /// Who writes, or nil.
    func sender() throws -> Sender?
    /// Remembers who writes; nil forgets it. Can be undone.
    func change(sender: Sender?) throws
}
