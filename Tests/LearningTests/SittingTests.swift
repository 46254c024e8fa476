import Content
import Kernel
import Learning
import LearningTesting
import Practice
import XCTest

/// Tests of one session: answers, undo, pause and resume, and judged answers.
final class SittingTests: XCTestCase {
    func testPausedSessionResumesAtSamePlace() throws {
        let fixture = StudyFixture()
        let flashcards = try fixture.flashcards()
        var sitting = try flashcards.begin()
        for _ in 0..<5 { try flashcards.log.answer(.rated(.good), milliseconds: 1000, in: &sitting) }
        try flashcards.log.skip(in: &sitting)
        let remaining = sitting.remaining
        XCTAssertNil(try fixture.flashcards().unfinished(), "it may still run in another window")
        XCTAssertEqual(try fixture.flashcards().unfinished(running: true)?.remaining, remaining)
        try flashcards.log.pause(&sitting)
        let later = try XCTUnwrap(fixture.flashcards(seed: 99).unfinished())
        XCTAssertEqual(later.remaining, remaining)
        XCTAssertEqual(later.answers.count, 5)
        var resumed = later
        try flashcards.log.resume(&resumed)
        XCTAssertNil(resumed.log.pausedAt)
    }

    func testAbandonedSessionCanBeResumedAfterTenMinutes() throws {
        let fixture = StudyFixture()
        let flashcards = try fixture.flashcards()
        var sitting = try flashcards.begin()
        fixture.wait(seconds: 500)
        try flashcards.log.answer(.rated(.good), milliseconds: 1000, in: &sitting)
        fixture.wait(seconds: 599)
        XCTAssertNil(try flashcards.unfinished())
        fixture.wait(seconds: 1)
        XCTAssertEqual(try flashcards.unfinished()?.remaining, 19)
    }

    func testFinishedSessionIsNotResumed() throws {
        let flashcards = try StudyFixture().flashcards()
        var random = RandomSource(seed: 5)
        let results = try flashcards.play(try flashcards.begin(), &random)
        XCTAssertEqual(results.answered + results.skipped, results.cards)
        XCTAssertEqual(results.remaining, 0)
        XCTAssertNil(try flashcards.unfinished(running: true))
    }

    func testResultsSummarizeAnswers() throws {
        let fixture = StudyFixture()
        let flashcards = try fixture.flashcards()
        var sitting = try flashcards.begin(StudyConfiguration(cards: 10))
        for rating in [Rating.again, .hard, .good, .easy] {
            try flashcards.log.answer(.rated(rating), milliseconds: 45_000, in: &sitting)
        }
        let results = try flashcards.results(of: sitting)
        XCTAssertEqual(
            [results.answered, results.right, results.new, results.promoted, results.demoted, results.remaining],
            [4, 3, 4, 2, 0, 7], "a missed card repeats once")
        XCTAssertEqual(results.accuracy, 0.75)
        XCTAssertEqual(results.minutes, 3)
        XCTAssertEqual(results.missed.map(\.id), [sitting.items[0].term])
    }

    func testStoreUndoRemovesAnswer() throws {
        let fixture = StudyFixture()
        let flashcards = try fixture.flashcards()
        var sitting = try flashcards.begin()
        try flashcards.log.answer(.rated(.good), milliseconds: 1000, in: &sitting)
        XCTAssertTrue(try fixture.store.undoLast().label.hasSuffix("good"))
        XCTAssertEqual(try fixture.answers().count, 0)
        XCTAssertEqual(try flashcards.statistics().practice.answers, 0)
        XCTAssertThrowsError(try flashcards.log.undoAnswer(in: &sitting)) {
            XCTAssertEqual(($0 as? Failure)?.code, .answerNotFound)
        }
    }

    func testRepeatedUndoRemovesAnswersOneByOne() throws {
        let fixture = StudyFixture()
        let flashcards = try fixture.flashcards()
        var sitting = try flashcards.begin()
        for _ in 0..<3 { try flashcards.log.answer(.rated(.good), milliseconds: 1000, in: &sitting) }
        try flashcards.log.undoAnswer(in: &sitting)
        // Undo reverts the removal first. Then it removes the third, second and first answer.
        for remaining in [3, 2, 1, 0] {
            _ = try fixture.store.undoLast()
            XCTAssertEqual(try fixture.answers().count, remaining)
            XCTAssertEqual(try fixture.log().days().first?.answers ?? 0, remaining)
            XCTAssertEqual(try fixture.log().memories(of: .flashcards).count, remaining)
        }
    }

    func testPresetAppliesToFollowingSessions() throws {
        let fixture = StudyFixture()
        XCTAssertEqual(try fixture.flashcards().begin().settings.scheduler, "standard")
        fixture.wait(seconds: 1)
        XCTAssertEqual(
            try fixture.flashcards().begin(StudyConfiguration(scheduler: "1/3/7/14/30")).settings.scheduler,
            "1/3/7/14/30")
        fixture.wait(seconds: 1)
        var sitting = try fixture.flashcards().begin()
        try fixture.log().answer(.rated(.good), milliseconds: 1, in: &sitting)
        // Three days, or one day less, depending on the spread of the card.
        let wait = try XCTUnwrap(sitting.answers[0].after.schedule?.due).days(since: fixture.log().today)
        XCTAssertTrue((2...3).contains(wait), "\(wait)")
    }

    func testTypedAnswersAcceptVariants() throws {
        let cases: [(StudyConfiguration.Directions, String, AnswerJudge.Verdict, Rating)] = [
            (.englishToKorean, "걷는 서기", .right, .good), (.englishToKorean, "걷는서기", .right, .good),
            (.englishToKorean, "Gunnun Sogi", .right, .good), (.englishToKorean, "gunnum sogi", .nearlyRight, .hard),
            (.englishToKorean, "앉는 서기", .wrong, .again), (.koreanToEnglish, "walking stance", .right, .good),
            (.koreanToEnglish, "walkin stance", .nearlyRight, .hard), (.koreanToEnglish, "1", .wrong, .again),
        ]
        for (directions, typed, verdict, rating) in cases {
            let flashcards = try StudyFixture().flashcards("10k")
            var sitting = try flashcards.begin(
                StudyConfiguration(directions: directions, mode: .test, terms: ["walking-stance"]))
            let question = try XCTUnwrap(flashcards.question(in: sitting))
            let mark = try flashcards.log.answer(.typed(typed), to: question, milliseconds: 0, in: &sitting)
            XCTAssertEqual(mark.rating, verdict.rating, typed)
            XCTAssertEqual(sitting.answers.map(\.rating), [rating], typed)
        }
    }

    func testChoicesAreStableAndContainOneRightAnswer() throws {
        for seed in 1...3 as ClosedRange<UInt64> {
            let fixture = StudyFixture()
            let flashcards = try fixture.flashcards("10k", seed: seed)
            var sitting = try flashcards.begin(
                StudyConfiguration(
                    cards: 50, directions: seed % 2 == 0 ? .koreanToEnglish : .englishToKorean, mode: .test,
                    answering: .choose))
            let judge = AnswerJudge()
            var places: Set<Int> = []
            while let question = try flashcards.question(in: sitting) {
                XCTAssertEqual(try flashcards.question(in: sitting)?.choices, question.choices)
                XCTAssertEqual(question.choices.count, 4)
                let right = question.choices.filter { choice in
                    let faces = question.asked == .english ? [choice.english] : [choice.hangul, choice.romanization]
                    return faces.contains {
                        judge.judge($0, against: question.term, asked: question.asked).verdict == .right
                    }
                        || question.text(of: choice) == question.answer || choice.hangul == question.term.hangul
                }
                XCTAssertEqual(right.map(\.id), [question.term.id])
                XCTAssertGreaterThanOrEqual(question.choices.count { $0.category == question.term.category }, 3)
                let number = 1 + (question.choices.firstIndex { $0.id == question.term.id } ?? 9)
                places.insert(number)
                XCTAssertEqual(sitting.exercise.judge(.typed("\(number)"), to: question, in: sitting).rating, .good)
                XCTAssertEqual(
                    sitting.exercise.judge(.typed("\(number % 4 + 1)"), to: question, in: sitting).rating, .again)
                try flashcards.log.answer(.rated(.good), milliseconds: 0, in: &sitting)
            }
            XCTAssertEqual(places, [1, 2, 3, 4], "the right choice occurs at every place")
        }
    }

    func testConcurrentSessionsKeepAllAnswers() throws {
        let fixture = StudyFixture()
        let flashcards = try fixture.flashcards(seed: 1)
        let other = try fixture.flashcards(seed: 2)
        var first = try flashcards.begin()
        var second = try other.begin()
        for turn in 0..<20 {
            let question = try XCTUnwrap(other.question(in: second))
            try flashcards.log.answer(.rated(turn % 3 == 0 ? .hard : .good), milliseconds: 10, in: &first)
            // The second session shows its question while the first answers.
            try other.log.answer(.rated(.easy), to: question, milliseconds: 10, in: &second)
        }
        XCTAssertEqual(try fixture.log().answers(of: first.id), first.answers)
        XCTAssertEqual(try fixture.log().answers(of: second.id), second.answers)
        XCTAssertEqual(try flashcards.statistics().practice.answers, 40)
    }
}
