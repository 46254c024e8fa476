import Sync

/// A database with logins has a door.
extension PostgresTransport: AccountTransport {
    /// Whose login this is; nil before it has come in.
    public func account() throws -> String? { try asked { try session.standing().flatMap { $0.isDoor ? nil : $0.account } } }

    /// As `create`.
    public func begin(_ account: String) throws -> String? { try create(account) }

    /// As `enter`.
    public func admit(to account: String, pass: String?) throws { _ = try enter(account, pass: pass) }

    /// As `renewPass`.
    public func anotherPass() throws -> String? { try renewPass() }

    /// As `remove`.
    public func shutOut(_ device: String) throws { _ = try remove(device) }

    /// As `deleteAccount`.
    public func erase() throws { try deleteAccount() }
}
