import Club
import Groups
import Kernel
import TestBench
import XCTest

/// Two students, a guardian and two instructors share a club.
final class CircleTests: XCTestCase, TriesCommands {
    func testAMonth() throws { try live(ClubMonth()) }

    func testAMonthInADatabase() throws {
        let (home, server) = (try Home(), try Town.server())
        try live(ClubMonth(Town(home.path("clubs"), on: server)))
    }

    private func live(_ month: ClubMonth) throws {
        let (kim, ines, jun, hana) = (month.kim, month.ines, month.jun, month.hana)
        expect(kim, "club", "members", says: "Mina")
        expect(jun, "club", "members", says: "Ines", not: "Mina")
        expect(kim, "club", "announce", "No class on Friday.", says: "Told everybody in Tigers.")
        expect(jun, "club", says: "No class on Friday.")
        expect(ines, "club", "assign", "pattern", "Tul 1", "--until", "2027-01-20", "--to", "Jun", says: "Assigned Tul 1 to Jun")
        expect(jun, "club", "tasks", says: "pattern practice tul-1")
        expect(hana, "club", "tasks", says: "Nothing is assigned.")
        expect(ines, "club", "tasks", says: "0 students said that it is done.")
        expect(jun, "club", "done", "1", says: "Told that Tul 1 is done.")
        expect(ines, "club", "tasks", says: "1 student said that it is done.")
        // Shared, seen by the instructors, and decided by.
        expect(kim, "club", says: "–")
        expect(jun, "club", "share", "theory", "--yes", says: "Shared: theory.")
        expect(kim, "club", says: "50 %")
        expect(kim, "club", "grading", "rule", "--classes", "0", "--mastery", "51", says: "51 % mastered")
        expect(kim, "club", "grading", says: "51 % mastered (now 50 %)")
        expect(ines, "club", says: "Jun (9k): theory 50 %")
        expect(jun, "club", "share", "theory", "--stop", says: "Taken back: theory.")
        expect(kim, "club", "grading", says: "1 student ready")
        // A result and a bill reach whom they are about, and their guardian.
        expect(kim, "club", "grading", "record", "jun", "pass", "--note", "Chambers higher", says: "Jun is told.")
        expect(jun, "club", says: "grade 8k: passed. Chambers higher")
        expect(kim, "club", "bills", "plan", "child", "20", says: "Offered")
        expect(kim, "club", "student", "change", "mina", "--plan", "child", says: "Changed")
        expect(kim, "club", "bills", "remind", "--send", says: "Sent 1 reminder.")
        expect(hana, "club", says: "20.00 GBP is open", not: "Chambers")
        expect(jun, "club", says: "No class", not: "20.00")
        // A guardian shares for the child, and it goes with them.
        expect(hana, "club", "share", "patterns", "--yes", says: "Shared: patterns.")
        expect(kim, "club", says: "50 %")
        expect(hana, "club", "leave", "--yes", says: "You left Tigers")
        expect(kim, "club", says: "–", not: "50 %")
        expect(kim, "club", "members", says: "Jun", not: "Mina")
        refused(hana, "club", "members", says: "You are in no club that others share.")
    }

    func testInvitationsThatAreForgedUsedOrOverAreRefused() throws {
        let month = try ClubMonth()
        let eve = Somebody("Eve", in: month.town)
        let code = try month.code("student")
        let forged = String(code.prefix(32).map { $0 == "0" ? "1" : "0" }) + code.dropFirst(32)
        refused(eve, "club", "join", "hello", "--yes", says: "This is not an invitation")
        refused(eve, "club", "join", "\(code.prefix(20))", "--yes", says: "This is not an invitation")
        refused(eve, "club", "join", forged, "--yes", says: "No invitation has this code.")
        refused(eve, "club", "join", "\(code.prefix(33))/nowhere", "--yes", says: "cannot be reached")
        try month.join(Somebody("Zoe", in: month.town), "student")
        expect(eve, "club", "join", code, "--yes", says: "You are in Tigers.")
        refused(Somebody("Max", in: month.town), "club", "join", code, "--yes", says: "was used already")
        let late = try month.code("student")
        month.town.clock.advance(seconds: 15 * 86_400)
        refused(Somebody("Ada", in: month.town), "club", "join", late, "--yes", says: "was good until")
        refused(eve, "club", "join", try month.code("student"), "--yes", says: "You are in it already.")
    }

    func testWhatIsToBeTypedIsOneWordWhateverSomebodyWroteIntoIt() {
        let until = Day(ordinal: 20_000)
        for (id, command) in [
            ("chon-ji", "set study chon-ji"), ("my words", "set study -- 'my words'"),
            ("x; rm -rf ~", "set study -- 'x; rm -rf ~'"),
            ("it's $(id)", "set study -- 'it'\\''s $(id)'"), ("-rf", "set study -- '-rf'"), ("", "set study -- ''"),
        ] { XCTAssertEqual(ClubTask(.set, Piece(id, id), until: until).command, command) }
    }

    func testTwoGuardiansOfOneCodeBringChildrenOfOneName() throws {
        let month = try ClubMonth()
        let run = month.kim.run("club", "invite", "--as", "guardian", "--uses", "2", "--plain")
        let code = String(run.output.split(separator: "\t")[0])
        for name in ["Ute", "Rob"] {
            expect(Somebody(name, in: month.town), "club", "join", code, "--child", "Mina", "--yes", says: "You are in Tigers.")
        }
        let sight = try month.kim.circle.sight(of: month.kim.circle.group())
        XCTAssertEqual(sight.members.filter { $0.name == "Mina" }.count, 3)
        XCTAssertTrue(sight.members.allSatisfy { !code.contains($0.id.rawValue.dropFirst(6)) }, "nothing of a code is in a name")
    }

    func testAChildJoinsWithAGuardianAlone() throws {
        let month = try ClubMonth()
        let child = Somebody("Bo", in: month.town, isChild: true)
        refused(child, "club", "join", try month.code("student"), "--yes", says: "A child joins a club with a guardian.")
        expect(
            child, "club", "join", try month.code("guardian"), "--as", "Ute", "--child", "Bo", "--yes", says: "You are in Tigers."
        )
        // A student's invitation lets no guardian in, and nobody is left half in.
        let fay = Somebody("Fay", in: month.town)
        refused(
            fay, "club", "join", try month.code("student"), "--child", "Bo", "--yes", says: "Only guardians may bring students.")
        refused(fay, "club", "members", says: "You are in no club that others share.")
    }

    func testSomebodyInTwoClubsSharesWithOneAlone() throws {
        let town = Town()
        let (one, other) = (try ClubMonth(town), Somebody("Lee", in: town))
        XCTAssertEqual(other.run("club", "create", "Lions", "--place", town.free()).status, 0)
        let invitation = other.run("club", "invite", "--plain")
        expect(one.jun, "club", "join", String(invitation.output.split(separator: "\t")[0]), "--yes", says: "You are in Lions.")
        refused(one.jun, "club", "share", says: "You are in more than one club")
        expect(one.jun, "club", "share", "theory", "--club", "Lions", "--yes", says: "Shared: theory.")
        let (tigers, lions) = (
            try one.kim.circle.sight(of: one.kim.circle.group()), try other.circle.sight(of: other.circle.group())
        )
        XCTAssertTrue(tigers.shared.isEmpty)
        XCTAssertEqual(lions.shared.count, 1)
        XCTAssertTrue(Set(tigers.members.map(\.id)).isDisjoint(with: lions.members.map(\.id)), "nobody can tell who is in both")
    }

    func testWhatIsSentWaitsWhileTheClubIsAway() throws {
        let month = try ClubMonth()
        expect(month.jun, "club", says: "Tigers")
        _ = try month.kim.circle.sight(of: month.kim.circle.group())
        month.town.setAway(true)
        expect(month.kim, "club", "announce", "Hello.", says: "It waits on this device")
        expect(month.jun, "club", "share", "theory", "--yes", says: "It waits on this device")
        expect(month.jun, "club", "share", "theory", "--stop", says: "Taken back: theory.")
        XCTAssertEqual(try month.jun.membership.waiting().count, 0, "what was not sent yet is not sent at all")
        expect(month.jun, "club", says: "This is as of 2027-01-15.")
        month.town.setAway(false)
        expect(month.kim, "club", "announce", "Again.", says: "Told everybody")
        expect(month.jun, "club", says: "Hello.")
    }

    func testTheBoardHasOnlyWhoWantsToAndNoTwoOfOneAlias() throws {
        let month = try ClubMonth()
        let zoe = Somebody("Zoe", in: month.town)
        try month.join(zoe, "student")
        expect(month.jun, "club", "board", says: "Nobody stands on the board yet.")
        expect(month.ines, "club", "announce", "A pattern a day.", "--kind", "challenge", says: "Told")
        expect(month.jun, "club", "board", "--as", "Tiger", says: "Tiger")
        refused(zoe, "club", "board", "--as", "tiger", says: "Somebody else is called tiger")
        refused(month.ines, "club", "board", "--as", "Boss", says: "you have nothing of your own there")
        expect(zoe, "club", "board", says: "Tiger", not: "Jun")
        let sight = try zoe.circle.sight(of: zoe.circle.group())
        XCTAssertEqual(sight.board.map(\.value), [BoardLine(alias: "Tiger", points: 120, days: 12)])
        expect(month.jun, "club", "board", "--leave", says: "You left the board.")
        expect(zoe, "club", "board", says: "Nobody stands on the board yet.")
    }

    func testRemovingAndAppointingWorkThroughTheCommands() throws {
        let month = try ClubMonth()
        refused(month.ines, "club", "members", "dismiss", "Jun", "--yes", says: "Only head instructors may remove students.")
        expect(month.kim, "club", "members", "appoint", "Ines", "student", says: "Ines is student")
        refused(month.ines, "club", "announce", "Hello.", says: "Only head instructors and instructors may write announcements.")
        expect(month.kim, "club", "members", "dismiss", "Ines", "--yes", says: "Removed Ines")
        refused(month.ines, "club", "announce", "Hello.", says: "You are not in Tigers")
        refused(month.kim, "club", "leave", "--yes", says: "you are the last who does")
        expect(month.kim, "club", "members", "consent", "Hana", "Jun", says: "Hana acts for Jun")
        refused(month.hana, "club", "share", "theory", "--yes", says: "You answer for")
        expect(month.hana, "club", "share", "theory", "--for", "jun", "--yes", says: "Shared: theory.")
        // Who teaches now takes back what they shared as a student, and a head what others handed out.
        expect(month.jun, "club", "share", "theory", "--yes", says: "Shared: theory.")
        expect(month.jun, "club", "board", "--as", "Tiger", says: "You stand on the board")
        expect(month.kim, "club", "members", "appoint", "Jun", "instructor", says: "Jun is instructor")
        expect(month.jun, "club", "assign", "pattern", "Tul 1", says: "Assigned")
        refused(month.jun, "club", "share", "theory", "--yes", says: "you have nothing of your own there")
        expect(month.jun, "club", "share", "--stop", says: "Taken back")
        expect(month.jun, "club", "board", "--leave", says: "You left the board.")
        XCTAssertEqual(try month.kim.circle.sight(of: month.kim.circle.group()).shared.count, 0)
        expect(month.kim, "club", "tasks", "withdraw", "1", "--yes", says: "Taken back.")
        expect(month.kim, "club", "members", "appoint", "Jun", "student", says: "Jun is student")
        // A student sees who acts for them, and ends it themselves.
        expect(month.jun, "club", "members", says: "Hana")
        expect(month.jun, "club", "members", "consent", "Hana", "Jun", "--end", says: "acts no more for Jun")
        expect(month.jun, "club", "members", says: "Jun", not: "Hana")
        refused(month.kim, "club", "members", "consent", "Jun", "Mina", says: "Jun is student")
        refused(month.hana, "club", "share", "theory", "--for", "jun", "--yes", says: "You do not answer for")
    }
}
