import Content
import Kernel
import LearningTesting
import LessonsTesting
import Practice
import Storage
import XCTest

@testable import Lessons

/// Tests of interrupted, resumed, undone and repeated lessons.
final class LessonSittingTests: XCTestCase {
    /// Start functions, one for each kind of lesson.
    private static let kinds: [@Sendable (LessonStudy) throws -> Run<LessonExercise>] = [
        { try $0.practiceSparring("three-step-8k", isShuffled: true) },
        { try $0.quizSparring("three-step", questions: 12) },
        { try $0.runLines(of: nil) }, { try $0.quizTheory(TheoryChoice(), questions: 15, typed: true) },
        { try $0.readTheory(TheoryChoice(subject: .etiquette)) },
    ]

    /// A lesson that is interrupted after each answer has the same tasks and choices as an
    /// uninterrupted one.
    func testInterruptedLessonContinuesUnchanged() throws {
        for (place, begin) in LessonSittingTests.kinds.enumerated() {
            let interrupted = try LessonFixture()
            let uninterrupted = try LessonFixture()
            var runs = (try begin(interrupted.lessons(seed: 5)), try begin(uninterrupted.lessons(seed: 5)))
            var chances = (RandomSource(seed: 9), RandomSource(seed: 9))
            XCTAssertEqual(runs.0.items, runs.1.items)
            while !runs.0.isDone {
                let lessons = try interrupted.lessons(seed: UInt64(runs.0.place))
                let known = try XCTUnwrap(
                    lessons.unfinished(runs.0.exercise.kind, runs.0.exercise.activity, subject: runs.0.subject))
                XCTAssertEqual(known.answers, runs.0.answers, "kind \(place)")
                XCTAssertEqual(known.place, runs.0.place, "kind \(place)")
                runs.0 = known
                try lessons.log.step(&runs.0, &chances.0)
                try uninterrupted.base.log().step(&runs.1, &chances.1)
                XCTAssertEqual(runs.0.answers.last?.fields, runs.1.answers.last?.fields, "kind \(place)")
            }
            XCTAssertEqual(runs.0.answers.count, runs.0.items.count)
            try interrupted.base.log().finish(&runs.0)
            XCTAssertNil(try interrupted.lessons().unfinished(runs.0.exercise.kind, runs.0.exercise.activity))
            let days = try interrupted.base.log().days()
            XCTAssertEqual(days.map(\.answers), [runs.0.items.count])
            XCTAssertEqual(days.map(\.kind), [runs.0.exercise.kind])
        }
    }

    func testSeedDecidesItems() throws {
        for begin in LessonSittingTests.kinds.prefix(2) {
            let runs = try [3, 3, 4, 5, 6, 7].map { try begin(LessonFixture().lessons(seed: $0)) }
            XCTAssertEqual(runs[0].items, runs[1].items)
            XCTAssertEqual(runs[0].log.seed, runs[1].log.seed)
            XCTAssertGreaterThan(Set(runs.map(\.items)).count, 2)
        }
    }

    func testUndoRestoresEarlierState() throws {
        for (place, begin) in LessonSittingTests.kinds.prefix(4).enumerated() {
            let fixture = try LessonFixture()
            let lessons = try fixture.lessons()
            var run = try begin(lessons)
            var random = RandomSource(seed: 2)
            for _ in 0..<3 { try lessons.log.step(&run, &random) }
            let before = try (run.answers, fixture.base.log().days(), lessons.log.memories(of: run.exercise.kind))
            for _ in 0..<2 { try lessons.log.step(&run, &random) }
            for _ in 0..<2 { try lessons.log.undoAnswer(in: &run) }
            XCTAssertEqual(run.answers, before.0, "kind \(place)")
            XCTAssertEqual(run.place, 3)
            XCTAssertEqual(try fixture.base.log().days(), before.1)
            XCTAssertEqual(try lessons.log.memories(of: run.exercise.kind), before.2)
            for _ in 0..<3 { try lessons.log.undoAnswer(in: &run) }
            XCTAssertThrowsError(try lessons.log.undoAnswer(in: &run)) {
                XCTAssertEqual(($0 as? Failure)?.code, .nothingToTakeBack)
            }
        }
    }

    func testMasteryRisesAndFallsWithAnswers() throws {
        let fixture = try LessonFixture()
        let lessons = try fixture.lessons()
        func level() throws -> Int {
            try XCTUnwrap(lessons.sparringMasteries().first { $0.id == "three-step-8k" }).level
        }
        var last = try level()
        XCTAssertEqual(last, 0)
        for _ in 0..<6 {
            var run = try lessons.practiceSparring("three-step-8k")
            while !run.isDone { try lessons.log.answer(.mark(.well), milliseconds: 1, in: &run) }
            XCTAssertGreaterThanOrEqual(try level(), last)
            last = try level()
            run = try lessons.quizSparring("three-step-8k", questions: 50)
            while let task = try lessons.log.task(in: &run) {
                let answer = task.key?.answer ?? ""
                let choice = task.choices.firstIndex(of: answer).map { String($0 + 1) }
                try lessons.log.answer(.text(choice ?? answer), to: task, milliseconds: 1, in: &run)
            }
            XCTAssertGreaterThan(try level(), last)
            last = try level()
            XCTAssertLessThanOrEqual(last, 1000)
        }
        XCTAssertEqual(MasteryWord(level: last), .mastered)
        var run = try lessons.practiceSparring("three-step-8k")
        while !run.isDone { try lessons.log.answer(.mark(.notYet), milliseconds: 1, in: &run) }
        XCTAssertLessThan(try level(), last)
    }

    /// The open lessons grow with the grade in both modes.
    func testSetsAndPagesOpenWithGrade() throws {
        for mode in LearningMode.allCases {
            var smaller: Set<String> = []
            for grade in ["10k", "9k", "8k", "5k", "3k", "1k"] {
                let lessons = try LessonFixture(grade).lessons(mode: mode)
                let open = try Set(
                    lessons.sparringMasteries().filter(\.isOpen).map(\.id)
                        + lessons.pageStandings().filter(\.isOpen).map(\.topic.id))
                XCTAssertTrue(open.isSuperset(of: smaller), grade)
                smaller = open
            }
            XCTAssertEqual(smaller.filter { $0.contains("step") || $0.contains("free") }.count, 7)
        }
        let beginner = try LessonFixture("10k").lessons()
        for name in [nil, "three-step", "three-step-1", "three-step-8k", "8k"] {
            XCTAssertThrowsError(try beginner.practiceSparring(name)) {
                XCTAssertEqual(($0 as? Failure)?.code, .notOpenYet)
            }
        }
        for (mode, grades) in [(LearningMode.progression, ["7k", "8k"]), (.mastery, ["8k"])] {
            let lessons = try LessonFixture("8k").lessons(mode: mode)
            XCTAssertEqual(Set(try lessons.exchanges(named: "three-step").exercises.map(\.grade.id)).sorted(), grades)
            XCTAssertEqual(try lessons.exchanges(named: nil).subject, "three-step-8k")
            XCTAssertEqual(try lessons.lineStandings().filter(\.isOpen).map(\.id).last, grades[0])
            XCTAssertEqual(try lessons.lineWork(of: nil).grade.id, "8k")
        }
        XCTAssertThrowsError(try beginner.practiceSparring("thre-step")) {
            XCTAssertEqual(($0 as? Failure)?.code, .unknownExchange)
        }
        XCTAssertThrowsError(try beginner.pages(TheoryChoice(page: "belt-1k"))) {
            XCTAssertEqual(($0 as? Failure)?.code, .notOpenYet)
        }
        XCTAssertThrowsError(try beginner.pages(TheoryChoice(page: "belt-10x"))) {
            XCTAssertEqual(($0 as? Failure)?.code, .unknownPage)
        }
        XCTAssertThrowsError(try beginner.lineWork(of: StudyFixture.grade("1k"))) {
            XCTAssertEqual(($0 as? Failure)?.code, .notOpenYet)
        }
    }

    func testReadingIsStoredPerPageAndProfile() throws {
        let store = MemoryStore()
        let kim = try LessonFixture(over: store.scoped(to: Partition(rawValue: "kim")))
        let ann = try LessonFixture(over: store.scoped(to: Partition(rawValue: "ann")))
        let lessons = try kim.lessons()
        var run = try lessons.readTheory(TheoryChoice(grade: StudyFixture.grade("10k")))
        let first = try XCTUnwrap(lessons.log.task(in: &run)).item
        try lessons.log.answer(.read, milliseconds: 30_000, in: &run)
        try lessons.log.skip(in: &run)
        let read = try lessons.pageStandings().filter { $0.reads > 0 }
        XCTAssertEqual(read.map(\.topic.id), [first.subject])
        XCTAssertEqual(read.map(\.lastRead), [lessons.log.today])
        XCTAssertEqual(try kim.base.log().days().map(\.milliseconds), [30_000])
        XCTAssertTrue(try ann.lessons().pageStandings().allSatisfy { $0.reads == 0 })
        XCTAssertFalse(
            try lessons.readTheory(TheoryChoice(grade: StudyFixture.grade("10k"))).items.contains(first))
    }

    /// Items of a removed pack are skipped, and the lesson continues.
    func testItemsMissingFromContentAreSkipped() throws {
        let fixture = try LessonFixture()
        let lessons = try fixture.lessons()
        var run = try lessons.begin(
            .theory, "quiz", subject: "all",
            items: [
                Target(.theory, "gone", "question-1"), Target(.theory, "tenets", "question-1"),
                Target(.sparring, "three-step-1", "defence-9"),
            ])
        XCTAssertEqual(try lessons.log.task(in: &run)?.item.subject, "tenets")
        try lessons.log.answer(.text("0"), milliseconds: 1, in: &run)
        XCTAssertNil(try lessons.log.task(in: &run))
        XCTAssertTrue(run.isDone)
    }

    func testLineCountStopsAtItsEnd() {
        var line = LineCount(steps: 12)
        var called: [String] = []
        while !line.isOver {
            line.count()
            called.append(line.spokenNumber)
        }
        line.count()
        XCTAssertEqual(line.done, 12)
        XCTAssertEqual(called.suffix(3), ["yol", "hana", "dool"])
        XCTAssertEqual(LineCount(steps: -4).steps, 2)
        XCTAssertEqual(LineCount(steps: .max).steps, 30)
    }
}
