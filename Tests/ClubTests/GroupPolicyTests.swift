import Club
import Groups
import Kernel
import TestSupport
import XCTest

/// Tests the policy of shared clubs against its recorded version and an older one.
final class GroupPolicyTests: XCTestCase, CommandAssertions {
    /// Removing a kind or rule needs a new policy version, because older apps use the old one.
    /// Additions go into the golden file.
    func testPolicyOfAVersionDoesNotChange() throws {
        XCTAssertEqual(GroupPolicy.club.version, 1, "each version has its own golden file")
        let kinds = GroupPolicy.club.kinds.values.map { "kind \($0.name)" }
        let rules = GroupPolicy.club.rules.map { "\($0.role) \($0.action) \($0.resource) \($0.relation)" }
        try XCTAssertNil(Golden.fault("club-statutes-1.txt", (kinds + rules).sorted().joined(separator: "\n") + "\n"))
    }

    func testOlderClubIsUpgradedInADatabase() throws {
        let home = try Home()
        let server = try ClubFixture.server()
        let fixture = ClubFixture(home.path("clubs"), on: server)
        let before = GroupPolicy.club.without("credit", "words")
        let kim = TestMember("Kim", in: fixture, before)
        let jun = TestMember("Jun", in: fixture)
        XCTAssertEqual(kim.run("club", "create", "Tigers", "--place", fixture.free()).status, 0)
        func code() -> String { String(kim.run("club", "invite", "--plain").output.split(separator: "\t")[0]) }
        expect(jun, "club", "join", code(), "--yes", says: "You are in Tigers.")
        let zoe = TestMember("Zoe", in: fixture, before)
        expect(zoe, "club", "join", code(), "--yes", says: "You are in Tigers.")
        refused(jun, "club", "credit", "Jun the Quiet", says: "The database does not know “credit” yet.")
        // Kim updates the app on the same device.
        var newer = kim
        newer.policy = .club
        expect(newer, "club", says: "The database does not know all of this version yet.")
        refused(newer, "club", "assign", "set", "Kicks", says: "The database does not know “words” yet.")
        expect(newer, "club", "tasks", says: "Nothing is assigned.")
        expect(newer, "club", "renew", says: "Renewed 1 club.")
        expect(newer, "club", "renew", says: "No club there lacks anything of this version.")
        expect(newer, "club", says: "Tigers", not: "does not know")
        expect(jun, "club", "credit", "Jun the Quiet", says: "You are named as Jun the Quiet")
        expect(newer, "club", "assign", "set", "Kicks", says: "Assigned Kicks")
        // The older app still works and ignores unknown kinds.
        expect(zoe, "club", says: "Kicks")
        expect(zoe, "club", "share", "theory", "--yes", says: "Shared: theory.")
        expect(zoe, "club", "leave", "--yes", says: "You left Tigers")
    }
}

extension GroupPolicy {
    /// Returns the policy of an older app that lacks these kinds of posts.
    func without(_ names: String...) -> GroupPolicy {
        GroupPolicy(
            purpose, roles: roles, kinds: kinds.values.filter { !names.contains($0.name) },
            rules: [Lines(rules.filter { !names.contains($0.resource) })], wording: wording)
    }
}

/// Tests clubs that a database administrator prepares for a head instructor.
final class PrepareTests: XCTestCase, CommandAssertions {
    func testPreparedClubIsLedByTheCodeHolder() throws {
        let home = try Home()
        let server = try ClubFixture.server()
        let fixture = ClubFixture(home.path("clubs"), on: server)
        let admin = TestMember("Admin", in: fixture)
        let kim = TestMember("Kim", in: fixture)
        let eve = TestMember("Eve", in: fixture)
        let prepared = admin.run("club", "prepare", "Tigers", fixture.free(), "--json")
        XCTAssertEqual(prepared.status, 0, prepared.error)
        let code = try XCTUnwrap(
            prepared.output.split(separator: "\"").map(String.init).first { $0.contains("@postgres:") })
        XCTAssertEqual(code.prefix { $0 != "@" }.count, 32)
        refused(admin, "club", "members", says: "You are in no club that others share.")
        // The code contains no password.
        XCTAssertFalse(code.contains("password"))
        expect(kim, "club", "join", code, "--as", "Kim", "--yes", says: "You are in Tigers.")
        expect(kim, "club", "members", says: "Tigers, as head instructor")
        refused(eve, "club", "join", code, "--yes", says: "is used up")
        // A second club with the same name is a different club.
        let second = admin.run("club", "prepare", "Tigers", fixture.free(), "--plain").output.trimmed()
        expect(eve, "club", "join", second, "--as", "Eve", "--yes", says: "You are in Tigers.")
        expect(eve, "club", "members", says: "Eve", not: "Kim")
        expect(kim, "club", "invite", "--as", "instructor", says: "comes in as instructor")
    }

    func testPreparationNeedsADatabaseAdministrator() throws {
        let home = try Home(isQuick: true)
        let folders = TestMember("Admin", in: ClubFixture(home.path("clubs")))
        for words in [["club", "prepare", "Tigers", home.path("here")], ["club", "renew", home.path("here")]] {
            let run = folders.app.run(words)
            XCTAssertEqual(run.status, 64, run.error)
            XCTAssertTrue(run.error.contains("database"), run.error)
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: home.path("here")))
        let server = try ClubFixture.server()
        let admin = TestMember("Admin", in: ClubFixture(home.path("more"), on: server))
        for name in ["", "a\u{1B}[2Jb", String(repeating: "x", count: 61)] {
            XCTAssertNotEqual(admin.run("club", "prepare", name, "postgres:" + server.url).status, 0, name)
        }
        let nobody = try server.psql("CREATE ROLE nobody_here LOGIN PASSWORD 'x'", as: "postgres")
        XCTAssertNil(nobody.refusal)
        XCTAssertEqual(admin.run("club", "prepare", "Tigers", "postgres:" + server.url).status, 0)
        let url =
            "postgres:" + (try server.url("--as", "nobody_here")).replacing("nobody_here@", with: "nobody_here:x@")
        for words in [["club", "prepare", "Lions", url], ["club", "renew", url]] {
            let run = admin.app.run(words)
            XCTAssertNotEqual(run.status, 0)
            XCTAssertFalse(run.output.contains("club join"), run.output)
        }
        refused(admin, "club", "prepare", "Tigers", "postgres:postgresql:///x?host=/nowhere", says: "cannot be reached")
    }
}
