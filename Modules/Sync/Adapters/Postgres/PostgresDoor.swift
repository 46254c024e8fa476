import Sync

/// The login operations of a database.
extension PostgresTransport: AccountTransport {
    /// Returns the account of this login, or nil before admission.
    package func account() throws -> String? {
        try mappingErrors { try session.schemaVersion().flatMap { $0.isEnrollmentLogin ? nil : $0.account } }
    }

    /// Creates an account, as `create` does.
    package func begin(_ account: String) throws -> String? { try create(account) }

    /// Admits this device, as `enter` does.
    package func admit(to account: String, pass: String?) throws { _ = try enter(account, pass: pass) }

    /// Replaces the pass, as `renewPass` does.
    package func requestPass() throws -> String? { try renewPass() }

    /// Removes a device, as `remove` does.
    package func lockOut(_ device: String) throws { _ = try remove(device) }

    /// Deletes the account, as `deleteAccount` does.
    package func erase() throws { try deleteAccount() }
}
