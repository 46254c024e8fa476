import Kernel

/// A folder next to a log, for photos, caches or drafts.
///
/// All access goes through its descriptor and follows no symbolic link. An unreadable item counts
/// as empty. A failed removal is an error.
package final class SidecarFolder {
    let path: String
    private let file: DiskFile
    private let system: any FileSystem
    var descriptor: Int32 { file.descriptor }

    private init(_ file: DiskFile, _ system: any FileSystem) {
        self.file = file
        self.system = system
        path = file.path
    }

    package convenience init(_ directory: StoreDirectory) { self.init(directory.handle, directory.system) }

    /// Returns a subfolder, if it exists.
    package func folder(_ name: String) -> SidecarFolder? {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let subfolder = system.open(name, in: descriptor, flags: flags, mode: 0)
        guard subfolder >= 0 else { return nil }
        return SidecarFolder(DiskFile(path: "\(path)/\(name)", descriptor: Int32(subfolder), system: system), system)
    }

    /// Returns a subfolder and creates it if it is missing.
    func createFolder(_ name: String) throws -> SidecarFolder {
        guard mkdirat(descriptor, name, 0o700) == 0 || errno == EEXIST else {
            throw Failure.disk("make", "\(path)/\(name)", Int(errno))
        }
        guard let folder = folder(name) else {
            throw Failure.unsafe("\(path)/\(name)", "it is a symbolic link, or not a folder")
        }
        return folder
    }

    /// Creates a new file.
    func create(_ name: String) throws -> DiskFile {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = system.open(name, in: descriptor, flags: flags, mode: 0o600)
        guard file >= 0 else { throw Failure.disk("make", "\(path)/\(name)", -file) }
        return DiskFile(path: "\(path)/\(name)", descriptor: Int32(file), system: system)
    }

    /// The names of all items, including hidden files, in order.
    package var names: [String] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return [] }
        guard let stream = fdopendir(copy) else {
            Kernel.close(copy)
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Removes a file or a folder with its contents.
    package func remove(_ name: String) throws {
        let result = system.remove(name, in: descriptor)
        guard result < 0, result != -Int(ENOENT) else { return }
        guard [EISDIR, EPERM].contains(Int32(-result)), let folder = folder(name) else {
            throw Failure.disk("remove", "\(path)/\(name)", -result)
        }
        try folder.removeAll()
        try removeEmptyFolder(name)
    }

    /// Removes an empty folder, unless it is a mount point.
    package func removeEmptyFolder(_ name: String) throws {
        guard unlinkat(descriptor, name, AT_REMOVEDIR) != 0, ![ENOENT, EBUSY, ENOTDIR].contains(errno) else { return }
        throw Failure.disk("remove", "\(path)/\(name)", Int(errno))
    }

    /// Removes everything except the given names.
    package func removeAll(except keptNames: Set<String> = []) throws {
        for name in names where !keptNames.contains(name) { try remove(name) }
        try sync()
    }

    /// Moves an item to another folder of the same file system, under the same or a new name.
    package func move(_ name: String, to other: SidecarFolder, as newName: String? = nil) throws {
        let newName = newName ?? name
        guard renameat(descriptor, name, other.descriptor, newName) == 0 else {
            throw Failure.disk("write", "\(other.path)/\(newName)", Int(errno))
        }
    }

    /// Renames an item durably.
    func rename(_ name: String, to other: String) throws {
        let result = system.rename(name, to: other, in: descriptor)
        guard result >= 0 else { throw Failure.disk("write", "\(path)/\(other)", -result) }
        try sync()
    }

    package func sync() throws { try file.sync() }
}
