import Kernel

/// What the system says to a call that failed.
public enum FileTrouble: Error, CustomStringConvertible {
    /// It is there already.
    case exists
    /// It is not there.
    case missing
    /// Something in its way is no folder.
    case notAFolder
    /// What the system says.
    case other(String)

    /// From `errno`.
    public init(_ number: Int32) {
        switch number {
        case EEXIST: self = .exists
        case ENOENT: self = .missing
        // ELOOP is what O_NOFOLLOW makes of a symbolic link.
        case ENOTDIR, ELOOP: self = .notAFolder
        default: self = .other(String(cString: strerror(number)))
        }
    }

    /// To stand behind a colon.
    public var description: String {
        switch self {
        case .exists: "it exists already"
        case .missing: "it is not there"
        case .notAFolder: "something that is not a folder is in its way"
        case .other(let text): text
        }
    }
}

/// An open folder; everything in it is reached by its descriptor, so nobody can slip another folder in between.
public final class Folder {
    let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// The folder below a root. The root may be reached through symbolic links; what is below it may not.
    ///
    /// - Throws: `FileTrouble`.
    public static func open(_ root: String, _ components: ArraySlice<String>, making: Bool) throws -> Folder {
        if making { try makeRoot(root) }
        let start = Kernel.open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard start != -1 else { throw FileTrouble(errno) }
        return try components.reduce(Folder(start)) { try $0.below($1, making: making) }
    }

    private static func makeRoot(_ root: String) throws {
        guard mkdir(root, 0o700) != 0, errno != EEXIST else { return }
        guard errno == ENOENT, let slash = root.lastIndex(of: "/"), slash > root.startIndex else { throw FileTrouble(errno) }
        try makeRoot(String(root[..<slash]))
        guard mkdir(root, 0o700) == 0 || errno == EEXIST else { throw FileTrouble(errno) }
    }

    /// A folder in this one; links are not followed.
    ///
    /// - Throws: `FileTrouble`.
    public func below(_ name: String) throws -> Folder { try below(name, making: false) }

    private func below(_ name: String, making: Bool) throws -> Folder {
        if making {
            if mkdirat(descriptor, name, 0o700) == 0 {
                try sync(descriptor)
            } else if errno != EEXIST {
                throw FileTrouble(errno)
            }
        }
        let found = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard found != -1 else { throw FileTrouble(errno) }
        return Folder(found)
    }

    /// Writes a file that is not there yet, whole and durable or not at all. It is written under the name of the draft first.
    ///
    /// - Throws: `FileTrouble`.
    public func writeNew(_ bytes: [UInt8], named name: String, draft: String) throws {
        try writeNew(named: name, draft: draft, isHeld: false) { write in try write(bytes) }
    }

    /// The same, piece by piece: `fill` is given what writes the next bytes.
    ///
    /// - Parameter isHeld: whether others are to see that it is being written (`RegularFile.isAtRest`).
    /// - Throws: `FileTrouble`, and what `fill` throws; there is no file then.
    public func writeNew(
        named name: String, draft: String, isHeld: Bool = true, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void
    ) throws {
        guard faccessat(descriptor, name, F_OK, AT_SYMLINK_NOFOLLOW) != 0 else { throw FileTrouble.exists }
        try create(draft, syncing: true, isHeld: isHeld, fill) { file in
            var (here, there) = (stat(), stat())
            if fstat(file, &here) == 0, here.st_nlink == 0, fstatat(descriptor, draft, &there, AT_SYMLINK_NOFOLLOW) == 0,
                there.st_ino != here.st_ino
            {
                throw FileTrouble.other("another program put something in its place while it was written")
            }
            // A link refuses a name that is taken; a rename would overwrite. Names are unique, so where there are no links a rename does.
            if linkat(descriptor, draft, descriptor, name, 0) == 0 {
                unlinkat(descriptor, draft, 0)
            } else {
                guard errno == EPERM || errno == ENOTSUP || errno == EMLINK, renameat(descriptor, draft, descriptor, name) == 0
                else {
                    throw FileTrouble(errno)
                }
            }
            try sync(descriptor)
        }
    }

    /// Writes a file whole or not at all, in the place of one of the same name. It is written under the name of the draft first.
    ///
    /// - Parameters:
    ///   - isDurable: whether it waits until the file is on the medium; what may be lost with the power need not.
    ///   - present: the file that must still stand there; where it does not, nothing happens.
    /// - Throws: `FileTrouble`; what was there is there still then.
    public func replace(
        _ bytes: [UInt8], named name: String, draft: String, isDurable: Bool = true, over present: RegularFile? = nil
    ) throws {
        try create(draft, syncing: isDurable) { write in
            try write(bytes)
        } then: { _ in
            if let present, !holds(present, as: name) {
                unlinkat(descriptor, draft, 0)
                return
            }
            guard renameat(descriptor, draft, descriptor, name) == 0 else { throw FileTrouble(errno) }
            if isDurable { try sync(descriptor) }
        }
    }

    private func holds(_ file: RegularFile, as name: String) -> Bool {
        status(of: name, S_IFREG).map { $0.st_ino == file.place.number && $0.st_dev == file.place.device } ?? false
    }

    /// Does something with names for a draft of a file, until one is free: two may write at once, and a killed process leaves its draft.
    ///
    /// - Throws: what `write` throws.
    public func drafting(_ name: String, _ write: (_ draft: String) throws -> Void) throws {
        for attempt in 0..<Folder.mostDrafts {
            let draft = ".\(name).\(getpid()).\(attempt)"
            do { return try write(draft) } catch FileTrouble.exists
                where faccessat(descriptor, draft, F_OK, AT_SYMLINK_NOFOLLOW) == 0
            {}
        }
        throw FileTrouble.exists
    }

    private static let mostDrafts = 200

    /// The bytes of a regular file; at most `limit`.
    ///
    /// - Throws: `FileTrouble`.
    public func read(_ name: String, limit: Int) throws -> [UInt8] {
        let file = try openFile(name)
        guard file.size <= limit else { throw FileTrouble.other("it is too large") }
        return try file.bytes(at: 0, count: file.size)
    }

    /// A regular file in here, open for reading. Links are not followed, and nothing waits for a FIFO's writer.
    ///
    /// - Throws: `FileTrouble`.
    public func openFile(_ name: String) throws -> RegularFile {
        try RegularFile(openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
    }

    /// Removes a file.
    ///
    /// - Throws: `FileTrouble`.
    public func remove(_ name: String) throws {
        guard unlinkat(descriptor, name, 0) == 0 else { throw FileTrouble(errno) }
        try sync(descriptor)
    }

    /// Removes what bears a name, with everything below it; links are removed and not followed. Nothing there is as well.
    ///
    /// - Throws: `FileTrouble`.
    public func removeTree(_ name: String) throws {
        if let below = try? below(name, making: false) {
            for inner in try below.names(hidden: true) { try below.removeTree(inner) }
            guard unlinkat(descriptor, name, AT_REMOVEDIR) == 0 || errno == ENOENT else { throw FileTrouble(errno) }
        } else {
            guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw FileTrouble(errno) }
        }
    }

    /// The names of what is in here, hidden files left out unless asked for.
    ///
    /// - Throws: `FileTrouble`.
    public func names(hidden: Bool = false) throws -> [String] {
        var names: [String] = []
        try eachName { bytes in
            let name = String(decoding: bytes, as: UTF8.self)
            if !name.hasPrefix(".") || hidden && name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The bytes of each name in here, hidden ones too, in no order: for whoever looks at many.
    ///
    /// - Throws: `FileTrouble`.
    public func eachName(_ body: (Slice<UnsafeRawBufferPointer>) -> Void) throws {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy != -1, let stream = fdopendir(copy) else { throw FileTrouble(errno) }
        defer { closedir(stream) }
        while true {
            // An end and a failure look alike but for this.
            errno = 0
            guard let entry = readdir(stream) else { break }
            withUnsafeBytes(of: &entry.pointee.d_name) { body($0.prefix { $0 != 0 }) }
        }
        guard errno == 0 else { throw FileTrouble(errno) }
    }

    /// The size and the time of a regular file; nil for anything else.
    public func facts(of name: String) -> (bytes: Int, changedAt: Instant)? {
        status(of: name, S_IFREG).map { (Int($0.st_size), $0.changedAt) }
    }

    /// When something was last added, renamed or removed in a folder in here; nil where there is none of this name.
    public func changedAt(_ name: String) -> Instant? { status(of: name, S_IFDIR)?.changedAt }

    /// When something was last added, renamed or removed in here.
    public var changedAt: Instant {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.changedAt : .earliest
    }

    private func status(of name: String, _ kind: mode_t) -> stat? {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == kind else { return nil }
        return status
    }

    /// Whether the folder is still there and nobody else has it; from then on it is ours until this goes.
    func isLocked() -> Bool {
        var status = stat()
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 && fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    /// Writes a file that is not there yet, and does not wait until it is durable.
    func write(_ bytes: [UInt8], to name: String) throws {
        try create(name, syncing: false) { write in try write(bytes) }
    }

    private func create(
        _ name: String, syncing: Bool, isHeld: Bool = false, _ fill: (([UInt8]) throws -> Void) throws -> Void,
        then finish: (_ file: Int32) throws -> Void = { _ in }
    ) throws {
        let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file != -1 else { throw FileTrouble(errno) }
        defer { close(file) }
        do {
            if isHeld { _ = flock(file, LOCK_EX | LOCK_NB) }
            try fill { try Folder.write($0, to: file) }
            if syncing { try sync(file) }
            try finish(file)
        } catch {
            // What another one writes under this name was refused above, and is not ours to remove.
            unlinkat(descriptor, name, 0)
            throw error
        }
    }

    static func write(_ bytes: [UInt8], to file: Int32) throws {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Kernel.write(file, $0.baseAddress?.advanced(by: written), $0.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileTrouble(errno) }
            written += count
        }
    }

    private func sync(_ descriptor: Int32) throws {
        guard OpenFile.sync(descriptor) == 0 else { throw FileTrouble(errno) }
    }
}

extension stat {
    fileprivate var changedAt: Instant { Instant(milliseconds: contentsChanged.milliseconds) }
}
