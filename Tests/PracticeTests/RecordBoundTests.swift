import Kernel
import Practice
import PracticeCommands
import XCTest

/// Tests of stored values at and beyond their limits.
final class RecordBoundTests: XCTestCase {
    private let fixture = Fixture()

    private func decoded<Record: Codable>(_ record: Record, _ field: String, _ number: Int) -> Record? {
        guard var value = try? JSONValue(encoding: record) else { return nil }
        value[field] = .integer(number)
        return try? value.decoded(Record.self)
    }

    func testRunIsUnfinishedUntilLastItemOrEnd() throws {
        var run = try fixture.log().begin(Drill(), items: ["1", "2"], settings: NoSettings()).log
        XCTAssertEqual(run.place, 0)
        for (place, hasEnded, isUnfinished) in [
            (0, false, true), (1, false, true), (2, false, false), (0, true, false), (2, true, false),
        ] {
            (run.place, run.endedAt) = (place, hasEnded ? fixture.log().now : nil)
            XCTAssertEqual(run.isUnfinished, isUnfinished, "\(place) \(hasEnded)")
        }
        XCTAssertEqual((-1...3).map { decoded(run, "place", $0)?.place }, [nil, 0, 1, 2, nil])
    }

    func testDayBoundsRightAnswersAndTime() {
        var day = PracticeDay(day: fixture.log().today, run: "r", kind: Drill().kind)
        XCTAssertEqual([day.answers, day.right, day.milliseconds], [0, 0, 0])
        day.answers = 2
        XCTAssertEqual((-1...3).map { decoded(day, "right", $0)?.right }, [nil, 0, 1, 2, nil])
        XCTAssertEqual(
            [-1, 0, 120_000, 120_001].map { decoded(day, "milliseconds", $0)?.milliseconds }, [nil, 0, 120_000, nil])
        let most = 100_000_000
        XCTAssertEqual([-1, 0, most, most + 1].map { decoded(day, "answers", $0)?.answers }, [nil, 0, most, nil])
    }

    func testAnswerTimeIsAtMostOneMinute() throws {
        var run = try fixture.log().begin(Drill(), items: ["1", "2", "3", "4", "5"], settings: NoSettings())
        for time in [-1, 0, 59_999, 60_000, 60_001] { try fixture.log().answer(.right, milliseconds: time, in: &run) }
        XCTAssertEqual(run.answers.map(\.milliseconds), [0, 0, 59_999, 60_000, 60_000])
        XCTAssertEqual(run.milliseconds, 179_999)
        XCTAssertEqual(run.answers.map(\.turn), [0, 1, 2, 3, 4])
        XCTAssertEqual(run.answers.map(\.next), [1, 2, 3, 4, 5])
        let answer = run.answers[0]
        XCTAssertEqual(
            [-1, 0, 60_000, 60_001].map { decoded(answer, "milliseconds", $0)?.milliseconds }, [nil, 0, 60_000, nil])
    }

    /// A skipped item has no answer. An item with two answers counts once.
    func testSkippedItemsAreCounted() throws {
        var run = try fixture.log().begin(Drill(), items: ["1", "2", "3"], settings: NoSettings())
        try fixture.log().answer(.wrong, milliseconds: 1, in: &run)
        XCTAssertEqual([run.skipped, run.remaining], [0, 2])
        try fixture.log().skip(in: &run)
        XCTAssertEqual([run.skipped, run.remaining], [1, 1])
        try fixture.log().move(to: 0, in: &run)
        try fixture.log().answer(.right, milliseconds: 1, in: &run)
        XCTAssertEqual([run.skipped, run.remaining, run.right, run.share], [0, 2, 1, 500])
        for (place, expected) in [(-1, 0), (3, 3), (4, 3)] {
            try fixture.log().move(to: place, in: &run)
            XCTAssertEqual([run.place, run.isDone ? 1 : 0], [expected, expected == 3 ? 1 : 0])
        }
        try fixture.log().skip(in: &run)
        XCTAssertEqual(run.place, 3, "there is nothing to skip after the last item")
    }

    func testFinishedRunsAreCountedByResult() throws {
        for (activity, isPassed) in [("quiz", nil), ("test", true), ("test", true), ("test", false)]
            as [(String, Bool?)]
        {
            var run = try fixture.log().begin(Drill(activity: activity), items: ["1"], settings: NoSettings())
            _ = try fixture.log().begin(Drill(activity: "left"), items: ["1"], settings: NoSettings())
            try fixture.log().close(&run, .init(share: 1, isPassed: isPassed))
        }
        let kind = Drill().kind
        XCTAssertEqual(
            Set(try fixture.log().finishedRunCounts()),
            [
                FinishedRuns(kind, "quiz", isPassed: nil, count: 1),
                FinishedRuns(kind, "test", isPassed: true, count: 2),
                FinishedRuns(kind, "test", isPassed: false, count: 1),
            ])
        XCTAssertEqual(try fixture.log().runs(latest: 3).count, 3)
    }

    /// The time of an answer starts when its task is shown. It is zero if the clock is set back.
    func testAnswerTimeStartsWhenTaskIsShown() throws {
        let items = (1...3).map { Multiplication.Item(row: 7, by: $0) }
        let run = try fixture.log().begin(Multiplication(), items: items, settings: NoSettings())
        var screen = try PracticeScreen(fixture.log(), run, MultiplicationView())
        for (seconds, product) in [(0.0, "7"), (0.5, "14"), (-9, "21")] {
            fixture.wait(seconds: seconds)
            _ = try screen.handle(.line(product))
        }
        XCTAssertEqual(try fixture.answers().map(\.milliseconds), [0, 500, 0])
    }
}
