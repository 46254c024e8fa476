import Community
import Foundation
import Kernel
import Postgres
import Synchronization
import TestSupport
import XCTest

@testable import CommunityAdapters

/// Status, migration, notifications, licence entry and erasure of a community in a database.
final class GuardedBoardStatusTests: XCTestCase {
    private func hub(_ fixture: PostgresCommunityFixture, as name: String = "developer") -> CommunityAdmin {
        CommunityAdmin(
            access: fixture.access(name),
            keys: .memory(CommunityFixture.identity(name), randomBytes: IdentityStore.randomBytes),
            ids: .counting(),
            time: .fixed(.earliest))
    }

    func testDatabaseReportsItsStatus() throws {
        let fixture = try PostgresCommunityFixture()
        for name in ["mina", "zoe"] { _ = try fixture.board(of: name) }
        let status = try XCTUnwrap(hub(fixture).status())
        XCTAssertEqual(status.kind, .database)
        XCTAssertEqual(status.place.id, fixture.place.id)
        XCTAssertEqual(
            status.schema,
            BoardSchema(version: CommunitySchema.version, newest: CommunitySchema.version, isStandby: false))
        XCTAssertEqual(status.participants, ParticipantCounts(apps: ["dojang"], people: 2, developers: 1))
        XCTAssertEqual(status.mayAnswer, true)
        XCTAssertNil(status.trouble)
        let memberStatus = try XCTUnwrap(hub(fixture, as: "mina").status())
        XCTAssertEqual([memberStatus.mayAnswer], [false])
        try fixture.administer("UPDATE charter SET version = 99")
        let newer = try XCTUnwrap(hub(fixture).status())
        XCTAssertEqual(newer.schema?.version, 99)
        XCTAssertEqual(newer.trouble?.code, .communityNewer)
    }

    /// A database of the first version is reported as old. Migration keeps its data.
    func testDatabaseMigratesFromTheFirstVersion() throws {
        try PostgresCommunityFixture.requireServer()
        let url = try PostgresCommunityFixture.emptyDatabase()
        let code = Identity(randomBytes: IdentityStore.randomBytes()).secret
        try PostgresClient(PostgresAddress(url)).transaction(.committed) {
            try CommunitySchema.current.install(on: $0, upTo: 1)
            try CommunitySchema.invite("first", by: code, on: $0)
        }
        let home = try Home(isQuick: true)
        let folder = home.path("developer")
        let login = BoardLogin(
            "logins", in: { folder },
            of: .memory(CommunityFixture.identity("developer"), randomBytes: IdentityStore.randomBytes))
        let access = BoardAccess.shared(
            BoardPlaces(named: nil, savedCommunityPath: { folder + "/community" }, notes: nil, login: login),
            isDryRun: false,
            now: { .earliest }, onOpen: { _ in })
        // A member and feedback from before the migration.
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
        let hub = CommunityAdmin(
            access: access,
            keys: .memory(CommunityFixture.identity("developer"), randomBytes: IdentityStore.randomBytes),
            ids: .counting(),
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
        XCTAssertEqual(try hub.status()?.participants?.people, 1)
    }

    // MARK: - Notification

    /// A notification arrives at once. If it is lost, polling still finds the feedback.
    func testDevelopersAreNotifiedOfFeedbackAtOnce() throws {
        let fixture = try PostgresCommunityFixture()
        let (mina, actor) = (try fixture.board(of: "mina"), Actor(identity: CommunityFixture.identity("mina")))
        let board = try fixture.developer()
        XCTAssertEqual(try board.waitForFeedback(within: 0.05), true, "notifications are available")
        let waited = Mutex<Duration?>(nil)
        let group = DispatchGroup()
        Thread.detached(in: group) {
            let start = ContinuousClock.now
            _ = try? board.waitForFeedback(within: 30)
            waited.withLock { $0 = .now - start }
        }
        usleep(300_000)
        _ = try mina.receive(
            Posting(.feedback(CommunityApp.feedback("f")), outbox: "b", number: 1, sentAt: .earliest, month: "m"),
            from: actor)
        XCTAssertEqual(group.wait(timeout: .now() + 40), .success)
        XCTAssertLessThan(try XCTUnwrap(waited.withLock { $0 }), .seconds(10))
        // Participants have no access to the channel.
        XCTAssertEqual(try XCTUnwrap(mina as? any GuardedBoard).waitForFeedback(within: 5), false)
        let slept = Mutex(0)
        let new = try hub(fixture).newFeedback(within: nil) { _ in
            slept.withLock { $0 += 1 }
        } sending: {
            _ = try mina.receive(
                Posting(.feedback(CommunityApp.feedback("g")), outbox: "b", number: 2, sentAt: .earliest, month: "m"),
                from: actor)
        }
        XCTAssertEqual(new.map(\.id), ["g"])
        XCTAssertEqual(slept.withLock { $0 }, 0, "a notified program does not sleep")
    }

    // MARK: - Entry

    func testLicenceAdmitsItsOwnerRepeatedly() throws {
        let fixture = try PostgresCommunityFixture()
        let (license, other) = (Array("licence of Mina\n".utf8), Array("licence of Sam".utf8))
        XCTAssertEqual(try hub(fixture).admit([license, other], to: nil), 2)
        XCTAssertEqual(try hub(fixture).admit([license], to: nil), 0)
        // Trailing white space is ignored, because mail adds some.
        let code = try Invitation.code(ofLicence: license + [13, 10, 10])
        let mina = fixture.access("mina")
        try mina.enter(fixture.place, code)
        try mina.connect(fixture.place)
        XCTAssertEqual(try mina.open(.userInitiated).read { try $0.roadmap().count }, 9)
        try mina.enter(fixture.place, code)
        assertFails(.codeRefused) { try fixture.access("zoe").enter(fixture.place, code) }
        assertFails(.codeRefused) {
            try fixture.access("zoe").enter(fixture.place, Invitation.code(ofLicence: Array("forged".utf8)))
        }
        assertFails(.codeRefused) { try Invitation.code(ofLicence: [10, 32]) }
        XCTAssertEqual(try hub(fixture).status()?.participants?.people, 1)
    }

    // MARK: - Erasure

    func testForgetAgainErasesPeopleRestoredFromABackup() throws {
        let fixture = try PostgresCommunityFixture()
        for name in ["mina", "zoe"] {
            let board = try fixture.board(of: name)
            for (number, submission) in [Submission.feedback(feedback(by: name)), .vote(item: "video")].enumerated() {
                _ = try board.receive(
                    Posting(submission, outbox: "b", number: number + 1, sentAt: .earliest, month: "m"),
                    from: Actor(identity: CommunityFixture.identity(name)))
            }
        }
        // A backup: every row as it was, outside the program.
        let tables = "members votes tallies feedback ledger names".split(separator: " ")
        try fixture.administer(
            "CREATE SCHEMA backup;" + tables.map { "CREATE TABLE backup.\($0) AS TABLE \($0);" }.joined())
        _ = try fixture.board(of: "mina").forget(Actor(identity: CommunityFixture.identity("mina")))
        let list = try hub(fixture).forgotten()
        XCTAssertEqual(list.count, 1)
        XCTAssertFalse(list[0].contains(CommunityFixture.author("mina").rawValue))
        try fixture.administer(
            tables.map { "DELETE FROM \($0); INSERT INTO \($0) SELECT * FROM backup.\($0);" }.joined()
                + "DROP SCHEMA backup CASCADE;")
        XCTAssertEqual(try people(fixture), "1|2|2|0", "the person is a member again")
        let removed = try hub(fixture).forgetAgain(list.joined(separator: "\n") + "\n")
        XCTAssertEqual([removed.people, removed.records], [1, 3])
        XCTAssertEqual(try people(fixture), "0|1|1|1")
        let again = try hub(fixture).forgetAgain(list.joined(separator: "\n"))
        XCTAssertEqual([again.people, again.records], [0, 0])
        assertFails(.notForgotten) { try hub(fixture).forgetAgain("zoe") }
        assertFails(.notAllowed) { try XCTUnwrap(fixture.board(of: "zoe") as? any GuardedBoard).forgetAgain(list) }
        XCTAssertEqual(
            try fixture.board(of: "zoe").personalData(of: Actor(identity: CommunityFixture.identity("zoe"))).feedback
                .count, 1)
    }

    private func feedback(by name: String) -> Feedback {
        Feedback(
            id: Identifier("f-" + name), author: CommunityFixture.author(name), category: .bug, text: "x",
            timestamp: .earliest,
            device: DeviceInfo(app: "dojang", appVersion: "1", system: "s", machine: "m"), usage: nil)
    }

    private func people(_ fixture: PostgresCommunityFixture) throws -> String {
        try fixture.administer(
            """
            SELECT (SELECT count(*) FROM feedback WHERE id = 'f-mina'), (SELECT count(*) FROM votes), (SELECT sum(votes) FROM tallies),
                (SELECT count(*) FROM names WHERE is_gone)
            """)
    }
}

extension CommunityAdmin {
    /// Waits for feedback while `sending` runs.
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
