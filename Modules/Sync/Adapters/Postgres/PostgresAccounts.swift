import Kernel
import Postgres
import Sync

/// Accounts begin and end, and devices come and go. Each of these may be done again after a crash at any moment.
extension PostgresTransport {
    /// Begins an account, and lays the schema where there is none yet.
    ///
    /// - Returns: the pass with which other devices come in, to be shown with the account's key; nil where the database gives no logins: there
    ///   whoever may log in is in.
    /// - Throws: `syncOtherAccount` where there is such an account or this login has another one; `syncNotAdmitted` where it may begin none.
    public func create(_ account: String) throws -> String? {
        try asked {
            if try session.standing() == nil { try session.lay() }
            let (session, schema) = (session, session.schema.name)
            guard try session.standing()?.givesLogins == true else {
                try session.call("create_account($1, NULL, NULL, NULL, NULL)", .text(account))
                return nil
            }
            let entry = try pending(account) { newPass() }
            // It was begun before, and its pass was perhaps never seen.
            guard entry.isPending, let pass = entry.pass.flatMap(Pass.init) else { return try renewPass() }
            try session.administering { connection in
                try connection.answer(
                    PostgresStatement(
                        "SELECT \(schema).create_account($1, $2, $3, $4, $5)",
                        [
                            .text(account), .text(pass.name), .text(verifier(pass.password)), .text(entry.name),
                            .text(verifier(entry.password)),
                        ], isPrepared: false))
            }
            try settle(entry)
            return pass.text
        }
    }

    /// Lets this device in to an account.
    ///
    /// - Parameter pass: what `create` gave; nil where the database gives no logins.
    /// - Returns: the account.
    /// - Throws: `syncPassRefused`; `syncNotAdmitted`; `syncOtherAccount` where this device is in another one.
    public func enter(_ account: String, pass: String?) throws -> String {
        try asked {
            guard let pass else {
                try join(account)
                return account
            }
            guard let pass = Pass(pass) else { throw Failure.wrongPass }
            let entry = try pending(account) { nil }
            guard entry.isPending else { return account }
            let found = try session.entering(as: pass.name, pass.password) { door in
                try door.answer(
                    PostgresStatement(
                        "SELECT \(session.schema.name).enrol($1, $2)", [.text(entry.name), .text(verifier(entry.password))],
                        isPrepared: false)
                ).first?.text(0)
            }
            guard found == account else {
                try session.login.remove()
                throw Failure.otherAccount
            }
            try settle(entry)
            return account
        }
    }

    /// Removes a device: from now on it can neither read nor write here, and the pass that it knows opens nothing.
    ///
    /// What it has left stays. One that was copied goes with its copies, which have its login.
    ///
    /// - Returns: whether its login ended, and the new pass. Neither where the database gives no logins: there it may write no more under its name,
    ///   and only another password of the login that all devices share keeps it out.
    /// - Throws: `syncNoSuchDevice`.
    public func remove(_ device: String) throws -> (isLockedOut: Bool, pass: String?) {
        try asked {
            let givesLogins = try session.standing()?.givesLogins == true
            let pass = givesLogins ? newPass() : nil
            let rows = try session.call(
                "remove_device($1, $2, $3)", .text(device), .text(pass?.name), .text(pass.map { verifier($0.password) }))
            return (try rows.first?.bool(0) ?? false, pass?.text)
        }
    }

    /// A new pass in the place of the last, for whoever has lost it; nil where the database gives no logins.
    public func renewPass() throws -> String? {
        try asked {
            guard try session.standing()?.givesLogins == true else { return nil }
            let pass = newPass()
            try session.call("renew_door($1, $2)", .text(pass.name), .text(verifier(pass.password)))
            return pass.text
        }
    }

    /// Ends this device's login. What it has left stays.
    public func leave() throws {
        try asked {
            do { try session.call("leave()") } catch let failure as Failure where failure.code == .syncNotAdmitted {
                // It was removed, or left before.
            } catch SyncRefusal.notAdmitted {}
            try session.login.remove()
            session.reopen()
        }
    }

    /// Takes away the account with everything that lies here, and ends all its logins.
    public func deleteAccount() throws {
        try asked {
            try session.call("delete_account()")
            try session.login.remove()
            session.reopen()
        }
    }

    // MARK: - Logins

    /// Twelve bytes of a name and sixteen of a password.
    private struct Pass {
        let name: String
        let password: String

        var text: String { name.dropFirst(3) + password }

        init(_ chance: [UInt8]) {
            (name, password) = ("cs_" + PostgresTransport.hex(chance.prefix(12)), PostgresTransport.hex(chance.dropFirst(12)))
        }

        init?(_ text: String) {
            guard text.utf8.count == 56, text.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else {
                return nil
            }
            (name, password) = ("cs_" + text.prefix(24), String(text.dropFirst(24)))
        }
    }

    private func newPass() -> Pass { Pass(chance(28)) }

    private func verifier(_ password: String) -> String { ScramVerifier(password, salt: chance(16)).text }

    /// The login that this device has or would have, kept before the server knows it: after a crash the same one is made.
    private func pending(_ account: String, _ pass: () -> Pass?) throws -> SyncLogin.Entry {
        if let entry = try session.login.read() {
            guard entry.account == account else { throw Failure.otherAccount }
            return entry
        }
        let own = newPass()
        let entry = SyncLogin.Entry(
            account: account, name: own.name, password: own.password, pass: pass()?.text, isPending: true)
        try session.login.keep(entry)
        return entry
    }

    private func settle(_ entry: SyncLogin.Entry) throws {
        try session.login.keep(.init(account: entry.account, name: entry.name, password: entry.password))
        session.reopen()
    }

    private static func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension Failure {
    fileprivate static let wrongPass = Failure(
        .syncPassRefused, "This is no key of an account in a database.", advice: "Ask for it again on a device of the account.",
        kind: .usage)
}
