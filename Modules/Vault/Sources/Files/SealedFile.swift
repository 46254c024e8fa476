import Kernel
import Sync

/// A file that is locked: what it is, the length of what is in it, and what the seal made of that.
enum SealedFile {
    private static let kind: [UInt8] = [0x93] + Array("locked".utf8) + [1]
    /// So many bytes say what a file is.
    static let head = kind.count + 8

    /// How long a file is behind its lock; nil where its first bytes say that it lies open.
    static func length(_ head: [UInt8]) -> Int? {
        guard head.count >= SealedFile.head, head.starts(with: kind) else { return nil }
        let length = head[kind.count..<SealedFile.head].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: length)
    }

    static func sealed(_ bytes: [UInt8], by seal: any Seal) throws -> [UInt8] {
        kind + (0..<8).map { UInt8(truncatingIfNeeded: bytes.count >> (56 - 8 * $0)) } + (try seal.seal(bytes))
    }

    /// - Throws: `vaultDamaged`.
    static func opened(_ bytes: [UInt8], by seal: any Seal) throws -> [UInt8] {
        let content = try seal.open(Array(bytes.dropFirst(head)))
        guard length(bytes) == content.count else { throw Failure.unreadableItem }
        return content
    }
}
