import Content
import Kernel
import Learning
import Practice
import XCTest

/// Weeks of plain `study`: what is counted as due or new is asked, and the whole deck is taught.
final class StudyDaysTests: XCTestCase {
    /// Three kinds of learner: how many of ten answers are right.
    func testNothingIsCountedThatPlainStudyNeverAsks() throws {
        for (seed, right) in [(1, 10), (2, 8), (3, 5)] as [(UInt64, Int)] {
            var random = RandomSource(seed: seed)
            let flashcards = try simulated(days: 24, seed: seed) { _ in
                Int.random(in: 0..<10, using: &random) < right ? .good : .again
            }
            let cards = try flashcards.statistics().cards
            XCTAssertEqual([cards.learning, cards.later, cards.new], [cards.total, 0, 0], "the whole deck, seed \(seed)")
        }
    }

    /// Who knows nothing is never asked to say a word that was not recognised.
    func testWhatIsNotRecognisedIsNotAskedFromEnglish() throws {
        let flashcards = try simulated(days: 5, seed: 4) { _ in .again }
        let cards = try flashcards.statistics().cards
        XCTAssertEqual([cards.learning, cards.later], [63, 63])
        XCTAssertEqual(
            Set(try flashcards.log.memories(of: .flashcards).compactMap { $0.card?.direction }), [.koreanToEnglish])
    }

    /// Cards that were met from English to Korean come back so, whatever is asked for new ones.
    func testADueCardIsAskedInItsOwnDirectionWhateverIsSaidOfNewOnes() throws {
        for directions in StudyConfiguration.Directions.allCases {
            let fixture = Fixture()
            let flashcards = try fixture.flashcards()
            var run = try flashcards.begin(StudyConfiguration(cards: 10, directions: .englishToKorean))
            let met = Set(run.asked)
            while !run.isDone { try flashcards.log.answer(.rated(.hard), milliseconds: 1, in: &run) }
            try flashcards.log.finish(&run)
            fixture.sleep(days: 1)
            XCTAssertEqual(try flashcards.due().count, 10)
            let asked = try flashcards.begin(StudyConfiguration(cards: 10, directions: directions, newLimit: 0)).asked
            XCTAssertEqual(Set(asked), met, directions.rawValue)
        }
    }

    /// Who asks for one direction gets new cards of that alone, and at once.
    func testOneDirectionOfNewCardsDoesNotWaitForTheOther() throws {
        for (directions, wanted) in [
            (StudyConfiguration.Directions.koreanToEnglish, Direction.koreanToEnglish), (.englishToKorean, .englishToKorean),
            (.both, .koreanToEnglish),
        ] {
            let items = try Fixture().flashcards().begin(StudyConfiguration(directions: directions)).items
            XCTAssertEqual(Set(items.map(\.direction)), [wanted])
            XCTAssertEqual(items.count, 20)
        }
    }

    /// Every day sessions until nothing is left; the figures agree with what is asked before each and after the last.
    private func simulated(days: Int, seed: UInt64, rating: (Card) -> Rating) throws -> Flashcards {
        let fixture = Fixture()
        let flashcards = try fixture.flashcards(seed: seed)
        for day in 1...days {
            var due = Set(try flashcards.due().compactMap(\.card))
            while var run = try session(flashcards) {
                while let item = run.item {
                    due.remove(item.card)
                    let rating = item.step == .again ? .good : rating(item.card)
                    try flashcards.log.answer(.rated(rating), milliseconds: 1, in: &run)
                }
                try flashcards.log.finish(&run)
            }
            XCTAssertEqual(due, [], "due and not asked on day \(day)")
            fixture.sleep(days: 1)
        }
        return flashcards
    }

    private func session(_ flashcards: Flashcards) throws -> Run<CardExercise>? {
        let cards = try flashcards.statistics().cards
        do {
            let run = try flashcards.begin(StudyConfiguration(cards: 50))
            XCTAssertGreaterThan(cards.due + cards.new, 0, "asked and not counted")
            return run
        } catch let failure as Failure where failure.code == .nothingToStudy {
            XCTAssertEqual([cards.due, cards.new], [0, 0], "counted and not asked")
            return nil
        }
    }
}
