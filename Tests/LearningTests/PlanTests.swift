import Content
import Kernel
import Learning
import LearningTesting
import Practice
import XCTest

/// Tests of the choice of cards for a session, over random histories.
final class PlanTests: XCTestCase {
    func testSessionPlansKeepInvariantsOverRandomHistories() throws {
        for seed in 1...12 as ClosedRange<UInt64> {
            var random = RandomSource(seed: seed)
            let fixture = StudyFixture()
            let mode = LearningMode.allCases.randomElement(using: &random) ?? .mastery
            let flashcards = try fixture.flashcards(
                ["10k", "9k", "8k"].randomElement(using: &random) ?? "9k", mode, seed: seed)
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
        _ sitting: Run<CardExercise>, of expected: StudyConfiguration, for flashcards: Flashcards,
        in fixture: StudyFixture,
        _ context: String
    ) throws {
        let queue = sitting.asked
        let known = Dictionary(
            uniqueKeysWithValues: try fixture.log().memories(of: .flashcards).map { (try XCTUnwrap($0.card), $0) })
        XCTAssertLessThanOrEqual(queue.count, expected.cards, context)
        XCTAssertEqual(Set(queue.map(\.term)).count, queue.count, "a term occurs twice, \(context)")
        for card in queue {
            let term = try XCTUnwrap(fixture.library.term(card.term))
            XCTAssertTrue(flashcards.learner.syllabus.opens(term.grade), "\(term.grade), \(context)")
            XCTAssertTrue(expected.category.map { $0 == term.category.rawValue } ?? true, context)
            if let progress = known[card] {
                XCTAssertFalse(expected.onlyNew, context)
                XCTAssertLessThanOrEqual(try XCTUnwrap(progress.schedule?.due), flashcards.log.today, context)
            } else {
                XCTAssertTrue(expected.directions.all.contains(card.direction), context)
                if card.direction == .englishToKorean, expected.directions == .both {
                    let recognition = known[Card(term: card.term, direction: .koreanToEnglish)]
                    XCTAssertGreaterThan(
                        recognition?.state.right ?? 0, 0, "production comes before recognition, \(context)")
                }
            }
        }
        let due = Set(try flashcards.due().compactMap(\.card).map(\.term))
        let inReach = expected.category == nil && !expected.onlyNew
        if inReach, due.count >= expected.cards {
            XCTAssertGreaterThanOrEqual(queue.count { known[$0] != nil } * 4, expected.cards * 3 - 4, context)
        }
    }

    private static func configuration(_ random: inout RandomSource) -> StudyConfiguration {
        StudyConfiguration(
            cards: Int.random(in: 1...50, using: &random),
            directions: StudyConfiguration.Directions.allCases.randomElement(using: &random) ?? .both,
            category: Bool.random(using: &random) ? "kicks" : nil, onlyNew: Int.random(in: 0..<5, using: &random) == 0)
    }

    func testEveryFourthCardIsNewWhileOthersAreDue() throws {
        let fixture = StudyFixture()
        let flashcards = try fixture.flashcards("9k")
        var first = try flashcards.begin(StudyConfiguration(cards: 24))
        let studied = Set(first.asked)
        while !first.isDone { try flashcards.log.answer(.rated(.hard), milliseconds: 1, in: &first) }
        fixture.sleep(days: 1)
        let queue = try flashcards.begin(StudyConfiguration(cards: 24)).asked
        XCTAssertEqual(queue.map { !studied.contains($0) }, (1...24).map { $0 % 4 == 0 })
    }

    /// The daily limit of new cards applies to all sessions together. `more` raises it for one
    /// session.
    func testDailyLimitOfNewCardsSpansSessions() throws {
        for (settled, sessions) in [(10, [6, 4]), (0, []), (3, [3]), (20, [6, 6, 6, 2])] {
            let fixture = StudyFixture()
            let flashcards = try fixture.flashcards("9k", settings: StudySettings(newADay: settled))
            for day in 0..<2 {
                var started: [Int] = []
                while var run = try? flashcards.begin(StudyConfiguration(cards: 6, onlyNew: true)) {
                    started.append(run.asked.count)
                    while let item = run.item {
                        if item.step == .show { try flashcards.log.skip(in: &run); continue }
                        try flashcards.log.answer(.rated(.good), milliseconds: 1, in: &run)
                    }
                    try flashcards.log.finish(&run)
                }
                XCTAssertEqual(started, sessions, "\(settled) a day, day \(day)")
                XCTAssertEqual(try flashcards.newToday(), settled)
                XCTAssertEqual(try flashcards.statistics().cards.new, 0)
                XCTAssertEqual(try flashcards.begin(StudyConfiguration(onlyNew: true), more: 2).asked.count, 2)
                fixture.sleep(days: 1)
                XCTAssertEqual(try flashcards.statistics().cards.new, settled)
            }
        }
    }

    func testSettingsKeepValuesThatAreNotUpdated() throws {
        let flashcards = try StudyFixture().flashcards("9k", settings: StudySettings())
        XCTAssertEqual(try flashcards.settings(), StudySettings(newADay: 10, showsNew: true))
        try flashcards.updateSettings(newADay: 5)
        try flashcards.updateSettings(showsNew: false)
        XCTAssertEqual(try flashcards.settings(), StudySettings(newADay: 5, showsNew: false))
        for wrong in [-1, 51] {
            XCTAssertThrowsError(try flashcards.updateSettings(newADay: wrong)) {
                XCTAssertEqual(($0 as? Failure)?.code.text, "newOutOfRange")
            }
        }
    }

    func testLongestOverdueCardsComeFirst() throws {
        let fixture = StudyFixture()
        let flashcards = try fixture.flashcards("10k")
        var random = RandomSource(seed: 4)
        for _ in 0..<3 {
            _ = try flashcards.play(try flashcards.begin(StudyConfiguration(cards: 10, onlyNew: true)), &random)
            fixture.sleep(days: 1)
        }
        fixture.sleep(days: 20)
        let known = Dictionary(
            uniqueKeysWithValues: try flashcards.due().map { (try XCTUnwrap($0.card), try XCTUnwrap($0.schedule?.due)) }
        )
        let days = try flashcards.begin(StudyConfiguration(cards: 30)).asked.compactMap { known[$0] }
        XCTAssertGreaterThan(Set(days).count, 1)
        XCTAssertEqual(days, days.sorted())
    }

    /// Chance only orders cards that are due on the same day.
    func testSeedDecidesOrderOfDueCardsButNotOfNewCards() throws {
        let first = try (0..<2).map {
            try StudyFixture().flashcards("9k", .mastery, seed: 7 + UInt64($0)).begin().items
        }
        XCTAssertEqual(first[0], first[1])
        let later = try ([7, 7, 8] as [UInt64]).map { seed in
            let fixture = StudyFixture()
            let flashcards = try fixture.flashcards("9k", .mastery, seed: seed)
            var run = try flashcards.begin(StudyConfiguration(cards: 30))
            while !run.isDone { try flashcards.log.answer(.rated(.hard), milliseconds: 1, in: &run) }
            fixture.sleep(days: 1)
            return try flashcards.begin(StudyConfiguration(cards: 30)).items
        }
        XCTAssertEqual(later[0], later[1])
        XCTAssertNotEqual(later[0], later[2])
    }

    func testInvalidConfigurationsAreRefused() throws {
        let flashcards = try StudyFixture().flashcards("9k")
        let cases: [(String, StudyConfiguration)] = [
            ("cardsOutOfRange", StudyConfiguration(cards: 0)), ("cardsOutOfRange", StudyConfiguration(cards: 51)),
            ("beltNotOpen", StudyConfiguration(belt: try StudyFixture.grade("8k"))),
            ("unknownCategory", StudyConfiguration(category: "cooking")),
            ("unknownPreset", StudyConfiguration(scheduler: "lazy")),
            ("intervalsInvalid", StudyConfiguration(scheduler: "9/1")),
            ("nothingToStudy", StudyConfiguration(terms: [])),
        ]
        for (code, configuration) in cases {
            XCTAssertThrowsError(try flashcards.begin(configuration), code) {
                XCTAssertEqual(($0 as? Failure)?.code.text, code)
            }
        }
        XCTAssertNil(try flashcards.unfinished(running: true), "a refused session was saved")
    }
}
