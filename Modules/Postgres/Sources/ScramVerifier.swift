import Kernel

/// What a server keeps of a password (RFC 5802, RFC 7677): whoever reads it cannot log in with it. It is made here, so that the password never leaves
/// the device, not even towards the server's log.
package struct ScramVerifier {
    private static let rounds = 4096

    /// As PostgreSQL writes it: `SCRAM-SHA-256$4096:salt$stored:server`.
    package let text: String

    /// - Parameters:
    ///   - password: letters and digits.
    ///   - salt: 16 bytes of chance.
    package init(_ password: String, salt: [UInt8]) {
        let key = HMAC(Array(password.utf8))
        var last = key.of(salt + [0, 0, 0, 1])
        var salted = last
        for _ in 1..<ScramVerifier.rounds {
            last = key.of(last)
            for place in salted.indices { salted[place] ^= last[place] }
        }
        let mixed = HMAC(salted)
        let stored = SHA256.digest(mixed.of(Array("Client Key".utf8)))
        let parts = [salt, stored, mixed.of(Array("Server Key".utf8))].map { Data($0).base64EncodedString() }
        text = "SCRAM-SHA-256$\(ScramVerifier.rounds):\(parts[0])$\(parts[1]):\(parts[2])"
    }
}

/// A digest that only whoever has the key can make (RFC 2104), with SHA-256.
private struct HMAC {
    private let inner: SHA256
    private let outer: SHA256

    init(_ key: [UInt8]) {
        let short = key.count > 64 ? SHA256.digest(key) : key
        let block = short + [UInt8](repeating: 0, count: 64 - short.count)
        (inner, outer) = (HMAC.begun(block.map { $0 ^ 0x36 }), HMAC.begun(block.map { $0 ^ 0x5c }))
    }

    func of(_ message: [UInt8]) -> [UInt8] {
        var (sum, last) = (inner, outer)
        sum.add(message)
        last.add(sum.digest)
        return last.digest
    }

    private static func begun(_ block: [UInt8]) -> SHA256 {
        var sum = SHA256()
        sum.add(block)
        return sum
    }
}
