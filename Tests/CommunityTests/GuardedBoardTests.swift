import Community
import CommunityTesting
import Foundation
import Kernel
import KernelTesting
import Postgres
import Storage
import Synchronization
import TestSupport
import XCTest

@testable import CommunityAdapters

/// A community in PostgreSQL, against a real server. Skipped where none can run.
final class GuardedBoardTests: XCTestCase {
    /// The verifier of the password `pencil`.
    private static let verifier =
        "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU="

    func testDatabaseMeetsTheContract() throws {
        XCTAssertTrue(try PostgresCommunityFixture().developer() is PostgresCommunityBoard)
        for broken in CommunityBoardContract.over({ try PerMemberBoard() }).brokenPromises() {
            XCTFail(broken.description)
        }
    }

    // MARK: - Entry

    func testEntryNeedsACodeWithRemainingUses() throws {
        let fixture = try PostgresCommunityFixture()
        let mina = fixture.access("mina")
        assertFails(.notInvited) { try mina.enter(fixture.place, nil) }
        assertFails(.codeRefused) { try mina.enter(fixture.place, "wrong") }
        let code = try fixture.developer().invite(Invitation(uses: 1))
        try mina.enter(fixture.place, code)
        try mina.connect(fixture.place)
        XCTAssertEqual(try mina.open(.userInitiated).read { try $0.roadmap().count }, 9)
        assertFails(.codeRefused) { try fixture.access("zoe").enter(fixture.place, code) }
        assertFails(.codeRefused) { try mina.enter(fixture.place, fixture.developer().invite(Invitation())) }
        let file = try FileManager.default.attributesOfItem(atPath: fixture.home.path("mina/logins"))
        XCTAssertEqual(file[.posixPermissions] as? Int, 0o600)
    }

    func testTenWrongCodesBlockEntryForTheDay() throws {
        let fixture = try PostgresCommunityFixture()
        let code = try fixture.developer().invite(Invitation(uses: 100))
        var outcomes: [String: Int] = [:]
        for number in 0..<100 {
            let outcome = try fixture.enrol("guess \(number)", "guesser", GuardedBoardTests.verifier).outcome
            outcomes[outcome, default: 0] += 1
        }
        XCTAssertEqual(outcomes, ["refused": 10, "too many": 90])
        assertFails(.tooMany) { try fixture.access("guesser").enter(fixture.place, code) }
        XCTAssertEqual(try fixture.administer("SELECT count(*) FROM members"), "1")
    }

    func testRevokedDeveloperLosesRightsInOpenSessions() throws {
        let fixture = try PostgresCommunityFixture()
        let code = try fixture.developer().invite(Invitation(developer: "Ben"))
        let ben = fixture.access("ben")
        try ben.enter(fixture.place, code)
        try ben.connect(fixture.place)
        let board = try ben.open(.userInitiated)
        let key = Actor(key: CommunityFixture.identity("ben"))
        _ = try board.change("clubs", .roadmapItem, by: key, at: .earliest) { (item: inout RoadmapItem) in
            item.priority = 1
        }
        try fixture.developer().revoke(developer: "Ben")
        assertFails(.notAllowed) {
            try board.change("clubs", .roadmapItem, by: key, at: .earliest) { (item: inout RoadmapItem) in
                item.priority = 2
            }
        }
        assertFails(.notAllowed) { try board.read { try $0.feedback(nil, newestFirst: true, limit: nil) } }
        assertFails(.notInvited) { try fixture.access("ben").open(.userInitiated) }
        XCTAssertEqual(try fixture.developer().developers().filter { $0.until == nil }.map(\.name), ["first"])
        assertFails(.lastDeveloper) { try fixture.developer().revoke(developer: "first") }
        assertFails(.developerNotFound) { try fixture.developer().revoke(developer: "Ben") }
        XCTAssertEqual(try fixture.administer("SELECT count(*) FROM audit WHERE deed = 'developer revoked'"), "1")
    }

    // MARK: - Votes

    func testThousandConcurrentVotersGiveThousandVotes() throws {
        let fixture = try PostgresCommunityFixture()
        let people = 1000
        try fixture.administer("UPDATE limits SET most = 100000")
        let code = try fixture.developer().invite(Invitation(uses: people))
        let names = try (0..<people).map {
            try XCTUnwrap(fixture.enrol(code, "voter \($0)", GuardedBoardTests.verifier).login)
        }
        let passes = fixture.home.path("passes")
        try fixture.home.file("passes", names.map { "*:*:*:\($0):pencil\n" }.joined())
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: passes)
        let counted = Mutex((new: 0, again: 0, failures: [String]()))
        DispatchQueue.concurrentPerform(iterations: 8) { lane in
            for number in stride(from: lane, to: people, by: 8) {
                do {
                    let address = try PostgresAddress(fixture.url + "&user=\(names[number])&passfile=\(passes)")
                    let client = PostgresClient(address)
                    defer { try? client.close() }
                    for _ in 0..<2 {
                        let isNew = try client.use {
                            try $0.answer("SELECT commonplace_community.cast_vote('dojang', 'video')")[0].bool(0)
                        }
                        counted.withLock { if isNew { $0.new += 1 } else { $0.again += 1 } }
                    }
                } catch { counted.withLock { $0.failures.append("\(error)") } }
            }
        }
        let result = counted.withLock { $0 }
        XCTAssertEqual(result.failures.prefix(3), [])
        XCTAssertEqual([result.new, result.again], [people, people])
        XCTAssertEqual(try fixture.developer().read { try $0.voteCount(for: Identifier<RoadmapItem>("video")) }, people)
        XCTAssertEqual(try fixture.administer("SELECT count(*) FROM votes"), "\(people)")
    }

    // MARK: - Forgetting

    func testForgettingErasesEveryRowOfAPerson() throws {
        let fixture = try PostgresCommunityFixture()
        let (mina, actor) = (try fixture.board(of: "mina"), Actor(identity: CommunityFixture.identity("mina")))
        let own = CommunityApp.suggestion("idea")
        let submissions: [Submission] = [
            .feedback(CommunityApp.feedback("f")), .suggestion(own), .vote(item: "video"), .upvote(suggestion: "idea"),
            .attendance(month: "2026-11"), .review,
        ]
        for (number, submission) in submissions.enumerated() {
            _ = try mina.receive(
                Posting(
                    submission, outbox: "box", number: number + 1, sentAt: .earliest, month: "2026-11", isCounted: true),
                from: actor)
        }
        let everything = """
            SELECT string_agg(found::text, E'\\n') FROM (
                SELECT query_to_xml(format('SELECT * FROM commonplace_community.%I', tablename), true, true, '') AS found
                FROM pg_tables WHERE schemaname = 'commonplace_community') all_tables
            """
        let login = try XCTUnwrap(try fixture.administer("SELECT member FROM members WHERE kind = 'participant'"))
        let author = CommunityFixture.author("mina").rawValue
        XCTAssertTrue(try fixture.administer(everything).contains(author))
        XCTAssertGreaterThan(try mina.forget(actor), 5)
        let remaining = try fixture.administer(everything)
        XCTAssertFalse(remaining.contains(author) || remaining.contains(login), remaining)
        XCTAssertEqual(
            try fixture.administer("SELECT (SELECT count(*) FROM votes) + (SELECT sum(votes) FROM tallies)"), "0")
        XCTAssertEqual(try mina.forget(actor), 0)
        assertFails(.authorForgotten) {
            try mina.receive(Posting(.review, outbox: "b", number: 9, sentAt: .earliest, month: "m"), from: actor)
        }
        assertFails(.notInvited) { try fixture.access("mina").open(.userInitiated) }
        assertFails(.authorForgotten) {
            try fixture.access("mina").enter(fixture.place, fixture.developer().invite(Invitation()))
        }
    }

    // MARK: - Unreachable

    func testUnreachableServerQueuesVotesAndShowsTheSavedCopy() throws {
        let fixture = try PostgresCommunityFixture()
        let people = CommunityFixture()
        let local = MemoryStore()
        _ = try fixture.board(of: "mina")
        let before = people.person("mina", local: local, access: fixture.access("mina"))
        try before.refreshSnapshot()
        let name = try fixture.administer("SELECT current_database()")
        let elsewhere = try Psql(
            "ALTER DATABASE \(name) ALLOW_CONNECTIONS false", at: PostgresCommunityFixture.other(fixture.url))
        XCTAssertNil(elsewhere.refusal)
        let away = people.person("mina", local: local, access: fixture.access("mina"))
        let sending = try away.vote(for: "video")
        XCTAssertEqual(sending.state, .queued)
        XCTAssertEqual(sending.trouble?.kind, .temporary)
        let snapshot = try away.snapshot()
        XCTAssertEqual(snapshot.roadmap.count, 9)
        XCTAssertEqual(snapshot.trouble?.code, .communityUnreachable)
        XCTAssertNotNil(snapshot.asOf)
        XCTAssertNil(
            try Psql("ALTER DATABASE \(name) ALLOW_CONNECTIONS true", at: PostgresCommunityFixture.other(fixture.url))
                .refusal)
        let rejoined = people.person("mina", local: local, access: fixture.access("mina"))
        XCTAssertEqual(try rejoined.deliver().sent, 1)
        XCTAssertEqual(
            try rejoined.roadmap().first { $0.item.id == "video" }.map { [$0.votes, $0.isMine ? 1 : 0] }, [1, 1])
    }

    func testNewerAndOlderSchemasAreReported() throws {
        let fixture = try PostgresCommunityFixture()
        for (version, code) in [(CommunitySchema.version + 1, Failure.Code.communityNewer), (0, .communityOlder)] {
            try fixture.administer("UPDATE charter SET version = \(version)")
            assertFails(code) { try fixture.access("developer").open(.userInitiated) }
            assertFails(code) { try fixture.access("mina").find(fixture.place.path) }
        }
    }

    func testForeignAndEmptiedDatabasesAreRefused() throws {
        let fixture = try PostgresCommunityFixture()
        assertFails(.communityExists) { try fixture.access("zoe").create("postgres:" + fixture.url) }
        XCTAssertEqual(
            try fixture.access("developer").migrate("postgres:" + fixture.url)?.after, CommunitySchema.version)
        try fixture.administer("UPDATE charter SET community = 'another'")
        assertFails(.communityForeign) { try fixture.access("developer").open(.userInitiated) }
        try fixture.administer("ALTER SCHEMA commonplace_community RENAME TO elsewhere")
        assertFails(.communityEmptied) { try fixture.access("developer").open(.userInitiated) }
    }

    /// The example of PostgreSQL's own tests.
    func testScramVerifierMatchesPostgreSQL() throws {
        let salt = try XCTUnwrap(Data(base64Encoded: "W22ZaJ0SNY7soEsUEjb6gQ=="))
        XCTAssertEqual(ScramVerifier("pencil", salt: Array(salt)).text, GuardedBoardTests.verifier)
    }
}
