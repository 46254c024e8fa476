import Kernel
import Practice
import XCTest

@testable import Content
@testable import Learning

/// How likely a grading is to be passed, and how sure that is.
final class PaperOddsTests: XCTestCase {
    /// Somebody who really knows each thing as often as `Knowledge` believes, as far as so many answers can tell: the share that they know lies within the range
    /// at least as often as is said.
    func testTheRangeHoldsAsOftenAsItSays() {
        var random = RandomSource(seed: 3)
        var (held, all) = (0, 0)
        for _ in 0..<600 {
            let (count, answers) = (Int.random(in: 20...120, using: &random), Int.random(in: 1...15, using: &random))
            let people = (0..<count).map { _ -> (truth: Double, known: Knowledge) in
                let truth = Double.random(in: 0...1, using: &random)
                let right = (0..<answers).count { _ in Double.random(in: 0..<1, using: &random) < truth }
                return (truth, Knowledge(chance: (Double(right) + 1) / Double(answers + 2), answers: answers))
            }
            let range = Likelihood(shareOf: people.map(\.known))
            let known = people.count { Double.random(in: 0..<1, using: &random) < $0.truth }
            held += (range.low...range.high).contains(Double(known) / Double(count)) ? 1 : 0
            all += 1
        }
        XCTAssertGreaterThanOrEqual(Double(held) / Double(all), 0.8)
    }

    func testMoreAnswersMakeItSurer() {
        func width(_ answers: Int) -> Double {
            let range = Likelihood(shareOf: Array(repeating: Knowledge(chance: 0.8, answers: answers), count: 50))
            return range.high - range.low
        }
        XCTAssertEqual([1, 3, 10, 30].map(width), [1, 3, 10, 30].map(width).sorted(by: >))
        let none = Likelihood(shareOf: Array(repeating: .none, count: 50))
        XCTAssertEqual(none.low, 0)
        XCTAssertEqual(none.expected, 0)
        XCTAssertGreaterThan(none.high, 0.3, "who was never asked may know it from elsewhere")
    }

    private func odds(_ chance: Double, _ sections: [GradingSection] = GradingSection.allCases) -> PaperOdds {
        PaperOdds(
            groups: sections.map {
                PaperOdds.Group(
                    section: $0, things: Array(repeating: Knowledge(chance: chance, answers: 9), count: 12), drawn: 6,
                    guess: $0 == .theory ? PaperOdds.guess : nil)
            })
    }

    func testWhoKnowsMorePassesMoreOften() {
        XCTAssertEqual(odds(1).passed(), 1)
        XCTAssertEqual(odds(0).passed(), 0)
        let passed = [0.3, 0.45, 0.6, 0.75, 0.9].map { odds($0).passed() }
        XCTAssertEqual(passed, passed.sorted())
        XCTAssertLessThan(odds(0.6).passed(shiftedBy: -1), odds(0.6).passed())
        XCTAssertLessThan(odds(0.6).passed(), odds(0.6).passed(shiftedBy: 1))
        XCTAssertEqual(PaperOdds(groups: []).passed(), 0)
        // A single question that one knows in three of ten cases, and guesses in a quarter of the others.
        let one = PaperOdds(
            groups: [.init(section: .theory, things: [Knowledge(chance: 0.3, answers: 9)], drawn: 1, guess: PaperOdds.guess)])
        XCTAssertEqual(one.passed(), 0.3 + 0.7 / 4, accuracy: 1e-12)
    }

    /// The share that is reckoned is the share of papers that are passed, drawn one by one and scored as a mock grading is.
    func testWhatIsReckonedIsWhatPapersThatAreDrawnComeTo() {
        var random = RandomSource(seed: 21)
        for round in 0..<12 {
            let groups = (GradingSection.allCases + [.pattern, .theory, .theory]).map { section in
                let things = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                    Knowledge(chance: Double.random(in: 0.35...1, using: &random), answers: 4)
                }
                let guess = section == .theory || Bool.random(using: &random) ? PaperOdds.guess : nil
                return PaperOdds.Group(
                    section: section, things: things, drawn: Int.random(in: 0...6, using: &random), guess: guess)
            }
            let papers = 4_000
            let passed = (0..<papers).count { _ in PaperOddsTests.isPassed(groups, &random) }
            // Four standard deviations at most.
            let share = Double(passed) / Double(papers)
            XCTAssertEqual(PaperOdds(groups: groups).passed(), share, accuracy: 0.033, "round \(round)")
        }
    }

    /// One paper, drawn and answered.
    private static func isPassed(_ groups: [PaperOdds.Group], _ random: inout RandomSource) -> Bool {
        var shares: [GradingSection: [Int?]] = [:]
        for group in groups {
            for thing in group.things.shuffled(using: &random).prefix(group.drawn) {
                let isGuessed = Double.random(in: 0..<1, using: &random) < (group.guess ?? 0)
                let marks = (0..<2).count { _ in Double.random(in: 0..<1, using: &random) < thing.chance }
                let isRight = isGuessed || Double.random(in: 0..<1, using: &random) < thing.chance
                shares[group.section, default: []].append(group.guess == nil ? marks * 500 : isRight ? 1000 : 0)
            }
        }
        return GradingScore(shares.map { ($0.key, $0.value) }).isPassed
    }

    /// What is reckoned has the parts of a mock grading, and of each as many tasks.
    func testTheOddsDrawWhatAMockGradingDraws() throws {
        let library = try LessonFixture.shelf.library()
        for belt in LessonFixture.book.belts.belts.dropLast() {
            var random = RandomSource(seed: 1)
            let paper = GradingPaper(grade: belt.grade, book: LessonFixture.book).sections(&random)
            let content = GradingContent(belt.grade, on: [belt.grade], LessonFixture.book, library, setAside: [])
            let groups = content.groups(Recollection([], by: LeitnerScheduler.standard), on: Day(ordinal: 20_000))
            let tasks = Dictionary(grouping: groups, by: \.section)
                .mapValues { $0.reduce(0) { $0 + min($1.drawn, $1.things.count) } }.filter { $0.value > 0 }
            for (section, items) in paper {
                // A word that nothing can be confused with falls out of a paper.
                let odd = section == .theory && belt.grade.id.hasSuffix("d") ? 1 : 0
                XCTAssertLessThanOrEqual(abs((tasks[section] ?? 0) - items.count), odd, "\(belt.grade.id), \(section)")
            }
            XCTAssertEqual(Set(tasks.keys), Set(paper.map(\.section)), belt.grade.id)
        }
    }
}
