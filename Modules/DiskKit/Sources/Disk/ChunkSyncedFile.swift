/// A file that is synced piece by piece during a long write, so that other syncs wait only for one
/// piece.
package final class ChunkSyncedFile {
    private static let chunkSize = 4 << 20

    private let file: DiskFile
    private var unsynced = 0

    package init(_ file: DiskFile) { self.file = file }

    /// Writes bytes at an offset.
    ///
    /// - Throws: `diskFull`, `diskTrouble`.
    package func write(_ bytes: [UInt8], at offset: Int) throws {
        try file.write(bytes, at: offset)
        unsynced += bytes.count
        guard unsynced >= ChunkSyncedFile.chunkSize else { return }
        try file.sync()
        unsynced = 0
    }
}
