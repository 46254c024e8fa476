import Interface
import Kernel
import Practice
import PracticeCommands
import XCTest

/// Tests of an exercise that no module has, on the general practice screen: pause, resume, undo,
/// figures and finish.
final class MultiplicationTests: XCTestCase {
    private let fixture = Fixture()
    private let exercise = Multiplication()

    private func screen() throws -> PracticeScreen<MultiplicationView> {
        let items = (1...4).map { Multiplication.Item(row: 7, by: $0) }
        let run =
            try fixture.log().unfinished(exercise)
            ?? fixture.log().begin(exercise, items: items, settings: NoSettings())
        return try PracticeScreen(fixture.log(), run, MultiplicationView())
    }

    private func play(_ lines: [String]) throws -> String? {
        var screen = try screen()
        for line in lines {
            fixture.wait(seconds: 2)
            if case .finish(let output) = try screen.handle(.line(line)) { return "\(output.blocks)" }
        }
        guard case .finish(let output) = try screen.handle(.end) else { return nil }
        return "\(output.blocks)"
    }

    func testRunIsPausedResumedUndoneAndFinished() throws {
        XCTAssertTrue(
            try XCTUnwrap(play(["7", "x", "?", ":u", "8", ":u", "7", "15", ":q"])).contains("1 of 2 right, 2 left"))
        XCTAssertTrue(try XCTUnwrap(play([":u", "14"])).contains("2 of 2 right, 2 left"))
        XCTAssertTrue(try XCTUnwrap(play(["21", "28"])).contains("4 of 4 right, 0 left"))
        XCTAssertNil(try fixture.log().unfinished(exercise))
        XCTAssertEqual(try fixture.answers().map(\.milliseconds), [2000, 2000, 2000, 2000])
        XCTAssertEqual(try fixture.log().days().map(\.answers), [4])
        let memories = try fixture.log().memories(of: exercise.kind)
        XCTAssertEqual(memories.map { $0.schedule?.box }, [2, 2, 2, 2])
        XCTAssertEqual(
            ScheduleStatistics(memories, today: fixture.log().today).forecast(days: 4).map(\.count), [0, 0, 4, 0])
    }

    /// The opening text stays until space or Enter. Its reading time does not count.
    func testOpeningEndsWithSpaceOrEnter() throws {
        let run = try fixture.log().begin(exercise, items: [.init(row: 7, by: 1)], settings: NoSettings())
        var screen = try PracticeScreen(
            fixture.log(), run, MultiplicationView(), opening: [.paragraph(StyledText("Seven times."))])
        for (key, isOpen) in [(Key.character("x"), true), (.character("u"), true), (.space, false)] {
            fixture.wait(seconds: 30)
            _ = try screen.handle(.key(key))
            XCTAssertEqual("\(screen.view.blocks)".contains("Seven times."), isOpen, "\(key)")
        }
        fixture.wait(seconds: 2)
        _ = try screen.handle(.line("7"))
        XCTAssertEqual(try fixture.answers().map(\.milliseconds), [2000])
    }

    func testUndoWithoutAnswerShowsReason() throws {
        var screen = try screen()
        _ = try screen.handle(.line(":u"))
        XCTAssertTrue("\(screen.view.blocks)".contains("no answer to take back"))
    }
}
