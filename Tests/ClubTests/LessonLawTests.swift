import Club
import Kernel
import XCTest

/// Whoever is there and however long it is, a class holds together.
final class LessonLawTests: XCTestCase {
    func testEveryClassAddsUpAndLeavesNobodyOut() throws {
        let planner = try LessonPlanner(Bench.school)
        let ladder = BeltLadder(try Bench.school.belts())
        for seed in UInt64(0)..<400 {
            var chance = RandomSource(seed: seed)
            let people = (1...Int.random(in: 1...40, using: &chance)).map { number in
                Attendee("s\(number)", belt: Bench.belts.randomElement(using: &chance) ?? "10k")
            }
            let wish = LessonWish(
                minutes: Int.random(in: 15...180, using: &chance), leaders: Int.random(in: 1...4, using: &chance))
            let plan = try planner.plan(for: people, wish, using: RandomSource(seed: seed))
            let place = "seed \(seed)"
            XCTAssertEqual(plan.sections.reduce(0) { $0 + $1.minutes }, wish.minutes, place)
            XCTAssertEqual(plan.sections.first?.kind, .warmUp, place)
            XCTAssertEqual(plan.sections.last?.kind, .coolDown, place)
            let present = Set(people.map(\.belt))
            for section in plan.sections {
                XCTAssertEqual(Set(section.steps.flatMap(\.belts)), present, "\(place) \(section.kind)")
                XCTAssertTrue(
                    section.steps.allSatisfy { !$0.what.isEmpty && !$0.who.isEmpty && $0.minutes > 0 }, "\(place) \(section.kind)"
                )
                Self.expectKnown(section, ladder, place)
            }
            XCTAssertEqual(
                try planner.plan(for: people.shuffled(using: &chance), wish, using: RandomSource(seed: seed)), plan,
                "the order of names is no matter, \(place)")
        }
    }

    /// Nobody is asked for lines that the lowest of their group has not learned.
    private static func expectKnown(_ section: LessonPlan.Section, _ ladder: BeltLadder, _ place: String) {
        guard section.kind == .lineWork else { return }
        for step in section.steps {
            let lowest = step.belts.map(ladder.place).min() ?? 0
            for line in step.what {
                guard let belt = line.split(separator: " ").last.map(String.init), Bench.belts.contains(belt) else { continue }
                XCTAssertLessThanOrEqual(ladder.place(belt), lowest, "\(place): \(line) for \(step.who)")
            }
        }
    }

    func testWhoeverHasAPatternDoesItBesideBeginnersAndNobodyIsWithoutAPartner() throws {
        let plan = try LessonPlanner(Bench.school).plan(
            for: [Attendee("Mina", belt: "10k"), Attendee("Jun", belt: "9k")], LessonWish(minutes: 60),
            using: RandomSource(seed: 1))
        let patterns = try XCTUnwrap(plan.sections.first { $0.kind == .patterns })
        XCTAssertEqual(patterns.steps.map(\.belts), [["10k"], ["9k"]])
        XCTAssertTrue(patterns.steps[1].what[0].hasPrefix("Tul 1"))
        let pairs = try XCTUnwrap(plan.sections.first { $0.kind == .stepSparring })
        XCTAssertEqual(pairs.steps.count, 1)
        XCTAssertTrue(pairs.steps[0].what.contains("Pairs: Mina and Jun"))
    }

    func testAnotherSeedGivesAnotherClass() throws {
        let planner = try LessonPlanner(Bench.school)
        let people = ["10k", "9k", "4k", "1d"].map { Attendee("", belt: $0) }
        let plans = try (0..<20).map { try planner.plan(for: people, LessonWish(), using: RandomSource(seed: $0)) }
        XCTAssertGreaterThan(Set(plans).count, 10)
    }

    func testBeltsThatTheSchoolDoesNotHaveAreTaughtToo() throws {
        let plan = try LessonPlanner(Bench.school).plan(
            for: [Attendee("A", belt: "20k"), Attendee("B", belt: "9k")], LessonWish(minutes: 60), using: RandomSource(seed: 1))
        XCTAssertEqual(plan.sections.reduce(0) { $0 + $1.minutes }, 60)
    }
}
