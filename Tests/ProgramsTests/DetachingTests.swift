import Foundation
import Kernel
import Programs
import TestBench
import XCTest

/// A program that is left to itself.
final class DetachingTests: XCTestCase {
    /// It has nothing to read, nobody reads what it writes, and it leads a session of its own.
    func testWhatIsLeftToItselfGoesOnWithoutATerminal() throws {
        let home = try Home()
        let script = try home.program(
            "servant",
            "cat; echo said; ps -o sid= -p $$ | tr -d ' ' > \(home.path).new; echo $$ >> \(home.path).new; mv \(home.path).new \(home.path("seen"))"
        )
        try ProgramCall(script, ["a"]).startDetached()
        for _ in 0..<400 where !FileManager.default.fileExists(atPath: home.path("seen")) { usleep(25_000) }
        let lines = home.text("seen").split(separator: "\n")
        XCTAssertEqual(lines.count, 2, "it did not go on")
        XCTAssertEqual(lines.first, lines.last, "it leads a session")
        XCTAssertThrowsError(try ProgramCall("/nowhere/at/all").startDetached())
        // A process that starts one goes its own way soon; this one stays, and others count its children.
        for _ in 0..<400 where hasChildren() { usleep(25_000) }
    }

    /// Who looks on for a while learns of an end in that time, and of nothing else.
    func testWhatEndsAtOnceIsNoticed() throws {
        XCTAssertEqual(try ProgramCall("/bin/false").startDetached(watchedFor: 5), .exited(1))
        XCTAssertEqual(try ProgramCall("/bin/true").startDetached(watchedFor: 5), .exited(0))
        let home = try Home()
        let script = try home.program("servant", "while [ ! -e \(home.path("off")) ]; do sleep 0.02; done")
        XCTAssertNil(try ProgramCall(script).startDetached(watchedFor: 0.1))
        try home.file("off", "")
        for _ in 0..<400 where hasChildren() {
            usleep(25_000)
            _ = try ProgramCall("/bin/true").run()
        }
    }

    /// A process that goes on for days and leaves many to themselves gathers no zombies.
    func testWhatHasEndedIsSeenOffWhenTheNextIsStarted() throws {
        let home = try Home()
        let script = try home.program("servant", "echo $$ > \(home.path).new; mv \(home.path).new \(home.path("seen"))")
        try ProgramCall(script).startDetached()
        for _ in 0..<400 where !FileManager.default.fileExists(atPath: home.path("seen")) { usleep(25_000) }
        let id = try XCTUnwrap(pid_t(home.text("seen").trimmingCharacters(in: .whitespacesAndNewlines)))
        XCTAssertEqual(kill(id, 0), 0, "it runs, or nobody has seen it off yet")
        for _ in 0..<400 where kill(id, 0) == 0 {
            usleep(25_000)
            _ = try ProgramCall("/bin/true").run()
        }
        XCTAssertEqual(kill(id, 0), -1, "a zombie")
    }

    /// A script that holds a lock, or reads what we say, does not wait for what we leave behind.
    func testWhatIsOpenHereIsNotOpenThere() throws {
        let home = try Home()
        let script = try home.program(
            "servant", "echo on > \(home.path("on")); while [ ! -e \(home.path("off")) ]; do sleep 0.02; done")
        var ends: [Int32] = [0, 0]
        XCTAssertEqual(pipe(&ends), 0)
        try ProgramCall(script).startDetached()
        for _ in 0..<400 where home.text("on").isEmpty { usleep(25_000) }
        close(ends[1])
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        var byte: UInt8 = 0
        XCTAssertEqual(read(ends[0], &byte, 1), 0, "nobody has the other end any more")
        close(ends[0])
        try home.file("off", "")
        for _ in 0..<400 where hasChildren() { usleep(25_000) }
    }
}
