/// A file of which much is written, brought to the medium piece by piece: whoever syncs something else meanwhile waits for a piece, and not for
/// all of it.
final class SteadyFile {
    private static let piece = 4 << 20

    private let file: DiskFile
    private var unsynced = 0

    init(_ file: DiskFile) { self.file = file }

    /// - Throws: `diskFull`, `diskTrouble`.
    func write(_ bytes: [UInt8], at offset: Int) throws {
        try file.write(bytes, at: offset)
        unsynced += bytes.count
        guard unsynced >= SteadyFile.piece else { return }
        try file.sync()
        unsynced = 0
    }
}
