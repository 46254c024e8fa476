import Club
import Groups
import Kernel
import TestSupport
import XCTest

/// Tests the commands of a club that instructors, students and a guardian share.
final class CircleTests: XCTestCase, CommandAssertions {
    func testSharedClubWorkflowInMemory() throws { try live(SharedClubFixture()) }

    func testSharedClubWorkflowInADatabase() throws {
        let home = try Home()
        let server = try ClubFixture.server()
        try live(SharedClubFixture(ClubFixture(home.path("clubs"), on: server)))
    }

    private func live(_ club: SharedClubFixture) throws {
        let kim = club.kim
        let ines = club.ines
        let jun = club.jun
        let hana = club.hana
        expect(kim, "club", "members", says: "Mina")
        expect(jun, "club", "members", says: "Ines", not: "Mina")
        expect(kim, "club", "announce", "No class on Friday.", says: "Told everybody in Tigers.")
        expect(jun, "club", says: "No class on Friday.")
        expect(
            ines, "club", "assign", "pattern", "Tul 1", "--until", "2027-01-20", "--to", "Jun",
            says: "Assigned Tul 1 to Jun")
        expect(jun, "club", "tasks", says: "pattern practice tul-1")
        expect(hana, "club", "tasks", says: "Nothing is assigned.")
        expect(ines, "club", "tasks", says: "0 students said that it is done.")
        expect(jun, "club", "done", "1", says: "Told that Tul 1 is done.")
        expect(ines, "club", "tasks", says: "1 student said that it is done.")
        // Instructors see shared progress, and gradings use it.
        expect(kim, "club", says: "–")
        expect(jun, "club", "share", "theory", "--yes", says: "Shared: theory.")
        expect(kim, "club", says: "50 %")
        expect(kim, "club", "grading", "rule", "--classes", "0", "--mastery", "51", says: "51 % mastered")
        expect(kim, "club", "grading", says: "51 % mastered (now 50 %)")
        expect(ines, "club", says: "Jun (9k): theory 50 %")
        expect(jun, "club", "share", "theory", "--stop", says: "Taken back: theory.")
        expect(kim, "club", "grading", says: "1 student ready")
        // A result and a bill reach their student or its guardian only.
        expect(kim, "club", "grading", "record", "jun", "pass", "--note", "Chambers higher", says: "Jun is told.")
        expect(jun, "club", says: "grade 8k: passed. Chambers higher")
        expect(kim, "club", "bills", "plan", "child", "20", says: "Offered")
        expect(kim, "club", "student", "change", "mina", "--plan", "child", says: "Changed")
        expect(kim, "club", "bills", "remind", "--send", says: "Sent 1 reminder.")
        expect(hana, "club", says: "20.00 GBP is open", not: "Chambers")
        expect(jun, "club", says: "No class", not: "20.00")
        // A guardian shares for the child. Leaving withdraws it.
        expect(hana, "club", "share", "patterns", "--yes", says: "Shared: patterns.")
        expect(kim, "club", says: "50 %")
        expect(hana, "club", "leave", "--yes", says: "You left Tigers")
        expect(kim, "club", says: "–", not: "50 %")
        expect(kim, "club", "members", says: "Jun", not: "Mina")
        refused(hana, "club", "members", says: "You are in no club that others share.")
    }

    func testForgedUsedAndExpiredInvitationsAreRefused() throws {
        let club = try SharedClubFixture()
        let eve = TestMember("Eve", in: club.fixture)
        let code = try club.code("student")
        let forged = String(code.prefix(32).map { $0 == "0" ? "1" : "0" }) + code.dropFirst(32)
        refused(eve, "club", "join", "hello", "--yes", says: "This is not an invitation")
        refused(eve, "club", "join", "\(code.prefix(20))", "--yes", says: "This is not an invitation")
        refused(eve, "club", "join", forged, "--yes", says: "No invitation has this code.")
        refused(eve, "club", "join", "\(code.prefix(33))/nowhere", "--yes", says: "cannot be reached")
        try club.join(TestMember("Zoe", in: club.fixture), "student")
        expect(eve, "club", "join", code, "--yes", says: "You are in Tigers.")
        refused(TestMember("Max", in: club.fixture), "club", "join", code, "--yes", says: "is used up")
        let late = try club.code("student")
        club.fixture.clock.advance(seconds: 15 * 86_400)
        refused(TestMember("Ada", in: club.fixture), "club", "join", late, "--yes", says: "was valid until")
        refused(eve, "club", "join", try club.code("student"), "--yes", says: "You are in it already.")
    }

    func testTaskCommandQuotesItsArgument() {
        let until = Day(ordinal: 20_000)
        for (id, command) in [
            ("chon-ji", "set study chon-ji"), ("my words", "set study -- 'my words'"),
            ("x; rm -rf ~", "set study -- 'x; rm -rf ~'"),
            ("it's $(id)", "set study -- 'it'\\''s $(id)'"), ("-rf", "set study -- '-rf'"), ("", "set study -- ''"),
        ] { XCTAssertEqual(ClubTask(.set, Piece(id, id), until: until).command, command) }
    }

    func testTwoGuardiansBringChildrenWithTheSameName() throws {
        let club = try SharedClubFixture()
        let run = club.kim.run("club", "invite", "--as", "guardian", "--uses", "2", "--plain")
        let code = String(run.output.split(separator: "\t")[0])
        for name in ["Ute", "Rob"] {
            expect(
                TestMember(name, in: club.fixture), "club", "join", code, "--child", "Mina", "--yes",
                says: "You are in Tigers.")
        }
        let snapshot = try club.kim.circle.snapshot(of: club.kim.circle.group())
        XCTAssertEqual(snapshot.members.filter { $0.name == "Mina" }.count, 3)
        XCTAssertTrue(
            snapshot.members.allSatisfy { !code.contains($0.id.rawValue.dropFirst(6)) },
            "IDs contain no part of an invitation code")
    }

    func testChildJoinsOnlyThroughAGuardian() throws {
        let club = try SharedClubFixture()
        let child = TestMember("Bo", in: club.fixture, isChild: true)
        refused(
            child, "club", "join", try club.code("student"), "--yes", says: "A child joins a club with a guardian.")
        expect(
            child, "club", "join", try club.code("guardian"), "--as", "Ute", "--child", "Bo", "--yes",
            says: "You are in Tigers."
        )
        // A student's invitation admits no guardian, and the failed join leaves no member.
        let fay = TestMember("Fay", in: club.fixture)
        refused(
            fay, "club", "join", try club.code("student"), "--child", "Bo", "--yes",
            says: "Only guardians may bring students.")
        refused(fay, "club", "members", says: "You are in no club that others share.")
    }

    func testMemberOfTwoClubsSharesWithOne() throws {
        let fixture = ClubFixture()
        let one = try SharedClubFixture(fixture)
        let other = TestMember("Lee", in: fixture)
        XCTAssertEqual(other.run("club", "create", "Lions", "--place", fixture.free()).status, 0)
        let invitation = other.run("club", "invite", "--plain")
        expect(
            one.jun, "club", "join", String(invitation.output.split(separator: "\t")[0]), "--yes",
            says: "You are in Lions.")
        refused(one.jun, "club", "share", says: "You are in more than one club")
        expect(one.jun, "club", "share", "theory", "--club", "Lions", "--yes", says: "Shared: theory.")
        let tigers = try one.kim.circle.snapshot(of: one.kim.circle.group())
        let lions = try other.circle.snapshot(of: other.circle.group())
        XCTAssertTrue(tigers.shared.isEmpty)
        XCTAssertEqual(lions.shared.count, 1)
        XCTAssertTrue(
            Set(tigers.members.map(\.id)).isDisjoint(with: lions.members.map(\.id)), "member IDs differ between clubs")
    }

    func testPostsWaitWhileTheClubIsUnreachable() throws {
        let club = try SharedClubFixture()
        expect(club.jun, "club", says: "Tigers")
        _ = try club.kim.circle.snapshot(of: club.kim.circle.group())
        club.fixture.setAway(true)
        expect(club.kim, "club", "announce", "Hello.", says: "It waits on this device")
        expect(club.jun, "club", "share", "theory", "--yes", says: "It waits on this device")
        expect(club.jun, "club", "share", "theory", "--stop", says: "Taken back: theory.")
        XCTAssertEqual(try club.jun.membership.waiting().count, 0, "withdrawing a queued post removes it")
        expect(club.jun, "club", says: "This is as of 2027-01-15.")
        club.fixture.setAway(false)
        expect(club.kim, "club", "announce", "Again.", says: "Told everybody")
        expect(club.jun, "club", says: "Hello.")
    }

    func testBoardIsOptInWithUniqueAliases() throws {
        let club = try SharedClubFixture()
        let zoe = TestMember("Zoe", in: club.fixture)
        try club.join(zoe, "student")
        expect(club.jun, "club", "board", says: "Nobody stands on the board yet.")
        expect(club.ines, "club", "announce", "A pattern a day.", "--kind", "challenge", says: "Told")
        expect(club.jun, "club", "board", "--as", "Tiger", says: "Tiger")
        refused(zoe, "club", "board", "--as", "tiger", says: "Somebody else is called tiger")
        refused(club.ines, "club", "board", "--as", "Boss", says: "you have nothing of your own there")
        expect(zoe, "club", "board", says: "Tiger", not: "Jun")
        let snapshot = try zoe.circle.snapshot(of: zoe.circle.group())
        XCTAssertEqual(snapshot.board.map(\.value), [BoardLine(alias: "Tiger", points: 120, days: 12)])
        expect(club.jun, "club", "board", "--leave", says: "You left the board.")
        expect(zoe, "club", "board", says: "Nobody stands on the board yet.")
    }

    func testRemovalAppointmentAndConsentCommands() throws {
        let club = try SharedClubFixture()
        refused(
            club.ines, "club", "members", "dismiss", "Jun", "--yes", says: "Only head instructors may remove students."
        )
        expect(club.kim, "club", "members", "appoint", "Ines", "student", says: "Ines is student")
        refused(
            club.ines, "club", "announce", "Hello.",
            says: "Only head instructors and instructors may write announcements.")
        expect(club.kim, "club", "members", "dismiss", "Ines", "--yes", says: "Removed Ines")
        refused(club.ines, "club", "announce", "Hello.", says: "You are not in Tigers")
        refused(club.kim, "club", "leave", "--yes", says: "You are the last owner")
        expect(club.kim, "club", "members", "consent", "Hana", "Jun", says: "Hana acts for Jun")
        refused(club.hana, "club", "share", "theory", "--yes", says: "You answer for")
        expect(club.hana, "club", "share", "theory", "--for", "jun", "--yes", says: "Shared: theory.")
        // A new instructor can still withdraw shares. A head instructor withdraws others' tasks.
        expect(club.jun, "club", "share", "theory", "--yes", says: "Shared: theory.")
        expect(club.jun, "club", "board", "--as", "Tiger", says: "You stand on the board")
        expect(club.kim, "club", "members", "appoint", "Jun", "instructor", says: "Jun is instructor")
        expect(club.jun, "club", "assign", "pattern", "Tul 1", says: "Assigned")
        refused(club.jun, "club", "share", "theory", "--yes", says: "you have nothing of your own there")
        expect(club.jun, "club", "share", "--stop", says: "Taken back")
        expect(club.jun, "club", "board", "--leave", says: "You left the board.")
        XCTAssertEqual(try club.kim.circle.snapshot(of: club.kim.circle.group()).shared.count, 0)
        expect(club.kim, "club", "tasks", "withdraw", "1", "--yes", says: "Taken back.")
        expect(club.kim, "club", "members", "appoint", "Jun", "student", says: "Jun is student")
        // A student sees their guardian and can end the consent.
        expect(club.jun, "club", "members", says: "Hana")
        expect(club.jun, "club", "members", "consent", "Hana", "Jun", "--end", says: "acts no more for Jun")
        expect(club.jun, "club", "members", says: "Jun", not: "Hana")
        refused(club.kim, "club", "members", "consent", "Jun", "Mina", says: "Jun is student")
        refused(club.hana, "club", "share", "theory", "--for", "jun", "--yes", says: "You do not answer for")
    }
}
