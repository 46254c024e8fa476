import Community
import CommunityAdapters
import Foundation
import Kernel
import Postgres
import TestBench
import XCTest

/// A community in a database of its own, on a server that all tests of this process share, and the people around it: each with a folder of their own.
final class GuardedTown: Sendable {
    let home: Home
    /// The database, as its owner.
    let url: String
    let place: BoardPlace
    private let door: PostgresClient

    private static let server = Result { try PrivateServer("--connections", "300") }

    /// - Throws: `XCTSkip` where no server can run, or this build speaks to none.
    convenience init() throws {
        try GuardedTown.requireServer()
        try self.init(at: GuardedTown.emptyDatabase())
    }

    /// In an empty database.
    init(at url: String) throws {
        self.url = url
        home = try Home(isQuick: true)
        place = try GuardedTown.access(home, "developer").create("postgres:" + url)
        door = PostgresClient(
            try PostgresAddress(url + "&user=commonplace_door&passfile=" + home.path("developer/logins")))
        try developer().found(by: Actor(key: Town.identity("developer")), at: .earliest)
    }

    /// - Throws: `XCTSkip` where no server can run, or this build speaks to none.
    static func requireServer() throws {
        try XCTSkipUnless(PrivateServer.isInstalled, "this machine has no PostgreSQL to try it with")
        do { try PostgresClient(PostgresAddress(server.get().url)).use { _ in } } catch let failure as Failure
            where failure.code == .noPostgres
        { throw XCTSkip(failure.message) }
    }

    /// A new database on the server, as its owner.
    static func emptyDatabase() throws -> String {
        let (server, name) = (try server.get(), "town" + UUID().uuidString.prefix(8).lowercased())
        if let refusal = try server.psql("CREATE DATABASE \(name)").refusal { throw Failure(.init("noDatabase"), "\(refusal)") }
        return server.url.replacingOccurrences(of: "/commonplace?", with: "/\(name)?")
    }

    /// Another database of the same server.
    static func other(_ url: String) -> String { url.replacing(#/\/town[0-9a-f]+\?/#, with: "/commonplace?") }

    /// The way of somebody who knows nothing but what was noted before.
    func access(_ name: String) -> BoardAccess { GuardedTown.access(home, name) }

    /// The same, at another server.
    func access(_ name: String, at place: String) -> BoardAccess { GuardedTown.access(home, name, at: place) }

    private static func access(_ home: Home, _ name: String, at place: String? = nil) -> BoardAccess {
        let folder = home.path(name)
        let login = BoardLogin("logins", in: { folder }, of: .memory(Town.identity(name), chance: IdentityStore.chance))
        return .shared(
            BoardPlaces(named: place, pin: { folder + "/community" }, former: nil, notes: nil, login: login),
            isRehearsal: place != nil, now: { .earliest }, opening: { _ in })
    }

    func developer() throws -> any GuardedBoard {
        try XCTUnwrap(access("developer").open(.background) as? any GuardedBoard)
    }

    /// Lets somebody in, once.
    func board(of name: String) throws -> any CommunityBoard {
        let access = access(name)
        if try access.place() == nil {
            try access.enter(place, developer().invite(Invitation()))
            try access.connect(place)
        }
        return try access.open(.background)
    }

    /// Knocks at the door, as any program may.
    func enrol(_ code: String, _ name: String, _ verifier: String) throws -> (outcome: String, login: String?) {
        try door.use { door in
            let knock = try door.answer("SELECT commonplace_community.knock($1)", .text(code))[0].text(0)
            guard knock == "knocked" else { return (knock, nil) }
            let row = try door.answer(
                "SELECT outcome, login FROM commonplace_community.enrol($1, $2, $3)", .text(code),
                .text(Town.author(name).rawValue), .text(verifier))[0]
            return (try row.text(0), try row.textIfAny(1))
        }
    }

    /// As the administrator of the database, who may act for the owner of the tables.
    @discardableResult
    func administer(_ sql: String) throws -> String {
        let said = try Psql("GRANT commonplace_owner TO CURRENT_USER; SET search_path = commonplace_community; " + sql, at: url)
        if let refusal = said.refusal { throw Failure(.init("refused"), "\(refusal)") }
        return said.output
    }
}

/// A board as everybody around it sees it: whoever acts does so by their own login, and a developer looks.
struct EverybodysBoard: CommunityBoard {
    let town: GuardedTown
    let people: [Author: String]
    let opened = OpenedBoards()

    init() throws {
        town = try GuardedTown()
        people = Dictionary(uniqueKeysWithValues: ["mina", "zoe", "adam", "developer"].map { (Town.author($0), $0) })
    }

    private func board(of actor: Actor) throws -> any CommunityBoard {
        try opened.board(actor.author.flatMap { people[$0] } ?? "developer", town.board)
    }

    private func developer() throws -> any CommunityBoard { try opened.board("developer") { _ in try town.developer() } }

    func read<Value>(_ body: (any BoardRecords) throws -> Value) throws -> Value { try developer().read(body) }
    func take(_ posting: Posting, from actor: Actor) throws -> Bool { try board(of: actor).take(posting, from: actor) }
    func forget(_ actor: Actor) throws -> Int { try board(of: actor).forget(actor) }
    func belongings(of actor: Actor) throws -> BoardBelongings { try board(of: actor).belongings(of: actor) }
    func blocks(for actor: Actor) throws -> [BlockedAuthor] { try board(of: actor).blocks(for: actor) }
    func found(by actor: Actor, at now: Instant) throws { try board(of: actor).found(by: actor, at: now) }

    func add(_ item: RoadmapItem, by actor: Actor, at now: Instant) throws { try board(of: actor).add(item, by: actor, at: now) }

    func change<Record: BoardSubject>(
        _ id: Identifier<Record>, _ matter: Policy.Matter, by actor: Actor, at now: Instant,
        _ change: (inout Record) throws -> Void
    ) throws -> Record { try board(of: actor).change(id, matter, by: actor, at: now, change) }

    func relate(_ feedback: Identifier<Feedback>, to other: Identifier<Feedback>?, by actor: Actor, at now: Instant) throws
        -> Feedback
    { try board(of: actor).relate(feedback, to: other, by: actor, at: now) }

    func merge(_ suggestion: Identifier<Suggestion>, into other: Identifier<Suggestion>, by actor: Actor, at now: Instant)
        throws -> (Suggestion, carried: Int)
    { try board(of: actor).merge(suggestion, into: other, by: actor, at: now) }

    func promote(_ suggestion: Identifier<Suggestion>, to item: RoadmapItem, by actor: Actor, at now: Instant) throws
        -> Suggestion
    { try board(of: actor).promote(suggestion, to: item, by: actor, at: now) }

    func reopen(_ id: Identifier<Suggestion>, by actor: Actor, at now: Instant) throws -> (before: Suggestion, after: Suggestion)
    {
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

/// Boards that were opened, by whose they are.
final class OpenedBoards: @unchecked Sendable {
    // Unchecked: the contract asks one thing behind the other.
    private var boards: [String: any CommunityBoard] = [:]

    func board(_ name: String, _ make: (String) throws -> any CommunityBoard) throws -> any CommunityBoard {
        if let board = boards[name] { return board }
        let board = try make(name)
        boards[name] = board
        return board
    }
}
