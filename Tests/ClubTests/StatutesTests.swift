import Club
import Groups
import Kernel
import TestBench
import XCTest

/// The table of a club, of before and of now.
final class StatutesTests: XCTestCase, TriesCommands {
    /// As long as the version is 1 whatever was said under it is said still. A line that must go wants a new version, for programs of before go by it;
    /// lines that come are added to the file.
    func testWhatWasSaidUnderAVersionIsSaidStill() throws {
        XCTAssertEqual(Statutes.club.version, 1, "another version has a file of its own")
        let kinds = Statutes.club.kinds.values.map { "kind \($0.name)" }
        let rules = Statutes.club.rules.map { "\($0.role) \($0.action) \($0.matter) \($0.reach)" }
        try XCTAssertNil(Golden.fault("club-statutes-1.txt", (kinds + rules).sorted().joined(separator: "\n") + "\n"))
    }

    func testAClubOfBeforeGoesForwardInADatabase() throws {
        let (home, server) = (try Home(), try Town.server())
        let town = Town(home.path("clubs"), on: server)
        let before = Statutes.club.without("credit", "words")
        let (kim, jun) = (Somebody("Kim", in: town, before), Somebody("Jun", in: town))
        XCTAssertEqual(kim.run("club", "create", "Tigers", "--place", town.free()).status, 0)
        func code() -> String { String(kim.run("club", "invite", "--plain").output.split(separator: "\t")[0]) }
        expect(jun, "club", "join", code(), "--yes", says: "You are in Tigers.")
        let zoe = Somebody("Zoe", in: town, before)
        expect(zoe, "club", "join", code(), "--yes", says: "You are in Tigers.")
        refused(jun, "club", "credit", "Jun the Quiet", says: "The database does not know “credit” yet.")
        // Kim's program is a newer one now, on the same device.
        var newer = kim
        newer.statutes = .club
        expect(newer, "club", says: "The database does not know all of this version yet.")
        refused(newer, "club", "assign", "set", "Kicks", says: "The database does not know “words” yet.")
        expect(newer, "club", "tasks", says: "Nothing is assigned.")
        expect(newer, "club", "renew", says: "Renewed 1 club.")
        expect(newer, "club", "renew", says: "No club there lacks anything of this version.")
        expect(newer, "club", says: "Tigers", not: "does not know")
        expect(jun, "club", "credit", "Jun the Quiet", says: "You are named as Jun the Quiet")
        expect(newer, "club", "assign", "set", "Kicks", says: "Assigned Kicks")
        // The older program goes on, and makes nothing of what it does not know.
        expect(zoe, "club", says: "Kicks")
        expect(zoe, "club", "share", "theory", "--yes", says: "Shared: theory.")
        expect(zoe, "club", "leave", "--yes", says: "You left Tigers")
    }
}

extension Statutes {
    /// The same as a program had it that did not know some kinds of papers.
    func without(_ names: String...) -> Statutes {
        Statutes(
            purpose, roles: roles, kinds: kinds.values.filter { !names.contains($0.name) },
            rules: [Lines(rules.filter { !names.contains($0.matter) })], wording: wording)
    }
}

/// Who administers a database makes a club for somebody else to lead.
final class PrepareTests: XCTestCase, TriesCommands {
    func testWhoeverHasTheCodeLeadsAndWhoeverPreparedIsNotInIt() throws {
        let (home, server) = (try Home(), try Town.server())
        let town = Town(home.path("clubs"), on: server)
        let (admin, kim, eve) = (Somebody("Admin", in: town), Somebody("Kim", in: town), Somebody("Eve", in: town))
        let prepared = admin.run("club", "prepare", "Tigers", town.free(), "--json")
        XCTAssertEqual(prepared.status, 0, prepared.error)
        let code = try XCTUnwrap(prepared.output.split(separator: "\"").map(String.init).first { $0.contains("@postgres:") })
        XCTAssertEqual(code.prefix { $0 != "@" }.count, 32)
        refused(admin, "club", "members", says: "You are in no club that others share.")
        // The password of nobody stands in the code, and the code in no table.
        XCTAssertFalse(code.contains("password"))
        expect(kim, "club", "join", code, "--as", "Kim", "--yes", says: "You are in Tigers.")
        expect(kim, "club", "members", says: "Tigers, as head instructor")
        refused(eve, "club", "join", code, "--yes", says: "was used already")
        // It is told once: nobody can read it again, and a second club of the name is another.
        let second = admin.run("club", "prepare", "Tigers", town.free(), "--plain").output.trimmed()
        expect(eve, "club", "join", second, "--as", "Eve", "--yes", says: "You are in Tigers.")
        expect(eve, "club", "members", says: "Eve", not: "Kim")
        expect(kim, "club", "invite", "--as", "instructor", says: "comes in as instructor")
    }

    func testOnlyADatabaseIsPreparedAndOnlyByWhoAdministersIt() throws {
        let home = try Home(isQuick: true)
        let folders = Somebody("Admin", in: Town(home.path("clubs")))
        for words in [["club", "prepare", "Tigers", home.path("here")], ["club", "renew", home.path("here")]] {
            let run = folders.app.run(words)
            XCTAssertEqual(run.status, 64, run.error)
            XCTAssertTrue(run.error.contains("is no database"), run.error)
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: home.path("here")))
        let server = try Town.server()
        let admin = Somebody("Admin", in: Town(home.path("more"), on: server))
        for name in ["", "a\u{1B}[2Jb", String(repeating: "x", count: 61)] {
            XCTAssertNotEqual(admin.run("club", "prepare", name, "postgres:" + server.url).status, 0, name)
        }
        let nobody = try server.psql("CREATE ROLE nobody_here LOGIN PASSWORD 'x'", as: "postgres")
        XCTAssertNil(nobody.refusal)
        XCTAssertEqual(admin.run("club", "prepare", "Tigers", "postgres:" + server.url).status, 0)
        let url = "postgres:" + (try server.url("--as", "nobody_here")).replacing("nobody_here@", with: "nobody_here:x@")
        for words in [["club", "prepare", "Lions", url], ["club", "renew", url]] {
            let run = admin.app.run(words)
            XCTAssertNotEqual(run.status, 0)
            XCTAssertFalse(run.output.contains("club join"), run.output)
        }
        refused(admin, "club", "prepare", "Tigers", "postgres:postgresql:///x?host=/nowhere", says: "cannot be reached")
    }
}
