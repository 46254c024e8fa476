import Foundation
import Kernel
import Programs
import TestBench
import XCTest

/// A program beside us, for which nobody waits.
final class CompanionTests: XCTestCase {
    private func ended(_ companion: Companion) -> ProgramResult? {
        for _ in 0..<400 where companion.result == nil { usleep(25_000) }
        return companion.result
    }

    func testItGoesOnBesideUsAndIsSeenOffByItself() throws {
        let home = try Home()
        let companion = try script(
            "while [ ! -e \"$1\" ]; do sleep 0.02; done; cat; echo no >&2; exit 3", [home.path("go")], input: Array("word".utf8)
        ).startBeside()
        XCTAssertTrue(companion.isRunning)
        XCTAssertNil(companion.result)
        try home.file("go", "")
        let result = try XCTUnwrap(ended(companion))
        XCTAssertEqual([result.text, String(decoding: result.errors, as: UTF8.self)], ["word", "no\n"])
        XCTAssertEqual(result.ending, .exited(3))
        XCTAssertFalse(companion.isRunning)
        XCTAssertFalse(hasChildren(), "a zombie")
        companion.stop()
    }

    func testItStopsWhenItIsToldAndWhenItsTimeIsUp() throws {
        let told = try script("exec sleep 600").startBeside()
        told.stop()
        XCTAssertEqual(ended(told)?.ending, .killed(signal: SIGKILL))
        XCTAssertEqual(ended(told)?.timedOut, false)
        let late = try script("exec sleep 600", deadline: .milliseconds(50)).startBeside()
        XCTAssertEqual(ended(late)?.timedOut, true)
        XCTAssertFalse(hasChildren(), "a zombie")
        XCTAssertThrowsError(try ProgramCall("/nowhere/at/all").startBeside())
    }

    /// Whoever starts many and forgets them leaves neither children nor descriptors.
    func testManyThatNobodyAsksAboutLeaveNothing() throws {
        let before = try openDescriptors()
        for _ in 0..<50 { _ = try script("cat", input: [1, 2, 3]).startBeside() }
        for _ in 0..<400 where hasChildren() { usleep(25_000) }
        XCTAssertFalse(hasChildren())
        for _ in 0..<400 where try openDescriptors() > before { usleep(25_000) }
        XCTAssertEqual(try openDescriptors(), before)
    }
}
