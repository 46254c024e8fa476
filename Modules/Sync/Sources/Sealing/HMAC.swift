import Kernel

/// Names and proofs that only a key can make: HMAC (RFC 2104) by SHA-256.
enum HMAC {
    private static let block = 64

    /// 32 bytes that follow from a key and a message.
    static func code(_ message: [UInt8], by key: [UInt8]) -> [UInt8] {
        var key = key.count > block ? SHA256.digest(key) : key
        key += [UInt8](repeating: 0, count: block - key.count)
        let inner = SHA256.digest(key.map { $0 ^ 0x36 } + message)
        return SHA256.digest(key.map { $0 ^ 0x5C } + inner)
    }
}

extension Sequence<UInt8> {
    /// A letter or digit for each byte, by its last five bits: for names.
    var letters: String {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        return String(map { alphabet[Int($0 & 31)] })
    }
}
