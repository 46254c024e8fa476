import Kernel

extension ConsoleFiles {
    /// The files of this machine; `-` is a name like any other.
    public static let disk = ConsoleFiles(
        read: { path, limit in try LocalFiles.read(path, limit: limit) },
        write: { path, bytes, replacing in try LocalFiles.write(path, bytes, replacing: replacing) })
}

/// Files by path, as a command line names them.
enum LocalFiles {
    /// The bytes of a file or a FIFO; at most `limit`.
    ///
    /// - Throws: `Failure` `fileNotFound`, `fileUnreadable`, `notAFile`, `nobodyWrites` (kind `missingInput`), `fileTooLarge` (kind `badData`).
    static func read(_ path: String, limit: Int) throws -> [UInt8] {
        var status = stat()
        guard stat(path, &status) == 0 else { throw cannotRead(path, errno) }
        guard ![S_IFDIR, S_IFBLK, S_IFSOCK].contains(status.st_mode & S_IFMT) else {
            throw Failure(
                .notAFile, "“\(path)” is not a file.", advice: "Name a file, or - for standard input.", kind: .missingInput)
        }
        // Opened for waiting, a FIFO that nobody writes to would hold us for ever.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw cannotRead(path, errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        do {
            if status.st_mode & S_IFMT == S_IFIFO {
                bytes = try firstBytes(ofFIFO: descriptor)
                guard !bytes.isEmpty else {
                    throw Failure(
                        .nobodyWrites, "Nobody writes to “\(path)”, which is a pipe.",
                        advice: "Start its writer, or name a file.",
                        kind: .missingInput)
                }
            }
            while bytes.count <= limit {
                guard let some = try Descriptor.readSome(descriptor) else { continue }
                if some.isEmpty { return bytes }
                bytes += some
            }
        } catch let error as POSIXError {
            throw cannotRead(path, error.code.rawValue)
        }
        throw tooLarge("“\(path)”", limit)
    }

    /// A writer that is there without words is waited for; one that has yet to come gets two seconds.
    private static func firstBytes(ofFIFO descriptor: Int32) throws -> [UInt8] {
        for _ in 0..<100 {
            while true {
                guard let some = try Descriptor.readSome(descriptor) else { continue }
                if some.isEmpty { break }
                return some
            }
            usleep(20_000)
        }
        return []
    }

    /// Writes a file whole or not at all: beside it, synced, then moved to its name. What a link points to is replaced, not the link.
    /// A new file is for nobody else to read; one that is replaced stays as open as it was.
    ///
    /// Devices and FIFOs are written to as they are.
    ///
    /// - Throws: `Failure` `fileExists`, `cannotWrite` of kind `cannotCreate`.
    static func write(_ path: String, _ bytes: [UInt8], replacing: Bool) throws {
        var status = stat()
        let exists = stat(path, &status) == 0
        let type = status.st_mode & S_IFMT
        if exists && type == S_IFDIR { throw cannotWrite(path, EISDIR) }
        if exists && type != S_IFREG { return try fill(path, O_WRONLY, 0, bytes) }
        guard replacing || !exists else { throw fileExists(path) }
        let target = exists ? resolved(path) : path
        let draft = draftPath(beside: target)
        try fill(draft, O_WRONLY | O_CREAT | O_EXCL, exists ? status.st_mode & 0o777 : 0o600, bytes)
        do {
            try place(draft, at: target, replacing: replacing)
        } catch {
            unlink(draft)
            throw error
        }
        syncFolder(of: target)
    }

    static func tooLarge(_ name: String, _ limit: Int) -> Failure {
        let size = limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit) bytes"
        return Failure(.fileTooLarge, "\(name) is larger than \(size).", advice: "Give a smaller one.", kind: .badData)
    }

    private static func fill(_ path: String, _ flags: Int32, _ mode: mode_t, _ bytes: [UInt8]) throws {
        let descriptor = open(path, flags | O_CLOEXEC | O_NOCTTY, mode)
        guard descriptor >= 0 else { throw cannotWrite(path, errno) }
        defer { close(descriptor) }
        do {
            try bytes.withUnsafeBytes { try Descriptor.write($0, to: descriptor) }
            guard flags & O_CREAT != 0, fsync(descriptor) != 0 else { return }
            throw cannotWrite(path, errno)
        } catch {
            if flags & O_CREAT != 0 { unlink(path) }
            throw cannotWrite(path, errno)
        }
    }

    /// A link is made only where no file is, in one step, which a move is not.
    private static func place(_ draft: String, at path: String, replacing: Bool) throws {
        if replacing {
            guard rename(draft, path) == 0 else { throw cannotWrite(path, errno) }
        } else if link(draft, path) == 0 {
            unlink(draft)
        } else if errno == EEXIST {
            throw fileExists(path)
        } else {
            // A file system without hard links: nothing can promise that nobody else made the file in this moment.
            guard access(path, F_OK) != 0, rename(draft, path) == 0 else { throw cannotWrite(path, errno) }
        }
    }

    private static func draftPath(beside path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let name = ".\(parts.last.map { String($0.prefix(40)) } ?? "").\(getpid()).\(UInt32.random(in: 0...UInt32.max)).part"
        return (parts.dropLast().map(String.init) + [name]).joined(separator: "/")
    }

    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func syncFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) + "/" } ?? "."
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
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
        Failure(.fileExists, "“\(path)” exists already.", advice: "Choose another name.", kind: .cannotCreate)
    }
}
