import Community
import Files
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
                guard let identity = try file.load() else { throw file.cannotKeep(FileTrouble.missing) }
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

    private var file: SmallFile { SmallFile(path, limit: 1024) }

    func load() throws -> Identity? {
        let bytes: [UInt8]?
        do { bytes = try file.read(isSecret: true) } catch { throw unsafe("\(error)") }
        return try bytes.map { try identity(in: String(decoding: $0, as: UTF8.self)) }
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

    /// Of two who make one at once both get the same, whole.
    func make(_ identity: Identity) throws {
        do {
            try file.make(Array("author \(identity.author.rawValue)\nsecret \(identity.secret)\n".utf8))
        } catch FileTrouble.exists {
            return
        } catch { throw cannotKeep(error) }
    }

    func remove() throws { do { try file.remove() } catch { throw cannotKeep(error) } }

    func cannotKeep(_ trouble: any Error) -> Failure {
        Failure(
            .identityNotKept, "\(path) cannot be written: \(trouble).",
            advice: "Give a folder that you may write to with --data DIR.", kind: .cannotCreate)
    }

    private func unsafe(_ reason: String) -> Failure {
        Failure(
            .identityUnsafe, "\(path) cannot be used: \(reason).",
            advice: "Correct that, or delete the file to start as somebody new.",
            kind: .cannotCreate)
    }
}
