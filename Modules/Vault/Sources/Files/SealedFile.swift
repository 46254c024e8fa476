import Kernel
import Sync

/// A file that is locked: what it is, the length of what is in it, and what the seal made of that, which begins with a mark of its key.
enum SealedFile {
    private static let kind: [UInt8] = [0x93] + Array("locked".utf8) + [1]
    private static let start = kind.count + 8
    /// So many bytes say what a file is, and by which key it was closed.
    static let head = start + SealedForm.labelLength

    /// How long a file is behind its lock; nil where its first bytes say that it lies open.
    static func length(_ head: [UInt8]) -> Int? {
        guard head.count >= start, head.starts(with: kind) else { return nil }
        let length = head[kind.count..<start].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: length)
    }

    /// Whether a file is locked with the key of another lock, or of any where none is given.
    static func isElsewhere(_ head: [UInt8], than lock: VaultLock?) -> Bool {
        guard length(head) != nil else { return false }
        guard let lock else { return true }
        return SealedForm.mark(of: head.dropFirst(start)).map { $0 != lock.mark } ?? false
    }

    static func sealed(_ bytes: [UInt8], by seal: any Seal) throws -> [UInt8] {
        kind + (0..<8).map { UInt8(truncatingIfNeeded: bytes.count >> (56 - 8 * $0)) } + (try seal.seal(bytes))
    }

    /// - Throws: `vaultDamaged`.
    static func opened(_ bytes: [UInt8], by seal: any Seal) throws -> [UInt8] {
        let content = try seal.open(Array(bytes.dropFirst(start)))
        guard length(bytes) == content.count else { throw Failure.unreadableItem }
        return content
    }
}

extension Failure {
    /// A file that the key of this store does not open, for another store has the one that does.
    static func lockedElsewhere(_ file: String? = nil, advice: String) -> Failure {
        let said = file.map { "\($0) is locked, and its key lies in another store." }
        return Failure(.vaultElsewhere, said ?? "This is locked, and its key lies in another store.", advice: advice)
    }
}
