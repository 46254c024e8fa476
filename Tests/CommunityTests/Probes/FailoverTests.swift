import Community
import Foundation
import Kernel
import Synchronization
import TestSupport
import XCTest

/// Votes on two servers. The standby has each change before it is acknowledged.
final class FailoverTests: XCTestCase {
    private static let people = 6
    private static let items = 120

    func testStandbyTakesOverWithoutLosingVotes() throws {
        try XCTSkipUnless(PrivateServer.isInstalled, "no PostgreSQL here: apt-get install postgresql")
        let server = try PrivateServer("--standby")
        let fixture = try PostgresCommunityFixture(at: server.url("--standby"))
        let items = try FailoverTests.addItems(fixture)
        let boards = try (0..<FailoverTests.people).map { try fixture.board(of: "person \($0)") }
        let load = VoteLoad()
        let group = DispatchGroup()
        for (number, board) in boards.enumerated() {
            let actor = Actor(identity: CommunityFixture.identity("person \(number)"))
            Thread.detached(in: group) { load.vote(for: items, on: board, as: actor, number) }
        }
        while load.count < FailoverTests.people * FailoverTests.items / 4 { usleep(2_000) }
        // The standby serves the roadmap meanwhile.
        let reading = try Psql(
            "SELECT pg_is_in_recovery(), count(*) FROM commonplace_community.roadmap", at: standby(server))
        XCTAssertEqual(reading.output, "t|\(FoundingRoadmap.items.count + FailoverTests.items)", reading.messages)
        let standbyAccess = try fixture.access("developer", at: "postgres:" + standby(server))
        XCTAssertEqual(try standbyAccess.schema(.userInitiated)?.isStandby, true)
        XCTAssertEqual(
            try (standbyAccess.open(.userInitiated) as? any GuardedBoard)?.waitForFeedback(within: 5), false,
            "a standby sends no notifications")
        let acknowledged = load.count
        try server.kill()
        try server.promote()
        XCTAssertEqual(group.wait(timeout: .now() + 60), .success, "a client never returned")
        XCTAssertNil(load.trouble)
        let all = FailoverTests.people * FailoverTests.items
        let stored = try Psql(
            """
            SELECT count(*), count(DISTINCT voter || item::bytea), (SELECT sum(votes) FROM commonplace_community.tallies)
            FROM commonplace_community.votes;
            """, at: standby(server))
        XCTAssertEqual(stored.output, "\(all)|\(all)|\(all)", "each acknowledged vote once: \(stored.messages)")
        XCTAssertLessThan(load.longestWait, 10, "clients reconnect within ten seconds")
        print(
            "\(acknowledged) votes acknowledged before the kill, \(all) in the end; the longest wait was \(load.longestWait) s"
        )
    }

    /// A server that is killed and restarted, without a standby.
    func testKilledServerKeepsAcknowledgedVotes() throws {
        try XCTSkipUnless(PrivateServer.isInstalled, "no PostgreSQL here: apt-get install postgresql")
        let server = try PrivateServer()
        let fixture = try PostgresCommunityFixture(at: server.url)
        let items = try FailoverTests.addItems(fixture)
        let board = try fixture.board(of: "mina")
        let load = VoteLoad()
        let group = DispatchGroup()
        Thread.detached(in: group) {
            load.vote(for: items, on: board, as: Actor(identity: CommunityFixture.identity("mina")), 0)
        }
        while load.count < FailoverTests.items / 3 { usleep(1_000) }
        try server.kill()
        try server.start()
        XCTAssertEqual(group.wait(timeout: .now() + 60), .success, "a client never returned")
        XCTAssertNil(load.trouble)
        let stored = try server.psql("SELECT count(*) FROM commonplace_community.votes", as: "postgres").output
        XCTAssertEqual(stored, "\(FailoverTests.items)")
    }

    /// PgBouncer in transaction mode: each transaction may use another server connection.
    func testBoardWorksThroughAConnectionPooler() throws {
        try XCTSkipUnless(PrivateServer.isInstalled, "no PostgreSQL here: apt-get install postgresql")
        let server: PrivateServer
        do { server = try PrivateServer("--pooled") } catch let failure as Failure
            where "\(failure)".contains("no PgBouncer")
        {
            throw XCTSkip("no PgBouncer here: apt-get install pgbouncer")
        }
        let fixture = try PostgresCommunityFixture(at: server.url("--pooled"))
        let items = try FailoverTests.addItems(fixture).prefix(20)
        let boards = try (0..<4).map { try fixture.board(of: "person \($0)") }
        let load = VoteLoad()
        let group = DispatchGroup()
        for (number, board) in boards.enumerated() {
            let actor = Actor(identity: CommunityFixture.identity("person \(number)"))
            Thread.detached(in: group) { load.vote(for: Array(items), on: board, as: actor, number) }
        }
        XCTAssertEqual(group.wait(timeout: .now() + 60), .success, "a client never returned")
        XCTAssertNil(load.trouble)
        XCTAssertEqual(try boards[0].read { try $0.roadmap().count }, FoundingRoadmap.items.count + FailoverTests.items)
        let stored = try server.psql("SELECT count(*) FROM commonplace_community.votes", as: "postgres").output
        XCTAssertEqual(stored, "80")
        XCTAssertThrowsError(
            try boards[0].read { try $0.blocks() }, "each login keeps its own rights through the pooler")
    }

    private func standby(_ server: PrivateServer) throws -> String {
        try server.standbyURL().replacingOccurrences(of: "//owner@", with: "//postgres@")
    }

    private static func addItems(_ fixture: PostgresCommunityFixture) throws -> [Identifier<RoadmapItem>] {
        let developer = Actor(key: CommunityFixture.identity("developer"))
        let board = try fixture.developer()
        return try (0..<items).map { number in
            let item = RoadmapItem(
                id: Identifier("item\(number)"), title: "Item \(number)", description: "What it brings", priority: 9,
                estimatedRelease: "v2", category: .feature, createdAt: .earliest)
            try board.add(item, by: developer, at: .earliest)
            return item.id
        }
    }
}

/// Counts acknowledged votes and the longest wait for one.
private final class VoteLoad: Sendable {
    private struct State {
        var count = 0
        var longest = 0.0
        var trouble: String?
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.count } }
    var longestWait: Double { state.withLock { $0.longest } }
    var trouble: String? { state.withLock { $0.trouble } }

    /// Casts one vote for each item. An unacknowledged vote is cast again, as an app does.
    func vote(for items: [Identifier<RoadmapItem>], on board: any CommunityBoard, as actor: Actor, _ number: Int) {
        for (place, item) in items.enumerated() {
            let start = ContinuousClock.now
            let posting = Posting(
                .vote(item: item), outbox: "box\(number)", number: place + 1, sentAt: .earliest, month: "2026-11")
            while true {
                do {
                    _ = try board.receive(posting, from: actor)
                    break
                } catch let failure as Failure
                    where failure.kind == .temporary && ContinuousClock.now - start < .seconds(30)
                {
                    usleep(20_000)
                } catch {
                    return state.withLock { $0.trouble = "\(item): \(error)" }
                }
            }
            let waited =
                Double((ContinuousClock.now - start).components.attoseconds) / 1e18
                + Double((ContinuousClock.now - start).components.seconds)
            state.withLock {
                $0.count += 1
                $0.longest = max($0.longest, waited)
            }
        }
    }
}

extension Thread {
    static func detached(in group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
        group.enter()
        Thread.detachNewThread {
            body()
            group.leave()
        }
    }
}
