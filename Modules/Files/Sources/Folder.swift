import Kernel

/// The error of a failed system call.
package enum FileError: Error, CustomStringConvertible {
    case exists
    case missing
    case notAFolder
    case other(String)

    package init(_ number: Int32) {
        switch number {
        case EEXIST: self = .exists
        case ENOENT: self = .missing
        // `O_NOFOLLOW` reports a symbolic link as `ELOOP`.
        case ENOTDIR, ELOOP: self = .notAFolder
        default: self = .other(String(cString: strerror(number)))
        }
    }

    package var description: String {
        switch self {
        case .exists: "it exists already"
        case .missing: "it is not there"
        case .notAFolder: "something that is not a folder is in its way"
        case .other(let text): text
        }
    }
}

/// An open folder, whose contents are reached through its descriptor, so that no process can
/// substitute another folder.
package final class Folder {
    let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Opens the folder below a root. The root may be reached through symbolic links, but the path
    /// below it must contain none.
    ///
    /// - Throws: `FileError`.
    package static func open(_ root: String, _ components: ArraySlice<String>, making: Bool) throws -> Folder {
        if making { try makeRoot(root) }
        let start = Kernel.open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard start != -1 else { throw FileError(errno) }
        return try components.reduce(Folder(start)) { try $0.subfolder($1, making: making) }
    }

    private static func makeRoot(_ root: String) throws {
        guard mkdir(root, 0o700) != 0, errno != EEXIST else { return }
        guard errno == ENOENT, let slash = root.lastIndex(of: "/"), slash > root.startIndex else {
            throw FileError(errno)
        }
        try makeRoot(String(root[..<slash]))
        guard mkdir(root, 0o700) == 0 || errno == EEXIST else { throw FileError(errno) }
    }

    /// Opens a folder in this one without following links.
    ///
    /// - Throws: `FileError`.
    package func subfolder(_ name: String) throws -> Folder { try subfolder(name, making: false) }

    private func subfolder(_ name: String, making: Bool) throws -> Folder {
        if making {
            if mkdirat(descriptor, name, 0o700) == 0 {
                try sync(descriptor)
            } else if errno != EEXIST {
                throw FileError(errno)
            }
        }
        let child = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard child != -1 else { throw FileError(errno) }
        return Folder(child)
    }

    /// Writes a new file durably and atomically. It is first written under the name of the draft.
    ///
    /// - Throws: `FileError`.
    package func writeNew(_ bytes: [UInt8], named name: String, draft: String) throws {
        try writeNew(named: name, draft: draft, isHeld: false) { write in try write(bytes) }
    }

    /// Writes a new file durably and atomically in pieces. `fill` receives a function that writes
    /// the next bytes.
    ///
    /// - Parameter isHeld: whether other processes can see that the file is being written
    ///   (`RegularFile.isAtRest`).
    /// - Throws: `FileError`, and what `fill` throws. No file exists then.
    package func writeNew(
        named name: String, draft: String, isHeld: Bool = true, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void
    ) throws {
        guard faccessat(descriptor, name, F_OK, AT_SYMLINK_NOFOLLOW) != 0 else { throw FileError.exists }
        try create(draft, syncing: true, isHeld: isHeld, fill) { file in
            var opened = stat()
            var current = stat()
            if fstat(file, &opened) == 0, opened.st_nlink == 0,
                fstatat(descriptor, draft, &current, AT_SYMLINK_NOFOLLOW) == 0,
                current.st_ino != opened.st_ino
            {
                throw FileError.other("another program put something in its place while it was written")
            }
            // A link refuses an existing name, and a rename would overwrite it. File names are
            // unique, so a rename is safe where links are not supported.
            if linkat(descriptor, draft, descriptor, name, 0) == 0 {
                unlinkat(descriptor, draft, 0)
            } else {
                guard errno == EPERM || errno == ENOTSUP || errno == EMLINK,
                    renameat(descriptor, draft, descriptor, name) == 0
                else { throw FileError(errno) }
            }
            try sync(descriptor)
        }
    }

    /// Writes a file atomically and replaces one of the same name. It is first written under the
    /// name of the draft.
    ///
    /// - Parameters:
    ///   - isDurable: whether the call waits until the file is on the medium. Files that a power
    ///     failure may destroy do not need it.
    ///   - existing: the file that must still exist under the name. Otherwise nothing happens.
    /// - Throws: `FileError`. The previous file is unchanged then.
    package func replace(
        _ bytes: [UInt8], named name: String, draft: String, isDurable: Bool = true, over existing: RegularFile? = nil
    ) throws {
        try create(draft, syncing: isDurable) { write in
            try write(bytes)
        } then: { _ in
            if let existing, !isNamed(existing, as: name) {
                unlinkat(descriptor, draft, 0)
                return
            }
            guard renameat(descriptor, draft, descriptor, name) == 0 else { throw FileError(errno) }
            if isDurable { try sync(descriptor) }
        }
    }

    private func isNamed(_ file: RegularFile, as name: String) -> Bool {
        status(of: name, S_IFREG).map { $0.st_ino == file.identity.number && $0.st_dev == file.identity.device }
            ?? false
    }

    /// Calls a function with draft names of a file until one is free. Two processes may write at
    /// once, and a killed process leaves its draft.
    ///
    /// - Throws: what `write` throws.
    package func withFreeDraftName(_ name: String, _ write: (_ draft: String) throws -> Void) throws {
        for attempt in 0..<Folder.maxDraftNames {
            let draft = ".\(name).\(getpid()).\(attempt)"
            do { return try write(draft) } catch FileError.exists
                where faccessat(descriptor, draft, F_OK, AT_SYMLINK_NOFOLLOW) == 0
            {}
        }
        throw FileError.exists
    }

    private static let maxDraftNames = 200

    /// Returns the bytes of a regular file, up to `limit`.
    ///
    /// - Throws: `FileError`.
    package func read(_ name: String, limit: Int) throws -> [UInt8] {
        let file = try openFile(name)
        guard file.size <= limit else { throw FileError.other("it is too large") }
        return try file.bytes(at: 0, count: file.size)
    }

    /// Opens a regular file in this folder for reading. It does not follow links or wait for the
    /// writer of a FIFO.
    ///
    /// - Throws: `FileError`.
    package func openFile(_ name: String) throws -> RegularFile {
        try RegularFile(openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
    }

    /// Removes a file.
    ///
    /// - Throws: `FileError`.
    package func remove(_ name: String) throws {
        guard unlinkat(descriptor, name, 0) == 0 else { throw FileError(errno) }
        try sync(descriptor)
    }

    /// Removes a file or a folder with all its contents. Links are removed without being followed,
    /// and a missing name is accepted.
    ///
    /// - Throws: `FileError`.
    package func removeTree(_ name: String) throws {
        if let child = try? subfolder(name, making: false) {
            for childName in try child.names(hidden: true) { try child.removeTree(childName) }
            guard unlinkat(descriptor, name, AT_REMOVEDIR) == 0 || errno == ENOENT else { throw FileError(errno) }
        } else {
            guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw FileError(errno) }
        }
    }

    /// Returns the names in this folder. Hidden files are included on request.
    ///
    /// - Throws: `FileError`.
    package func names(hidden: Bool = false) throws -> [String] {
        var names: [String] = []
        try eachName { bytes in
            let name = String(decoding: bytes, as: UTF8.self)
            if !name.hasPrefix(".") || hidden && name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Passes the bytes of each name in this folder, including hidden ones, in no particular order.
    /// It suits callers that look at many names.
    ///
    /// - Throws: `FileError`.
    package func eachName(_ body: (Slice<UnsafeRawBufferPointer>) -> Void) throws {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy != -1, let stream = fdopendir(copy) else { throw FileError(errno) }
        defer { closedir(stream) }
        while true {
            // Only `errno` distinguishes the end from a failure.
            errno = 0
            guard let entry = readdir(stream) else { break }
            withUnsafeBytes(of: &entry.pointee.d_name) { body($0.prefix { $0 != 0 }) }
        }
        guard errno == 0 else { throw FileError(errno) }
    }

    /// Returns the size and the time of a regular file, or nil for anything else.
    package func metadata(of name: String) -> (bytes: Int, changedAt: Instant)? {
        status(of: name, S_IFREG).map { (Int($0.st_size), $0.changedAt) }
    }

    /// Returns the time of the last addition, rename or removal in a subfolder, or nil if it does
    /// not exist.
    package func changedAt(_ name: String) -> Instant? { status(of: name, S_IFDIR)?.changedAt }

    /// The time of the last addition, rename or removal in this folder.
    package var changedAt: Instant {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.changedAt : .earliest
    }

    private func status(of name: String, _ kind: mode_t) -> stat? {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == kind else {
            return nil
        }
        return status
    }

    /// Locks the folder and returns whether it succeeded: the folder still exists and no other
    /// process holds it. The lock lasts as long as this object.
    func tryLock() -> Bool {
        var status = stat()
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 && fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    /// Writes a new file without waiting until it is durable.
    func write(_ bytes: [UInt8], to name: String) throws {
        try create(name, syncing: false) { write in try write(bytes) }
    }

    /// Creates a file and removes it again if a closure fails.
    private func create(
        _ name: String, syncing: Bool, isHeld: Bool = false, _ fill: (([UInt8]) throws -> Void) throws -> Void,
        then finish: (_ file: Int32) throws -> Void = { _ in }
    ) throws {
        let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file != -1 else { throw FileError(errno) }
        defer { close(file) }
        do {
            if isHeld { _ = flock(file, LOCK_EX | LOCK_NB) }
            try fill { try Folder.write($0, to: file) }
            if syncing { try sync(file) }
            try finish(file)
        } catch {
            // `O_EXCL` refuses a file of another process above, so this process created the file
            // that it removes.
            unlinkat(descriptor, name, 0)
            throw error
        }
    }

    static func write(_ bytes: [UInt8], to file: Int32) throws {
        var writtenCount = 0
        while writtenCount < bytes.count {
            let count = bytes.withUnsafeBytes {
                Kernel.write(file, $0.baseAddress?.advanced(by: writtenCount), $0.count - writtenCount)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileError(errno) }
            writtenCount += count
        }
    }

    private func sync(_ descriptor: Int32) throws {
        guard OpenFile.sync(descriptor) == 0 else { throw FileError(errno) }
    }
}

extension stat { fileprivate var changedAt: Instant { Instant(milliseconds: contentsChanged.milliseconds) } }
