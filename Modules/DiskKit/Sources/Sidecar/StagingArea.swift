import Kernel

/// The files of a restore that are kept in the directory of a store until the store moves them in.
///
/// They are in hidden folders within their target folders, so that they are moved instead of
/// copied. They become visible together (`Replacement.stagingFolderName`).
///
/// `sweep` removes abandoned files.
package final class StagingArea {
    /// The name of the hidden folders.
    package let name: String
    private let directory: StoreDirectory
    private let folders: [String]
    private let marker: DiskFile
    private var hasEnded = false

    /// The file that lists what is staged. The staging process holds its lock.
    private static let marker = "restoring"

    /// Begins to stage files for some folders of an open store's directory.
    ///
    /// - Parameter mark: letters and digits that distinguish this restore from others.
    /// - Throws: `alreadyRestoring`, `unsafeStore`, `diskFull`, `diskTrouble`, `readOnlyStore`.
    package convenience init(_ path: String, folders: [String], mark: String) throws {
        try self.init(StoreDirectory(path: path, access: .owner, system: SystemCalls()), folders: folders, mark: mark)
    }

    private init(_ directory: StoreDirectory, folders: [String], mark: String) throws {
        self.directory = directory
        self.folders = folders
        name = ".restore-\(mark)"
        marker = try directory.existing(StagingArea.marker, flags: O_RDWR | O_CREAT)
        guard try marker.tryLock(), directory.refersTo(marker, as: StagingArea.marker) else {
            throw StagingArea.isBusy(directory)
        }
        // Opening the store has removed the staged files of a killed process, unless pending work
        // still needs them.
        guard try marker.size() == 0 else { throw StagingArea.isBusy(directory) }
        try marker.write(Array(([name] + folders).map { "\($0)\n" }.joined().utf8), at: 0)
        try marker.sync()
        try directory.sync()
        let root = SidecarFolder(directory)
        for folder in folders { _ = try root.createFolder(folder).createFolder(name) }
    }

    /// Returns the functions that write a staged file.
    ///
    /// - Parameter path: the folder, its subfolders, and the name of the file.
    /// - Returns: a function that writes the next piece, and one that syncs the file.
    package func file(_ path: [String]) throws -> (write: ([UInt8]) throws -> Void, finish: () throws -> Void) {
        var folder = try SidecarFolder(directory).createFolder(path[0]).createFolder(name)
        for part in path[1..<(path.count - 1)] { folder = try folder.createFolder(part) }
        let file = try folder.create(path[path.count - 1])
        let fileFolder = folder
        var size = 0
        return (
            { piece in
                try file.write(piece, at: size)
                size += piece.count
            },
            {
                try file.sync()
                try fileFolder.sync()
            }
        )
    }

    /// Leaves the staged files to the next process that opens the store, which knows whether the
    /// store waits for them.
    package func keepForStore() { hasEnded = true }

    /// Removes the files that the store has not moved in.
    package func end() {
        guard !hasEnded else { return }
        hasEnded = true
        StagingArea.remove(name, of: folders, in: directory)
    }

    deinit { end() }

    /// Removes the staged files of a process that has ended.
    package static func sweep(_ directory: StoreDirectory) throws {
        guard let marker = try directory.open(StagingArea.marker, flags: O_RDONLY) else { return }
        guard try marker.tryLock() else { return }
        let lines = String(decoding: try marker.read(1 << 16, at: 0), as: UTF8.self).split(separator: "\n").map(
            String.init)
        guard let name = lines.first, name.hasPrefix(".restore-"),
            !lines.contains(where: { $0.contains("/") || $0 == ".." })
        else { return try directory.remove(StagingArea.marker) }
        remove(name, of: Array(lines.dropFirst()), in: directory)
    }

    /// Removes staged files, and the marker when nothing is left.
    private static func remove(_ name: String, of folders: [String], in directory: StoreDirectory) {
        let root = SidecarFolder(directory)
        for folder in folders {
            // While the marker exists, the next sweep tries again.
            guard (try? root.folder(folder)?.remove(name)) != nil || root.folder(folder) == nil else { return }
            if root.folder(folder)?.names.isEmpty == true { try? root.removeEmptyFolder(folder) }
        }
        try? directory.remove(marker)
    }

    private static func isBusy(_ directory: StoreDirectory) -> Failure {
        Failure(
            .alreadyRestoring, "Another program is restoring a backup into \(directory.path).",
            advice: "Wait until it is done.", kind: .temporary)
    }
}
