import Kernel

/// A person's secret for groups. It stays on their devices; whoever has it is the member.
public struct MemberKey: Hashable, Sendable {
    /// 64 hexadecimal digits.
    public let secret: String

    /// The key of a secret.
    ///
    /// - Throws: `memberKeyDamaged` when it is not 64 lower-case hexadecimal digits.
    public init(secret: String) throws {
        guard secret.utf8.count == 64, secret.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else {
            throw Failure.memberKeyDamaged
        }
        self.secret = secret
    }

    /// A new key from 32 bytes of chance; more or fewer are hashed to as many.
    public init(chance: [UInt8]) { secret = (chance.count == 32 ? chance : SHA256.digest(chance)).hexadecimal }

    /// Who somebody is in a group: another name in each, and without the secret nobody can connect two.
    public func member(of group: Identifier<Group>) -> Identifier<Member> {
        Identifier(SHA256.name(of: "commonplace member of \(group)\n\(secret)"))
    }

    /// What shows a database that a name is theirs who comes again under it.
    package func proof(in group: Identifier<Group>) -> String {
        SHA256.name(of: "commonplace proof of \(group)\n\(secret)")
    }
}

/// Where a person's key is kept: its file on the device, or memory.
public struct MemberKeys: Sendable {
    /// The key, or nil when there is none. Throws `memberKeyDamaged`.
    public let load: @Sendable () throws -> MemberKey?
    /// The key; made and kept when there is none. Two at once get the same one.
    public let obtain: @Sendable () throws -> MemberKey

    /// Keys from functions.
    public init(load: @escaping @Sendable () throws -> MemberKey?, obtain: @escaping @Sendable () throws -> MemberKey) {
        (self.load, self.obtain) = (load, obtain)
    }

    /// One key that is known already.
    public init(_ key: MemberKey) { self.init(load: { key }, obtain: { key }) }
}

extension [UInt8] {
    /// Two digits a byte, in small letters.
    package var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}

extension Failure {
    /// What the file of a key says cannot be a secret.
    public static let memberKeyDamaged = Failure(
        .memberKeyDamaged, "The file of your key for groups is damaged.",
        advice: "Restore it from a copy, or delete it and join again as somebody new.", kind: .badData)
}
