import Interface
import Kernel
import Learning
import LearningCommands
import Lessons
import LessonsCommands
import LessonsTesting
import TerminalTesting
import XCTest

/// Tests of the line work screen, counted by keys and by a metronome.
final class LineWorkScreenTests: XCTestCase {
    private func app(_ fixture: LessonFixture) -> AppFixture {
        fixture.app()
    }

    func testKeysCountStepsOfLine() throws {
        let fixture = try LessonFixture("10k")
        var line = try app(fixture).dialogue("linework run", ["--steps", "3"])
        let others = ["u undo", "q quit"]
        let marks = ["1 not yet", "2 with mistakes", "3 well"]
        XCTAssertEqual(line.view.title, "line 1/\(try fixture.lessons().lineWork(of: nil).exercises.count)")
        for (keys, counted) in [
            ("3", "ready"), ("space", "1 of 3  hana"), ("space", "2 of 3  dool"), ("space", "3 of 3  set"),
        ] {
            XCTAssertEqual(line.wanted, ["space step", "enter line done"] + others, keys)
            try line.press(keys: keys)
            XCTAssertTrue(line.text().contains("\n\(counted)\n"), line.text())
            XCTAssertEqual(line.text().contains("How did it go?"), counted == "3 of 3  set")
            XCTAssertFalse(line.view.ringsBell)
            XCTAssertNil(line.view.tickInterval)
        }
        XCTAssertEqual(line.wanted, marks + others)
        try line.press(keys: "space 3")
        XCTAssertTrue(line.text().contains("\nready\n"), "the next line begins at its first step")
        try line.press(keys: "enter")
        XCTAssertTrue(line.text().contains("\n3 of 3  set\n"))
        let usual = try app(fixture).dialogue("linework run", ["--new"])
        var counted = usual
        try counted.press(keys: "enter")
        XCTAssertTrue(counted.text().contains("\n10 of 10  yol\n"), "the default is ten steps")
    }

    func testMetronomeCountsStepsWhileRunning() throws {
        var line = try app(LessonFixture("10k")).dialogue("linework run", ["--steps", "2", "--tempo", "40"])
        XCTAssertEqual(line.wanted.first, "space start")
        XCTAssertNil(line.view.tickInterval)
        try line.press(keys: "space")
        XCTAssertEqual(line.wanted.first, "space pause")
        XCTAssertTrue(line.text().contains("Get ready: 4\n"), line.text())
        XCTAssertTrue(line.view.ringsBell)
        func beat() throws {
            for _ in 0..<2 { _ = try line.handle(.tick) }
        }
        for remaining in [3, 2, 1] {
            try beat()
            XCTAssertTrue(line.text().contains("Get ready: \(remaining)\n"), line.text())
        }
        try beat()
        XCTAssertFalse(line.text().contains("Get ready"))
        XCTAssertTrue(line.view.ringsBell)
        try line.press(keys: "space")
        XCTAssertFalse(line.view.ringsBell)
        XCTAssertNil(line.view.tickInterval)
        XCTAssertTrue(line.text().contains("\n1 of 2  hana\n"))
        try line.press(keys: "space")
        for _ in 0..<4 { try beat() }
        XCTAssertTrue(line.view.ringsBell)
        XCTAssertNil(line.view.tickInterval, "the line is over")
        try line.press(keys: "3 space")
        XCTAssertEqual(line.view.tickInterval, 0.1, "a short interval, so that the bell can ring again")
        try line.press(keys: "enter")
        XCTAssertNil(line.view.tickInterval)
        XCTAssertFalse(line.view.ringsBell)
        try line.press(keys: "u")
        XCTAssertNil(line.view.tickInterval, "a repeated line waits for the start")
    }
}
