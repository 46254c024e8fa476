import Kernel

/// A folder that lies beside a log: photos, caches, drafts. Everything in it is reached by its descriptor, and no symbolic link is followed.
///
/// What cannot be looked into counts as empty; what cannot be removed is an error.
final class BesideFolder {
    let path: String
    private let file: DiskFile
    private let system: any FileSystem
    var descriptor: Int32 { file.descriptor }

    private init(_ file: DiskFile, _ system: any FileSystem) { (self.file, self.system, path) = (file, system, file.path) }

    /// The directory of a store.
    convenience init(_ directory: StoreDirectory) { self.init(directory.handle, directory.system) }

    /// A folder in here; nil when there is none.
    func folder(_ name: String) -> BesideFolder? {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let found = system.open(name, in: descriptor, flags: flags, mode: 0)
        guard found >= 0 else { return nil }
        return BesideFolder(DiskFile(path: "\(path)/\(name)", descriptor: Int32(found), system: system), system)
    }

    /// A folder in here, made when it is not there.
    func made(_ name: String) throws -> BesideFolder {
        guard mkdirat(descriptor, name, 0o700) == 0 || errno == EEXIST else {
            throw Failure.disk("make", "\(path)/\(name)", Int(errno))
        }
        guard let folder = folder(name) else { throw Failure.unsafe("\(path)/\(name)", "it is a symbolic link, or not a folder") }
        return folder
    }

    /// A file in here that was not there before.
    func create(_ name: String) throws -> DiskFile {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = system.open(name, in: descriptor, flags: flags, mode: 0o600)
        guard file >= 0 else { throw Failure.disk("make", "\(path)/\(name)", -file) }
        return DiskFile(path: "\(path)/\(name)", descriptor: Int32(file), system: system)
    }

    /// What is in here, hidden files too, in order.
    var names: [String] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return [] }
        guard let stream = fdopendir(copy) else {
            Kernel.close(copy)
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Removes a file, or a folder with everything in it.
    func remove(_ name: String) throws {
        let result = system.remove(name, in: descriptor)
        guard result < 0, result != -Int(ENOENT) else { return }
        guard [EISDIR, EPERM].contains(Int32(-result)), let folder = folder(name) else {
            throw Failure.disk("remove", "\(path)/\(name)", -result)
        }
        try folder.removeAll()
        try dissolve(name)
    }

    /// Removes a folder that is empty; one that somebody uses as the root of a file system stays.
    func dissolve(_ name: String) throws {
        guard unlinkat(descriptor, name, AT_REMOVEDIR) != 0, ![ENOENT, EBUSY, ENOTDIR].contains(errno) else { return }
        throw Failure.disk("remove", "\(path)/\(name)", Int(errno))
    }

    /// Removes everything in here but what has one of some names.
    func removeAll(except kept: Set<String> = []) throws {
        for name in names where !kept.contains(name) { try remove(name) }
        try sync()
    }

    /// Puts something into another folder of the same file system, under its name or another.
    func move(_ name: String, to other: BesideFolder, as newName: String? = nil) throws {
        let newName = newName ?? name
        guard renameat(descriptor, name, other.descriptor, newName) == 0 else {
            throw Failure.disk("write", "\(other.path)/\(newName)", Int(errno))
        }
    }

    /// Gives something in here another name.
    func rename(_ name: String, to other: String) throws {
        let result = system.rename(name, to: other, in: descriptor)
        guard result >= 0 else { throw Failure.disk("write", "\(path)/\(other)", -result) }
        try sync()
    }

    func sync() throws { try file.sync() }
}
