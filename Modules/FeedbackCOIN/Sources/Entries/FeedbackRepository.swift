import Kernel
import Search

/// A person who is named in entries.
package struct NamedPerson: Hashable, Sendable {
    package let key: Identifier<Person>
    /// The number of entries that name the person.
    package internal(set) var count: Int
    /// The time at which the newest of them was written.
    package internal(set) var latest: Instant
    /// The names and addresses of the person in entries, each once, in the order of last use.
    package internal(set) var recipients: [Recipient]
}

/// The storage of feedback.
///
/// It provides units of work, and `FeedbackJournal` makes the decisions.
package protocol FeedbackRepository: Sendable {
    /// Reads a consistent state.
    ///
    /// The closure may run twice.
    func read<Value>(_ body: (any FeedbackRecords) throws -> Value) throws -> Value
    /// Performs all changes of the closure, or none if it throws.
    ///
    /// The closure may run twice.
    ///
    /// - Parameter label: the name in `undo`, made from the result of the closure, or nil if the
    ///   change cannot be undone.
    func write<Value>(undo label: (Value) -> String?, _ body: (any FeedbackRecords) throws -> Value) throws -> Value
    /// Returns the entries that match a query, newest first.
    ///
    /// The limit applies to the returned entries, and the count includes all matches.
    func search(_ query: SearchQuery, limit: Int?) throws -> SearchResult<FeedbackEntry>
}

extension FeedbackRepository {
    /// Performs changes whose name in `undo` is known beforehand.
    package func write<Value>(undo label: String?, _ body: (any FeedbackRecords) throws -> Value) throws -> Value {
        try write(undo: { _ in label }, body)
    }
}

extension FeedbackRecords {
    /// Saves an entry like any other, since a single device has no concurrent edits.
    package func save(counted entry: FeedbackEntry) throws { try save(entry) }

    /// Does nothing, for a store in which a further query is cheap.
    package func prefetchOverview(newest: Int) throws {}
}

/// The records of feedback inside one unit of work.
///
/// It applies no rules. A saved record replaces the one with the same identifier.
package protocol FeedbackRecords {
    /// Prefetches the data of the home screen with the given number of newest entries, without
    /// changing anything.
    func prefetchOverview(newest: Int) throws
    /// Returns the entry with an identifier, or nil.
    func entry(_ id: Identifier<FeedbackEntry>) throws -> FeedbackEntry?
    /// Returns the entries with identifiers, in their order, with nil for missing ones.
    func entries(_ ids: [Identifier<FeedbackEntry>]) throws -> [FeedbackEntry?]
    /// Returns the entries that match a filter, newest first.
    func entries(_ filter: EntryFilter) throws -> [FeedbackEntry]
    /// Returns the identifiers of all entries, newest first, without reading an entry.
    func entryIDs() throws -> [Identifier<FeedbackEntry>]
    /// Returns the entries with an open next step through a day, or all of them, earliest first.
    func due(through day: Day?) throws -> [FeedbackEntry]
    /// Returns the number of all entries, shared entries and drafts.
    func counts() throws -> (all: Int, shared: Int, drafts: Int)
    func save(_ entry: FeedbackEntry) throws
    /// Saves an entry of which only the shares changed, so that it overrides no text from other
    /// devices.
    func save(counted entry: FeedbackEntry) throws
    /// Deletes an entry but not its share events.
    func remove(_ entry: FeedbackEntry) throws
    /// Returns the share events of one entry or of all, latest first, up to a limit.
    func shares(of id: Identifier<FeedbackEntry>?, limit: Int?) throws -> [ShareEvent]
    func shareCount() throws -> Int
    func save(_ shares: [ShareEvent]) throws
    func remove(_ shares: [ShareEvent]) throws
    /// Erases all versions and drafts of a deleted entry and its share events permanently.
    ///
    /// No file then contains their words, and `undo` is impossible.
    func purge(_ entry: FeedbackEntry, _ shares: [ShareEvent]) throws
    /// Returns all people named in entries, from keys alone.
    func namedPeople() throws -> [NamedPerson]
    /// Returns all saved people, by identifier.
    func people() throws -> [Person]
    func save(_ person: Person) throws
    func remove(_ person: Person) throws
    /// Returns the user's own templates, by name.
    func templates() throws -> [FeedbackTemplate]
    func save(_ template: FeedbackTemplate) throws
    /// Deletes a template.
    ///
    /// - Returns: whether it existed.
    func remove(_ template: FeedbackTemplate) throws -> Bool
    func sender() throws -> Sender?
    /// Saves the default sender, or deletes it with nil.
    func save(sender: Sender?) throws
    func settings() throws -> FeedbackSettings?
    func save(_ settings: FeedbackSettings) throws
}
