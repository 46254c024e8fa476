import Diary
import Interchange
import Kernel

/// Writes days as Markdown files with their photos.
struct MarkdownFolder {
    let diary: PhotoDiary
    let write: (OutgoingFile) throws -> Void

    /// Writes a day.
    ///
    /// The photo is written first, so that no Markdown file refers to a missing photo.
    ///
    /// - Throws: `loadFailed`, and the errors of `write`.
    func add(_ entry: Entry) throws {
        let name = "\(entry.day).\(entry.photo.type.fileExtension)"
        let time = diary.takenAt(entry)
        try write(OutgoingFile(name: name, bytes: try diary.photo(of: entry), time: time))
        let text = MarkdownDay.write(entry.journalEntry(photo: name))
        try write(OutgoingFile(name: "\(entry.day).md", bytes: Array(text.utf8), time: time))
    }
}
