import Club
import ClubCommands
import Foundation
import Groups
import GroupsAdapters
import Kernel
import Terminal
import TerminalContract
import TestBench
import XCTest

/// What somebody tries who writes into the place with a program of their own, or with an editor.
final class AttackTests: XCTestCase, TriesCommands {
    private static let evil = "a\u{1B}[2J\u{7}\u{202E}b\nSent 1 reminder.\u{9B}31m"

    /// Whoever goes around the rules may write what they like; what people read of it moves no terminal and looks like no line of ours.
    func testNothingThatSomebodyForgedReachesTheTerminalAsItIs() throws {
        let month = try ClubMonth()
        let forger = Somebody("Ines", in: month.town, .unguarded)
        let hall = try forger.town.access("Ines", .unguarded).open(try month.kim.circle.group().place, .asked)
        let jun = try XCTUnwrap(try hall.members().first { $0.name == "Jun" })
        let text = String(decoding: try JSONEncoder().encode(AttackTests.evil), as: UTF8.self)
        let day = "\"2027-01-15\""
        for (kind, json) in [
            ("notice", #"{"kind":"news","text":\#(text)}"#), ("notice", #"{"kind":"challenge","text":\#(text)}"#),
            ("assignment", #"{"kind":"set","piece":{"id":\#(text),"title":\#(text)},"until":"2027-02-01"}"#),
            ("result", #"{"day":\#(day),"target":\#(text),"reached":\#(text),"result":"pass","note":\#(text)}"#),
            ("bill", #"{"day":\#(day),"text":\#(text)}"#), ("mark", #"{"visits":[{"day":\#(day),"lesson":\#(text)}]}"#),
            ("board", #"{"alias":\#(text),"points":9,"days":1}"#), ("suggestion", #"{"text":\#(text)}"#),
            ("tip", #"{"text":\#(text)}"#), ("directory", #"{"name":\#(text),"teaches":\#(text),"contact":\#(text)}"#),
            ("credit", text), ("pack", #"{"id":\#(text),"name":\#(text),"text":\#(text)}"#),
            ("theory", #"{"kind":"theory","belt":\#(text),"percent":50,"parts":[{"title":\#(text),"percent":5}]}"#),
        ] {
            let about = ["result", "bill", "mark", "tip", "pack"].contains(kind) ? jun.id : nil
            _ = try hall.write(paper(kind, json, by: try hall.me().id, about: about, month.town))
        }
        let (staff, students) = (
            [["club"], ["club", "tips"], ["club", "tasks"], ["club", "members"]],
            [
                ["club"], ["club", "tips"], ["club", "tasks"], ["club", "board"], ["club", "directory"], ["club", "pack"],
                ["club", "attendance", "mine"], ["club", "grading", "mine"], ["club", "credit"], ["club", "grading", "take"],
                ["club", "tasks", "take", "1"], ["club", "pack", "take", "a"],
            ]
        )
        for (who, all) in [(month.kim, staff), (month.ines, staff), (month.jun, students)] {
            for words in all {
                for form in [[], ["--plain"], ["--json"]] {
                    let run = who.app.run(words + form)
                    let said = run.output + run.error
                    for mark in ["\u{1B}", "\u{7}", "\u{202E}", "\u{9B}"] {
                        XCTAssertFalse(said.contains(mark), "\(words + form): \(said.debugDescription)")
                    }
                    XCTAssertFalse(said.contains("\nSent 1 reminder."), "\(words + form): \(said)")
                }
            }
        }
        XCTAssertFalse(try credits(month.jun).joined().contains("\u{1B}"), "in about too")
        // What cannot be is not noted, and no set of such a name is laid.
        refused(month.jun, "club", "grading", "take", "--yes", says: "A belt has 1 to 60 characters")
        XCTAssertEqual(month.jun.learned.results, [])
    }

    private func credits(_ who: Somebody) throws -> [String] {
        try Registry([who.plugin]).all(.credits).flatMap { try $0.lines() }
    }

    private func paper(
        _ kind: String, _ json: String, by author: Identifier<Member>, about: Identifier<Member>? = nil, at: Instant? = nil,
        day: Day = Day(ordinal: 20_000), for audience: Audience = .everyone, _ town: Town
    ) -> Paper {
        Paper(
            id: town.ids.next(), kind: kind, author: author, about: about, audience: audience, content: Array(json.utf8),
            writtenAt: at ?? town.clock.now, day: day)
    }

    func testWhatIsNoContentOfOursHidesNothingElse() throws {
        let month = try ClubMonth()
        let hall = try month.town.access("Ines", .unguarded).open(try month.kim.circle.group().place, .asked)
        let me = try hall.me().id
        for kind in Statutes.club.kinds.keys.sorted() where kind != "done" && kind != "words" {
            for json in ["", "{", "null", "[]", #"{"kind":"nobody"}"#, String(repeating: "[", count: 200)] {
                _ = try hall.write(paper(kind, json, by: me, month.town))
            }
        }
        expect(month.kim, "club", "announce", "Here.", says: "Told everybody")
        for who in [month.kim, month.ines, month.jun, month.hana] { expect(who, "club", says: "Tigers") }
        expect(month.jun, "club", says: "Here.")
        expect(month.jun, "club", "tasks", says: "Nothing is assigned.")
    }

    /// Times that cannot be, and clocks that run backwards.
    func testWrongTimesNeitherStopNorTwist() throws {
        let month = try ClubMonth()
        let hall = try month.town.access("Ines", .unguarded).open(try month.kim.circle.group().place, .asked)
        let (me, jun) = (try hall.me().id, try XCTUnwrap(try hall.members().first { $0.name == "Jun" }).id)
        for day in ["0001-01-01", "9999-12-31"].compactMap(Day.init) {
            let at = LocalCalendar.utc.instant(of: day)
            for (kind, json) in [
                ("notice", #"{"kind":"challenge","text":"x"}"#),
                ("assignment", #"{"kind":"pattern","piece":{"id":"t","title":"T \#(day)"},"until":"\#(day)"}"#),
                ("mark", #"{"visits":[{"day":"\#(day)","lesson":"l"}]}"#), ("bill", #"{"day":"\#(day)","text":"b"}"#),
                ("result", #"{"day":"\#(day)","target":"grade 8k","reached":"grade 8k","result":"pass","note":""}"#),
            ] { _ = try hall.write(paper(kind, json, by: me, about: jun, at: at, day: day, month.town)) }
        }
        expect(month.jun, "club", says: "T 9999-12-31", not: "of 30")
        expect(month.jun, "club", "tasks", says: "T 9999-12-31", not: "T 0001-01-01")
        expect(month.kim, "club", says: "Tigers")
        // A clock that is set back: what was sent stays sent, what is sent arrives, a code that was over is good again here and no harm.
        month.town.clock.advance(seconds: -400 * 86_400)
        expect(month.kim, "club", "announce", "From the past.", says: "Told everybody")
        expect(month.kim, "club", "attendance", "mark", "jun", says: "Marked 1 student")
        expect(month.jun, "club", "share", "theory", "--yes", says: "Shared: theory.")
        expect(month.jun, "club", says: "From the past.")
        XCTAssertEqual(try month.jun.membership.waiting().count, 0)
        month.town.clock.advance(seconds: 800 * 86_400)
        expect(month.jun, "club", "share", "theory", "--stop", says: "Taken back: theory.")
        expect(month.kim, "club", says: "Tigers")
    }

    /// Whoever makes a club with the id of another learns nothing by letting its members in.
    func testTwoClubsOfOneIDAreToldApart() throws {
        let month = try ClubMonth()
        let real = try month.jun.circle.group()
        let (home, eve) = (try Home(isQuick: true), Somebody("Eve", in: month.town))
        _ = home
        let (store, place) = try month.town.forged(real.group)
        let forged = StoredHall(
            store, .club, key: MemberKey(chance: Array("eve".utf8)), time: month.town.clock.source(), chance: { [7] }
        )
        _ = try forged.found(real.group, called: "Tigers", by: "Eve")
        let code = try forged.invite(as: "student", uses: 9, until: nil)
        let before = try month.jun.circle.group().place
        refused(month.jun, "club", "join", "\(code)@\(place)", "--yes", says: "You are in “Tigers” already, and it lies in")
        XCTAssertEqual(try month.jun.circle.group().place, before)
        XCTAssertEqual(try forged.members().map(\.name), ["Eve"], "nobody has come in")
        expect(month.jun, "club", "share", "theory", "--yes", says: "Shared: theory.")
        XCTAssertEqual(try forged.papers(nil), [])
        // Nor by the word that the club has moved.
        refused(month.jun, "club", "move", place, says: "You are not in Tigers")
        XCTAssertEqual(try month.jun.circle.group().place, before)
        // Who is in none of them may join either, and is told when the other comes.
        expect(eve, "club", "join", "\(code)@\(place)", "--yes", says: "You are in Tigers.")
        refused(eve, "club", "join", try month.code("student"), "--yes", says: "says that it is the same")
    }

    /// In a database whoever comes shows by a proof who they are: another's server must not learn it.
    func testAServerThatClaimsAnothersClubLearnsNoProof() throws {
        let (home, server, other) = (try Home(), try Town.server(), try Town.server())
        let town = Town(home.path("clubs"), on: server)
        let month = try ClubMonth(town)
        let real = try month.jun.circle.group()
        let mallory = Town(home.path("mallory"), on: other)
        let fake = Somebody("Mallory", in: mallory)
        XCTAssertEqual(fake.run("club", "create", "Tigers", "--place", mallory.free()).status, 0)
        let invitation = fake.run("club", "invite", "--plain").output.split(separator: "\t")[0]
        XCTAssertEqual(try fake.circle.group().id, real.id, "both towns count alike")
        refused(month.jun, "club", "join", String(invitation), "--yes", says: "says that it is the same")
        XCTAssertEqual(try fake.circle.sight(of: fake.circle.group()).members.map(\.name), ["Mallory"])
        // And the login at the real one is there still.
        expect(month.jun, "club", "members", says: "Ines")
    }

    /// A name is taken by whoever comes first; the roll says who of the club its students are.
    func testWhoCameUnderAnothersNameIsToldNothingOnceTheRollSaysWhoIsWho() throws {
        let month = try ClubMonth()
        let (eve, lee) = (Somebody("Eve", in: month.town), Somebody("Lee", in: month.town))
        expect(month.kim, "club", "student", "add", "Lee", "--belt", "9k", says: "on the roll")
        try month.join(eve, "student", "--as", "Lee")
        try month.join(lee, "student", "--as", "Lee K")
        refused(month.kim, "club", "student", "change", "Lee", "--member", "Ines", says: "Ines is no student there")
        refused(month.kim, "club", "student", "change", "Lee", "--member", "Nobody", says: "Nobody whom you see there")
        expect(month.kim, "club", "student", "change", "Lee", "--member", "Lee K", says: "Changed Lee")
        refused(month.kim, "club", "student", "change", "Jun", "--member", "Lee K", says: "Lee is that member already")
        expect(month.kim, "club", "grading", "record", "Lee", "pass", says: "Lee is told")
        expect(lee, "club", "grading", "mine", says: "pass")
        expect(eve, "club", "grading", "mine", says: "No result was told yet")
        // Without a word of it the name decides again.
        expect(month.kim, "club", "student", "change", "Lee", "--member", "", says: "Changed Lee")
        month.town.clock.advance(seconds: 86_400)
        expect(month.kim, "club", "grading", "record", "Lee", "fail", says: "Lee is told")
        expect(eve, "club", "grading", "mine", says: "fail")
    }

    /// A place in whose files somebody has laid links, or that is no store at all.
    func testAPlaceThatWasTamperedWithIsSaidAndNothingElseIsTouched() throws {
        let home = try Home(isQuick: true)
        let month = try ClubMonth(Town(home.path("clubs")))
        let place = try month.kim.circle.group().place.path
        expect(month.jun, "club", says: "Tigers")
        let (files, secret) = (FileManager.default, home.path("secret"))
        try Data("nobody's business\n".utf8).write(to: URL(fileURLWithPath: secret))
        for name in try files.contentsOfDirectory(atPath: place).sorted() {
            let path = place + "/" + name
            try files.moveItem(atPath: path, toPath: home.path("kept"))
            try files.createSymbolicLink(atPath: path, withDestinationPath: secret)
            let fresh = Somebody("Kim", in: month.town)
            for run in [
                month.kim.run("club", "announce", "Hello."), month.jun.run("club"),
                fresh.run("club", "join", "\(String(repeating: "0", count: 32))@\(place)", "--yes"),
            ] {
                XCTAssertFalse((run.output + run.error).contains("nobody's business"), "\(name): \(run.output)\(run.error)")
            }
            XCTAssertEqual(try String(contentsOfFile: secret, encoding: .utf8), "nobody's business\n", name)
            try files.removeItem(atPath: path)
            try files.moveItem(atPath: home.path("kept"), toPath: path)
        }
        expect(month.kim, "club", "announce", "Again.", says: "Told everybody")
        expect(month.jun, "club", says: "Again.")
    }
}
