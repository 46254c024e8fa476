import Diary
import Interchange
import Kernel

/// Days as files of Markdown, each with its photo beside it.
struct MarkdownFolder {
    let diary: PhotoDiary
    let write: (OutgoingFile) throws -> Void

    /// Writes a day: its photo first, so that no file names one that is not there.
    ///
    /// - Throws: `loadFailed`, and what `write` throws.
    func add(_ entry: Entry) throws {
        let name = "\(entry.day).\(entry.photo.type.fileExtension)"
        let time = diary.takenAt(entry)
        try write(OutgoingFile(name: name, bytes: try diary.photo(of: entry), time: time))
        let text = MarkdownDay.write(entry.journalEntry(photo: name))
        try write(OutgoingFile(name: "\(entry.day).md", bytes: Array(text.utf8), time: time))
    }
}
