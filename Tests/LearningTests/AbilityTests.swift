import Content
import Kernel
import LearningContract
import Practice
import XCTest

@testable import Learning

/// The model of tests, and how near it comes.
final class AbilityTests: XCTestCase {
    func testTheModelIsTheOneThatTheReadmeNames() {
        XCTAssertEqual(ItemResponse.knows(0, 0), 0.5, accuracy: 1e-12)
        XCTAssertEqual(ItemResponse.knows(1, 0), 0.731058578630005, accuracy: 1e-12)
        XCTAssertEqual(ItemResponse.right(0, 0), 0.625, accuracy: 1e-12)
        XCTAssertEqual(ItemResponse.right(-40, 0), 0.25, accuracy: 1e-9)
        XCTAssertEqual(ItemResponse.information(0, 0, guess: 0), 0.25, accuracy: 1e-12)
        // Birnbaum: with a guess of a quarter the most is told where b lies 0.312 below θ, and it is 0.1547.
        XCTAssertEqual(ItemResponse.information(0.312, 0), 0.1547, accuracy: 5e-5)
        for distance in [-3, -1, 0, 0.2, 0.5, 1, 3] {
            XCTAssertLessThanOrEqual(ItemResponse.information(distance, 0), ItemResponse.information(0.312, 0) + 1e-6)
        }
    }

    func testAGuessIsThatOfTheLearner() {
        XCTAssertEqual(ItemResponse.guess(wrong: 3000, unknown: 0), 0.25, accuracy: 1e-3)
        XCTAssertEqual(ItemResponse.guess(wrong: 0, unknown: 3000), 0, accuracy: 1e-3)
        XCTAssertEqual(ItemResponse.guess(wrong: 0, unknown: 0), 0.25 * 4 / 7, accuracy: 1e-12)
    }

    func testRightAnswersRaiseAbilityWrongOnesLowerItAndManyMakeItSurer() {
        for difficulty in [-2, 0, 2] as [Double] {
            let prior = Ability(mean: 0.4, deviation: 1.2)
            XCTAssertEqual(prior.mean, 0.4, accuracy: 1e-3)
            XCTAssertEqual(prior.deviation, 1.2, accuracy: 1e-2)
            var (right, wrong) = (prior, prior)
            right.take(isRight: true, difficulty: difficulty)
            wrong.take(isRight: false, difficulty: difficulty)
            XCTAssertGreaterThan(right.mean, prior.mean)
            XCTAssertLessThan(wrong.mean, prior.mean)
            XCTAssertGreaterThan(right.knows(difficulty), wrong.knows(difficulty))
            for number in 0..<20 { right.take(isRight: number.isMultiple(of: 3), difficulty: difficulty) }
            XCTAssertLessThan(right.deviation, 0.75 * prior.deviation)
        }
    }

    /// The figure of the README, with fewer learners: `Tools/bench tests` takes a thousand of each.
    func testALearnerOfKnownAbilityIsFound() throws {
        var (random, errors) = (RandomSource(seed: 7), [Double]())
        for seed in 1...2 as ClosedRange<UInt64> {
            let plan = try LessonFixture("4k").examiner(seed: seed).comprehensive().settings
            for _ in 0..<14 {
                let ability = SimulatedLearner.ability(for: plan, &random)
                let sitting = SimulatedLearner.sit(plan, ability: ability, &random)
                XCTAssertEqual(sitting.questions, Examiner.comprehensive)
                errors.append(sitting.found - ability)
            }
        }
        XCTAssertLessThan(SimulatedLearner.median(errors), 0.36)
        XCTAssertLessThan(abs(errors.reduce(0, +) / Double(errors.count)), 0.2, "neither too high nor too low")
    }

    func testMemoryMovesWhatIsExpected() throws {
        let grade = try Fixture.grade("8k")
        let difficulty = Difficulty(belts: try ["10k", "9k", "8k"].map(Fixture.grade))
        let learner = Learner(grade: grade, mode: .mastery)
        XCTAssertEqual(difficulty.of(grade), 1.6, accuracy: 1e-12)
        XCTAssertEqual(difficulty.expected(of: learner, known: []), 1.6, accuracy: 1e-12)
        func remembered(_ chance: Double) -> [(difficulty: Double, chance: Double)] {
            Array(repeating: (difficulty: 1.6, chance: chance), count: 40)
        }
        XCTAssertGreaterThan(difficulty.expected(of: learner, known: remembered(0.95)), 2.5)
        XCTAssertLessThan(difficulty.expected(of: learner, known: remembered(0.1)), 0.7)
        // What is known well is easier than its belt says, what is missed is harder; and the more so, the more answers say it.
        XCTAssertLessThan(Difficulty.known(1.6, answers: 5, chance: 0.95, ability: 1.6), 1.6 - 1)
        XCTAssertGreaterThan(Difficulty.known(1.6, answers: 5, chance: 0.1, ability: 1.6), 1.6 + 1)
        XCTAssertEqual(Difficulty.known(1.6, answers: 0, chance: 0.1, ability: 1.6), 1.6, accuracy: 1e-12)
    }

    func testWhatHasAScheduleFadesUntilItIsDueAndALevelStays() {
        func state(_ memory: Memory) -> MemoryState {
            MemoryState(memory: memory, answers: 3, right: 3, last: Day(ordinal: 100), latest: "a")
        }
        let card = state(.schedule(Schedule(box: 5, due: Day(ordinal: 114))))
        let chances = [100, 107, 114, 140].map { KnownToday.chance(card, on: Day(ordinal: $0), by: LeitnerScheduler.standard) }
        XCTAssertEqual(chances[0], 0.96, accuracy: 1e-12)
        XCTAssertEqual(chances[2], 0.96 * 0.9, accuracy: 1e-12)
        XCTAssertEqual(chances, chances.sorted(by: >))
        let level = KnownToday.chance(state(.level(Level(640))), on: Day(ordinal: 900), by: LeitnerScheduler.standard)
        XCTAssertEqual(level, 0.64, accuracy: 1e-12)
    }
}
