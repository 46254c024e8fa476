import Community
import CommunityContract
import Foundation
import Kernel
import KernelContract
import Postgres
import Storage
import Synchronization
import TestBench
import XCTest

@testable import CommunityAdapters

/// The community that a database guards: against a real server, which is skipped where none can run.
final class GuardedBoardTests: XCTestCase {
    /// Of the password `pencil`.
    private static let verifier =
        "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU="

    func testADatabaseKeepsTheContract() throws {
        XCTAssertTrue(try GuardedTown().developer() is PostgresCommunityBoard)
        for broken in CommunityBoardContract.over({ try EverybodysBoard() }).brokenPromises() { XCTFail(broken.description) }
    }

    // MARK: - Coming in

    func testNobodyComesInWithoutACodeAndEachCodeLetsInAsManyAsItSays() throws {
        let town = try GuardedTown()
        let mina = town.access("mina")
        assertFails(.notInvited) { try mina.enter(town.place, nil) }
        assertFails(.codeRefused) { try mina.enter(town.place, "wrong") }
        let code = try town.developer().invite(Invitation(uses: 1))
        try mina.enter(town.place, code)
        try mina.connect(town.place)
        XCTAssertEqual(try mina.open(.asked).read { try $0.roadmap().count }, 9)
        assertFails(.codeRefused) { try town.access("zoe").enter(town.place, code) }
        assertFails(.codeRefused) { try mina.enter(town.place, town.developer().invite(Invitation())) }
        let file = try FileManager.default.attributesOfItem(atPath: town.home.path("mina/logins"))
        XCTAssertEqual(file[.posixPermissions] as? Int, 0o600)
    }

    func testAHundredWrongCodesAreRefusedAndShutTheDoorForTheDay() throws {
        let town = try GuardedTown()
        let code = try town.developer().invite(Invitation(uses: 100))
        var outcomes: [String: Int] = [:]
        for number in 0..<100 {
            let outcome = try town.enrol("guess \(number)", "guesser", GuardedBoardTests.verifier).outcome
            outcomes[outcome, default: 0] += 1
        }
        XCTAssertEqual(outcomes, ["refused": 10, "too many": 90])
        assertFails(.tooMany) { try town.access("guesser").enter(town.place, code) }
        XCTAssertEqual(try town.administer("SELECT count(*) FROM members"), "1")
    }

    func testADeveloperWhoWasRevokedDecidesNothingMoreInASessionThatIsOpen() throws {
        let town = try GuardedTown()
        let code = try town.developer().invite(Invitation(developer: "Ben"))
        let ben = town.access("ben")
        try ben.enter(town.place, code)
        try ben.connect(town.place)
        let board = try ben.open(.asked)
        let key = Actor(key: Town.identity("ben"))
        _ = try board.change("clubs", .roadmapItem, by: key, at: .earliest) { (item: inout RoadmapItem) in item.priority = 1 }
        try town.developer().revoke(developer: "Ben")
        assertFails(.notAllowed) {
            try board.change("clubs", .roadmapItem, by: key, at: .earliest) { (item: inout RoadmapItem) in item.priority = 2 }
        }
        assertFails(.notAllowed) { try board.read { try $0.feedback(nil, newestFirst: true, limit: nil) } }
        assertFails(.notInvited) { try town.access("ben").open(.asked) }
        XCTAssertEqual(try town.developer().developers().filter { $0.until == nil }.map(\.name), ["first"])
        assertFails(.lastDeveloper) { try town.developer().revoke(developer: "first") }
        assertFails(.developerNotFound) { try town.developer().revoke(developer: "Ben") }
        XCTAssertEqual(try town.administer("SELECT count(*) FROM audit WHERE deed = 'developer revoked'"), "1")
    }

    // MARK: - Votes

    func testAThousandVotersAtOnceAreAThousandVotes() throws {
        let town = try GuardedTown()
        let people = 1000
        try town.administer("UPDATE limits SET most = 100000")
        let code = try town.developer().invite(Invitation(uses: people))
        let names = try (0..<people).map { try XCTUnwrap(town.enrol(code, "voter \($0)", GuardedBoardTests.verifier).login) }
        let passes = town.home.path("passes")
        try town.home.file("passes", names.map { "*:*:*:\($0):pencil\n" }.joined())
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: passes)
        let counted = Mutex((new: 0, again: 0, failures: [String]()))
        DispatchQueue.concurrentPerform(iterations: 8) { lane in
            for number in stride(from: lane, to: people, by: 8) {
                do {
                    let address = try PostgresAddress(town.url + "&user=\(names[number])&passfile=\(passes)")
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
        XCTAssertEqual(try town.developer().read { try $0.voteCount(for: Identifier<RoadmapItem>("video")) }, people)
        XCTAssertEqual(try town.administer("SELECT count(*) FROM votes"), "\(people)")
    }

    // MARK: - Going

    func testForgettingLeavesNothingUnderTheName() throws {
        let town = try GuardedTown()
        let (mina, actor) = (try town.board(of: "mina"), Actor(identity: Town.identity("mina")))
        let own = Side.suggestion("idea")
        let parcels: [Parcel] = [
            .feedback(Side.feedback("f")), .suggestion(own), .vote(item: "video"), .upvote(suggestion: "idea"),
            .attendance(month: "2026-11"), .review,
        ]
        for (number, parcel) in parcels.enumerated() {
            _ = try mina.take(
                Posting(parcel, outbox: "box", number: number + 1, sentAt: .earliest, month: "2026-11", isCounted: true),
                from: actor)
        }
        let everything = """
            SELECT string_agg(found::text, E'\\n') FROM (
                SELECT query_to_xml(format('SELECT * FROM commonplace_community.%I', tablename), true, true, '') AS found
                FROM pg_tables WHERE schemaname = 'commonplace_community') all_tables
            """
        let login = try XCTUnwrap(try town.administer("SELECT member FROM members WHERE kind = 'participant'"))
        let author = Town.author("mina").rawValue
        XCTAssertTrue(try town.administer(everything).contains(author))
        XCTAssertGreaterThan(try mina.forget(actor), 5)
        let left = try town.administer(everything)
        XCTAssertFalse(left.contains(author) || left.contains(login), left)
        XCTAssertEqual(try town.administer("SELECT (SELECT count(*) FROM votes) + (SELECT sum(votes) FROM tallies)"), "0")
        XCTAssertEqual(try mina.forget(actor), 0)
        assertFails(.authorForgotten) {
            try mina.take(Posting(.review, outbox: "b", number: 9, sentAt: .earliest, month: "m"), from: actor)
        }
        assertFails(.notInvited) { try town.access("mina").open(.asked) }
        assertFails(.authorForgotten) { try town.access("mina").enter(town.place, town.developer().invite(Invitation())) }
    }

    // MARK: - Away

    func testAServerThatIsGoneKeepsWhatIsSentAndShowsTheDatedCopy() throws {
        let (town, people, local) = (try GuardedTown(), Town(), MemoryStore())
        _ = try town.board(of: "mina")
        let before = people.person("mina", local: local, access: town.access("mina"))
        try before.keepSight()
        let name = try town.administer("SELECT current_database()")
        let elsewhere = try Psql("ALTER DATABASE \(name) ALLOW_CONNECTIONS false", at: GuardedTown.other(town.url))
        XCTAssertNil(elsewhere.refusal)
        let away = people.person("mina", local: local, access: town.access("mina"))
        let sending = try away.vote(for: "video")
        XCTAssertEqual(sending.state, .queued)
        XCTAssertEqual(sending.trouble?.kind, .temporary)
        let sight = try away.sight()
        XCTAssertEqual(sight.roadmap.count, 9)
        XCTAssertEqual(sight.trouble?.code, .communityUnreachable)
        XCTAssertNotNil(sight.asOf)
        XCTAssertNil(try Psql("ALTER DATABASE \(name) ALLOW_CONNECTIONS true", at: GuardedTown.other(town.url)).refusal)
        let back = people.person("mina", local: local, access: town.access("mina"))
        XCTAssertEqual(try back.deliver().sent, 1)
        XCTAssertEqual(try back.roadmap().first { $0.item.id == "video" }.map { [$0.votes, $0.isMine ? 1 : 0] }, [1, 1])
    }

    func testASchemaThatIsNewerOrOlderIsSaid() throws {
        let town = try GuardedTown()
        for (version, code) in [(CommunitySchema.version + 1, Failure.Code.communityNewer), (0, .communityOlder)] {
            try town.administer("UPDATE charter SET version = \(version)")
            assertFails(code) { try town.access("developer").open(.asked) }
            assertFails(code) { try town.access("mina").find(town.place.path) }
        }
    }

    func testWhatLiesThereIsNotTakenForTheCommunity() throws {
        let town = try GuardedTown()
        assertFails(.communityExists) { try town.access("zoe").create("postgres:" + town.url) }
        XCTAssertEqual(try town.access("developer").migrate("postgres:" + town.url)?.after, CommunitySchema.version)
        try town.administer("UPDATE charter SET community = 'another'")
        assertFails(.communityForeign) { try town.access("developer").open(.asked) }
        try town.administer("ALTER SCHEMA commonplace_community RENAME TO elsewhere")
        assertFails(.communityEmptied) { try town.access("developer").open(.asked) }
    }

    /// The example of the server's own tests.
    func testAPasswordIsKeptAsTheServerKeepsIt() throws {
        let salt = try XCTUnwrap(Data(base64Encoded: "W22ZaJ0SNY7soEsUEjb6gQ=="))
        XCTAssertEqual(ScramVerifier("pencil", salt: Array(salt)).text, GuardedBoardTests.verifier)
    }
}
