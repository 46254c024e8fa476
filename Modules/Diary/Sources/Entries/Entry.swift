import Kernel
import Pictures
import Search

/// The photo of a day, with a note or without.
///
/// One entry a day: the identifier is made from the day, so that two devices name the same day's entry alike, and the store's unique
/// index sees to it. Day and photo never change; what is said of them may.
public struct Entry: Storable, Hashable {
    /// The day as text: `2026-11-20`.
    public let id: Identifier<Entry>
    /// The day that it is kept for.
    public let day: Day
    /// At most 1,000 characters, trimmed; nil for none.
    public internal(set) var note: String?
    /// Where the photo is and what it is.
    public let photo: PhotoFacts
    /// When it was added.
    public let createdAt: Instant
    /// When its note was changed; nil when it never was.
    public internal(set) var updatedAt: Instant?
    /// How the day was; nil when nobody said.
    public internal(set) var mood: Mood?
    /// The name of a place, as somebody typed it; nil for none.
    public internal(set) var place: String?
    /// The day on which it opens, or opened; nil for an entry that was never sealed.
    public internal(set) var sealedUntil: Day?
    /// Whether this copy shows nothing, because the entry is closed on the day that somebody looked: it has no note, tags, star, mood or place, and
    /// nothing gives its photo. Not kept; `PhotoDiary` decides.
    public private(set) var isSealed = false
    // Nil where there is nothing to say, so that entries that say nothing more stay as they were written.
    private var labels: [String]?
    private var star: Bool?

    private enum CodingKeys: String, CodingKey {
        case id, day, note, photo, createdAt, updatedAt, mood, place, sealedUntil
        case labels = "tags"
        case star = "isStarred"
    }

    /// An entry from its parts. The note is taken as it is; `Note.checked` makes it fit.
    public init(day: Day, note: String?, photo: PhotoFacts, createdAt: Instant, updatedAt: Instant? = nil) {
        id = Entry.id(of: day)
        (self.day, self.note, self.photo, self.createdAt, self.updatedAt) = (day, note, photo, createdAt, updatedAt)
    }

    /// At most 20 words to find it by, of up to 40 characters, each once whatever its case and accents.
    public internal(set) var tags: [String] {
        get { labels ?? [] }
        set { labels = newValue.isEmpty ? nil : newValue }
    }

    /// Whether a person marked it as one of the best.
    public internal(set) var isStarred: Bool {
        get { star ?? false }
        set { star = newValue ? true : nil }
    }

    /// Whether it has a tag, whatever its case and accents.
    public func has(tag: String) -> Bool { tags.contains { Tags.key(of: $0) == Tags.key(of: tag) } }

    /// The day and the day on which it opens, and nothing else that somebody said.
    func veiled() -> Entry {
        var closed = Entry(day: day, note: nil, photo: photo, createdAt: createdAt)
        (closed.sealedUntil, closed.isSealed) = (sealedUntil, true)
        return closed
    }

    /// The identifier of a day's entry.
    public static func id(of day: Day) -> Identifier<Entry> { Identifier(day.description) }

    static let byDay = Index<Entry, Day>.unique("day") { $0.day }
    static let byNotedDay = Index<Entry, Day>.ordered("noted") { $0.note == nil ? nil : $0.day }

    static let byStarredDay = Index<Entry, Day>.ordered("starred") { $0.isStarred ? $0.day : nil }
    static let byWordedDay = Index<Entry, Day>.ordered("worded") { $0.hasWords && $0.sealedUntil == nil ? $0.day : nil }
    static let byCapsuleDay = Index<Entry, Day>.ordered("capsules") { $0.sealedUntil == nil ? nil : $0.day }

    /// Where entries are kept.
    public static let collection = RecordCollection<Entry>(
        "diary.entries", indexes: [byDay, byNotedDay, byStarredDay, byWordedDay, byCapsuleDay])
    /// Entries are found by their notes, tags and places. What was ever sealed stands in no index of words: it is read when somebody searches.
    static let searched = SearchSource(byWordedDay) { $0.passages }
    static let searchedCapsules = SearchSource(byCapsuleDay) { $0.passages }

    private var hasWords: Bool { note != nil || place != nil || labels != nil }
    private var passages: [String] { [note ?? "", place ?? ""] + tags }
}

/// What is known of a photo that is kept.
public struct PhotoFacts: Codable, Hashable, Sendable {
    /// Where it lies in the photo library.
    public let path: PhotoPath
    /// Pixels across, as people see it: turned the way the camera was held.
    public let width: Int
    /// Pixels down, as people see it.
    public let height: Int
    /// The size of the file.
    public let bytes: Int
    /// The kind of image.
    public let type: PictureFormat

    /// What was measured of a photo, as it is kept.
    public init(path: PhotoPath, width: Int, height: Int, bytes: Int, type: PictureFormat) {
        (self.path, self.width, self.height, self.bytes, self.type) = (path, width, height, bytes, type)
    }
}

/// An entry that was deleted and can still be brought back. Its photo stays until it is purged.
public struct TrashedEntry: Storable, Hashable {
    /// For how many days a deleted entry can be brought back.
    public static let daysKept = 30

    /// The photo's own identifier: several entries of one day may lie here.
    public let id: Identifier<TrashedEntry>
    /// The entry as it was.
    public let entry: Entry
    /// When it was deleted.
    public let deletedAt: Instant

    /// A deleted entry.
    public init(_ entry: Entry, deletedAt: Instant) {
        id = Identifier(entry.photo.path.name)
        (self.entry, self.deletedAt) = (entry, deletedAt)
    }

    /// From when on it may be purged.
    public var expiresAt: Instant { deletedAt.adding(seconds: Double(TrashedEntry.daysKept) * 86_400) }

    static let byDeletion = Index<TrashedEntry, IndexKey>.ordered("deletion") { IndexKey($0.deletedAt, $0.id) }

    /// Where deleted entries are kept.
    public static let collection = RecordCollection<TrashedEntry>("diary.trash", indexes: [byDeletion])
}
