import Kernel

/// The file `device`: under which name this machine writes into this directory, a line for every machine and place that ever did.
///
/// A directory that was copied, or brought back from a backup, has another `lock` file, and must not go on under the name that its original
/// still uses: two records would bear one stamp.
enum DeviceRegister {
    private static let greatestSize = 1 << 16

    /// The name for stamps; a new one for a machine or a directory that has none yet.
    ///
    /// - Parameter isRestored: the directory was brought back from an older state in place, and has lost stamps under its own name.
    static func own(
        in directory: StoreDirectory, _ lockFile: DiskFile?, isWritable: Bool, isRestored: Bool, draw: () -> String
    ) throws -> String {
        let bytes = try directory.open("device", flags: O_RDONLY)?.read(greatestSize, at: 0) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: " ").map(String.init)
        }
        let place = try lockFile.map { [directory.system.machine, String(try $0.status().st_ino)] } ?? []
        if !isRestored, let known = lines.first(where: { $0.count == 3 && Array($0[1...]) == place }) { return known[0] }
        guard isWritable else { return lines.last?.first ?? "unnamed" }
        // A line without a place was written before places were noted: by this directory, as far as anyone can tell.
        let name = lines.count == 1 && lines[0].count == 1 && !isRestored ? lines[0][0] : draw()
        let kept = lines.filter { $0.count == 3 && Array($0[1...]) != place }.suffix(500)
        let text = (kept + [[name] + place]).map { $0.joined(separator: " ") + "\n" }.joined()
        // The first name of all may get lost: then another is drawn, and nobody goes on under this one.
        try directory.replace("device", with: Array(text.utf8), isDurable: !lines.isEmpty)
        return name
    }
}
