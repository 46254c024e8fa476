import Kernel

/// A place as whoever begins, joins, leaves or ends an account sees it. A folder knows no doors: whoever reaches it is in.
public protocol AccountTransport: SyncTransport {
    /// Whose place it is; nil where there is no account, none any more, or where nobody is told who has no pass.
    ///
    /// - Throws: `syncForeignPlace`, `syncPlaceAway`.
    func account() throws -> String?

    /// Begins an account where there is none. Twice is as once.
    ///
    /// - Returns: what other devices must show to be let in; nil where there is no door.
    /// - Throws: as `join`.
    func begin(_ account: String) throws -> String?

    /// Lets this device in.
    ///
    /// - Parameter pass: what `begin` gave, or `anotherPass` later; nil where there is no door.
    /// - Throws: as `join`.
    func admit(to account: String, pass: String?) throws

    /// Another pass in the place of the last one; nil where there is no door.
    func anotherPass() throws -> String?

    /// Shuts a device out, where there is a door.
    func shutOut(_ device: String) throws

    /// Lets go of this device's own way in.
    func leave() throws

    /// Removes everything that lies in the place, for ever. Whoever comes to join this account is told that it has ended. Twice is as once.
    func erase() throws
}

extension AccountTransport {
    /// Joins it.
    public func begin(_ account: String) throws -> String? {
        try join(account)
        return nil
    }

    /// Joins it.
    public func admit(to account: String, pass: String?) throws { try join(account) }

    /// There is no door.
    public func anotherPass() throws -> String? { nil }

    /// There is no door.
    public func shutOut(_ device: String) throws {}

    /// There is no door.
    public func leave() throws {}
}

extension Failure {
    /// The account has ended.
    package static var accountGone: Failure {
        Failure(
            .syncAccountGone, "This account was deleted, from one of its devices.",
            advice: "What is on this device stays here; `account sign-out` ends it here too.")
    }
}
