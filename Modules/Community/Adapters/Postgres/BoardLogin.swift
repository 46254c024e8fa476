import Community
import Files
import Kernel
import Postgres

/// A file of logins for databases with communities, with mode 0600 next to the identity.
///
/// libpq can read the file too. Each login has a comment line, `# community ID`, and a line as in
/// `~/.pgpass`. The first line is the public login for redeeming codes.
package struct BoardLogin: Sendable {
    /// The login with a public password, which may only redeem codes and read the charter.
    static let door = PostgresCredentials.door("commonplace_door")

    private let file: CredentialFile<[String]>
    /// The owner of the logins.
    let identity: IdentityStore

    package init(_ name: String, in folder: @escaping @Sendable () throws -> String, of identity: IdentityStore) {
        self.identity = identity
        file = CredentialFile(
            at: { try folder() + "/" + name }, limit: 1 << 16, .lines,
            failure: { path, reason in
                Failure(
                    .loginNotKept, "The file of your logins, \(path), cannot be used: \(reason).",
                    advice: "Correct that, or delete it and connect again with a new code.", kind: .cannotCreate)
            })
    }

    /// Makes sure that the file can be read and has at least the public login's line.
    func prepare() throws { if try lines().isEmpty { try write([]) } }

    /// Returns the login at a community, or nil if there is none.
    func login(at community: String) throws -> PostgresCredentials? {
        let lines = try lines()
        guard let commentLine = lines.firstIndex(of: "# community \(community)"), commentLine + 1 < lines.count else {
            return nil
        }
        let parts = lines[commentLine + 1].split(separator: ":").map(String.init)
        return parts.count == 5 ? PostgresCredentials(name: parts[3], password: parts[4]) : nil
    }

    /// Saves a login, replacing an earlier one at the same community.
    func keep(_ login: PostgresCredentials, at community: String) throws {
        try write(try others(than: community) + ["# community \(community)", BoardLogin.line(of: login)])
    }

    func remove(at community: String) throws { try write(others(than: community)) }

    /// Returns the lines of all other communities, without the public login's line.
    private func others(than community: String) throws -> [String] {
        let lines = try lines()
        guard let commentLine = lines.firstIndex(of: "# community \(community)") else {
            return Array(lines.dropFirst())
        }
        return Array(lines[..<commentLine].dropFirst() + lines.dropFirst(commentLine + 2))
    }

    /// Returns the lines of the file, or none for a missing one.
    private func lines() throws -> [String] { try file.read() ?? [] }

    /// Replaces the file with the public login's line and these lines.
    private func write(_ others: [String]) throws { try file.write([BoardLogin.line(of: BoardLogin.door)] + others) }

    /// Returns a login as a line of `~/.pgpass` for any server.
    private static func line(of login: PostgresCredentials) -> String { "*:*:*:\(login.name):\(login.password)" }
}
