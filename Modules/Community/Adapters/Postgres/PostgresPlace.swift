import Community
import Kernel
import Postgres

/// A community in a database: how it is reached, entered, and made. Its place is written `postgres:` and an address of the module Postgres, or a
/// URL that begins so itself.
struct PostgresPlace: Sendable {
    let path: String
    let login: BoardLogin

    /// Whether a place is one in a database.
    static func isOne(_ path: String) -> Bool { PostgresAddress.text(ofPlace: path) != nil }

    /// The place as it is noted and told to others: without the name of whoever administers it.
    var told: String {
        let plain = address.contains("://") ? address : path
        guard let start = plain.firstRange(of: "://")?.upperBound else { return plain }
        let host = plain[start...].prefix { $0 != "/" && $0 != "?" }
        let rest = host.lastIndex(of: "@").map { plain[plain.index(after: $0)...] } ?? plain[start...]
        return String(plain[..<start] + rest)
    }

    // MARK: - Who is there

    /// Which community is there. Whoever has a login there or none knocks at the door.
    ///
    /// - Throws: `communityUnreachable`, `communityEmptied`, `communityNewer`, `communityOlder`.
    func id(_ patience: Patience) throws -> String {
        do { return try charter(spokenTo: client(as: "commonplace_door", patience)).id } catch let failure as Failure
            where failure.code == .postgresLogin
        {
            // A server that has no door has no community.
            throw Failure.communityEmptied(path)
        }
    }

    /// The board, under the login that was given at the door.
    ///
    /// - Parameter id: which community it must be; nil for whichever is there.
    /// - Throws: as `id`; `notInvited`, `communityForeign`.
    func open(_ id: String?, _ patience: Patience, isRehearsal: Bool) throws -> (id: String, board: PostgresCommunityBoard) {
        let known = try id ?? self.id(patience)
        guard let name = try login.name(at: known) else {
            // Somebody else's community may lie there now, and that is worth more than to be told to ask for a code.
            guard try self.id(patience) == known else { throw Failure.communityForeign(path) }
            throw Failure.notInvited(path)
        }
        let client = try client(as: name, patience)
        let seen: (id: String, isDeveloper: Bool)
        do { seen = try charter(spokenTo: client) } catch let failure as Failure where failure.code == .postgresLogin {
            // The login of one community means nothing at another.
            guard try self.id(patience) == known else { throw Failure.communityForeign(path) }
            throw Failure.notInvited(path)
        }
        guard seen.id == known else { throw Failure.communityForeign(path) }
        let board = PostgresCommunityBoard(
            BoardSession(client, at: path, isRehearsal: isRehearsal), isDeveloper: seen.isDeveloper,
            leaving: { [login] in try? login.remove(at: known) })
        return (known, board)
    }

    /// How far the schema is that lies there, as the door sees it.
    ///
    /// - Throws: `communityUnreachable`, `communityEmptied`.
    func schema(_ patience: Patience) throws -> BoardSchema {
        do { return try charter(client(as: "commonplace_door", patience)).schema } catch let failure as Failure
            where failure.code == .postgresLogin
        {
            throw Failure.communityEmptied(path)
        }
    }

    // MARK: - Being let in

    /// Is let in by a code, and keeps the login. Nothing where there is one already and no code is given.
    ///
    /// - Throws: `notInvited`, `codeRefused`, `authorForgotten`, `tooMany`.
    func enter(_ community: String, code: String?) throws {
        guard let code else {
            guard try login.name(at: community) != nil else { throw Failure.notInvited(path) }
            return
        }
        let (author, password) = (try login.identity.obtain().author, Identity(chance: IdentityStore.chance()).secret)
        let verifier = ScramVerifier(password, salt: Array(IdentityStore.chance().prefix(16)))
        let row: (String, String?)? = try reaching {
            try client(as: "commonplace_door", .background).use { door in
                // One behind the other: a code is judged only once it is kept that it was tried.
                let knock = try door.answer("SELECT commonplace_community.knock($1)", .text(code))
                guard try knock.first?.text(0) == "knocked" else { return ("too many", nil) }
                let rows = try door.answer(
                    "SELECT outcome, login FROM commonplace_community.enrol($1, $2, $3)", .text(code), .text(author.rawValue),
                    .text(verifier.text))
                return try rows.first.map { (try $0.text(0), try $0.textIfAny(1)) }
            }
        }
        switch row {
        case ("entered", let name?)?: try login.keep(name, password, at: community)
        case ("gone", _)?: throw Failure.authorForgotten
        case ("too many", _)?:
            throw Failure(
                .tooMany, "Too many people came, or too many wrong codes, from this address today.",
                advice: "Try it again tomorrow.",
                kind: .temporary)
        case ("taken", _)?:
            throw Failure(
                .codeRefused, "This identity was let in before, and its login was lost or belongs to another device.",
                advice: "Copy the file of logins from there, or begin as somebody new with another identity.")
        default:
            throw Failure(
                .codeRefused, "This code lets nobody in: it is wrong, used up or over.", advice: "Ask the developers for another."
            )
        }
    }

    // MARK: - Making one

    /// Makes a community in a database, by whoever administers it, and lets its first developer in.
    ///
    /// - Throws: `communityExists`, and what the server says.
    func create() throws -> String {
        let code = Identity(chance: IdentityStore.chance()).secret
        let exists = Failure(
            .communityExists, "There is already a community in \(told).",
            advice: "Join it: community connect \(told) --code CODE.")
        if (try? id(.asked)) != nil { throw exists }
        try administering { connection in
            if try CommunitySchema.found(on: connection) != nil { throw exists }
            _ = try CommunitySchema.lay(on: connection, inviting: "first", by: code)
        }
        let id = try id(.background)
        try enter(id, code: code)
        // Whatever program asks finds a roadmap, as it does where nobody has founded a community in a folder.
        try open(id, .background, isRehearsal: false).board.found(by: .guest, at: .earliest)
        return id
    }

    /// Brings the schema of a community to this program's version.
    func migrate() throws -> (before: Int, after: Int) {
        try administering { connection in
            guard try CommunitySchema.found(on: connection) != nil else { throw Failure.communityEmptied(path) }
            return try CommunitySchema.lay(on: connection, inviting: "", by: nil)
        }
    }

    private func administering<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        let client = PostgresClient(try PostgresAddress(address))
        defer { try? client.close() }
        return try client.transaction(.committed, body)
    }

    // MARK: - Reaching it

    /// What stands behind `postgres:`, which a URL may be itself.
    private var address: String { PostgresAddress.text(ofPlace: path) ?? path }

    private func client(as name: String, _ patience: Patience) throws -> PostgresClient {
        let file = try login.file().utf8.map { byte -> String in
            let isPlain =
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                || [45, 46, 47, 95].contains(byte)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
        var waiting = PostgresPatience()
        waiting.connecting = .seconds(patience.seconds + 1)
        waiting.returning = .seconds(patience == .background ? 15 : patience.seconds)
        let settings = "user=\(name)&passfile=\(file)"
        return PostgresClient(
            try PostgresAddress(address + (address.contains("?") ? "&" : "?") + settings), patience: waiting)
    }

    /// Which community is behind a connection, of a version that this program speaks, and whether the login is a developer's.
    private func charter(spokenTo client: PostgresClient) throws -> (id: String, isDeveloper: Bool) {
        let charter = try charter(client)
        if charter.schema.version > CommunitySchema.version { throw Failure.communityNewer }
        if charter.schema.version < CommunitySchema.version { throw Failure.communityOlder }
        return (charter.id, charter.isDeveloper)
    }

    private typealias Charter = (id: String, schema: BoardSchema, isDeveloper: Bool)

    /// What a database says of its community, in whatever version it is.
    private func charter(_ client: PostgresClient) throws -> Charter {
        let found = try reaching {
            try client.use { connection -> Charter? in
                do {
                    let rows = try connection.answer(PostgresPlace.question)
                    return try rows.first.map { row in
                        let (version, newest) = (try row.int(1), CommunitySchema.version)
                        let schema = BoardSchema(version: version, newest: newest, isStandby: try row.bool(2))
                        return (try row.text(0), schema, try row.bool(3))
                    }
                } catch let failure as PostgresFailure where failure.reason == .absent || failure.reason == .forbidden {
                    throw Failure.communityEmptied(path)
                }
            }
        }
        guard let found else { throw Failure.communityEmptied(path) }
        return found
    }

    private static let question = """
        SELECT community, version, pg_is_in_recovery(), pg_has_role('commonplace_developer', 'MEMBER') FROM commonplace_community.charter
        """

    /// Trouble with the server is a community that is away; a login that is refused is told apart.
    private func reaching<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let failure as Failure
            where failure.code.description.hasPrefix("postgres") && ![.postgresLogin, .postgresAddress].contains(failure.code)
        {
            throw Failure.communityUnreachable(path, failure.message)
        }
    }
}
