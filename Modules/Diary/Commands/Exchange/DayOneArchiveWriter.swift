import Diary
import Documents
import Interchange
import Kernel

/// Writes a ZIP archive that Day One and Grain import. Grain restores all details from it.
///
/// It writes piece by piece, because the archive may exceed memory.
struct DayOneArchiveWriter {
    let diary: PhotoDiary
    let entries: [Entry]

    /// Writes the archive.
    ///
    /// - Parameter onFailure: receives the failure of each missing photo, whose day is written
    ///   without it.
    func write(_ write: ([UInt8]) throws -> Void, onFailure: (Failure) -> Void, advance: (Int) -> Void) throws {
        var zip = ZipWriter()
        var writtenPaths = Set<String>()
        var rows = [(JournalEntry, DayOneFile.Photo?, Instant)]()
        func add(_ name: String, _ bytes: [UInt8]) throws {
            guard let header = zip.header(of: name, bytes) else {
                throw Failure(
                    .archiveTooLarge, "The archive would be larger than 4 GB.",
                    advice: "Export fewer days with --from and --to.", kind: .cannotCreate)
            }
            try write(header)
            try write(bytes)
        }
        for (number, entry) in entries.enumerated() {
            var photo: DayOneFile.Photo?
            do {
                let bytes = try diary.photo(of: entry)
                let type = entry.photo.type == .jpeg ? "jpeg" : entry.photo.type.fileExtension
                let archivePhoto = DayOneFile.Photo(
                    bytes, type: type, width: entry.photo.width, height: entry.photo.height)
                // Two days may share a photo, but an archive must contain each name only once.
                if writtenPaths.insert(archivePhoto.path).inserted { try add(archivePhoto.path, bytes) }
                photo = archivePhoto
            } catch let failure as Failure where failure.code == .loadFailed { onFailure(failure) }
            rows.append((entry.journalEntry(photo: nil), photo, entry.updatedAt ?? entry.createdAt))
            advance(number + 1)
        }
        try add("Grain.json", DayOneFile.write(rows.map { (entry: $0.0, photo: $0.1, changedAt: $0.2) }))
        try write(zip.centralDirectory)
    }
}
