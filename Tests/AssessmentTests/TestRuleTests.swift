import Content
import Foundation
import Kernel
import LearningTesting
import LessonsTesting
import Practice
import TestSupport
import XCTest

@testable import Assessment
@testable import Learning

/// Tests of the questions of tests, of their effect on memories, and of resumed tests.
final class TestRuleTests: XCTestCase {
    func testComprehensiveTestBalancesKindsWithoutRepetition() throws {
        for (grade, seed) in [("10k", 1), ("4k", 2), ("1d", 3)] as [(String, UInt64)] {
            let examiner = try LessonFixture(grade).examiner(seed: seed)
            var run = try examiner.comprehensive()
            var random = RandomSource(seed: seed)
            try examiner.sit(&run) { _ in [.right, .wrong, .unknown].randomElement(using: &random) ?? .right }
            XCTAssertEqual(run.answers.count, Examiner.comprehensiveLength)
            let items = run.answers.map { TestItem($0) }
            XCTAssertEqual(Set(items.map(\.exclusionKey)).count, items.count, "\(items)")
            let kinds = Dictionary(grouping: items.compactMap { TestSubject($0.target.kind) }) { $0 }.mapValues(\.count)
            let totalWeight = kinds.keys.reduce(0) { $0 + $1.weight }
            for (kind, count) in kinds {
                XCTAssertEqual(Double(count), kind.weight / totalWeight * 30, accuracy: 1.01, "\(grade) \(kinds)")
            }
            let own = try StudyFixture.grade(grade)
            XCTAssertTrue(run.settings.pool.allSatisfy { $0.grade <= own })
        }
    }

    func testRightAnswersLeadToHarderQuestions() throws {
        func mean(_ kind: Examiner.AnswerKind) throws -> Double {
            let examiner = try LessonFixture("1d").examiner(seed: 4)
            var run = try examiner.custom(TestRequest(questions: 20, kinds: [.words]))
            let difficulty = Dictionary(uniqueKeysWithValues: run.settings.pool.map { ($0.item, $0.logits) })
            try examiner.sit(&run) { _ in kind }
            return run.answers.suffix(10).reduce(0) { $0 + (difficulty[TestItem($1)] ?? 0) / 10 }
        }
        XCTAssertGreaterThan(try mean(.right), try mean(.unknown) + 1.5)
    }

    /// The questions follow from the answers, so undo and resume need no further state.
    func testResumeAndUndoAskSameQuestions() throws {
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
        try examiner.log.undoAnswer(in: &again)
        XCTAssertEqual(again.items, run.items)
        XCTAssertEqual(try examiner.log.task(in: &again), task)
        XCTAssertNil(try examiner.unfinished(.comprehensive))
    }

    /// A test updates studied words by the rule of flashcards and lessons by theirs. Words that
    /// were never studied stay new.
    func testTestsUpdateOnlyStudiedWords() throws {
        let fixture = try LessonFixture("8k")
        let examiner = try fixture.examiner(seed: 2)
        let library = try LessonFixture.blobStore.library()
        let study = Flashcards(
            library: library, learner: examiner.learner, log: fixture.base.log(),
            settings: StudySettings(newADay: 50, showsNew: false))
        var session = try study.begin(StudyConfiguration(cards: 50))
        while !session.isDone { try study.log.answer(.rated(.good), milliseconds: 10, in: &session) }
        fixture.base.sleep(days: 3)
        let before = try examiner.log.memories(of: .flashcards)
        var run = try examiner.custom(TestRequest(questions: 50, kinds: [.words, .theory]))
        try examiner.sit(&run) { _ in .wrong }
        let after = try examiner.log.memories(of: .flashcards)
        XCTAssertEqual(Set(before.map(\.id)), Set(after.map(\.id)), "a test introduces no new word")
        let updated = run.answers.filter { $0.target.kind == .flashcards }
        XCTAssertGreaterThan(updated.count, 3)
        for answer in updated {
            XCTAssertEqual(answer.after.schedule?.box, Schedule.firstBox)
            XCTAssertEqual(answer.evidence, .chosen)
            XCTAssertNotNil(answer.instead?.subject, "a wrong answer stores the confused word")
        }
        XCTAssertGreaterThan(run.answers.count { $0.target.kind == .tests }, 3)
        XCTAssertGreaterThan(try examiner.log.memories(of: .theory).count, 3)
        XCTAssertEqual(try study.newToday(), 0)
        let figures = PracticeStatistics(try examiner.log.days(), today: examiner.log.today)
        XCTAssertEqual(figures.kinds.first { $0.kind == .tests }?.answers, run.answers.count)
        XCTAssertNil(figures.kinds.first { $0.kind == .theory })
    }

    func testCustomTestHasOnlyRequestedContent() throws {
        let examiner = try LessonFixture("6k").examiner()
        let request = TestRequest(
            questions: 12, belts: try ["8k", "7k"].map(StudyFixture.grade), kinds: [.theory, .patterns])
        let run = try examiner.custom(request)
        XCTAssertEqual(run.items.count, 12)
        XCTAssertTrue(
            run.settings.pool.allSatisfy {
                ["8k", "7k"].contains($0.grade.id) && [.theory, .patterns].contains($0.area.kind)
            })
        let stances = try examiner.custom(TestRequest(questions: 5, categories: ["stances"]))
        XCTAssertEqual(Set(stances.settings.pool.map(\.area)), [TestArea(kind: .words, name: "stances")])
        for (request, expected) in [
            (TestRequest(questions: 5, belts: try [StudyFixture.grade("1d")]), "beltNotOpen"),
            (TestRequest(questions: 5, categories: ["elephants"]), "unknownCategory"),
            (
                TestRequest(
                    questions: 5, belts: try [StudyFixture.grade("10k")], categories: ["stances"], kinds: [.sparring]),
                "unknownCategory"
            ),
        ] {
            XCTAssertEqual(TestSupport.code { try examiner.custom(request) }, expected)
        }
    }

    func testReviewShowsChosenAnswersAndExplanations() throws {
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
            if review.candidate.area.kind != .sparring {
                XCTAssertFalse(review.explanation.isEmpty, review.task.item.name)
            }
        }
        XCTAssertEqual(
            results.reviews.count { $0.chosen == nil }, run.answers.count { !$0.isRight && $0.instead == nil })
        XCTAssertEqual(results.areas.reduce(0) { $0 + $1.tally.asked }, 30)
        XCTAssertEqual(results.belts.reduce(0) { $0 + $1.tally.right }, 10)
        XCTAssertTrue(
            results.knownShare.low < results.knownShare.share && results.knownShare.share < results.knownShare.high)
        let progress = try examiner.progress()
        XCTAssertEqual(progress.total, TestTally(asked: 30, right: 10))
        XCTAssertFalse(progress.weaknesses.isEmpty)
        XCTAssertTrue(progress.weaknesses.allSatisfy { $0.tally.accuracy < 0.625 && $0.tally.asked > 1 })
    }

    func testInvalidPlanFailsToDecode() throws {
        let plan = try LessonFixture("9k").examiner().quick(questions: 5).settings
        let kept = try JSONValue(encoding: plan)
        XCTAssertEqual(try kept.decoded(TestPlan.self), plan)
        let text = try String(decoding: JSONEncoder().encode(plan), as: UTF8.self)
        let broken = text.replacing(/"(10k|9k)",-?\d+/) { _ in "\"9k\",900000000" }
        XCTAssertNotEqual(broken, text)
        XCTAssertThrowsError(try JSONDecoder().decode(TestPlan.self, from: Data(broken.utf8)))
    }
}
