import Interchange
import Kernel

extension Entry {
    /// Returns the entry in the common form of all diaries.
    ///
    /// - Parameter photo: the name of its photo in the export.
    package func journalEntry(photo: String?) -> JournalEntry {
        var entry = JournalEntry(day: day)
        (entry.text, entry.tags, entry.isStarred, entry.place) = (note ?? "", tags, isStarred, place)
        (entry.mood, entry.sealedUntil, entry.photos) = (mood?.rawValue, sealedUntil, photo.map { [$0] } ?? [])
        return entry
    }
}
