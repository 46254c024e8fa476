import Kernel

/// Files by path, as a command line names them.
enum LocalFiles {
    /// The bytes of a file or a FIFO; at most `limit`.
    ///
    /// - Throws: `Failure` `fileNotFound`, `fileUnreadable`, `notAFile`, `nobodyWrites` (kind `missingInput`), `fileTooLarge` (kind `badData`).
    static func read(_ path: String, limit: Int) throws -> [UInt8] {
        let next = try pieces(path)
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            guard let some = try next() else { return bytes }
            bytes += some
        }
        throw tooLarge("“\(path)”", limit)
    }

    /// What reads the next piece of a file or a FIFO, and gives nil at the end.
    ///
    /// - Throws: as `read`.
    static func pieces(_ path: String) throws -> () throws -> [UInt8]? {
        var status = stat()
        guard stat(path, &status) == 0 else { throw cannotRead(path, errno) }
        guard ![S_IFDIR, S_IFBLK, S_IFSOCK].contains(status.st_mode & S_IFMT) else {
            throw Failure(
                .notAFile, "“\(path)” is not a file.", advice: "Name a file, or - for standard input.", kind: .missingInput)
        }
        // Opened for waiting, a FIFO that nobody writes to would hold us for ever.
        let file = OpenDescriptor(open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK))
        guard file.number >= 0, fstat(file.number, &status) == 0 else { throw cannotRead(path, errno) }
        let opened = status
        var first: [UInt8]?
        do {
            if status.st_mode & S_IFMT == S_IFIFO {
                first = try firstBytes(ofFIFO: file.number)
                guard first?.isEmpty == false else {
                    throw Failure(
                        .nobodyWrites, "“\(path)” is a pipe, and no program writes to it.",
                        advice: "Start the program that writes to it, or name a file.",
                        kind: .missingInput)
                }
            }
        } catch let error as POSIXError {
            throw cannotRead(path, error.code.rawValue)
        }
        return {
            if let some = first.take() { return some }
            do {
                while true {
                    guard let some = try Descriptor.readSome(file.number) else { continue }
                    guard some.isEmpty else { return some }
                    guard isSame(file.number, as: opened) else { throw changed(path) }
                    return nil
                }
            } catch let error as POSIXError {
                throw cannotRead(path, error.code.rawValue)
            }
        }
    }

    /// Whether a file is as it was: of one that somebody writes meanwhile nobody knows what was read.
    private static func isSame(_ file: Int32, as before: stat) -> Bool {
        var now = stat()
        guard before.st_mode & S_IFMT == S_IFREG, fstat(file, &now) == 0 else { return true }
        // What the system itself tells in a file, as in /proc, has no size and is always of this moment.
        return now.st_size == before.st_size && (before.st_size == 0 || isSame(now.contentsChanged, before.contentsChanged))
    }

    private static func isSame(_ one: timespec, _ other: timespec) -> Bool {
        one.tv_sec == other.tv_sec && one.tv_nsec == other.tv_nsec
    }

    private static func changed(_ path: String) -> Failure {
        Failure(
            .fileChanged, "“\(path)” was changed while it was read.", advice: "Try again when no other program writes to it.",
            kind: .temporary)
    }

    /// A descriptor that is closed with whoever reads from it.
    private final class OpenDescriptor {
        let number: Int32
        init(_ number: Int32) { self.number = number }
        deinit { if number >= 0 { close(number) } }
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
    /// - Parameter isKept: whether a folder is one in which records are kept; what is written there would take their place.
    /// - Throws: `Failure` `fileExists`, `cannotWrite` of kind `cannotCreate`.
    static func write(_ path: String, _ bytes: [UInt8], replacing: Bool, sparing isKept: (String) -> Bool) throws {
        try write(path, replacing: replacing, sparing: isKept) { write in try write(bytes) }
    }

    /// The same piece by piece. What `fill` throws is thrown on.
    ///
    /// - Throws: as the other.
    static func write(
        _ path: String, replacing: Bool, sparing isKept: (String) -> Bool,
        fill: (_ write: ([UInt8]) throws -> Void) throws -> Void
    ) throws {
        var status = stat()
        let exists = stat(path, &status) == 0
        let type = status.st_mode & S_IFMT
        if exists && type == S_IFDIR { throw cannotWrite(path, EISDIR) }
        if exists && type != S_IFREG { return try self.fill(path, O_WRONLY, 0, for: path, fill) }
        guard replacing || !exists else { throw fileExists(path) }
        let target = exists ? resolved(path) : path
        guard !isKept(folder(of: target)) else { throw amongRecords(path) }
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

    private static func amongRecords(_ path: String) -> Failure {
        Failure(
            .cannotWrite, "\(path) lies among the files in which your data is kept.", advice: "Choose another folder.",
            kind: .cannotCreate)
    }

    static func tooLarge(_ name: String, _ limit: Int) -> Failure {
        let size = limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit) bytes"
        return Failure(.fileTooLarge, "\(name) is larger than \(size).", advice: "Give a smaller one.", kind: .badData)
    }

    /// - Parameter name: what people call the file that this becomes.
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
            do { try bytes.withUnsafeBytes { try Descriptor.write($0, to: descriptor) } } catch { throw cannotWrite(path, errno) }
        }
        guard syncing, OpenFile.sync(descriptor) != 0 else { return }
        throw cannotWrite(path, errno)
    }

    /// Writes a file that has no name until it is whole, so that not even a kill leaves half of it.
    ///
    /// - Returns: false where the system, or the file system, knows no such files.
    private static func fillNameless(
        _ path: String, _ mode: mode_t, for name: String, _ body: (_ write: ([UInt8]) throws -> Void) throws -> Void
    ) throws -> Bool {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) + "/" } ?? "."
        let descriptor = NamelessFile.make(in: folder, mode: mode)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        try fill(descriptor, name, syncing: true, body)
        guard NamelessFile.give(path, to: descriptor) == 0 else { throw cannotWrite(name, errno) }
        return true
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
