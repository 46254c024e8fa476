import Kernel
import Practice
import PracticeCommands
import Terminal
import XCTest

/// A kind of practice that no module has, on the one screen: it is left, goes on, is taken back, counted and finished without a line of its own.
final class MultiplicationTests: XCTestCase {
    private let bench = Bench()
    private let exercise = Multiplication()

    private func screen() throws -> PracticeScreen<MultiplicationFace> {
        let items = (1...4).map { Multiplication.Item(row: 7, by: $0) }
        let run = try bench.log().unfinished(exercise) ?? bench.log().begin(exercise, items: items, settings: NoSettings())
        return try PracticeScreen(bench.log(), run, MultiplicationFace())
    }

    private func play(_ lines: [String]) throws -> String? {
        var screen = try screen()
        for line in lines {
            bench.wait(seconds: 2)
            if case .finish(let output) = try screen.handle(.line(line)) { return "\(output.blocks)" }
        }
        guard case .finish(let output) = try screen.handle(.end) else { return nil }
        return "\(output.blocks)"
    }

    func testATableIsLeftContinuedTakenBackAndFinished() throws {
        XCTAssertTrue(try XCTUnwrap(play(["7", "x", "?", ":u", "8", ":u", "7", "15", ":q"])).contains("1 of 2 right, 2 left"))
        XCTAssertTrue(try XCTUnwrap(play([":u", "14"])).contains("2 of 2 right, 2 left"))
        XCTAssertTrue(try XCTUnwrap(play(["21", "28"])).contains("4 of 4 right, 0 left"))
        XCTAssertNil(try bench.log().unfinished(exercise))
        XCTAssertEqual(try bench.answers().map(\.milliseconds), [2000, 2000, 2000, 2000])
        XCTAssertEqual(try bench.log().days().map(\.answers), [4])
        let memories = try bench.log().memories(of: exercise.kind)
        XCTAssertEqual(memories.map { $0.schedule?.box }, [2, 2, 2, 2])
        XCTAssertEqual(ScheduleFigures(memories, today: bench.log().today).forecast(days: 4).map(\.count), [0, 0, 4, 0])
    }

    /// What is to be read first stands there until space or Enter, and its time is no answer's.
    func testTheOpeningEndsWithTheKeysThatGoOn() throws {
        let run = try bench.log().begin(exercise, items: [.init(row: 7, by: 1)], settings: NoSettings())
        var screen = try PracticeScreen(
            bench.log(), run, MultiplicationFace(), opening: [.paragraph(StyledText("Seven times."))])
        for (key, isOpen) in [(Key.character("x"), true), (.character("u"), true), (.space, false)] {
            bench.wait(seconds: 30)
            _ = try screen.handle(.key(key))
            XCTAssertEqual("\(screen.view.blocks)".contains("Seven times."), isOpen, "\(key)")
        }
        bench.wait(seconds: 2)
        _ = try screen.handle(.line("7"))
        XCTAssertEqual(try bench.answers().map(\.milliseconds), [2000])
    }

    func testTakingBackSaysWhyItCannot() throws {
        var screen = try screen()
        _ = try screen.handle(.line(":u"))
        XCTAssertTrue("\(screen.view.blocks)".contains("no answer to take back"))
    }
}
