import Kernel

/// A place as whoever begins, joins or ends an account sees it.
public protocol AccountTransport: SyncTransport {
    /// Whose place it is; nil where there is no account, or none any more.
    ///
    /// - Throws: `syncForeignPlace`, `syncPlaceAway`.
    func account() throws -> String?

    /// Removes everything that lies in the place, for ever. Whoever comes to join this account is told that it has ended. Twice is as once.
    func erase() throws
}

extension Failure {
    /// The account has ended.
    package static var accountGone: Failure {
        Failure(
            .syncAccountGone, "This account was deleted, from one of its devices.",
            advice: "What is on this device stays here; `account sign-out` ends it here too.")
    }
}
