import Club
import ClubCommands
import Groups
import Kernel
import Practice
import Terminal
import TerminalContract
import XCTest

/// What members bring, what instructors show of themselves, and what reaches a student.
final class HandedInTests: XCTestCase, TriesCommands {
    func testATipIsSeenOnceAnInstructorTakesItAndItsAuthorIsNamedOnlyIfTheyWantThat() throws {
        let month = try ClubMonth()
        let (kim, ines, jun, hana) = (month.kim, month.ines, month.jun, month.hana)
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
        // One that is refused is told to its author alone.
        expect(hana, "club", "tips", "propose", "Bring sweets.", says: "Handed in")
        expect(ines, "club", "tips", "refuse", "1", "--why", "Not in class.", says: "Refused.")
        expect(hana, "club", says: "Your tip “Bring sweets.” was not taken. Not in class.")
        expect(jun, "club", says: "Say each count aloud.", not: "sweets")
        // An instructor decides on nobody's leave, and may take back what they told.
        month.town.clock.advance(seconds: 60)
        expect(ines, "club", "tips", "propose", "Sleep well.", says: "Told everybody in Tigers.")
        refused(hana, "club", "tips", "withdraw", "1", "--yes", says: "may take back tips")
        expect(ines, "club", "tips", "withdraw", "1", "--yes", says: "Taken back.")
        expect(hana, "club", "tips", says: "Say each count aloud.", not: "Sleep well.")
    }

    /// Two instructors decide on one tip without having seen what the other did.
    func testATipThatTwoApproveIsToldOnce() throws {
        let month = try ClubMonth()
        expect(month.jun, "club", "tips", "propose", "Say each count aloud.", says: "Handed in.")
        let (kim, ines) = (month.kim.circle, month.ines.circle)
        let (hers, his) = (try kim.sight(of: kim.group()), try ines.sight(of: ines.group()))
        for (circle, sight) in [(kim, hers), (ines, his), (kim, hers)] {
            XCTAssertTrue(try circle.approve(XCTUnwrap(sight.suggestions.first), in: sight).hasArrived)
        }
        let seen = try kim.sight(of: kim.group())
        XCTAssertEqual(seen.tips.map(\.value.text), ["Say each count aloud."])
        XCTAssertEqual(seen.suggestions.count, 0)
    }

    /// What `about` says of a club; only what was seen, and nobody is asked.
    private func credits(_ who: Somebody) throws -> [String] {
        expect(who, "club", says: "Tigers")
        let registry = try Registry([who.plugin])
        return try registry.all(.credits).flatMap { try $0.lines() }
    }

    func testTheDirectoryHasExactlyWhatAnInstructorConsentedTo() throws {
        let month = try ClubMonth()
        expect(month.jun, "club", "directory", says: "No instructor stands there.")
        let unsaid = month.ines.app.run(["club", "directory", "--teaches", "Children, Mondays"])
        XCTAssertNotEqual(unsaid.status, 0, "nothing is shown without a yes")
        expect(month.jun, "club", "directory", says: "No instructor stands there.")
        expect(month.ines, "club", "directory", "--teaches", "Children, Mondays", "--yes", says: "Children, Mondays")
        expect(
            month.ines, "club", "directory", "--as", "I. Kovac", "--contact", "07700 900456", "--yes",
            says: "You stand in the directory.")
        let lines = try month.jun.circle.sight(of: month.jun.circle.group()).directory.map(\.value)
        XCTAssertEqual(lines, [DirectoryLine(name: "I. Kovac", teaches: "", contact: "07700 900456")])
        refused(
            month.jun, "club", "directory", "--as", "Boss", "--yes",
            says: "Only head instructors and instructors may write lines of the directory.")
        refused(month.kim, "club", "directory", "--as", " ", "--yes", says: "it must not be empty")
        expect(month.ines, "club", "directory", "--leave", says: "You stand in the directory no more.")
        expect(month.jun, "club", "directory", says: "No instructor stands there.")
    }

    func testAPackComesByConsentAndGoesWithWhoLeavesOrIsRemoved() throws {
        let month = try ClubMonth()
        let (kim, jun, hana) = (month.kim, month.jun, month.hana)
        let files = ["tigers.json": Array("tigers\nThe Tigers' words\nhook\n".utf8)]
        let publish = ["club", "pack", "publish", "tigers.json", "--yes"]
        XCTAssertTrue(
            month.ines.app.run(publish, files: files).error.contains("Only head instructors may write packs of the club."))
        XCTAssertEqual(kim.app.run(publish, files: files).status, 0)
        expect(jun, "club", "pack", says: "offered")
        let asked = jun.app.run(["club", "pack", "take", "tigers"])
        XCTAssertNotEqual(asked.status, 0)
        XCTAssertEqual(jun.shelf.names, [], "nothing comes without a yes")
        expect(jun, "club", "pack", "take", "tigers", "--yes", says: "Took The Tigers' words (tigers).")
        XCTAssertEqual(jun.shelf.names.count, 1)
        expect(jun, "club", "pack", says: "taken")
        let newer = ["tigers.json": Array("tigers\nThe Tigers' words\nhook\njab\n".utf8)]
        XCTAssertEqual(kim.app.run(publish, files: newer).status, 0)
        expect(jun, "club", "pack", says: "changed")
        expect(jun, "club", "pack", "take", "tigers", "--yes", says: "Took")
        expect(jun, "club", "pack", "drop", "The Tigers' words", says: "Dropped")
        XCTAssertEqual(jun.shelf.names, [])
        refused(jun, "club", "pack", "drop", "tigers", says: "The club has no pack")
        // Gone with who leaves, who is removed, and only theirs.
        expect(jun, "club", "pack", "take", "tigers", "--yes", says: "Took")
        expect(hana, "club", "pack", "take", "tigers", "--yes", says: "Took")
        expect(hana, "club", "leave", "--yes", says: "You left Tigers")
        XCTAssertEqual(hana.shelf.names, [])
        expect(kim, "club", "pack", "withdraw", "tigers", "--yes", says: "Taken back.")
        expect(jun, "club", "pack", says: "withdrawn")
        expect(kim, "club", "members", "dismiss", "Jun", "--yes", says: "Removed Jun")
        refused(jun, "club", "pack", says: "You are not in Tigers")
        XCTAssertEqual(jun.shelf.names, [])
        // Who was removed can let go of it.
        expect(jun, "club", "leave", "--yes", says: "Tigers did not know you any more")
        refused(jun, "club", "members", says: "You are in no club that others share.")
    }

    func testAPackThatCannotBeIsRefused() throws {
        let month = try ClubMonth()
        func publish(_ text: String) -> AppBench.Run {
            month.kim.app.run(["club", "pack", "publish", "p", "--yes"], files: ["p": Array(text.utf8)])
        }
        XCTAssertTrue(publish("no pack").error.contains("That is no pack."))
        XCTAssertTrue(publish("../../evil\nname\n").error.contains("no id of small letters"))
        XCTAssertTrue(publish("big\nname\n" + String(repeating: "x", count: 300_000)).error.contains("256 KiB at most"))
        for number in 1...ClubPack.most { XCTAssertEqual(publish("p\(number)\nname\n").status, 0) }
        XCTAssertTrue(publish("p6\nname\n").error.contains("5 packs at most"))
        XCTAssertEqual(publish("p5\nanother\n").status, 0, "one of the same id takes its place")
    }

    func testAttendanceReachesWhoItIsAboutAndNobodyElse() throws {
        let month = try ClubMonth()
        let (kim, jun, hana) = (month.kim, month.jun, month.hana)
        let zoe = Somebody("Zoe", in: month.town)
        try month.join(zoe, "student")
        expect(
            kim, "club", "attendance", "mark", "jun", "mina",
            says: "Marked 2 students in class on 2027-01-15. 2 students are told.")
        expect(jun, "club", "attendance", "mine", says: "2027-01-15")
        expect(jun, "club", says: "1 class in half a year, the last on 2027-01-15")
        expect(hana, "club", "attendance", "mine", says: "Mina, 1 class")
        expect(zoe, "club", "attendance", "mine", says: "No class is noted.")
        let sight = try zoe.circle.sight(of: zoe.circle.group())
        XCTAssertEqual(sight.sight.view.papers(of: "mark"), [])
        expect(kim, "club", "attendance", "mark", "jun", "--class", "kids", "--day", "2027-01-14", says: "1 student is told.")
        expect(jun, "club", "attendance", "mine", says: "kids")
        expect(kim, "club", "attendance", "unmark", "jun", says: "1 student is told.")
        expect(jun, "club", "attendance", "mine", says: "kids", not: "2027-01-15")
        // A club that is away keeps nobody from marking, and the next class tells all of it.
        month.town.setAway(true)
        expect(kim, "club", "attendance", "mark", "jun", says: "Marked 1 student", not: "told")
        month.town.setAway(false)
        expect(kim, "club", "attendance", "mark", "mina", "--class", "late", says: "2 students are told.")
        expect(jun, "club", "attendance", "mine", says: "2 classes")
    }

    func testASecondChildComesLaterAndOneMayGoAlone() throws {
        let month = try ClubMonth()
        let hana = month.hana
        refused(hana, "club", "members", "bring", "Bo", says: "--yes")
        expect(hana, "club", "members", "bring", "Bo", "--yes", says: "Bo is in Tigers")
        expect(month.kim, "club", "members", says: "Bo")
        refused(hana, "club", "share", "theory", "--yes", says: "You answer for")
        expect(hana, "club", "share", "theory", "--for", "bo", "--yes", says: "Shared: theory.")
        expect(hana, "club", "members", "dismiss", "Mina", "--yes", says: "Removed Mina")
        expect(hana, "club", "members", says: "Bo", not: "Mina")
        expect(hana, "club", "members", "bring", "Mina", "--yes", says: "Mina is in Tigers")
        refused(month.jun, "club", "members", "bring", "Bo", "--yes", says: "Only guardians may bring students.")
        // A guardian who left may come again with the same child.
        expect(hana, "club", "leave", "--yes", says: "You left")
        try month.join(hana, "guardian", "--child", "Mina")
        expect(month.kim, "club", "members", says: "Mina", not: "Bo")
    }

    func testWhatAChildIsToDoComesFirstInTheChildsOwnTraining() throws {
        let month = try ClubMonth()
        expect(month.hana, "club", "members", "bring", "Bo", "--yes", says: "Bo is in Tigers")
        expect(month.ines, "club", "assign", "pattern", "Tul 1", "--to", "Mina", says: "Assigned")
        expect(month.ines, "club", "assign", "page", "page-0", says: "Assigned")
        func asked(_ name: String) throws -> [String] {
            let registry = try Registry([Somebody(name, in: month.town).plugin(beside: [month.hana])])
            return try registry.all(.homework).flatMap { try $0.open() }.map(\.title).sorted()
        }
        XCTAssertEqual(try asked("Mina"), ["Page 0", "Tul 1"])
        XCTAssertEqual(try asked("bo"), ["Page 0"], "what is another child's is not theirs")
        XCTAssertEqual(try asked("Max"), [])
        expect(month.hana, "club", "done", "2", "--for", "Mina", says: "Told that")
        XCTAssertEqual(try asked("Mina").count, 1)
        XCTAssertEqual(try asked("Bo"), ["Page 0"])
    }
}
