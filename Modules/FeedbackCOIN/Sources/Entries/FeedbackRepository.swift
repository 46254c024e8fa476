import Kernel
import Search

/// Somebody whom entries name.
public struct NamedPerson: Hashable, Sendable {
    /// The key of these entries.
    public let key: Identifier<Person>
    /// How many entries have it.
    public internal(set) var count: Int
    /// When the newest of them was written.
    public internal(set) var latest: Instant
    /// How they are called there, each once, in the order of the last time.
    public internal(set) var recipients: [Recipient]

    /// Somebody whom so many entries name.
    public init(key: Identifier<Person>, count: Int, latest: Instant, recipients: [Recipient]) {
        (self.key, self.count, self.latest, self.recipients) = (key, count, latest, recipients)
    }
}

/// Where feedback is kept. It opens units of work; what is decided in one, `FeedbackJournal` decides.
public protocol FeedbackRepository: Sendable {
    /// Looks at a consistent state. The closure may run twice.
    func read<Value>(_ body: (any FeedbackRecords) throws -> Value) throws -> Value
    /// Changes what is kept: everything that the closure does, or nothing when it throws. The closure may run twice.
    ///
    /// - Parameter label: what was done, for the one who takes it back, said of what the closure returns; nil when nobody can.
    func write<Value>(undo label: (Value) -> String?, _ body: (any FeedbackRecords) throws -> Value) throws -> Value
    /// The entries that fit a query, newest first; so many at most, all counted.
    func search(_ query: SearchQuery, limit: Int?) throws -> SearchResult<FeedbackEntry>
}

extension FeedbackRepository {
    /// The same, where it is known beforehand what is going to be done.
    public func write<Value>(undo label: String?, _ body: (any FeedbackRecords) throws -> Value) throws -> Value {
        try write(undo: { _ in label }, body)
    }
}

extension FeedbackRecords {
    /// As any other: where there is one device, no words can be won over.
    public func keep(counted entry: FeedbackEntry) throws { try keep(entry) }

    /// Nothing, where a question more costs nothing.
    public func foreseeStanding(newest: Int) throws {}
}

/// What is kept of feedback, inside one unit of work. No rule stands here: whatever is kept takes the place of what has its identifier.
public protocol FeedbackRecords {
    /// Says that the first screen is going to be asked for, with so many of the newest entries. Changes nothing.
    func foreseeStanding(newest: Int) throws
    /// The entry with this identifier, or nil.
    func entry(_ id: Identifier<FeedbackEntry>) throws -> FeedbackEntry?
    /// The entries with these identifiers, in their order; nil where there is none.
    func entries(_ ids: [Identifier<FeedbackEntry>]) throws -> [FeedbackEntry?]
    /// The entries of a filter, newest first.
    func entries(_ filter: EntryFilter) throws -> [FeedbackEntry]
    /// The identifiers of all entries, newest first. No entry is read.
    func order() throws -> [Identifier<FeedbackEntry>]
    /// The entries with a next step that is open, the earliest day first; through a day, or all.
    func due(through day: Day?) throws -> [FeedbackEntry]
    /// How many entries there are, how many of them were shared, and how many are drafts.
    func counts() throws -> (all: Int, shared: Int, drafts: Int)
    /// Keeps an entry.
    func keep(_ entry: FeedbackEntry) throws
    /// Keeps an entry of which nothing has changed but how it was shared, so that it wins over no words of other devices.
    func keep(counted entry: FeedbackEntry) throws
    /// Removes an entry, and leaves its share events.
    func remove(_ entry: FeedbackEntry) throws
    /// The share events of one entry, or of all, latest first; so many at most.
    func shares(of id: Identifier<FeedbackEntry>?, limit: Int?) throws -> [ShareEvent]
    /// How many share events there are.
    func shareCount() throws -> Int
    /// Keeps share events.
    func keep(_ shares: [ShareEvent]) throws
    /// Removes share events.
    func remove(_ shares: [ShareEvent]) throws
    /// Lets every version of an entry and of share events that were removed go for good, with drafts of the entry, so that no file holds a
    /// word of them and nobody can undo what was done to them.
    func forget(_ entry: FeedbackEntry, _ shares: [ShareEvent]) throws
    /// Everybody whom entries name, by their keys. No entry is read.
    func named() throws -> [NamedPerson]
    /// What is noted about people, by identifier.
    func people() throws -> [Person]
    /// Notes something about somebody.
    func keep(_ person: Person) throws
    /// Removes what is noted about somebody.
    func remove(_ person: Person) throws
    /// A person's own templates, by name.
    func templates() throws -> [FeedbackTemplate]
    /// Keeps a template.
    func keep(_ template: FeedbackTemplate) throws
    /// Removes a template.
    ///
    /// - Returns: whether it was there.
    func remove(_ template: FeedbackTemplate) throws -> Bool
    /// Who writes, or nil.
    func sender() throws -> Sender?
    /// Remembers who writes; nil forgets it.
    func keep(sender: Sender?) throws
    /// What the person has chosen, or nil.
    func settings() throws -> FeedbackSettings?
    /// Keeps what the person has chosen.
    func keep(_ settings: FeedbackSettings) throws
}
