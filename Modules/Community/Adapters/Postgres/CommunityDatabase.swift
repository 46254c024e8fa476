import Community
import Kernel
import Postgres

/// The location of a community in a database, written as `postgres:` and an address of the module
/// Postgres, or as a URL with that scheme.
struct CommunityDatabase: Sendable {
    let path: String
    let login: BoardLogin

    /// The location without the administrator's name, as it is saved and shown.
    var publicPath: String {
        let address = SharedLocation(path).database ?? path
        let url = address.contains("://") ? address : path
        guard let start = url.firstRange(of: "://")?.upperBound else { return url }
        let host = url[start...].prefix { $0 != "/" && $0 != "?" }
        let withoutUser = host.lastIndex(of: "@").map { url[url.index(after: $0)...] } ?? url[start...]
        return String(url[..<start] + withoutUser)
    }

    // MARK: - Status

    /// Reads the id of the community with the public login.
    ///
    /// - Throws: `communityUnreachable`, `communityEmptied`, `communityNewer`, `communityOlder`.
    func id(_ waitLimit: WaitLimit) throws -> String {
        do { return try checkedCharter(session(as: BoardLogin.door, waitLimit)).id } catch let failure as Failure
            where failure.code == .postgresLogin
        {
            // A server without the public login has no community.
            throw Failure.communityEmptied(path)
        }
    }

    /// Opens the board with the login that this device saved on entry.
    ///
    /// - Parameter id: the expected community, or nil to accept any.
    /// - Throws: the errors of `id`, `notInvited`, `communityForeign`.
    func open(_ id: String?, _ waitLimit: WaitLimit, isDryRun: Bool) throws -> (
        id: String, board: PostgresCommunityBoard
    ) {
        let community = try id ?? self.id(waitLimit)
        guard let credentials = try login.login(at: community) else {
            // A foreign community is reported first, because a request for a code would not help.
            guard try self.id(waitLimit) == community else { throw Failure.communityForeign(path) }
            throw Failure.notInvited(path)
        }
        let session = try session(as: credentials, waitLimit, isDryRun: isDryRun)
        let charter: (id: String, isDeveloper: Bool)
        do { charter = try checkedCharter(session) } catch let failure as Failure where failure.code == .postgresLogin {
            // The login of one community is invalid at another.
            guard try self.id(waitLimit) == community else { throw Failure.communityForeign(path) }
            throw Failure.notInvited(path)
        }
        guard charter.id == community else { throw Failure.communityForeign(path) }
        let board = PostgresCommunityBoard(
            session, at: path, isDeveloper: charter.isDeveloper,
            onForget: { [login] in try? login.remove(at: community) })
        return (community, board)
    }

    /// Reads the state of the installed schema with the public login.
    ///
    /// - Throws: `communityUnreachable`, `communityEmptied`.
    func schema(_ waitLimit: WaitLimit) throws -> BoardSchema {
        do { return try charter(session(as: BoardLogin.door, waitLimit)).schema } catch let failure as Failure
            where failure.code == .postgresLogin
        {
            throw Failure.communityEmptied(path)
        }
    }

    // MARK: - Entry

    /// Redeems a code and saves the new login, or does nothing if a login exists and there is no
    /// code.
    ///
    /// - Throws: `notInvited`, `codeRefused`, `authorForgotten`, `tooMany`.
    func enter(_ community: String, code: String?) throws {
        guard let code else {
            guard try login.login(at: community) != nil else { throw Failure.notInvited(path) }
            return
        }
        let author = try login.identity.obtain().author
        let password = Identity(randomBytes: IdentityStore.randomBytes()).secret
        let verifier = ScramVerifier(password, salt: Array(IdentityStore.randomBytes().prefix(16)))
        let door = try session(as: BoardLogin.door, .background)
        let outcome: (String, String?)? = try door.use(errors: .entrance(to: path)) { door in
            // Two steps: the database checks the code only after it has committed the attempt.
            let attempt = try door.answer("SELECT commonplace_community.knock($1)", .text(code))
            guard try attempt.first?.text(0) == "knocked" else { return ("too many", nil) }
            let rows = try door.answer(
                "SELECT outcome, login FROM commonplace_community.enrol($1, $2, $3)", .text(code),
                .text(author.rawValue), .text(verifier.text))
            return try rows.first.map { (try $0.text(0), try $0.textIfAny(1)) }
        }
        switch outcome {
        case ("entered", let name?)?:
            try login.keep(PostgresCredentials(name: name, password: password), at: community)
        case ("gone", _)?: throw Failure.authorForgotten
        case ("too many", _)?:
            throw Failure(
                .tooMany, "Too many people or wrong codes came from this address today.",
                advice: "Try it again tomorrow.", kind: .temporary)
        case ("taken", _)?:
            throw Failure(
                .codeRefused, "This identity was let in before, and its login was lost or belongs to another device.",
                advice: "Copy the file of logins from there, or begin as somebody new with another identity.")
        default:
            throw Failure(
                .codeRefused, "This code is wrong, used up or expired.",
                advice: "Ask the developers for another."
            )
        }
    }

    // MARK: - Creation

    /// Creates a community in a database as its administrator and admits its first developer.
    ///
    /// - Throws: `communityExists`, and the server's errors.
    func create() throws -> String {
        let code = Identity(randomBytes: IdentityStore.randomBytes()).secret
        let existsFailure = Failure(
            .communityExists, "There is already a community in \(publicPath).",
            advice: "Join it: community connect \(publicPath) --code CODE.")
        if (try? id(.userInitiated)) != nil { throw existsFailure }
        try withAdministrator { connection in
            if try CommunitySchema.current.installedVersion(on: connection) != nil { throw existsFailure }
            try CommunitySchema.current.install(on: connection)
            try CommunitySchema.invite("first", by: code, on: connection)
        }
        let id = try id(.background)
        try enter(id, code: code)
        // The roadmap exists from the start, as it does in a folder that has no founder.
        try open(id, .background, isDryRun: false).board.bootstrap(by: .guest, at: .earliest)
        return id
    }

    /// Migrates a community's schema to this program's version.
    func migrate() throws -> (before: Int, after: Int) {
        try withAdministrator { connection in
            let installed = try CommunitySchema.current.installedVersion(on: connection)
            guard installed != nil else { throw Failure.communityEmptied(path) }
            return try CommunitySchema.current.install(on: connection)
        }
    }

    /// Runs one transaction of the database's administrator.
    private func withAdministrator<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        try PostgresSession(PostgresAddress(location: path)).transaction(.committed, body)
    }

    // MARK: - Sessions

    /// Creates a session with a login, which may take one second longer to connect.
    private func session(as login: PostgresCredentials, _ waitLimit: WaitLimit, isDryRun: Bool = false) throws
        -> PostgresSession
    {
        // A code is spent only where its login can be saved.
        try self.login.prepare()
        var timeouts = PostgresTimeouts(waitLimit)
        timeouts.connecting += .seconds(1)
        return PostgresSession(
            try PostgresAddress(location: path).loggingIn(as: login), waitLimit: timeouts, isDryRun: isDryRun,
            errors: .board(at: path))
    }

    /// Reads the community's id, after a version check, and whether the login is a developer's.
    private func checkedCharter(_ session: PostgresSession) throws -> (id: String, isDeveloper: Bool) {
        let charter = try charter(session)
        if charter.schema.version > CommunitySchema.version { throw Failure.communityNewer }
        if charter.schema.version < CommunitySchema.version { throw Failure.communityOlder }
        return (charter.id, charter.isDeveloper)
    }

    private typealias Charter = (id: String, schema: BoardSchema, isDeveloper: Bool)

    /// Reads a database's description of its community, whatever its version.
    private func charter(_ session: PostgresSession) throws -> Charter {
        let errors = PostgresErrors.entrance(to: path) { [path] failure in
            [.absent, .forbidden].contains(failure.reason) ? Failure.communityEmptied(path) : nil
        }
        let charter: Charter? = try session.use(errors: errors) { connection in
            try connection.answer(CommunityDatabase.charterQuery).first.map { row -> Charter in
                let schema = BoardSchema(
                    version: try row.int(1), newest: CommunitySchema.version, isStandby: try row.bool(2))
                return (try row.text(0), schema, try row.bool(3))
            }
        }
        guard let charter else { throw Failure.communityEmptied(path) }
        return charter
    }

    private static let charterQuery = """
        SELECT community, version, pg_is_in_recovery(), pg_has_role('commonplace_developer', 'MEMBER') FROM commonplace_community.charter
        """
}
