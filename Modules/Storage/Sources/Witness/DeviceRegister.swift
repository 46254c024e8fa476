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
    static func own(in directory: StoreDirectory, _ lock: StoreLock, isRestored: Bool, draw: () -> String) throws -> String {
        let (lines, place) = (try lines(in: directory), try place(of: directory, lock))
        if !isRestored, let known = name(in: lines, at: place) { return known }
        guard lock.isWritable else { return lines.last?.first ?? "unnamed" }
        // A line without a place was written before places were noted: by this directory, as far as anyone can tell.
        let name = lines.count == 1 && lines[0].count == 1 && !isRestored ? lines[0][0] : draw()
        let kept = lines.filter { $0.count == 3 && Array($0[1...]) != place }.suffix(500)
        let text = (kept + [[name] + place]).map { $0.joined(separator: " ") + "\n" }.joined()
        // The first name of all may get lost: then another is drawn, and nobody goes on under this one.
        try directory.replace("device", with: Array(text.utf8), isDurable: !lines.isEmpty)
        return name
    }

    /// The name for stamps where one is known; looks and writes nothing.
    static func known(in directory: StoreDirectory, _ lock: StoreLock) throws -> String? {
        let lines = try lines(in: directory)
        return try name(in: lines, at: place(of: directory, lock)) ?? (lock.isWritable ? nil : lines.last?.first ?? "unnamed")
    }

    private static func lines(in directory: StoreDirectory) throws -> [[String]] {
        let bytes = try directory.open("device", flags: O_RDONLY)?.read(greatestSize, at: 0) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    }

    private static func place(of directory: StoreDirectory, _ lock: StoreLock) throws -> [String] {
        lock.inode.map { [directory.system.machine, String($0)] } ?? []
    }

    private static func name(in lines: [[String]], at place: [String]) -> String? {
        lines.first { $0.count == 3 && Array($0[1...]) == place }?[0]
    }
}
