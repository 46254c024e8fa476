import Foundation
import Synchronization
import Systems
import XCTest

/// This process and others in the process table.
final class ProcessTests: XCTestCase {
    func testProcessHasAStableStartTime() throws {
        let own = try XCTUnwrap(ProcessTable.startTime(of: getpid()))
        XCTAssertEqual(ProcessTable.startTime(of: getpid()), own)
        XCTAssertFalse(
            try XCTUnwrap(ProcessTable.bootIdentifier).contains(":"), "the identifier is part of a colon-separated text"
        )
        XCTAssertNil(ProcessTable.startTime(of: .max))
    }

    func testZombiesDoNotCountAsRunning() throws {
        var id = pid_t()
        var actions = SpawnActions()
        defer { actions.destroy() }
        for descriptor: Int32 in 0...2 { actions.openNothing(as: descriptor, toWrite: descriptor > 0) }
        var words = [strdup("sh"), strdup("-c"), strdup("exec sleep 60"), nil]
        defer { words.forEach { free($0) } }
        XCTAssertEqual(posix_spawn(&id, "/bin/sh", &actions.raw, nil, &words, nil), 0)
        XCTAssertNotNil(ProcessTable.startTime(of: id))
        kill(id, SIGKILL)
        var ended = siginfo_t()
        XCTAssertEqual(waitid(P_PID, id_t(id), &ended, WEXITED | WNOWAIT), 0)
        XCTAssertNil(ProcessTable.startTime(of: id), "it is a zombie")
        XCTAssertEqual(waitpid(id, nil, 0), id)
        XCTAssertNil(ProcessTable.startTime(of: id))
    }

    func testProcessNamesDoNotShiftTheFields() {
        let figures = (4...52).map(String.init).joined(separator: " ")
        for name in ["a", "a b", "a) Z 1 2 3", "((((", ") R 1", ""] {
            XCTAssertEqual(ProcessTable.startTime(in: "7 (\(name)) S \(figures)"), "22", name)
            XCTAssertNil(ProcessTable.startTime(in: "7 (\(name)) Z \(figures)"), name)
        }
        for line in ["", "7", "7 (a)", "7 (a) S 1 2"] { XCTAssertNil(ProcessTable.startTime(in: line), line) }
    }

    func testThisProcessReportsProgramEnvironmentAndThread() throws {
        let program = try XCTUnwrap(ThisProcess.program)
        XCTAssertTrue(program.hasPrefix("/"))
        XCTAssertEqual(access(program, X_OK), 0)
        let list = try XCTUnwrap(ThisProcess.environment)
        var count = 0
        var lines = Set<String>()
        while let line = list[count] {
            lines.insert(String(cString: line))
            count += 1
        }
        for (name, value) in ProcessInfo.processInfo.environment {
            XCTAssertTrue(lines.contains("\(name)=\(value)"), name)
        }
        let own = CurrentThread.number
        XCTAssertEqual(CurrentThread.number, own)
        let other = Mutex<UInt>(own)
        let thread = Thread { other.withLock { $0 = CurrentThread.number } }
        thread.start()
        while !thread.isFinished { usleep(1000) }
        XCTAssertNotEqual(other.withLock { $0 }, own)
    }

    func testMachineIdentifierIsStable() {
        XCTAssertEqual(Machine.identifier, Machine.identifier)
        XCTAssertNotEqual(Machine.identifier, "")
    }

    func testSignalHandlerRoundTrips() {
        var action = sigaction()
        XCTAssertNil(action.handler, "the system's default action")
        action.handler = SIG_IGN
        XCTAssertEqual(unsafeBitCast(action.handler, to: Int.self), unsafeBitCast(SIG_IGN, to: Int.self))
        var before = sigaction()
        var after = sigaction()
        action.handler = { errno = $0 }
        XCTAssertEqual(sigaction(SIGURG, &action, &before), 0)
        defer { sigaction(SIGURG, &before, nil) }
        errno = 0
        raise(SIGURG)
        XCTAssertEqual(errno, SIGURG, "it ran on this thread")
        XCTAssertEqual(sigaction(SIGURG, nil, &after), 0)
        XCTAssertEqual(unsafeBitCast(after.handler, to: Int.self), unsafeBitCast(action.handler, to: Int.self))
    }
}
