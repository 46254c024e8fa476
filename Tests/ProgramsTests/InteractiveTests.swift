import Kernel
import Programs
import TestSupport
import XCTest

final class InteractiveTests: XCTestCase {
    func testOnlyInteractiveProgramsShareTheProcessGroup() throws {
        let folder = try Home()
        try script("ps -o pgid= -p $$ >\"$1\"", ["\(folder.path)/group"]).runInteractively()
        XCTAssertEqual(Int32(folder.text("group").trimmingCharacters(in: .whitespacesAndNewlines)), getpgrp())
        let captured = try script("ps -o pgid= -p $$; echo $$").run().text.split(whereSeparator: \.isWhitespace)
        XCTAssertEqual(captured.count, 2)
        XCTAssertEqual(captured.first, captured.last)
    }

    func testCtrlCReachesOnlyTheProgram() throws {
        let before = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_DFL)) }
        defer { for (number, action) in before { signal(number, action) } }
        XCTAssertEqual(try script("kill -INT $PPID; kill -QUIT $PPID; exit 5").runInteractively(), .exited(5))
        XCTAssertEqual(try script("kill -INT $$").runInteractively(), .killed(signal: SIGINT))
    }

    func testSignalHandlersAreRestored() throws {
        let before = signal(SIGINT, { _ in })
        defer { signal(SIGINT, before) }
        let handler = signal(SIGINT, { _ in })
        signal(SIGINT, handler)
        try script("exit").runInteractively()
        let after = signal(SIGINT, handler)
        XCTAssertEqual(unsafeBitCast(after, to: Int.self), unsafeBitCast(handler, to: Int.self))
    }

    func testPagerReceivesItsInput() throws {
        let folder = try Home()
        let page = Array(String(repeating: "line\n", count: 100_000).utf8)
        let place = "\(folder.path)/page"
        XCTAssertEqual(try ProgramCall(shell: "cat >'\(place)'; :", input: page).runInteractively(), .exited(0))
        XCTAssertEqual(folder.text("page").utf8.count, page.count)
        XCTAssertEqual(
            try ProgramCall(shell: "exit 0;", input: page).runInteractively(), .exited(0), "a pager that quits early")
    }

    func testShellDoesNotInterpretArguments() throws {
        let arguments = ["a b", "$HOME", "-n", "'", "; exit 9"]
        let call = ProgramCall(shell: "printf '%s|'", arguments)
        XCTAssertEqual(try call.run().succeeded().text, arguments.map { $0 + "|" }.joined())
    }

    func testFailedExecRunsTheProgramAsAChild() throws {
        var questions: [String] = []
        let status = try script("exit 6").replace { path, arguments, _ in
            questions = [path] + (0..<4).compactMap { arguments[$0].map { String(cString: $0) } }
            return -1
        }
        XCTAssertEqual(status, 6)
        XCTAssertEqual(questions, ["/bin/sh", "/bin/sh", "-c", "exit 6", "sh"])
        XCTAssertEqual(try script("kill -TERM $$").replace { _, _, _ in -1 }, 128 + SIGTERM)
        XCTAssertThrowsError(try ProgramCall("/nowhere/tool").replace()) {
            XCTAssertEqual(($0 as? Failure)?.code, .missingProgram)
        }
    }

    #if os(Linux)
        /// Starts this test again in a child process, which then becomes a shell.
        func testReplacing() throws {
            if ProcessInfo.processInfo.environment["BECOME_A_SHELL"] != nil {
                _ = try script("printf 'replaced %s' $$; exit 8").replace()
                return XCTFail("exec returned")
            }
            // No profile: coverage data that the process wrote before `exec` would be damaged.
            let environment = ["BECOME_A_SHELL": "1", "LLVM_PROFILE_FILE": "/dev/null"]
            let result = try ProgramCall(
                "/proc/self/exe".resolved, ["ProgramsTests.InteractiveTests/testReplacing"], environment: environment
            ).run()
            XCTAssertEqual(result.ending, .exited(8))
            XCTAssertTrue(result.text.contains("replaced "), result.text)
        }
    #endif
}

extension String {
    fileprivate var resolved: String { URL(fileURLWithPath: self).resolvingSymlinksInPath().path }
}
