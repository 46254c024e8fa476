import Kernel

/// A person's secret for groups, which stays on that person's devices. The holder of the secret is
/// the member.
package struct MemberKey: Hashable, Sendable {
    /// The secret's 64 hexadecimal digits.
    package let secret: String

    /// Creates the key of a secret.
    ///
    /// - Throws: `memberKeyDamaged` unless the secret is 64 lower-case hexadecimal digits.
    package init(secret: String) throws {
        guard secret.utf8.count == 64, secret.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else { throw Failure.memberKeyDamaged }
        self.secret = secret
    }

    /// Creates a key from 32 random bytes. Input of another length is hashed to 32 bytes.
    package init(randomBytes: [UInt8]) {
        secret = (randomBytes.count == 32 ? randomBytes : SHA256.digest(randomBytes)).hexadecimal
    }

    /// Returns the member id in a group. Only the holder of the secret can link the ids of two
    /// groups.
    package func member(of group: Identifier<Group>) -> Identifier<Member> {
        Identifier(SHA256.name(of: "commonplace member of \(group)\n\(secret)"))
    }

    /// Returns the proof to a database that a returning person owns a member id.
    package func proof(in group: Identifier<Group>) -> String {
        SHA256.name(of: "commonplace proof of \(group)\n\(secret)")
    }
}

/// The storage of a person's key, in a file on the device or in memory.
package struct MemberKeys: Sendable {
    /// Returns the key, or nil if there is none. Throws `memberKeyDamaged`.
    package let load: @Sendable () throws -> MemberKey?
    /// Returns the key, or creates and saves it. Concurrent callers get the same one.
    package let obtain: @Sendable () throws -> MemberKey

    package init(load: @escaping @Sendable () throws -> MemberKey?, obtain: @escaping @Sendable () throws -> MemberKey)
    {
        self.load = load
        self.obtain = obtain
    }

    package init(_ key: MemberKey) { self.init(load: { key }, obtain: { key }) }
}

extension Failure {
    /// The failure for a key file that contains no valid secret.
    package static let memberKeyDamaged = Failure(
        .memberKeyDamaged, "The file of your key for groups is damaged.",
        advice: "Restore it from a copy, or delete it and join again as somebody new.", kind: .badData)
}
