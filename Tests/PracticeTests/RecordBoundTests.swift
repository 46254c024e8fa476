import Kernel
import Practice
import PracticeCommands
import XCTest

/// What stands in records, at its ends and on both sides of them.
final class RecordBoundTests: XCTestCase {
    private let bench = Bench()

    private func decoded<Record: Codable>(_ record: Record, _ field: String, _ number: Int) -> Record? {
        guard var value = try? JSONValue(encoding: record) else { return nil }
        value[field] = .integer(number)
        return try? value.decoded(Record.self)
    }

    func testARunIsLeftUntilItsLastItemOrItsEnd() throws {
        var run = try bench.log().begin(Drill(), items: ["1", "2"], settings: NoSettings()).log
        XCTAssertEqual(run.place, 0)
        for (place, hasEnded, isLeft) in [
            (0, false, true), (1, false, true), (2, false, false), (0, true, false), (2, true, false),
        ] {
            (run.place, run.endedAt) = (place, hasEnded ? bench.log().now : nil)
            XCTAssertEqual(run.isLeft, isLeft, "\(place) \(hasEnded)")
        }
        XCTAssertEqual((-1...3).map { decoded(run, "place", $0)?.place }, [nil, 0, 1, 2, nil])
    }

    func testADayHasNoMoreRightOnesAndNoMoreTimeThanItsAnswers() {
        var day = PracticeDay(day: bench.log().today, run: "r", kind: Drill().kind)
        XCTAssertEqual([day.answers, day.right, day.milliseconds], [0, 0, 0])
        day.answers = 2
        XCTAssertEqual((-1...3).map { decoded(day, "right", $0)?.right }, [nil, 0, 1, 2, nil])
        XCTAssertEqual([-1, 0, 120_000, 120_001].map { decoded(day, "milliseconds", $0)?.milliseconds }, [nil, 0, 120_000, nil])
        let most = 100_000_000
        XCTAssertEqual([-1, 0, most, most + 1].map { decoded(day, "answers", $0)?.answers }, [nil, 0, most, nil])
    }

    func testAnAnswerTakesAMinuteAtMost() throws {
        var run = try bench.log().begin(Drill(), items: ["1", "2", "3", "4", "5"], settings: NoSettings())
        for time in [-1, 0, 59_999, 60_000, 60_001] { try bench.log().answer(.right, milliseconds: time, in: &run) }
        XCTAssertEqual(run.answers.map(\.milliseconds), [0, 0, 59_999, 60_000, 60_000])
        XCTAssertEqual(run.milliseconds, 179_999)
        XCTAssertEqual(run.answers.map(\.turn), [0, 1, 2, 3, 4])
        XCTAssertEqual(run.answers.map(\.next), [1, 2, 3, 4, 5])
        let answer = run.answers[0]
        XCTAssertEqual(
            [-1, 0, 60_000, 60_001].map { decoded(answer, "milliseconds", $0)?.milliseconds }, [nil, 0, 60_000, nil])
    }

    /// What was passed over is what has no answer; what was answered twice counts once.
    func testWhatWasPassedOverIsCounted() throws {
        var run = try bench.log().begin(Drill(), items: ["1", "2", "3"], settings: NoSettings())
        try bench.log().answer(.wrong, milliseconds: 1, in: &run)
        XCTAssertEqual([run.skipped, run.remaining], [0, 2])
        try bench.log().pass(in: &run)
        XCTAssertEqual([run.skipped, run.remaining], [1, 1])
        try bench.log().move(to: 0, in: &run)
        try bench.log().answer(.right, milliseconds: 1, in: &run)
        XCTAssertEqual([run.skipped, run.remaining, run.right, run.share], [0, 2, 1, 500])
        for (place, wanted) in [(-1, 0), (3, 3), (4, 3)] {
            try bench.log().move(to: place, in: &run)
            XCTAssertEqual([run.place, run.isDone ? 1 : 0], [wanted, wanted == 3 ? 1 : 0])
        }
        try bench.log().pass(in: &run)
        XCTAssertEqual(run.place, 3, "behind the last there is nothing to pass over")
    }

    func testFinishedRunsAreCountedByVerdict() throws {
        for (activity, isPassed) in [("quiz", nil), ("test", true), ("test", true), ("test", false)] as [(String, Bool?)] {
            var run = try bench.log().begin(Drill(activity: activity), items: ["1"], settings: NoSettings())
            _ = try bench.log().begin(Drill(activity: "left"), items: ["1"], settings: NoSettings())
            try bench.log().close(&run, .init(share: 1, isPassed: isPassed))
        }
        let kind = Drill().kind
        XCTAssertEqual(
            Set(try bench.log().finished()),
            [
                FinishedRuns(kind, "quiz", isPassed: nil, count: 1), FinishedRuns(kind, "test", isPassed: true, count: 2),
                FinishedRuns(kind, "test", isPassed: false, count: 1),
            ])
        XCTAssertEqual(try bench.log().runs(latest: 3).count, 3)
    }

    /// The time of an answer is what passed since its task was shown: none, half a second, or none where the clock was set back.
    func testTheTimeOfAnAnswerBeginsWithItsTask() throws {
        let items = (1...3).map { Multiplication.Item(row: 7, by: $0) }
        let run = try bench.log().begin(Multiplication(), items: items, settings: NoSettings())
        var screen = try PracticeScreen(bench.log(), run, MultiplicationFace())
        for (seconds, product) in [(0.0, "7"), (0.5, "14"), (-9, "21")] {
            bench.wait(seconds: seconds)
            _ = try screen.handle(.line(product))
        }
        XCTAssertEqual(try bench.answers().map(\.milliseconds), [0, 500, 0])
    }
}
