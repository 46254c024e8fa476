import Foundation
import Groups
import GroupsAdapters
import GroupsContract
import Kernel
import TestBench
import XCTest

/// What somebody with a login, or at the door, could spoil for the others with psql; and what two do at once.
final class ServerTests: XCTestCase {
    private struct Scene {
        let home: Home
        let server: PrivateServer
        let town: ServerTown
        let place: GroupPlace
        let lead: any GroupHall

        init() throws {
            try XCTSkipUnless(PrivateServer.isInstalled, "this machine has no PostgreSQL")
            (home, server) = (try Home(), try PrivateServer())
            town = ServerTown(server, home.path("town"))
            place = try town.access("mina").found(town.place, "Circle", "Mina")
            lead = try town.access("mina").open(place, .asked)
        }

        func join(_ person: String, as role: String = "member") throws -> any GroupHall {
            _ = try town.access(person).enter(place.path, lead.invite(as: role, uses: 1, until: nil), person)
            return try town.access(person).open(place, .asked)
        }

        /// Statements under somebody's own login.
        func psql(_ person: String, _ sql: String) throws -> Psql {
            let text = try Data(contentsOf: URL(fileURLWithPath: home.path("town/home of \(person)/group-logins")))
            let json = try XCTUnwrap(JSONSerialization.jsonObject(with: text) as? [String: Any])
            let logins = try XCTUnwrap(json["logins"] as? [String: [String: String]])
            let login = try XCTUnwrap(logins[place.id.rawValue])
            return try server.psql(
                "SET search_path = commonplace_groups; \(sql)", as: login["name"], password: login["password"])
        }

        /// What one does while the other's transaction, which began before, is open still.
        func meanwhile(_ first: (person: String, sql: String), _ second: (person: String, sql: String)) throws -> [Psql] {
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

    private func note(_ id: String, by author: Identifier<Member>, _ more: String = "", at: String = "2026-11-28T00:00:00.000Z")
        -> String
    {
        let day = at.prefix(10)
        return """
            SELECT write_paper('{"id":"\(id)","kind":"note","author":"\(author)","audience":{"audience":"everyone"},"content":"",\(more)"writtenAt":"\(at)","day":"\(day)"}');
            """
    }

    func testOneMemberBlindsNobody() throws {
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
            XCTAssertEqual(try scene.lead.papers(nil), [], aim)
        }
        XCTAssertEqual(try scene.psql("mina", "SELECT invite('member', 1, 'infinity')").refusal?.state, "23514")
        XCTAssertEqual(try scene.psql("mina", "SELECT invite('member', 1, '12026-01-01')").refusal?.state, "23514")
        XCTAssertEqual(try scene.lead.invitations(), [])
        XCTAssertNil(try scene.psql("zoe", text).refusal)
        XCTAssertEqual(try scene.lead.papers(nil).map(\.day), [Day("2026-11-28")])
        // Whatever a session calls a date.
        XCTAssertNil(try scene.psql("zoe", "ALTER ROLE CURRENT_USER SET datestyle = 'German, DMY'").refusal)
        let zoeAgain = try scene.town.access("zoe").open(scene.place, .asked)
        XCTAssertEqual(try zoeAgain.papers(nil).map(\.day), [Day("2026-11-28")])
        XCTAssertEqual(try zoeAgain.members().count, 2)
    }

    /// A database that was laid by another program may hold what this one cannot read.
    func testAPaperThatCannotBeReadHidesNoOther() throws {
        let scene = try Scene()
        let zoe = try scene.join("zoe").me().id
        XCTAssertNil(try scene.psql("zoe", note("a", by: zoe) + note("b", by: zoe)).refusal)
        let spoilt = try scene.server.psql(
            """
            GRANT commonplace_groups_owner TO CURRENT_USER; SET ROLE commonplace_groups_owner;
            UPDATE commonplace_groups.papers SET audience = 'nobody knows' WHERE id = 'a' AND author = '\(zoe)';
            """)
        XCTAssertNil(spoilt.refusal)
        XCTAssertEqual(try scene.lead.papers(nil).map(\.id), ["b"])
    }

    func testTheDoorIsMadeAsItWasWithEveryInvitation() throws {
        let scene = try Scene()
        let spoilt = try scene.server.psql(
            """
            ALTER ROLE CURRENT_USER IN DATABASE commonplace SET row_security = off;
            ALTER ROLE CURRENT_USER SET statement_timeout = '1ms'; ALTER ROLE CURRENT_USER PASSWORD 'mine now';
            """, as: "commonplace_groups_door", password: "commonplace")
        XCTAssertNil(spoilt.refusal)
        XCTAssertEqual(try scene.join("zoe").me().name, "zoe")
        // From PostgreSQL 16 on the registrar needs this for it.
        let may = try scene.server.psql(
            """
            SELECT count(*) FROM pg_auth_members WHERE admin_option AND member = 'commonplace_groups_registrar'::regrole
            AND roleid = 'commonplace_groups_door'::regrole;
            """)
        XCTAssertEqual(may.output, "1")
    }

    func testWhoIsBeingRemovedDoesNothingMoreBehindIt() throws {
        let scene = try Scene()
        let zoe = try scene.join("zoe", as: "lead").me().id
        let adam = try scene.join("adam").me().id
        let praise = note("p", by: adam, #""about":"\#(zoe)","#).replacing(#""kind":"note""#, with: #""kind":"praise""#)
        for (person, deed, state) in [
            ("zoe", note("z", by: zoe), "KG002"), ("zoe", "SELECT invite('lead', 200, NULL);", "KG002"),
            ("adam", praise, "KG004"),
        ] {
            let came = try scene.meanwhile(("mina", "SELECT remove_member('\(zoe)')"), (person, deed))
            XCTAssertNil(came[0].refusal, deed)
            XCTAssertEqual(came[1].refusal?.state, state, deed)
            XCTAssertEqual(try scene.lead.papers(nil), [])
            _ = try scene.join("zoe", as: "lead")
        }
    }

    func testWhatIsTakenBackIsNotFilledAgainByAChangeBehindIt() throws {
        let scene = try Scene()
        let zoe = try scene.join("zoe").me().id
        XCTAssertNil(try scene.psql("zoe", note("a", by: zoe)).refusal)
        let came = try scene.meanwhile(
            ("mina", "SELECT withdraw_paper('a')"), ("zoe", "SELECT change_paper('a', 'secret', NULL, 'everyone', '{}');"))
        XCTAssertNil(came[0].refusal)
        XCTAssertEqual(came[1].refusal?.state, "KG003")
        let kept = try scene.server.psql(
            "GRANT commonplace_groups_owner TO CURRENT_USER; SET ROLE commonplace_groups_owner; SELECT octet_length(content) FROM commonplace_groups.papers;"
        )
        XCTAssertEqual(kept.output, "0")
    }

    func testTwoWhoWriteForOneAreCountedTogether() throws {
        let scene = try Scene()
        let (zoe, kid) = (try scene.join("zoe").me().id, try scene.join("kid", as: "child").me().id)
        let adam = try scene.join("adam").me().id
        for guardian in [zoe, adam] { try scene.lead.consent(that: guardian, actsFor: kid, to: "Everything") }
        _ = try scene.server.psql(
            """
            GRANT commonplace_groups_owner TO CURRENT_USER; SET ROLE commonplace_groups_owner;
            UPDATE commonplace_groups.limits SET most = 1 WHERE name = 'papers a day';
            """)
        let came = try scene.meanwhile(("zoe", note("a", by: kid)), ("adam", note("b", by: kid)))
        XCTAssertEqual(came.map { $0.refusal?.state }, [nil, "KG008"])
    }

    func testNobodyFillsADatabaseInADay() throws {
        let scene = try Scene()
        let zoe = try scene.join("zoe")
        _ = try scene.server.psql(
            """
            GRANT commonplace_groups_owner TO CURRENT_USER; SET ROLE commonplace_groups_owner;
            UPDATE commonplace_groups.limits SET most = 100 WHERE name = 'bytes a day';
            UPDATE commonplace_groups.limits SET most = 3 WHERE name = 'members';
            """)
        func paper(_ id: String) throws -> Paper {
            Paper(
                id: Identifier(id), kind: "note", author: try zoe.me().id, audience: .everyone,
                content: [UInt8](repeating: 1, count: 60), writtenAt: .earliest, day: Day(ordinal: 20_000))
        }
        XCTAssertTrue(try zoe.write(paper("a")))
        XCTAssertThrowsError(try zoe.write(paper("b"))) { XCTAssertEqual(($0 as? Failure)?.code, .papersFull) }
        _ = try zoe.admit("kid", called: "Kim", as: "child", consent: "Yes")
        XCTAssertThrowsError(try zoe.admit("kid2", called: "Tom", as: "child", consent: "Yes")) {
            XCTAssertEqual(($0 as? Failure)?.code, .groupFull)
        }
        XCTAssertEqual(try zoe.admit("kid", called: "Kim", as: "child", consent: "Yes").name, "Kim", "who is in stays")
        XCTAssertThrowsError(try scene.join("adam")) { XCTAssertEqual(($0 as? Failure)?.code, .groupFull) }
    }

    /// A database of the same server, with another group in it, stands where this one stood: a login is the server's, a group is not.
    func testAnotherDatabaseInItsPlaceIsNoRemoval() throws {
        let scene = try Scene()
        let name = try scene.server.psql("SELECT current_database()").output.trimmingCharacters(in: .whitespacesAndNewlines)
        let other = "postgres:" + scene.server.url.replacingOccurrences(of: "/\(name)?", with: "/another?")
        try XCTSkipIf(other == scene.place.path, "the address names no database")
        XCTAssertNil(try scene.server.psql("CREATE DATABASE another").refusal)
        _ = try scene.town.access("zoe").found(other, "Another", "Zoe")
        let moved = GroupPlace(id: scene.place.id, path: other)
        XCTAssertThrowsError(try scene.town.access("mina").open(moved, .asked).me()) { error in
            XCTAssertEqual((error as? Failure)?.code, .groupForeign)
            XCTAssertEqual((error as? Failure)?.kind, .temporary)
        }
    }

    func testTwoLoginsThatAreKeptAtOnceAreBothKept() throws {
        let scene = try Scene()
        var places = [scene.place]
        for number in 0..<5 { places.append(try scene.town.access("mina").found(scene.town.place, "Circle \(number)", "Mina")) }
        let codes = try places.map { try scene.town.access("mina").open($0, .asked).invite(as: "member", uses: 1, until: nil) }
        DispatchQueue.concurrentPerform(iterations: codes.count) { number in
            _ = try? scene.town.access("zoe").enter(scene.town.place, codes[number], "zoe")
        }
        for place in places { XCTAssertEqual(try scene.town.access("zoe").open(place, .asked).me().name, "zoe") }
    }
}
