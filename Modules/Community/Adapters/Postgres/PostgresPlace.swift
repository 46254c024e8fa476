import Community
import Kernel
import Postgres

/// A community in a database: how it is reached, entered, and made. Its place is written `postgres:` and an address of the module Postgres, or a
/// URL that begins so itself.
struct PostgresPlace: Sendable {
    let path: String
    let login: BoardLogin

    /// Whether a place is one in a database.
    static func isOne(_ path: String) -> Bool { path.hasPrefix("postgres:") || path.hasPrefix("postgresql:") }

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
        do { return try named(client(as: "commonplace_door", patience)) } catch let failure as Failure
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
        let found: String
        do { found = try named(client) } catch let failure as Failure where failure.code == .postgresLogin {
            // The login of one community means nothing at another.
            guard try self.id(patience) == known else { throw Failure.communityForeign(path) }
            throw Failure.notInvited(path)
        }
        guard found == known else { throw Failure.communityForeign(path) }
        let isDeveloper = try client.use {
            try $0.answer("SELECT pg_has_role('commonplace_developer', 'MEMBER')").first?.bool(0) ?? false
        }
        let board = PostgresCommunityBoard(
            BoardSession(client, at: path, isRehearsal: isRehearsal), isDeveloper: isDeveloper,
            leaving: { [login] in try? login.remove(at: known) })
        return (known, board)
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
        let row = try reaching {
            try client(as: "commonplace_door", .background).use { door in
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
    private var address: String {
        let rest = path.dropFirst("postgres:".count)
        return path.hasPrefix("postgresql:") || rest.hasPrefix("//") ? path : String(rest)
    }

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

    /// Which community is behind a connection, of a version that this program speaks.
    private func named(_ client: PostgresClient) throws -> String {
        let found = try reaching {
            try client.use { connection -> (String, Int)? in
                do {
                    let rows = try connection.answer("SELECT community, version FROM commonplace_community.charter")
                    return try rows.first.map { (try $0.text(0), try $0.int(1)) }
                } catch let failure as PostgresFailure where failure.reason == .absent || failure.reason == .forbidden {
                    throw Failure.communityEmptied(path)
                }
            }
        }
        guard let (id, version) = found else { throw Failure.communityEmptied(path) }
        if version > CommunitySchema.version { throw Failure.communityNewer }
        if version < CommunitySchema.version { throw Failure.communityOlder }
        return id
    }

    /// Trouble with the server is a community that is away; a login that is refused is told apart.
    private func reaching<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let failure as Failure
            where failure.code.description.hasPrefix("postgres") && ![.postgresLogin, .postgresAddress].contains(failure.code)
        {
            throw Failure.communityUnreachable(path, failure.message)
        }
    }
}
