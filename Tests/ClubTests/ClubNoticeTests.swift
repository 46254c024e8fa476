import Club
import Groups
import Kernel
import TerminalTesting
import TestSupport
import XCTest

/// Tests that the posts for students follow the roll, also after failures and undo.
final class ClubNoticeTests: XCTestCase, CommandAssertions {
    func testUndoneGradingIsWithdrawnFromTheStudent() throws {
        let club = try SharedClubFixture()
        expect(club.kim, "club", "grading", "record", "jun", "pass", says: "Jun is told.")
        expect(club.jun, "club", "grading", "mine", says: "grade 8k")
        refused(club.kim, "club", "grading", "record", "jun", "pass", says: "Jun was graded on 2027-01-15 already.")
        expect(club.kim, "undo", says: "Recorded the grading of Jun")
        expect(club.kim, "club", says: "Tigers")
        expect(club.jun, "club", "grading", "mine", says: "No result was told yet.")
        // A repeated grading is sent again, once.
        expect(club.kim, "club", "grading", "record", "jun", "fail", says: "Jun is told.")
        expect(club.kim, "club", says: "Tigers")
        XCTAssertEqual(try club.jun.circle.snapshot(of: club.jun.circle.group()).results.count, 1)
    }

    func testUnsentResultIsSentLaterButNoneBeforeJoining() throws {
        let club = try SharedClubFixture()
        let roll = ClubRegistry(
            club.kim.store, ids: club.fixture.ids, time: club.fixture.clock.source(),
            curriculum: Fixture.school(over: club.kim.store))
        // Grades without posting, as after a crash.
        _ = try roll.roll().recordGrading("jun", .fail, on: club.fixture.clock.source().today().adding(days: -30))
        _ = try roll.roll().recordGrading("jun", .pass, note: "Early breath")
        expect(club.kim, "club", says: "Tigers")
        expect(club.jun, "club", says: "grade 8k: passed. Early breath", not: "not yet")
        expect(club.ines, "club", says: "Tigers", not: "Early breath")
    }

    func testPaidBillDisappearsForTheStudent() throws {
        let club = try SharedClubFixture()
        expect(club.kim, "club", "bills", "plan", "child", "20", says: "Offered")
        expect(club.kim, "club", "student", "change", "jun", "--plan", "child", says: "Changed")
        expect(club.kim, "club", "bills", "remind", "--send", says: "Sent 1 reminder.")
        expect(club.kim, "club", "bills", "pay", "jun", "5", says: "15.00 GBP is open.")
        expect(club.jun, "club", says: "Please pay by")
        expect(club.kim, "club", "bills", "pay", "jun", "15", says: "Nothing is open.")
        expect(club.jun, "club", says: "Tigers", not: "Please pay by")
    }

    func testAttendanceIsSentOnceTheClubIsReachable() throws {
        let club = try SharedClubFixture()
        expect(club.kim, "club", says: "Tigers")
        club.fixture.setAway(true)
        expect(club.kim, "club", "attendance", "mark", "jun", says: "Marked 1 student")
        club.fixture.setAway(false)
        club.fixture.clock.advance(seconds: 600)
        expect(club.kim, "club", says: "Tigers")
        expect(club.jun, "club", "attendance", "mine", says: "2027-01-15")
    }

    func testAuthorAndHeadCanWithdrawAnAnnouncement() throws {
        let club = try SharedClubFixture()
        expect(club.ines, "club", "announce", "No class on Friday.", says: "Told everybody")
        expect(club.kim, "club", "announce", "Hall 2 today.", says: "Told everybody")
        refused(club.ines, "club", "announcements", "withdraw", "1", "--yes", says: "only where that is yours")
        refused(club.jun, "club", "announcements", "withdraw", "2", "--yes", says: "Only head instructors")
        refused(
            club.kim, "club", "announcements", "withdraw", "3", "--yes", says: "There is no announcement in row 3.")
        expect(club.kim, "club", "announcements", "withdraw", "2", "--yes", says: "Taken back.")
        expect(club.jun, "club", "announcements", says: "Hall 2 today.", not: "Friday")
        expect(club.kim, "club", "announcements", "withdraw", "1", "--yes", says: "Taken back.")
        expect(club.jun, "club", "announcements", says: "Nothing was announced yet.")
    }

    /// The code is shown only once, so it must be complete.
    func testInvitationIsNotTruncatedOnANarrowTerminal() throws {
        let club = try SharedClubFixture()
        let console = ScriptedConsole(terminal: true, columns: 40, rows: 24)
        XCTAssertEqual(club.kim.app.run(["club", "invite"], on: console), 0)
        let line = try XCTUnwrap(console.output.split(separator: "\n").first { $0.contains("club join '") })
        XCTAssertTrue(line.contains("place ") && line.contains("'"), String(line))
        XCTAssertFalse(console.output.contains("…"), console.output)
    }

    func testPostsOverTheDailyLimitAreSentTheNextDay() throws {
        let club = try SharedClubFixture()
        expect(club.kim, "club", "announce", "First.", says: "Told everybody")
        let membership = club.kim.membership
        let group = try club.kim.circle.group()
        for _ in 0..<500 {
            let post = membership.post("notice", by: group.me, for: .everyone, content: Array("{}".utf8))
            _ = try membership.queue(.post(post), for: group)
        }
        try membership.deliver()
        XCTAssertEqual(try membership.waiting().count, 1)
        club.fixture.clock.advance(seconds: 86_400)
        try membership.deliver()
        XCTAssertEqual(try membership.waiting().count, 0)
    }
}
