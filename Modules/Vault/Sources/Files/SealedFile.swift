import Kernel
import Sync

/// The format of an encrypted file: a magic number, the length of the content, and the encrypted
/// bytes.
///
/// The encrypted bytes begin with a fingerprint of the key.
enum SealedFile {
    private static let kind: [UInt8] = [0x93] + Array("locked".utf8) + [1]
    /// The length of the magic number and the length field.
    private static let headerLength = kind.count + 8
    /// The number of leading bytes that identify an encrypted file and its key.
    static let headLength = headerLength + SealedForm.labelLength

    /// Returns the length of the decrypted content, or nil for a file that is not encrypted.
    static func length(_ head: [UInt8]) -> Int? {
        guard head.count >= headerLength, head.starts(with: kind) else { return nil }
        let length = head[kind.count..<headerLength].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: length)
    }

    /// Returns whether a file is encrypted with the key of another lock, or of any lock if none is
    /// given.
    static func belongsToOtherLock(_ head: [UInt8], than lock: VaultLock?) -> Bool {
        guard length(head) != nil else { return false }
        guard let lock else { return true }
        return SealedForm.fingerprint(of: head.dropFirst(headerLength)).map { $0 != lock.mark } ?? false
    }

    static func sealed(_ bytes: [UInt8], by seal: any Seal) throws -> [UInt8] {
        kind + (0..<8).map { UInt8(truncatingIfNeeded: bytes.count >> (56 - 8 * $0)) } + (try seal.seal(bytes))
    }

    /// Returns the decrypted contents of a file, or throws `vaultDamaged`.
    static func opened(_ bytes: [UInt8], by seal: any Seal) throws -> [UInt8] {
        let content = try seal.open(Array(bytes.dropFirst(headerLength)))
        guard length(bytes) == content.count else { throw Failure.unreadableItem }
        return content
    }
}

extension Failure {
    /// Returns the failure for a file whose key belongs to another store.
    static func lockedElsewhere(_ file: String? = nil, advice: String) -> Failure {
        let message = file.map { "\($0) is locked, and its key lies in another store." }
        return Failure(.vaultElsewhere, message ?? "This is locked, and its key lies in another store.", advice: advice)
    }
}
