import Kernel
import Practice
import XCTest

/// Tests of spread due dates: an item is due up to a fifth earlier, depending on its name.
final class SpreadTests: XCTestCase {
    private let day = Day(ordinal: 20_000)

    private func wait(_ days: Int, _ name: String) throws -> Int {
        let rule = MemoryRule.daily(try LeitnerScheduler(intervals: Array(repeating: days, count: 5)))
        let target = Target(PracticeKind(rawValue: "drill"), name, "a")
        let memory = rule.memory(
            after: Mark(.recalled, .good), of: target, from: nil,
            at: Moment(day: day, instant: Instant(milliseconds: 0)))
        return try XCTUnwrap(memory.schedule).due.days(since: day)
    }

    func testSpreadShortensWaitByUpToOneFifth() throws {
        for name in (0..<60).map({ "name \($0)" }) {
            var before = 0
            for days in 1...120 {
                let spread = try wait(days, name)
                XCTAssertLessThanOrEqual(spread, days)
                XCTAssertGreaterThanOrEqual(spread, days <= 2 ? days : days - (days + 2) / 5)
                XCTAssertGreaterThanOrEqual(spread, before, "a longer interval became shorter")
                XCTAssertEqual(spread, try wait(days, name), "repeated calls return the same result")
                before = spread
            }
        }
    }

    func testSpreadDistributesItemsEvenly() throws {
        let days = try (0..<1000).map { try wait(14, "name \($0)") }
        for day in 11...14 { XCTAssertTrue((180...320).contains(days.count { $0 == day }), "\(day)") }
    }

    private func balancedWait(
        _ name: String, _ days: ClosedRange<Int>, easy: Set<Weekday> = [], load: [Day: Int] = [:], seed: Int = 1
    )
        -> Int
    {
        DayChoice.balanced(easy: easy, load: load, seed: seed).day(
            of: Target(PracticeKind(rawValue: "drill"), name, "a"),
            within: day.adding(days: days.lowerBound)...day.adding(days: days.upperBound), since: day
        ).days(since: day)
    }

    func testBalancedDayIsWithinRangeAndMonotonic() {
        var random = RandomSource(seed: 7)
        for round in 0..<2000 {
            let load = Dictionary(
                uniqueKeysWithValues: (0..<80).map { (day.adding(days: $0), Int.random(in: 0...30, using: &random)) })
            let easy = Set(Weekday.allCases.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
            let first = Int.random(in: 1...30, using: &random)
            let days = first...first + Int.random(in: 0...9, using: &random)
            let later = days.lowerBound + Int.random(in: 0...9, using: &random)...days.upperBound + 9
            let one = balancedWait("\(round)", days, easy: easy, load: load)
            let other = balancedWait("\(round)", later, easy: easy, load: load)
            XCTAssertTrue(days.contains(one) && later.contains(other))
            XCTAssertLessThanOrEqual(one, other)
            XCTAssertEqual(one, balancedWait("\(round)", days, easy: easy, load: load))
        }
    }

    func testBalancingEvensLoadAndAvoidsEasyDays() {
        var load: [Day: Int] = [:]
        let easy: Set<Weekday> = [day.adding(days: 12).weekday]
        for number in 0..<700 {
            load[day.adding(days: balancedWait("\(number)", 10...16, easy: easy, load: load)), default: 0] += 1
        }
        XCTAssertEqual(load[day.adding(days: 12)] ?? 0, 0)
        for wait in [10, 11, 13, 14, 15, 16] {
            XCTAssertTrue((95...140).contains(load[day.adding(days: wait)] ?? 0), "\(wait): \(load)")
        }
        // A random choice would vary more. A range of one day is used even if the day is easy.
        XCTAssertEqual(balancedWait("a", 12...12, easy: Set(Weekday.allCases)), 12)
        XCTAssertEqual(
            Set((0..<50).map { balancedWait("a", 10...16, seed: $0) }).count, 7, "another seed gives another day")
    }

    func testOnlyFirstAnswerOfDayMovesMemory() throws {
        let fixture = Fixture()
        let log = fixture.log()
        let drill = Drill(rule: .daily(LeitnerScheduler.standard))
        var run = try log.begin(drill, items: ["a", "a", "a"], settings: NoSettings())
        let mark = { Mark(.recalled, $0 ? .good : .again) }
        try log.answer(mark(false), milliseconds: 1, in: &run)
        let first = try XCTUnwrap(log.memory(of: run.answers[0].target))
        for _ in 0..<2 { try log.answer(mark(true), milliseconds: 1, in: &run) }
        let last = try XCTUnwrap(log.memory(of: run.answers[0].target))
        XCTAssertEqual([last.memory, first.memory], [first.memory, run.answers[0].after])
        XCTAssertEqual([last.answers, last.right], [1, 0])
        XCTAssertEqual(run.answers.map(\.isRepeat), [false, true, true])
        XCTAssertEqual(try log.days().map { [$0.answers, $0.right, $0.new] }, [[3, 2, 1]])
        XCTAssertEqual(try log.days(on: log.today).count, 1)
        XCTAssertEqual(try log.days(on: log.today.adding(days: 1)).count, 0)
        try log.undoAnswer(in: &run)
        XCTAssertEqual(try log.memory(of: run.answers[0].target)?.latest, run.answers[1].id)
        fixture.sleep(days: 1)
        try log.answer(mark(true), milliseconds: 1, in: &run)
        XCTAssertEqual(try log.memory(of: run.answers[0].target)?.answers, 2, "another day changes the result")
    }
}
