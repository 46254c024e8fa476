import Kernel

/// A place where devices create, join, leave or delete an account. A folder has no logins and
/// admits every device with access.
package protocol AccountTransport: SyncTransport {
    /// Returns the account of the place. Returns nil if there is none, if it was deleted, or if
    /// only a pass reveals it.
    ///
    /// - Throws: `syncForeignPlace`, `syncPlaceAway`.
    func account() throws -> String?

    /// Creates an account if there is none. Repeated calls are safe.
    ///
    /// - Returns: The pass for other devices, or nil without logins.
    /// - Throws: The errors of `join`.
    func begin(_ account: String) throws -> String?

    /// Admits this device.
    ///
    /// - Parameter pass: The result of `begin` or of a later `requestPass`, or nil without logins.
    /// - Throws: The errors of `join`.
    func admit(to account: String, pass: String?) throws

    /// Replaces the pass and returns the new one, or nil without logins.
    func requestPass() throws -> String?

    /// Locks a device out if the place has logins.
    func lockOut(_ device: String) throws

    /// Deletes this device's login.
    func signOut() throws

    /// Deletes everything in the place permanently. Other devices learn that the account has ended.
    /// Repeated calls are safe.
    func erase() throws
}

extension AccountTransport {
    package func begin(_ account: String) throws -> String? {
        try join(account)
        return nil
    }

    package func admit(to account: String, pass: String?) throws { try join(account) }

    package func requestPass() throws -> String? { nil }

    package func lockOut(_ device: String) throws {}

    package func signOut() throws {}
}

extension Failure {
    package static var accountGone: Failure {
        Failure(
            .syncAccountGone, "This account was deleted, from one of its devices.",
            advice: "What is on this device stays here; `account sign-out` ends it here too.")
    }
}
