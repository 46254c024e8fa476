import Kernel
import XCTest

final class StreakTests: XCTestCase {
    func testStreaksAgreeWithCountingByHand() throws {
        var random = RandomSource(seed: 7)
        let start = try XCTUnwrap(Day("2023-12-20"))
        for _ in 0..<1_000 {
            let (length, density) = (Int.random(in: 0...60, using: &random), Int.random(in: 1...9, using: &random))
            var days = (0..<length).filter { _ in Int.random(in: 0..<10, using: &random) < density }.map {
                start.adding(days: $0)
            }
            days += days.prefix(3)
            days.shuffle(using: &random)
            let today = start.adding(days: Int.random(in: -2...length + 2, using: &random))
            let streak = Streak(days: days, today: today)
            XCTAssertEqual(streak.current, byHand(days, back: days.contains(today) ? today : today.adding(days: -1)), "\(today)")
            XCTAssertEqual(streak.longest, days.map { byHand(days, back: $0) }.max() ?? 0)
            XCTAssertEqual(Streak.rows(of: days).map(\.length).reduce(0, +), Set(days).count)
        }
    }

    private func byHand(_ days: [Day], back from: Day) -> Int {
        var day = from
        while days.contains(day) { day = day.adding(days: -1) }
        return from.days(since: day)
    }
}
