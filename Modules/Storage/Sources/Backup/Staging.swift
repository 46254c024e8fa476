import Kernel

/// Files on their way into the directory of a store: they lie in hidden folders within the folders that they are for, so that they need not be
/// copied once more, and come into sight all together when the store takes them (`Replacement.arriving`).
///
/// What was staged and never taken, `sweep` removes once nobody works on it.
package final class Staging {
    /// The name of the hidden folders.
    package let name: String
    private let directory: StoreDirectory
    private let folders: [String]
    private let marker: DiskFile
    private var hasEnded = false

    /// The file that says what is staged, locked by whoever stages it.
    private static let marker = "restoring"

    /// Begins to stage files for some folders of a directory whose store is open.
    ///
    /// - Parameter mark: what tells this from other times: letters and figures.
    /// - Throws: `alreadyRestoring`, `unsafeStore`, `diskFull`, `diskTrouble`, `readOnlyStore`.
    package convenience init(_ path: String, folders: [String], mark: String) throws {
        try self.init(StoreDirectory(path: path, access: .owner, system: SystemCalls()), folders: folders, mark: mark)
    }

    private init(_ directory: StoreDirectory, folders: [String], mark: String) throws {
        (self.directory, self.folders, name) = (directory, folders, ".restore-\(mark)")
        marker = try directory.existing(Staging.marker, flags: O_RDWR | O_CREAT)
        guard try marker.tryLock(), directory.holds(marker, as: Staging.marker) else { throw Staging.isBusy(directory) }
        // Whoever opened the store before has removed what a killed process had staged, unless the store still waits for it.
        guard try marker.size() == 0 else { throw Staging.isBusy(directory) }
        try marker.write(Array(([name] + folders).map { "\($0)\n" }.joined().utf8), at: 0)
        try marker.sync()
        try directory.sync()
        let root = BesideFolder(directory)
        for folder in folders { _ = try root.made(folder).made(name) }
    }

    /// Gives what writes a file to be, piece by piece.
    ///
    /// - Parameter path: the folder, further folders, and the name of the file.
    /// - Returns: what takes the next piece, and what brings all of them to the medium.
    package func file(_ path: [String]) throws -> (write: ([UInt8]) throws -> Void, finish: () throws -> Void) {
        var folder = try BesideFolder(directory).made(path[0]).made(name)
        for part in path[1..<(path.count - 1)] { folder = try folder.made(part) }
        let (file, target) = (try folder.create(path[path.count - 1]), folder)
        var size = 0
        return (
            { piece in
                try file.write(piece, at: size)
                size += piece.count
            },
            {
                try file.sync()
                try target.sync()
            }
        )
    }

    /// Leaves what is staged to whoever opens the store next: that one knows whether the store waits for it.
    package func leave() { hasEnded = true }

    /// Lets go: what the store has not taken is removed.
    package func end() {
        guard !hasEnded else { return }
        hasEnded = true
        Staging.remove(name, of: folders, in: directory)
    }

    deinit { end() }

    /// Removes what somebody has staged in a directory who is not there any more.
    static func sweep(_ directory: StoreDirectory) throws {
        guard let marker = try directory.open(Staging.marker, flags: O_RDONLY) else { return }
        guard try marker.tryLock() else { return }
        let lines = String(decoding: try marker.read(1 << 16, at: 0), as: UTF8.self).split(separator: "\n").map(String.init)
        guard let name = lines.first, name.hasPrefix(".restore-"), !lines.contains(where: { $0.contains("/") || $0 == ".." })
        else {
            return try directory.remove(Staging.marker)
        }
        remove(name, of: Array(lines.dropFirst()), in: directory)
    }

    private static func remove(_ name: String, of folders: [String], in directory: StoreDirectory) {
        let root = BesideFolder(directory)
        for folder in folders {
            // What cannot be removed now is tried again as long as the marker is there.
            guard (try? root.folder(folder)?.remove(name)) != nil || root.folder(folder) == nil else { return }
            if root.folder(folder)?.names.isEmpty == true { try? root.dissolve(folder) }
        }
        try? directory.remove(marker)
    }

    private static func isBusy(_ directory: StoreDirectory) -> Failure {
        Failure(
            .alreadyRestoring, "Another program is restoring a backup into \(directory.path).", advice: "Wait until it is done.",
            kind: .temporary)
    }
}
