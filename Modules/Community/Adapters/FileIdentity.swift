import Community
import Kernel

extension IdentityStore {
    /// An identity in a file of its own, 0600: two lines, `author` for people to see and `secret`.
    ///
    /// The author is computed from the secret; a file that claims another author is refused. A link, a file of somebody else or one that
    /// others may read is refused too.
    ///
    /// - Parameter path: asked for when the file is needed; throws when nothing says where it belongs.
    public static func file(_ path: @escaping @Sendable () throws -> String) -> IdentityStore {
        IdentityStore(
            load: { try IdentityFile(path: path()).load() },
            obtain: {
                let file = IdentityFile(path: try path())
                if let identity = try file.load() { return identity }
                try file.make(Identity(chance: IdentityFile.chance()))
                guard let identity = try file.load() else { throw file.cannotKeep(ENOENT) }
                return identity
            },
            forget: { try IdentityFile(path: path()).remove() })
    }

    /// An identity as an app keeps it: in memory, in a file of a folder, or rehearsed over that file.
    public static func kept(
        _ name: String, in folder: @escaping @Sendable () throws -> String, inMemory: Bool, isRehearsal: Bool
    ) -> IdentityStore {
        if inMemory { return .memory(chance: chance) }
        let file = IdentityStore.file { try folder() + "/" + name }
        return isRehearsal ? .rehearsed(over: file) : file
    }

    /// An identity in a rehearsal: the one that is kept where there is one, else one that is forgotten with the process. On the disk
    /// nothing is made and nothing removed.
    public static func rehearsed(over kept: IdentityStore) -> IdentityStore {
        let unsaved = IdentityStore.memory(chance: chance)
        return IdentityStore(
            load: { try kept.load() ?? unsaved.load() }, obtain: { try kept.load() ?? unsaved.obtain() }, forget: unsaved.forget)
    }

    /// 32 bytes of the system's chance.
    public static let chance: @Sendable () -> [UInt8] = { IdentityFile.chance() }
}

struct IdentityFile {
    let path: String

    static func chance() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } }
    }

    func load() throws -> Identity? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw unsafe("it cannot be opened: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw unsafe("it is not a plain file") }
        guard status.st_uid == geteuid() else { throw unsafe("it belongs to somebody else") }
        guard status.st_mode & 0o077 == 0 else { throw unsafe("other people can read it; correct that with `chmod 600 \(path)`") }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(descriptor, &bytes, bytes.count)
        return try identity(in: String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
    }

    private func identity(in text: String) throws -> Identity {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count == 4, words[0] == "author", words[2] == "secret" else { throw Failure.identityDamaged }
        let identity = try Identity(secret: words[3])
        guard identity.author.rawValue == words[1] else {
            throw Failure(
                .identityForged, "\(path) holds an anonymous name that does not belong to its secret.",
                advice: "Restore the file from a copy, or delete it to start as somebody new.",
                kind: .badData)
        }
        return identity
    }

    /// Made beside its name and linked to it, so that of two who make one at once both get the same, whole.
    func make(_ identity: Identity) throws {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let draft = "\(path).\(getpid()).\(UInt64.random(in: 0 ... .max))"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw cannotKeep(errno) }
        defer { unlink(draft) }
        let bytes = Array("author \(identity.author.rawValue)\nsecret \(identity.secret)\n".utf8)
        let isWritten = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        let trouble = errno
        close(descriptor)
        guard isWritten else { throw cannotKeep(trouble) }
        guard link(draft, path) == 0 || errno == EEXIST else { throw cannotKeep(errno) }
    }

    func remove() throws {
        guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else { throw cannotKeep(errno) }
    }

    func cannotKeep(_ number: Int32) -> Failure {
        Failure(
            .identityNotKept, "\(path) cannot be written: \(String(cString: strerror(number))).",
            advice: "Give a folder that you may write to with --data DIR.", kind: .cannotCreate)
    }

    private func unsafe(_ reason: String) -> Failure {
        Failure(
            .identityUnsafe, "\(path) cannot be used: \(reason).",
            advice: "Correct that, or delete the file to start as somebody new.",
            kind: .cannotCreate)
    }
}
