import Foundation
import Kernel

/// The file beside a log that spares its reading: what an image holds, and up to where in the log it speaks. A cache: wrong or missing, it is
/// made anew, and nothing is ever asked of it that the log could not answer.
///
/// Read rather than mapped: a bad sector is an error then and not the end of the program.
enum IndexFile {
    static let format = 1

    static func name(of generation: Int) -> String { "index-\(generation).bin" }

    // MARK: - Reading

    /// The records that a log holds up to where its index file speaks; the log goes on behind. Nil when there is no index that can be used.
    static func images(of log: Log, in directory: StoreDirectory) throws -> [ShelfImage]? {
        guard let generation = log.header?.generation,
            let file = try? directory.open(name(of: generation), flags: O_RDONLY), let memory = FileMemory(file),
            let (position, shelves) = IndexReader(memory).read(), position.end <= (try log.file.size()),
            try position.isFound(in: log)
        else { return nil }
        log.resume(behind: position)
        return shelves.map { $0.image(log) }
    }

    // MARK: - Writing

    /// Writes what a log's table holds. Not synced: after a power cut it is found to be wrong.
    ///
    /// - Returns: whether it was done; false when another process is at it.
    static func write(_ table: RecordTable<FileRow>, of log: Log, in directory: StoreDirectory) throws -> Bool {
        guard let position = try log.position() else { return false }
        let name = name(of: position.generation)
        let draftName = "\(name).new"
        let draft = try directory.existing(draftName, flags: O_RDWR | O_CREAT)
        guard try draft.tryLock(), try directory.holds(draft, as: draftName) else { return false }
        try draft.truncate(to: 0)
        var writer = IndexWriter(draft)
        try writer.write(position, try images(of: table, log))
        try directory.exchange(draftName, to: name)
        return true
    }

    /// The images beneath a table where nothing was put over them, and new ones where something was.
    private static func images(of table: RecordTable<FileRow>, _ log: Log) throws -> [ShelfImage] {
        let builder = ImageBuilder()
        var unchanged: [ShelfImage] = []
        for (name, shelf) in table.shelves {
            if shelf.rows.isEmpty, let image = shelf.image {
                unchanged.append(image)
                continue
            }
            let copy = builder.shelf(name)
            if let image = shelf.image {
                for row in image.rows.indices where !shelf.hides(row) {
                    let device = try builder.device(image.device(of: row))
                    copy.take(image.rows[row], id: image.id(of: row), keys: image.keys(of: row), device: device)
                }
            }
            for case .logged(let row) in shelf.rows.values {
                var id = row.address.id
                let device = try builder.device(row.stamp.device)
                id.withUTF8 { id in
                    row.keys.withUnsafeBytes {
                        copy.take(row.entry, id: UnsafeRawBufferPointer(id), keys: $0, device: device)
                    }
                }
            }
        }
        return unchanged + builder.images(of: log)
    }
}

/// A whole file in memory, at an aligned place.
final class FileMemory {
    let bytes: UnsafeMutableRawBufferPointer

    /// Nil when the file is empty or cannot be read.
    init?(_ file: DiskFile) {
        guard let size = try? file.size(), size > 0 else { return nil }
        bytes = .allocate(byteCount: size, alignment: 64)
        guard (try? file.read(into: bytes, at: 0)) == size else { return nil }
    }

    deinit { bytes.deallocate() }
}
