import Kernel

extension DiskFile {
    /// The size from which a file is long, and the size of a piece.
    private static let longSize = 1 << 24
    private static let waitLimit = 20
    /// The pause in microseconds.
    private static let pause = 5_000

    /// Returns the long files of a directory that are about to be deleted.
    package static func long(_ names: [String], in directory: StoreDirectory) -> [DiskFile] {
        names.compactMap { try? directory.open($0, flags: O_RDWR) }.filter { ((try? $0.size()) ?? 0) > longSize }
    }

    /// Frees the blocks of a deleted file piece by piece.
    ///
    /// Freeing all blocks at once delays other syncs: 60 ms for 600 MB on ext4 with `discard`, 6 in
    /// pieces. Processes that have the file open get a tenth of a second to switch to its
    /// replacement. If one keeps it, its blocks are freed when that process closes it.
    package func truncateGradually() {
        for _ in 0..<DiskFile.waitLimit where !system.isAlone(descriptor) { system.pause(DiskFile.pause) }
        guard system.isAlone(descriptor), var size = try? size() else { return }
        while size > 0 {
            size = max(0, size - DiskFile.longSize)
            guard (try? truncate(to: size)) != nil else { return }
            system.pause(DiskFile.pause / 2)
        }
    }
}
