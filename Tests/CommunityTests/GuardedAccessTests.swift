import Community
import CommunityAdapters
import CommunityContract
import Foundation
import Kernel
import Postgres
import Synchronization
import TestBench
import XCTest

/// The way to a community in a database keeps what every way to a board must keep, whatever becomes of the database.
final class GuardedAccessTests: XCTestCase {
    private var homes: [Home] = []

    override func tearDown() { homes = [] }

    func testADatabaseKeepsTheContract() throws {
        try GuardedTown.requireServer()
        let contract = BoardAccessContract.over {
            let home = try Home(isQuick: true)
            self.homes.append(home)
            let databases = Databases()
            let folder = home.path("own")
            let login = BoardLogin(
                "logins", in: { folder }, of: .memory(Town.identity("developer"), chance: IdentityStore.chance))
            return BoardWorld(
                access: {
                    .shared(
                        BoardPlaces(named: nil, pin: { folder + "/community" }, former: nil, notes: nil, login: login),
                        isRehearsal: false, now: { .earliest }, opening: { _ in })
                },
                free: { try "postgres:" + GuardedTown.emptyDatabase() }, suffer: databases.suffer, move: databases.move,
                isBare: databases.isBare)
        }
        for broken in contract.brokenPromises() { XCTFail(broken.description) }
    }
}

/// Databases, and what may happen to them.
private struct Databases: Sendable {
    /// As the administrator, where a place has lost the name of one.
    private func url(_ place: String) -> String {
        let plain = place.replacing("postgres:postgres", with: "postgres")
        return plain.contains("owner@") ? plain : plain.replacing(":///", with: "://owner@/")
    }

    private func ask(_ sql: String, at url: String) throws -> String {
        let said = try Psql(sql, at: url)
        if let refusal = said.refusal { throw Failure(.init("refused"), "\(refusal)") }
        return said.output
    }

    private func name(_ place: String) -> Substring { url(place).split(separator: "/")[2].prefix { $0 != "?" } }

    @Sendable func isBare(_ place: String) throws -> Bool {
        let isOpen = try ask(
            "SELECT datallowconn FROM pg_database WHERE datname = '\(name(place))'", at: GuardedTown.other(url(place)))
        return try isOpen != "t" || ask("SELECT to_regnamespace('commonplace_community') IS NULL", at: url(place)) == "t"
    }

    @Sendable func move(_ from: String, _ to: String) throws {
        _ = try ask(
            "DROP DATABASE \(name(to)); ALTER DATABASE \(name(from)) RENAME TO \(name(to))", at: GuardedTown.other(url(from)))
    }

    @Sendable func suffer(_ mishap: BoardWorld.Mishap, _ place: String) throws -> @Sendable () throws -> Void {
        let administrator = "GRANT commonplace_owner TO CURRENT_USER; SET search_path = commonplace_community; "
        let (name, url) = (name(place), url(place))
        func change(_ change: String, back: String, at url: String) throws -> @Sendable () throws -> Void {
            _ = try ask(change, at: url)
            return { _ = try ask(back, at: url) }
        }
        switch mishap {
        case .absent:
            return try change(
                "ALTER DATABASE \(name) ALLOW_CONNECTIONS false", back: "ALTER DATABASE \(name) ALLOW_CONNECTIONS true",
                at: GuardedTown.other(url))
        case .emptied:
            return try change(
                administrator + "ALTER SCHEMA commonplace_community RENAME TO aside",
                back: administrator + "ALTER SCHEMA aside RENAME TO commonplace_community", at: url)
        case .foreign:
            return try change(
                administrator + "UPDATE charter SET community = 'x' || community",
                back: administrator + "UPDATE charter SET community = substr(community, 2)", at: url)
        case .silent:
            // Somebody holds what everybody asks first, and does not let go of it.
            let holder = try PostgresConnection.open(PostgresAddress(url))
            try holder.run(script: administrator)
            try holder.run(script: "BEGIN; LOCK TABLE commonplace_community.charter IN ACCESS EXCLUSIVE MODE")
            nonisolated(unsafe) let held = holder
            return { held.close() }
        }
    }
}
