import Kernel

/// The form in which a server stores a password (RFC 5802, RFC 7677). It cannot be used to log in.
///
/// It is computed on this device, so the password never leaves the device, not even for the
/// server's log.
package struct ScramVerifier {
    /// The number of iterations of the key derivation, PostgreSQL's default.
    private static let rounds = 4096

    /// The verifier in PostgreSQL's format: `SCRAM-SHA-256$4096:salt$stored:server`.
    package let text: String

    /// Computes the verifier of a password.
    ///
    /// - Parameters:
    ///   - password: Letters and digits.
    ///   - salt: 16 random bytes.
    package init(_ password: String, salt: [UInt8]) {
        let key = KeyedDigest(key: Array(password.utf8))
        var block = key.code(of: salt + [0, 0, 0, 1])
        var saltedPassword = block
        for _ in 1..<ScramVerifier.rounds {
            block = key.code(of: block)
            for index in saltedPassword.indices { saltedPassword[index] ^= block[index] }
        }
        let saltedDigest = KeyedDigest(key: saltedPassword)
        let storedKey = SHA256.digest(saltedDigest.code(of: Array("Client Key".utf8)))
        let parts = [salt, storedKey, saltedDigest.code(of: Array("Server Key".utf8))].map {
            Data($0).base64EncodedString()
        }
        text = "SCRAM-SHA-256$\(ScramVerifier.rounds):\(parts[0])$\(parts[1]):\(parts[2])"
    }
}
