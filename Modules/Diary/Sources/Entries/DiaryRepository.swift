import Kernel
import Search

/// A query of entries, newest first.
package struct EntryRange: Hashable, Sendable {
    /// The first day, inclusive, or nil for no lower bound.
    package var from: Day?
    /// The last day, inclusive, or nil for no upper bound.
    package var through: Day?
    package var onlyWithNotes: Bool
    package var limit: Int?
    package var tag: String?
    package var onlyStarred = false
    package var mood: Mood?
    /// Whether closed entries include their content. Otherwise `PhotoDiary` hides it.
    package var includesSealed = false

    package init(from: Day? = nil, through: Day? = nil, onlyWithNotes: Bool = false, limit: Int? = nil) {
        self.from = from
        self.through = through
        self.onlyWithNotes = onlyWithNotes
        self.limit = limit
    }

    package var isFiltered: Bool { onlyWithNotes || onlyStarred || tag != nil || mood != nil }

    func contains(_ day: Day) -> Bool { (from.map { $0 <= day } ?? true) && (through.map { day <= $0 } ?? true) }

    /// Returns whether an entry matches all conditions except the days.
    func matches(_ entry: Entry) -> Bool {
        (!onlyWithNotes || entry.note != nil) && (!onlyStarred || entry.isStarred)
            && (mood == nil || entry.mood == mood)
            && (tag.map { entry.has(tag: $0) } ?? true)
    }
}

/// The storage of a diary.
///
/// It provides transactions. The rules are in `PhotoDiary`.
package protocol DiaryRepository: Sendable {
    /// Reads a consistent state. The closure may run twice.
    func read<Value>(_ body: (any DiaryRecords) throws -> Value) throws -> Value
    /// Performs all changes of the closure, or none if it throws. The closure may run twice.
    ///
    /// - Parameter label: the name in `undo`, or nil if the change cannot be undone.
    func write<Value>(undo label: String?, _ body: (any DiaryRecords) throws -> Value) throws -> Value
    /// Returns the entries whose note, place or tags match a query, newest first.
    ///
    /// The limit applies to the returned entries, and the count includes all matches. Entries that
    /// are closed on the day are omitted, and no index contains their words.
    func search(_ query: SearchQuery, on today: Day, limit: Int?) throws -> SearchResult<Entry>
}

/// The records of a diary inside one transaction.
///
/// It applies no rules. A saved record replaces the one with the same identifier.
package protocol DiaryRecords {
    /// Returns the entry of a day, or nil.
    func entry(on day: Day) throws -> Entry?
    /// Returns the entries of days, in their order, without the days that have none.
    func entries(on days: [Day]) throws -> [Entry]
    /// Returns the stored entries of a range, newest first.
    ///
    /// Only the days, `onlyWithNotes` and `onlyStarred` are applied.
    func entries(_ range: EntryRange) throws -> [Entry]
    /// Returns the stored entries that have or had a seal, latest first.
    func capsules() throws -> [Entry]
    /// Returns the days with an entry, ascending, without decoding any.
    ///
    /// Both bounds are inclusive, and nil means no bound.
    func days(from first: Day?, through last: Day?) throws -> [Day]
    /// Returns the number of days with an entry, without decoding any.
    ///
    /// Both bounds are inclusive, and nil means no bound.
    func count(from first: Day?, through last: Day?) throws -> Int
    /// Returns the first day with an entry.
    func firstDay() throws -> Day?
    /// Saves the entry of its day.
    func save(_ entry: Entry) throws
    /// Deletes an entry without moving it to the trash.
    func remove(_ entry: Entry) throws
    /// Returns the entries in the trash, last deleted first.
    ///
    /// - Parameter time: the latest time of deletion, or nil for all entries.
    func trash(deletedThrough time: Instant?) throws -> [TrashedEntry]
    /// Saves an entry in the trash.
    func save(_ trashed: TrashedEntry) throws
    /// Removes an entry from the trash. Returns false if it was not there.
    func remove(_ trashed: TrashedEntry) throws -> Bool
    /// Erases all versions of a deleted entry, its photo and drafts of its note permanently.
    ///
    /// No file then contains its words, and `undo` is impossible. Another entry of its day stays.
    func purge(_ entry: Entry) throws
    /// Returns the reached badges, earliest first.
    func badges() throws -> [ReachedBadge]
    /// Saves a reached badge.
    func save(_ badge: ReachedBadge) throws
    /// Returns this device's camera settings, or nil if there are none.
    func cameraChoice() throws -> CameraSettings?
    /// Saves this device's camera settings.
    func save(_ choice: CameraSettings) throws
    /// Returns the diary's settings, or nil if there are none.
    func settings() throws -> DiarySettings?
    /// Saves the diary's settings.
    func save(_ settings: DiarySettings) throws
}
