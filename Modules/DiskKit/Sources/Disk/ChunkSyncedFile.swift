/// A file that is synced piece by piece during a long write, so that other syncs wait only for one
/// piece.
package final class ChunkSyncedFile {
    private static let chunkSize = 4 << 20

    private let file: DiskFile
    /// The number of bytes since the last sync.
    private var unsyncedCount = 0

    package init(_ file: DiskFile) { self.file = file }

    /// Writes bytes at an offset.
    ///
    /// - Throws: `diskFull`, `diskTrouble`.
    package func write(_ bytes: [UInt8], at offset: Int) throws {
        try file.write(bytes, at: offset)
        unsyncedCount += bytes.count
        guard unsyncedCount >= ChunkSyncedFile.chunkSize else { return }
        try file.sync()
        unsyncedCount = 0
    }
}
