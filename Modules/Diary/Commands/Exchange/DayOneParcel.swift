import Diary
import Documents
import Interchange
import Kernel

/// A diary as a ZIP archive that Day One imports, and Grain with everything that an entry says. Written piece by piece: it may be larger than memory.
struct DayOneParcel {
    let diary: PhotoDiary
    let entries: [Entry]

    /// - Parameter troubles: told of each photo that is not there; its day goes without.
    func write(_ write: ([UInt8]) throws -> Void, troubles: (Failure) -> Void, advance: (Int) -> Void) throws {
        var (making, written, listed) = (ZipMaking(), Set<String>(), [(JournalEntry, DayOneFile.Photo?, Instant)]())
        func add(_ name: String, _ bytes: [UInt8]) throws {
            guard let head = making.head(of: name, bytes) else {
                throw Failure(
                    .archiveTooLarge, "The archive would be larger than 4 GB.",
                    advice: "Export fewer days with --from and --to.", kind: .cannotCreate)
            }
            try write(head)
            try write(bytes)
        }
        for (number, entry) in entries.enumerated() {
            var photo: DayOneFile.Photo?
            do {
                let bytes = try diary.photo(of: entry)
                let type = entry.photo.type == .jpeg ? "jpeg" : entry.photo.type.fileExtension
                let found = DayOneFile.Photo(bytes, type: type, width: entry.photo.width, height: entry.photo.height)
                // Two days may have the same photo, and a name stands in an archive once.
                if written.insert(found.path).inserted { try add(found.path, bytes) }
                photo = found
            } catch let failure as Failure where failure.code == .loadFailed { troubles(failure) }
            listed.append((entry.journalEntry(photo: nil), photo, entry.updatedAt ?? entry.createdAt))
            advance(number + 1)
        }
        try add("Grain.json", DayOneFile.write(listed.map { (entry: $0.0, photo: $0.1, changedAt: $0.2) }))
        try write(making.end)
    }
}
