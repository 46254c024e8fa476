import Kernel
import Programs
import TestSupport
import XCTest

final class CaptureTests: XCTestCase {
    func testOutputErrorsAndStatusAreSeparate() throws {
        let result = try script("printf out; printf err >&2; exit 7").run()
        XCTAssertEqual(result.text, "out")
        XCTAssertEqual(result.errors, Array("err".utf8))
        XCTAssertEqual(result.ending, .exited(7))
        XCTAssertFalse(result.timedOut || result.truncated)
    }

    func testDeathBySignalIsReported() throws {
        for signal in [SIGTERM, SIGINT, SIGPIPE, SIGKILL] {
            let result = try script("kill -\(signal) $$").run()
            XCTAssertEqual(result.ending, .killed(signal: signal))
            XCTAssertEqual(result.ending.shellStatus, 128 + signal)
        }
    }

    func testOneMebibyteOnBothOutputsIsCaptured() throws {
        let count = 1 << 20
        let result = try script("head -c \(count) /dev/zero & head -c \(count) /dev/zero >&2; wait").run()
        XCTAssertEqual(result.output.count, count)
        XCTAssertEqual(result.errors.count, count)
        XCTAssertEqual(result.ending, .exited(0))
    }

    func testInputIsPassedUnchanged() throws {
        var random = RandomSource(seed: 4)
        for count in [1, 65_535, 65_536, 65_537, 1 << 20] {
            let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            XCTAssertEqual(try ProgramCall("/bin/cat", input: bytes).run().output, bytes)
        }
    }

    func testProgramCanIgnoreItsInput() throws {
        let input = [UInt8](repeating: 65, count: 1 << 20)
        XCTAssertEqual(try script("exit 3", input: input).run().ending, .exited(3))
        XCTAssertEqual(try script("exec <&-; printf done", input: input).run().text, "done")
        XCTAssertEqual(try script("head -c 3", input: input).run().text, "AAA")
        XCTAssertTrue(try script("sleep 60", input: input, deadline: .milliseconds(100)).run().timedOut)
    }

    func testInputIsEmptyByDefault() throws {
        XCTAssertEqual(try ProgramCall("/bin/cat", deadline: .seconds(10)).run().ending, .exited(0))
    }

    func testDeadlineKillsDescendants() throws {
        let folder = try Home()
        let fifo = "\(folder.path)/fifo"
        XCTAssertEqual(mkfifo(fifo, 0o600), 0)
        let reader = open(fifo, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        // Every descendant of the shell holds the fifo. Its reader gets the end of file when the
        // last one is dead.
        let result = try script(
            "exec 3>\"$1\"; (trap '' TERM; sleep 300) & sleep 300 & echo ready; sleep 300", [fifo],
            deadline: .seconds(1)
        ).run()
        XCTAssertEqual(result.text, "ready\n")
        XCTAssertTrue(result.timedOut)
        XCTAssertEqual(result.ending, .killed(signal: SIGKILL))
        var look = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
        XCTAssertEqual(poll(&look, 1, 5000), 1, "a grandchild is alive")
        XCTAssertThrowsError(try result.succeeded()) { XCTAssertEqual(($0 as? Failure)?.code, .programTimedOut) }
    }

    func testPastAndInfiniteDeadlines() throws {
        for deadline in [Duration.zero, .seconds(-5)] {
            XCTAssertTrue(try script("sleep 60", deadline: deadline).run().timedOut)
        }
        for deadline in [nil, Duration.seconds(Int64.max)] {
            XCTAssertEqual(try script("exit 2", deadline: deadline).run().ending, .exited(2))
        }
    }

    func testDetachedGrandchildIsNotWaitedForOrKilled() throws {
        let folder = try Home()
        let fifo = "\(folder.path)/fifo"
        XCTAssertEqual(mkfifo(fifo, 0o600), 0)
        let reader = open(fifo, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        // The worker holds the outputs and waits for `go`. Then it writes to the fifo to prove that
        // it is alive.
        let go = "\(folder.path)/go"
        XCTAssertEqual(mkfifo(go, 0o600), 0)
        let result = try script("exec 3>\"$1\"; (read -r word <\"$2\"; echo alive >&3) & echo started", [fifo, go])
            .run()
        XCTAssertEqual(result.text, "started\n")
        XCTAssertEqual(result.ending, .exited(0))
        let writer = open(go, O_WRONLY)
        XCTAssertEqual(write(writer, "go\n", 3), 3)
        close(writer)
        var look = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
        XCTAssertEqual(poll(&look, 1, 5000), 1)
        XCTAssertNotEqual(look.revents & Int16(POLLIN), 0, "the worker was killed")
    }

    func testOutputBeyondTheLimitIsCutAndTheProgramStopped() throws {
        for (text, isOutput) in [("exec cat /dev/zero", true), ("exec cat /dev/zero >&2", false)] {
            let result = try script(text, outputLimit: 1000).run()
            XCTAssertTrue(result.truncated)
            XCTAssertEqual((isOutput ? result.output : result.errors).count, 1000)
            XCTAssertEqual(result.ending, .killed(signal: SIGKILL))
            XCTAssertThrowsError(try result.succeeded()) { XCTAssertEqual(($0 as? Failure)?.code, .outputTooLong) }
        }
        let exact = try script("head -c 1000 /dev/zero", outputLimit: 1000).run()
        XCTAssertEqual(exact.output.count, 1000)
        XCTAssertFalse(exact.truncated)
    }

    func testEnvironmentFolderAndArgumentsArePassed() throws {
        let folder = try Home()
        try folder.folder("inner")
        let call = script(
            "printf '%s,' \"$NAME\" \"$HOME\"; touch here", environment: ["NAME": "a=b ä"], in: "\(folder.path)/inner")
        XCTAssertEqual(try call.run().succeeded().text, "a=b ä,,")
        XCTAssertTrue(FileManager.default.fileExists(atPath: "\(folder.path)/inner/here"))
        let words = ProgramCall("/usr/bin/printf", ["%s|", "-x", "a b", "$HOME", "'"], workingDirectory: folder.path)
        XCTAssertEqual(try words.run().text, "-x|a b|$HOME|'|")
    }

    func testStartFailuresHaveSpecificCodes() throws {
        let folder = try Home()
        try folder.file("plain", "#!/bin/sh\n")
        try folder.file("text", "no first line\n", mode: 0o755)
        let calls = [
            (ProgramCall("/nowhere/tool"), "missingProgram"), (ProgramCall("sh"), "missingProgram"),
            (ProgramCall(folder.path), "missingProgram"), (ProgramCall("\(folder.path)/plain"), "cannotRun"),
            (ProgramCall("\(folder.path)/text"), "cannotRun"), (script("exit", in: "/nowhere"), "missingFolder"),
            (script("exit", in: "/bin/sh"), "missingFolder"), (script("exit", ["a\0b"]), "unusableArgument"),
            (script("exit", environment: ["A": "\0"]), "unusableArgument"),
            (script("exit", [String(repeating: "x", count: 8 << 20)]), "cannotRun"),
        ]
        let before = try openDescriptors()
        for (call, code) in calls {
            XCTAssertThrowsError(try call.run()) { XCTAssertEqual(($0 as? Failure)?.code.text, code, "\($0)") }
            XCTAssertThrowsError(try call.runInteractively()) {
                XCTAssertEqual(($0 as? Failure)?.code.text, code, "\($0)")
            }
        }
        XCTAssertEqual(try openDescriptors(), before)
    }

    func testAFailureQuotesTheProgramWithoutItsControlCharacters() throws {
        XCTAssertThrowsError(try script("printf 'first\\n\\033[31mno such photo\\n\\n' >&2; exit 4").run().succeeded())
        {
            let failure = $0 as? Failure
            XCTAssertEqual(failure?.message, "“sh” failed with status 4.")
            XCTAssertEqual(failure?.advice, " [31mno such photo")
        }
    }
}
