import Kernel
import Practice
import XCTest

/// Tests of figures over random schedules and over an empty log.
final class FigureLawTests: XCTestCase {
    private let today = Day(ordinal: 20_000)

    private func memories(_ schedules: [Schedule]) -> [ItemMemory] {
        schedules.enumerated().map { number, schedule in
            ItemMemory(
                Target(PracticeKind(rawValue: "drill"), "chess", "\(number)"),
                MemoryState(memory: .schedule(schedule), answers: 1, right: 1, last: today, latest: "a"))
        }
    }

    func testBoxesAndForecastCountEachItemOnce() {
        var random = RandomSource(seed: 1)
        for _ in 0..<50 {
            let schedules = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                Schedule(
                    box: Int.random(in: 1...5, using: &random),
                    due: today.adding(days: Int.random(in: -9...20, using: &random)))
            }
            let figures = ScheduleStatistics(memories(schedules), today: today)
            XCTAssertEqual(figures.boxes, (1...5).map { box in schedules.count { $0.box == box } })
            XCTAssertEqual(figures.due, schedules.count { $0.due <= today })
            let forecast = figures.forecast(days: 21)
            XCTAssertEqual(forecast.map(\.day), (0...20).map { today.adding(days: $0) })
            XCTAssertEqual(forecast.first?.count, figures.due)
            XCTAssertEqual(forecast.reduce(0) { $0 + $1.count }, schedules.count)
        }
    }

    func testEmptyLogGivesZeroFigures() throws {
        let figures = PracticeStatistics([], today: today)
        XCTAssertEqual(
            [figures.answers, figures.right, figures.sessions, figures.minutes, figures.streak.current],
            [0, 0, 0, 0, 0])
        XCTAssertEqual(figures.accuracy, 0)
        XCTAssertEqual(figures.latest(days: 3).map(\.answers), [0, 0, 0])
        let fixture = Fixture()
        var run = try fixture.log().begin(Drill(), items: ["1"], settings: NoSettings())
        XCTAssertEqual([run.share, run.right, run.milliseconds, run.skipped, run.remaining], [0, 0, 0, 0, 1])
        XCTAssertEqual(run.accuracy, 0)
        try fixture.log().finish(&run)
        XCTAssertEqual(run.log.outcome?.share, 0)
    }
}
