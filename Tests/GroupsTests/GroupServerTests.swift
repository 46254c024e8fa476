import Foundation
import Groups
import GroupsAdapters
import GroupsTesting
import Kernel
import TestSupport
import XCTest

/// Attacks with psql by members and strangers, and concurrent actions.
final class GroupServerTests: XCTestCase {
    /// A group on a private server, with its founder.
    private struct Scene {
        let home: Home
        let server: PrivateServer
        let fixture: ServerGroupFixture
        let place: GroupPlace
        let lead: any GroupSession

        init() throws {
            try XCTSkipUnless(PrivateServer.isInstalled, "this machine has no PostgreSQL")
            home = try Home()
            server = try PrivateServer()
            fixture = ServerGroupFixture(server, home.path("town"))
            place = try fixture.access("mina").create(fixture.place, "Circle", "Mina")
            lead = try fixture.access("mina").open(place, .userInitiated)
        }

        func join(_ person: String, as role: String = "member") throws -> any GroupSession {
            _ = try fixture.access(person).join(place.path, lead.invite(as: role, uses: 1, until: nil), person)
            return try fixture.access(person).open(place, .userInitiated)
        }

        /// Runs SQL with a person's login.
        func psql(_ person: String, _ sql: String) throws -> Psql {
            let text = try Data(contentsOf: URL(fileURLWithPath: home.path("town/home of \(person)/group-logins")))
            let json = try XCTUnwrap(JSONSerialization.jsonObject(with: text) as? [String: Any])
            let logins = try XCTUnwrap(json["logins"] as? [String: [String: String]])
            let login = try XCTUnwrap(logins[place.id.rawValue])
            return try server.psql(
                "SET search_path = commonplace_groups; \(sql)", as: login["name"], password: login["password"])
        }

        /// Runs the second statement during the open transaction of the first.
        func meanwhile(_ first: (person: String, sql: String), _ second: (person: String, sql: String)) throws -> [Psql]
        {
            let began = DispatchGroup()
            let result = Shared<Psql?>(nil)
            DispatchQueue.global().async(group: began) {
                result.value = try? psql(first.person, "BEGIN; \(first.sql); SELECT pg_sleep(2); COMMIT;")
            }
            Thread.sleep(forTimeInterval: 1)
            let other = try psql(second.person, second.sql)
            began.wait()
            return [try XCTUnwrap(result.value), other]
        }
    }

    private func note(
        _ id: String, by author: Identifier<Member>, _ more: String = "", at: String = "2026-11-28T00:00:00.000Z"
    )
        -> String
    {
        let day = at.prefix(10)
        return """
            SELECT write_paper('{"id":"\(id)","kind":"note","author":"\(author)","audience":{"audience":"everyone"},"content":"",\(more)"writtenAt":"\(at)","day":"\(day)"}');
            """
    }

    func testInvalidDatesAreRefusedByTheDatabase() throws {
        let scene = try Scene()
        let zoe = try scene.join("zoe").me().id
        let text = note("a", by: zoe)
        for (aim, sql) in [
            ("a time without end", text.replacing("2026-11-28T00:00:00.000Z", with: "infinity")),
            ("a year of five digits", text.replacing("2026-11-28T00:00:00.000Z", with: "12026-11-28T00:00:00.000Z")),
            ("a time before all", text.replacing("2026-11-28T00:00:00.000Z", with: "0044-03-15 00:00:00 BC")),
            ("a day without end", text.replacing(#""day":"2026-11-28""#, with: #""day":"infinity""#)),
            ("a day of five digits", text.replacing(#""day":"2026-11-28""#, with: #""day":"12026-11-28""#)),
        ] {
            XCTAssertEqual(try scene.psql("zoe", sql).refusal?.state, "23514", aim)
            XCTAssertEqual(try scene.lead.posts(nil), [], aim)
        }
        XCTAssertEqual(try scene.psql("mina", "SELECT invite('member', 1, 'infinity')").refusal?.state, "23514")
        XCTAssertEqual(try scene.psql("mina", "SELECT invite('member', 1, '12026-01-01')").refusal?.state, "23514")
        XCTAssertEqual(try scene.lead.invitations(), [])
        XCTAssertNil(try scene.psql("zoe", text).refusal)
        XCTAssertEqual(try scene.lead.posts(nil).map(\.day), [Day("2026-11-28")])
        // The date style of a session does not matter.
        XCTAssertNil(try scene.psql("zoe", "ALTER ROLE CURRENT_USER SET datestyle = 'German, DMY'").refusal)
        let zoeAgain = try scene.fixture.access("zoe").open(scene.place, .userInitiated)
        XCTAssertEqual(try zoeAgain.posts(nil).map(\.day), [Day("2026-11-28")])
        XCTAssertEqual(try zoeAgain.members().count, 2)
    }

    /// A database installed by another program may contain unreadable posts.
    func testUnreadablePostInDatabaseHidesNoOther() throws {
        let scene = try Scene()
        let zoe = try scene.join("zoe").me().id
        XCTAssertNil(try scene.psql("zoe", note("a", by: zoe) + note("b", by: zoe)).refusal)
        let session = try scene.server.psql(
            """
            GRANT commonplace_groups_owner TO CURRENT_USER; SET ROLE commonplace_groups_owner;
            UPDATE commonplace_groups.papers SET audience = 'nobody knows' WHERE id = 'a' AND author = '\(zoe)';
            """)
        XCTAssertNil(session.refusal)
        XCTAssertEqual(try scene.lead.posts(nil).map(\.id), ["b"])
    }

    func testInvitationRestoresTheEntryRole() throws {
        let scene = try Scene()
        let session = try scene.server.psql(
            """
            ALTER ROLE CURRENT_USER IN DATABASE commonplace SET row_security = off;
            ALTER ROLE CURRENT_USER SET statement_timeout = '1ms'; ALTER ROLE CURRENT_USER PASSWORD 'mine now';
            """, as: "commonplace_groups_door", password: "commonplace")
        XCTAssertNil(session.refusal)
        XCTAssertEqual(try scene.join("zoe").me().name, "zoe")
        // PostgreSQL 16 and later require this grant for it.
        let grants = try scene.server.psql(
            """
            SELECT count(*) FROM pg_auth_members WHERE admin_option AND member = 'commonplace_groups_registrar'::regrole
            AND roleid = 'commonplace_groups_door'::regrole;
            """)
        XCTAssertEqual(grants.output, "1")
    }

    func testConcurrentWritesOfARemovedMemberAreRefused() throws {
        let scene = try Scene()
        let zoe = try scene.join("zoe", as: "lead").me().id
        let adam = try scene.join("adam").me().id
        let praise = note("p", by: adam, #""about":"\#(zoe)","#).replacing(#""kind":"note""#, with: #""kind":"praise""#)
        for (person, sql, state) in [
            ("zoe", note("z", by: zoe), "KG002"), ("zoe", "SELECT invite('lead', 200, NULL);", "KG002"),
            ("adam", praise, "KG004"),
        ] {
            let results = try scene.meanwhile(("mina", "SELECT remove_member('\(zoe)')"), (person, sql))
            XCTAssertNil(results[0].refusal, sql)
            XCTAssertEqual(results[1].refusal?.state, state, sql)
            XCTAssertEqual(try scene.lead.posts(nil), [])
            _ = try scene.join("zoe", as: "lead")
        }
    }

    func testConcurrentChangeOfAWithdrawnPostIsRefused() throws {
        let scene = try Scene()
        let zoe = try scene.join("zoe").me().id
        XCTAssertNil(try scene.psql("zoe", note("a", by: zoe)).refusal)
        let results = try scene.meanwhile(
            ("mina", "SELECT withdraw_paper('a')"),
            ("zoe", "SELECT change_paper('a', 'secret', NULL, 'everyone', '{}');"))
        XCTAssertNil(results[0].refusal)
        XCTAssertEqual(results[1].refusal?.state, "KG003")
        let output = try scene.server.psql(
            "GRANT commonplace_groups_owner TO CURRENT_USER; SET ROLE commonplace_groups_owner; SELECT octet_length(content) FROM commonplace_groups.papers;"
        )
        XCTAssertEqual(output.output, "0")
    }

    func testGuardiansShareTheDailyLimitOfTheirWard() throws {
        let scene = try Scene()
        let zoe = try scene.join("zoe").me().id
        let kid = try scene.join("kid", as: "child").me().id
        let adam = try scene.join("adam").me().id
        for guardian in [zoe, adam] { try scene.lead.consent(that: guardian, actsFor: kid, to: "Everything") }
        _ = try scene.server.psql(
            """
            GRANT commonplace_groups_owner TO CURRENT_USER; SET ROLE commonplace_groups_owner;
            UPDATE commonplace_groups.limits SET most = 1 WHERE name = 'papers a day';
            """)
        let results = try scene.meanwhile(("zoe", note("a", by: kid)), ("adam", note("b", by: kid)))
        XCTAssertEqual(results.map { $0.refusal?.state }, [nil, "KG008"])
    }

    func testDailyAndMemberLimitsAreEnforced() throws {
        let scene = try Scene()
        let zoe = try scene.join("zoe")
        _ = try scene.server.psql(
            """
            GRANT commonplace_groups_owner TO CURRENT_USER; SET ROLE commonplace_groups_owner;
            UPDATE commonplace_groups.limits SET most = 100 WHERE name = 'bytes a day';
            UPDATE commonplace_groups.limits SET most = 3 WHERE name = 'members';
            """)
        func post(_ id: String) throws -> Post {
            Post(
                id: Identifier(id), kind: "note", author: try zoe.me().id, audience: .everyone,
                content: [UInt8](repeating: 1, count: 60), writtenAt: .earliest, day: Day(ordinal: 20_000))
        }
        XCTAssertTrue(try zoe.write(post("a")))
        XCTAssertThrowsError(try zoe.write(post("b"))) { XCTAssertEqual(($0 as? Failure)?.code, .papersFull) }
        _ = try zoe.admit("kid", called: "Kim", as: "child", consent: "Yes")
        XCTAssertThrowsError(try zoe.admit("kid2", called: "Tom", as: "child", consent: "Yes")) {
            XCTAssertEqual(($0 as? Failure)?.code, .groupFull)
        }
        XCTAssertEqual(
            try zoe.admit("kid", called: "Kim", as: "child", consent: "Yes").name, "Kim",
            "an existing member keeps access")
        XCTAssertThrowsError(try scene.join("adam")) { XCTAssertEqual(($0 as? Failure)?.code, .groupFull) }
    }

    /// Another database of the same server replaces this one. Logins belong to the server, groups
    /// to the database.
    func testForeignDatabaseIsNotReportedAsRemoval() throws {
        let scene = try Scene()
        let name = try scene.server.psql("SELECT current_database()").output.trimmingCharacters(
            in: .whitespacesAndNewlines)
        let other = "postgres:" + scene.server.url.replacingOccurrences(of: "/\(name)?", with: "/another?")
        try XCTSkipIf(other == scene.place.path, "the address names no database")
        XCTAssertNil(try scene.server.psql("CREATE DATABASE another").refusal)
        _ = try scene.fixture.access("zoe").create(other, "Another", "Zoe")
        let moved = GroupPlace(id: scene.place.id, path: other)
        XCTAssertThrowsError(try scene.fixture.access("mina").open(moved, .userInitiated).me()) { error in
            XCTAssertEqual((error as? Failure)?.code, .groupForeign)
            XCTAssertEqual((error as? Failure)?.kind, .temporary)
        }
    }

    func testConcurrentLoginsAreAllSaved() throws {
        let scene = try Scene()
        var places = [scene.place]
        for number in 0..<5 {
            places.append(try scene.fixture.access("mina").create(scene.fixture.place, "Circle \(number)", "Mina"))
        }
        let codes = try places.map {
            try scene.fixture.access("mina").open($0, .userInitiated).invite(as: "member", uses: 1, until: nil)
        }
        DispatchQueue.concurrentPerform(iterations: codes.count) { number in
            _ = try? scene.fixture.access("zoe").join(scene.fixture.place, codes[number], "zoe")
        }
        for place in places {
            XCTAssertEqual(try scene.fixture.access("zoe").open(place, .userInitiated).me().name, "zoe")
        }
    }
}
