import Content
import Kernel
import Learning
import LearningTesting
import Practice
import XCTest

/// Tests over weeks of plain `study`: all cards counted as due or new are asked, and the whole deck
/// is learned.
final class StudyDaysTests: XCTestCase {
    /// The three simulated learners answer 10, 8 and 5 of 10 cards correctly.
    func testPlainStudyAsksAllCountedCards() throws {
        for (seed, right) in [(1, 10), (2, 8), (3, 5)] as [(UInt64, Int)] {
            var random = RandomSource(seed: seed)
            let flashcards = try simulated(days: 24, seed: seed) { _ in
                Int.random(in: 0..<10, using: &random) < right ? .good : .again
            }
            let cards = try flashcards.statistics().cards
            XCTAssertEqual(
                [cards.learning, cards.later, cards.new], [cards.total, 0, 0], "the full deck, seed \(seed)")
        }
    }

    /// A learner who misses every card is never asked to produce a word.
    func testUnrecognizedWordsAreNotAskedFromEnglish() throws {
        let flashcards = try simulated(days: 5, seed: 4) { _ in .again }
        let cards = try flashcards.statistics().cards
        XCTAssertEqual([cards.learning, cards.later], [63, 63])
        XCTAssertEqual(
            Set(try flashcards.log.memories(of: .flashcards).compactMap { $0.card?.direction }), [.koreanToEnglish])
    }

    /// The direction option selects new cards only.
    func testDueCardsKeepTheirDirection() throws {
        for directions in StudyConfiguration.Directions.allCases {
            let fixture = StudyFixture()
            let flashcards = try fixture.flashcards()
            var run = try flashcards.begin(StudyConfiguration(cards: 10, directions: .englishToKorean))
            let studied = Set(run.asked)
            while !run.isDone { try flashcards.log.answer(.rated(.hard), milliseconds: 1, in: &run) }
            try flashcards.log.finish(&run)
            fixture.sleep(days: 1)
            XCTAssertEqual(try flashcards.due().count, 10)
            let items = try flashcards.begin(StudyConfiguration(cards: 10, directions: directions, newLimit: 0)).asked
            XCTAssertEqual(Set(items), studied, directions.rawValue)
        }
    }

    /// With a single direction, new cards of that direction come at once.
    func testNewCardsFollowRequestedDirection() throws {
        for (directions, expected) in [
            (StudyConfiguration.Directions.koreanToEnglish, Direction.koreanToEnglish),
            (.englishToKorean, .englishToKorean),
            (.both, .koreanToEnglish),
        ] {
            let items = try StudyFixture().flashcards().begin(StudyConfiguration(directions: directions)).items
            XCTAssertEqual(Set(items.map(\.direction)), [expected])
            XCTAssertEqual(items.count, 20)
        }
    }

    /// Studies every day until no card is left, and compares the counts with the asked cards.
    private func simulated(days: Int, seed: UInt64, rating: (Card) -> Rating) throws -> Flashcards {
        let fixture = StudyFixture()
        let flashcards = try fixture.flashcards(seed: seed)
        for day in 1...days {
            var due = Set(try flashcards.due().compactMap(\.card))
            while var run = try nextSession(flashcards) {
                while let item = run.item {
                    due.remove(item.card)
                    let rating = item.step == .again ? .good : rating(item.card)
                    try flashcards.log.answer(.rated(rating), milliseconds: 1, in: &run)
                }
                try flashcards.log.finish(&run)
            }
            XCTAssertEqual(due, [], "due cards were not asked on day \(day)")
            fixture.sleep(days: 1)
        }
        return flashcards
    }

    private func nextSession(_ flashcards: Flashcards) throws -> Run<CardExercise>? {
        let cards = try flashcards.statistics().cards
        do {
            let run = try flashcards.begin(StudyConfiguration(cards: 50))
            XCTAssertGreaterThan(cards.due + cards.new, 0, "asked cards were not counted")
            return run
        } catch let failure as Failure where failure.code == .nothingToStudy {
            XCTAssertEqual([cards.due, cards.new], [0, 0], "counted cards were not asked")
            return nil
        }
    }
}
