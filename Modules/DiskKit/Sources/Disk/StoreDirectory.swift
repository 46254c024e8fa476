import Kernel

/// The directory of a store, held open so that no other directory can be substituted while its
/// files are opened.
package final class StoreDirectory: Sendable {
    package let path: String
    package let system: any FileSystem
    package let access: StoreAccess
    let handle: DiskFile
    /// The group that the files of a shared store must have.
    private let group: gid_t

    /// Opens a directory, and creates it and its parents if they are missing.
    ///
    /// - Parameter mayBeLink: whether the path may be a symbolic link, for users who move their
    ///   data to another disk. The checks of owner and permissions apply to its target. Paths
    ///   within a store follow no links.
    /// - Throws: `unsafeStore` if it belongs to another user or if other users may write in it.
    package init(
        path: String, access: StoreAccess, system: any FileSystem, createsIfMissing: Bool = true, mayBeLink: Bool = true
    ) throws {
        // A trailing slash is removed, because notes identify the store by one path.
        let path = path.last == "/" ? String(path[...(path.lastIndex { $0 != "/" } ?? path.startIndex)]) : path
        self.path = path
        self.access = access
        self.system = system
        let isNew = try createsIfMissing && StoreDirectory.make(path, access: access, system: system)
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (mayBeLink ? 0 : O_NOFOLLOW)
        let descriptor = system.open(path, in: nil, flags: flags, mode: 0)
        guard descriptor >= 0 else { throw StoreDirectory.refusal(path, -descriptor) }
        handle = DiskFile(path: path, descriptor: Int32(descriptor), system: system)
        if isNew, access == .group { _ = fchmod(handle.descriptor, access.directoryMode) }
        let status = try handle.status()
        group = status.st_gid
        try access.check(status, path: path, group: nil)
    }

    /// Opens a file in the directory, or returns nil if it is missing and may not be created.
    ///
    /// - Throws: `unsafeStore` if it is not a plain file of this user.
    package func open(_ name: String, flags: Int32) throws -> DiskFile? {
        // O_NONBLOCK: opening a FIFO must not wait for its other end. The flag has no effect on a
        // plain file.
        let flags = flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        let descriptor = system.open(name, in: handle.descriptor, flags: flags, mode: access.fileMode)
        let path = "\(self.path)/\(name)"
        guard descriptor >= 0 else {
            if descriptor == -Int(ENOENT) { return nil }
            throw StoreDirectory.refusal(path, -descriptor)
        }
        let file = DiskFile(path: path, descriptor: Int32(descriptor), system: system)
        let status = try file.status()
        guard status.st_mode & S_IFMT == S_IFREG else { throw Failure.unsafe(path, "it is not a plain file") }
        if flags & O_CREAT != 0, access == .group, status.st_uid == geteuid() {
            _ = fchmod(file.descriptor, access.fileMode)
        }
        try access.check(access == .group ? file.status() : status, path: path, group: group)
        return file
    }

    /// Opens a file that must exist.
    package func existing(_ name: String, flags: Int32) throws -> DiskFile {
        guard let file = try open(name, flags: flags) else {
            throw Failure(
                .storeDamaged, "\(path)/\(name) is missing.", advice: "Restore it from a backup.", kind: .badData)
        }
        return file
    }

    /// Writes a small file atomically.
    ///
    /// The new contents survive a power failure only if `isDurable`.
    package func replace(_ name: String, with bytes: [UInt8], isDurable: Bool = true) throws {
        let temporary = name + ".new"
        guard let file = try open(temporary, flags: O_RDWR | O_CREAT | O_TRUNC) else { return }
        do {
            try file.write(bytes, at: 0)
            if isDurable { try file.sync() }
            try renameWithoutSync(temporary, to: name)
        } catch {
            try? remove(temporary)
            throw error
        }
        if isDurable { try sync() }
    }

    /// Renames a file durably and replaces any file of the new name.
    package func rename(_ name: String, to other: String) throws {
        try renameWithoutSync(name, to: other)
        try sync()
    }

    /// Renames a file. A power failure may undo it.
    package func renameWithoutSync(_ name: String, to other: String) throws {
        let result = system.rename(name, to: other, in: handle.descriptor)
        guard result >= 0 else { throw Failure.disk("write", "\(path)/\(other)", -result) }
    }

    /// Renames an unexpected file to an unused name.
    package func setAside(_ name: String) throws {
        let existingNames = Set(names())
        let newName = (1...existingNames.count + 1).map { "aside-\($0)-\(name)" }.first { !existingNames.contains($0) }
        try rename(name, to: newName ?? "aside-\(name)")
    }

    /// Removes a file, if it exists.
    package func remove(_ name: String) throws {
        let result = system.remove(name, in: handle.descriptor)
        guard result >= 0 || result == -Int(ENOENT) else { throw Failure.disk("remove", "\(path)/\(name)", -result) }
    }

    /// Whether locks and syncs may be unreliable at this location.
    package var isRemote: Bool { system.isRemote(handle.descriptor) }

    /// Syncs the directory's entries to the disk.
    package func sync() throws {
        // A directory opened for reading can be synced. fdatasync writes its entries to the disk.
        try handle.sync()
    }

    /// Returns a subdirectory, or nil if it is missing and may not be created.
    package func subdirectory(_ name: String, createsIfMissing: Bool) throws -> StoreDirectory? {
        var status = stat()
        guard createsIfMissing || fstatat(handle.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            return nil
        }
        let subdirectory = try StoreDirectory(
            path: "\(path)/\(name)", access: access, system: system, createsIfMissing: createsIfMissing,
            mayBeLink: false)
        if createsIfMissing { try sync() }
        return subdirectory
    }

    /// Whether a name still refers to an open file.
    package func refersTo(_ file: DiskFile, as name: String) -> Bool {
        guard let current = FileID(name, in: handle.descriptor) else { return false }
        return current == file.numbers
    }

    /// Returns the names in the directory, in order.
    package func names() -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    /// Creates a directory with its parents, and returns whether it is new.
    private static func make(_ path: String, access: StoreAccess, system: any FileSystem) throws -> Bool {
        var result = system.makeDirectory(path, mode: access.directoryMode)
        if result == -Int(ENOENT), let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            _ = try make(String(path[..<slash]), access: .owner, system: system)
            // Only one retry: below /proc a directory cannot be created although its parent exists.
            result = system.makeDirectory(path, mode: access.directoryMode)
        }
        guard result != -Int(ENOENT) else {
            throw Failure(
                .unsafeStore, "\(path) cannot be created.", advice: "Choose another folder.", kind: .cannotCreate)
        }
        guard result >= 0 || result == -Int(EEXIST) || result == -Int(EROFS) else {
            throw Failure.disk("make", path, -result)
        }
        return result >= 0
    }

    private static func refusal(_ path: String, _ number: Int) -> Failure {
        Int32(number) == ELOOP || Int32(number) == ENOTDIR
            ? .unsafe(path, "it is a symbolic link, or not of the expected kind") : .disk("open", path, number)
    }
}
