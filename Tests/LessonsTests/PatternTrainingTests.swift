import Content
import ContentAdapters
import Kernel
import Learning
import LearningTesting
import Lessons
import Practice
import Storage
import XCTest

/// Tests of practice, quizzes and tests of patterns, over the bundled content.
final class PatternTrainingTests: XCTestCase {
    private static let blobStore = DevicePacks(folder: "/nonexistent")
    private static let curriculum = Curriculum(blobStore.sources().readable)

    private func training(
        _ fixture: StudyFixture, _ grade: String = "9k", _ mode: LearningMode = .progression, seed: UInt64 = 1
    )
        throws
        -> PatternTraining
    {
        PatternTraining(
            curriculum: Self.curriculum, learner: Learner(grade: try StudyFixture.grade(grade), mode: mode),
            log: fixture.log(seed: seed),
            terms: { try Self.blobStore.library().terms })
    }

    func testPatternsOpenWithGradeAndMode() throws {
        let grades = Self.curriculum.belts().belts.map(\.grade)
        for mode in LearningMode.allCases {
            var before: Set<String> = []
            for grade in grades {
                let standings = try training(StudyFixture(), grade.id, mode).masteries()
                let open = Set(standings.filter(\.isOpen).map(\.heading.id))
                XCTAssertTrue(open.isSuperset(of: before), "\(grade)")
                before = open
                for standing in standings {
                    XCTAssertEqual(standing.isOpen, standing.opensAt == nil)
                    if let opensAt = standing.opensAt {
                        XCTAssertGreaterThan(opensAt, grade)
                        XCTAssertNoThrow(try training(StudyFixture(), opensAt.id, mode).pattern(standing.heading.id))
                    }
                    if standing.heading.grade <= grade { XCTAssertTrue(standing.isOpen) }
                    if mode == .mastery { XCTAssertEqual(standing.isOpen, standing.heading.grade <= grade) }
                }
            }
        }
        XCTAssertNoThrow(try training(StudyFixture(), "9k").pattern("dan-gun"))
        XCTAssertThrowsError(try training(StudyFixture(), "9k", .mastery).pattern("dan-gun")) {
            XCTAssertEqual(($0 as? Failure)?.code, .patternLocked)
            XCTAssertTrue(($0 as? Failure)?.message.contains("8th keup") ?? false, "\($0)")
        }
    }

    /// New patterns come first, those of the learner's grade before later ones. Then all take
    /// turns. An unfinished pattern comes before all others.
    func testPatternOfTheDayRotatesThroughOpenPatterns() throws {
        let fixture = StudyFixture()
        let open = Set(try training(fixture, "7k").masteries().filter(\.isOpen).map(\.heading.id))
        var order: [String] = []
        for _ in 0..<(2 * open.count) {
            let training = try training(fixture, "7k")
            let pattern = try training.patternOfTheDay()
            order.append(pattern.id)
            var sitting = try training.practice(pattern)
            XCTAssertEqual(try training.patternOfTheDay().id, pattern.id, "the pattern is not done yet")
            for _ in pattern.moves { try training.log.answer(true, milliseconds: 900, in: &sitting) }
            try training.log.finish(&sitting)
            fixture.wait(seconds: 86_400)
        }
        XCTAssertEqual(Set(order.prefix(open.count)), open)
        XCTAssertEqual(Array(order.prefix(open.count)), Array(order.suffix(open.count)))
        XCTAssertEqual(order.first, "do-san")
    }

    func testInterruptedPracticeResumesAtSameMovement() throws {
        let fixture = StudyFixture()
        let pattern = try training(fixture).pattern("chon-ji")
        for (index, move) in pattern.moves.enumerated() {
            let training = try training(fixture, seed: UInt64(index))
            var sitting = try training.practice(pattern)
            XCTAssertEqual(sitting.item, move.number)
            XCTAssertEqual(sitting.answers.count, index)
            try training.log.answer(.followed(isWell: index % 4 != 1), milliseconds: 1500, in: &sitting)
            XCTAssertEqual(try fixture.log().days().reduce(0) { $0 + $1.answers }, index + 1)
        }
        let standing = try training(fixture).mastery(of: pattern)
        XCTAssertEqual(standing.shaky, pattern.moves.map(\.number).filter { $0 % 4 == 2 })
        XCTAssertEqual(
            try training(fixture).practice(pattern).answers.count, 0, "a completed pattern starts again")
    }

    func testInterruptedQuizAsksSameQuestions() throws {
        let uninterrupted = StudyFixture()
        let interrupted = StudyFixture()
        let pattern = try training(uninterrupted).pattern("chon-ji")
        var all = try training(uninterrupted).quiz([pattern], subject: "chon-ji", questions: 12)
        var prompts: [[String]] = []
        let log = uninterrupted.log()
        while let question = try log.task(in: &all) {
            prompts.append([question.prompt] + question.choices.map(\.text))
            try log.answer("1", to: question, milliseconds: 10, in: &all)
        }
        for turn in 0..<12 {
            var round = try training(interrupted, seed: turn == 0 ? 1 : 99).quiz(
                [pattern], subject: "chon-ji", questions: 12)
            let question = try XCTUnwrap(interrupted.log().task(in: &round))
            XCTAssertEqual([question.prompt] + question.choices.map(\.text), prompts[turn], "question \(turn)")
            try interrupted.log().answer("1", milliseconds: 10, in: &round)
            if round.isDone { try interrupted.log().finish(&round) }
        }
        XCTAssertEqual(
            try interrupted.log().memories(of: .patterns).map(\.state.memory),
            try uninterrupted.log().memories(of: .patterns).map(\.state.memory))
    }

    func testTestPassesWithRightAnswersAndFailsWithSkips() throws {
        for mode in PatternRound.Mode.allCases {
            let fixture = StudyFixture()
            let training = try training(fixture)
            let pattern = try training.pattern("chon-ji")
            var round = try training.test(pattern, mode: mode)
            XCTAssertEqual(round.items.count, pattern.moves.count)
            while let question = try training.log.task(in: &round) {
                XCTAssertTrue(
                    try training.log.answer(question.displayedAnswer, milliseconds: 0, in: &round).isRight,
                    question.prompt)
            }
            try training.log.finish(&round)
            XCTAssertEqual(round.log.outcome, .init(share: 1000, isPassed: true))
            let level = try training.mastery(of: pattern).level
            XCTAssertEqual(level, mode == .typed ? 1000 : 800, "a test measures: all answers were right")
            var skipped = try training.test(pattern, mode: mode, isNew: true)
            while !skipped.isDone { try training.log.answer(nil, milliseconds: 0, in: &skipped) }
            try training.log.finish(&skipped)
            XCTAssertEqual(skipped.log.outcome, .init(share: 0, isPassed: false))
            XCTAssertLessThan(try training.mastery(of: pattern).level, level)
        }
    }

    /// After a test, the level of the pattern is the score of the test, whatever it was before.
    func testTestSetsMasteryOfPattern() throws {
        for heading in Curriculum(BundledPacks.sources).patterns().value {
            let fixture = StudyFixture()
            let training = try training(fixture, "6d")
            let pattern = try training.pattern(heading.id)
            var random = RandomSource(seed: UInt64(heading.count))
            var before = try training.practice(pattern)
            for _ in 0..<5 { try training.log.answer(.followed(isWell: true), milliseconds: 1, in: &before) }
            var round = try training.test(pattern, mode: .typed)
            while let question = try training.log.task(in: &round) {
                let isKnown = Int.random(in: 0..<3, using: &random) > 0
                try training.log.answer(isKnown ? question.displayedAnswer : nil, milliseconds: 0, in: &round)
            }
            let shares = round.answers.map(\.share).reduce(0, +)
            XCTAssertEqual(try training.mastery(of: pattern).level, shares / heading.count, heading.id)
            var again = try training.test(pattern, mode: .typed, isNew: true)
            while let question = try training.log.task(in: &again) {
                try training.log.answer(question.displayedAnswer, milliseconds: 0, in: &again)
            }
            XCTAssertGreaterThanOrEqual(try training.mastery(of: pattern).level, 950, heading.id)
        }
    }

    func testUndoAsksSameQuestionAgain() throws {
        let fixture = StudyFixture()
        let training = try training(fixture)
        var round = try training.quiz([training.pattern("chon-ji")], subject: "chon-ji", questions: 5)
        let before = try fixture.log().days()
        let prompt = try training.log.task(in: &round)?.prompt
        try training.log.answer("2", milliseconds: 5, in: &round)
        try training.log.undoAnswer(in: &round)
        XCTAssertEqual(try training.log.task(in: &round)?.prompt, prompt)
        XCTAssertEqual(try fixture.log().days(), before)
        XCTAssertEqual(try fixture.log().memories(of: .patterns), [])
    }

    func testDurationFollowsTimingOfMovement() {
        let tempo = MoveTempo(beat: 1.5)
        func seconds(_ timing: Move.Timing?) -> Double {
            var move = Move(1)
            move.timing = timing
            return tempo.seconds(of: move)
        }
        XCTAssertEqual(seconds(nil), 1.5)
        XCTAssertEqual(seconds(.slow), 3)
        for timing in [Move.Timing.fast, .continuous, .connecting] { XCTAssertLessThan(seconds(timing), 1.5) }
        XCTAssertEqual(MoveTempo(beat: 0).beat, 0.2)
    }
}
