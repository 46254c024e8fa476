import AssessmentTesting
import Content
import Kernel
import LearningTesting
import LessonsTesting
import Practice
import XCTest

@testable import Assessment
@testable import Learning

/// Tests of the item response model, and of how accurately it estimates ability.
final class AbilityTests: XCTestCase {
    func testResponseModelMatchesREADME() {
        XCTAssertEqual(ItemResponse.probabilityOfKnowing(0, 0), 0.5, accuracy: 1e-12)
        XCTAssertEqual(ItemResponse.probabilityOfKnowing(1, 0), 0.731058578630005, accuracy: 1e-12)
        XCTAssertEqual(ItemResponse.right(0, 0), 0.625, accuracy: 1e-12)
        XCTAssertEqual(ItemResponse.right(-40, 0), 0.25, accuracy: 1e-9)
        XCTAssertEqual(ItemResponse.information(0, 0, guess: 0), 0.25, accuracy: 1e-12)
        // Birnbaum: with a guessing rate of 1/4, information is highest at θ = b + 0.312, where it
        // is 0.1547.
        XCTAssertEqual(ItemResponse.information(0.312, 0), 0.1547, accuracy: 5e-5)
        for distance in [-3, -1, 0, 0.2, 0.5, 1, 3] {
            XCTAssertLessThanOrEqual(ItemResponse.information(distance, 0), ItemResponse.information(0.312, 0) + 1e-6)
        }
    }

    func testGuessingRateIsEstimatedFromAnswers() {
        XCTAssertEqual(ItemResponse.guess(wrong: 3000, unknown: 0), 0.25, accuracy: 1e-3)
        XCTAssertEqual(ItemResponse.guess(wrong: 0, unknown: 3000), 0, accuracy: 1e-3)
        XCTAssertEqual(ItemResponse.guess(wrong: 0, unknown: 0), 0.25 * 4 / 7, accuracy: 1e-12)
    }

    func testAnswersMoveAbilityAndReduceDeviation() {
        for difficulty in [-2, 0, 2] as [Double] {
            let prior = Ability(mean: 0.4, deviation: 1.2)
            XCTAssertEqual(prior.mean, 0.4, accuracy: 1e-3)
            XCTAssertEqual(prior.deviation, 1.2, accuracy: 1e-2)
            var right = prior
            var wrong = prior
            right.record(isRight: true, difficulty: difficulty)
            wrong.record(isRight: false, difficulty: difficulty)
            XCTAssertGreaterThan(right.mean, prior.mean)
            XCTAssertLessThan(wrong.mean, prior.mean)
            XCTAssertGreaterThan(right.probabilityOfKnowing(difficulty), wrong.probabilityOfKnowing(difficulty))
            for number in 0..<20 { right.record(isRight: number.isMultiple(of: 3), difficulty: difficulty) }
            XCTAssertLessThan(right.deviation, 0.75 * prior.deviation)
        }
    }

    /// A smaller run of the accuracy measurement in the README: `Tools/fixture tests` simulates a
    /// thousand learners.
    func testEstimateRecoversSimulatedAbility() throws {
        var random = RandomSource(seed: 7)
        var errors = [Double]()
        for seed in 1...2 as ClosedRange<UInt64> {
            let plan = try LessonFixture("4k").examiner(seed: seed).comprehensive().settings
            for _ in 0..<14 {
                let ability = SimulatedLearner.ability(for: plan, &random)
                let sitting = SimulatedLearner.sit(plan, ability: ability, &random)
                XCTAssertEqual(sitting.questions, Examiner.comprehensiveLength)
                errors.append(sitting.found - ability)
            }
        }
        XCTAssertLessThan(SimulatedLearner.median(errors), 0.36)
        XCTAssertLessThan(abs(errors.reduce(0, +) / Double(errors.count)), 0.2, "neither too high nor too low")
    }

    func testMemoryAdjustsExpectedAbilityAndDifficulty() throws {
        let grade = try StudyFixture.grade("8k")
        let difficulty = Difficulty(belts: try ["10k", "9k", "8k"].map(StudyFixture.grade))
        let learner = Learner(grade: grade, mode: .mastery)
        XCTAssertEqual(difficulty.logits(grade), 1.6, accuracy: 1e-12)
        XCTAssertEqual(difficulty.expected(of: learner, known: []), 1.6, accuracy: 1e-12)
        func remembered(_ chance: Double) -> [(difficulty: Double, chance: Double)] {
            Array(repeating: (difficulty: 1.6, chance: chance), count: 40)
        }
        XCTAssertGreaterThan(difficulty.expected(of: learner, known: remembered(0.95)), 2.5)
        XCTAssertLessThan(difficulty.expected(of: learner, known: remembered(0.1)), 0.7)
        // A well-known item is easier than its belt suggests, a missed item harder. More answers
        // strengthen the effect.
        XCTAssertLessThan(Difficulty.weightedDifficulty(1.6, answers: 5, chance: 0.95, ability: 1.6), 1.6 - 1)
        XCTAssertGreaterThan(Difficulty.weightedDifficulty(1.6, answers: 5, chance: 0.1, ability: 1.6), 1.6 + 1)
        XCTAssertEqual(Difficulty.weightedDifficulty(1.6, answers: 0, chance: 0.1, ability: 1.6), 1.6, accuracy: 1e-12)
    }

    func testScheduledChanceDecreasesAndLevelStays() {
        func state(_ memory: Memory) -> MemoryState {
            MemoryState(memory: memory, answers: 3, right: 3, last: Day(ordinal: 100), latest: "a")
        }
        let card = state(.schedule(Schedule(box: 5, due: Day(ordinal: 114))))
        let chances = [100, 107, 114, 140].map {
            RecallToday.chance(card, on: Day(ordinal: $0), by: LeitnerScheduler.standard)
        }
        XCTAssertEqual(chances[0], 0.96, accuracy: 1e-12)
        XCTAssertEqual(chances[2], 0.96 * 0.9, accuracy: 1e-12)
        XCTAssertEqual(chances, chances.sorted(by: >))
        let level = RecallToday.chance(state(.level(Level(640))), on: Day(ordinal: 900), by: LeitnerScheduler.standard)
        XCTAssertEqual(level, 0.64, accuracy: 1e-12)
    }
}
