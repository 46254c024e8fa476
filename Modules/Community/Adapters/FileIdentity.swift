import Community
import Files
import Kernel

extension IdentityStore {
    /// Creates an identity store over a file with mode 0600 and two lines: `author`, for people to
    /// see, and `secret`.
    ///
    /// The author is computed from the secret. A file that claims another author is refused. The
    /// store also refuses a link, another user's file and a file that others may read.
    ///
    /// - Parameter path: evaluated when the file is needed. Throws if the location is unknown.
    package static func file(_ path: @escaping @Sendable () throws -> String) -> IdentityStore {
        IdentityStore(
            load: { try IdentityFile(path: path()).load() },
            obtain: {
                let file = IdentityFile(path: try path())
                if let identity = try file.load() { return identity }
                try file.make(Identity(randomBytes: IdentityFile.randomBytes()))
                guard let identity = try file.load() else { throw file.cannotKeep(FileError.missing) }
                return identity
            },
            forget: { try IdentityFile(path: path()).remove() })
    }

    /// Creates the identity store of an app: in memory, in a file of a folder, or as a dry run over
    /// that file.
    package static func stored(
        _ name: String, in folder: @escaping @Sendable () throws -> String, inMemory: Bool, isDryRun: Bool
    ) -> IdentityStore {
        if inMemory { return .memory(randomBytes: randomBytes) }
        let file = IdentityStore.file { try folder() + "/" + name }
        return isDryRun ? .dryRunCopy(over: file) : file
    }

    /// Creates an identity store for a dry run.
    ///
    /// It returns the saved identity, or one that ends with the process. It creates and removes no
    /// file.
    package static func dryRunCopy(over saved: IdentityStore) -> IdentityStore {
        let unsaved = IdentityStore.memory(randomBytes: randomBytes)
        return IdentityStore(
            load: { try saved.load() ?? unsaved.load() }, obtain: { try saved.load() ?? unsaved.obtain() },
            forget: unsaved.forget)
    }

    /// Returns 32 bytes from the system's random source.
    package static let randomBytes: @Sendable () -> [UInt8] = { IdentityFile.randomBytes() }
}

/// A file with an author's name and secret.
struct IdentityFile {
    let path: String

    /// Returns 32 bytes from the system's random source.
    static func randomBytes() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } }
    }

    private var file: SmallFile { SmallFile(path, limit: 1024) }

    /// Reads the identity, or returns nil for a missing file.
    func load() throws -> Identity? {
        let bytes: [UInt8]?
        do { bytes = try file.read(isSecret: true) } catch { throw unsafe("\(error)") }
        return try bytes.map { try identity(in: String(decoding: $0, as: UTF8.self)) }
    }

    /// Parses the two lines of the file.
    ///
    /// - Throws: `identityDamaged`, `identityForged`.
    private func identity(in text: String) throws -> Identity {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count == 4, words[0] == "author", words[2] == "secret" else { throw Failure.identityDamaged }
        let identity = try Identity(secret: words[3])
        guard identity.author.rawValue == words[1] else {
            throw Failure(
                .identityForged, "\(path) holds an anonymous name that does not belong to its secret.",
                advice: "Restore the file from a copy, or delete it to start as somebody new.", kind: .badData)
        }
        return identity
    }

    /// Creates the file, or returns the identity of a process that created it at the same time.
    func make(_ identity: Identity) throws {
        do {
            try file.createIfMissing(Array("author \(identity.author.rawValue)\nsecret \(identity.secret)\n".utf8))
        } catch FileError.exists {
            return
        } catch { throw cannotKeep(error) }
    }

    func remove() throws { do { try file.remove() } catch { throw cannotKeep(error) } }

    /// Returns the failure of a file that cannot be created or deleted.
    func cannotKeep(_ trouble: any Error) -> Failure {
        Failure(
            .identityNotKept, "\(path) cannot be written: \(trouble).",
            advice: "Give a folder that you may write to with --data DIR.", kind: .cannotCreate)
    }

    /// Returns the failure of a file that cannot be trusted or read.
    private func unsafe(_ reason: String) -> Failure {
        Failure(
            .identityUnsafe, "\(path) cannot be used: \(reason).",
            advice: "Correct that, or delete the file to start as somebody new.", kind: .cannotCreate)
    }
}
