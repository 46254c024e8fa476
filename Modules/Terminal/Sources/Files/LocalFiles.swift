import Kernel

/// Files by path, as a command line names them.
enum LocalFiles {
    /// Reads a file or a FIFO, up to `limit` bytes.
    ///
    /// - Throws: `Failure` `fileNotFound`, `fileUnreadable`, `notAFile`, `nobodyWrites` (kind
    ///   `missingInput`), `fileTooLarge` (kind `badData`).
    static func read(_ path: String, limit: Int) throws -> [UInt8] {
        let next = try pieces(path)
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            guard let chunk = try next() else { return bytes }
            bytes += chunk
        }
        throw tooLarge("“\(path)”", limit)
    }

    /// Returns a closure that reads the next piece of a file or a FIFO, or nil at the end.
    ///
    /// - Throws: the same errors as `read`.
    static func pieces(_ path: String) throws -> () throws -> [UInt8]? {
        var status = stat()
        guard stat(path, &status) == 0 else { throw cannotRead(path, errno) }
        guard ![S_IFDIR, S_IFBLK, S_IFSOCK].contains(status.st_mode & S_IFMT) else {
            throw Failure(
                .notAFile, "“\(path)” is not a file.", advice: "Name a file, or - for standard input.",
                kind: .missingInput)
        }
        // A blocking open of a FIFO without a writer would wait forever.
        let file = OpenDescriptor(open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK))
        guard file.number >= 0, fstat(file.number, &status) == 0 else { throw cannotRead(path, errno) }
        let statusAtOpening = status
        var first: [UInt8]?
        do {
            if status.st_mode & S_IFMT == S_IFIFO {
                first = try firstBytes(ofFIFO: file.number)
                guard first?.isEmpty == false else {
                    throw Failure(
                        .nobodyWrites, "“\(path)” is a pipe, and no program writes to it.",
                        advice: "Start the program that writes to it, or name a file.", kind: .missingInput)
                }
            }
        } catch let error as POSIXError {
            throw cannotRead(path, error.code.rawValue)
        }
        return {
            if let chunk = first.take() { return chunk }
            do {
                while true {
                    guard let chunk = try Descriptor.readSome(file.number) else { continue }
                    guard chunk.isEmpty else { return chunk }
                    guard isSame(file.number, as: statusAtOpening) else { throw changedWhileRead(path) }
                    return nil
                }
            } catch let error as POSIXError {
                throw cannotRead(path, error.code.rawValue)
            }
        }
    }

    /// Returns the size of a regular file in bytes, or nil for anything else, such as a pipe.
    static func size(_ path: String) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Returns whether a file is unchanged since the read began.
    ///
    /// Otherwise the content that was read is undefined.
    private static func isSame(_ file: Int32, as before: stat) -> Bool {
        var now = stat()
        guard before.st_mode & S_IFMT == S_IFREG, fstat(file, &now) == 0 else { return true }
        // A file that the system generates, as in /proc, has no size and always reflects the
        // current moment.
        return now.st_size == before.st_size
            && (before.st_size == 0 || isSame(now.contentsChanged, before.contentsChanged))
    }

    private static func isSame(_ one: timespec, _ other: timespec) -> Bool {
        one.tv_sec == other.tv_sec && one.tv_nsec == other.tv_nsec
    }

    private static func changedWhileRead(_ path: String) -> Failure {
        Failure(
            .fileChanged, "“\(path)” was changed while it was read.",
            advice: "Try again when no other program writes to it.", kind: .temporary)
    }

    /// A descriptor that closes when its last reader is released.
    private final class OpenDescriptor {
        let number: Int32
        init(_ number: Int32) { self.number = number }
        deinit { if number >= 0 { close(number) } }
    }

    /// Reads the first bytes of a FIFO.
    ///
    /// It waits for a silent writer, and two seconds for a writer that has not opened the FIFO yet.
    private static func firstBytes(ofFIFO descriptor: Int32) throws -> [UInt8] {
        for _ in 0..<100 {
            while true {
                guard let chunk = try Descriptor.readSome(descriptor) else { continue }
                if chunk.isEmpty { break }
                return chunk
            }
            usleep(20_000)
        }
        return []
    }

    /// Writes a file atomically: as a synced draft in the same folder, which then gets the file's
    /// name.
    ///
    /// A link's target is replaced, not the link. Only the user can read a new file. A replaced
    /// file keeps its permissions. Devices and FIFOs are written directly.
    ///
    /// - Parameter isProtected: returns whether a folder belongs to a store, whose records a write
    ///   could overwrite.
    /// - Throws: `Failure` `fileExists`, `cannotWrite` of kind `cannotCreate`.
    static func write(_ path: String, _ bytes: [UInt8], replacing: Bool, protecting isProtected: (String) -> Bool)
        throws
    {
        try write(path, replacing: replacing, protecting: isProtected) { write in try write(bytes) }
    }

    /// Writes a file atomically in pieces, and rethrows the errors of `fill`.
    ///
    /// - Throws: also the errors of the other overload.
    static func write(
        _ path: String, replacing: Bool, protecting isProtected: (String) -> Bool,
        fill: (_ write: ([UInt8]) throws -> Void) throws -> Void
    ) throws {
        var status = stat()
        let exists = stat(path, &status) == 0
        let type = status.st_mode & S_IFMT
        if exists && type == S_IFDIR { throw cannotWrite(path, EISDIR) }
        if exists && type != S_IFREG { return try self.fill(path, O_WRONLY, 0, for: path, fill) }
        guard replacing || !exists else { throw fileExists(path) }
        let target = exists ? withoutLinks(path) : path
        guard !isProtected(folder(of: target)) else { throw inStoreFolder(path) }
        let draft = draftPath(beside: target)
        let mode = exists ? status.st_mode & 0o777 : 0o600
        if try !fillNameless(draft, mode, for: path, fill) {
            try self.fill(draft, O_WRONLY | O_CREAT | O_EXCL, mode, for: path, fill)
        }
        do {
            try place(draft, at: target, replacing: replacing)
        } catch {
            unlink(draft)
            throw error
        }
        syncFolder(of: target)
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    private static func inStoreFolder(_ path: String) -> Failure {
        Failure(
            .cannotWrite, "\(path) is in a folder in which your data is stored.", advice: "Choose another folder.",
            kind: .cannotCreate)
    }

    static func tooLarge(_ name: String, _ limit: Int) -> Failure {
        let size = limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit) bytes"
        return Failure(.fileTooLarge, "\(name) is larger than \(size).", advice: "Give a smaller one.", kind: .badData)
    }

    /// Creates a file and fills it in pieces.
    ///
    /// - Parameter name: the name of the final file, for messages.
    private static func fill(
        _ path: String, _ flags: Int32, _ mode: mode_t, for name: String,
        _ body: (_ write: ([UInt8]) throws -> Void) throws -> Void
    ) throws {
        let descriptor = open(path, flags | O_CLOEXEC | O_NOCTTY, mode)
        guard descriptor >= 0 else { throw cannotWrite(name, errno) }
        defer { close(descriptor) }
        do {
            try fill(descriptor, name, syncing: flags & O_CREAT != 0, body)
        } catch {
            if flags & O_CREAT != 0 { unlink(path) }
            throw error
        }
    }

    private static func fill(
        _ descriptor: Int32, _ path: String, syncing: Bool, _ body: (_ write: ([UInt8]) throws -> Void) throws -> Void
    ) throws {
        try body { bytes in
            do { try bytes.withUnsafeBytes { try Descriptor.write($0, to: descriptor) } } catch {
                throw cannotWrite(path, errno)
            }
        }
        guard syncing, OpenFile.sync(descriptor) != 0 else { return }
        throw cannotWrite(path, errno)
    }

    /// Writes a file that has no name until it is complete, so that even a kill leaves no partial
    /// file.
    ///
    /// - Returns: false if the system or the file system does not support such files.
    private static func fillNameless(
        _ path: String, _ mode: mode_t, for name: String, _ body: (_ write: ([UInt8]) throws -> Void) throws -> Void
    ) throws -> Bool {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) + "/" } ?? "."
        let descriptor = NamelessFile.make(in: folder, mode: mode)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        try fill(descriptor, name, syncing: true, body)
        guard NamelessFile.link(path, to: descriptor) == 0 else { throw cannotWrite(name, errno) }
        return true
    }

    /// Gives a draft its final name.
    ///
    /// A hard link fails atomically if the file exists, which a move does not.
    private static func place(_ draft: String, at path: String, replacing: Bool) throws {
        if replacing {
            guard rename(draft, path) == 0 else { throw cannotWrite(path, errno) }
        } else if link(draft, path) == 0 {
            unlink(draft)
        } else if errno == EEXIST {
            throw fileExists(path)
        } else {
            // Without hard links, the file system cannot exclude that another process created the
            // file at this moment.
            guard access(path, F_OK) != 0, rename(draft, path) == 0 else { throw cannotWrite(path, errno) }
        }
    }

    /// Returns a hidden, unique path in the folder of a file.
    private static func draftPath(beside path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let name =
            ".\(parts.last.map { String($0.prefix(40)) } ?? "").\(getpid()).\(UInt32.random(in: 0...UInt32.max)).part"
        return (parts.dropLast().map(String.init) + [name]).joined(separator: "/")
    }

    /// Returns the path of the file that a symbolic link leads to.
    private static func withoutLinks(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Makes the new name of a file durable by syncing its folder.
    private static func syncFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) + "/" } ?? "."
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = OpenFile.sync(descriptor)
        close(descriptor)
    }

    private static func cannotRead(_ path: String, _ code: Int32) -> Failure {
        code == ENOENT || code == ENOTDIR
            ? Failure(.fileNotFound, "There is no file “\(path)”.", advice: "Check the name.", kind: .missingInput)
            : Failure(.fileUnreadable, "“\(path)” cannot be read: \(Descriptor.reason(code)).", kind: .missingInput)
    }

    private static func cannotWrite(_ path: String, _ code: Int32) -> Failure {
        Failure(
            .cannotWrite, "“\(path)” cannot be written: \(Descriptor.reason(code)).",
            advice: "Choose a folder that exists and that you may write to.", kind: .cannotCreate)
    }

    private static func fileExists(_ path: String) -> Failure {
        Failure(.fileExists, "“\(path)” already exists.", advice: "Choose another name.", kind: .cannotCreate)
    }
}
