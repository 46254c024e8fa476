import Community
import Foundation
import Kernel
import Postgres
import Synchronization
import TestBench
import XCTest

@testable import CommunityAdapters

/// How a community in a database stands, what waits for its administrator, who is told at once, and who stays forgotten.
final class GuardedStandingTests: XCTestCase {
    private func hub(_ town: GuardedTown, as name: String = "developer") -> Stewardship {
        Stewardship(
            access: town.access(name), keys: .memory(Town.identity(name), chance: IdentityStore.chance), ids: .counting(),
            time: .fixed(.earliest))
    }

    func testADatabaseSaysHowItStands() throws {
        let town = try GuardedTown()
        for name in ["mina", "zoe"] { _ = try town.board(of: name) }
        let status = try XCTUnwrap(hub(town).status())
        XCTAssertEqual(status.kind, .database)
        XCTAssertEqual(status.place.id, town.place.id)
        XCTAssertEqual(
            status.schema,
            BoardSchema(version: CommunitySchema.version, newest: CommunitySchema.version, isStandby: false))
        XCTAssertEqual(status.census, Census(apps: ["dojang"], people: 2, developers: 1))
        XCTAssertEqual(status.mayAnswer, true)
        XCTAssertNil(status.trouble)
        let seen = try XCTUnwrap(hub(town, as: "mina").status())
        XCTAssertEqual([seen.mayAnswer], [false])
        try town.administer("UPDATE charter SET version = 99")
        let newer = try XCTUnwrap(hub(town).status())
        XCTAssertEqual(newer.schema?.version, 99)
        XCTAssertEqual(newer.trouble?.code, .communityNewer)
    }

    /// A database of the first version is told of as one, and brought along; what stood there stays.
    func testADatabaseOfTheFirstVersionIsBroughtAlong() throws {
        try GuardedTown.requireServer()
        let url = try GuardedTown.emptyDatabase()
        let code = Identity(chance: IdentityStore.chance()).secret
        try PostgresClient(PostgresAddress(url)).transaction(.committed) {
            _ = try CommunitySchema.lay(on: $0, inviting: "first", by: code, upTo: 1)
        }
        let home = try Home(isQuick: true)
        let folder = home.path("developer")
        let login = BoardLogin("logins", in: { folder }, of: .memory(Town.identity("developer"), chance: IdentityStore.chance))
        let access = BoardAccess.shared(
            BoardPlaces(named: nil, pin: { folder + "/community" }, former: nil, notes: nil, login: login), isRehearsal: false,
            now: { .earliest }, opening: { _ in })
        // Who was there before, and what they had said.
        let before = try Psql(
            """
            GRANT commonplace_owner TO CURRENT_USER; SET search_path = commonplace_community;
            INSERT INTO members (app, member, kind, author) VALUES ('*', 'cp_old', 'participant', repeat('m', 26));
            INSERT INTO feedback (app, id, author, category, body, written_at, device)
                VALUES ('dojang', 'f', repeat('m', 26), 'Bug', 'It breaks', now(), '{"app":"dojang","appVersion":"1","system":"s","machine":"m"}');
            INSERT INTO triage (app, feedback, severity) VALUES ('dojang', 'f', 'High');
            SELECT community FROM charter; REVOKE commonplace_owner FROM CURRENT_USER;
            """, at: url)
        XCTAssertNil(before.refusal)
        try access.connect(BoardPlace(id: before.output, path: "postgres:" + url))
        let hub = Stewardship(
            access: access, keys: .memory(Town.identity("developer"), chance: IdentityStore.chance), ids: .counting(),
            time: .fixed(.earliest))
        let old = try XCTUnwrap(hub.status())
        XCTAssertEqual(old.schema?.version, 1)
        XCTAssertEqual(old.schema?.waiting, CommunitySchema.version - 1)
        XCTAssertEqual(old.trouble?.code, .communityOlder)
        let versions = try hub.migrate("postgres:" + url)
        XCTAssertEqual([versions.before, versions.after], [1, CommunitySchema.version])
        XCTAssertEqual(try hub.migrate("postgres:" + url).before, CommunitySchema.version)
        try access.enter(access.find("postgres:" + url), code)
        let tracked = try hub.tracked()
        XCTAssertEqual(tracked.map(\.id), ["f"])
        XCTAssertEqual(tracked.map(\.severity), [.high])
        XCTAssertEqual(try hub.status()?.census?.people, 1)
    }

    // MARK: - Who is told

    /// The hint comes at once; and when it is lost, whoever looks from time to time sees it all the same.
    func testFeedbackIsToldOfAtOnce() throws {
        let town = try GuardedTown()
        let (mina, actor) = (try town.board(of: "mina"), Actor(identity: Town.identity("mina")))
        let desk = try town.developer()
        XCTAssertEqual(try desk.isTold(within: 0.05), true, "nothing came, and it could be told")
        let waited = Mutex<Duration?>(nil)
        let group = DispatchGroup()
        Thread.detached(in: group) {
            let start = ContinuousClock.now
            _ = try? desk.isTold(within: 30)
            waited.withLock { $0 = .now - start }
        }
        usleep(300_000)
        _ = try mina.take(
            Posting(.feedback(Side.feedback("f")), outbox: "b", number: 1, sentAt: .earliest, month: "m"), from: actor)
        XCTAssertEqual(group.wait(timeout: .now() + 40), .success)
        XCTAssertLessThan(try XCTUnwrap(waited.withLock { $0 }), .seconds(10))
        // A participant is not told on which channel.
        XCTAssertEqual(try XCTUnwrap(mina as? any GuardedBoard).isTold(within: 5), false)
        let slept = Mutex(0)
        let new = try hub(town).newFeedback(within: nil) { _ in
            slept.withLock { $0 += 1 }
        } sending: {
            _ = try mina.take(
                Posting(.feedback(Side.feedback("g")), outbox: "b", number: 2, sentAt: .earliest, month: "m"), from: actor)
        }
        XCTAssertEqual(new.map(\.id), ["g"])
        XCTAssertEqual(slept.withLock { $0 }, 0, "who is told does not sleep")
    }

    // MARK: - Who comes

    func testALicenceLetsItsOwnerInOnceAndAgain() throws {
        let town = try GuardedTown()
        let (licence, other) = (Array("licence of Mina\n".utf8), Array("licence of Sam".utf8))
        XCTAssertEqual(try hub(town).admit([licence, other], to: nil), 2)
        XCTAssertEqual(try hub(town).admit([licence], to: nil), 0)
        // White space at its end is no part of it: mail adds some.
        let code = try Invitation.code(ofLicence: licence + [13, 10, 10])
        let mina = town.access("mina")
        try mina.enter(town.place, code)
        try mina.connect(town.place)
        XCTAssertEqual(try mina.open(.asked).read { try $0.roadmap().count }, 9)
        try mina.enter(town.place, code)
        assertFails(.codeRefused) { try town.access("zoe").enter(town.place, code) }
        assertFails(.codeRefused) { try town.access("zoe").enter(town.place, Invitation.code(ofLicence: Array("forged".utf8))) }
        assertFails(.codeRefused) { try Invitation.code(ofLicence: [10, 32]) }
        XCTAssertEqual(try hub(town).status()?.census?.people, 1)
    }

    // MARK: - Who is gone

    func testABackupDoesNotBringBackWhoWasForgotten() throws {
        let town = try GuardedTown()
        for name in ["mina", "zoe"] {
            let board = try town.board(of: name)
            for (number, parcel) in [Parcel.feedback(told(name)), .vote(item: "video")].enumerated() {
                _ = try board.take(
                    Posting(parcel, outbox: "b", number: number + 1, sentAt: .earliest, month: "m"),
                    from: Actor(identity: Town.identity(name)))
            }
        }
        // What a backup is: all lines as they were, behind the back of everybody.
        let tables = "members votes tallies feedback ledger names".split(separator: " ")
        try town.administer("CREATE SCHEMA backup;" + tables.map { "CREATE TABLE backup.\($0) AS TABLE \($0);" }.joined())
        _ = try town.board(of: "mina").forget(Actor(identity: Town.identity("mina")))
        let list = try hub(town).forgotten()
        XCTAssertEqual(list.count, 1)
        XCTAssertFalse(list[0].contains(Town.author("mina").rawValue))
        try town.administer(
            tables.map { "DELETE FROM \($0); INSERT INTO \($0) SELECT * FROM backup.\($0);" }.joined()
                + "DROP SCHEMA backup CASCADE;")
        XCTAssertEqual(try people(town), "1|2|2|0", "she is back")
        let gone = try hub(town).forgetAgain(list.joined(separator: "\n") + "\n")
        XCTAssertEqual([gone.people, gone.records], [1, 3])
        XCTAssertEqual(try people(town), "0|1|1|1")
        let again = try hub(town).forgetAgain(list.joined(separator: "\n"))
        XCTAssertEqual([again.people, again.records], [0, 0])
        assertFails(.notForgotten) { try hub(town).forgetAgain("zoe") }
        assertFails(.notAllowed) { try XCTUnwrap(town.board(of: "zoe") as? any GuardedBoard).forgetAgain(list) }
        XCTAssertEqual(try town.board(of: "zoe").belongings(of: Actor(identity: Town.identity("zoe"))).feedback.count, 1)
    }

    private func told(_ name: String) -> Feedback {
        Feedback(
            id: Identifier("f-" + name), author: Town.author(name), category: .bug, text: "x", timestamp: .earliest,
            device: DeviceInfo(app: "dojang", appVersion: "1", system: "s", machine: "m"), usage: nil)
    }

    private func people(_ town: GuardedTown) throws -> String {
        try town.administer(
            """
            SELECT (SELECT count(*) FROM feedback WHERE id = 'f-mina'), (SELECT count(*) FROM votes), (SELECT sum(votes) FROM tallies),
                (SELECT count(*) FROM names WHERE is_gone)
            """)
    }
}

extension Stewardship {
    /// Waits, and lets something happen meanwhile, once it does.
    fileprivate func newFeedback(
        within seconds: Double?, sleep: @escaping (Double) -> Void, sending: @escaping @Sendable () throws -> Void
    ) throws -> [Feedback] {
        let group = DispatchGroup()
        Thread.detached(in: group) {
            usleep(700_000)
            try? sending()
        }
        defer { group.wait() }
        return try newFeedback(within: seconds, sleep: sleep)
    }
}
