import Kernel
import Pictures
import Search

/// The photo of a day, with a note or without.
///
/// One entry a day: the identifier is made from the day, so that two devices name the same day's entry alike, and the store's unique
/// index sees to it. Day and photo never change; the note may.
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

    /// An entry from its parts. The note is taken as it is; `Note.checked` makes it fit.
    public init(day: Day, note: String?, photo: PhotoFacts, createdAt: Instant, updatedAt: Instant? = nil) {
        id = Entry.id(of: day)
        (self.day, self.note, self.photo, self.createdAt, self.updatedAt) = (day, note, photo, createdAt, updatedAt)
    }

    /// The identifier of a day's entry.
    public static func id(of day: Day) -> Identifier<Entry> { Identifier(day.description) }

    static let byDay = Index<Entry, Day>.unique("day") { $0.day }
    static let byNotedDay = Index<Entry, Day>.ordered("noted") { $0.note == nil ? nil : $0.day }

    /// Where entries are kept.
    public static let collection = RecordCollection<Entry>("diary.entries", indexes: [byDay, byNotedDay])
    /// Entries are found by their notes.
    static let searched = SearchSource(byNotedDay) { [$0.note ?? ""] }
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
