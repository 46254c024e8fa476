import Kernel
import Pictures
import Search

/// The photo of a day with an optional note.
///
/// There is one entry per day. Its identifier is derived from the day, so two devices create the
/// same identifier, and the store's unique index enforces it. Day and photo never change, but the
/// note and other details may.
package struct Entry: Storable, Hashable {
    /// The day as text: `2026-11-20`.
    package let id: Identifier<Entry>
    package let day: Day
    /// The trimmed note, at most 1,000 characters, or nil for none.
    package internal(set) var note: String?
    package let photo: PhotoFacts
    package let createdAt: Instant
    /// The time of the last change of the note, or nil if it was never changed.
    package internal(set) var updatedAt: Instant?
    package internal(set) var mood: Mood?
    /// The name of a place as typed, or nil for none.
    package internal(set) var place: String?
    /// The day on which the seal ends or ended, or nil for an entry without a seal.
    package internal(set) var sealedUntil: Day?
    /// Whether this copy is redacted because the entry is closed.
    ///
    /// It then has no note, tags, star, mood, place or photo. The value is not stored. `redacted`
    /// sets it.
    package private(set) var isSealed = false
    // Nil if not set, so that the stored form of older entries stays unchanged.
    private var labels: [String]?
    private var star: Bool?

    private enum CodingKeys: String, CodingKey {
        case id, day, note, photo, createdAt, updatedAt, mood, place, sealedUntil
        case labels = "tags"
        case star = "isStarred"
    }

    /// Creates an entry.
    ///
    /// The caller must check the note with `Note.checked`.
    package init(day: Day, note: String?, photo: PhotoFacts, createdAt: Instant, updatedAt: Instant? = nil) {
        id = Entry.id(of: day)
        self.day = day
        self.note = note
        self.photo = photo
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    /// The tags, at most 20 of up to 40 characters, each once regardless of case and accents.
    package internal(set) var tags: [String] {
        get { labels ?? [] }
        set { labels = newValue.isEmpty ? nil : newValue }
    }

    package internal(set) var isStarred: Bool {
        get { star ?? false }
        set { star = newValue ? true : nil }
    }

    /// Returns whether it has a tag, regardless of case and accents.
    package func has(tag: String) -> Bool { tags.contains { Tags.key(of: $0) == Tags.key(of: tag) } }

    /// Returns a copy with only the day and the opening day.
    func redacted() -> Entry {
        var closed = Entry(day: day, note: nil, photo: photo, createdAt: createdAt)
        (closed.sealedUntil, closed.isSealed) = (sealedUntil, true)
        return closed
    }

    package static func id(of day: Day) -> Identifier<Entry> { Identifier(day.description) }

    static let byDay = Index<Entry, Day>.unique("day") { $0.day }
    static let byNotedDay = Index<Entry, Day>.ordered("noted") { $0.note == nil ? nil : $0.day }

    static let byStarredDay = Index<Entry, Day>.ordered("starred") { $0.isStarred ? $0.day : nil }
    static let byWordedDay = Index<Entry, Day>.ordered("worded") { $0.hasWords && $0.sealedUntil == nil ? $0.day : nil }
    static let byCapsuleDay = Index<Entry, Day>.ordered("capsules") { $0.sealedUntil == nil ? nil : $0.day }

    package static let collection = RecordCollection<Entry>(
        "diary.entries", indexes: [byDay, byNotedDay, byStarredDay, byWordedDay, byCapsuleDay])
    /// The search sources of entries: notes, tags and places.
    ///
    /// No word index contains an entry that has or had a seal. A search reads such entries
    /// directly.
    static let searched = SearchSource(byWordedDay) { $0.passages }
    static let searchedCapsules = SearchSource(byCapsuleDay) { $0.passages }

    private var hasWords: Bool { note != nil || place != nil || labels != nil }
    private var passages: [String] { [note ?? "", place ?? ""] + tags }
}

/// The properties of a stored photo.
package struct PhotoFacts: Codable, Hashable, Sendable {
    package let path: PhotoPath
    /// The width in pixels of the upright photo.
    package let width: Int
    package let height: Int
    /// The size in bytes.
    package let bytes: Int
    package let type: PictureFormat

    package init(path: PhotoPath, width: Int, height: Int, bytes: Int, type: PictureFormat) {
        self.path = path
        self.width = width
        self.height = height
        self.bytes = bytes
        self.type = type
    }
}

/// A deleted entry that can be restored.
///
/// Its photo stays until the entry is purged.
package struct TrashedEntry: Storable, Hashable {
    /// The number of days for which a deleted entry can be restored.
    package static let daysKept = 30

    /// The photo's identifier, because the trash may contain several entries of one day.
    package let id: Identifier<TrashedEntry>
    package let entry: Entry
    package let deletedAt: Instant

    package init(_ entry: Entry, deletedAt: Instant) {
        id = Identifier(entry.photo.path.name)
        self.entry = entry
        self.deletedAt = deletedAt
    }

    package var expiresAt: Instant { deletedAt.adding(seconds: Double(TrashedEntry.daysKept) * 86_400) }

    static let byDeletion = Index<TrashedEntry, IndexKey>.ordered("deletion") { IndexKey($0.deletedAt, $0.id) }

    package static let collection = RecordCollection<TrashedEntry>("diary.trash", indexes: [byDeletion])
}
