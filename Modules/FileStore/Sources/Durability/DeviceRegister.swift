import DiskKit
import Kernel

/// The file `device`, with the name under which each machine writes into this directory.
///
/// It has a line for each machine and location. A copied or restored directory has another `lock`
/// file. It must use a new name, because two records would otherwise share a stamp.
enum DeviceRegister {
    private static let maxSize = 1 << 16

    /// Returns the name for stamps, a new one for an unknown machine or directory.
    ///
    /// - Parameter isRestored: whether the directory was restored in place from an older state and
    ///   has lost stamps of its name.
    static func assignedName(in directory: StoreDirectory, _ lock: StoreLock, isRestored: Bool, draw: () -> String)
        throws
        -> String
    {
        let lines = try lines(in: directory)
        let location = try location(of: directory, lock)
        if !isRestored, let knownName = name(in: lines, at: location) { return knownName }
        guard lock.isWritable else { return lines.last?.first ?? "unnamed" }
        // A line without a location is older than the recording of locations. It presumably belongs
        // to this directory.
        let name = lines.count == 1 && lines[0].count == 1 && !isRestored ? lines[0][0] : draw()
        let otherLines = lines.filter { $0.count == 3 && Array($0[1...]) != location }.suffix(500)
        let text = (otherLines + [[name] + location]).map { $0.joined(separator: " ") + "\n" }.joined()
        // The very first name may be lost. Another is drawn then, and no process continues under
        // this one.
        try directory.replace("device", with: Array(text.utf8), isDurable: !lines.isEmpty)
        return name
    }

    /// Returns the known name for stamps, if any, without writing.
    static func knownName(in directory: StoreDirectory, _ lock: StoreLock) throws -> String? {
        let lines = try lines(in: directory)
        return try name(in: lines, at: location(of: directory, lock))
            ?? (lock.isWritable ? nil : lines.last?.first ?? "unnamed")
    }

    private static func lines(in directory: StoreDirectory) throws -> [[String]] {
        let bytes = try directory.open("device", flags: O_RDONLY)?.read(maxSize, at: 0) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: " ").map(String.init)
        }
    }

    private static func location(of directory: StoreDirectory, _ lock: StoreLock) throws -> [String] {
        lock.inode.map { [directory.system.machine, String($0)] } ?? []
    }

    private static func name(in lines: [[String]], at location: [String]) -> String? {
        lines.first { $0.count == 3 && Array($0[1...]) == location }?[0]
    }
}
