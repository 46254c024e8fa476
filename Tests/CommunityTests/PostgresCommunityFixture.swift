import Community
import CommunityAdapters
import Foundation
import Kernel
import Postgres
import TestSupport
import XCTest

/// A community in its own database, on a server that all tests of the process share. Each person
/// has a folder.
final class PostgresCommunityFixture: Sendable {
    let home: Home
    /// The URL of the database, for its owner.
    let url: String
    let place: BoardPlace
    /// The client of the login for people who have not joined yet.
    private let door: PostgresClient

    private static let server = Result { try PrivateServer("--connections", "300") }

    /// - Throws: `XCTSkip` where no server can run, or the build lacks PostgreSQL.
    convenience init() throws {
        try PostgresCommunityFixture.requireServer()
        try self.init(at: PostgresCommunityFixture.emptyDatabase())
    }

    init(at url: String) throws {
        self.url = url
        home = try Home(isQuick: true)
        place = try PostgresCommunityFixture.access(home, "developer").create("postgres:" + url)
        door = PostgresClient(
            try PostgresAddress(url + "&user=commonplace_door&passfile=" + home.path("developer/logins")))
        try developer().bootstrap(by: Actor(key: CommunityFixture.identity("developer")), at: .earliest)
    }

    /// - Throws: `XCTSkip` where no server can run, or the build lacks PostgreSQL.
    static func requireServer() throws {
        try XCTSkipUnless(PrivateServer.isInstalled, "this machine has no PostgreSQL")
        do { try PostgresClient(PostgresAddress(server.get().url)).use { _ in } } catch let failure as Failure
            where failure.code == .noPostgres
        { throw XCTSkip(failure.message) }
    }

    /// Creates a database and returns its URL for the owner.
    static func emptyDatabase() throws -> String {
        let server = try server.get()
        let name = "town" + UUID().uuidString.prefix(8).lowercased()
        if let refusal = try server.psql("CREATE DATABASE \(name)").refusal {
            throw Failure(.init("noDatabase"), "\(refusal)")
        }
        return server.url.replacingOccurrences(of: "/commonplace?", with: "/\(name)?")
    }

    /// Returns the URL of another database on the same server.
    static func other(_ url: String) -> String { url.replacing(#/\/town[0-9a-f]+\?/#, with: "/commonplace?") }

    /// Returns the access of a person, with only what an earlier connection saved.
    func access(_ name: String) -> BoardAccess { PostgresCommunityFixture.access(home, name) }

    /// Returns the access of a person to another server.
    func access(_ name: String, at place: String) -> BoardAccess {
        PostgresCommunityFixture.access(home, name, at: place)
    }

    private static func access(_ home: Home, _ name: String, at place: String? = nil) -> BoardAccess {
        let folder = home.path(name)
        let login = BoardLogin(
            "logins", in: { folder },
            of: .memory(CommunityFixture.identity(name), randomBytes: IdentityStore.randomBytes))
        return .shared(
            BoardPlaces(named: place, savedCommunityPath: { folder + "/community" }, notes: nil, login: login),
            isDryRun: place != nil, now: { .earliest }, onOpen: { _ in })
    }

    func developer() throws -> any GuardedBoard {
        try XCTUnwrap(access("developer").open(.background) as? any GuardedBoard)
    }

    /// Returns the board of a person, who joins on the first call.
    func board(of name: String) throws -> any CommunityBoard {
        let access = access(name)
        if try access.place() == nil {
            try access.enter(place, developer().invite(Invitation()))
            try access.connect(place)
        }
        return try access.open(.background)
    }

    /// Enrolls through the entry role, as any program may.
    func enrol(_ code: String, _ name: String, _ verifier: String) throws -> (outcome: String, login: String?) {
        try door.use { door in
            let knock = try door.answer("SELECT commonplace_community.knock($1)", .text(code))[0].text(0)
            guard knock == "knocked" else { return (knock, nil) }
            let row = try door.answer(
                "SELECT outcome, login FROM commonplace_community.enrol($1, $2, $3)", .text(code),
                .text(CommunityFixture.author(name).rawValue), .text(verifier))[0]
            return (try row.text(0), try row.textIfAny(1))
        }
    }

    /// Runs SQL as the administrator, who may act for the owner of the tables.
    @discardableResult
    func administer(_ sql: String) throws -> String {
        let session = try Psql(
            "GRANT commonplace_owner TO CURRENT_USER; SET search_path = commonplace_community; " + sql, at: url)
        if let refusal = session.refusal { throw Failure(.init("refused"), "\(refusal)") }
        return session.output
    }
}

/// A board that uses the login of each acting person, and a developer's login for reads.
struct PerMemberBoard: CommunityBoard {
    let fixture: PostgresCommunityFixture
    let people: [Author: String]
    let opened = OpenedBoards()

    init() throws {
        fixture = try PostgresCommunityFixture()
        people = Dictionary(
            uniqueKeysWithValues: ["mina", "zoe", "adam", "developer"].map { (CommunityFixture.author($0), $0) })
    }

    private func board(of actor: Actor) throws -> any CommunityBoard {
        try opened.board(actor.author.flatMap { people[$0] } ?? "developer", fixture.board)
    }

    private func developer() throws -> any CommunityBoard {
        try opened.board("developer") { _ in try fixture.developer() }
    }

    func read<Value>(_ body: (any BoardRecords) throws -> Value) throws -> Value { try developer().read(body) }
    func receive(_ posting: Posting, from actor: Actor) throws -> Bool {
        try board(of: actor).receive(posting, from: actor)
    }
    func forget(_ actor: Actor) throws -> Int { try board(of: actor).forget(actor) }
    func personalData(of actor: Actor) throws -> PersonalData { try board(of: actor).personalData(of: actor) }
    func blocks(for actor: Actor) throws -> [BlockedAuthor] { try board(of: actor).blocks(for: actor) }
    func bootstrap(by actor: Actor, at now: Instant) throws { try board(of: actor).bootstrap(by: actor, at: now) }

    func add(_ item: RoadmapItem, by actor: Actor, at now: Instant) throws {
        try board(of: actor).add(item, by: actor, at: now)
    }

    func change<Record: BoardSubject>(
        _ id: Identifier<Record>, _ resource: Policy.Resource, by actor: Actor, at now: Instant,
        _ change: (inout Record) throws -> Void
    ) throws -> Record { try board(of: actor).change(id, resource, by: actor, at: now, change) }

    func setDuplicate(
        _ feedback: Identifier<Feedback>, to other: Identifier<Feedback>?, by actor: Actor, at now: Instant
    )
        throws
        -> Feedback
    { try board(of: actor).setDuplicate(feedback, to: other, by: actor, at: now) }

    func merge(
        _ suggestion: Identifier<Suggestion>, into other: Identifier<Suggestion>, by actor: Actor, at now: Instant
    )
        throws -> (Suggestion, carried: Int)
    { try board(of: actor).merge(suggestion, into: other, by: actor, at: now) }

    func promote(_ suggestion: Identifier<Suggestion>, to item: RoadmapItem, by actor: Actor, at now: Instant) throws
        -> Suggestion
    { try board(of: actor).promote(suggestion, to: item, by: actor, at: now) }

    func reopen(_ id: Identifier<Suggestion>, by actor: Actor, at now: Instant) throws -> (
        before: Suggestion, after: Suggestion
    ) {
        try board(of: actor).reopen(id, by: actor, at: now)
    }

    func remove(_ id: Identifier<RoadmapItem>, by actor: Actor, at now: Instant) throws -> RoadmapItem {
        try board(of: actor).remove(id, by: actor, at: now)
    }

    func announce(_ announcement: Announcement, by actor: Actor, at now: Instant) throws {
        try board(of: actor).announce(announcement, by: actor, at: now)
    }

    func withdraw(_ id: Identifier<Announcement>, by actor: Actor, at now: Instant) throws -> Announcement {
        try board(of: actor).withdraw(id, by: actor, at: now)
    }

    func block(_ author: Author, because reason: String?, by actor: Actor, at now: Instant) throws -> Bool {
        try board(of: actor).block(author, because: reason, by: actor, at: now)
    }
}

/// Caches the opened board of each person.
final class OpenedBoards: @unchecked Sendable {
    // Unchecked: the contract runs its calls one after another.
    private var boards: [String: any CommunityBoard] = [:]

    func board(_ name: String, _ make: (String) throws -> any CommunityBoard) throws -> any CommunityBoard {
        if let board = boards[name] { return board }
        let board = try make(name)
        boards[name] = board
        return board
    }
}
