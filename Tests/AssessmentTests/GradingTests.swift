import Content
import Kernel
import LearningTesting
import LessonsTesting
import Practice
import Storage
import TestSupport
import XCTest

@testable import Assessment

/// Tests of mock and real gradings.
final class GradingTests: XCTestCase {
    // MARK: - Score

    func testScoresAreBoundedAndMonotonic() {
        var random = RandomSource(seed: 11)
        for _ in 0..<400 {
            var shares = GradingSection.allCases.map { section in
                (
                    section: section,
                    shares: (0..<Int.random(in: 0...4, using: &random)).map { _ in
                        [nil, 0, 500, 1000, 5000, -3].randomElement(using: &random) ?? 0
                    }
                )
            }
            var last = GradingScore(shares)
            check(last)
            for place in shares.indices {
                for task in shares[place].shares.indices {
                    shares[place].shares[task] = max(
                        shares[place].shares[task] ?? 0, [500, 1000].randomElement(using: &random) ?? 0)
                    let next = GradingScore(shares)
                    check(next)
                    XCTAssertGreaterThanOrEqual(next.points, last.points)
                    XCTAssertTrue(zip(last.parts, next.parts).allSatisfy { $0.points <= $1.points })
                    XCTAssertTrue(!last.isPassed || next.isPassed)
                    last = next
                }
            }
        }
        XCTAssertFalse(GradingScore([]).isPassed)
        XCTAssertEqual(GradingScore([]).points, 0)
        XCTAssertEqual(GradingSection.allCases.reduce(0) { $0 + $1.weight }, 100)
    }

    private func check(_ score: GradingScore) {
        XCTAssertTrue((0...100).contains(score.points))
        XCTAssertTrue(score.parts.allSatisfy { (0...100).contains($0.points) && $0.done <= $0.tasks })
    }

    func testFullScoreAndFailedPart() {
        let full = GradingSection.allCases.map { ($0, [Int?](repeating: 1000, count: 3)) }
        XCTAssertEqual(GradingScore(full).points, 100)
        XCTAssertTrue(GradingScore(full).isPassed)
        let weak = full.map { ($0.0, $0.0 == .etiquette ? [nil, nil, 1000] : $0.1) }
        XCTAssertEqual(GradingScore(weak).points, 93)
        XCTAssertFalse(GradingScore(weak).isPassed)
    }

    // MARK: - Mock

    func testEachBeltHasPaperWithDistinctItems() throws {
        let belts = LessonFixture.book.belts.belts
        for (learned, target) in zip(belts, belts.dropFirst()) {
            var random = RandomSource(seed: 4)
            let sections = GradingPaper(grade: learned.grade, book: LessonFixture.book).sections(&random)
            let items = sections.flatMap(\.items)
            XCTAssertEqual(Set(items).count, items.count, target.id)
            XCTAssertEqual(sections.map(\.section), sections.map(\.section).sorted())
            for item in items { XCTAssertNotNil(LessonFixture.book.task(item), item.name) }
            let names = Set(sections.map(\.section))
            XCTAssertTrue(names.isSuperset(of: [.pattern, .lineWork, .theory, .etiquette]), target.id)
            XCTAssertEqual(names.contains(.sparring), learned.grade >= (try StudyFixture.grade("8k")), target.id)
        }
    }

    func testMockGradingDefaultsToNextBelt() throws {
        let gradings = try LessonFixture("8k").gradings()
        let next = try gradings.begin(for: nil)
        XCTAssertEqual(next.subject, "7k")
        XCTAssertEqual(next.settings.learned?.id, "8k")
        XCTAssertEqual(try gradings.begin(for: StudyFixture.grade("9k")).subject, "9k")
        for (grade, code) in [("6k", "notOpenYet"), ("10k", "noEarlierBelt")] {
            XCTAssertThrowsError(try gradings.begin(for: StudyFixture.grade(grade))) {
                XCTAssertEqual(($0 as? Failure)?.code.text, code)
            }
        }
        let top = try XCTUnwrap(LessonFixture.book.belts.belts.last)
        XCTAssertThrowsError(try LessonFixture(top.id).gradings().begin(for: nil)) {
            XCTAssertEqual(($0 as? Failure)?.code, .noNextBelt)
        }
    }

    func testInterruptedMockGradingContinuesUnchanged() throws {
        let interrupted = try LessonFixture()
        let uninterrupted = try LessonFixture()
        var runs = (
            try interrupted.gradings(seed: 7).begin(for: nil), try uninterrupted.gradings(seed: 7).begin(for: nil)
        )
        XCTAssertEqual(runs.0.items, runs.1.items)
        var chances = (RandomSource(seed: 1), RandomSource(seed: 1))
        var points = 0
        while !runs.0.isDone {
            let gradings = try interrupted.gradings(seed: 100)
            runs.0 = try XCTUnwrap(gradings.unfinished())
            XCTAssertNotNil(runs.0.section)
            try gradings.lessons.log.step(&runs.0, &chances.0)
            try uninterrupted.base.log().step(&runs.1, &chances.1)
            XCTAssertGreaterThanOrEqual(GradingScore(runs.0).points, points)
            points = GradingScore(runs.0).points
        }
        // The run ended before its result was stored, so it can still be finished.
        runs.0 = try XCTUnwrap(interrupted.gradings().unfinished())
        try interrupted.base.log().finish(&runs.0)
        try uninterrupted.base.log().finish(&runs.1)
        XCTAssertEqual(GradingScore(runs.0), GradingScore(runs.1))
        XCTAssertTrue(GradingScore(runs.0).isWhole)
        XCTAssertEqual(try interrupted.gradings().grading(of: runs.0)?.points, GradingScore(runs.0).points)
        XCTAssertNil(try interrupted.gradings().unfinished())
        try interrupted.base.log().finish(&runs.0)
        XCTAssertEqual(try interrupted.gradings().history().count, 1)
        XCTAssertEqual(try interrupted.grade().id, "8k")
        XCTAssertEqual(try interrupted.base.log().days().map(\.kind), [.grading])
    }

    func testAbandonedMockGradingIsKeptInHistory() throws {
        let fixture = try LessonFixture()
        let gradings = try fixture.gradings()
        var run = try gradings.begin(for: nil)
        try gradings.lessons.log.answer(.mark(.well), milliseconds: 1, in: &run)
        try gradings.abandon(&run)
        XCTAssertNil(try gradings.unfinished())
        let saved = try XCTUnwrap(gradings.history().first)
        XCTAssertEqual(saved.result, .abandoned)
        XCTAssertEqual(saved.sections.first { $0.section == .lineWork }?.points, 33)
        var untouched = try gradings.begin(for: nil)
        try gradings.abandon(&untouched)
        XCTAssertEqual(try gradings.history().count, 1)
    }

    // MARK: - Real

    func testGradingHistoryFulfillsContractOverStores() throws {
        let home = try Home(isQuick: true)
        let names = IDSource.counting()
        let stores: [() throws -> any Store] = [
            { MemoryStore() },
            {
                try FileStore(directory: home.path(names.next(Grading.self).rawValue), random: RandomSource(seed: 1)) {
                    .earliest
                }
            },
        ]
        for store in stores {
            let contract = GradingHistoryContract.over {
                let fixture = try LessonFixture("9k", over: store().scoped(to: Partition(rawValue: "learner")))
                return GradingHistoryContract.Subject(book: fixture.history) { try fixture.grade() }
            }
            for broken in contract.brokenPromises() { XCTFail(broken.description) }
        }
    }

    func testContractDetectsBeltThatAlwaysMoves() {
        let contract = GradingHistoryContract.over {
            let fixture = try LessonFixture("9k")
            let holder = BeltHolder(grade: { _ in try StudyFixture.grade("10k") }) { grade, transaction in
                try transaction.scoped(to: .common) { try $0.put(LessonFixture.Belt(grade: grade.id)) }
            }
            return GradingHistoryContract.Subject(book: GradingHistory(fixture.base.store, belt: holder)) {
                try fixture.grade()
            }
        }
        XCTAssertEqual(contract.brokenPromises().count, 4)
    }

    func testUndoOfPassRestoresBelt() throws {
        let fixture = try LessonFixture("9k")
        let day = try fixture.lessons().log.today
        let passed = try fixture.gradings().record(for: nil, on: nil, .pass, examiner: "  Kim", place: "", note: nil)
        XCTAssertEqual([passed.grade.id, passed.movedFrom?.id, passed.movedTo?.id], ["8k", "9k", "8k"])
        XCTAssertEqual(passed.day, day)
        XCTAssertEqual(passed.examiner, "Kim")
        XCTAssertNil(passed.place)
        XCTAssertEqual(try fixture.grade().id, "8k")
        _ = try fixture.base.store.undoLast()
        XCTAssertEqual(try fixture.grade().id, "9k")
        XCTAssertEqual(try fixture.gradings().history(), [])
    }

    func testBeltFollowsResultOfGrading() throws {
        let fixture = try LessonFixture("9k")
        let grade = try StudyFixture.grade("8k")
        XCTAssertNil(try fixture.gradings().record(for: grade, on: nil, .fail).movedTo)
        XCTAssertEqual(try fixture.grade().id, "9k")
        XCTAssertEqual(try fixture.gradings().record(for: grade, on: nil, .double).movedTo?.id, "7k")
        XCTAssertEqual(try fixture.grade().id, "7k")
        let earlier = try fixture.gradings().record(for: StudyFixture.grade("9k"), on: Day(ordinal: 20_000), .pass)
        XCTAssertNil(earlier.movedTo)
        XCTAssertEqual(try fixture.grade().id, "7k")
        XCTAssertEqual(try fixture.gradings().history().map(\.grade.id), ["9k", "8k", "8k"])
    }

    func testDeletionRestoresBeltAndCanBeUndone() throws {
        let fixture = try LessonFixture("9k")
        let gradings = try fixture.gradings()
        let passed = try gradings.record(for: nil, on: nil, .pass)
        let removed = try gradings.delete(passed)
        XCTAssertEqual(removed, RemovedGrading(passed, belt: try StudyFixture.grade("9k")))
        XCTAssertEqual(try fixture.grade().id, "9k")
        XCTAssertEqual(try gradings.history(), [])
        _ = try fixture.base.store.undoLast()
        XCTAssertEqual(try fixture.grade().id, "8k")
        XCTAssertEqual(try gradings.history(), [passed])
    }

    /// After any records and deletions, the belt is at least as high as every remaining passed
    /// grading.
    func testBeltIsNeverBelowRemainingPass() throws {
        var chance = RandomSource(seed: 3)
        for _ in 0..<40 {
            let fixture = try LessonFixture("10k")
            for _ in 0..<12 {
                let gradings = try fixture.gradings()
                let before = try fixture.grade()
                if let old = try gradings.history().randomElement(using: &chance), Bool.random(using: &chance) {
                    let removed = try gradings.delete(old)
                    XCTAssertEqual(try fixture.grade(), removed.belt ?? before)
                    XCTAssertLessThanOrEqual(try fixture.grade(), before)
                } else {
                    let expected = try StudyFixture.grade(["9k", "8k", "7k"].randomElement(using: &chance) ?? "9k")
                    let result = [Grading.Result.pass, .fail, .double].randomElement(using: &chance) ?? .pass
                    _ = try gradings.record(for: expected, on: nil, result)
                    XCTAssertGreaterThanOrEqual(try fixture.grade(), before)
                }
                for grading in try gradings.history() where grading.result == .pass {
                    XCTAssertGreaterThanOrEqual(try fixture.grade(), grading.grade)
                }
            }
        }
    }

    func testGradingIsFoundByIdentifierOrLatest() throws {
        let gradings = try LessonFixture("9k").gradings()
        let early = try gradings.record(for: nil, on: Day(ordinal: 20_000), .fail)
        let late = try gradings.record(for: nil, on: Day(ordinal: 20_001), .fail)
        XCTAssertEqual(try gradings.grading(named: early.id.rawValue), early)
        XCTAssertEqual(try gradings.grading(named: "latest"), late)
        for name in ["", "x", "nobody"] {
            XCTAssertThrowsError(try gradings.grading(named: name)) {
                XCTAssertEqual(($0 as? Failure)?.code, .gradingNotFound)
            }
        }
    }

    func testInvalidGradingsAreRefused() throws {
        let fixture = try LessonFixture("9k")
        let gradings = try fixture.gradings()
        let grade = try StudyFixture.grade("8k")
        let tomorrow = gradings.lessons.log.today.adding(days: 1)
        let top = try XCTUnwrap(LessonFixture.book.belts.belts.last?.grade)
        let attempts: [(String, () throws -> Grading)] = [
            ("futureGrading", { try gradings.record(for: grade, on: tomorrow, .pass) }),
            ("noNextBelt", { try gradings.record(for: top, on: nil, .double) }),
            ("noEarlierBelt", { try gradings.record(for: StudyFixture.grade("10k"), on: nil, .pass) }),
            (
                "nameTooLong",
                { try gradings.record(for: grade, on: nil, .pass, examiner: String(repeating: "x", count: 81)) }
            ),
        ]
        for (code, attempt) in attempts {
            XCTAssertThrowsError(try attempt(), code) { XCTAssertEqual(($0 as? Failure)?.code.text, code) }
        }
        XCTAssertEqual(try gradings.history(), [])
        XCTAssertEqual(try fixture.grade().id, "9k")
    }
}
