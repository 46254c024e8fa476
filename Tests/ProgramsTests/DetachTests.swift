import Foundation
import Kernel
import Programs
import TestSupport
import XCTest

final class DetachTests: XCTestCase {
    /// Its input is empty, its output is discarded, and it leads its own session.
    func testDetachedProgramRunsInItsOwnSession() throws {
        let home = try Home()
        let script = try home.program(
            "worker",
            "cat; echo said; ps -o sid= -p $$ | tr -d ' ' > \(home.path).new; echo $$ >> \(home.path).new; mv \(home.path).new \(home.path("seen"))"
        )
        try ProgramCall(script, ["a"]).startDetached()
        for _ in 0..<400 where !FileManager.default.fileExists(atPath: home.path("seen")) { usleep(25_000) }
        let lines = home.text("seen").split(separator: "\n")
        XCTAssertEqual(lines.count, 2, "it stopped")
        XCTAssertEqual(lines.first, lines.last, "it leads a session")
        XCTAssertThrowsError(try ProgramCall("/nowhere/at/all").startDetached())
        // This process stays alive, and other tests count its children, so wait for the end.
        for _ in 0..<400 where hasChildren() { usleep(25_000) }
    }

    /// The call returns the status of a program that ends within the time, and otherwise nil.
    func testEarlyExitOfADetachedProgramIsReported() throws {
        XCTAssertEqual(try ProgramCall("/bin/false").startDetached(watchedFor: 5), .exited(1))
        XCTAssertEqual(try ProgramCall("/bin/true").startDetached(watchedFor: 5), .exited(0))
        let home = try Home()
        let script = try home.program("worker", "while [ ! -e \(home.path("off")) ]; do sleep 0.02; done")
        XCTAssertNil(try ProgramCall(script).startDetached(watchedFor: 0.1))
        try home.file("off", "")
        for _ in 0..<400 where hasChildren() {
            usleep(25_000)
            _ = try ProgramCall("/bin/true").run()
        }
    }

    /// A process that runs for days and starts many detached programs collects no zombies.
    func testEndedDetachedProgramsAreReapedByTheNextStart() throws {
        let home = try Home()
        let script = try home.program("worker", "echo $$ > \(home.path).new; mv \(home.path).new \(home.path("seen"))")
        try ProgramCall(script).startDetached()
        for _ in 0..<400 where !FileManager.default.fileExists(atPath: home.path("seen")) { usleep(25_000) }
        let id = try XCTUnwrap(pid_t(home.text("seen").trimmingCharacters(in: .whitespacesAndNewlines)))
        XCTAssertEqual(kill(id, 0), 0, "it runs, or is not reaped yet")
        for _ in 0..<400 where kill(id, 0) == 0 {
            usleep(25_000)
            _ = try ProgramCall("/bin/true").run()
        }
        XCTAssertEqual(kill(id, 0), -1, "a zombie")
    }

    /// The reader of a pipe does not wait for a detached program to close it.
    func testDetachedProgramInheritsNoDescriptors() throws {
        let home = try Home()
        let script = try home.program(
            "worker", "echo on > \(home.path("on")); while [ ! -e \(home.path("off")) ]; do sleep 0.02; done")
        var ends: [Int32] = [0, 0]
        XCTAssertEqual(pipe(&ends), 0)
        try ProgramCall(script).startDetached()
        for _ in 0..<400 where home.text("on").isEmpty { usleep(25_000) }
        close(ends[1])
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        var byte: UInt8 = 0
        XCTAssertEqual(read(ends[0], &byte, 1), 0, "the other end is still open")
        close(ends[0])
        try home.file("off", "")
        for _ in 0..<400 where hasChildren() { usleep(25_000) }
    }
}
