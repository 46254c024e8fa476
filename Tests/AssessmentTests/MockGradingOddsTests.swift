import Kernel
import LessonsTesting
import Practice
import XCTest

@testable import Assessment
@testable import Content

/// Tests of the odds of passing a grading, and of their uncertainty.
final class MockGradingOddsTests: XCTestCase {
    /// Simulates learners whose real knowledge matches `Knowledge` within the uncertainty of their
    /// answers. Their share of known items is within the range in at least 80 % of the cases.
    func testRangeContainsTrueShare() {
        var random = RandomSource(seed: 3)
        var covered = 0
        var all = 0
        for _ in 0..<600 {
            let count = Int.random(in: 20...120, using: &random)
            let answers = Int.random(in: 1...15, using: &random)
            let items = (0..<count).map { _ -> (truth: Double, known: Knowledge) in
                let truth = Double.random(in: 0...1, using: &random)
                let right = (0..<answers).count { _ in Double.random(in: 0..<1, using: &random) < truth }
                return (truth, Knowledge(chance: (Double(right) + 1) / Double(answers + 2), answers: answers))
            }
            let range = Likelihood(shareOf: items.map(\.known))
            let known = items.count { Double.random(in: 0..<1, using: &random) < $0.truth }
            covered += (range.low...range.high).contains(Double(known) / Double(count)) ? 1 : 0
            all += 1
        }
        XCTAssertGreaterThanOrEqual(Double(covered) / Double(all), 0.8)
    }

    func testMoreAnswersNarrowRange() {
        func width(_ answers: Int) -> Double {
            let range = Likelihood(shareOf: Array(repeating: Knowledge(chance: 0.8, answers: answers), count: 50))
            return range.high - range.low
        }
        XCTAssertEqual([1, 3, 10, 30].map(width), [1, 3, 10, 30].map(width).sorted(by: >))
        let none = Likelihood(shareOf: Array(repeating: .none, count: 50))
        XCTAssertEqual(none.low, 0)
        XCTAssertEqual(none.expected, 0)
        XCTAssertGreaterThan(none.high, 0.3, "a learner without answers may know the material")
    }

    private func odds(_ chance: Double, _ sections: [GradingSection] = GradingSection.allCases) -> MockGradingOdds {
        MockGradingOdds(
            groups: sections.map {
                MockGradingOdds.Group(
                    section: $0, items: Array(repeating: Knowledge(chance: chance, answers: 9), count: 12),
                    taskCount: 6,
                    guess: $0 == .theory ? MockGradingOdds.guess : nil)
            })
    }

    func testOddsRiseWithKnowledge() {
        XCTAssertEqual(odds(1).passed(), 1)
        XCTAssertEqual(odds(0).passed(), 0)
        let passed = [0.3, 0.45, 0.6, 0.75, 0.9].map { odds($0).passed() }
        XCTAssertEqual(passed, passed.sorted())
        XCTAssertLessThan(odds(0.6).passed(shiftedBy: -1), odds(0.6).passed())
        XCTAssertLessThan(odds(0.6).passed(), odds(0.6).passed(shiftedBy: 1))
        XCTAssertEqual(MockGradingOdds(groups: []).passed(), 0)
        // One question, known with a probability of 0.3 and otherwise guessed with 1/4.
        let one = MockGradingOdds(
            groups: [
                .init(
                    section: .theory, items: [Knowledge(chance: 0.3, answers: 9)], taskCount: 1,
                    guess: MockGradingOdds.guess)
            ])
        XCTAssertEqual(one.passed(), 0.3 + 0.7 / 4, accuracy: 1e-12)
    }

    /// The odds equal the share of simulated papers that pass with the score of a mock grading.
    func testOddsMatchSimulatedPapers() {
        var random = RandomSource(seed: 21)
        for round in 0..<12 {
            let groups = (GradingSection.allCases + [.pattern, .theory, .theory]).map { section in
                let things = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                    Knowledge(chance: Double.random(in: 0.35...1, using: &random), answers: 4)
                }
                let guess = section == .theory || Bool.random(using: &random) ? MockGradingOdds.guess : nil
                return MockGradingOdds.Group(
                    section: section, items: things, taskCount: Int.random(in: 0...6, using: &random), guess: guess)
            }
            let papers = 4_000
            let passed = (0..<papers).count { _ in MockGradingOddsTests.isPassed(groups, &random) }
            // The tolerance is four standard deviations.
            let share = Double(passed) / Double(papers)
            XCTAssertEqual(MockGradingOdds(groups: groups).passed(), share, accuracy: 0.033, "round \(round)")
        }
    }

    /// Returns whether one randomly drawn and answered paper passes.
    private static func isPassed(_ groups: [MockGradingOdds.Group], _ random: inout RandomSource) -> Bool {
        var shares: [GradingSection: [Int?]] = [:]
        for group in groups {
            for thing in group.items.shuffled(using: &random).prefix(group.taskCount) {
                let isGuessed = Double.random(in: 0..<1, using: &random) < (group.guess ?? 0)
                let marks = (0..<2).count { _ in Double.random(in: 0..<1, using: &random) < thing.chance }
                let isRight = isGuessed || Double.random(in: 0..<1, using: &random) < thing.chance
                shares[group.section, default: []].append(group.guess == nil ? marks * 500 : isRight ? 1000 : 0)
            }
        }
        return GradingScore(shares.map { ($0.key, $0.value) }).isPassed
    }

    /// The odds use the parts of a mock grading with the same number of tasks.
    func testOddsUsePartsOfMockGrading() throws {
        let library = try LessonFixture.blobStore.library()
        for belt in LessonFixture.book.belts.belts.dropLast() {
            var random = RandomSource(seed: 1)
            let paper = GradingPaper(grade: belt.grade, book: LessonFixture.book).sections(&random)
            let content = GradingContent(belt.grade, on: [belt.grade], LessonFixture.book, library, setAside: [])
            let groups = content.groups(RecallEstimates([], by: LeitnerScheduler.standard), on: Day(ordinal: 20_000))
            let tasks = Dictionary(grouping: groups, by: \.section)
                .mapValues { $0.reduce(0) { $0 + min($1.taskCount, $1.items.count) } }.filter { $0.value > 0 }
            for (section, items) in paper {
                // A paper leaves out a word without any plausible wrong answer.
                let odd = section == .theory && belt.grade.id.hasSuffix("d") ? 1 : 0
                XCTAssertLessThanOrEqual(abs((tasks[section] ?? 0) - items.count), odd, "\(belt.grade.id), \(section)")
            }
            XCTAssertEqual(Set(tasks.keys), Set(paper.map(\.section)), belt.grade.id)
        }
    }
}
