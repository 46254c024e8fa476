import Files
import Groups
import Kernel

extension MemberKeys {
    /// A key in a file of its own, 0600: one line, `member SECRET`. A link, a file of somebody else or one that others may read is refused.
    ///
    /// - Parameter path: asked for when the file is needed; throws when nothing says where it belongs.
    public static func file(_ path: @escaping @Sendable () throws -> String) -> MemberKeys {
        MemberKeys(
            load: { try KeyFile(path: path()).load() },
            obtain: {
                let file = KeyFile(path: try path())
                if let key = try file.load() { return key }
                try file.make(MemberKey(chance: MemberKeys.chance()))
                guard let key = try file.load() else { throw file.cannotKeep(FileTrouble.missing) }
                return key
            })
    }

    /// A key in a rehearsal: the one that is kept, else one that is forgotten with the process.
    public static func rehearsed(over kept: MemberKeys) -> MemberKeys {
        let unsaved = MemberKey(chance: chance())
        return MemberKeys(load: { try kept.load() }, obtain: { try kept.load() ?? unsaved })
    }

    /// 32 bytes of the system's chance.
    public static let chance: @Sendable () -> [UInt8] = {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } }
    }
}

private struct KeyFile {
    let path: String

    private var file: SmallFile { SmallFile(path, limit: 1024) }

    func load() throws -> MemberKey? {
        let bytes: [UInt8]?
        do { bytes = try file.read(isSecret: true) } catch {
            throw Failure(
                .memberKeyUnsafe, "\(path) cannot be used: \(error).", advice: "Correct that, or delete it and join again.",
                kind: .cannotCreate)
        }
        guard let bytes else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count == 2, words[0] == "member" else { throw Failure.memberKeyDamaged }
        return try MemberKey(secret: words[1])
    }

    /// Of two who make one at once both get the same, whole.
    func make(_ key: MemberKey) throws {
        do { try file.make(Array("member \(key.secret)\n".utf8)) } catch FileTrouble.exists { return } catch {
            throw cannotKeep(error)
        }
    }

    func cannotKeep(_ trouble: any Error) -> Failure {
        Failure(
            .memberKeyNotKept, "\(path) cannot be written: \(trouble).",
            advice: "Give a folder that you may write to with --data DIR.",
            kind: .cannotCreate)
    }
}
