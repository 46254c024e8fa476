import Interchange
import Kernel

extension Entry {
    /// What other diaries are told of it.
    ///
    /// - Parameter photo: how its photo is called there.
    public func journalEntry(photo: String?) -> JournalEntry {
        var entry = JournalEntry(day: day)
        (entry.text, entry.tags, entry.isStarred, entry.place) = (note ?? "", tags, isStarred, place)
        (entry.mood, entry.sealedUntil, entry.photos) = (mood?.rawValue, sealedUntil, photo.map { [$0] } ?? [])
        return entry
    }
}
