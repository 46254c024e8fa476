import Kernel
import Sync

/// Functions that open places in folders and databases, encrypted with an account's key.
package struct SyncPlaces: Sendable {
    /// Creates a new key.
    ///
    /// - Throws: a `Failure` if the sealing program is missing.
    package let newKey: @Sendable () throws -> AccountKey
    /// Opens the place of an account, encrypted if there is a key.
    ///
    /// Calls on the opened place report an unreachable one.
    ///
    /// - Throws: A `Failure` if the address cannot be a place.
    package let open: @Sendable (_ place: SyncPlace, _ key: AccountKey?, _ mayMake: Bool) throws -> OpenedSyncPlace

    package init(
        newKey: @escaping @Sendable () throws -> AccountKey,
        open: @escaping @Sendable (_ place: SyncPlace, _ key: AccountKey?, _ mayMake: Bool) throws -> OpenedSyncPlace
    ) {
        self.newKey = newKey
        self.open = open
    }
}

extension Account {
    /// The key of the place's data, or nil if nothing is encrypted.
    var key: AccountKey? { get throws { try secret.map(AccountKey.init(parsing:)) } }
}

extension AccountService {
    func openPlace(_ account: Account, mayMake: Bool = false) throws -> OpenedSyncPlace {
        try places.open(account.place, account.key, mayMake)
    }
}
