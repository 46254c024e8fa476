import Kernel
import Search

/// Which entries are asked for. Newest first.
public struct EntryRange: Hashable, Sendable {
    /// The first day, included; nil for the very first.
    public var from: Day?
    /// The last day, included; nil for the latest.
    public var through: Day?
    /// Only entries that have a note.
    public var onlyWithNotes: Bool
    /// How many at most; nil for all.
    public var limit: Int?

    /// A range of days, all of them unless said otherwise.
    public init(from: Day? = nil, through: Day? = nil, onlyWithNotes: Bool = false, limit: Int? = nil) {
        (self.from, self.through, self.onlyWithNotes, self.limit) = (from, through, onlyWithNotes, limit)
    }
}

/// Where entries are kept. Each method is one transaction; what must hold between two processes holds inside it.
public protocol DiaryRepository: Sendable {
    /// The entry of a day, or nil.
    func entry(on day: Day) throws -> Entry?
    /// The entries of a range, newest first.
    func entries(_ range: EntryRange) throws -> [Entry]
    /// The entries whose note fits a query, newest first; so many at most, all counted.
    func search(_ query: SearchQuery, limit: Int?) throws -> SearchResult<Entry>
    /// The days that have an entry, ascending, both bounds included; nil for no bound. Decodes nothing.
    func days(from first: Day?, through last: Day?) throws -> [Day]
    /// How many days have an entry. Decodes nothing.
    func count() throws -> Int
    /// The first day that has an entry.
    func firstDay() throws -> Day?
    /// How many days in a row have an entry, up to this one and it included. Decodes nothing and costs the logarithm of the answer.
    func daysInARow(through last: Day) throws -> Int
    /// Adds an entry.
    ///
    /// - Throws: `entryAlreadyExists` when the day is taken.
    func insert(_ entry: Entry) throws
    /// Puts another note in the place of a day's.
    ///
    /// - Returns: the entry as it is now.
    /// - Throws: `entryNotFound`.
    func changeNote(on day: Day, to note: String?, at now: Instant) throws -> Entry
    /// Moves a day's entry to the trash.
    ///
    /// - Throws: `entryNotFound`.
    func discard(on day: Day, at now: Instant) throws -> TrashedEntry
    /// Removes a day's entry for good; cannot be undone.
    ///
    /// - Returns: the entry as it was.
    /// - Throws: `entryNotFound`.
    func remove(on day: Day) throws -> Entry
    /// What lies in the trash, latest first.
    func trash() throws -> [TrashedEntry]
    /// Brings an entry back from the trash.
    ///
    /// - Throws: `entryNotFound`; `entryAlreadyExists` when its day has another by now.
    func restore(_ id: Identifier<TrashedEntry>) throws -> Entry
    /// Removes from the trash what was deleted at this time or before; cannot be undone.
    ///
    /// - Returns: what was removed.
    func purge(deletedThrough time: Instant) throws -> [TrashedEntry]
    /// The photos of all entries, in the trash or out of it, as they are at one moment.
    func photoPaths() throws -> Set<PhotoPath>
    /// The settings; those that hold from the start when there are none.
    func settings() throws -> DiarySettings
    /// Changes the settings, starting from what is kept.
    func changeSettings(_ change: (inout DiarySettings) -> Void) throws -> DiarySettings
}
