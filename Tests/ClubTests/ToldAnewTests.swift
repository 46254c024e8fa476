import Club
import Groups
import Kernel
import TerminalContract
import TestBench
import XCTest

/// What students were told goes with the roll, whatever kept it from them before.
final class ToldAnewTests: XCTestCase, TriesCommands {
    func testAResultThatWasTakenBackIsTakenBackFromTheStudentToo() throws {
        let month = try ClubMonth()
        expect(month.kim, "club", "grading", "record", "jun", "pass", says: "Jun is told.")
        expect(month.jun, "club", "grading", "mine", says: "grade 8k")
        refused(month.kim, "club", "grading", "record", "jun", "pass", says: "Jun was graded on 2027-01-15 already.")
        expect(month.kim, "undo", says: "Recorded the grading of Jun")
        expect(month.kim, "club", says: "Tigers")
        expect(month.jun, "club", "grading", "mine", says: "No result was told yet.")
        // Done again it is told again, once.
        expect(month.kim, "club", "grading", "record", "jun", "fail", says: "Jun is told.")
        expect(month.kim, "club", says: "Tigers")
        XCTAssertEqual(try month.jun.circle.sight(of: month.jun.circle.group()).results.count, 1)
    }

    func testAResultThatWasNotTellsTheStudentLaterAndNothingFromBeforeTheyCame() throws {
        let month = try ClubMonth()
        let roll = ClubBook(
            month.kim.store, ids: month.town.ids, time: month.town.clock.source(), programme: Bench.school(over: month.kim.store))
        // As by a program that was ended between the two.
        _ = try roll.roll().grade("jun", .fail, on: month.town.clock.source().today().adding(days: -30))
        _ = try roll.roll().grade("jun", .pass, note: "Early breath")
        expect(month.kim, "club", says: "Tigers")
        expect(month.jun, "club", says: "grade 8k: passed. Early breath", not: "not yet")
        expect(month.ines, "club", says: "Tigers", not: "Early breath")
    }

    func testABillThatIsPaidIsToldNoMore() throws {
        let month = try ClubMonth()
        expect(month.kim, "club", "bills", "plan", "child", "20", says: "Offered")
        expect(month.kim, "club", "student", "change", "jun", "--plan", "child", says: "Changed")
        expect(month.kim, "club", "bills", "remind", "--send", says: "Sent 1 reminder.")
        expect(month.kim, "club", "bills", "pay", "jun", "5", says: "15.00 GBP is open.")
        expect(month.jun, "club", says: "Please pay by")
        expect(month.kim, "club", "bills", "pay", "jun", "15", says: "Nothing is open.")
        expect(month.jun, "club", says: "Tigers", not: "Please pay by")
    }

    func testAClassIsToldWhenTheClubIsBack() throws {
        let month = try ClubMonth()
        expect(month.kim, "club", says: "Tigers")
        month.town.setAway(true)
        expect(month.kim, "club", "attendance", "mark", "jun", says: "Marked 1 student")
        month.town.setAway(false)
        month.town.clock.advance(seconds: 600)
        expect(month.kim, "club", says: "Tigers")
        expect(month.jun, "club", "attendance", "mine", says: "2027-01-15")
    }

    func testAnAnnouncementIsTakenBackByWhoMadeItAndByTheHead() throws {
        let month = try ClubMonth()
        expect(month.ines, "club", "announce", "No class on Friday.", says: "Told everybody")
        expect(month.kim, "club", "announce", "Hall 2 today.", says: "Told everybody")
        refused(month.ines, "club", "announcements", "withdraw", "1", "--yes", says: "only where that is yours")
        refused(month.jun, "club", "announcements", "withdraw", "2", "--yes", says: "Only head instructors")
        refused(month.kim, "club", "announcements", "withdraw", "3", "--yes", says: "There is no announcement in row 3.")
        expect(month.kim, "club", "announcements", "withdraw", "2", "--yes", says: "Taken back.")
        expect(month.jun, "club", "announcements", says: "Hall 2 today.", not: "Friday")
        expect(month.kim, "club", "announcements", "withdraw", "1", "--yes", says: "Taken back.")
        expect(month.jun, "club", "announcements", says: "Nothing was announced yet.")
    }

    /// It is told once, so that whatever of it is cut is lost.
    func testAnInvitationStandsWholeOnANarrowTerminalAsAShellTakesIt() throws {
        let month = try ClubMonth()
        let console = ScriptedConsole(terminal: true, columns: 40, rows: 24)
        XCTAssertEqual(month.kim.app.run(["club", "invite"], on: console), 0)
        let line = try XCTUnwrap(console.output.split(separator: "\n").first { $0.contains("club join '") })
        XCTAssertTrue(line.contains("place ") && line.contains("'"), String(line))
        XCTAssertFalse(console.output.contains("…"), console.output)
    }

    func testWhatIsTooMuchForOneDayIsSentOnTheNext() throws {
        let month = try ClubMonth()
        expect(month.kim, "club", "announce", "First.", says: "Told everybody")
        let (part, group) = (month.kim.membership, try month.kim.circle.group())
        for _ in 0..<500 {
            let paper = part.paper("notice", by: group.me, for: .everyone, content: Array("{}".utf8))
            _ = try part.queue(.paper(paper), for: group)
        }
        try part.deliver()
        XCTAssertEqual(try part.waiting().count, 1)
        month.town.clock.advance(seconds: 86_400)
        try part.deliver()
        XCTAssertEqual(try part.waiting().count, 0)
    }
}
