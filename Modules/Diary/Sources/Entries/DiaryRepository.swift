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
    /// Only entries with this tag, whatever its case and accents.
    public var tag: String?
    /// Only entries that are starred.
    public var onlyStarred = false
    /// Only entries with this mood.
    public var mood: Mood?
    /// Whether entries that are closed come with what they hold; `PhotoDiary` veils them otherwise.
    public var includesSealed = false

    /// A range of days, all of them unless said otherwise.
    public init(from: Day? = nil, through: Day? = nil, onlyWithNotes: Bool = false, limit: Int? = nil) {
        (self.from, self.through, self.onlyWithNotes, self.limit) = (from, through, onlyWithNotes, limit)
    }

    /// Whether it asks for more than days.
    public var isFiltered: Bool { onlyWithNotes || onlyStarred || tag != nil || mood != nil }

    /// Whether a day is in the range.
    func holds(_ day: Day) -> Bool { (from.map { $0 <= day } ?? true) && (through.map { day <= $0 } ?? true) }

    /// Whether an entry says what is asked for; its day does not matter.
    func fits(_ entry: Entry) -> Bool {
        (!onlyWithNotes || entry.note != nil) && (!onlyStarred || entry.isStarred) && (mood == nil || entry.mood == mood)
            && (tag.map { entry.has(tag: $0) } ?? true)
    }
}

/// Where a diary is kept. It opens units of work; what is decided in one, `PhotoDiary` decides.
public protocol DiaryRepository: Sendable {
    /// Looks at a consistent state. The closure may run twice.
    func read<Value>(_ body: (any DiaryRecords) throws -> Value) throws -> Value
    /// Changes what is kept: everything that the closure does, or nothing when it throws. The closure may run twice.
    ///
    /// - Parameter label: what was done, for the one who takes it back; nil when nobody can.
    func write<Value>(undo label: String?, _ body: (any DiaryRecords) throws -> Value) throws -> Value
    /// The entries whose note, place or tags fit a query, newest first; so many at most, all counted. Those that are closed on a day are not
    /// among them, and no word of theirs stands in an index.
    func search(_ query: SearchQuery, on today: Day, limit: Int?) throws -> SearchResult<Entry>
}

/// What is kept of a diary, inside one unit of work. No rule stands here: whatever is kept takes the place of what has its identifier.
public protocol DiaryRecords {
    /// The entry of a day, or nil.
    func entry(on day: Day) throws -> Entry?
    /// The entries of some days, in their order; none where a day has none.
    func entries(on days: [Day]) throws -> [Entry]
    /// The entries of a range, newest first, as they are kept: only what the range says of days, notes and stars is looked at.
    func entries(_ range: EntryRange) throws -> [Entry]
    /// The entries that were ever sealed, as they are kept, latest first.
    func capsules() throws -> [Entry]
    /// The days that have an entry, ascending, both bounds included; nil for no bound. Decodes nothing.
    func days(from first: Day?, through last: Day?) throws -> [Day]
    /// How many days have an entry, both bounds included; nil for no bound. Decodes nothing, and need not visit them.
    func count(from first: Day?, through last: Day?) throws -> Int
    /// The first day that has an entry.
    func firstDay() throws -> Day?
    /// Keeps the entry of its day.
    func keep(_ entry: Entry) throws
    /// Removes an entry; the trash does not know of it.
    func remove(_ entry: Entry) throws
    /// What was deleted at a time or before, latest first; without a time, all that lies in the trash.
    func trash(deletedThrough time: Instant?) throws -> [TrashedEntry]
    /// Keeps an entry in the trash.
    func keep(_ trashed: TrashedEntry) throws
    /// Takes an entry out of the trash.
    ///
    /// - Returns: whether it was there.
    func remove(_ trashed: TrashedEntry) throws -> Bool
    /// Lets every version of an entry that was removed go for good, with its photo and with drafts of its note, so that no file holds a
    /// word of it and nobody can undo what was done to it. Another entry of its day stays.
    func forget(_ entry: Entry) throws
    /// The badges that were reached, earliest first.
    func badges() throws -> [ReachedBadge]
    /// Keeps that a badge was reached.
    func keep(_ badge: ReachedBadge) throws
    /// How photos are taken on this device; nil when nobody said.
    func cameraChoice() throws -> CameraChoice?
    /// Keeps how photos are taken on this device.
    func keep(_ choice: CameraChoice) throws
    /// How photos are kept; nil when nobody said.
    func settings() throws -> DiarySettings?
    /// Keeps how photos are taken and kept.
    func keep(_ settings: DiarySettings) throws
}
