import Kernel
import XCTest

final class StreakTests: XCTestCase {
    /// Returns the day `number` days after 1 November 2026.
    private func day(_ number: Int) -> Day { Day(ordinal: 20_758 + number) }

    func testPausesAndRepairsBridgeStreakWithoutCounting() {
        XCTAssertEqual(day(0).description, "2026-11-01")
        func streak(_ numbers: [Int], pauses: [ClosedRange<Int>] = [], repairs: Int = 0, today: Int) -> [Int] {
            let pauses = pauses.map { day($0.lowerBound)...day($0.upperBound) }
            let rules = Streak.Rules(pauses: pauses, repairsAMonth: repairs)
            let streak = Streak(days: numbers.map(day), rules: rules, today: day(today))
            return [streak.current, streak.longest]
        }
        XCTAssertEqual(streak([0, 1, 5, 6], pauses: [2...4], today: 6), [4, 4])
        XCTAssertEqual(streak([0, 1, 5, 6], pauses: [2...3, 3...4, 20...29], today: 6), [4, 4], "pauses may overlap")
        XCTAssertEqual(streak([0, 1], pauses: [2...9], today: 10), [2, 2], "the pause ended yesterday")
        XCTAssertEqual(streak([0, 1], pauses: [2...9], today: 11), [0, 2])
        XCTAssertEqual(streak([0, 1, 3, 4], repairs: 1, today: 4), [4, 4])
        XCTAssertEqual(streak([0, 2, 4, 6], repairs: 2, today: 6), [1, 3], "the first two of the month are repaired")
        XCTAssertEqual(streak([27, 29, 31], repairs: 1, today: 31), [3, 3], "each month has its own repairs")
        XCTAssertEqual(streak([0, 5], pauses: [1...3], repairs: 1, today: 5), [2, 2], "a repair may follow a pause")
        XCTAssertEqual(streak([0, 1], repairs: 1, today: 3), [2, 2], "yesterday is repaired while today is open")
        XCTAssertEqual(streak([0, 1], repairs: 1, today: 4), [0, 2])
    }

    func testStreaksMatchADayByDayModel() {
        for seed in 0..<600 as Range<UInt64> {
            var random = RandomSource(seed: seed)
            let plain = PlainStreak(&random)
            let streak = Streak(days: plain.days.shuffled(using: &random), rules: plain.rules, today: plain.today)
            XCTAssertEqual(streak.current, plain.current, "seed \(seed)")
            XCTAssertEqual(streak.runs, plain.runs, "seed \(seed)")
            XCTAssertEqual(streak.longest, plain.runs.map(\.count).max() ?? 0, "seed \(seed)")
            for length in 1...8 {
                let first = plain.runs.first { $0.count >= length }
                XCTAssertEqual(streak.day(reaching: length), first?[length - 1], "seed \(seed)")
            }
        }
    }

    /// The reader returns only the days that it is asked for, up to `today`.
    func testCurrentStreakReadsOnlyRecentDays() {
        for seed in 0..<300 as Range<UInt64> {
            var random = RandomSource(seed: seed)
            let plain = PlainStreak(&random, most: 1200)
            for isOpen in [false, true] {
                let known = plain.days.filter { isOpen ? $0 < plain.today : $0 <= plain.today }
                var ranges: [ClosedRange<Day>] = []
                let current = Streak.current(on: plain.today, isOpen: isOpen, rules: plain.rules) { range in
                    ranges.append(range)
                    return known.filter(range.contains)
                }
                let fullStreak = Streak(days: known, rules: plain.rules, today: plain.today)
                XCTAssertEqual(current, fullStreak.current, "seed \(seed)")
                XCTAssertEqual(ranges.first?.upperBound, isOpen ? plain.today.adding(days: -1) : plain.today)
                XCTAssertEqual(ranges.first, ranges.first.map { Streak.latest(until: $0.upperBound) })
                XCTAssertLessThanOrEqual(ranges.count, 4)
            }
        }
    }

    func testStreakFromTheFirstDayTerminates() {
        let today = Day(ordinal: .min).adding(days: 200)
        let current = Streak.current(on: today) { range in
            (range.lowerBound.ordinal...range.upperBound.ordinal).map(Day.init(ordinal:))
        }
        XCTAssertEqual(current, 201)
    }
}

/// Random days and rules, with streaks calculated by a walk through every day.
private struct PlainStreak {
    let days: [Day]
    let rules: Streak.Rules
    let today: Day
    private(set) var current = 0
    private(set) var runs: [[Day]] = []

    init(_ random: inout RandomSource, most: Int = 150) {
        let start = Day(ordinal: 19_700)
        let length = Int.random(in: 0...most, using: &random)
        let sparse = Int.random(in: 2...40, using: &random)
        days = (0..<length).filter { _ in Int.random(in: 0..<sparse, using: &random) > 0 }.map(start.adding(days:))
        today = start.adding(days: Int.random(in: -2...length + 4, using: &random))
        let pauses = (0..<Int.random(in: 0...3, using: &random)).map { _ -> ClosedRange<Day> in
            let first = start.adding(days: Int.random(in: -3...length + 3, using: &random))
            return first...first.adding(days: Int.random(in: 0...40, using: &random))
        }
        rules = Streak.Rules(pauses: pauses, repairsAMonth: Int.random(in: 0...2, using: &random))

        let filled = Set(days)
        var held = filled
        for pause in pauses { held.formUnion((pause.lowerBound.ordinal...pause.upperBound.ordinal).map(Day.init)) }
        let isOpen = held.allSatisfy { $0 < today }
        var (repaired, used): (Set<Day>, [String: Int]) = ([], [:])
        let every = (-10...most + 60).map(start.adding(days:))
        for day in every where !held.contains(day) && (day != today || !isOpen) {
            let next = day.adding(days: 1)
            guard held.contains(day.adding(days: -1)), held.contains(next) || isOpen && next == today else { continue }
            let month = String(day.description.dropLast(3))
            used[month, default: 0] += 1
            if used[month, default: 0] <= rules.repairsAMonth { repaired.insert(day) }
        }
        var run: [Day] = []
        for day in every {
            if filled.contains(day) { run.append(day) }
            guard !held.contains(day), !repaired.contains(day) else { continue }
            if !run.isEmpty { runs.append(run) }
            run = []
        }
        if !run.isEmpty { runs.append(run) }
        var day = held.contains(today) ? today : today.adding(days: -1)
        while held.contains(day) || repaired.contains(day) {
            current += filled.contains(day) ? 1 : 0
            day = day.adding(days: -1)
        }
    }
}
