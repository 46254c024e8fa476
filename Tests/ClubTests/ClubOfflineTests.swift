import Club
import Groups
import Kernel
import TerminalTesting
import TestSupport
import XCTest

/// Tests commands while a shared club is unreachable.
final class ClubOfflineTests: XCTestCase, CommandAssertions {
    /// Queued posts are reported as waiting, with the reason.
    func testQueuedPostsAreReportedAsWaiting() throws {
        let club = try SharedClubFixture()
        let kim = club.kim
        let ines = club.ines
        let jun = club.jun
        expect(kim, "club", "bills", "plan", "child", "20", says: "Offered")
        expect(kim, "club", "student", "change", "jun", "--plan", "child", says: "Changed")
        for member in [kim, ines, jun] { expect(member, "club", says: "Tigers") }
        club.fixture.setAway(true)
        let waits = "It waits on this device and is sent later. "
        expect(ines, "club", "announce", "Early today", says: waits, not: "Told")
        expect(ines, "club", "tips", "propose", "Sleep well.", says: "cannot be reached now.", not: "Told")
        expect(jun, "club", "share", "theory", "--yes", says: waits, not: "Shared:")
        expect(jun, "club", "board", "--as", "Tiger", says: waits, not: "You stand")
        expect(kim, "club", "grading", "record", "jun", "pass", says: "Jun is told later.")
        expect(kim, "club", "bills", "remind", "--send", says: waits, not: "Sent")
        expect(jun, "club", says: "This is as of 20")
        expect(jun, "club", "board", says: "This is as of 20")
        club.fixture.setAway(false)
        expect(ines, "club", "announcements", says: "Early today", not: "as of")
        expect(kim, "club", says: "Tigers")
        expect(jun, "club", says: "Tigers")
        expect(jun, "club", "board", says: "Tiger")
        expect(jun, "club", "grading", "mine", says: "grade 8k")
    }

    func testUnreachableClubCanBeForgotten() throws {
        let club = try SharedClubFixture()
        let jun = club.jun
        expect(jun, "club", says: "Tigers")
        club.fixture.setAway(true)
        expect(jun, "club", "share", "theory", "--yes", says: "It waits on this device")
        refused(jun, "club", "leave", "--yes", says: "could not be sent yet")
        refused(jun, "club", "leave", "--forget", says: "--yes")
        expect(
            jun, "club", "leave", "--forget", "--yes", says: "Let go of Tigers. Lost, as it had not been sent: 1 thing."
        )
        refused(jun, "club", "members", says: "You are in no club that others share.")
        club.fixture.setAway(false)
        expect(club.kim, "club", "members", says: "Jun")
        // The membership still exists, so any invitation code reconnects.
        try club.join(jun, "student")
        expect(jun, "club", says: "Tigers")
    }

    func testRepairReportsAnUndamagedClub() throws {
        let home = try Home()
        let club = try SharedClubFixture(ClubFixture(home.path("town")))
        refused(club.kim, "club", "repair", says: "--yes")
        expect(club.kim, "club", "repair", "--yes", says: "Nothing is damaged there.")
    }

    func testInstructorGetsInstructorSuggestions() throws {
        let club = try SharedClubFixture()
        for number in 1...7 { expect(club.ines, "club", "announce", "News \(number)", says: "Told everybody") }
        expect(club.ines, "club", says: "club announcements", not: "club share")
        refused(club.ines, "club", "grading", "mine", says: "As instructor you have nothing of your own there")
        refused(club.ines, "club", "attendance", "mark", "jun", says: "Each instructor keeps a roll of their own")
    }
}
