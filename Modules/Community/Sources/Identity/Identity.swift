import Kernel

/// The anonymous name of a person: 26 characters that say nothing about them. It is computed from a secret and cannot be chosen.
public struct Author: RawRepresentable, Codable, Hashable, Sendable, IndexKeyConvertible {
    /// The name's text.
    public let rawValue: String

    /// The name as it stands in a record. Reading one proves nothing; only an `Actor` may write.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The text as a key.
    public var indexKey: IndexKey { rawValue.indexKey }

    /// A name for a record that is found by its author and leaves a tombstone, in which the author's own name must not stand.
    func veiled(as purpose: String) -> String { SHA256.name(of: "commonplace \(purpose)\n\(rawValue)") }
}

/// The name under which a person votes. It follows from the same secret as `Author`, and without that secret nobody can tell whose it is:
/// neither while the vote counts, nor from the tombstone that stays when it was taken back.
public struct Voter: RawRepresentable, Codable, Hashable, Sendable {
    /// The name's text.
    public let rawValue: String

    /// The name as it stands in a vote's identifier.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A secret that stays on one device, and the names that follow from it. Whoever has the secret is the author.
public struct Identity: Hashable, Sendable {
    /// 64 hexadecimal digits.
    public let secret: String

    /// The identity of a secret.
    ///
    /// - Throws: `identityDamaged` when it is not 64 lower-case hexadecimal digits.
    public init(secret: String) throws {
        guard secret.utf8.count == 64, secret.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else {
            throw Failure.identityDamaged
        }
        self.secret = secret
    }

    /// A new identity from 32 bytes of chance; more or fewer are hashed to as many.
    public init(chance: [UInt8]) {
        let bytes = chance.count == 32 ? chance : SHA256.digest(chance)
        secret = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Under which name this identity writes: base 32 of the first 128 bits of a SHA-256 of the secret.
    public var author: Author { Author(rawValue: digest("author")) }

    /// Under which name this identity votes.
    public var voter: Voter { Voter(rawValue: digest("voter")) }

    /// What a community's charter keeps of its developers' key.
    public var developerMark: String { digest("developer") }

    func name(for purpose: String) -> String { digest(purpose) }

    private func digest(_ purpose: String) -> String { SHA256.name(of: "commonplace \(purpose)\n\(secret)") }
}

/// Who asks for something: what they can prove, never what they say. It is only made from secrets.
public struct Actor: Sendable {
    /// The name under which they write; nil for somebody who only reads.
    public let author: Author?
    /// The name under which they vote; nil for somebody who only reads.
    public let voter: Voter?
    let developerMark: String?
    private let secrets: Identity?

    /// Somebody with these secrets.
    ///
    /// - Parameters:
    ///   - identity: whose records they may write.
    ///   - key: the developers' key, if they have it.
    public init(identity: Identity? = nil, key: Identity? = nil) {
        author = identity?.author ?? key?.author
        voter = identity?.voter ?? key?.voter
        developerMark = key?.developerMark
        secrets = identity ?? key
    }

    /// A name for one purpose: without the secret nobody can tell whose it is, nor which other name is of the same person.
    func name(for purpose: String) -> String? { secrets?.name(for: purpose) }

    /// Somebody who only reads.
    public static let guest = Actor()
}

/// Where an identity is kept: its file on the device, or memory.
public struct IdentityStore: Sendable {
    /// The identity, or nil when there is none. Throws `identityDamaged`, `identityForged`, `identityUnsafe`.
    public let load: @Sendable () throws -> Identity?
    /// The identity; made and kept when there is none. Two at once get the same one.
    public let obtain: @Sendable () throws -> Identity
    /// Lets go of it for good; nothing when there is none.
    public let forget: @Sendable () throws -> Void

    /// A store from functions.
    public init(
        load: @escaping @Sendable () throws -> Identity?, obtain: @escaping @Sendable () throws -> Identity,
        forget: @escaping @Sendable () throws -> Void
    ) {
        (self.load, self.obtain, self.forget) = (load, obtain, forget)
    }
}

extension Failure {
    /// What the identity's file says cannot be a secret.
    public static let identityDamaged = Failure(
        .identityDamaged, "The file of your community identity is damaged.",
        advice: "Restore it from a copy, or delete it to start as somebody new.", kind: .badData)
}
