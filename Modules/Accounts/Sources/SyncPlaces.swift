import Kernel
import Sync

/// What opens places: folders and databases, with the seal that an account has.
public struct SyncPlaces: Sendable {
    /// The place of an account.
    ///
    /// - Throws: `Failure` where it cannot be one; what is away is said by the calls of the meeting.
    public let open: @Sendable (_ place: SyncPlace, _ secret: String?, _ mayMake: Bool) throws -> Meeting
    /// A new secret.
    ///
    /// - Throws: `Failure` where the program that seals is missing.
    public let newSecret: @Sendable () throws -> String
    /// A secret from what somebody keeps: its words, or the form in which programs have it.
    ///
    /// - Throws: `Failure` that says which word is wrong.
    public let secret: @Sendable (_ typed: String) throws -> String
    /// The words of a secret, to be kept.
    public let words: @Sendable (_ secret: String) throws -> String
    /// What tells secrets apart, and gives nothing away.
    public let mark: @Sendable (_ secret: String) throws -> String

    /// From functions.
    public init(
        open: @escaping @Sendable (_ place: SyncPlace, _ secret: String?, _ mayMake: Bool) throws -> Meeting,
        newSecret: @escaping @Sendable () throws -> String, secret: @escaping @Sendable (_ typed: String) throws -> String,
        words: @escaping @Sendable (_ secret: String) throws -> String,
        mark: @escaping @Sendable (_ secret: String) throws -> String
    ) {
        (self.open, self.newSecret, self.secret, self.words, self.mark) = (open, newSecret, secret, words, mark)
    }
}

extension SyncPlaces {
    /// Places that are sealed with keys of Sync.
    public init(
        newKey: @escaping @Sendable () throws -> AccountKey,
        open: @escaping @Sendable (_ place: SyncPlace, _ key: AccountKey?, _ mayMake: Bool) throws -> Meeting
    ) {
        self.init(
            open: { place, secret, mayMake in try open(place, secret.map(AccountKey.init(parsing:)), mayMake) },
            newSecret: { try newKey().secret }, secret: { try AccountKey(parsing: $0).secret },
            words: { try AccountKey(parsing: $0).words.joined(separator: "-") }, mark: { try AccountKey(parsing: $0).mark })
    }
}
