import Club
import ClubCommands
import Groups
import Interface
import Kernel
import Practice
import TerminalTesting
import XCTest

/// Tests tips, the directory, packs, attendance and guardians of a shared club.
final class ClubSubmissionTests: XCTestCase, CommandAssertions {
    func testApprovedTipIsPublishedAndItsAuthorNamedOnRequest() throws {
        let club = try SharedClubFixture()
        let kim = club.kim
        let ines = club.ines
        let jun = club.jun
        let hana = club.hana
        expect(jun, "club", "tips", "propose", "Say each count aloud.", says: "Handed in. An instructor decides.")
        expect(hana, "club", "tips", says: "There is no tip yet.")
        expect(jun, "club", "tips", says: "handed in")
        expect(kim, "club", says: "1 tip")
        expect(ines, "club", "tips", says: "Jun")
        refused(hana, "club", "tips", "approve", "1", says: "No tip that was handed in stands in row 1.")
        refused(jun, "club", "tips", "approve", "1", says: "may write tips")
        expect(ines, "club", "tips", "approve", "1", says: "Everybody sees the tip now.")
        expect(hana, "club", "tips", says: "Say each count aloud.", not: "Jun")
        expect(hana, "club", says: "Say each count aloud.")
        expect(jun, "club", "credit", "Jun the Quiet", says: "You are named as Jun the Quiet")
        expect(hana, "club", "tips", says: "Jun the Quiet")
        XCTAssertEqual(try credits(hana), ["Tips and packs of Tigers: Jun the Quiet."])
        expect(jun, "club", "credit", "--stop", says: "You are named no more.")
        expect(hana, "club", "tips", says: "Say each count aloud.", not: "Jun the Quiet")
        XCTAssertEqual(try credits(hana), [])
        // Only the author sees a refusal.
        expect(hana, "club", "tips", "propose", "Bring sweets.", says: "Handed in")
        expect(ines, "club", "tips", "refuse", "1", "--why", "Not in class.", says: "Refused.")
        expect(hana, "club", says: "Your tip “Bring sweets.” was not taken. Not in class.")
        expect(jun, "club", says: "Say each count aloud.", not: "sweets")
        // Instructors publish without approval and can withdraw their tips.
        club.fixture.clock.advance(seconds: 60)
        expect(ines, "club", "tips", "propose", "Sleep well.", says: "Told everybody in Tigers.")
        refused(hana, "club", "tips", "withdraw", "1", "--yes", says: "may take back tips")
        expect(ines, "club", "tips", "withdraw", "1", "--yes", says: "Taken back.")
        expect(hana, "club", "tips", says: "Say each count aloud.", not: "Sleep well.")
    }

    /// Two instructors approve the same tip from outdated snapshots.
    func testTipApprovedTwiceIsPublishedOnce() throws {
        let club = try SharedClubFixture()
        expect(club.jun, "club", "tips", "propose", "Say each count aloud.", says: "Handed in.")
        let kim = club.kim.circle
        let ines = club.ines.circle
        let kimsSnapshot = try kim.snapshot(of: kim.group())
        let inesSnapshot = try ines.snapshot(of: ines.group())
        for (circle, snapshot) in [(kim, kimsSnapshot), (ines, inesSnapshot), (kim, kimsSnapshot)] {
            XCTAssertTrue(try circle.approve(XCTUnwrap(snapshot.suggestions.first), in: snapshot).hasArrived)
        }
        let snapshot = try kim.snapshot(of: kim.group())
        XCTAssertEqual(snapshot.tips.map(\.value.text), ["Say each count aloud."])
        XCTAssertEqual(snapshot.suggestions.count, 0)
    }

    /// Returns the credit lines of the `about` command, which come from the last snapshot.
    private func credits(_ member: TestMember) throws -> [String] {
        expect(member, "club", says: "Tigers")
        let registry = try Registry([member.plugin])
        return try registry.all(.credits).flatMap { try $0.lines() }
    }

    func testDirectoryShowsOnlyConfirmedFields() throws {
        let club = try SharedClubFixture()
        expect(club.jun, "club", "directory", says: "No instructor stands there.")
        let unconfirmed = club.ines.app.run(["club", "directory", "--teaches", "Children, Mondays"])
        XCTAssertNotEqual(unconfirmed.status, 0, "the entry needs a confirmation")
        expect(club.jun, "club", "directory", says: "No instructor stands there.")
        expect(club.ines, "club", "directory", "--teaches", "Children, Mondays", "--yes", says: "Children, Mondays")
        expect(
            club.ines, "club", "directory", "--as", "I. Kovac", "--contact", "07700 900456", "--yes",
            says: "You stand in the directory.")
        let lines = try club.jun.circle.snapshot(of: club.jun.circle.group()).directory.map(\.value)
        XCTAssertEqual(lines, [DirectoryLine(name: "I. Kovac", teaches: "", contact: "07700 900456")])
        refused(
            club.jun, "club", "directory", "--as", "Boss", "--yes",
            says: "Only head instructors and instructors may write lines of the directory.")
        refused(club.kim, "club", "directory", "--as", " ", "--yes", says: "it must not be empty")
        expect(club.ines, "club", "directory", "--leave", says: "You stand in the directory no more.")
        expect(club.jun, "club", "directory", says: "No instructor stands there.")
    }

    func testPackNeedsConsentAndIsRemovedWithMembership() throws {
        let club = try SharedClubFixture()
        let kim = club.kim
        let jun = club.jun
        let hana = club.hana
        let files = ["tigers.json": Array("tigers\nThe Tigers' words\nhook\n".utf8)]
        let publish = ["club", "pack", "publish", "tigers.json", "--yes"]
        XCTAssertTrue(
            club.ines.app.run(publish, files: files).error.contains(
                "Only head instructors may write packs of the club."))
        XCTAssertEqual(kim.app.run(publish, files: files).status, 0)
        expect(jun, "club", "pack", says: "offered")
        let result = jun.app.run(["club", "pack", "take", "tigers"])
        XCTAssertNotEqual(result.status, 0)
        XCTAssertEqual(jun.blobStore.names, [], "the pack needs a confirmation")
        expect(jun, "club", "pack", "take", "tigers", "--yes", says: "Took The Tigers' words (tigers).")
        XCTAssertEqual(jun.blobStore.names.count, 1)
        expect(jun, "club", "pack", says: "taken")
        let newer = ["tigers.json": Array("tigers\nThe Tigers' words\nhook\njab\n".utf8)]
        XCTAssertEqual(kim.app.run(publish, files: newer).status, 0)
        expect(jun, "club", "pack", says: "changed")
        expect(jun, "club", "pack", "take", "tigers", "--yes", says: "Took")
        expect(jun, "club", "pack", "drop", "The Tigers' words", says: "Dropped")
        XCTAssertEqual(jun.blobStore.names, [])
        refused(jun, "club", "pack", "drop", "tigers", says: "The club has no pack")
        // Leaving and removal delete the member's packs only.
        expect(jun, "club", "pack", "take", "tigers", "--yes", says: "Took")
        expect(hana, "club", "pack", "take", "tigers", "--yes", says: "Took")
        expect(hana, "club", "leave", "--yes", says: "You left Tigers")
        XCTAssertEqual(hana.blobStore.names, [])
        expect(kim, "club", "pack", "withdraw", "tigers", "--yes", says: "Taken back.")
        expect(jun, "club", "pack", says: "withdrawn")
        expect(kim, "club", "members", "dismiss", "Jun", "--yes", says: "Removed Jun")
        refused(jun, "club", "pack", says: "You are not in Tigers")
        XCTAssertEqual(jun.blobStore.names, [])
        // A removed member can forget the club.
        expect(jun, "club", "leave", "--yes", says: "Tigers did not know you any more")
        refused(jun, "club", "members", says: "You are in no club that others share.")
    }

    func testInvalidPacksAreRefused() throws {
        let club = try SharedClubFixture()
        func publish(_ text: String) -> AppFixture.Run {
            club.kim.app.run(["club", "pack", "publish", "p", "--yes"], files: ["p": Array(text.utf8)])
        }
        XCTAssertTrue(publish("no pack").error.contains("That is no pack."))
        XCTAssertTrue(publish("../../evil\nname\n").error.contains("no id of small letters"))
        XCTAssertTrue(publish("big\nname\n" + String(repeating: "x", count: 300_000)).error.contains("256 KiB at most"))
        for number in 1...ClubPack.most { XCTAssertEqual(publish("p\(number)\nname\n").status, 0) }
        XCTAssertTrue(publish("p6\nname\n").error.contains("5 packs at most"))
        XCTAssertEqual(publish("p5\nanother\n").status, 0, "a pack with the same ID is replaced")
    }

    func testAttendanceReachesOnlyItsStudent() throws {
        let club = try SharedClubFixture()
        let kim = club.kim
        let jun = club.jun
        let hana = club.hana
        let zoe = TestMember("Zoe", in: club.fixture)
        try club.join(zoe, "student")
        expect(
            kim, "club", "attendance", "mark", "jun", "mina",
            says: "Marked 2 students in class on 2027-01-15. 2 students are told.")
        expect(jun, "club", "attendance", "mine", says: "2027-01-15")
        expect(jun, "club", says: "1 class in half a year, the last on 2027-01-15")
        expect(hana, "club", "attendance", "mine", says: "Mina, 1 class")
        expect(zoe, "club", "attendance", "mine", says: "No class is noted.")
        let snapshot = try zoe.circle.snapshot(of: zoe.circle.group())
        XCTAssertEqual(snapshot.groupSnapshot.view.posts(of: "mark"), [])
        expect(
            kim, "club", "attendance", "mark", "jun", "--class", "kids", "--day", "2027-01-14",
            says: "1 student is told.")
        expect(jun, "club", "attendance", "mine", says: "kids")
        expect(kim, "club", "attendance", "unmark", "jun", says: "1 student is told.")
        expect(jun, "club", "attendance", "mine", says: "kids", not: "2027-01-15")
        // Marking works while the club is unreachable, and the next mark sends everything.
        club.fixture.setAway(true)
        expect(kim, "club", "attendance", "mark", "jun", says: "Marked 1 student", not: "told")
        club.fixture.setAway(false)
        expect(kim, "club", "attendance", "mark", "mina", "--class", "late", says: "2 students are told.")
        expect(jun, "club", "attendance", "mine", says: "2 classes")
    }

    func testGuardianAddsAndRemovesChildrenLater() throws {
        let club = try SharedClubFixture()
        let hana = club.hana
        refused(hana, "club", "members", "bring", "Bo", says: "--yes")
        expect(hana, "club", "members", "bring", "Bo", "--yes", says: "Bo is in Tigers")
        expect(club.kim, "club", "members", says: "Bo")
        refused(hana, "club", "share", "theory", "--yes", says: "You answer for")
        expect(hana, "club", "share", "theory", "--for", "bo", "--yes", says: "Shared: theory.")
        expect(hana, "club", "members", "dismiss", "Mina", "--yes", says: "Removed Mina")
        expect(hana, "club", "members", says: "Bo", not: "Mina")
        expect(hana, "club", "members", "bring", "Mina", "--yes", says: "Mina is in Tigers")
        refused(club.jun, "club", "members", "bring", "Bo", "--yes", says: "Only guardians may bring students.")
        // A guardian who left can join again with the same child.
        expect(hana, "club", "leave", "--yes", says: "You left")
        try club.join(hana, "guardian", "--child", "Mina")
        expect(club.kim, "club", "members", says: "Mina", not: "Bo")
    }

    func testChildProfileGetsTheHomeworkOfItsGuardian() throws {
        let club = try SharedClubFixture()
        expect(club.hana, "club", "members", "bring", "Bo", "--yes", says: "Bo is in Tigers")
        expect(club.ines, "club", "assign", "pattern", "Tul 1", "--to", "Mina", says: "Assigned")
        expect(club.ines, "club", "assign", "page", "page-0", says: "Assigned")
        func questions(_ name: String) throws -> [String] {
            let registry = try Registry([TestMember(name, in: club.fixture).plugin(with: [club.hana])])
            return try registry.all(.homework).flatMap { try $0.current() }.map(\.title).sorted()
        }
        XCTAssertEqual(try questions("Mina"), ["Page 0", "Tul 1"])
        XCTAssertEqual(try questions("bo"), ["Page 0"], "another child's homework is not included")
        XCTAssertEqual(try questions("Max"), [])
        expect(club.hana, "club", "done", "2", "--for", "Mina", says: "Told that")
        XCTAssertEqual(try questions("Mina").count, 1)
        XCTAssertEqual(try questions("Bo"), ["Page 0"])
    }
}
