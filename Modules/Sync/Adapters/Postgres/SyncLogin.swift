import Files
import Kernel
import Postgres
import Sync

/// The login of this device at an account in a database. It is stored in a small file with mode
/// 0600.
///
/// A database without logins needs no such file.
package struct SyncLogin: Sendable {
    /// The contents of the file.
    struct Entry: Codable, Hashable {
        let account: String
        let name: String
        let password: String
        /// The pass of a new account until the server has it.
        ///
        /// A pending entry contains the whole login, so that a repetition uses the same values.
        var pass: String?
        var isPending = false

        var credentials: PostgresCredentials { PostgresCredentials(name: name, password: password) }
    }

    private let file: CredentialFile<Entry>

    /// - Parameter path: The absolute path of the file, evaluated on first use. The file may be
    ///   missing.
    package init(at path: @escaping @autoclosure @Sendable () throws -> String) {
        file = CredentialFile(
            at: path, limit: 1 << 14, .json(kind: "commonplace-sync-login"),
            failure: { path, reason in
                Failure(
                    .syncLoginNotKept, "The file of this device's login, \(path), cannot be used: \(reason).",
                    advice: "Correct that, or delete it and join the account again.", kind: .cannotCreate)
            })
    }

    func read() throws -> Entry? { try file.read() }

    func keep(_ entry: Entry) throws { try file.write(entry) }

    func remove() throws { try file.remove() }
}
