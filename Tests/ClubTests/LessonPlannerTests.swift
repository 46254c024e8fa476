import Club
import Kernel
import XCTest

/// Tests lesson plans for random groups and lengths.
final class LessonPlannerTests: XCTestCase {
    func testLessonPlansFillTheTimeAndIncludeEveryBelt() throws {
        let planner = try LessonPlanner(Fixture.school)
        let ladder = BeltLadder(try Fixture.school.belts())
        for seed in UInt64(0)..<400 {
            var random = RandomSource(seed: seed)
            let people = (1...Int.random(in: 1...40, using: &random)).map { number in
                Attendee("s\(number)", belt: Fixture.belts.randomElement(using: &random) ?? "10k")
            }
            let request = LessonRequest(
                minutes: Int.random(in: 15...180, using: &random), leaders: Int.random(in: 1...4, using: &random))
            let plan = try planner.plan(for: people, request, using: RandomSource(seed: seed))
            let place = "seed \(seed)"
            XCTAssertEqual(plan.sections.reduce(0) { $0 + $1.minutes }, request.minutes, place)
            XCTAssertEqual(plan.sections.first?.kind, .warmUp, place)
            XCTAssertEqual(plan.sections.last?.kind, .coolDown, place)
            let present = Set(people.map(\.belt))
            for section in plan.sections {
                XCTAssertEqual(Set(section.steps.flatMap(\.belts)), present, "\(place) \(section.kind)")
                XCTAssertTrue(
                    section.steps.allSatisfy { !$0.exercises.isEmpty && !$0.participants.isEmpty && $0.minutes > 0 },
                    "\(place) \(section.kind)"
                )
                Self.expectKnownLines(section, ladder, place)
            }
            XCTAssertEqual(
                try planner.plan(for: people.shuffled(using: &random), request, using: RandomSource(seed: seed)), plan,
                "the order of names does not matter, \(place)")
        }
    }

    /// Line work contains no lines above the lowest belt of a group.
    private static func expectKnownLines(_ section: LessonPlan.Section, _ ladder: BeltLadder, _ place: String) {
        guard section.kind == .lineWork else { return }
        for step in section.steps {
            let lowest = step.belts.map(ladder.rank).min() ?? 0
            for line in step.exercises {
                guard let belt = line.split(separator: " ").last.map(String.init), Fixture.belts.contains(belt) else {
                    continue
                }
                XCTAssertLessThanOrEqual(ladder.rank(belt), lowest, "\(place): \(line) for \(step.participants)")
            }
        }
    }

    func testMixedBeltsGetOwnPatternsAndPartners() throws {
        let plan = try LessonPlanner(Fixture.school).plan(
            for: [Attendee("Mina", belt: "10k"), Attendee("Jun", belt: "9k")], LessonRequest(minutes: 60),
            using: RandomSource(seed: 1))
        let patterns = try XCTUnwrap(plan.sections.first { $0.kind == .patterns })
        XCTAssertEqual(patterns.steps.map(\.belts), [["10k"], ["9k"]])
        XCTAssertTrue(patterns.steps[1].exercises[0].hasPrefix("Tul 1"))
        let pairs = try XCTUnwrap(plan.sections.first { $0.kind == .stepSparring })
        XCTAssertEqual(pairs.steps.count, 1)
        XCTAssertTrue(pairs.steps[0].exercises.contains("Pairs: Mina and Jun"))
    }

    func testSeedsGiveDifferentPlans() throws {
        let planner = try LessonPlanner(Fixture.school)
        let people = ["10k", "9k", "4k", "1d"].map { Attendee("", belt: $0) }
        let plans = try (0..<20).map { try planner.plan(for: people, LessonRequest(), using: RandomSource(seed: $0)) }
        XCTAssertGreaterThan(Set(plans).count, 10)
    }

    func testUnknownBeltsAreIncluded() throws {
        let plan = try LessonPlanner(Fixture.school).plan(
            for: [Attendee("A", belt: "20k"), Attendee("B", belt: "9k")], LessonRequest(minutes: 60),
            using: RandomSource(seed: 1))
        XCTAssertEqual(plan.sections.reduce(0) { $0 + $1.minutes }, 60)
    }
}
