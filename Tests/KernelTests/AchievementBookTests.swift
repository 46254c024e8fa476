import Kernel
import XCTest

final class AchievementBookTests: XCTestCase {
    private typealias Goal = AchievementGoal<[(day: Day, amount: Int)]>

    private static let goals: [Goal] = [
        Goal("first", "First", "the first") { Goal.sum(of: $0, toward: 1) },
        Goal("ten", "Ten", "ten in all", 10) { Goal.sum(of: $0, toward: 10) },
        Goal("many", "Many", "three days", 3) { ($0.count, nil) },
        Goal("half", "Half", "half of all", 50, isShare: true) { ($0.isEmpty ? -7 : 900, nil) },
        Goal("row", "Row", "two days in a row", 2) {
            Streak(days: $0.map(\.day), today: Day(ordinal: 9)).progress(toward: 2)
        },
    ]

    private func book(_ amounts: [Int: Int], kept: [String: Day] = [:]) -> AchievementBook {
        let facts = amounts.sorted { $0.key < $1.key }.map { (day: Day(ordinal: $0.key), amount: $0.value) }
        return AchievementBook(Self.goals, of: facts, reachedBefore: kept, today: Day(ordinal: 9))
    }

    func testReachedDayComesFromFactsOrIsToday() {
        let all = book([1: 4, 5: 6, 6: 5]).all
        XCTAssertEqual(all.map(\.id), ["first", "ten", "many", "half", "row"])
        XCTAssertEqual(all.map { $0.reached?.ordinal }, [1, 5, 9, 9, 6])
        XCTAssertEqual(all.map(\.have), [1, 10, 3, 50, 2], "progress is at most the target")
        XCTAssertEqual(all.map(\.isShare), [false, false, false, true, false])
    }

    func testOpenGoalsShowProgressWithinBounds() {
        let book = book([3: 4])
        XCTAssertEqual(book.reached.map(\.id), ["first", "half"])
        XCTAssertEqual(book.all.map(\.have), [1, 4, 1, 50, 1])
        XCTAssertEqual(self.book([:]).all.map(\.have), [0, 0, 0, 0, 0], "progress is at least 0")
        XCTAssertEqual(self.book([:]).reached, [])
    }

    func testStoredReachedDayWinsOverFacts() {
        let ten = book([3: 4], kept: ["ten": Day(ordinal: 2), "newer": Day(ordinal: 3)]).all[1]
        XCTAssertEqual([ten.have, ten.reached?.ordinal], [4, 2])
        XCTAssertEqual(book([1: 10], kept: ["ten": Day(ordinal: 7)]).all[1].reached?.ordinal, 7)
    }

    func testReachedGoalIsNewOnce() {
        let before = book([1: 1])
        let after = book([1: 1, 2: 9])
        XCTAssertEqual(after.new(since: []).map(\.id), ["first", "ten", "half", "row"])
        XCTAssertEqual(after.new(since: before.reached.map(\.id)).map(\.id), ["ten", "row"])
        XCTAssertEqual(after.new(since: after.reached.map(\.id)), [])
    }
}
