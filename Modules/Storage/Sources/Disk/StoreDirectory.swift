import Kernel

/// The directory of a store, held open: its files are opened within it, so nobody can slip another directory in between.
final class StoreDirectory: Sendable {
    let path: String
    let system: any FileSystem
    let access: StoreAccess
    let handle: DiskFile
    private let group: gid_t

    /// Opens a directory, and makes it and those above it when they are missing.
    ///
    /// - Parameter mayBeLink: whether a symbolic link to it will do: people put their data on another disk that way. Whose it is, and who
    ///   may write in it, is asked of what the link leads to. Nothing within a store is reached through a link.
    /// - Throws: `unsafeStore` when it belongs to somebody else, or others may write in it.
    init(path: String, access: StoreAccess, system: any FileSystem, mayMake: Bool = true, mayBeLink: Bool = true) throws {
        // With a slash behind it or without: one path, by which it is known to whoever notes something of it.
        let path = path.last == "/" ? String(path[...(path.lastIndex { $0 != "/" } ?? path.startIndex)]) : path
        (self.path, self.access, self.system) = (path, access, system)
        let isNew = try mayMake && StoreDirectory.make(path, access: access, system: system)
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (mayBeLink ? 0 : O_NOFOLLOW)
        let descriptor = system.open(path, in: nil, flags: flags, mode: 0)
        guard descriptor >= 0 else { throw StoreDirectory.refusal(path, -descriptor) }
        handle = DiskFile(path: path, descriptor: Int32(descriptor), system: system)
        if isNew, access == .group { _ = fchmod(handle.descriptor, access.directoryMode) }
        let status = try handle.status()
        group = status.st_gid
        try access.check(status, path: path, group: nil)
    }

    /// Opens a file in the directory; nil when it is not there and may not be made.
    ///
    /// - Throws: `unsafeStore` when it is anything but a plain file that is ours.
    func open(_ name: String, flags: Int32) throws -> DiskFile? {
        // O_NONBLOCK: opening a FIFO must not wait for its other end. It means nothing for a plain file.
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
        if flags & O_CREAT != 0, access == .group, status.st_uid == geteuid() { _ = fchmod(file.descriptor, access.fileMode) }
        try access.check(access == .group ? file.status() : status, path: path, group: group)
        return file
    }

    /// A file in the directory, that must be there.
    func existing(_ name: String, flags: Int32) throws -> DiskFile {
        guard let file = try open(name, flags: flags) else {
            throw Failure(.storeDamaged, "\(path)/\(name) is missing.", advice: "Restore it from a backup.", kind: .badData)
        }
        return file
    }

    /// Writes a small file so that it is wholly there or not at all, whatever happens; what a power cut may take is not waited for.
    func replace(_ name: String, with bytes: [UInt8], isDurable: Bool = true) throws {
        let temporary = name + ".new"
        guard let file = try open(temporary, flags: O_RDWR | O_CREAT | O_TRUNC) else { return }
        do {
            try file.write(bytes, at: 0)
            if isDurable { try file.sync() }
            try exchange(temporary, to: name)
        } catch {
            try? remove(temporary)
            throw error
        }
        if isDurable { try sync() }
    }

    /// Gives a file another name, durably; what had that name before is gone.
    func rename(_ name: String, to other: String) throws {
        try exchange(name, to: other)
        try sync()
    }

    /// Gives a file another name, which a power cut may take back.
    func exchange(_ name: String, to other: String) throws {
        let result = system.rename(name, to: other, in: handle.descriptor)
        guard result >= 0 else { throw Failure.disk("write", "\(path)/\(other)", -result) }
    }

    /// Keeps a file that nobody expected there, under a name that nobody uses.
    func setAside(_ name: String) throws {
        let taken = Set(names())
        let free = (1...taken.count + 1).map { "aside-\($0)-\(name)" }.first { !taken.contains($0) }
        try rename(name, to: free ?? "aside-\(name)")
    }

    /// Removes a file that nobody needs any more.
    func remove(_ name: String) throws {
        let result = system.remove(name, in: handle.descriptor)
        guard result >= 0 || result == -Int(ENOENT) else { throw Failure.disk("remove", "\(path)/\(name)", -result) }
    }

    /// Whether it lies where locks and syncs may not be what they seem.
    var isRemote: Bool { system.isRemote(handle.descriptor) }

    /// Makes names durable.
    func sync() throws {
        // A directory that was opened for reading can be synced; fdatasync on it brings its entries to the medium.
        try handle.sync()
    }

    /// A directory within this one; nil when it is missing and may not be made.
    func subdirectory(_ name: String, mayMake: Bool) throws -> StoreDirectory? {
        var status = stat()
        guard mayMake || fstatat(handle.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        let inner = try StoreDirectory(
            path: "\(path)/\(name)", access: access, system: system, mayMake: mayMake, mayBeLink: false)
        if mayMake { try sync() }
        return inner
    }

    /// Whether an open file is still the one that stands under a name.
    func holds(_ file: DiskFile, as name: String) -> Bool {
        guard let here = FileNumbers(name, in: handle.descriptor) else { return false }
        return here == file.numbers
    }

    /// The names in the directory, in order.
    func names() -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    private static func make(_ path: String, access: StoreAccess, system: any FileSystem) throws -> Bool {
        var result = system.makeDirectory(path, mode: access.directoryMode)
        if result == -Int(ENOENT), let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            _ = try make(String(path[..<slash]), access: .owner, system: system)
            // Once: below /proc a directory cannot be made although its parent is there.
            result = system.makeDirectory(path, mode: access.directoryMode)
        }
        guard result != -Int(ENOENT) else {
            throw Failure(
                .unsafeStore, "\(path) cannot be made there.", advice: "Choose another folder.", kind: .cannotCreate)
        }
        guard result >= 0 || result == -Int(EEXIST) || result == -Int(EROFS) else {
            throw Failure.disk("make", path, -result)
        }
        return result >= 0
    }

    private static func refusal(_ path: String, _ number: Int) -> Failure {
        Int32(number) == ELOOP || Int32(number) == ENOTDIR
            ? .unsafe(path, "it is a symbolic link, or not what it should be") : .disk("open", path, number)
    }
}
