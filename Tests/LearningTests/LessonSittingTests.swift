import Content
import Kernel
import Storage
import XCTest

@testable import Learning

/// Lessons that are cut off, continued, taken back and replayed.
final class LessonSittingTests: XCTestCase {
    /// Every kind of lesson that there is to begin.
    private static let kinds: [@Sendable (Lessons) throws -> PracticeSitting] = [
        { try $0.practiseSparring("three-step-8k", isShuffled: true) }, { try $0.quizSparring("three-step", questions: 12) },
        { try $0.runLines(of: nil) }, { try $0.quizTheory(TheoryChoice(), questions: 15, typed: true) },
        { try $0.readTheory(TheoryChoice(subject: .etiquette)) },
    ]

    /// Cut off after each answer, a lesson goes on with the same tasks and choices as one that never was, and nothing is lost.
    func testCutOffAfterEachAnswerNothingIsLost() throws {
        for (place, begin) in LessonSittingTests.kinds.enumerated() {
            let (cut, whole) = (try LessonFixture(), try LessonFixture())
            var runs = (try begin(cut.lessons(seed: 5)), try begin(whole.lessons(seed: 5)))
            var chances = (RandomSource(seed: 9), RandomSource(seed: 9))
            XCTAssertEqual(runs.0.session.items, runs.1.session.items)
            while !runs.0.isDone {
                let lessons = try cut.lessons(seed: UInt64(runs.0.session.place))
                let known = try XCTUnwrap(
                    lessons.unfinished(runs.0.session.kind, runs.0.session.activity, subject: runs.0.session.subject))
                XCTAssertEqual(known.answers, runs.0.answers, "kind \(place)")
                XCTAssertEqual(known.session.place, runs.0.session.place, "kind \(place)")
                runs.0 = known
                try step(lessons, &runs.0, &chances.0)
                try step(whole.lessons(), &runs.1, &chances.1)
                XCTAssertEqual(runs.0.answers.last?.parts, runs.1.answers.last?.parts, "kind \(place)")
            }
            XCTAssertEqual(runs.0.answers.count, runs.0.session.items.count)
            _ = try cut.lessons().finish(&runs.0)
            XCTAssertNil(try cut.lessons().unfinished(runs.0.session.kind, runs.0.session.activity))
            let days = try cut.base.repository.days()
            XCTAssertEqual(days.map(\.answers), [runs.0.session.items.count])
            XCTAssertEqual(days.map(\.kind), [runs.0.session.kind])
        }
    }

    private func step(_ lessons: Lessons, _ run: inout PracticeSitting, _ random: inout RandomSource) throws {
        if run.session.activity == "read" { return try lessons.read(milliseconds: 5, in: &run) }
        try lessons.step(&run, &random)
    }

    func testTheSameSeedAsksTheSameAndAnotherSomethingElse() throws {
        for begin in LessonSittingTests.kinds.prefix(2) {
            let runs = try [3, 3, 4, 5, 6, 7].map { try begin(LessonFixture().lessons(seed: $0)).session }
            XCTAssertEqual(runs[0].items, runs[1].items)
            XCTAssertEqual(runs[0].seed, runs[1].seed)
            XCTAssertGreaterThan(Set(runs.map(\.items)).count, 2)
        }
    }

    /// Taking back is the opposite of answering: nothing but the run is left.
    func testTakenBackIsAsIfNeverAnswered() throws {
        for (place, begin) in LessonSittingTests.kinds.prefix(4).enumerated() {
            let fixture = try LessonFixture()
            let lessons = try fixture.lessons()
            var run = try begin(lessons)
            var random = RandomSource(seed: 2)
            for _ in 0..<3 { try lessons.step(&run, &random) }
            let before = try (run.answers, fixture.base.repository.days(), lessons.log.mastery(of: run.session.kind))
            for _ in 0..<2 { try lessons.step(&run, &random) }
            for _ in 0..<2 { try lessons.takeBack(in: &run) }
            XCTAssertEqual(run.answers, before.0, "kind \(place)")
            XCTAssertEqual(run.session.place, 3)
            XCTAssertEqual(try fixture.base.repository.days(), before.1)
            XCTAssertEqual(try lessons.log.mastery(of: run.session.kind), before.2)
            for _ in 0..<3 { try lessons.takeBack(in: &run) }
            XCTAssertThrowsError(try lessons.takeBack(in: &run)) {
                XCTAssertEqual(($0 as? Failure)?.code, .nothingToTakeBack)
            }
        }
    }

    func testMasteryOfASetGrowsWithRightAnswersAndFallsWithWrongOnes() throws {
        let fixture = try LessonFixture()
        let lessons = try fixture.lessons()
        func level() throws -> Int { try XCTUnwrap(lessons.sparringStandings().first { $0.id == "three-step-8k" }).level }
        var last = try level()
        XCTAssertEqual(last, 0)
        for _ in 0..<6 {
            var run = try lessons.practiseSparring("three-step-8k")
            while try lessons.task(in: &run) != nil { try lessons.mark(.well, milliseconds: 1, in: &run) }
            XCTAssertGreaterThanOrEqual(try level(), last)
            last = try level()
            run = try lessons.quizSparring("three-step-8k", questions: 50)
            while let task = try lessons.task(in: &run) {
                try lessons.answer(task.key?.answer ?? "", to: task, milliseconds: 1, in: &run)
            }
            XCTAssertGreaterThan(try level(), last)
            last = try level()
            XCTAssertLessThanOrEqual(last, 1000)
        }
        XCTAssertEqual(MasteryWord(level: last), .mastered)
        var run = try lessons.practiseSparring("three-step-8k")
        while try lessons.task(in: &run) != nil { try lessons.mark(.notYet, milliseconds: 1, in: &run) }
        XCTAssertLessThan(try level(), last)
    }

    /// What is open grows with the grade, in both modes, by the one belt rule.
    func testSetsAndPagesOpenWithTheGrade() throws {
        for mode in LearningMode.allCases {
            var smaller: Set<String> = []
            for grade in ["10k", "9k", "8k", "5k", "3k", "1k"] {
                let lessons = try LessonFixture(grade).lessons(mode: mode)
                let open = try Set(
                    lessons.sparringStandings().filter(\.isOpen).map(\.id)
                        + lessons.pageStandings().filter(\.isOpen).map(\.topic.id))
                XCTAssertTrue(open.isSuperset(of: smaller), grade)
                smaller = open
            }
            XCTAssertEqual(smaller.filter { $0.contains("step") || $0.contains("free") }.count, 7)
        }
        let beginner = try LessonFixture("10k").lessons()
        for name in [nil, "three-step", "three-step-1", "three-step-8k", "8k"] {
            XCTAssertThrowsError(try beginner.practiseSparring(name)) { XCTAssertEqual(($0 as? Failure)?.code, .notOpenYet) }
        }
        for (mode, grades) in [(LearningMode.progression, ["7k", "8k"]), (.mastery, ["8k"])] {
            let lessons = try LessonFixture("8k").lessons(mode: mode)
            XCTAssertEqual(Set(try lessons.exchanges(named: "three-step").exercises.map(\.grade.id)).sorted(), grades)
            XCTAssertEqual(try lessons.exchanges(named: nil).subject, "three-step-8k")
            XCTAssertEqual(try lessons.lineStandings().filter(\.isOpen).map(\.id).last, grades[0])
            XCTAssertEqual(try lessons.lineWork(of: nil).grade.id, "8k")
        }
        XCTAssertThrowsError(try beginner.practiseSparring("thre-step")) {
            XCTAssertEqual(($0 as? Failure)?.code, .unknownExchange)
        }
        XCTAssertThrowsError(try beginner.pages(TheoryChoice(page: "belt-1k"))) {
            XCTAssertEqual(($0 as? Failure)?.code, .notOpenYet)
        }
        XCTAssertThrowsError(try beginner.pages(TheoryChoice(page: "belt10k"))) {
            XCTAssertEqual(($0 as? Failure)?.code, .init("unknownPage"))
        }
        XCTAssertThrowsError(try beginner.lineWork(of: Fixture.grade("1k"))) {
            XCTAssertEqual(($0 as? Failure)?.code, .notOpenYet)
        }
    }

    func testReadingIsRememberedByPageAndProfile() throws {
        let store = MemoryStore()
        let (kim, ann) = (
            try LessonFixture(over: store.scoped(to: Partition(rawValue: "kim"))),
            try LessonFixture(over: store.scoped(to: Partition(rawValue: "ann")))
        )
        let lessons = try kim.lessons()
        var run = try lessons.readTheory(TheoryChoice(grade: Fixture.grade("10k")))
        let first = try XCTUnwrap(lessons.page(in: &run))
        try lessons.read(milliseconds: 30_000, in: &run)
        try lessons.skip(in: &run)
        let read = try lessons.pageStandings().filter { $0.reads > 0 }
        XCTAssertEqual(read.map(\.topic.id), [first.id])
        XCTAssertEqual(read.map(\.lastRead), [lessons.log.today])
        XCTAssertEqual(try kim.base.repository.days().map(\.milliseconds), [30_000])
        XCTAssertTrue(try ann.lessons().pageStandings().allSatisfy { $0.reads == 0 })
        XCTAssertFalse(
            try lessons.readTheory(TheoryChoice(grade: Fixture.grade("10k"))).session.items.contains(first.reading.name))
    }

    /// A pack that went away takes its items along; the rest of the lesson goes on.
    func testItemsThatTheContentHasNoMoreArePassedOver() throws {
        let fixture = try LessonFixture()
        let lessons = try fixture.lessons()
        var run = try lessons.begin(
            .theory, "quiz", subject: "all",
            items: [
                Mastery.Item(.theory, "gone", "question-1"), Mastery.Item(.theory, "tenets", "question-1"),
                Mastery.Item(.sparring, "three-step-1", "defence-9"),
            ])
        XCTAssertEqual(try lessons.task(in: &run)?.item.subject, "tenets")
        try lessons.answer("0", to: XCTUnwrap(lessons.task(in: &run)), milliseconds: 1, in: &run)
        XCTAssertNil(try lessons.task(in: &run))
        XCTAssertTrue(run.isDone)
    }

    func testALineIsCountedToItsEndAndNoFurther() {
        var line = LineCount(steps: 12)
        var called: [String] = []
        while !line.isOver {
            line.count()
            called.append(line.called)
        }
        line.count()
        XCTAssertEqual(line.done, 12)
        XCTAssertEqual(called.suffix(3), ["yol", "hana", "dool"])
        XCTAssertEqual(LineCount(steps: -4).steps, 2)
        XCTAssertEqual(LineCount(steps: .max).steps, 30)
    }
}
