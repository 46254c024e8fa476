import Kernel
import XCTest

@testable import Assessment

/// Tests of the daily plan, over random needs and dates.
final class LearningPlanTests: XCTestCase {
    private let today = Day("2026-11-20") ?? Day(ordinal: 0)

    private func need(_ random: inout RandomSource) -> LearningPlan.Need {
        LearningPlan.Need(
            missing: Int.random(in: 0...300, using: &random), doneToday: Int.random(in: 0...20, using: &random),
            usual: Int.random(in: 0...20, using: &random))
    }

    private func sum(_ plan: LearningPlan, _ part: LearningPlan.Part) -> Int {
        plan.days.reduce(0) { $0 + ($1.amounts[part] ?? 0) }
    }

    /// Planned and left-over amounts add up to the missing ones. No day exceeds the maximum, and a
    /// day above the usual amount is marked.
    func testPlanCoversNeedsWithinDailyLimits() {
        var random = RandomSource(seed: 15)
        for round in 0..<2_000 {
            let needs = Dictionary(uniqueKeysWithValues: LearningPlan.Part.allCases.map { ($0, need(&random)) })
            let daysLeft = [-300, -1, 0, 1, 2, 3, 4, 5, 6, 10, 35, 36, 100, 3_653][round % 14]
            let plan = LearningPlan(needs, from: today, to: today.adding(days: daysLeft))
            XCTAssertEqual(plan.daysLeft, max(0, daysLeft))
            XCTAssertLessThanOrEqual(plan.buffer, LearningPlan.longestBuffer)
            if let last = plan.lastDay {
                XCTAssertLessThan(last, today.adding(days: daysLeft - plan.buffer), "the last days are for repeating")
            }
            XCTAssertEqual(plan.days.map(\.day), plan.days.indices.map { today.adding(days: $0) })
            for (part, need) in needs {
                XCTAssertEqual(
                    sum(plan, part) + (plan.leftOver[part] ?? 0), need.missing, "\(daysLeft) days, \(part), \(need)")
                XCTAssertLessThanOrEqual(plan.dailyMaximum(part), part.limits.most)
                for (place, day) in plan.days.enumerated() {
                    let amount = (day.amounts[part] ?? 0) + (place == 0 ? need.doneToday : 0)
                    if (day.amounts[part] ?? 0) > 0 {
                        XCTAssertEqual(day.exceededParts.contains(part), amount > need.usual)
                    }
                }
                // The amounts are spread evenly: days differ by one at most if nothing is done yet.
                if need.doneToday == 0, daysLeft - plan.buffer > 0, plan.leftOver[part] == nil {
                    let days = (0..<daysLeft - plan.buffer).map {
                        $0 < plan.days.count ? plan.days[$0].amounts[part] ?? 0 : 0
                    }
                    XCTAssertLessThanOrEqual((days.max() ?? 0) - (days.min() ?? 0), 1)
                }
            }
        }
    }

    /// A learner who follows the plan finishes before the last days. After skipped days the rest is
    /// spread again.
    func testPlanAdaptsToProgress() {
        var random = RandomSource(seed: 16)
        for round in 0..<300 {
            let followsPlan = round.isMultiple(of: 2)
            let all = Int.random(in: 1...200, using: &random)
            let days = Int.random(in: 1...60, using: &random)
            let grading = today.adding(days: days)
            var missing = all
            let first = LearningPlan([.words: .init(missing: all, usual: 10)], from: today, to: grading)
            for number in 0..<days {
                let plan = LearningPlan(
                    [.words: .init(missing: missing, usual: 10)], from: today.adding(days: number), to: grading)
                XCTAssertEqual(sum(plan, .words) + (plan.leftOver[.words] ?? 0), missing)
                let amount = plan.today(.words)
                let done = followsPlan ? amount : Int.random(in: 0...amount, using: &random)
                // Amounts done on a day reduce the rest of that day only.
                let noon = LearningPlan(
                    [.words: .init(missing: missing - done, doneToday: done, usual: 10)],
                    from: today.adding(days: number),
                    to: grading)
                XCTAssertEqual(noon.today(.words), amount - done, "\(missing), \(done) of \(amount)")
                missing -= done
            }
            if followsPlan { XCTAssertEqual(missing, first.leftOver[.words] ?? 0, "\(all) in \(days)") }
        }
    }

    func testPlanForTodayOrPastIsEmpty() {
        for daysLeft in [0, -1, -400] {
            let plan = LearningPlan(
                [.words: .init(missing: 7, usual: 10)], from: today, to: today.adding(days: daysLeft))
            XCTAssertEqual(plan.days, [])
            XCTAssertEqual(plan.leftOver, [.words: 7])
        }
        let tomorrow = LearningPlan([.words: .init(missing: 70, usual: 10)], from: today, to: today.adding(days: 1))
        XCTAssertEqual(tomorrow.days.map(\.amounts), [[.words: 50]])
        XCTAssertEqual(tomorrow.days.first?.exceededParts, [.words])
        XCTAssertEqual(tomorrow.leftOver, [.words: 20])
    }
}
