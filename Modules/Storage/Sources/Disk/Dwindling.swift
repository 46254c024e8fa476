import Kernel

extension DiskFile {
    private static let long = 1 << 24
    private static let patience = 20
    private static let pause = 5_000

    /// Long files of a directory that are about to lose their names, to be let go of when they have.
    static func long(_ names: [String], in directory: StoreDirectory) -> [DiskFile] {
        names.compactMap { try? directory.open($0, flags: O_RDWR) }.filter { ((try? $0.size()) ?? 0) > long }
    }

    /// Lets go of a file that has lost its name, piece by piece: blocks that are freed all at once hold up whoever syncs something else (60 ms for
    /// 600 MB on ext4 with `discard`; 6 in pieces). Those who have it open get a tenth of a second to meet what has taken its place; where one
    /// keeps it, it goes with him.
    func dwindle() {
        for _ in 0..<DiskFile.patience where !system.isAlone(descriptor) { system.pause(DiskFile.pause) }
        guard system.isAlone(descriptor), var size = try? size() else { return }
        while size > 0 {
            size = max(0, size - DiskFile.long)
            guard (try? truncate(to: size)) != nil else { return }
            system.pause(DiskFile.pause / 2)
        }
    }
}
