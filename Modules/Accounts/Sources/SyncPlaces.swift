import Kernel
import Sync

/// What opens places: folders and databases, sealed with the key of an account.
public struct SyncPlaces: Sendable {
    /// A new key.
    ///
    /// - Throws: `Failure` where the program that seals is missing.
    public let newKey: @Sendable () throws -> AccountKey
    /// The place of an account; sealed by its key, where it has one.
    ///
    /// - Throws: `Failure` where it cannot be one; what is away is said by the calls of the meeting.
    public let open: @Sendable (_ place: SyncPlace, _ key: AccountKey?, _ mayMake: Bool) throws -> Meeting

    /// From functions.
    public init(
        newKey: @escaping @Sendable () throws -> AccountKey,
        open: @escaping @Sendable (_ place: SyncPlace, _ key: AccountKey?, _ mayMake: Bool) throws -> Meeting
    ) {
        (self.newKey, self.open) = (newKey, open)
    }
}

extension Account {
    /// What opens and closes what lies in its place; nil where nothing is sealed.
    var key: AccountKey? { get throws { try secret.map(AccountKey.init(parsing:)) } }
}

extension Accounts {
    /// The open place of an account.
    func meeting(_ account: Account, mayMake: Bool = false) throws -> Meeting {
        try places.open(account.place, account.key, mayMake)
    }
}
