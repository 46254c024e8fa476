import Kernel
import Postgres
import Sync

/// Operations on accounts and devices. Each call can be repeated after a crash at any moment.
extension PostgresTransport {
    /// Creates an account, and the schema if it is missing.
    ///
    /// - Returns: The pass for other devices, to be shown with the account's key. Nil if the
    ///   database grants no logins and therefore admits every database login.
    /// - Throws: `syncOtherAccount` if the account exists or the login belongs to another one,
    ///   `syncNotAdmitted` if it may create none.
    package func create(_ account: String) throws -> String? {
        try mappingErrors {
            if try session.schemaVersion() == nil { try session.install() }
            let (session, schema) = (session, session.schema.name)
            guard try session.schemaVersion()?.grantsLogins == true else {
                try session.call("create_account($1, NULL, NULL, NULL, NULL)", .text(account))
                return nil
            }
            let entry = try pendingLogin(account) { newPass() }
            // An earlier call created the account. Its pass may never have been shown.
            guard entry.isPending, let pass = entry.pass.flatMap(Pass.init) else { return try renewPass() }
            try session.asAdministrator { connection in
                try connection.answer(
                    PostgresStatement(
                        "SELECT \(schema).create_account($1, $2, $3, $4, $5)",
                        [
                            .text(account), .text(pass.name), .text(verifier(pass.password)), .text(entry.name),
                            .text(verifier(entry.password)),
                        ], isPrepared: false))
            }
            try confirm(entry)
            return pass.text
        }
    }

    /// Admits this device to an account, and returns the account.
    ///
    /// - Parameter pass: The result of `create`. Nil if the database grants no logins.
    /// - Throws: `syncPassRefused`, `syncNotAdmitted`, or `syncOtherAccount` if this device belongs
    ///   to another one.
    package func enter(_ account: String, pass: String?) throws -> String {
        try mappingErrors {
            guard let pass else {
                try join(account)
                return account
            }
            guard let pass = Pass(pass) else { throw Failure.wrongPass }
            let entry = try pendingLogin(account) { nil }
            guard entry.isPending else { return account }
            let enrolledAccount = try session.connecting(
                as: PostgresCredentials(name: pass.name, password: pass.password)
            ) {
                door in
                try door.answer(
                    PostgresStatement(
                        "SELECT \(session.schema.name).enrol($1, $2)",
                        [.text(entry.name), .text(verifier(entry.password))],
                        isPrepared: false)
                ).first?.text(0)
            }
            guard enrolledAccount == account else {
                try session.login.remove()
                throw Failure.otherAccount
            }
            try confirm(entry)
            return account
        }
    }

    /// Locks a device out, and invalidates the pass that it knows.
    ///
    /// Its data stays. Copies of the device lose access too, because they share its login.
    ///
    /// - Returns: Whether its login ended, and the new pass. In a database without logins the
    ///   device may no longer write under its name. There only a new password of the shared login
    ///   locks it out.
    /// - Throws: `syncNoSuchDevice`.
    package func remove(_ device: String) throws -> (isLockedOut: Bool, pass: String?) {
        try mappingErrors {
            let givesLogins = try session.schemaVersion()?.grantsLogins == true
            let pass = givesLogins ? newPass() : nil
            let rows = try session.call(
                "remove_device($1, $2, $3)", .text(device), .text(pass?.name), .text(pass.map { verifier($0.password) })
            )
            return (try rows.first?.bool(0) ?? false, pass?.text)
        }
    }

    /// Replaces a lost pass and returns the new one. Returns nil if the database grants no logins.
    package func renewPass() throws -> String? {
        try mappingErrors {
            guard try session.schemaVersion()?.grantsLogins == true else { return nil }
            let pass = newPass()
            try session.call("renew_door($1, $2)", .text(pass.name), .text(verifier(pass.password)))
            return pass.text
        }
    }

    /// Ends this device's login and keeps its data.
    package func signOut() throws {
        try mappingErrors {
            do { try session.call("leave()") } catch let failure as Failure where failure.code == .syncNotAdmitted {
                // The device was removed or has already left.
            } catch SyncServerError.notAdmitted {}
            try session.login.remove()
            session.reopen()
        }
    }

    /// Deletes the account with all its data here and ends its logins.
    package func deleteAccount() throws {
        try mappingErrors {
            try session.call("delete_account()")
            try session.login.remove()
            session.reopen()
        }
    }

    // MARK: - Logins

    /// A pass: a name of twelve bytes and a password of sixteen.
    private struct Pass {
        let name: String
        let password: String

        var text: String { name.dropFirst(3) + password }

        init(_ randomBytes: [UInt8]) {
            name = "cs_" + randomBytes.prefix(12).hexadecimal
            password = randomBytes.dropFirst(12).hexadecimal
        }

        init?(_ text: String) {
            guard text.utf8.count == 56, text.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
            else { return nil }
            name = "cs_" + text.prefix(24)
            password = String(text.dropFirst(24))
        }
    }

    private func newPass() -> Pass { Pass(randomBytes(28)) }

    private func verifier(_ password: String) -> String { ScramVerifier(password, salt: randomBytes(16)).text }

    /// Returns this device's existing or new login. It is stored before the server creates it, so a
    /// repetition after a crash uses the same one.
    private func pendingLogin(_ account: String, _ pass: () -> Pass?) throws -> SyncLogin.Entry {
        if let entry = try session.login.read() {
            guard entry.account == account else { throw Failure.otherAccount }
            return entry
        }
        let newLogin = newPass()
        let entry = SyncLogin.Entry(
            account: account, name: newLogin.name, password: newLogin.password, pass: pass()?.text, isPending: true)
        try session.login.keep(entry)
        return entry
    }

    /// Marks the stored login as created, and reconnects with it.
    private func confirm(_ entry: SyncLogin.Entry) throws {
        try session.login.keep(.init(account: entry.account, name: entry.name, password: entry.password))
        session.reopen()
    }
}

extension Failure {
    fileprivate static let wrongPass = Failure(
        .syncPassRefused, "This is no key of an account in a database.",
        advice: "Ask for it again on a device of the account.", kind: .usage)
}
