import Club
import ClubCommands
import Groups
import Kernel
import Practice
import Terminal
import TerminalContract
import XCTest

/// Sets whose words travel, what is followed, results that are noted, and counts of many.
final class SharedThingsTests: XCTestCase, TriesCommands {
    func testTheWordsOfASetTravelAndComeByConsent() throws {
        let month = try ClubMonth()
        let (ines, jun, hana) = (month.ines, month.jun, month.hana)
        refused(ines, "club", "assign", "set", "Throws", says: "There is no set “Throws”.")
        expect(ines, "club", "assign", "set", "Kicks", "--to", "Jun", says: "Assigned Kicks to Jun until 2027-01-22.")
        expect(jun, "club", "tasks", says: "club tasks take 1")
        expect(hana, "club", "tasks", says: "Nothing is assigned.")
        XCTAssertEqual(try asked(jun), ["club tasks take 1"])
        let asked = jun.app.run(["club", "tasks", "take", "1"])
        XCTAssertNotEqual(asked.status, 0)
        XCTAssertNil(jun.sets["Tigers: Kicks"], "nothing comes without a yes")
        expect(jun, "club", "tasks", "take", "1", "--yes", says: "Took “Tigers: Kicks”: 2 words, 2 of them new.")
        XCTAssertEqual(jun.sets["Tigers: Kicks"]?.count, 2)
        expect(jun, "club", "tasks", says: "set study -- 'Tigers: Kicks'")
        XCTAssertEqual(try self.asked(jun), ["set study -- 'Tigers: Kicks'"])
        expect(jun, "club", "tasks", "take", "1", "--yes", says: "2 words, 0 of them new.")
        // What is taken stays; what is taken back is gone for the others, with its words.
        expect(ines, "club", "assign", "set", "Kicks", says: "Assigned Kicks to everybody")
        expect(hana, "club", "tasks", says: "club tasks take 1")
        refused(jun, "club", "tasks", "withdraw", "1", "--yes", says: "may take back tasks")
        expect(ines, "club", "tasks", "withdraw", "1", "--yes", says: "Taken back.")
        expect(ines, "club", "tasks", "withdraw", "1", "--yes", says: "Taken back.")
        XCTAssertEqual(try jun.circle.sight(of: jun.circle.group()).sight.view.papers(of: "words"), [])
        XCTAssertEqual(jun.sets["Tigers: Kicks"]?.count, 2)
        // A form has no words to take.
        expect(ines, "club", "assign", "pattern", "Tul 1", says: "Assigned")
        refused(jun, "club", "tasks", "take", "1", "--yes", says: "No words travel with “Tul 1”.")
    }

    private func asked(_ who: Somebody) throws -> [String] {
        try Registry([who.plugin]).all(.homework).flatMap { try $0.open() }.map(\.command)
    }

    func testASetIsBoundedAndItsWordsAreBelievedNothing() throws {
        let month = try ClubMonth()
        let ines = month.ines
        for (name, words, sentence) in [
            ("Many", Array(repeating: ClubWord("a", "가", "ga"), count: 101), "has 1 to 100 words; “Many” has 101"),
            ("None", [], "“None” has 0"),
            ("Long", [ClubWord(String(repeating: "x", count: 201), "가", "ga")], "1 to 200 characters"),
            ("Evil", [ClubWord("a\u{1B}[2J", "가", "ga")], "invisible"),
        ] {
            ines.sets[name] = words
            refused(ines, "club", "assign", "set", name, says: sentence)
            expect(month.jun, "club", "tasks", says: "Nothing is assigned.")
        }
        ines.sets["Full"] = (1...100).map { ClubWord("\($0) " + String(repeating: "x", count: 150), "가", "ga") }
        expect(ines, "club", "assign", "set", "Full", says: "Assigned Full")
        expect(month.jun, "club", "tasks", "take", "1", "--yes", says: "100 words, 100 of them new.")
    }

    func testWhatIsFollowedIsToldAnewAndNeverAnotherKind() throws {
        let month = try ClubMonth()
        let (jun, ines) = (month.jun, month.ines)
        func seen() throws -> [SharedKind: Int?] {
            let sight = try ines.circle.sight(of: ines.circle.group())
            return (sight.shared.values.first ?? [:]).mapValues(\.percent)
        }
        refused(jun, "club", "share", "--follow", says: "Nothing is shared that could be followed.")
        refused(
            jun, "club", "share", "theory", "--follow", "--stop", says: "Only one of --stop, --update, --follow and --unfollow")
        refused(jun, "club", "share", "theory", "--follow", says: "--yes")
        XCTAssertEqual(try seen(), [:])
        expect(jun, "club", "share", "theory", "--follow", "--yes", says: "Shared: theory.")
        expect(jun, "club", "share", "patterns", "--yes", says: "Shared: patterns.")
        jun.learned.percent = 70
        XCTAssertEqual(try seen(), [.theory: 50, .patterns: 50])
        expect(jun, "club", "tasks", says: "Nothing is assigned.")
        XCTAssertEqual(try seen(), [.theory: 70, .patterns: 50], "at the next command, and only what is followed")
        jun.learned.percent = 80
        _ = try asked(jun)
        XCTAssertEqual(try seen(), [.theory: 80, .patterns: 50], "and when the training begins")
        expect(jun, "club", "share", "--follow", says: "What changes of theory, patterns is told from now on.")
        jun.learned.percent = 90
        // A place that is away is told another time, and that keeps nobody from what they do.
        month.town.setAway(true)
        expect(jun, "club", "tasks", says: "Nothing is assigned.")
        month.town.setAway(false)
        expect(jun, "club", says: "Tigers")
        XCTAssertEqual(try seen(), [.theory: 90, .patterns: 90])
        expect(jun, "club", "share", "theory", "--stop", says: "Taken back: theory.")
        jun.learned.percent = 95
        expect(jun, "club", says: "Tigers")
        XCTAssertEqual(try seen(), [.patterns: 95], "what was taken back never comes back by itself")
        expect(jun, "club", "share", "--unfollow", says: "What changes is told when you say so.")
        jun.learned.percent = 99
        expect(jun, "club", says: "Tigers")
        XCTAssertEqual(try seen(), [.patterns: 95])
        expect(jun, "club", "share", "--update", says: "Shared: patterns.")
        XCTAssertEqual(try seen(), [.patterns: 99])
    }

    func testWhoAnswersForAChildNoMoreFollowsNothingOfIt() throws {
        let month = try ClubMonth()
        expect(month.hana, "club", "share", "theory", "--follow", "--yes", says: "Shared: theory.")
        let hana = try month.hana.circle.sight(of: month.hana.circle.group())
        let following = ClubFollowing(
            ClubBook(month.hana.store, ids: month.town.ids, time: month.town.clock.source(), programme: Bench.school),
            month.hana.circle, .tried("Hana", month.hana.learned))
        let mina = try XCTUnwrap(hana.learners.first)
        XCTAssertEqual(try following.kinds(of: mina.id, in: hana.known), [.theory])
        expect(month.kim, "club", "members", "consent", "Hana", "Mina", "--end", says: "acts no more for Mina")
        month.hana.learned.percent = 80
        expect(month.hana, "club", says: "Tigers")
        XCTAssertEqual(try following.kinds(of: mina.id, in: hana.known), [])
        XCTAssertEqual(try month.kim.circle.sight(of: month.kim.circle.group()).shared[mina.id]?[.theory]?.percent, 50)
    }

    func testAResultIsNotedOnlyWhenItsOwnerSaysSo() throws {
        let month = try ClubMonth()
        let (kim, jun, hana) = (month.kim, month.jun, month.hana)
        refused(jun, "club", "grading", "take", "--yes", says: "No result was told yet.")
        expect(kim, "club", "grading", "record", "jun", "pass", says: "Jun passed, and is grade 8k now")
        expect(kim, "club", "grading", "record", "mina", "fail", "--note", "Soon!", says: "Mina has not passed yet")
        XCTAssertEqual(jun.learned.results, [], "never by itself")
        expect(jun, "club", says: "club grading take")
        refused(jun, "club", "grading", "take", says: "--yes")
        XCTAssertEqual(jun.learned.results, [])
        expect(jun, "club", "grading", "take", "--yes", says: "Noted. Jun is grade 8k now")
        XCTAssertEqual(jun.learned.results.map(\.result), [.pass])
        refused(jun, "club", "grading", "take", "--yes", says: "That grading is noted already.")
        expect(jun, "club", says: "grade 8k: passed", not: "club grading take")
        // A guardian's child: in the profile of that name.
        expect(hana, "club", says: "Mina: 2027-01-15  grade 9k: not yet. Soon!")
        expect(hana, "club", "grading", "mine", says: "Soon!")
        expect(hana, "club", "grading", "take", "1", "--yes", says: "Noted")
        refused(month.ines, "club", "grading", "mine", says: "you have nothing of your own there")
        refused(jun, "club", "grading", "take", "7", "--yes", says: "There is no result in row 7.")
    }

    func testFewerThanFiveOfABeltAreNeverToldTogether() throws {
        let month = try ClubMonth()
        let others = (1...5).map { Somebody("Student \($0)", in: month.town) }
        for (place, one) in others.enumerated() {
            try month.join(one, "student")
            one.learned.percent = place * 20
            expect(one, "club", "share", "theory", "--yes", says: "Shared: theory.")
            let isTold = place == 4
            let run = month.ines.run("club")
            XCTAssertEqual(run.output.contains("on the mean of each belt"), isTold, run.output)
        }
        expect(month.ines, "club", says: "grade 9k: theory 40 % of 5")
        expect(month.kim, "club", says: "grade 9k: theory 40 % of 5")
        expect(others[0], "club", says: "Tigers", not: "on the mean")
        // One more of another belt is none of them; one less, and nothing is told.
        others[4].learned.belt = "8k"
        expect(others[4], "club", "share", "--update", says: "Shared: theory.")
        expect(month.ines, "club", says: "Student 5 (8k): theory 80 %", not: "on the mean of each belt")
    }

    func testAChallengeTellsItsDayAndWhatIsDoneIsToDoNoMore() throws {
        let month = try ClubMonth()
        expect(month.ines, "club", "announce", "A pattern a day.", "--kind", "challenge", says: "Told")
        month.town.clock.advance(seconds: 3 * 86_400)
        expect(month.jun, "club", says: "Day 4 of 30: A pattern a day.")
        expect(month.jun, "club", says: "You practised on 12 days of it.")
        expect(month.hana, "club", says: "Mina practised on 12 days of it.")
        expect(month.ines, "club", "assign", "pattern", "Tul 1", says: "Assigned")
        expect(month.jun, "club", says: "To do")
        expect(month.jun, "club", "done", "1", says: "Told that Tul 1 is done.")
        expect(month.jun, "club", says: "Day 4", not: "To do")
        expect(month.hana, "club", says: "Mina: Tul 1, until")
        month.town.clock.advance(seconds: 30 * 86_400)
        expect(month.jun, "club", says: "Tigers", not: "of 30")
    }

    func testAnInvitationThatIsOpenIsSeenAndEnded() throws {
        let month = try ClubMonth()
        let run = month.kim.run("club", "invite", "--uses", "5", "--plain")
        let code = String(run.output.split(separator: "\t")[0])
        expect(month.ines, "club", "invitations", says: "student", not: String(code.prefix(32)))
        refused(month.jun, "club", "invitations", "end", "1", says: "There is no invitation in row 1.")
        expect(month.jun, "club", "invitations", says: "No invitation is open.")
        expect(month.kim, "club", "invitations", "end", "1", says: "It lets nobody in any more.")
        expect(month.kim, "club", "invitations", says: "No invitation is open.")
        refused(Somebody("Eve", in: month.town), "club", "join", code, "--yes", says: "was used already")
    }
}
