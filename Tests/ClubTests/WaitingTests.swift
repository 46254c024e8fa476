import Club
import Groups
import Kernel
import TerminalContract
import TestBench
import XCTest

/// What is said while a club is away, and how one lets go of it.
final class WaitingTests: XCTestCase, TriesCommands {
    /// Nothing is said to be told that waits, and why it waits is said.
    func testWhatWaitsIsNotSaidToBeDone() throws {
        let month = try ClubMonth()
        let (kim, ines, jun) = (month.kim, month.ines, month.jun)
        expect(kim, "club", "bills", "plan", "child", "20", says: "Offered")
        expect(kim, "club", "student", "change", "jun", "--plan", "child", says: "Changed")
        for who in [kim, ines, jun] { expect(who, "club", says: "Tigers") }
        month.town.setAway(true)
        let waits = "It waits on this device and is sent later. "
        expect(ines, "club", "announce", "Early today", says: waits, not: "Told")
        expect(ines, "club", "tips", "propose", "Sleep well.", says: "cannot be reached now.", not: "Told")
        expect(jun, "club", "share", "theory", "--yes", says: waits, not: "Shared:")
        expect(jun, "club", "board", "--as", "Tiger", says: waits, not: "You stand")
        expect(kim, "club", "grading", "record", "jun", "pass", says: "Jun is told later.")
        expect(kim, "club", "bills", "remind", "--send", says: waits, not: "Sent")
        expect(jun, "club", says: "This is as of 20")
        expect(jun, "club", "board", says: "This is as of 20")
        month.town.setAway(false)
        expect(ines, "club", "announcements", says: "Early today", not: "as of")
        expect(kim, "club", says: "Tigers")
        expect(jun, "club", says: "Tigers")
        expect(jun, "club", "board", says: "Tiger")
        expect(jun, "club", "grading", "mine", says: "grade 8k")
    }

    func testAClubThatIsGoneIsLetGoOf() throws {
        let month = try ClubMonth()
        let jun = month.jun
        expect(jun, "club", says: "Tigers")
        month.town.setAway(true)
        expect(jun, "club", "share", "theory", "--yes", says: "It waits on this device")
        refused(jun, "club", "leave", "--yes", says: "could not be sent yet")
        refused(jun, "club", "leave", "--forget", says: "--yes")
        expect(jun, "club", "leave", "--forget", "--yes", says: "Let go of Tigers. Lost, as it had not been sent: 1 thing.")
        refused(jun, "club", "members", says: "You are in no club that others share.")
        month.town.setAway(false)
        expect(month.kim, "club", "members", says: "Jun")
        // Whoever was in is in still, and comes to it by any code.
        try month.join(jun, "student")
        expect(jun, "club", says: "Tigers")
    }

    func testWhereThereIsNothingToRepairThatIsSaid() throws {
        let home = try Home()
        let month = try ClubMonth(Town(home.path("town")))
        refused(month.kim, "club", "repair", says: "--yes")
        expect(month.kim, "club", "repair", "--yes", says: "Nothing is damaged there.")
    }

    func testWhoTeachesIsLedToWhatTheyDo() throws {
        let month = try ClubMonth()
        for number in 1...7 { expect(month.ines, "club", "announce", "News \(number)", says: "Told everybody") }
        expect(month.ines, "club", says: "club announcements", not: "club share")
        refused(month.ines, "club", "grading", "mine", says: "As instructor you have nothing of your own there")
        refused(month.ines, "club", "attendance", "mark", "jun", says: "Each instructor keeps a roll of their own")
    }
}
