import Content
import Foundation
import Kernel
import Practice
import TestBench
import XCTest

@testable import Learning

/// What tests ask, what they move, and how they go on.
final class TestRuleTests: XCTestCase {
    func testAComprehensiveTestKeepsItsKindsInBalanceAndAsksNothingTwice() throws {
        for (grade, seed) in [("10k", 1), ("4k", 2), ("1d", 3)] as [(String, UInt64)] {
            let examiner = try LessonFixture(grade).examiner(seed: seed)
            var (run, random) = (try examiner.comprehensive(), RandomSource(seed: seed))
            try examiner.sit(&run) { _ in [.right, .wrong, .unknown].randomElement(using: &random) ?? .right }
            XCTAssertEqual(run.answers.count, Examiner.comprehensive)
            let items = run.answers.map { TestItem($0) }
            XCTAssertEqual(Set(items.map(\.neighbours)).count, items.count, "\(items)")
            let kinds = Dictionary(grouping: items.compactMap { TestKind($0.target.kind) }) { $0 }.mapValues(\.count)
            let whole = kinds.keys.reduce(0) { $0 + $1.weight }
            for (kind, count) in kinds {
                XCTAssertEqual(Double(count), kind.weight / whole * 30, accuracy: 1.01, "\(grade) \(kinds)")
            }
            let own = try Fixture.grade(grade)
            XCTAssertTrue(run.settings.pool.allSatisfy { $0.grade <= own })
        }
    }

    /// The test follows the learner: who is right is asked harder things.
    func testARightAnswerLeadsToHarderQuestions() throws {
        func mean(_ how: Examiner.How) throws -> Double {
            let examiner = try LessonFixture("1d").examiner(seed: 4)
            var run = try examiner.custom(TestWish(questions: 20, kinds: [.words]))
            let difficulty = Dictionary(uniqueKeysWithValues: run.settings.pool.map { ($0.item, $0.logits) })
            try examiner.sit(&run) { _ in how }
            return run.answers.suffix(10).reduce(0) { $0 + (difficulty[TestItem($1)] ?? 0) / 10 }
        }
        XCTAssertGreaterThan(try mean(.right), try mean(.unknown) + 1.5)
    }

    /// The same answers ask the same, so that undo and resuming need no state.
    func testATestGoesOnAsItWasAndTakingBackAsksTheSameAgain() throws {
        let fixture = try LessonFixture("4k")
        let examiner = try fixture.examiner(seed: 5)
        var run = try examiner.quick(questions: 10)
        for place in 0..<6 { try examiner.answer(place.isMultiple(of: 2) ? .right : .wrong, in: &run) }
        let task = try examiner.log.task(in: &run)
        try examiner.log.pause(&run)
        var again = try XCTUnwrap(fixture.examiner(seed: 9).unfinished(.quick))
        XCTAssertEqual(again.items, run.items)
        XCTAssertEqual(try examiner.log.task(in: &again), task)
        try examiner.answer(.right, in: &again)
        try examiner.log.takeBack(in: &again)
        XCTAssertEqual(again.items, run.items)
        XCTAssertEqual(try examiner.log.task(in: &again), task)
        XCTAssertNil(try examiner.unfinished(.comprehensive))
    }

    /// A word that was never met stays new; what was met moves by the rule of study; lessons move by theirs; and the day counts for tests.
    func testOnlyWhatWasMetMovesAmongTheWords() throws {
        let fixture = try LessonFixture("8k")
        let examiner = try fixture.examiner(seed: 2)
        let library = try LessonFixture.shelf.library()
        let study = Flashcards(
            library: library, learner: examiner.learner, log: fixture.base.log(),
            settings: StudySettings(newADay: 50, showsNew: false))
        var session = try study.begin(StudyConfiguration(cards: 50))
        while !session.isDone { try study.log.answer(.rated(.good), milliseconds: 10, in: &session) }
        fixture.base.sleep(days: 3)
        let before = try examiner.log.memories(of: .flashcards)
        var run = try examiner.custom(TestWish(questions: 50, kinds: [.words, .theory]))
        try examiner.sit(&run) { _ in .wrong }
        let after = try examiner.log.memories(of: .flashcards)
        XCTAssertEqual(Set(before.map(\.id)), Set(after.map(\.id)), "a test introduces no word")
        let moved = run.answers.filter { $0.target.kind == .flashcards }
        XCTAssertGreaterThan(moved.count, 3)
        for answer in moved {
            XCTAssertEqual(answer.after.schedule?.box, Schedule.firstBox)
            XCTAssertEqual(answer.evidence, .chosen)
            XCTAssertNotNil(answer.instead?.subject, "a wrong word is remembered as what it was taken for")
        }
        XCTAssertGreaterThan(run.answers.count { $0.target.kind == .tests }, 3)
        XCTAssertGreaterThan(try examiner.log.memories(of: .theory).count, 3)
        XCTAssertEqual(try study.newToday(), 0)
        let figures = PracticeFigures(try examiner.log.days(), today: examiner.log.today)
        XCTAssertEqual(figures.kinds.first { $0.kind == .tests }?.answers, run.answers.count)
        XCTAssertNil(figures.kinds.first { $0.kind == .theory })
    }

    func testACustomTestAsksOnlyWhatIsWished() throws {
        let examiner = try LessonFixture("6k").examiner()
        let wish = TestWish(questions: 12, belts: try ["8k", "7k"].map(Fixture.grade), kinds: [.theory, .patterns])
        let run = try examiner.custom(wish)
        XCTAssertEqual(run.items.count, 12)
        XCTAssertTrue(
            run.settings.pool.allSatisfy { ["8k", "7k"].contains($0.grade.id) && [.theory, .patterns].contains($0.area.kind) })
        let stances = try examiner.custom(TestWish(questions: 5, categories: ["stances"]))
        XCTAssertEqual(Set(stances.settings.pool.map(\.area)), [TestArea(kind: .words, name: "stances")])
        for (wish, wanted) in [
            (TestWish(questions: 5, belts: try [Fixture.grade("1d")]), "beltNotOpen"),
            (TestWish(questions: 5, categories: ["elephants"]), "unknownCategory"),
            (
                TestWish(questions: 5, belts: try [Fixture.grade("10k")], categories: ["stances"], kinds: [.sparring]),
                "unknownCategory"
            ),
        ] {
            XCTAssertEqual(TestBench.code { try examiner.custom(wish) }, wanted)
        }
    }

    func testAReviewSaysWhatWasChosenAndWhy() throws {
        let examiner = try LessonFixture("4k").examiner(seed: 6)
        var run = try examiner.comprehensive()
        var place = 0
        try examiner.sit(&run) { _ in
            place += 1
            return place.isMultiple(of: 3) ? .right : place.isMultiple(of: 2) ? .wrong : .unknown
        }
        let results = examiner.results(of: run)
        XCTAssertEqual(results.reviews.count, 30)
        for review in results.reviews {
            XCTAssertTrue(review.task.choices.contains(review.answer))
            XCTAssertEqual(review.isRight, review.chosen == review.answer)
            if let chosen = review.chosen {
                XCTAssertTrue(review.task.choices.contains(chosen), "\(chosen) in \(review.task.choices)")
            }
            if review.candidate.area.kind != .sparring { XCTAssertFalse(review.explanation.isEmpty, review.task.item.name) }
        }
        XCTAssertEqual(results.reviews.count { $0.chosen == nil }, run.answers.count { !$0.isRight && $0.instead == nil })
        XCTAssertEqual(results.areas.reduce(0) { $0 + $1.tally.asked }, 30)
        XCTAssertEqual(results.belts.reduce(0) { $0 + $1.tally.right }, 10)
        XCTAssertTrue(results.known.low < results.known.share && results.known.share < results.known.high)
        let progress = try examiner.progress()
        XCTAssertEqual(progress.whole, TestTally(asked: 30, right: 10))
        XCTAssertFalse(progress.weaknesses.isEmpty)
        XCTAssertTrue(progress.weaknesses.allSatisfy { $0.tally.accuracy < 0.625 && $0.tally.asked > 1 })
    }

    func testAPlanThatCannotBeIsDamage() throws {
        let plan = try LessonFixture("9k").examiner().quick(questions: 5).settings
        let kept = try JSONValue(encoding: plan)
        XCTAssertEqual(try kept.decoded(TestPlan.self), plan)
        let text = try String(decoding: JSONEncoder().encode(plan), as: UTF8.self)
        let broken = text.replacing(/"(10k|9k)",-?\d+/) { _ in "\"9k\",900000000" }
        XCTAssertNotEqual(broken, text)
        XCTAssertThrowsError(try JSONDecoder().decode(TestPlan.self, from: Data(broken.utf8)))
    }
}
