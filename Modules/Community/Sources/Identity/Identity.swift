import Kernel

/// The anonymous name of a person: 26 characters, computed from a secret so that it cannot be
/// chosen.
package struct Author: RawRepresentable, Codable, Hashable, Sendable, IndexKeyConvertible {
    package let rawValue: String

    /// Creates a name from a record. This proves nothing, because only an `Actor` may write.
    package init(rawValue: String) { self.rawValue = rawValue }

    package var indexKey: IndexKey { rawValue.indexKey }

    /// Returns a derived name for a record that is found by its author and leaves a tombstone.
    ///
    /// The tombstone must not contain the author's own name.
    func derivedName(as purpose: String) -> String { SHA256.name(of: "commonplace \(purpose)\n\(rawValue)") }
}

/// The name under which a person votes, computed from the same secret as `Author`.
///
/// Only the holder of the secret can link the two names, even from the tombstone of a withdrawn
/// vote.
package struct Voter: RawRepresentable, Codable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
}

/// A secret that stays on one device, with the names computed from it. The holder of the secret is
/// the author.
package struct Identity: Hashable, Sendable {
    /// The secret's 64 hexadecimal digits.
    package let secret: String

    /// Creates the identity of a secret.
    ///
    /// - Throws: `identityDamaged` unless the secret is 64 lower-case hexadecimal digits.
    package init(secret: String) throws {
        guard secret.utf8.count == 64, secret.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else { throw Failure.identityDamaged }
        self.secret = secret
    }

    /// Creates an identity from 32 random bytes. Input of another length is hashed to 32 bytes.
    package init(randomBytes: [UInt8]) {
        secret = (randomBytes.count == 32 ? randomBytes : SHA256.digest(randomBytes)).hexadecimal
    }

    /// The author's name: base 32 of the first 128 bits of a SHA-256 of the secret.
    package var author: Author { Author(rawValue: digest("author")) }

    package var voter: Voter { Voter(rawValue: digest("voter")) }

    /// The mark of the developers' key, stored in a community's charter.
    package var developerKeyHash: String { digest("developer") }

    /// Returns the name for one purpose.
    func name(for purpose: String) -> String { digest(purpose) }

    /// Returns a hash of the purpose and the secret as a name of 26 characters.
    private func digest(_ purpose: String) -> String { SHA256.name(of: "commonplace \(purpose)\n\(secret)") }
}

/// The caller of an operation, created only from secrets and therefore proven.
package struct Actor: Sendable {
    /// The author's name, or nil for a reader.
    package let author: Author?
    /// The voter's name, or nil for a reader.
    package let voter: Voter?
    let developerKeyHash: String?
    private let secrets: Identity?

    /// Creates an actor with these secrets.
    ///
    /// - Parameters:
    ///   - identity: the identity whose records the actor may write.
    ///   - key: the developers' key, if the actor has it.
    package init(identity: Identity? = nil, key: Identity? = nil) {
        author = identity?.author ?? key?.author
        voter = identity?.voter ?? key?.voter
        developerKeyHash = key?.developerKeyHash
        secrets = identity ?? key
    }

    /// Returns a name for one purpose, which only the holder of the secret can link to the person's
    /// other names.
    func name(for purpose: String) -> String? { secrets?.name(for: purpose) }

    /// An actor that only reads.
    package static let guest = Actor()
}

/// The storage of an identity, in a file on the device or in memory.
package struct IdentityStore: Sendable {
    /// Returns the identity, or nil if there is none. Throws `identityDamaged`, `identityForged`,
    /// `identityUnsafe`.
    package let load: @Sendable () throws -> Identity?
    /// Returns the identity, or creates and saves it. Concurrent callers get the same one.
    package let obtain: @Sendable () throws -> Identity
    /// Deletes the identity permanently, if there is one.
    package let forget: @Sendable () throws -> Void

    package init(
        load: @escaping @Sendable () throws -> Identity?, obtain: @escaping @Sendable () throws -> Identity,
        forget: @escaping @Sendable () throws -> Void
    ) {
        self.load = load
        self.obtain = obtain
        self.forget = forget
    }
}

extension Failure {
    /// The failure for an identity file that contains no valid secret.
    package static let identityDamaged = Failure(
        .identityDamaged, "The file of your community identity is damaged.",
        advice: "Restore it from a copy, or delete it to start as somebody new.", kind: .badData)
}
