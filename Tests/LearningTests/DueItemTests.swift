import Content
import Interface
import Kernel
import Learning
import LearningCommands
import LearningTesting
import Practice
import TerminalTesting
import XCTest

/// Tests of repeated cards after mistakes, of new words shown before they are asked, and of due
/// dates.
final class DueItemTests: XCTestCase {
    /// A missed card is repeated after four others or at the end. Only the first answer of a day
    /// changes the memory state. Undo removes the repetition too.
    func testMissedCardsRepeatUntilKnown() throws {
        for seed in 1...12 as ClosedRange<UInt64> {
            var random = RandomSource(seed: seed)
            let fixture = StudyFixture()
            let flashcards = try fixture.flashcards(seed: seed)
            var run = try flashcards.begin(StudyConfiguration(cards: Int.random(in: 1...12, using: &random)))
            let planned = run.items
            while let item = run.item {
                let place = run.place
                let rest = Array(run.items.dropFirst(run.place + 1))
                let before = run.items
                let state = try flashcards.log.memory(of: item.card.target)
                let isRight = Int.random(in: 0..<3, using: &random) > 0
                try flashcards.log.answer(.rated(isRight ? .good : .again), milliseconds: 1, in: &run)
                var expected = rest
                if !isRight { expected.insert(StudyItem(item.card, .again), at: min(4, rest.count)) }
                XCTAssertEqual(Array(run.items.dropFirst(place + 1)), expected, "seed \(seed)")
                let answer = try XCTUnwrap(run.answers.last)
                XCTAssertEqual(answer.isRepeat, item.step == .again)
                if item.step == .again {
                    XCTAssertEqual(try flashcards.log.memory(of: item.card.target)?.memory, state?.memory)
                }
                if Int.random(in: 0..<4, using: &random) == 0 {
                    try flashcards.log.undoAnswer(in: &run)
                    XCTAssertEqual(run.items, before)
                    XCTAssertEqual(try flashcards.log.memory(of: item.card.target), state)
                }
            }
            XCTAssertEqual(Set(run.answers.filter { !$0.isRepeat }.map(\.target)).count, planned.count)
            for card in planned.map(\.card) {
                XCTAssertEqual(
                    run.answers.last { $0.target == card.target }?.isRight, true,
                    "all cards are known in the end, seed \(seed)")
            }
        }
    }

    /// A session interrupted anywhere keeps its repetitions. Only first answers count in its
    /// results.
    func testRepetitionsSurviveProcessRestart() throws {
        let fixture = StudyFixture()
        let flashcards = try fixture.flashcards()
        var run = try flashcards.begin(StudyConfiguration(cards: 3))
        for rating in [Rating.again, .good, .again] {
            try flashcards.log.answer(.rated(rating), milliseconds: 1, in: &run)
        }
        try flashcards.log.pause(&run)
        var unfinished = try XCTUnwrap(fixture.flashcards(seed: 9).unfinished())
        XCTAssertEqual(unfinished.items, run.items)
        XCTAssertEqual([unfinished.place, unfinished.remainingCards], [3, 2])
        for _ in 0..<2 { try flashcards.log.answer(.rated(.good), milliseconds: 1, in: &unfinished) }
        try flashcards.log.finish(&unfinished)
        let results = try flashcards.results(of: unfinished)
        XCTAssertEqual(
            [results.cards, results.answered, results.right, results.repeats, results.remaining], [3, 3, 1, 2, 0])
        XCTAssertEqual(unfinished.log.outcome?.share, 333)
    }

    /// A new word is shown once before it is asked, with up to two questions in between.
    func testNewWordsAreShownBeforeTheyAreAsked() throws {
        let fixture = StudyFixture()
        let flashcards = try fixture.flashcards("9k", settings: StudySettings(newADay: 8))
        for day in 0..<6 {
            guard var run = try? flashcards.begin(StudyConfiguration(cards: 12)) else { continue }
            let studied = Set(try flashcards.log.memories(of: .flashcards).map(\.target.subject))
            for (place, item) in run.items.enumerated() where item.step == .ask {
                let showIndex = run.items.prefix(place).lastIndex { $0.step == .show && $0.term == item.term }
                XCTAssertEqual(showIndex == nil, studied.contains(item.term), "day \(day)")
                let askCount = run.items.prefix(place).count { $0.step == .ask }
                let between = showIndex.map { run.items[$0..<place].count { $0.step == .ask } }
                if let between { XCTAssertEqual(between, min(2, askCount), "day \(day)") }
            }
            while let item = run.item {
                if item.step == .show { try flashcards.log.skip(in: &run); continue }
                try flashcards.log.answer(.rated(.good), milliseconds: 1, in: &run)
            }
            try flashcards.log.finish(&run)
            fixture.sleep(days: 1)
        }
    }

    func testNewWordScreenPrecedesQuestion() throws {
        let fixture = StudyFixture(library: StudyFixture.threeTerms)
        var session = try fixture.study("10k", StudySettings()).dialogue("study")
        XCTAssertTrue(
            session.text().hasPrefix(
                "A new word. Say it aloud; you will be asked in a moment.\n\n걷는 서기 (gunnun sogi)\nWalking stance\n"))
        XCTAssertTrue(session.text().contains("서기  sogi, standing"), session.text())
        XCTAssertEqual(session.wanted.prefix(2), ["space next", "enter next"])
        try session.press(keys: "space enter space")
        XCTAssertTrue(session.text().hasPrefix("Card 1 of 3, new, Korean to English"), session.text())
        XCTAssertEqual(try fixture.answers().count, 0, "looking is not an answer")
        var test = try fixture.study("10k", StudySettings()).dialogue("study", ["--mode", "test", "--new"])
        XCTAssertEqual(test.wanted.first, "space next", "a test shows new words too")
        try test.press(keys: "space space space")
        XCTAssertEqual(test.wanted, ["English:"])
    }

    /// The session waits after the last answer, so that it can be undone. Then the results follow.
    func testLastAnswerCanBeUndoneBeforeResults() throws {
        let fixture = StudyFixture(library: StudyFixture.threeTerms)
        var session = try fixture.study("10k").dialogue("study")
        XCTAssertNil(try session.press(keys: "space 3 space 3 space 4"))
        XCTAssertEqual(session.text(), "That was the last card: 3 of 3 right.\n")
        XCTAssertEqual(session.wanted, ["space results", "enter results", "u undo", "q quit"])
        try session.press(keys: "u")
        XCTAssertTrue(session.text().hasPrefix("Taken back: easy.\n\nCard 3 of 3, new"), session.text())
        XCTAssertEqual(try fixture.answers().count, 2)
        try session.press(keys: "space 1")
        XCTAssertTrue(
            session.text().hasPrefix(
                "Once more, Korean to English. This is extra practice: the card stays in its box."),
            session.text())
        try session.press(keys: "space 3")
        let output = try XCTUnwrap(session.press(keys: "enter"))
        XCTAssertEqual(output.value("right"), .integer(2))
        XCTAssertEqual(output.value("repeats"), .integer(1))
        XCTAssertNotNil(try fixture.flashcards("10k").latest()?.log.endedAt)
    }

    func testAnswerKeysShowNextDueDate() throws {
        let fixture = StudyFixture()
        let flashcards = try fixture.flashcards()
        for _ in 0..<6 {
            var run = try flashcards.begin(StudyConfiguration(cards: 6, newLimit: 6))
            while let question = try flashcards.question(in: run) {
                let rating: Rating = question.number % 2 == 0 ? .easy : .good
                let wait = try XCTUnwrap(question.waits[rating])
                XCTAssertEqual(question.waits.count, 4)
                try flashcards.log.answer(.rated(rating), milliseconds: 1, in: &run)
                XCTAssertEqual(run.answers.last?.after.schedule?.due, flashcards.log.today.adding(days: wait))
            }
            try flashcards.log.finish(&run)
            fixture.sleep(days: 5)
        }
        var session = try fixture.study().dialogue("study", ["--new"])
        try session.press(keys: "space")
        guard case .key(let hints) = session.view.wanted else { return XCTFail("the view expects keys") }
        XCTAssertEqual(hints.prefix(4).map(\.meaning), ["again", "hard", "good", "easy"])
        XCTAssertEqual(hints.first?.outcome, "today")
        XCTAssertTrue(
            hints[1...3].allSatisfy { $0.outcome.hasSuffix("day") || $0.outcome.hasSuffix("days") }, "\(hints)")
        try session.press(keys: "1 space 3 space 3 space 3 space 3 space")
        guard case .key(let again) = session.view.wanted else { return XCTFail("the view expects keys") }
        XCTAssertEqual(again.prefix(4).map(\.outcome), ["today", "", "", ""], "practice changes no schedule")
    }
}
