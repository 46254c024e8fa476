import Foundation
import Kernel
import Programs
import TestSupport
import XCTest

/// Limits at the last allowed value and the first refused one.
final class BoundsTests: XCTestCase {
    func testDefaultLimitsAreOneMinuteAndSixteenMebibytes() {
        let call = ProgramCall("/bin/sh")
        XCTAssertEqual(call.deadline, .seconds(60))
        XCTAssertEqual(call.outputLimit, 16_777_216)
        XCTAssertNil(call.environment)
        XCTAssertNil(call.workingDirectory)
        XCTAssertEqual(call.input, [])
    }

    func testEachOutputHasItsOwnLimit() throws {
        for (out, errors, limit, isCut) in [
            (0, 0, -5, false), (1, 0, -5, true), (0, 0, 0, false), (0, 1, 0, true), (10, 10, 10, false),
            (11, 3, 10, true),
            (3, 11, 10, true), (70_000, 70_000, 70_000, false), (70_001, 5, 70_000, true), (5, 70_001, 70_000, true),
        ] {
            // The shorter output is written first and is read before the longer one exceeds its
            // limit.
            let text = "head -c $1 /dev/zero; head -c $2 /dev/zero >&2"
            let turned = "head -c $2 /dev/zero >&2; sleep 0.05; head -c $1 /dev/zero"
            let call = script(out > errors ? turned : text, ["\(out)", "\(errors)"], outputLimit: limit)
            XCTAssertEqual(call.outputLimit, max(0, limit))
            let result = try call.run()
            XCTAssertEqual(result.truncated, isCut, "\(out) \(errors) \(limit)")
            XCTAssertFalse(result.timedOut)
            XCTAssertEqual(result.output.count, min(out, max(0, limit)), "\(out) \(errors) \(limit)")
            XCTAssertEqual(result.errors.count, min(errors, max(0, limit)), "\(out) \(errors) \(limit)")
        }
    }

    /// The last non-empty line: 300 characters of the last 4,000 bytes.
    func testQuotedErrorLineIsShort() throws {
        func words(_ errors: String) throws -> String? {
            let result = try script("printf %s \"$1\" >&2; exit 1", [errors]).run()
            do {
                _ = try result.succeeded()
                return nil
            } catch { return (error as? Failure)?.advice }
        }
        let long = String(repeating: "y", count: 4000)
        let cases: [(String, String)] = [
            ("", ""), ("\n \t\n", ""), ("one\ntwo", "two"), ("one\ntwo\n\n  \n", "two"), ("a\u{7}b\tc", "a b c"),
            (String(long.prefix(300)), String(long.prefix(300))), (String(long.prefix(301)), String(long.prefix(300))),
            ("x" + long.dropLast(), "x" + long.prefix(299)), ("x" + long, String(long.prefix(300))),
        ]
        for (errors, expected) in cases { XCTAssertEqual(try words(errors), expected) }
    }

    func testExitStatusesAreReturned() throws {
        for status in [0, 1, 2, 126, 127, 128, 255] as [Int32] {
            let result = try script("exit \(status)").run()
            XCTAssertEqual(result.ending, .exited(status))
            XCTAssertEqual(result.ending.shellStatus, status)
            XCTAssertEqual((try? result.succeeded()) != nil, status == 0, "\(status)")
            XCTAssertEqual(try script("exit \(status)").runInteractively(), .exited(status))
        }
    }

    /// A relative folder is below the current one, whatever its name looks like.
    func testFolderNamesAreNotInterpreted() throws {
        let home = try Home()
        for name in ["-P", "~", "$HOME", "a b"] { try home.folder(name) }
        let before = FileManager.default.currentDirectoryPath
        XCTAssertTrue(FileManager.default.changeCurrentDirectoryPath(home.path))
        defer { _ = FileManager.default.changeCurrentDirectoryPath(before) }
        for name in ["-P", "~", "$HOME", "a b"] {
            let here = try script("pwd -P", in: name).run().succeeded().text
            XCTAssertEqual(here.split(separator: "/").last.map { $0.dropLast() }, Substring(name))
        }
        XCTAssertThrowsError(try script("pwd", in: "nowhere").run()) {
            XCTAssertEqual(($0 as? Failure)?.code, .missingFolder)
        }
    }

    /// With too few descriptors for all pipes, the start fails and closes those it opened.
    func testNoProgramStartsWithoutFreeDescriptors() throws {
        let before = try openDescriptors()
        let free = try (0..<1).map { _ in
            let file = open("/dev/null", O_RDONLY)
            close(file)
            return try XCTUnwrap(file > 0 ? file : nil)
        }[0]
        #if canImport(Darwin)
            let resource = RLIMIT_NOFILE
        #else
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #endif
        var limits = rlimit()
        XCTAssertEqual(getrlimit(resource, &limits), 0)
        var refused = 0
        var done = 0
        // Earlier tests of this process may have opened descriptors above the first free one.
        for more in 0..<1000 where done < 3 {
            var limit = rlimit(rlim_cur: rlim_t(Int(free) + more), rlim_max: limits.rlim_max)
            setrlimit(resource, &limit)
            defer { setrlimit(resource, &limits) }
            do {
                let result = try script("cat", input: [1, 2]).run()
                XCTAssertEqual(result.output, [1, 2])
                done += 1
            } catch let failure as Failure {
                XCTAssertEqual(failure.code, .cannotRun)
                XCTAssertEqual(failure.kind, .temporary, failure.message)
                XCTAssertTrue(failure.message.contains(String(cString: strerror(EMFILE))), failure.message)
                refused += 1
            }
        }
        XCTAssertGreaterThan(refused, 0)
        XCTAssertGreaterThan(done, 0)
        XCTAssertEqual(try openDescriptors(), before)
        XCTAssertFalse(hasChildren())
    }

    func testCapturedProgramDoesNotReadTheCallersInput() throws {
        let descriptor = dup(0)
        defer { if descriptor >= 0 { close(descriptor) } }
        var ends: [Int32] = [-1, -1]
        XCTAssertEqual(pipe(&ends), 0)
        XCTAssertEqual(write(ends[1], "ours", 4), 4)
        dup2(ends[0], 0)
        for end in ends { close(end) }
        defer { if descriptor >= 0 { dup2(descriptor, 0) } else { close(0) } }
        XCTAssertEqual(try ProgramCall("/bin/cat", deadline: .seconds(10)).run().succeeded().text, "")
        XCTAssertEqual(try ProgramCall("/bin/cat", input: [65], deadline: .seconds(10)).run().succeeded().text, "A")
    }

    /// A stale `errno` is ignored.
    func testEarlierErrnoDoesNotAffectReading() throws {
        for earlier in [EAGAIN, EINTR, EIO] {
            errno = earlier
            let result = try script("printf x; printf y >&2", deadline: .seconds(5)).run()
            XCTAssertFalse(result.timedOut, "\(earlier)")
            XCTAssertEqual(result.text, "x")
        }
    }

    /// If a process starts with SIGCHLD ignored, the system discards the exit statuses of its
    /// children.
    func testLostExitStatusIsAnError() throws {
        let before = signal(SIGCHLD, SIG_IGN)
        defer { signal(SIGCHLD, before) }
        for body in [
            { _ = try script("printf x", deadline: .seconds(5)).run() },
            { _ = try script("exit 3").runInteractively() },
        ] {
            XCTAssertThrowsError(try body()) {
                XCTAssertEqual(($0 as? Failure)?.code, .cannotRun)
                XCTAssertTrue("\($0)".contains("could not find out"), "\($0)")
            }
        }
    }

    /// A SIGPIPE that was pending before is still pending afterwards. A SIGPIPE of our own write is
    /// removed.
    func testPendingSIGPIPEOfTheCallerIsPreserved() throws {
        let handler = signal(SIGPIPE, { _ in })
        defer { signal(SIGPIPE, handler) }
        let set = signals(SIGPIPE)
        let mask = UnsafeMutablePointer<sigset_t>.allocate(capacity: 1)
        defer { mask.deallocate() }
        var blocked = set
        XCTAssertEqual(pthread_sigmask(SIG_BLOCK, &blocked, mask), 0)
        defer { pthread_sigmask(SIG_SETMASK, mask, nil) }
        func isWaiting() -> Bool {
            var pending = sigset_t()
            sigpending(&pending)
            return sigismember(&pending, SIGPIPE) == 1
        }
        let input = [UInt8](repeating: 0, count: 1 << 20)
        XCTAssertEqual(try script("exec <&-; exit 4", input: input).run().ending, .exited(4))
        XCTAssertFalse(isWaiting())
        pthread_kill(pthread_self(), SIGPIPE)
        XCTAssertTrue(isWaiting())
        XCTAssertEqual(try script("exec <&-; exit 4", input: input).run().ending, .exited(4))
        XCTAssertTrue(isWaiting())
        var taken: Int32 = 0
        sigwait(&blocked, &taken)
        XCTAssertEqual(taken, SIGPIPE)
    }

    private func signals(_ number: Int32) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        return set
    }
}
