import Groups
import GroupsContract
import Kernel
import Postgres
import Storage
import TestBench
import XCTest

@testable import GroupsAdapters

/// A group that was founded under an older table goes forward, and devices with the older program go on.
final class RenewalTests: XCTestCase {
    /// The contract's table as a program had it that knew neither praise nor what answers it.
    private static let older = Statutes.tried.without("praise", "seen")

    private func paper(_ id: String, _ kind: String, by hall: any GroupHall, for audience: Audience = .everyone) throws -> Paper {
        Paper(
            id: Identifier(id), kind: kind, author: try hall.me().id, audience: audience, content: [1], writtenAt: .earliest,
            day: Day(ordinal: 20_000))
    }

    func testADatabaseIsRenewedByWhoeverAdministersItAndTheOlderProgramGoesOn() throws {
        try XCTSkipUnless(PostgresLibrary.version != nil, "this build has no PostgreSQL")
        try XCTSkipUnless(PrivateServer.isInstalled, "this machine has no PostgreSQL")
        let (home, server) = (try Home(), try PrivateServer())
        let (old, new) = (ServerTown(server, home.path("town"), RenewalTests.older), ServerTown(server, home.path("town")))
        let place = try old.access("mina").found(old.place, "Circle", "Mina")
        let code = try old.access("mina").open(place, .asked).invite(as: "member", uses: 2, until: nil)
        for person in ["zoe", "adam"] { _ = try old.access(person).enter(place.path, code, person) }
        let (zoe, adam) = (try new.access("zoe").open(place, .asked), try old.access("adam").open(place, .asked))
        XCTAssertTrue(try adam.write(paper("n", "note", by: adam)))
        XCTAssertTrue(try zoe.isBehind())
        XCTAssertFalse(try adam.isBehind())
        XCTAssertThrowsError(try zoe.write(paper("p", "praise", by: zoe))) {
            XCTAssertEqual(($0 as? Failure)?.code, .paperKindUnknown)
            XCTAssertTrue(($0 as? Failure)?.message.contains("The database does not know “praise” yet.") ?? false)
        }
        // No member may do it, whoever they are; and a member's own login reaches no table.
        XCTAssertThrowsError(try new.access("mina").renew("postgres:" + server.url("--as", "commonplace_groups_door"))) {
            XCTAssertEqual(($0 as? Failure)?.kind, .temporary, "the door has a password, and opens nothing else")
        }
        let login = try XCTUnwrap(new.logins(of: "zoe").login(at: place.id))
        let tried = try server.psql(
            "INSERT INTO commonplace_groups.rules VALUES ('\(place.id)', 'member', 'read', 'note', 'all');", as: login.name,
            password: login.password)
        XCTAssertEqual(tried.refusal?.state, "42501")
        XCTAssertEqual(try new.access("anybody", isRehearsal: true).renew(new.place), ["Circle"])
        XCTAssertTrue(try zoe.isBehind(), "a rehearsal changes nothing")
        let rehearsed = try new.access("anybody", isRehearsal: true).prepare(new.place, "Other")
        XCTAssertThrowsError(try new.access("adam").enter(new.place, rehearsed, "adam")) {
            XCTAssertEqual(($0 as? Failure)?.code, .invitationUnknown)
        }
        XCTAssertEqual(try new.access("anybody").renew(new.place), ["Circle"])
        XCTAssertEqual(try new.access("anybody").renew(new.place), [], "once is enough")
        XCTAssertFalse(try zoe.isBehind())
        XCTAssertTrue(try zoe.write(paper("p", "praise", by: zoe, for: .members([adam.me().id]))))
        // The database decides about what is new as about everything else.
        XCTAssertEqual(try new.access("mina").open(place, .asked).papers(["praise"]), [])
        XCTAssertEqual(try zoe.papers(nil).map(\.id), ["n", "p"])
        // Adam's program goes on: it reads, writes and leaves, and makes nothing of what it does not know.
        let again = try old.access("adam").open(place, .asked)
        XCTAssertTrue(try again.write(paper("m", "note", by: again)))
        XCTAssertEqual(Set(try again.papers(["note"]).map(\.id)), ["n", "m"])
        XCTAssertFalse(try again.isBehind(), "what is new there is no lack here")
        XCTAssertEqual(Set(try again.leave().map(\.id)), ["n", "m"])
        XCTAssertEqual(try old.access("anybody").renew(old.place), [], "an older program takes nothing away")
        XCTAssertFalse(try zoe.isBehind())
    }

    func testWhatProgramsOfBeforeCannotLiveWithIsSaidToThem() throws {
        try XCTSkipUnless(PostgresLibrary.version != nil, "this build has no PostgreSQL")
        try XCTSkipUnless(PrivateServer.isInstalled, "this machine has no PostgreSQL")
        let (home, server) = (try Home(), try PrivateServer())
        let (old, new) = (ServerTown(server, home.path("town")), ServerTown(server, home.path("town"), .tried.raised(to: 2)))
        let place = try old.access("mina").found(old.place, "Circle", "Mina")
        XCTAssertEqual(try new.access("mina").open(place, .asked).me().name, "Mina")
        XCTAssertEqual(try new.access("anybody").renew(new.place), ["Circle"])
        XCTAssertThrowsError(try old.access("mina").open(place, .asked)) {
            XCTAssertEqual(($0 as? Failure)?.code, .groupNewer)
            XCTAssertEqual(($0 as? Failure)?.kind, .temporary, "what was seen last stays in sight")
        }
        XCTAssertThrowsError(try old.access("anybody").renew(old.place)) {
            XCTAssertEqual(($0 as? Failure)?.code, .groupNewer)
        }
    }

    func testInAFolderTheProgramDecidesAndTheKeeperRaises() throws {
        let home = try Home()
        let (old, new) = (FolderTown(home.path("town")), FolderTown(home.path("town"), .tried.raised(to: 2)))
        let place = try old.access("mina").found(old.free(), "Circle", "Mina")
        let lead = try old.access("mina").open(place, .asked)
        _ = try old.access("zoe").enter(place.path, lead.invite(as: "member", uses: 1, until: nil), "Zoe")
        let zoe = try new.access("zoe").open(place, .asked)
        XCTAssertTrue(try zoe.write(paper("a", "note", by: zoe)), "a member raises nothing")
        XCTAssertEqual(try old.access("mina").open(place, .asked).group().statutes, 1)
        let keeper = try new.access("mina").open(place, .asked)
        XCTAssertFalse(try keeper.isBehind())
        try keeper.rename(to: "Mina K.")
        XCTAssertEqual(try keeper.group().statutes, 2)
        XCTAssertThrowsError(try old.access("zoe").open(place, .asked)) {
            XCTAssertEqual(($0 as? Failure)?.code, .groupNewer)
        }
        XCTAssertThrowsError(try new.access("mina").renew(place.path)) {
            XCTAssertTrue(($0 as? Failure)?.message.contains("is no database, so there is nothing to renew") ?? false)
        }
    }
}

extension Statutes {
    /// The same without some kinds of papers.
    fileprivate func without(_ names: String...) -> Statutes {
        Statutes(
            purpose, version: version, roles: roles,
            kinds: kinds.values.filter { !names.contains($0.name) }.map { kind in
                PaperKind(
                    kind.name, limit: kind.limit, answers: kind.answers.filter { !names.contains($0.key) },
                    goesWith: kind.goesWith,
                    floor: kind.floor, isOnce: kind.isOnce)
            }, rules: [Lines(rules.filter { !names.contains($0.matter) })])
    }

    fileprivate func raised(to version: Int) -> Statutes {
        Statutes(purpose, version: version, roles: roles, kinds: Array(kinds.values), rules: [Lines(Array(rules))])
    }
}
