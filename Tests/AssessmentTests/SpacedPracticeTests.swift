import Assessment
import AssessmentCommands
import Content
import ContentAdapters
import Foundation
import Interface
import Kernel
import Learning
import LearningCommands
import LearningTesting
import Lessons
import LessonsCommands
import LessonsTesting
import Practice
import TerminalTesting
import XCTest

/// Tests of due movements, sparring, line work and theory: they are listed together, and each
/// command starts with them.
final class SpacedPracticeTests: XCTestCase {
    private let fixture = StudyFixture()

    private func lessons(_ grade: String = "8k") throws -> LessonStudy { try fixture.everyLesson(grade) }
    private func training(_ grade: String = "8k") throws -> PatternTraining { try fixture.everyPattern(grade) }

    private func app(_ grade: String = "8k") -> AppFixture {
        let fixture = fixture
        return AppFixture("dojang", over: fixture.store, time: fixture.time) {
            [
                LearningPlugin(flashcards: { try fixture.flashcards() }, log: { fixture.log() }),
                PatternsPlugin { try fixture.everyPattern(grade) },
                LessonsPlugin { try fixture.everyLesson(grade) },
                AssessmentPlugin {
                    Gradings(
                        try fixture.everyLesson(grade), book: try LessonFixture().history, ids: .counting(prefix: "g"))
                },
            ]
        }
    }

    private func json(_ words: String..., grade: String = "8k") throws -> Any {
        let run = app(grade).run(words + ["--json"])
        return try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    }

    private func due() throws -> [[String: Any]] { try XCTUnwrap(json("due") as? [[String: Any]]) }

    /// Completes one session of each kind.
    private func firstDay() throws {
        let marks = (0..<60).flatMap { _ in ["", "3"] }
        for words in [
            ["pattern", "practice", "saju-jirugi"], ["pattern", "practice", "chon-ji"],
            ["sparring", "practice", "three-step-1"],
            ["linework", "run", "--belt", "9k"],
        ] {
            XCTAssertEqual(app().run(words, lines: marks).status, 0, "\(words)")
        }
        for words in [
            ["sparring", "quiz", "three-step-1"], ["theory", "quiz", "tenets"], ["theory", "read", "tenets"],
        ] {
            let line = words.contains("read") ? "" : "1"
            XCTAssertEqual(app().run(words, lines: Array(repeating: line, count: 60)).status, 0, "\(words)")
        }
    }

    func testDueItemsOfAllKindsAreListed() throws {
        try firstDay()
        XCTAssertEqual(try due().count, 0)
        fixture.sleep(days: 30)
        let rows = try due()
        XCTAssertEqual(
            Set(rows.compactMap { $0["command"] as? String }),
            ["pattern practice", "sparring practice", "sparring quiz", "linework run", "theory quiz"])
        let chonJi = try XCTUnwrap(rows.first { $0["id"] as? String == "movements:chon-ji" })
        XCTAssertEqual(chonJi["parts"] as? [String], (1...19).map(String.init), "in the pattern's order")
        XCTAssertEqual(chonJi["name"] as? String, "Chon-Ji")
        XCTAssertEqual(chonJi["kind"] as? String, "patterns")
        XCTAssertNil(chonJi["term"] as? String)
        XCTAssertFalse(rows.contains { ($0["parts"] as? [String])?.contains("read") ?? false }, "reading is not recall")
        // The home page and the reminder have the same counts.
        let home = try XCTUnwrap(json() as? [String: Any])
        let study = try XCTUnwrap(home["study"] as? [String: Any])
        let movements = rows.filter { $0["kind"] as? String == "patterns" }.reduce(0) {
            $0 + (($1["parts"] as? [String])?.count ?? 0)
        }
        XCTAssertEqual(study["dueMovements"] as? Int, movements)
        let counts = try XCTUnwrap((home["lessons"] as? [String: Any])?["due"] as? [String: Int])
        for (sort, count) in counts {
            let own = rows.filter { ($0["id"] as? String)?.hasPrefix("\(sort):") ?? false }
            XCTAssertEqual(own.reduce(0) { $0 + (($1["parts"] as? [String])?.count ?? 0) }, count, sort)
            XCTAssertGreaterThan(count, 0, sort)
        }
        let body = try XCTUnwrap(app().registry().bodies(ofReminder: "study", on: fixture.log().today)?.first)
        XCTAssertTrue(body.hasPrefix("Due: \(movements) movements, "), body)
        let page = app().run(["due"]).output
        XCTAssertTrue(page.contains("No card is due today."), page)
        XCTAssertTrue(page.contains("Also due"), page)
        XCTAssertTrue(app().run([]).output.contains("\(movements) movements due"))
    }

    func testCommandsStartWithDueItems() throws {
        try firstDay()
        fixture.sleep(days: 30)
        let marks = (0..<60).flatMap { _ in ["", "3"] }
        // Practice asks one pattern after the other, and only its due movements.
        let first = app().run(["pattern", "practice"], lines: Array(marks.prefix(8))).output
        XCTAssertTrue(first.contains("Due today: "), first)
        for _ in 0..<3 { _ = app().run(["pattern", "practice"], lines: marks) }
        for words in [
            ["sparring", "practice"], ["sparring", "quiz", "three-step-1"], ["linework", "run"],
            ["theory", "quiz", "--questions", "50"],
        ] {
            let run = app().run(words, lines: words.contains("quiz") ? Array(repeating: "1", count: 60) : marks)
            XCTAssertTrue(run.output.contains("Due today"), "\(words): \(run.output.prefix(300))")
        }
        XCTAssertEqual(
            try due().filter { $0["kind"] as? String != "sparring" || $0["command"] as? String == "sparring practice" }
                .count, 0)
        XCTAssertEqual(app().run(["pattern", "practice", "chon-ji", "--due"]).status, 1)
        // A named pattern is practised completely.
        let newRun = try training().practice(training().pattern("chon-ji"), isNew: true)
        XCTAssertEqual(newRun.items.count, 19)
    }

    /// `--new` keeps the unfinished session and plans another one with due items first. With a name
    /// it starts at the first movement of that pattern.
    func testNewOptionStartsAnotherSession() throws {
        try firstDay()
        fixture.sleep(days: 30)
        let practice = ["pattern", "practice"]
        _ = app().run(practice + ["chon-ji"], lines: ["", "3", "", "3", "q"])
        let resumed = app().run(practice, lines: ["q"]).output
        XCTAssertTrue(resumed.contains("Resuming where you stopped: 17 movements to go."), resumed)
        let anew = app().run(practice + ["--new"], lines: ["q"]).output
        XCTAssertTrue(anew.contains("Due today: "), anew)
        XCTAssertFalse(anew.contains("Resuming"), anew)
        let named = app().run(practice + ["chon-ji", "--new"], lines: ["q"]).output
        XCTAssertFalse(named.contains("Resuming"), named)
        XCTAssertTrue(named.contains("Movement 1\n"), named)
        XCTAssertEqual(try fixture.log().runs(latest: 1).first?.items.count, 19)
    }

    /// Items that are not open, or not in the content, are not due.
    func testItemsThatAreNotOpenAreNotDue() throws {
        try firstDay()
        fixture.sleep(days: 30)
        XCTAssertGreaterThan(try lessons().due().count, 0)
        XCTAssertEqual(try lessons("10k").due().filter { $0.sort == .steps || $0.sort == .exchanges }.count, 0)
        XCTAssertEqual(try training("10k").due().map(\.id).contains("dan-gun"), false)
        try fixture.store.write { unit in
            let state = MemoryState(
                memory: .level(Level(500), Schedule(box: 1, due: Day(ordinal: 1))), answers: 1, right: 1,
                last: Day(ordinal: 0),
                latest: "x")
            for target in [
                Target(.patterns, "chon-ji", "99"), Target(.patterns, "gone", "1"),
                Target(.theory, "tenets", "question-99"),
                Target(.sparring, "three-step-1", "attack-9"), Target(.lineWork, "9k", "99"),
                Target(.sparring, "gone", "number"),
            ] { try unit.put(ItemMemory(target, state)) }
        }
        let dueParts = try (training().due() + lessons().due()).flatMap(\.parts).filter { $0.due == Day(ordinal: 1) }
        XCTAssertEqual(dueParts, [])
    }

    func testQuizAsksDueMovementsFirst() throws {
        try firstDay()
        let chonJi = try training().pattern("chon-ji")
        fixture.sleep(days: 30)
        let round = try training().quiz([chonJi], subject: "chon-ji", questions: 60)
        XCTAssertEqual(Set(round.items.prefix(19).map(\.move)), Set(1...19))
        XCTAssertEqual(Set(round.items).count, round.items.count)
    }

    /// Following is rated hard at most. Mistakes are rated hard, and four right fields of five are
    /// too.
    func testResponsesMapToRatings() throws {
        let training = try training()
        var run = try training.practice(training.pattern("chon-ji"))
        for response in [MovementResponse.followed(isWell: true), .followed(isWell: false)]
            + SelfAssessment.allCases.map(MovementResponse.recalled)
        {
            try training.log.answer(response, milliseconds: 1, in: &run)
        }
        XCTAssertEqual(run.answers.map(\.rating), [.hard, .again, .again, .hard, .good])
        XCTAssertTrue(run.answers.allSatisfy { $0.after.schedule != nil && $0.after.level != nil })
        XCTAssertEqual(
            run.answers.map { $0.after.schedule.flatMap(FSRSState.init(of:)) != nil }, Array(repeating: true, count: 5))
    }

    /// All kinds use the scheduler of the flashcards. A change of scheduler rebuilds all schedules,
    /// and back.
    func testSchedulerChangeRebuildsAllKinds() throws {
        let flashcards = try fixture.flashcards()
        var cards = try flashcards.begin(StudyConfiguration(cards: 3, scheduler: "beginner"))
        try flashcards.log.answer(.rated(.good), milliseconds: 1, in: &cards)
        try firstDay()
        func all() throws -> [ItemMemory] { try Spacing.kinds.flatMap { try fixture.log().memories(of: $0) } }
        let before = try all()
        XCTAssertTrue(before.allSatisfy { $0.schedule?.memory == nil }, "Leitner, the scheduler of the cards")
        XCTAssertEqual(Set(before.filter { $0.schedule == nil }.map(\.target.part)), ["read"])
        let (_, rebuilt) = try flashcards.reschedule { $0.scheduling = .fsrs }
        let kinds = try XCTUnwrap(rebuilt).kinds
        XCTAssertEqual(kinds[.flashcards]?.targets, 1)
        XCTAssertEqual(Spacing.kinds.reduce(0) { $0 + (kinds[$1]?.targets ?? 0) }, before.count { $0.schedule != nil })
        let between = try all()
        XCTAssertEqual(between.map(\.level), before.map(\.level))
        XCTAssertTrue(between.allSatisfy { $0.schedule == nil || $0.schedule.flatMap(FSRSState.init(of:)) != nil })
        _ = try flashcards.reschedule { $0.scheduling = .leitner }
        XCTAssertEqual(try all(), before)
        let output = app().run(["study", "settings", "--scheduler", "fsrs"]).output
        XCTAssertTrue(
            output.contains("1 card and \(before.count - 1) movements, steps, questions or words got a new date"),
            output)
    }

    func testAnswerKeysShowNextDueDate() throws {
        var session = try app().dialogue("pattern practice", ["chon-ji"])
        _ = try session.press(" ")
        guard case .key(let keys) = session.view.wanted else { return XCTFail("no keys") }
        XCTAssertEqual(keys.prefix(3).map(\.outcome), ["in 1 day", "in 1 day", "in 2 days"])
        _ = try session.press("3")
        var again = try app().dialogue("pattern practice", ["chon-ji", "--moves", "1"])
        _ = try again.press(" ")
        guard case .key(let settled) = again.view.wanted else { return XCTFail("no keys") }
        XCTAssertEqual(settled.prefix(3).map(\.outcome), ["", "", ""], "today's answer is saved")
        XCTAssertEqual(session.text().contains("After"), false)
        let single = try app().dialogue("pattern practice", ["chon-ji", "--moves", "5"])
        XCTAssertTrue(single.text().contains("After  4 "), "asked outside its place: \(single.text())")
    }

    // MARK: - Modes

    func testPatternModesOpenWithMasteryAndStayOpen() throws {
        let chonJi = try training().pattern("chon-ji")
        func open() throws -> Set<String> { Set(try training().modes(of: chonJi).filter(\.isOpen).map(\.id)) }
        XCTAssertEqual(try open(), ["follow", "recall", "quiz"])
        for words in [
            ["pattern", "test", "chon-ji"], ["pattern", "quiz", "chon-ji", "--answer", "type"],
            ["pattern", "practice", "chon-ji", "--shuffle"],
        ] {
            let refused = app().run(words)
            XCTAssertEqual(refused.status, 1)
            XCTAssertTrue(refused.error.contains("% mastery, and you are at 0 %."), refused.error)
            XCTAssertTrue(refused.error.contains("--anyway"), refused.error)
            XCTAssertEqual(
                app().run(words + ["--anyway"], lines: [":q"]).status, 0, "an explicit request is accepted: \(words)")
        }
        XCTAssertEqual(
            try open(), ["follow", "recall", "quiz", "typed-quiz", "choice-test", "test"], "started items stay open")
        let danGun = try training().pattern("dan-gun")
        var opened: [[String]] = []
        for _ in 0..<4 {
            let run = app().run(
                ["pattern", "practice", "dan-gun", "--new"], lines: (0..<40).flatMap { _ in ["", "3"] })
            opened.append(run.output.split(separator: "\n").filter { $0.hasPrefix("Now open: ") }.map(String.init))
            fixture.sleep(days: 5)
        }
        XCTAssertEqual(opened.map(\.count), [0, 1, 1, 0])
        XCTAssertTrue(try training().modes(of: danGun).allSatisfy(\.isOpen))
        XCTAssertEqual(app().run(["pattern", "test", "dan-gun"], lines: [":q"]).status, 0)
        // An unfinished test resumes in its mode without --anyway.
        XCTAssertEqual(
            app().run(["pattern", "test", "saju-jirugi", "--answer", "choose", "--anyway"], lines: ["1", ":q"]).status,
            0)
        let left = app().run(["pattern", "test", "saju-jirugi"], lines: [":q"])
        XCTAssertTrue(left.output.hasPrefix("Resuming where you stopped"), left.output + left.error)
        XCTAssertEqual(app().run(["pattern", "test", "saju-jirugi", "--new"], lines: [":q"]).status, 1)
        let modes = try XCTUnwrap(json("pattern", "modes", "dan-gun") as? [[String: Any]])
        XCTAssertEqual(modes.map { $0["mode"] as? String }, PatternMode.allCases.map(\.rawValue))
        XCTAssertEqual(modes.last?["opensAt"] as? Double, 0.6)
        for mode in modes {
            let words = try XCTUnwrap(mode["command"] as? String).split(separator: " ").map(String.init)
            XCTAssertEqual(
                app().run(words + (words.contains("quiz") ? ["--new"] : []), lines: ["q"]).status, 0, "\(words)")
        }
    }

    func testSparringModesOpenWithMastery() throws {
        XCTAssertEqual(try lessons().sparringModes(nil).modes.map(\.isOpen), [true, true, false, false])
        for option in ["--shuffle", "--whole"] {
            let refused = app().run(["sparring", "practice", "three-step-1", option])
            XCTAssertEqual(refused.status, 1, option)
            XCTAssertTrue(refused.error.contains("Three-step sparring 1 opens at"), refused.error)
            XCTAssertEqual(
                app().run(["sparring", "practice", "three-step-1", option, "--anyway"], lines: ["q"]).status, 0)
        }
        XCTAssertEqual(app().run(["sparring", "practice", "--whole", "--role", "attacker"]).status, 64)
        let fullRun = try lessons().practiceSparring("three-step", isWhole: true)
        XCTAssertEqual(Set(fullRun.items.map(\.part)), ["perform"])
        for _ in 0..<8 {
            _ = app().run(
                ["sparring", "practice", "three-step-1", "--new"], lines: (0..<12).flatMap { _ in ["", "", "", "3"] })
            var quiz = try lessons().quizSparring("three-step-1", questions: 50)
            while let task = try fixture.log().task(in: &quiz) {
                let answer = task.choices.firstIndex(of: task.key?.answer ?? "").map { "\($0 + 1)" } ?? ""
                try fixture.log().answer(.text(answer), to: task, milliseconds: 1, in: &quiz)
            }
            fixture.sleep(days: 4)
        }
        let modes = try lessons().sparringModes("three-step-1").modes
        XCTAssertGreaterThan(modes[0].level, 600)
        XCTAssertTrue(modes.allSatisfy(\.isOpen))
    }
}

extension StudyFixture {
    fileprivate static let blobStore = DevicePacks(folder: "/nowhere")
    fileprivate static let curriculum = Curriculum(blobStore.sources().readable)

    /// Returns the bundled lessons for a learner without studied words.
    fileprivate func everyLesson(_ grade: String) throws -> LessonStudy {
        LessonStudy(
            LessonFixture.book, learner: Learner(grade: try StudyFixture.grade(grade), mode: .progression), log: log(),
            newcomers: .fsrs)
    }

    /// Returns the bundled patterns for such a learner.
    fileprivate func everyPattern(_ grade: String) throws -> PatternTraining {
        PatternTraining(
            curriculum: StudyFixture.curriculum,
            learner: Learner(grade: try StudyFixture.grade(grade), mode: .progression),
            log: log(),
            newcomers: .fsrs, terms: { try StudyFixture.blobStore.library().terms })
    }
}
