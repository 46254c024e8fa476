import Content
import Guidance
import Interface
import Kernel
import Learning
import LearningCommands
import LearningTesting
import Practice
import Reminders
import TerminalTesting
import XCTest

/// Tests of Learning's reminders, status line and usage counts, and of which session is resumed.
final class StudyStatusTests: XCTestCase {
    private let fixture = StudyFixture()

    private var app: AppFixture { fixture.study() }

    private func answer(_ count: Int) throws {
        let flashcards = try fixture.flashcards()
        var run = try flashcards.begin()
        for _ in 0..<count { try flashcards.log.answer(.rated(.good), milliseconds: 1000, in: &run) }
        if run.isDone { try flashcards.log.finish(&run) }
    }

    func testReminderIsDueAtSixUntilStudied() throws {
        let reminder = try XCTUnwrap(app.registry().all(.reminders).first)
        XCTAssertEqual(reminder.rule, .daily(at: 18 * 60 * 60))
        let today = fixture.log().today
        XCTAssertEqual(try reminder.occasions(today).map(\.title), ["Time to practise!"])
        try answer(1)
        XCTAssertEqual(try reminder.occasions(today), [])
        fixture.sleep(days: 1)
        try answer(1)
        XCTAssertEqual(try reminder.occasions(today.adding(days: 2)).map(\.body), ["Don't break your 2-day streak!"])
    }

    func testStatusLineShowsStreakAndDueCards() throws {
        try answer(2)
        fixture.sleep(days: 2)
        try answer(1)
        let content = try XCTUnwrap(app.registry().all(.statusItems).first?.content())
        XCTAssertEqual(content.text, "1 day in a row, 1 card due, 1 of 20 answers today")
        XCTAssertEqual(content.short, "1d 1")
        XCTAssertEqual(content.values, ["1", "1", "1", "20"])
    }

    func testUsageCountsFinishedSessionsAndMilestones() throws {
        let usage = try XCTUnwrap(app.registry().all(.usage).first)
        XCTAssertEqual(try usage.usageCounts(), .init())
        XCTAssertNil(try usage.firstUse())
        let kinds: [(PracticeKind, String, Bool?, Set<String>)] = [
            (.patterns, "quiz", nil, []), (.sparring, "practice", nil, []), (.flashcards, "study", nil, []),
            (.patterns, "practice", nil, ["pattern"]), (.theory, "read", true, ["pattern", "test"]),
        ]
        for (count, kind) in kinds.enumerated() {
            var run = LoggedRun(
                id: Identifier("r\(count)"), kind: kind.0, subject: "", activity: kind.1, startedAt: fixture.time.now(),
                items: [],
                settings: .null, seed: 0)
            (run.endedAt, run.outcome) = (fixture.time.now(), .init(share: 1000, isPassed: kind.2))
            try fixture.store.write { try $0.put(run) }
            XCTAssertEqual(try usage.usageCounts(), .init(sessions: count + 1, milestones: kind.3))
        }
        XCTAssertNotNil(try usage.firstUse())
    }

    /// The app doesn't ask for a review after a failed session. That session counts with the next
    /// one.
    func testFailedSessionCountsWithNextSession() throws {
        let usage = try XCTUnwrap(app.registry().all(.usage).first)
        let ends: [(share: Int, isPassed: Bool?, isEnded: Bool, counted: Int)] = [
            (500, nil, true, 1), (499, nil, true, 1), (0, nil, true, 2), (600, false, true, 3), (0, nil, false, 4),
            (1000, nil, true, 5),
        ]
        for (count, end) in ends.enumerated() {
            fixture.wait(seconds: 1)
            var run = LoggedRun(
                id: Identifier("r\(count)"), kind: .patterns, subject: "", activity: "quiz",
                startedAt: fixture.time.now(),
                items: [],
                settings: .null, seed: 0)
            if end.isEnded {
                (run.endedAt, run.outcome) = (fixture.time.now(), .init(share: end.share, isPassed: end.isPassed))
            }
            try fixture.store.write { [run] in try $0.put(run) }
            XCTAssertEqual(try usage.usageCounts().sessions, end.counted, "\(count)")
        }
    }

    func testFeedbackFactsNameMostUsedFeature() throws {
        XCTAssertEqual(try XCTUnwrap(app.registry().all(.usage).first).feedbackFacts(), [.sessions(0)])
        for (number, kind) in [PracticeKind.flashcards, .patterns, .patterns, .theory].enumerated() {
            var day = PracticeDay(day: fixture.log().today, run: Identifier("r\(number)"), kind: kind)
            day.answers = 1
            try fixture.store.write { [day] in try $0.put(day) }
        }
        XCTAssertEqual(
            try XCTUnwrap(app.registry().all(.usage).first).feedbackFacts(), [.feature("Patterns"), .sessions(4)])
        let withoutLearner = AppFixture("dojang", over: fixture.store, time: fixture.time) { [fixture] in
            [LearningPlugin(flashcards: { try fixture.flashcards() }, log: { fixture.log() }, isBegun: { false })]
        }
        XCTAssertEqual(
            try XCTUnwrap(withoutLearner.registry().all(.usage).first).feedbackFacts(), [],
            "without a learner there is no status")
    }

    // MARK: - Resumed sessions

    /// Options for how cards are asked don't prevent a resume. Options for which cards are asked
    /// start another session.
    func testOptionsForHowCardsAreAskedDoNotPreventResume() throws {
        for (option, isResumed, more) in [
            ([], true, "study --new starts another."), (["--cards", "20"], true, "study --new starts another."),
            (["--direction", "ko-en"], true, "It keeps its settings; study --new starts one with yours."),
            (["--mode", "test"], true, "It keeps its settings; study --new starts one with yours."),
            (["--belt", "10k"], false, ""), (["--category", "kicks"], false, ""), (["--only-new"], false, ""),
            (["--more", "2"], false, ""), (["--new"], false, ""),
        ] as [([String], Bool, String)] {
            let fixture = StudyFixture()
            let app = fixture.study()
            _ = app.run(["study"], lines: ["", "3", "q"])
            let run = app.run(["study"] + option, lines: ["q"])
            XCTAssertEqual(
                run.output.hasPrefix("Resuming where you stopped: 19 cards to go. \(more)"), isResumed,
                "\(option) \(run)")
            XCTAssertEqual(try fixture.log().runs().count, isResumed ? 1 : 2, "\(option)")
        }
    }

    /// A session with one category resumes on its own. The full session resumes afterwards.
    func testCategorySessionIsSeparate() throws {
        let app = fixture.study()
        _ = app.run(["study"], lines: ["", "3", "q"])
        fixture.wait(seconds: 1)
        _ = app.run(["study", "--category", "stances", "--cards", "3"], lines: ["", "3", "q"])
        fixture.wait(seconds: 1)
        let stances = app.run(["study", "--category", "stances"], lines: ["", "3", "", "3"]).output
        XCTAssertTrue(stances.hasPrefix("Resuming with stances where you stopped: 2 cards to go."), stances)
        XCTAssertTrue(stances.contains("Answered   3 of 3") || stances.contains("Answered  3 of 3"), stances)
        XCTAssertTrue(app.run(["study"], lines: ["q"]).output.hasPrefix("Resuming where you stopped:"))
    }

    /// How cards are asked is kept for the next session, which cards are asked is not.
    func testSessionOptionsApplyToNextSession() throws {
        let app = fixture.study()
        let said = [
            "--cards", "5", "--mode", "test", "--answer", "choose", "--direction", "ko-en", "--preset", "beginner",
            "--category",
            "stances",
        ]
        _ = app.run(["study"] + said, lines: ["q", ":q"])
        fixture.wait(seconds: 1)
        _ = app.run(["study", "--new"], lines: [":q"])
        let settings = try XCTUnwrap(fixture.flashcards().latest()).settings
        XCTAssertEqual(
            settings,
            StudyConfiguration(
                cards: 5, directions: .koreanToEnglish, mode: .test, answering: .choose, scheduler: "beginner"))
    }

    /// A session of an earlier day is planned again, because other cards are due. Its answers
    /// count.
    func testUnfinishedSessionOfEarlierDayIsReplanned() throws {
        let app = fixture.study()
        _ = app.run(["study", "--cards", "5"], lines: ["", "3", "q"])
        fixture.sleep(days: 3)
        let run = app.run(["study"], lines: ["q"]).output
        XCTAssertTrue(
            run.hasPrefix(
                "Your unfinished session on Friday, 20 November 2026 had 4 cards to go. Its answers count. This session is planned for today."
            ), run)
        XCTAssertTrue(run.contains("Card 1 of 5, box 2, Korean to English"), "due cards come first: \(run)")
        XCTAssertEqual(try fixture.answers().count, 1)
        XCTAssertEqual(app.run(["study", "--continue"], lines: ["q"]).status, 0)
    }

    func testPossiblyOpenSessionIsResumedOnlyWithContinue() throws {
        XCTAssertEqual(app.run(["study", "--continue"]).status, 1)
        XCTAssertEqual(try fixture.log().runs(), [])
        try answer(1)
        let first = app.run(["study"], lines: ["q"]).output
        XCTAssertTrue(first.hasPrefix("Another session has 19 cards to go."), first)
        fixture.wait(seconds: 1)
        try answer(2)
        let runs = try fixture.log().runs().count
        for words in [["study", "--continue"], ["study", "--continue", "--cards", "10"]] {
            XCTAssertTrue(
                app.run(words, lines: ["q"]).output.hasPrefix("Resuming where you stopped: 18 cards to go."), "\(words)"
            )
        }
        XCTAssertEqual(try fixture.log().runs().count, runs)
        fixture.wait(seconds: 1)
        try answer(1)
        let another = app.run(["study", "--new"], lines: ["q"]).output
        XCTAssertFalse(another.contains("Another session"), "an explicit new session shows no such notice")
    }
}
