import Files
import Groups
import Kernel

extension MemberKeys {
    /// Creates a key store over a file with mode 0600 and one line, `member SECRET`.
    ///
    /// It refuses a link, another user's file and a file that others may read.
    ///
    /// - Parameter path: evaluated when the file is needed. Throws if the location is unknown.
    package static func file(_ path: @escaping @Sendable () throws -> String) -> MemberKeys {
        MemberKeys(
            load: { try KeyFile(path: path()).load() },
            obtain: {
                let file = KeyFile(path: try path())
                if let key = try file.load() { return key }
                try file.make(MemberKey(randomBytes: MemberKeys.randomBytes()))
                guard let key = try file.load() else { throw file.cannotKeep(FileError.missing) }
                return key
            })
    }

    /// Creates a key store for a dry run: the saved key, or one that ends with the process.
    package static func dryRunCopy(over saved: MemberKeys) -> MemberKeys {
        let unsaved = MemberKey(randomBytes: randomBytes())
        return MemberKeys(load: { try saved.load() }, obtain: { try saved.load() ?? unsaved })
    }

    /// Returns 32 bytes from the system's random source.
    package static let randomBytes: @Sendable () -> [UInt8] = {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } }
    }
}

/// A file with a person's secret for groups.
private struct KeyFile {
    let path: String

    private var file: SmallFile { SmallFile(path, limit: 1024) }

    /// Reads the key, or returns nil for a missing file.
    func load() throws -> MemberKey? {
        let bytes: [UInt8]?
        do { bytes = try file.read(isSecret: true) } catch {
            throw Failure(
                .memberKeyUnsafe, "\(path) cannot be used: \(error).",
                advice: "Correct that, or delete it and join again.", kind: .cannotCreate)
        }
        guard let bytes else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count == 2, words[0] == "member" else { throw Failure.memberKeyDamaged }
        return try MemberKey(secret: words[1])
    }

    /// Creates the file, or returns the key of a process that created it at the same time.
    func make(_ key: MemberKey) throws {
        do { try file.createIfMissing(Array("member \(key.secret)\n".utf8)) } catch FileError.exists { return } catch {
            throw cannotKeep(error)
        }
    }

    /// Returns the failure of a file that cannot be created.
    func cannotKeep(_ trouble: any Error) -> Failure {
        Failure(
            .memberKeyNotKept, "\(path) cannot be written: \(trouble).",
            advice: "Give a folder that you may write to with --data DIR.", kind: .cannotCreate)
    }
}
