import Club
import ClubCommands
import Foundation
import Groups
import GroupsAdapters
import Interface
import Kernel
import TerminalTesting
import TestSupport
import XCTest

/// Tests forged posts, clubs, servers and files that bypass the app.
final class AttackTests: XCTestCase, CommandAssertions {
    private static let evil = "a\u{1B}[2J\u{7}\u{202E}b\nSent 1 reminder.\u{9B}31m"

    /// Forged texts contain no terminal controls when printed and add no lines of output.
    func testForgedPostsAreSanitizedInOutput() throws {
        let club = try SharedClubFixture()
        let forger = TestMember("Ines", in: club.fixture, .unguarded)
        let groupSession = try forger.fixture.access("Ines", .unguarded).open(
            try club.kim.circle.group().place, .userInitiated)
        let jun = try XCTUnwrap(try groupSession.members().first { $0.name == "Jun" })
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
            _ = try groupSession.write(post(kind, json, by: try groupSession.me().id, about: about, club.fixture))
        }
        let (staff, students) = (
            [["club"], ["club", "tips"], ["club", "tasks"], ["club", "members"]],
            [
                ["club"], ["club", "tips"], ["club", "tasks"], ["club", "board"], ["club", "directory"],
                ["club", "pack"],
                ["club", "attendance", "mine"], ["club", "grading", "mine"], ["club", "credit"],
                ["club", "grading", "take"],
                ["club", "tasks", "take", "1"], ["club", "pack", "take", "a"],
            ]
        )
        for (member, all) in [(club.kim, staff), (club.ines, staff), (club.jun, students)] {
            for words in all {
                for form in [[], ["--plain"], ["--json"]] {
                    let run = member.app.run(words + form)
                    let output = run.output + run.error
                    for mark in ["\u{1B}", "\u{7}", "\u{202E}", "\u{9B}"] {
                        XCTAssertFalse(output.contains(mark), "\(words + form): \(output.debugDescription)")
                    }
                    XCTAssertFalse(output.contains("\nSent 1 reminder."), "\(words + form): \(output)")
                }
            }
        }
        XCTAssertFalse(try credits(club.jun).joined().contains("\u{1B}"), "credits are sanitized too")
        // An invalid result is not applied.
        refused(club.jun, "club", "grading", "take", "--yes", says: "A belt has 1 to 60 characters")
        XCTAssertEqual(club.jun.learned.results, [])
    }

    private func credits(_ member: TestMember) throws -> [String] {
        try Registry([member.plugin]).all(.credits).flatMap { try $0.lines() }
    }

    private func post(
        _ kind: String, _ json: String, by author: Identifier<Member>, about: Identifier<Member>? = nil,
        at: Instant? = nil,
        day: Day = Day(ordinal: 20_000), for audience: Audience = .everyone, _ fixture: ClubFixture
    ) -> Post {
        Post(
            id: fixture.ids.next(), kind: kind, author: author, about: about, audience: audience,
            content: Array(json.utf8),
            writtenAt: at ?? fixture.clock.now, day: day)
    }

    func testUnreadablePostsHideNoOtherPosts() throws {
        let club = try SharedClubFixture()
        let groupSession = try club.fixture.access("Ines", .unguarded).open(
            try club.kim.circle.group().place, .userInitiated)
        let me = try groupSession.me().id
        for kind in GroupPolicy.club.kinds.keys.sorted() where kind != "done" && kind != "words" {
            for json in ["", "{", "null", "[]", #"{"kind":"nobody"}"#, String(repeating: "[", count: 200)] {
                _ = try groupSession.write(post(kind, json, by: me, club.fixture))
            }
        }
        expect(club.kim, "club", "announce", "Here.", says: "Told everybody")
        for member in [club.kim, club.ines, club.jun, club.hana] { expect(member, "club", says: "Tigers") }
        expect(club.jun, "club", says: "Here.")
        expect(club.jun, "club", "tasks", says: "Nothing is assigned.")
    }

    /// Uses the first and last dates, and a clock that is set back.
    func testExtremeDatesAndClockChangesBreakNothing() throws {
        let club = try SharedClubFixture()
        let groupSession = try club.fixture.access("Ines", .unguarded).open(
            try club.kim.circle.group().place, .userInitiated)
        let me = try groupSession.me().id
        let jun = try XCTUnwrap(try groupSession.members().first { $0.name == "Jun" }).id
        for day in ["0001-01-01", "9999-12-31"].compactMap(Day.init) {
            let at = LocalCalendar.utc.instant(of: day)
            for (kind, json) in [
                ("notice", #"{"kind":"challenge","text":"x"}"#),
                ("assignment", #"{"kind":"pattern","piece":{"id":"t","title":"T \#(day)"},"until":"\#(day)"}"#),
                ("mark", #"{"visits":[{"day":"\#(day)","lesson":"l"}]}"#), ("bill", #"{"day":"\#(day)","text":"b"}"#),
                ("result", #"{"day":"\#(day)","target":"grade 8k","reached":"grade 8k","result":"pass","note":""}"#),
            ] { _ = try groupSession.write(post(kind, json, by: me, about: jun, at: at, day: day, club.fixture)) }
        }
        expect(club.jun, "club", says: "T 9999-12-31", not: "of 30")
        expect(club.jun, "club", "tasks", says: "T 9999-12-31", not: "T 0001-01-01")
        expect(club.kim, "club", says: "Tigers")
        // With a clock that is set back, posts still arrive.
        club.fixture.clock.advance(seconds: -400 * 86_400)
        expect(club.kim, "club", "announce", "From the past.", says: "Told everybody")
        expect(club.kim, "club", "attendance", "mark", "jun", says: "Marked 1 student")
        expect(club.jun, "club", "share", "theory", "--yes", says: "Shared: theory.")
        expect(club.jun, "club", says: "From the past.")
        XCTAssertEqual(try club.jun.membership.waiting().count, 0)
        club.fixture.clock.advance(seconds: 800 * 86_400)
        expect(club.jun, "club", "share", "theory", "--stop", says: "Taken back: theory.")
        expect(club.kim, "club", says: "Tigers")
    }

    /// A forged club with the ID of another one receives no members and no posts.
    func testForgedClubWithTheSameIDIsRefused() throws {
        let club = try SharedClubFixture()
        let real = try club.jun.circle.group()
        let home = try Home(isQuick: true)
        let eve = TestMember("Eve", in: club.fixture)
        _ = home
        let (store, place) = try club.fixture.forged(real.group)
        let forged = StoredGroupSession(
            store, .club, key: MemberKey(randomBytes: Array("eve".utf8)), time: club.fixture.clock.source(),
            randomBytes: { [7] }
        )
        _ = try forged.create(real.group, called: "Tigers", by: "Eve")
        let code = try forged.invite(as: "student", uses: 9, until: nil)
        let before = try club.jun.circle.group().place
        refused(
            club.jun, "club", "join", "\(code)@\(place)", "--yes", says: "You are in “Tigers” already, and it lies in")
        XCTAssertEqual(try club.jun.circle.group().place, before)
        XCTAssertEqual(try forged.members().map(\.name), ["Eve"], "no member joined")
        expect(club.jun, "club", "share", "theory", "--yes", says: "Shared: theory.")
        XCTAssertEqual(try forged.posts(nil), [])
        // The move command does not accept the forged club either.
        refused(club.jun, "club", "move", place, says: "You are not in Tigers")
        XCTAssertEqual(try club.jun.circle.group().place, before)
        // A new member can join one of them, and then not the other.
        expect(eve, "club", "join", "\(code)@\(place)", "--yes", says: "You are in Tigers.")
        refused(eve, "club", "join", try club.code("student"), "--yes", says: "says that it is the same")
    }

    /// Joining a database sends a proof of the member's key. A forged server must not receive it.
    func testForgedServerReceivesNoProof() throws {
        let home = try Home()
        let server = try ClubFixture.server()
        let other = try ClubFixture.server()
        let fixture = ClubFixture(home.path("clubs"), on: server)
        let club = try SharedClubFixture(fixture)
        let real = try club.jun.circle.group()
        let mallory = ClubFixture(home.path("mallory"), on: other)
        let fake = TestMember("Mallory", in: mallory)
        XCTAssertEqual(fake.run("club", "create", "Tigers", "--place", mallory.free()).status, 0)
        let invitation = fake.run("club", "invite", "--plain").output.split(separator: "\t")[0]
        XCTAssertEqual(try fake.circle.group().id, real.id, "both fixtures generate the same IDs")
        refused(club.jun, "club", "join", String(invitation), "--yes", says: "says that it is the same")
        XCTAssertEqual(try fake.circle.snapshot(of: fake.circle.group()).members.map(\.name), ["Mallory"])
        // The login at the real server still works.
        expect(club.jun, "club", "members", says: "Ines")
    }

    /// Member names are free to choose. The roll decides which member a student is.
    func testRollLinkDecidesWhichMemberGetsResults() throws {
        let club = try SharedClubFixture()
        let eve = TestMember("Eve", in: club.fixture)
        let lee = TestMember("Lee", in: club.fixture)
        expect(club.kim, "club", "student", "add", "Lee", "--belt", "9k", says: "on the roll")
        try club.join(eve, "student", "--as", "Lee")
        try club.join(lee, "student", "--as", "Lee K")
        refused(club.kim, "club", "student", "change", "Lee", "--member", "Ines", says: "Ines is no student there")
        refused(club.kim, "club", "student", "change", "Lee", "--member", "Nobody", says: "Nobody whom you see there")
        expect(club.kim, "club", "student", "change", "Lee", "--member", "Lee K", says: "Changed Lee")
        refused(club.kim, "club", "student", "change", "Jun", "--member", "Lee K", says: "Lee is that member already")
        expect(club.kim, "club", "grading", "record", "Lee", "pass", says: "Lee is told")
        expect(lee, "club", "grading", "mine", says: "pass")
        expect(eve, "club", "grading", "mine", says: "No result was told yet")
        // Without a linked member the name decides again.
        expect(club.kim, "club", "student", "change", "Lee", "--member", "", says: "Changed Lee")
        club.fixture.clock.advance(seconds: 86_400)
        expect(club.kim, "club", "grading", "record", "Lee", "fail", says: "Lee is told")
        expect(eve, "club", "grading", "mine", says: "fail")
    }

    /// Replaces each file of the club by a link to a file outside.
    func testSymbolicLinksInTheClubFolderAreNotFollowed() throws {
        let home = try Home(isQuick: true)
        let club = try SharedClubFixture(ClubFixture(home.path("clubs")))
        let place = try club.kim.circle.group().place.path
        expect(club.jun, "club", says: "Tigers")
        let files = FileManager.default
        let secret = home.path("secret")
        try Data("nobody's business\n".utf8).write(to: URL(fileURLWithPath: secret))
        for name in try files.contentsOfDirectory(atPath: place).sorted() {
            let path = place + "/" + name
            try files.moveItem(atPath: path, toPath: home.path("kept"))
            try files.createSymbolicLink(atPath: path, withDestinationPath: secret)
            let fresh = TestMember("Kim", in: club.fixture)
            for run in [
                club.kim.run("club", "announce", "Hello."), club.jun.run("club"),
                fresh.run("club", "join", "\(String(repeating: "0", count: 32))@\(place)", "--yes"),
            ] {
                XCTAssertFalse(
                    (run.output + run.error).contains("nobody's business"), "\(name): \(run.output)\(run.error)")
            }
            XCTAssertEqual(try String(contentsOfFile: secret, encoding: .utf8), "nobody's business\n", name)
            try files.removeItem(atPath: path)
            try files.moveItem(atPath: home.path("kept"), toPath: path)
        }
        expect(club.kim, "club", "announce", "Again.", says: "Told everybody")
        expect(club.jun, "club", says: "Again.")
    }
}
