import Foundation
import Kernel
import XCTest

@testable import Terminal

/// The query for pixel support, with answers of every kind.
final class TerminalQuestionTests: XCTestCase {
    /// A pseudoterminal with a thread that answers queries as if the answer were typed.
    private final class AnsweringTerminal: @unchecked Sendable {
        let near: Int32
        let far: Int32
        private let answer: @Sendable (_ queries: String) -> String
        private var isOver = false
        private let lock = NSLock()
        private var received = ""
        private var thread: Thread?

        init(_ answer: @escaping @Sendable (_ queries: String) -> String) throws {
            #if canImport(Darwin)
                near = posix_openpt(O_RDWR | O_NOCTTY)
                guard near >= 0, grantpt(near) == 0, unlockpt(near) == 0, let name = ptsname(near) else {
                    throw XCTSkip("no pty here")
                }
                let path = String(cString: name)
            #else
                near = open("/dev/ptmx", O_RDWR | O_NOCTTY)
                var (unlocked, number): (Int32, Int32) = (0, 0)
                guard near >= 0, ioctl(near, 0x4004_5431, &unlocked) == 0, ioctl(near, 0x8004_5430, &number) == 0 else {
                    throw XCTSkip("no pty here")
                }
                let path = "/dev/pts/\(number)"
            #endif
            far = open(path, O_RDWR | O_NOCTTY)
            guard far >= 0 else { throw XCTSkip("no pty here") }
            self.answer = answer
            let thread = Thread { [self] in listen() }
            self.thread = thread
            thread.start()
        }

        func end() {
            lock.withLock { isOver = true }
            while thread?.isFinished == false { usleep(1000) }
            close(near)
            close(far)
        }

        var queries: String { lock.withLock { received } }

        func type(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { write(near, $0.baseAddress, $0.count) } }

        private func listen() {
            var new = ""
            while !lock.withLock({ isOver }) {
                var waiting = pollfd(fd: near, events: Int16(POLLIN), revents: 0)
                guard poll(&waiting, 1, 5) > 0 else { continue }
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = read(near, &bytes, bytes.count)
                guard count > 0 else { return }
                new += String(decoding: bytes.prefix(count), as: UTF8.self)
                lock.withLock { received += String(decoding: bytes.prefix(count), as: UTF8.self) }
                guard new.contains("\u{1B}[c") else { continue }
                type(answer(new))
                new = ""
            }
        }

        func console(_ environment: [String: String] = ["TERM": "xterm-256color"]) -> TerminalConsole {
            TerminalConsole(environment: environment, input: far, output: far, error: far)
        }
    }

    private static let kitty = "\u{1B}_Gi=31;OK\u{1B}\\"

    private func detected(
        by graphics: ConsoleCompanions.Graphics? = nil, _ answer: @escaping @Sendable (String) -> String
    ) throws -> PixelTerminal {
        let terminal = try AnsweringTerminal(answer)
        defer { terminal.end() }
        let console = terminal.console()
        let detected = console.pixels(by: graphics)
        XCTAssertEqual(console.pixels(by: graphics), detected, "the terminal is queried once")
        XCTAssertLessThanOrEqual(terminal.queries.matches(of: /a=q/).count, 1)
        return detected
    }

    func testTerminalAnswerSelectsTheGraphicsProtocol() throws {
        XCTAssertEqual(try detected { _ in Self.kitty + "\u{1B}[?62;c" }.graphics, .kitty)
        XCTAssertEqual(try detected { _ in "\u{1B}P>|iTerm2 3.5.0\u{1B}\\\u{1B}[?62;4c" }.graphics, .iterm)
        XCTAssertEqual(try detected { _ in Self.kitty + "\u{1B}P>|WezTerm 2024\u{1B}\\\u{1B}[?65;4c" }.graphics, .kitty)
        XCTAssertEqual(
            try detected { _ in "\u{1B}_Gi=31;ENOTSUPPORTED:no\u{1B}\\\u{1B}[?65;1;9c" }.graphics, .characters)
        XCTAssertEqual(try detected { _ in "\u{1B}P>|VTE(7200)\u{1B}\\\u{1B}[?65;1;9c" }.graphics, .characters)
        // A protocol that the caller names needs no query.
        XCTAssertEqual(try detected(by: .kitty) { _ in "\u{1B}[?62;4c" }.graphics, .kitty)
    }

    /// Sixels need the size of a character and the number of colors.
    func testSixelTerminalReportsCellSizeAndColors() throws {
        let sixel = try detected {
            $0.contains("[16t")
                ? "\u{1B}[?1;0;1024S\u{1B}[6;18;9t\u{1B}[?63;1;2;4c" : "\u{1B}P>|XTerm(390)\u{1B}\\\u{1B}[?63;1;2;4c"
        }
        XCTAssertEqual(sixel, PixelTerminal(.sixels, cell: .init(width: 9, height: 18), colors: 256))
        XCTAssertTrue(sixel.canPlacePictures)
        let few = try detected { $0.contains("[16t") ? "\u{1B}[?1;0;16S\u{1B}[6;20;10t\u{1B}[?63;4c" : "\u{1B}[?63;4c" }
        XCTAssertEqual(few.colors, 16)
        let silent = try detected { _ in "\u{1B}[?63;4c" }
        XCTAssertEqual(silent.graphics, .sixels)
        XCTAssertFalse(
            silent.canPlacePictures, "without the cell size a picture could cover text")
    }

    /// The query times out quickly, and a late answer is not read as a key.
    func testSilentTerminalTimesOutAndLateAnswersAreIgnored() throws {
        let terminal = try AnsweringTerminal { _ in "" }
        defer { terminal.end() }
        let console = terminal.console()
        let start = SteadyClock.seconds()
        XCTAssertEqual(console.pixels(by: nil), .characters)
        XCTAssertLessThan(SteadyClock.seconds() - start, 1)
        let keys = try console.withKeys { keys in
            terminal.type("\(Self.kitty)\u{1B}P>|XTerm(390)\u{1B}\\\u{1B}[?63;4c\u{1B}[6;18;9tq")
            return try keys.nextKey(within: 2)
        }
        XCTAssertEqual(keys, .character("q"))
        XCTAssertEqual(terminal.queries.matches(of: /a=q/).count, 1)
    }

    /// An answer is bounded and never shown.
    func testHostileAnswersAreIgnored() throws {
        for evil in [
            "\u{1B}_Gi=31;OK", "\u{1B}_Gi=32;OK\u{1B}\\\u{1B}[?1c",
            "\u{1B}[?" + String(repeating: "4;", count: 400) + "\u{1B}[?1c",
            "\u{1B}P>|" + String(repeating: "x", count: 3000), "\u{1B}[?99999999999999999999;4", "\u{1B}[c\u{1B}[4c",
            "\u{1B}]52;c;AAAA\u{07}\u{1B}[?6c", "\u{1B}P>|\u{1B}_Gi=31;OK\u{1B}[?1c",
            String(repeating: "\u{1B}[", count: 900),
        ] {
            XCTAssertEqual(try detected { _ in evil }.graphics, .characters, evil.prefix(30).debugDescription)
        }
        for answer in ["\u{1B}[6;0;0t", "\u{1B}[6;9999;9t", "\u{1B}[6;;t", "\u{1B}[6;-4;9t"] {
            XCTAssertFalse(
                try detected { $0.contains("[16t") ? "\(answer)\u{1B}[?63;4c" : "\u{1B}[?63;4c" }.canPlacePictures,
                answer.debugDescription)
        }
    }

    func testKeysTypedDuringTheQueryAreKept() throws {
        let terminal = try AnsweringTerminal { _ in "ab" + Self.kitty + "c\r\u{1B}[?62c" }
        defer { terminal.end() }
        let console = terminal.console()
        XCTAssertEqual(console.pixels(by: nil).graphics, .kitty)
        XCTAssertEqual(console.readLine(), "abc")
        let other = try AnsweringTerminal { _ in "x\u{1B}[A\u{1B}[?62c" }
        defer { other.end() }
        let next = other.console()
        _ = next.pixels(by: nil)
        XCTAssertEqual(
            try next.withKeys { keys in try (0..<2).map { _ in try keys.nextKey(within: 2) } }, [.character("x"), .up])
    }

    /// Input that is already typed prevents the query. A later query is possible.
    func testQueryIsSkippedWhileInputIsPending() throws {
        let terminal = try AnsweringTerminal { _ in Self.kitty + "\u{1B}[?62c" }
        defer { terminal.end() }
        terminal.type("ls\n")
        usleep(20_000)
        let console = terminal.console()
        XCTAssertEqual(console.pixels(by: nil), .characters)
        XCTAssertEqual(terminal.queries.matches(of: /a=q/).count, 0)
        XCTAssertEqual(console.readLine(), "ls")
        XCTAssertEqual(console.pixels(by: nil).graphics, .kitty)
    }

    func testKnownTerminalsAreNotQueried() throws {
        for environment in [
            ["TERM": "dumb"], [:], ["TERM": "linux"], ["TERM": "screen-256color"],
            ["TERM": "xterm-256color", "TMUX": "/tmp/x"],
            ["TERM": "xterm-256color", "SSH_TTY": "/dev/pts/1"],
            ["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"],
            ["TERM": "xterm-kitty"], ["TERM": "foot"],
        ] {
            let terminal = try AnsweringTerminal { _ in Self.kitty + "\u{1B}[?62c" }
            defer { terminal.end() }
            let known = terminal.console(environment).pixels(by: nil).graphics
            usleep(2_000)
            XCTAssertEqual(terminal.queries, "", "\(environment)")
            XCTAssertEqual(known, .supported(in: environment), "\(environment)")
        }
    }
}
