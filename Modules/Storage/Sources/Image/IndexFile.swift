import Foundation
import Kernel

/// The file beside a log that spares its reading: what an image holds, and up to where in the log it speaks. A cache: wrong or missing, it is
/// made anew, and nothing is ever asked of it that the log could not answer.
///
/// Opening reads its directory; a shelf, and each index of it, is read and verified when somebody asks. Read rather than mapped: a bad sector
/// is an error then and not the end of the program.
enum IndexFile {
    static let format = 2

    static func name(of generation: Int) -> String { "index-\(generation).bin" }

    // MARK: - Reading

    /// The shelves that a log holds up to where its index file speaks; the log goes on behind. Nil when there is no index that can be used.
    static func shelves(of log: Log, in directory: StoreDirectory) throws -> [StoredShelf]? {
        guard let generation = log.header?.generation,
            let file = try? directory.open(name(of: generation), flags: O_RDONLY),
            let (position, shelves) = IndexReader.read(file, of: log), position.end <= (try log.file.size()),
            try position.isFound(in: log)
        else { return nil }
        log.resume(behind: position)
        return shelves
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
        for shelf in table.unread.values { try writer.copy(shelf) }
        for (name, shelf) in table.shelves {
            if let image = try shelf.settled(as: name, log) { try writer.add(image) }
        }
        try writer.finish(position)
        try directory.exchange(draftName, to: name)
        return true
    }
}

/// Thrown when what an index file should hold is not there: the log has to be read instead.
struct StaleIndex: Error {}

/// A stretch of an index file, and the sum that its bytes must have.
struct IndexBlock {
    let offset: Int
    let size: Int
    let sum: UInt64

    /// Reads and verifies it.
    ///
    /// - Throws: `StaleIndex`.
    func load(from file: DiskFile) throws -> FileMemory {
        let memory = FileMemory(size: size)
        var fresh = FastSum()
        guard (try? file.read(into: memory.bytes, at: offset)) == size else { throw StaleIndex() }
        fresh.add(UnsafeRawBufferPointer(memory.bytes))
        guard fresh.finish() == sum else { throw StaleIndex() }
        return memory
    }
}

/// A stretch of a file in memory, at an aligned place.
final class FileMemory {
    let bytes: UnsafeMutableRawBufferPointer

    init(size: Int) { bytes = .allocate(byteCount: size, alignment: 64) }

    deinit { bytes.deallocate() }

    /// The elements at an offset. The caller knows that they are there.
    func elements<Element: BitwiseCopyable>(_ count: Int, at offset: Int, of type: Element.Type) -> UnsafeBufferPointer<Element> {
        let size = count * MemoryLayout<Element>.stride
        return UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[offset..<offset + size]).bindMemory(to: type)
    }
}
