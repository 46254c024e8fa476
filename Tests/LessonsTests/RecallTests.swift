import Content
import Interface
import Kernel
import LearningTesting
import Lessons
import LessonsCommands
import Practice
import TerminalTesting
import XCTest

/// Tests of patterns from memory: a movement stays hidden until the learner looks and rates it.
final class RecallTests: XCTestCase {
    private let fixture = StudyFixture()

    private func practice(_ words: String...) throws -> any Dialogue {
        try fixture.patterns().dialogue("pattern practice", ["chon-ji"] + words)
    }

    func testMovementIsHiddenUntilRevealed() throws {
        var screen = try practice()
        XCTAssertTrue(
            screen.text().hasPrefix(
                "Chon-Ji 1 of 19  9th keup\n\nMovement 1\nNew here. Do it from memory if you can; else look"),
            screen.text())
        for hidden in ["walking", "low block", "Gunnun", "걷는", "Feet"] {
            XCTAssertFalse(screen.text().contains(hidden), hidden)
        }
        XCTAssertEqual(screen.wanted, ["space look", "enter look", "q quit", "b back", "r repeat", "u undo"])
        try screen.press(keys: "3 1 d k n")
        XCTAssertEqual(try fixture.answers(), [], "a hidden movement cannot be judged")
        XCTAssertFalse(screen.text().contains("walking"))
        try screen.press(keys: "space")
        XCTAssertTrue(screen.text().contains("left walking stance toward B: left low"), screen.text())
        XCTAssertTrue(screen.text().contains("How did it go? 1 not yet, 2 with mistakes, 3 well"))
        try screen.press(keys: "space enter")
        XCTAssertEqual(try fixture.answers(), [], "a second press is not a mark")
        try screen.press(keys: "3")
        XCTAssertTrue(screen.text().contains("Movement 2\nNew here."), "the next movement is hidden again")
        try screen.press(keys: "b")
        XCTAssertTrue(screen.text().contains("Movement 1\nDo it from memory, then look."), "the movement was practiced")
    }

    func testRecalledMovementsCountFully() throws {
        var screen = try practice("--moves", "1-4")
        try screen.press(keys: "space 3 space 2 space 1")
        let answers = try fixture.answers()
        XCTAssertEqual(answers.map(\.evidence), [.recalled, .done, .done])
        XCTAssertEqual(answers.map(\.share), [1000, 500, 0])
        let memories = try fixture.log().memories(of: .patterns)
        XCTAssertEqual(memories.compactMap { $0.state.memory.level?.isShaky }, [false, true, true])
        XCTAssertEqual(memories.map(\.level), [334, 0, 0])
        try screen.press(keys: "u")
        XCTAssertEqual(try fixture.answers().count, 2)
        XCTAssertTrue(screen.text().contains("Movement 3\n"), "after undo it is hidden again")
        let output = try XCTUnwrap(screen.press(keys: "q"))
        XCTAssertEqual(output.value("shaky"), .list([.integer(2)]))
    }

    func testRepeatedRecallReachesFullLevel() throws {
        for _ in 0..<8 {
            var screen = try practice("--moves", "1")
            try screen.press(keys: "enter 3")
        }
        XCTAssertGreaterThan(try fixture.log().memories(of: .patterns).first?.level ?? 0, 950)
        let followed = StudyFixture()
        for _ in 0..<8 {
            var screen = try followed.patterns().dialogue("pattern practice", ["chon-ji", "--moves", "1", "--show"])
            try screen.press(keys: "enter")
        }
        XCTAssertLessThanOrEqual(
            try followed.log().memories(of: .patterns).first?.level ?? 0, 500, "practicing along shows half of it")
    }

    func testPipedLinesActAsKeys() throws {
        let output = try fixture.patterns().run(
            ["pattern", "practice", "chon-ji", "--moves", "1-2", "--json"], lines: ["", "3", "space", "2"])
        XCTAssertTrue(output.output.contains("\"done\": 2"), output.output)
    }

    func testMetronomeShowsMovements() throws {
        let screen = try practice("--tempo", "40")
        XCTAssertTrue(screen.text().contains("left walking stance toward B"), screen.text())
        XCTAssertTrue(screen.text().hasPrefix("Get ready: 4\n"))
    }
}
