import Foundation
import Kernel
import Programs
import TestSupport
import XCTest

/// A concurrent child that no caller waits for.
final class ChildProcessTests: XCTestCase {
    private func awaitResult(_ child: ChildProcess) -> ProgramResult? {
        for _ in 0..<400 where child.result == nil { usleep(25_000) }
        return child.result
    }

    func testChildRunsConcurrentlyAndIsReaped() throws {
        let home = try Home()
        let child = try script(
            "while [ ! -e \"$1\" ]; do sleep 0.02; done; cat; echo no >&2; exit 3", [home.path("go")],
            input: Array("word".utf8)
        ).startConcurrently()
        XCTAssertTrue(child.isRunning)
        XCTAssertNil(child.result)
        try home.file("go", "")
        let result = try XCTUnwrap(awaitResult(child))
        XCTAssertEqual([result.text, String(decoding: result.errors, as: UTF8.self)], ["word", "no\n"])
        XCTAssertEqual(result.ending, .exited(3))
        XCTAssertFalse(child.isRunning)
        XCTAssertFalse(hasChildren(), "a zombie")
        child.stop()
    }

    func testChildStopsOnRequestAndAtItsDeadline() throws {
        let stopped = try script("exec sleep 600").startConcurrently()
        stopped.stop()
        XCTAssertEqual(awaitResult(stopped)?.ending, .killed(signal: SIGKILL))
        XCTAssertEqual(awaitResult(stopped)?.timedOut, false)
        let late = try script("exec sleep 600", deadline: .milliseconds(50)).startConcurrently()
        XCTAssertEqual(awaitResult(late)?.timedOut, true)
        XCTAssertFalse(hasChildren(), "a zombie")
        XCTAssertThrowsError(try ProgramCall("/nowhere/at/all").startConcurrently())
    }

    func testForgottenChildrenLeaveNoZombiesOrDescriptors() throws {
        let before = try openDescriptors()
        for _ in 0..<50 { _ = try script("cat", input: [1, 2, 3]).startConcurrently() }
        for _ in 0..<400 where hasChildren() { usleep(25_000) }
        XCTAssertFalse(hasChildren())
        for _ in 0..<400 where try openDescriptors() > before { usleep(25_000) }
        XCTAssertEqual(try openDescriptors(), before)
    }
}
