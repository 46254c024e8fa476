import Content
import Kernel
import Learning
import Practice
import XCTest

/// Which cards a session asks: laws over random histories.
final class PlanTests: XCTestCase {
    func testSessionsKeepTheirLawsWhateverTheHistory() throws {
        for seed in 1...12 as ClosedRange<UInt64> {
            var random = RandomSource(seed: seed)
            let fixture = Fixture()
            let mode = LearningMode.allCases.randomElement(using: &random) ?? .mastery
            let flashcards = try fixture.flashcards(["10k", "9k", "8k"].randomElement(using: &random) ?? "9k", mode, seed: seed)
            for _ in 0..<6 {
                let configuration = Self.configuration(&random)
                do {
                    let sitting = try flashcards.begin(configuration)
                    try check(sitting, of: configuration, for: flashcards, in: fixture, "seed \(seed)")
                    _ = try flashcards.play(sitting, &random)
                } catch let failure as Failure where failure.code == .nothingToStudy {
                    XCTAssertFalse(failure.advice.isEmpty)
                }
                fixture.sleep(days: Int.random(in: 0...5, using: &random))
            }
        }
    }

    private func check(
        _ sitting: Run<CardExercise>, of wanted: StudyConfiguration, for flashcards: Flashcards, in fixture: Fixture,
        _ context: String
    ) throws {
        let queue = sitting.items
        let known = Dictionary(
            uniqueKeysWithValues: try fixture.log().memories(of: .flashcards).map { (try XCTUnwrap($0.card), $0) })
        XCTAssertLessThanOrEqual(queue.count, wanted.cards, context)
        XCTAssertEqual(Set(queue.map(\.term)).count, queue.count, "a term twice, \(context)")
        for card in queue {
            let term = try XCTUnwrap(fixture.library.term(card.term))
            XCTAssertTrue(flashcards.learner.syllabus.opens(term.grade), "\(term.grade), \(context)")
            XCTAssertTrue(wanted.category.map { $0 == term.category.rawValue } ?? true, context)
            if let progress = known[card] {
                XCTAssertFalse(wanted.onlyNew, context)
                XCTAssertLessThanOrEqual(try XCTUnwrap(progress.schedule?.due), flashcards.log.today, context)
            } else {
                XCTAssertTrue(wanted.directions.all.contains(card.direction), context)
                if card.direction == .englishToKorean, wanted.directions == .both {
                    let recognition = known[Card(term: card.term, direction: .koreanToEnglish)]
                    XCTAssertGreaterThan(recognition?.state.right ?? 0, 0, "production before recognition, \(context)")
                }
            }
        }
        let due = Set(try flashcards.due().compactMap(\.card).map(\.term))
        let inReach = wanted.category == nil && !wanted.onlyNew
        if inReach, due.count >= wanted.cards {
            XCTAssertGreaterThanOrEqual(queue.count { known[$0] != nil } * 4, wanted.cards * 3 - 4, context)
        }
    }

    private static func configuration(_ random: inout RandomSource) -> StudyConfiguration {
        StudyConfiguration(
            cards: Int.random(in: 10...50, using: &random),
            directions: StudyConfiguration.Directions.allCases.randomElement(using: &random) ?? .both,
            category: Bool.random(using: &random) ? "kicks" : nil, onlyNew: Int.random(in: 0..<5, using: &random) == 0)
    }

    func testEveryFourthCardIsNewAsLongAsThereAreOthers() throws {
        let fixture = Fixture()
        let flashcards = try fixture.flashcards("9k")
        let queue = try flashcards.begin(StudyConfiguration(cards: 24)).items
        let isNew = try queue.map { try XCTUnwrap(fixture.library.term($0.term)).grade.id == "9k" }
        XCTAssertEqual(isNew, (1...24).map { $0 % 4 == 0 })
    }

    func testAFirstEveningMayBeAllNew() throws {
        let queue = try Fixture().flashcards("10k").begin(StudyConfiguration(cards: 23)).items
        XCTAssertEqual(queue.count, 23)
    }

    func testTheLongestOverdueComeFirst() throws {
        let fixture = Fixture()
        let flashcards = try fixture.flashcards("10k")
        var random = RandomSource(seed: 4)
        for _ in 0..<3 {
            _ = try flashcards.play(try flashcards.begin(StudyConfiguration(cards: 10, onlyNew: true)), &random)
            fixture.sleep(days: 1)
        }
        fixture.sleep(days: 20)
        let known = Dictionary(
            uniqueKeysWithValues: try flashcards.due().map { (try XCTUnwrap($0.card), try XCTUnwrap($0.schedule?.due)) })
        let days = try flashcards.begin(StudyConfiguration(cards: 30)).items.compactMap { known[$0] }
        XCTAssertGreaterThan(Set(days).count, 1)
        XCTAssertEqual(days, days.sorted())
    }

    func testTheSameSeedPlansTheSameSession() throws {
        let plans = try (0..<2).map { _ in try Fixture().flashcards("9k", .mastery, seed: 7).begin().items }
        XCTAssertEqual(plans[0], plans[1])
        XCTAssertNotEqual(plans[0], try Fixture().flashcards("9k", .mastery, seed: 8).begin().items)
    }

    func testWhatCannotBeIsRefused() throws {
        let flashcards = try Fixture().flashcards("9k")
        let cases: [(String, StudyConfiguration)] = [
            ("cardsOutOfRange", StudyConfiguration(cards: 9)), ("cardsOutOfRange", StudyConfiguration(cards: 51)),
            ("beltNotOpen", StudyConfiguration(belt: try Fixture.grade("8k"))),
            ("unknownCategory", StudyConfiguration(category: "cooking")),
            ("unknownPreset", StudyConfiguration(scheduler: "lazy")), ("intervalsInvalid", StudyConfiguration(scheduler: "9/1")),
            ("nothingToStudy", StudyConfiguration(terms: [])),
        ]
        for (code, configuration) in cases {
            XCTAssertThrowsError(try flashcards.begin(configuration), code) { XCTAssertEqual(($0 as? Failure)?.code.text, code) }
        }
        XCTAssertNil(try flashcards.unfinished(running: true), "a refused session was kept")
    }
}
