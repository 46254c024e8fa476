import Kernel
import Learning
import LearningTesting
import Practice
import XCTest

/// Tests that figures for other profiles, computed from keys only, agree with the full statistics.
final class FamilyFiguresTests: XCTestCase {
    func testFiguresFromKeysAgreeWithStatistics() throws {
        for seed in 0..<12 as Range<UInt64> {
            var random = RandomSource(seed: seed)
            let fixture = StudyFixture()
            func compare() throws {
                let cards = try fixture.flashcards()
                let statistics = try cards.statistics()
                XCTAssertEqual(try cards.dueCount(), statistics.cards.due, "seed \(seed)")
                XCTAssertEqual(try cards.dueCount(), try cards.due().count, "seed \(seed)")
                XCTAssertEqual(try cards.log.streak(), statistics.practice.streak.current, "seed \(seed)")
            }
            try compare()
            for _ in 0..<12 {
                let cards = try fixture.flashcards()
                if let run = try? cards.begin(StudyConfiguration(cards: 8)) { _ = try cards.play(run, &random) }
                if Int.random(in: 0..<3, using: &random) == 0,
                    let term = cards.library.terms.randomElement(using: &random)
                {
                    try cards.setAside(term)
                }
                try compare()
                fixture.sleep(days: Int.random(in: 0..<9, using: &random) == 0 ? 3 : 1)
                try compare()
            }
        }
    }

    /// The streak is longer than one page of the query.
    func testLongStreakIsCountedCompletely() throws {
        let fixture = StudyFixture()
        for count in 1...70 {
            let cards = try fixture.flashcards()
            var run = try cards.begin(StudyConfiguration(cards: 1))
            try cards.log.answer(.rated(.easy), milliseconds: 1, in: &run)
            if count % 7 == 0 {
                var more = try cards.begin(StudyConfiguration(cards: 1))
                try cards.log.answer(.rated(.easy), milliseconds: 1, in: &more)
            }
            if [1, 31, 32, 33, 64, 70].contains(count) { XCTAssertEqual(try cards.log.streak(), count) }
            fixture.sleep(days: 1)
        }
        XCTAssertEqual(try fixture.log().streak(), 70, "today is not over")
        fixture.sleep(days: 1)
        XCTAssertEqual(try fixture.log().streak(), 0)
    }
}
