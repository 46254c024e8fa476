import DiskKit
import Kernel

/// A small file outside a store's directory that records the store's progress.
///
/// It detects a directory that was restored from an old backup or replaced by another branch of its
/// history. It is not synced, and its loss costs only this detection.
///
/// It belongs to the store's name and the path of its directory, so that a copy elsewhere has its
/// own note.
struct DurabilityNote {
    private let folder: String
    private let name: String
    private let system: any FileSystem

    init(in folder: String, store: String, of directory: StoreDirectory) {
        self.folder = folder
        system = directory.system
        name = "\(store)-\(CRC32C.text(of: Data(directory.path.utf8)))"
    }

    /// Returns the recorded mark, or nil if it is missing or unreadable.
    func read() -> DurabilityMark? {
        guard
            let notesFolder = try? StoreDirectory(
                path: folder, access: .owner, system: system, createsIfMissing: false),
            let bytes = try? notesFolder.open(name, flags: O_RDONLY)?.read(DurabilityMark.maxLength, at: 0)
        else { return nil }
        return DurabilityMark(bytes) ?? DurabilityNote.parseOlderFormat(bytes)
    }

    /// Records a later mark or a later generation, and ignores failures.
    func write(_ mark: DurabilityMark) {
        if let recordedMark = read(),
            (recordedMark.sequence, recordedMark.generation) >= (mark.sequence, mark.generation)
        {
            return
        }
        let notesFolder = try? StoreDirectory(path: folder, access: .owner, system: system)
        try? notesFolder?.open(name, flags: O_RDWR | O_CREAT)?.write(mark.line, at: 0)
    }

    /// Reads a note of the older format: a number and a time without a generation.
    private static func parseOlderFormat(_ bytes: [UInt8]) -> DurabilityMark? {
        guard let newline = bytes.firstIndex(of: 10) else { return nil }
        return bytes.withUnsafeBytes { bytes in
            guard let body = LoggedLine.body(of: UnsafeRawBufferPointer(rebasing: bytes[..<newline])),
                case var scanner = body.json,
                scanner.consume("{\"latest\":"), let text = scanner.string(), scanner.consume("}"),
                let latest = HybridTime(text)
            else { return nil }
            var mark = DurabilityMark(generation: 0, sequence: body.sequence, size: 0)
            mark.latest = latest
            return mark
        }
    }
}
