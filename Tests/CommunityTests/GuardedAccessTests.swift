import Community
import CommunityAdapters
import CommunityTesting
import Foundation
import Kernel
import Postgres
import Synchronization
import TestSupport
import XCTest

/// Runs the board access contract against a community in a database.
final class GuardedAccessTests: XCTestCase {
    private var homes: [Home] = []

    override func tearDown() { homes = [] }

    func testDatabaseMeetsTheContract() throws {
        try PostgresCommunityFixture.requireServer()
        let contract = BoardAccessContract.over {
            let home = try Home(isQuick: true)
            self.homes.append(home)
            let databases = Databases()
            let folder = home.path("own")
            let login = BoardLogin(
                "logins", in: { folder },
                of: .memory(CommunityFixture.identity("developer"), randomBytes: IdentityStore.randomBytes))
            return BoardFixture(
                access: {
                    .shared(
                        BoardPlaces(
                            named: nil, savedCommunityPath: { folder + "/community" }, notes: nil, login: login),
                        isDryRun: false, now: { .earliest }, onOpen: { _ in })
                },
                newPlace: { try "postgres:" + PostgresCommunityFixture.emptyDatabase() }, inject: databases.inject,
                move: databases.move,
                isEmpty: databases.isBare)
        }
        for broken in contract.brokenPromises() { XCTFail(broken.description) }
    }
}

/// Databases, with injected faults.
private struct Databases: Sendable {
    /// The URL for the administrator, also for a place that names no role.
    private func url(_ place: String) -> String {
        let plain = place.replacing("postgres:postgres", with: "postgres")
        return plain.contains("owner@") ? plain : plain.replacing(":///", with: "://owner@/")
    }

    private func ask(_ sql: String, at url: String) throws -> String {
        let result = try Psql(sql, at: url)
        if let refusal = result.refusal { throw Failure(.init("refused"), "\(refusal)") }
        return result.output
    }

    private func name(_ place: String) -> Substring { url(place).split(separator: "/")[2].prefix { $0 != "?" } }

    @Sendable func isBare(_ place: String) throws -> Bool {
        let isOpen = try ask(
            "SELECT datallowconn FROM pg_database WHERE datname = '\(name(place))'",
            at: PostgresCommunityFixture.other(url(place)))
        return try isOpen != "t"
            || ask("SELECT to_regnamespace('commonplace_community') IS NULL", at: url(place)) == "t"
    }

    @Sendable func move(_ from: String, _ to: String) throws {
        _ = try ask(
            "DROP DATABASE \(name(to)); ALTER DATABASE \(name(from)) RENAME TO \(name(to))",
            at: PostgresCommunityFixture.other(url(from)))
    }

    @Sendable func inject(_ fault: BoardFixture.InjectedFault, _ place: String) throws -> @Sendable () throws -> Void {
        let administrator = "GRANT commonplace_owner TO CURRENT_USER; SET search_path = commonplace_community; "
        let name = name(place)
        let url = url(place)
        func change(_ change: String, back: String, at url: String) throws -> @Sendable () throws -> Void {
            _ = try ask(change, at: url)
            return { _ = try ask(back, at: url) }
        }
        switch fault {
        case .absent:
            return try change(
                "ALTER DATABASE \(name) ALLOW_CONNECTIONS false", back: "ALTER DATABASE \(name) ALLOW_CONNECTIONS true",
                at: PostgresCommunityFixture.other(url))
        case .emptied:
            return try change(
                administrator + "ALTER SCHEMA commonplace_community RENAME TO aside",
                back: administrator + "ALTER SCHEMA aside RENAME TO commonplace_community", at: url)
        case .foreign:
            return try change(
                administrator + "UPDATE charter SET community = 'x' || community",
                back: administrator + "UPDATE charter SET community = substr(community, 2)", at: url)
        case .silent:
            // Another session locks the table that every session reads first.
            let holder = try PostgresConnection.open(PostgresAddress(url))
            try holder.run(script: administrator)
            try holder.run(script: "BEGIN; LOCK TABLE commonplace_community.charter IN ACCESS EXCLUSIVE MODE")
            nonisolated(unsafe) let held = holder
            return { held.close() }
        }
    }
}
