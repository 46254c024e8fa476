import Foundation
import Kernel
import Synchronization
import Terminal
import XCTest

private let receivedSignals = Mutex<[Int32]>([])
private func recordSignal(_ number: Int32) { receivedSignals.withLock { $0.append(number) } }

final class TerminalConsoleTests: XCTestCase {
    /// A pseudoterminal whose controlling side belongs to the test.
    private final class PseudoTerminal {
        let near: Int32
        let far: Int32

        init() throws {
            #if canImport(Darwin)
                near = posix_openpt(O_RDWR | O_NOCTTY)
                guard near >= 0, grantpt(near) == 0, unlockpt(near) == 0, let name = ptsname(near) else {
                    throw XCTSkip("no pty here")
                }
                let path = String(cString: name)
            #else
                // posix_openpt is hidden behind a feature macro; these are TIOCSPTLCK and TIOCGPTN.
                near = open("/dev/ptmx", O_RDWR | O_NOCTTY)
                var (unlocked, number): (Int32, Int32) = (0, 0)
                guard near >= 0, ioctl(near, 0x4004_5431, &unlocked) == 0, ioctl(near, 0x8004_5430, &number) == 0 else {
                    throw XCTSkip("no pty here")
                }
                let path = "/dev/pts/\(number)"
            #endif
            far = open(path, O_RDWR | O_NOCTTY)
            guard far >= 0 else { throw XCTSkip("no pty here") }
        }

        deinit {
            close(near)
            close(far)
        }

        var console: TerminalConsole {
            TerminalConsole(environment: ["COLUMNS": "33"], input: far, output: far, error: far)
        }

        func type(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { write(near, $0.baseAddress, $0.count) } }

        /// Returns the output up to a suffix. The kernel may deliver it in pieces.
        func shown(until mark: String) -> String {
            var collected: [UInt8] = []
            var waiting = pollfd(fd: near, events: Int16(POLLIN), revents: 0)
            while !String(decoding: collected, as: UTF8.self).hasSuffix(mark), poll(&waiting, 1, 2000) > 0 {
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = read(near, &bytes, bytes.count)
                guard count > 0 else { break }
                collected += bytes.prefix(count)
            }
            return String(decoding: collected, as: UTF8.self)
        }

        /// The terminal settings in comparable form.
        var settings: [UInt32] {
            var settings = termios()
            tcgetattr(far, &settings)
            return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag].map { UInt32($0) }
        }
    }

    private func code(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch { return (error as? Failure)?.code.text ?? "\(error)" }
    }

    func testSteadyClockOnlyGoesForward() {
        let readings = (0..<10_000).map { _ in SteadyClock.seconds() }
        XCTAssertEqual(readings, readings.sorted())
        XCTAssertGreaterThan(readings[9_999], readings[0])
    }

    func testKeysAreReadRawAndTheTerminalIsRestored() throws {
        let pty = try PseudoTerminal()
        let before = pty.settings
        let keys = try pty.console.withKeys { keys in
            XCTAssertNotEqual(pty.settings, before)
            XCTAssertEqual(try keys.nextKey(within: 0), nil)
            pty.type("q한\u{1B}[A\u{1B}")
            return try (0..<4).map { _ in try keys.nextKey(within: 2) }
        }
        XCTAssertEqual(keys, [.character("q"), .character("한"), .up, .escape])
        XCTAssertEqual(pty.settings, before)
        let output = pty.shown(until: "\u{1B}[23;2t")
        XCTAssertTrue(output.contains("\u{1B}[?1049h") && output.contains("\u{1B}[?25l"), output.debugDescription)
        XCTAssertTrue(
            output.hasSuffix("\u{1B}[0m\u{1B}[?25h\u{1B}[?2004l\u{1B}[?1049l\u{1B}[23;2t"), output.debugDescription)
    }

    func testSecretIsReadWithoutEcho() throws {
        let pty = try PseudoTerminal()
        let before = pty.settings
        for (typed, line) in [("horse\u{7F}e 한\r", "horse 한"), ("half\u{1B}", nil)] as [(String, String?)] {
            pty.type(typed)
            XCTAssertEqual(pty.console.readSecret(), line)
            XCTAssertEqual(pty.settings, before)
        }
        pty.console.writeError("end")
        XCTAssertEqual(pty.shown(until: "end").suffix(3), "end")
    }

    func testPipedOutputContainsNoTerminalCodes() throws {
        let pty = try PseudoTerminal()
        let data = Pipe()
        let output = data.fileHandleForWriting.fileDescriptor
        let console = TerminalConsole(environment: [:], input: pty.far, output: output, error: pty.far)
        try console.withKeys { _ in try console.write("{}") }
        XCTAssertEqual(Array(data.fileHandleForReading.availableData), Array("{}".utf8))
        XCTAssertTrue(pty.shown(until: "\u{1B}[23;2t").contains("\u{1B}[?1049h"))
    }

    func testTerminalIsRestoredAfterAFailure() throws {
        let pty = try PseudoTerminal()
        let before = pty.settings
        XCTAssertEqual(code { try pty.console.withKeys { _ in throw Failure(.init("broken"), "It broke.") } }, "broken")
        XCTAssertEqual(pty.settings, before)
        XCTAssertEqual(code { try pty.console.withKeys { _ in try pty.console.withKeys { _ in } } }, "terminalTaken")
        XCTAssertEqual(pty.settings, before)
    }

    /// The handler forwards the signal to the previous handler. In the test that is the test
    /// itself, otherwise the system ends the process.
    func testTerminalIsRestoredBeforeASignalIsHandled() throws {
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] {
            let pty = try PseudoTerminal()
            let before = pty.settings
            let previous = signal(number, recordSignal)
            defer { signal(number, previous) }
            receivedSignals.withLock { $0 = [] }
            try pty.console.withKeys { keys in
                raise(number)
                XCTAssertEqual(receivedSignals.withLock { $0 }, [number])
                if number == SIGTSTP {
                    XCTAssertNotEqual(pty.settings, before, "continued")
                    XCTAssertTrue(keys.takeRedraw())
                    XCTAssertFalse(keys.takeRedraw())
                } else {
                    XCTAssertEqual(pty.settings, before, "signal \(number)")
                }
            }
            XCTAssertEqual(pty.settings, before)
            raise(number)
            XCTAssertEqual(receivedSignals.withLock { $0 }, [number, number], "the earlier handler is restored")
        }
    }

    func testSignalClearsTaskBarProgress() throws {
        for (number, isShown) in [(SIGINT, true), (SIGTERM, true), (SIGHUP, true), (SIGTSTP, true), (SIGTERM, false)] {
            let pty = try PseudoTerminal()
            let previous = signal(number, recordSignal)
            defer { signal(number, previous) }
            try pty.console.withKeys { keys in
                keys.setShowsProgress(isShown)
                raise(number)
            }
            let output = pty.shown(until: "\u{1B}[23;2t")
            XCTAssertEqual(
                output.contains("\u{1B}]9;4;0\u{07}\u{1B}[0m\u{1B}[?25h"), isShown,
                "signal \(number): \(output.debugDescription)")
        }
    }

    /// Ctrl-C prints the message of a running game. A normal exit or a stopped process prints
    /// nothing.
    func testFatalSignalPrintsTheExitMessage() throws {
        let long = String(repeating: "길", count: 500)
        for (number, line, isSaid) in [
            (SIGINT, "left at 3 of 24", true), (SIGTERM, long, true), (SIGTSTP, "stopped", false), (SIGINT, "", false),
        ] {
            let pty = try PseudoTerminal()
            let previous = signal(number, recordSignal)
            defer { signal(number, previous) }
            try pty.console.withKeys { keys in
                keys.setInterruptionMessage("something else")
                keys.setInterruptionMessage(line)
                raise(number)
                try pty.console.write("<end>")
            }
            let output = pty.shown(until: "<end>")
            let after = output.components(separatedBy: "\u{1B}[23;2t").last ?? ""
            XCTAssertFalse(output.contains("something else"))
            XCTAssertEqual(
                after.contains(line.isEmpty ? "\n" : String(line.prefix(80))), isSaid,
                "\(number): \(after.debugDescription)")
            XCTAssertFalse(after.contains(String(line.prefix(81))) && line.count > 80)
        }
        let pty = try PseudoTerminal()
        try pty.console.withKeys { $0.setInterruptionMessage("left") }
        try pty.console.write("<end>")
        XCTAssertFalse(pty.shown(until: "<end>").contains("left"))
    }

    func testResizeRequestsARedraw() throws {
        let pty = try PseudoTerminal()
        var window = winsize(ws_row: 11, ws_col: 44, ws_xpixel: 0, ws_ypixel: 0)
        XCTAssertEqual(ioctl(pty.far, UInt(TIOCSWINSZ), &window), 0)
        let console = pty.console
        XCTAssertEqual([console.size.columns, console.size.rows], [44, 11])
        try console.withKeys { keys in
            raise(SIGWINCH)
            XCTAssertNil(try keys.nextKey(within: nil))
            XCTAssertTrue(keys.takeRedraw())
            XCTAssertFalse(keys.isAtEnd)
        }
    }

    func testKeysNeedATerminal() {
        let console = TerminalConsole(environment: [:], input: -1, output: -1, error: -1)
        XCTAssertEqual(code { try console.withKeys { _ in } }, "noTerminal")
        XCTAssertEqual([console.size.columns, console.size.rows], [80, 24])
    }

    func testLinesAreReadWholeWithInvalidBytesReplaced() throws {
        let pipe = Pipe()
        let long = String(repeating: "x", count: 100_000)
        let writer = Thread {
            pipe.fileHandleForWriting.write(
                Data("one\r\n태권도\n\n\(long)\nbad ".utf8) + [0xFF, 0x0A] + Data("last".utf8))
            try? pipe.fileHandleForWriting.close()
        }
        writer.start()
        let console = TerminalConsole(input: pipe.fileHandleForReading.fileDescriptor)
        var lines: [String] = []
        while let line = console.readLine() { lines.append(line) }
        XCTAssertEqual(lines, ["one", "태권도", "", long, "bad \u{FFFD}", "last"])
    }

    func testClosedPipeIsAnErrorInsteadOfASignal() throws {
        let pipe = Pipe()
        let console = TerminalConsole(output: pipe.fileHandleForWriting.fileDescriptor)
        XCTAssertNil(code { try console.write("heard") })
        XCTAssertNil(code { try console.write(bytes: []) })
        try pipe.fileHandleForReading.close()
        XCTAssertEqual(code { try console.write("unheard") }, "outputClosed")
        XCTAssertEqual(code { try console.write(bytes: []) }, "outputClosed", "an empty write checks the pipe")
    }

    func testLinesAreTruncatedAtOneMebibyte() throws {
        let pipe = Pipe()
        let most = 1 << 20
        let text =
            [most - 1, most, most + 1].map { String(repeating: "x", count: $0) + "\n" }.joined() + "\r\n\rlast\r"
        let writer = Thread {
            pipe.fileHandleForWriting.write(Data(text.utf8))
            try? pipe.fileHandleForWriting.close()
        }
        writer.start()
        let console = TerminalConsole(input: pipe.fileHandleForReading.fileDescriptor)
        var lines: [String] = []
        while let line = console.readLine() { lines.append(line) }
        XCTAssertEqual(lines.map(\.utf8.count), [most - 1, most, most, 0, 5])
        XCTAssertEqual(lines.last, "\rlast")
        XCTAssertNil(console.readLine())
    }

    func testSizeComesFromATerminalOrTheEnvironment() throws {
        func size(_ environment: [String: String], rows: UInt16 = 0, columns: UInt16 = 0, isInput: Bool = false) throws
            -> [Int]
        {
            let pty = try PseudoTerminal()
            var window = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
            XCTAssertEqual(ioctl(pty.far, UInt(TIOCSWINSZ), &window), 0)
            let console = TerminalConsole(
                environment: environment, input: isInput ? pty.far : -1, output: isInput ? -1 : pty.far, error: -1)
            return [console.size.columns, console.size.rows]
        }
        XCTAssertEqual(try size([:], rows: 11, columns: 44, isInput: true), [44, 11])
        XCTAssertEqual(try size([:], rows: 0, columns: 1), [1, 24])
        XCTAssertEqual(try size([:], rows: 1, columns: 1), [1, 1])
        XCTAssertEqual(
            try size(["COLUMNS": "33", "LINES": "7"], rows: 5), [33, 7], "a terminal without a size is ignored")
        for (value, columns) in [("0", 80), ("1", 1), ("10000", 10_000), ("10001", 80), ("x", 80)] {
            XCTAssertEqual(try size(["COLUMNS": value]), [columns, 24], value)
        }
    }

    func testEachStreamIsCheckedForATerminal() throws {
        let pty = try PseudoTerminal()
        for (input, output, error) in [(true, false, false), (false, true, false), (false, false, true)] {
            let console = TerminalConsole(
                environment: [:], input: input ? pty.far : -1, output: output ? pty.far : -1,
                error: error ? pty.far : -1)
            XCTAssertEqual(
                [console.isInputTerminal, console.isOutputTerminal, console.isErrorTerminal], [input, output, error])
            console.writeError("the stream may be closed")
        }
    }

    func testMissingInputHasNoKeysAndTheTerminalIsReusable() throws {
        let pty = try PseudoTerminal()
        try pty.console.withKeys { keys in
            pty.type("a")
            XCTAssertEqual(try keys.nextKey(within: nil), .character("a"))
            XCTAssertFalse(keys.isAtEnd)
            XCTAssertFalse(keys.takeRedraw())
            XCTAssertNil(try keys.nextKey(within: -3))
        }
        XCTAssertEqual(
            code { try TerminalConsole(environment: [:], input: -1, output: pty.far, error: -1).withKeys { _ in } },
            "noTerminal")
        XCTAssertNil(code { try pty.console.withKeys { _ in } }, "the terminal is free again")
    }

    func testMachineTimeIsTheCurrentTime() {
        let before = Date().timeIntervalSince1970
        let now = Double(MachineTime.now().milliseconds) / 1000
        XCTAssertTrue((before - 1...Date().timeIntervalSince1970 + 1).contains(now), "\(now)")
        let summer = Instant(milliseconds: 1_750_000_000_000)
        XCTAssertEqual(MachineTime.calendar.secondOfDay(of: summer) % 60, 40)
        XCTAssertFalse(try XCTUnwrap(ProcessArguments.program).isEmpty)
        XCTAssertEqual(try ProcessArguments.arguments(), Array(CommandLine.arguments.dropFirst()))
        Pause.seconds(0)
        Pause.seconds(-5)
    }
}
