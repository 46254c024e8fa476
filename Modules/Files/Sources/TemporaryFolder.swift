import Kernel

/// A temporary folder that only this user can read and that is deleted with this object. It
/// contains files, never folders.
///
/// It is locked while it is in use, so that `sweep` recognizes the folders of killed processes.
package final class TemporaryFolder {
    package let path: String
    private let folder: Folder
    /// The parent folders that were created, the innermost first.
    private let createdParents: [String]
    private var isKept = false

    /// Creates a folder with a random name after the prefix.
    ///
    /// - Parameter parent: a folder. It is created with mode 0700 if it does not exist, and deleted
    ///   again if nothing else is in it.
    /// - Throws: `FileError`.
    package init(below parent: String, prefix: String) throws {
        var createdParents: [String] = []
        for _ in 0..<10 {
            var template = Array("\(parent)/\(prefix)-XXXXXX".utf8CString)
            guard let name = template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) else {
                guard errno == ENOENT else { throw FileError(errno) }
                createdParents = createdParents.isEmpty ? TemporaryFolder.missingFolders(parent) : createdParents
                _ = try Folder.open(parent, [], making: true)
                continue
            }
            let path = String(cString: name)
            // A process that sweeps at this moment may have mistaken it for a leftover.
            guard let folder = try? Folder.open(path, [], making: false), folder.tryLock() else { continue }
            self.path = path
            self.folder = folder
            self.createdParents = createdParents
            return
        }
        throw FileError.missing
    }

    deinit {
        guard !isKept else { return }
        TemporaryFolder.remove(path, folder)
        for folder in createdParents { rmdir(folder) }
    }

    /// Returns the missing folders of a path, the innermost first.
    private static func missingFolders(_ path: String) -> [String] {
        guard path.count > 1, access(path, F_OK) != 0, let slash = path.lastIndex(of: "/") else { return [] }
        return [path] + missingFolders(String(path[..<slash]))
    }

    /// Returns the path of a file in this folder, for other programs.
    package func path(of name: String) -> String { "\(path)/\(name)" }

    /// Writes a new file with mode 0600. It is not synced, because it does not outlive this
    /// process.
    ///
    /// - Returns: its path.
    /// - Throws: `FileError`.
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        try folder.write(bytes, to: name)
        return path(of: name)
    }

    /// Returns the bytes of a regular file, up to `limit`.
    ///
    /// - Throws: `FileError`.
    package func read(_ name: String, limit: Int) throws -> [UInt8] { try folder.read(name, limit: limit) }

    /// Keeps the folder and its contents after this object is gone.
    package func keep() { isKept = true }

    /// Returns the files in unused folders of this prefix, sorted by name: kept folders and those
    /// of killed processes.
    ///
    /// The result is empty if the parent does not exist.
    package static func leftovers(below parent: String, prefix: String) -> [Leftover] {
        folders(below: parent, prefix).flatMap { path, folder in
            ((try? folder.names()) ?? []).compactMap { name in
                folder.metadata(of: name).map { Leftover(path: "\(path)/\(name)", changedAt: $0.changedAt) }
            }
        }
    }

    /// Removes the unused folders of this prefix. The parent is removed too if it is empty
    /// afterwards.
    ///
    /// - Parameter limit: removes only folders without changes to a file since this time. Nil
    ///   removes all.
    package static func sweep(below parent: String, prefix: String, changedBefore limit: Instant? = nil) {
        for (path, folder) in folders(below: parent, prefix) {
            let changes = ((try? folder.names(hidden: true)) ?? []).compactMap { folder.metadata(of: $0)?.changedAt }
            if let limit, changes.contains(where: { $0 >= limit }) { continue }
            remove(path, folder)
            rmdir(parent)
        }
    }

    /// Returns the unused folders below a parent, which this process locks.
    private static func folders(below parent: String, _ prefix: String) -> [(path: String, folder: Folder)] {
        guard let names = try? Folder.open(parent, [], making: false).names() else { return [] }
        let length = "\(prefix)-XXXXXX".utf8.count
        return names.filter { $0.hasPrefix("\(prefix)-") && $0.utf8.count == length }.compactMap { name in
            let path = "\(parent)/\(name)"
            guard let folder = try? Folder.open(parent, [name], making: false), folder.tryLock() else { return nil }
            return (path, folder)
        }
    }

    /// Removes a folder with its files.
    private static func remove(_ path: String, _ folder: Folder) {
        for name in (try? folder.names(hidden: true)) ?? [] { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    /// A leftover file.
    package struct Leftover: Hashable, Sendable {
        package let path: String
        package let changedAt: Instant
    }
}
