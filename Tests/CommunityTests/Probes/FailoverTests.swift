import Community
import Foundation
import Kernel
import Synchronization
import TestBench
import XCTest

/// More than one machine: a storm of votes on two servers, of which the second has each change before it is acknowledged.
final class FailoverTests: XCTestCase {
    private static let people = 6
    private static let items = 120

    func testAServerIsKilledInAStormOfVotesAndTheOtherTakesOver() throws {
        try XCTSkipUnless(PrivateServer.isInstalled, "no PostgreSQL here: apt-get install postgresql")
        let server = try PrivateServer("--standby")
        let town = try GuardedTown(at: server.url("--standby"))
        let items = try FailoverTests.furnish(town)
        let boards = try (0..<FailoverTests.people).map { try town.board(of: "person \($0)") }
        let storm = Storm()
        let group = DispatchGroup()
        for (number, board) in boards.enumerated() {
            let actor = Actor(identity: Town.identity("person \(number)"))
            Thread.detached(in: group) { storm.vote(for: items, on: board, as: actor, number) }
        }
        while storm.count < FailoverTests.people * FailoverTests.items / 4 { usleep(2_000) }
        // The roadmap can be read from the standby all the while.
        let reading = try Psql("SELECT pg_is_in_recovery(), count(*) FROM commonplace_community.roadmap", at: standby(server))
        XCTAssertEqual(reading.output, "t|\(FoundingRoadmap.items.count + FailoverTests.items)", reading.said)
        let behind = try town.access("developer", at: "postgres:" + standby(server))
        XCTAssertEqual(try behind.schema(.asked)?.isStandby, true)
        XCTAssertEqual(try (behind.open(.asked) as? any GuardedBoard)?.isTold(within: 5), false, "a standby tells nobody")
        let acknowledged = storm.count
        try server.kill()
        try server.promote()
        XCTAssertEqual(group.wait(timeout: .now() + 60), .success, "somebody waits for ever")
        XCTAssertNil(storm.trouble)
        let all = FailoverTests.people * FailoverTests.items
        let kept = try Psql(
            """
            SELECT count(*), count(DISTINCT voter || item::bytea), (SELECT sum(votes) FROM commonplace_community.tallies)
            FROM commonplace_community.votes;
            """, at: standby(server))
        XCTAssertEqual(kept.output, "\(all)|\(all)|\(all)", "each acknowledged vote once: \(kept.said)")
        XCTAssertLessThan(storm.longestWait, 10, "clients go on within ten seconds")
        print(
            "\(acknowledged) votes acknowledged before the kill, \(all) in the end; the longest wait was \(storm.longestWait) s")
    }

    /// A server that is killed and started again, without a second one.
    func testAKilledServerLosesNoAcknowledgedVote() throws {
        try XCTSkipUnless(PrivateServer.isInstalled, "no PostgreSQL here: apt-get install postgresql")
        let server = try PrivateServer()
        let town = try GuardedTown(at: server.url)
        let items = try FailoverTests.furnish(town)
        let board = try town.board(of: "mina")
        let storm = Storm()
        let group = DispatchGroup()
        Thread.detached(in: group) { storm.vote(for: items, on: board, as: Actor(identity: Town.identity("mina")), 0) }
        while storm.count < FailoverTests.items / 3 { usleep(1_000) }
        try server.kill()
        try server.start()
        XCTAssertEqual(group.wait(timeout: .now() + 60), .success, "somebody waits for ever")
        XCTAssertNil(storm.trouble)
        let kept = try server.psql("SELECT count(*) FROM commonplace_community.votes", as: "postgres").output
        XCTAssertEqual(kept, "\(FailoverTests.items)")
    }

    /// PgBouncer in transaction mode: each transaction may run on another connection to the server.
    func testABoardBehindAPooler() throws {
        try XCTSkipUnless(PrivateServer.isInstalled, "no PostgreSQL here: apt-get install postgresql")
        let server: PrivateServer
        do { server = try PrivateServer("--pooled") } catch let failure as Failure where "\(failure)".contains("no PgBouncer") {
            throw XCTSkip("no PgBouncer here: apt-get install pgbouncer")
        }
        let town = try GuardedTown(at: server.url("--pooled"))
        let items = try FailoverTests.furnish(town).prefix(20)
        let boards = try (0..<4).map { try town.board(of: "person \($0)") }
        let storm = Storm()
        let group = DispatchGroup()
        for (number, board) in boards.enumerated() {
            let actor = Actor(identity: Town.identity("person \(number)"))
            Thread.detached(in: group) { storm.vote(for: Array(items), on: board, as: actor, number) }
        }
        XCTAssertEqual(group.wait(timeout: .now() + 60), .success, "somebody waits for ever")
        XCTAssertNil(storm.trouble)
        XCTAssertEqual(try boards[0].read { try $0.roadmap().count }, FoundingRoadmap.items.count + FailoverTests.items)
        let kept = try server.psql("SELECT count(*) FROM commonplace_community.votes", as: "postgres").output
        XCTAssertEqual(kept, "80")
        XCTAssertThrowsError(try boards[0].read { try $0.blocks() }, "everybody is still themselves behind the pooler")
    }

    private func standby(_ server: PrivateServer) throws -> String {
        try server.standbyURL().replacingOccurrences(of: "//owner@", with: "//postgres@")
    }

    private static func furnish(_ town: GuardedTown) throws -> [Identifier<RoadmapItem>] {
        let developer = Actor(key: Town.identity("developer"))
        let board = try town.developer()
        return try (0..<items).map { number in
            let item = RoadmapItem(
                id: Identifier("item\(number)"), title: "Item \(number)", description: "What it brings", priority: 9,
                estimatedRelease: "v2", category: .feature, createdAt: .earliest)
            try board.add(item, by: developer, at: .earliest)
            return item.id
        }
    }
}

/// Votes that were acknowledged, and how long anybody waited for the next.
private final class Storm: Sendable {
    private struct State {
        var count = 0
        var longest = 0.0
        var trouble: String?
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.count } }
    var longestWait: Double { state.withLock { $0.longest } }
    var trouble: String? { state.withLock { $0.trouble } }

    /// One vote for each; a vote that nobody acknowledged is cast again, as an app does.
    func vote(for items: [Identifier<RoadmapItem>], on board: any CommunityBoard, as actor: Actor, _ number: Int) {
        for (place, item) in items.enumerated() {
            let began = ContinuousClock.now
            let posting = Posting(
                .vote(item: item), outbox: "box\(number)", number: place + 1, sentAt: .earliest, month: "2026-11")
            while true {
                do {
                    _ = try board.take(posting, from: actor)
                    break
                } catch let failure as Failure where failure.kind == .temporary && ContinuousClock.now - began < .seconds(30) {
                    usleep(20_000)
                } catch {
                    return state.withLock { $0.trouble = "\(item): \(error)" }
                }
            }
            let waited =
                Double((ContinuousClock.now - began).components.attoseconds) / 1e18
                + Double((ContinuousClock.now - began).components.seconds)
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
