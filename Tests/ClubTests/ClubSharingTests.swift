import Club
import ClubCommands
import Groups
import Interface
import Kernel
import Practice
import TerminalTesting
import XCTest

/// Tests assigned word sets, share subscriptions, grading results, averages and challenges.
final class ClubSharingTests: XCTestCase, CommandAssertions {
    func testAssignedSetIncludesItsWordsAfterConsent() throws {
        let club = try SharedClubFixture()
        let ines = club.ines
        let jun = club.jun
        let hana = club.hana
        refused(ines, "club", "assign", "set", "Throws", says: "There is no set “Throws”.")
        expect(ines, "club", "assign", "set", "Kicks", "--to", "Jun", says: "Assigned Kicks to Jun until 2027-01-22.")
        expect(jun, "club", "tasks", says: "club tasks take 1")
        expect(hana, "club", "tasks", says: "Nothing is assigned.")
        XCTAssertEqual(try taskTitles(jun), ["club tasks take 1"])
        let result = jun.app.run(["club", "tasks", "take", "1"])
        XCTAssertNotEqual(result.status, 0)
        XCTAssertNil(jun.sets["Tigers: Kicks"], "the set needs a confirmation")
        expect(jun, "club", "tasks", "take", "1", "--yes", says: "Took “Tigers: Kicks”: 2 words, 2 of them new.")
        XCTAssertEqual(jun.sets["Tigers: Kicks"]?.count, 2)
        expect(jun, "club", "tasks", says: "set study -- 'Tigers: Kicks'")
        XCTAssertEqual(try self.taskTitles(jun), ["set study -- 'Tigers: Kicks'"])
        expect(jun, "club", "tasks", "take", "1", "--yes", says: "2 words, 0 of them new.")
        // Withdrawing a task removes its words for others and keeps a taken set.
        expect(ines, "club", "assign", "set", "Kicks", says: "Assigned Kicks to everybody")
        expect(hana, "club", "tasks", says: "club tasks take 1")
        refused(jun, "club", "tasks", "withdraw", "1", "--yes", says: "may take back tasks")
        expect(ines, "club", "tasks", "withdraw", "1", "--yes", says: "Taken back.")
        expect(ines, "club", "tasks", "withdraw", "1", "--yes", says: "Taken back.")
        XCTAssertEqual(try jun.circle.snapshot(of: jun.circle.group()).groupSnapshot.view.posts(of: "words"), [])
        XCTAssertEqual(jun.sets["Tigers: Kicks"]?.count, 2)
        // A pattern has no words.
        expect(ines, "club", "assign", "pattern", "Tul 1", says: "Assigned")
        refused(jun, "club", "tasks", "take", "1", "--yes", says: "No words travel with “Tul 1”.")
    }

    private func taskTitles(_ member: TestMember) throws -> [String] {
        try Registry([member.plugin]).all(.homework).flatMap { try $0.current() }.map(\.command)
    }

    func testAssignedSetsAreValidated() throws {
        let club = try SharedClubFixture()
        let ines = club.ines
        for (name, words, sentence) in [
            ("Many", Array(repeating: ClubWord("a", "가", "ga"), count: 101), "has 1 to 100 words; “Many” has 101"),
            ("None", [], "“None” has 0"),
            ("Long", [ClubWord(String(repeating: "x", count: 201), "가", "ga")], "1 to 200 characters"),
            ("Evil", [ClubWord("a\u{1B}[2J", "가", "ga")], "invisible"),
        ] {
            ines.sets[name] = words
            refused(ines, "club", "assign", "set", name, says: sentence)
            expect(club.jun, "club", "tasks", says: "Nothing is assigned.")
        }
        ines.sets["Full"] = (1...100).map { ClubWord("\($0) " + String(repeating: "x", count: 150), "가", "ga") }
        expect(ines, "club", "assign", "set", "Full", says: "Assigned Full")
        expect(club.jun, "club", "tasks", "take", "1", "--yes", says: "100 words, 100 of them new.")
    }

    func testSubscriptionUpdatesOnlyItsKinds() throws {
        let club = try SharedClubFixture()
        let jun = club.jun
        let ines = club.ines
        func percents() throws -> [SharedKind: Int?] {
            let snapshot = try ines.circle.snapshot(of: ines.circle.group())
            return (snapshot.shared.values.first ?? [:]).mapValues(\.percent)
        }
        refused(jun, "club", "share", "--follow", says: "Nothing is shared that could be followed.")
        refused(
            jun, "club", "share", "theory", "--follow", "--stop",
            says: "Only one of --stop, --update, --follow and --unfollow")
        refused(jun, "club", "share", "theory", "--follow", says: "--yes")
        XCTAssertEqual(try percents(), [:])
        expect(jun, "club", "share", "theory", "--follow", "--yes", says: "Shared: theory.")
        expect(jun, "club", "share", "patterns", "--yes", says: "Shared: patterns.")
        jun.learned.percent = 70
        XCTAssertEqual(try percents(), [.theory: 50, .patterns: 50])
        expect(jun, "club", "tasks", says: "Nothing is assigned.")
        XCTAssertEqual(try percents(), [.theory: 70, .patterns: 50], "the next command updates subscribed kinds only")
        jun.learned.percent = 80
        _ = try taskTitles(jun)
        XCTAssertEqual(try percents(), [.theory: 80, .patterns: 50], "the start of training updates them too")
        expect(jun, "club", "share", "--follow", says: "What changes of theory, patterns is told from now on.")
        jun.learned.percent = 90
        // Commands work while the club is unreachable and update later.
        club.fixture.setAway(true)
        expect(jun, "club", "tasks", says: "Nothing is assigned.")
        club.fixture.setAway(false)
        expect(jun, "club", says: "Tigers")
        XCTAssertEqual(try percents(), [.theory: 90, .patterns: 90])
        expect(jun, "club", "share", "theory", "--stop", says: "Taken back: theory.")
        jun.learned.percent = 95
        expect(jun, "club", says: "Tigers")
        XCTAssertEqual(try percents(), [.patterns: 95], "a withdrawn share is never renewed")
        expect(jun, "club", "share", "--unfollow", says: "What changes is told when you say so.")
        jun.learned.percent = 99
        expect(jun, "club", says: "Tigers")
        XCTAssertEqual(try percents(), [.patterns: 95])
        expect(jun, "club", "share", "--update", says: "Shared: patterns.")
        XCTAssertEqual(try percents(), [.patterns: 99])
    }

    func testEndedConsentEndsSubscriptions() throws {
        let club = try SharedClubFixture()
        expect(club.hana, "club", "share", "theory", "--follow", "--yes", says: "Shared: theory.")
        let hana = try club.hana.circle.snapshot(of: club.hana.circle.group())
        let following = ShareSubscriptions(
            ClubRegistry(
                club.hana.store, ids: club.fixture.ids, time: club.fixture.clock.source(),
                curriculum: Fixture.school),
            club.hana.circle, .fake("Hana", club.hana.learned))
        let mina = try XCTUnwrap(hana.learners.first)
        XCTAssertEqual(try following.kinds(of: mina.id, in: hana.group), [.theory])
        expect(club.kim, "club", "members", "consent", "Hana", "Mina", "--end", says: "acts no more for Mina")
        club.hana.learned.percent = 80
        expect(club.hana, "club", says: "Tigers")
        XCTAssertEqual(try following.kinds(of: mina.id, in: hana.group), [])
        XCTAssertEqual(
            try club.kim.circle.snapshot(of: club.kim.circle.group()).shared[mina.id]?[.theory]?.percent, 50)
    }

    func testResultIsAppliedOnlyAfterConfirmation() throws {
        let club = try SharedClubFixture()
        let kim = club.kim
        let jun = club.jun
        let hana = club.hana
        refused(jun, "club", "grading", "take", "--yes", says: "No result was told yet.")
        expect(kim, "club", "grading", "record", "jun", "pass", says: "Jun passed, and is grade 8k now")
        expect(kim, "club", "grading", "record", "mina", "fail", "--note", "Soon!", says: "Mina has not passed yet")
        XCTAssertEqual(jun.learned.results, [], "results need a confirmation")
        expect(jun, "club", says: "club grading take")
        refused(jun, "club", "grading", "take", says: "--yes")
        XCTAssertEqual(jun.learned.results, [])
        expect(jun, "club", "grading", "take", "--yes", says: "Noted. Jun is grade 8k now")
        XCTAssertEqual(jun.learned.results.map(\.result), [.pass])
        refused(jun, "club", "grading", "take", "--yes", says: "That grading is noted already.")
        expect(jun, "club", says: "grade 8k: passed", not: "club grading take")
        // A guardian's result applies to the profile with the child's name.
        expect(hana, "club", says: "Mina: 2027-01-15  grade 9k: not yet. Soon!")
        expect(hana, "club", "grading", "mine", says: "Soon!")
        expect(hana, "club", "grading", "take", "1", "--yes", says: "Noted")
        refused(club.ines, "club", "grading", "mine", says: "you have nothing of your own there")
        refused(jun, "club", "grading", "take", "7", "--yes", says: "There is no result in row 7.")
    }

    func testBeltAverageNeedsFiveStudents() throws {
        let club = try SharedClubFixture()
        let others = (1...5).map { TestMember("Student \($0)", in: club.fixture) }
        for (place, one) in others.enumerated() {
            try club.join(one, "student")
            one.learned.percent = place * 20
            expect(one, "club", "share", "theory", "--yes", says: "Shared: theory.")
            let hasAverage = place == 4
            let run = club.ines.run("club")
            XCTAssertEqual(run.output.contains("on the mean of each belt"), hasAverage, run.output)
        }
        expect(club.ines, "club", says: "grade 9k: theory 40 % of 5")
        expect(club.kim, "club", says: "grade 9k: theory 40 % of 5")
        expect(others[0], "club", says: "Tigers", not: "on the mean")
        // With one student fewer in that belt there is no average.
        others[4].learned.belt = "8k"
        expect(others[4], "club", "share", "--update", says: "Shared: theory.")
        expect(club.ines, "club", says: "Student 5 (8k): theory 80 %", not: "on the mean of each belt")
    }

    func testChallengeShowsItsDayAndDoneTasksDisappear() throws {
        let club = try SharedClubFixture()
        expect(club.ines, "club", "announce", "A pattern a day.", "--kind", "challenge", says: "Told")
        club.fixture.clock.advance(seconds: 3 * 86_400)
        expect(club.jun, "club", says: "Day 4 of 30: A pattern a day.")
        expect(club.jun, "club", says: "You practised on 12 days of it.")
        expect(club.hana, "club", says: "Mina practised on 12 days of it.")
        expect(club.ines, "club", "assign", "pattern", "Tul 1", says: "Assigned")
        expect(club.jun, "club", says: "To do")
        expect(club.jun, "club", "done", "1", says: "Told that Tul 1 is done.")
        expect(club.jun, "club", says: "Day 4", not: "To do")
        expect(club.hana, "club", says: "Mina: Tul 1, until")
        club.fixture.clock.advance(seconds: 30 * 86_400)
        expect(club.jun, "club", says: "Tigers", not: "of 30")
    }

    func testOpenInvitationIsListedAndEnded() throws {
        let club = try SharedClubFixture()
        let run = club.kim.run("club", "invite", "--uses", "5", "--plain")
        let code = String(run.output.split(separator: "\t")[0])
        expect(club.ines, "club", "invitations", says: "student", not: String(code.prefix(32)))
        refused(club.jun, "club", "invitations", "end", "1", says: "There is no invitation in row 1.")
        expect(club.jun, "club", "invitations", says: "No invitation is open.")
        expect(club.kim, "club", "invitations", "end", "1", says: "It lets nobody in any more.")
        expect(club.kim, "club", "invitations", says: "No invitation is open.")
        refused(TestMember("Eve", in: club.fixture), "club", "join", code, "--yes", says: "is used up")
    }
}
