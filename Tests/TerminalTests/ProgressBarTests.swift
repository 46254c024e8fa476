import Interface
import Kernel
import Synchronization
import Terminal
import TerminalTesting
import XCTest

@testable import struct Terminal.ConsoleRenderer

final class ProgressBarTests: XCTestCase {
    /// Returns the output for a series of steps, in milliseconds after the start of the bar.
    private func writtenLines(
        _ steps: [(after: Int64, done: Int)], of total: Int, title: String = "Copying", columns: Int = 40,
        reducesMotion: Bool = false, environment: [String: String] = ["TERM": "xterm"], finishes: Bool = false
    ) -> [String] {
        let moment = Mutex<Int64>(50_000)
        let console = PlayedConsole(size: (columns, 10), environment: environment)
        let bar = ProgressBar(
            title, total: total, console: console, palette: .plain, unicode: true, reducesMotion: reducesMotion
        ) {
            Instant(milliseconds: moment.withLock { $0 })
        }
        for step in steps {
            moment.withLock { $0 = 50_000 + step.after }
            bar.advance(to: step.done)
        }
        if finishes {
            bar.finish()
            bar.finish()
            bar.advance(to: total)
        }
        return console.error.split(separator: "\r", omittingEmptySubsequences: false).dropFirst().map(String.init)
    }

    /// Returns the same output without trailing spaces.
    private func visibleLines(
        _ steps: [(after: Int64, done: Int)], of total: Int, title: String = "Copying", columns: Int = 40,
        reducesMotion: Bool = false, environment: [String: String] = ["TERM": "xterm"]
    ) -> [String] {
        writtenLines(
            steps, of: total, title: title, columns: columns, reducesMotion: reducesMotion, environment: environment
        )
        .map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
    }

    func testBarAppearsAfterADelayAndIsThrottled() {
        let steps: [(after: Int64, done: Int)] = [
            (0, 1), (299, 2), (300, 3), (399, 4), (400, 5), (1299, 6), (1300, 7), (1399, 8), (2300, 9),
        ]
        func counts(_ reducesMotion: Bool) -> [String] {
            visibleLines(steps, of: 10, reducesMotion: reducesMotion).compactMap {
                $0.firstMatch(of: /\d+ of/).map { String($0.0) }
            }
        }
        XCTAssertEqual(counts(false), ["3 of", "5 of", "6 of", "8 of", "9 of"])
        XCTAssertEqual(counts(true), ["3 of", "7 of", "9 of"])
    }

    func testRemainingTimeUsesWholeUnits() {
        let facts: [(after: Int64, total: Int, timeLeft: String)] = [
            (1000, 2, "1 s"), (1000, 90, "89 s"), (1000, 91, "2 min"), (1000, 150, "2 min"), (1000, 151, "3 min"),
            (1000, 5400, "90 min"), (1000, 5401, "2 h"), (1000, 9001, "3 h"), (1000, 9_000_000, "100 h"),
            (1500, 2, "2 s"),
        ]
        for fact in facts {
            XCTAssertTrue(
                visibleLines([(fact.after, 1)], of: fact.total, columns: 80)[0].hasSuffix(
                    "1 of \(fact.total), \(fact.timeLeft) left"),
                "\(fact): \(visibleLines([(fact.after, 1)], of: fact.total, columns: 80))")
        }
        XCTAssertEqual(
            visibleLines([(1000, 0)], of: 5, columns: 80), ["Copying" + String(repeating: " ", count: 22) + "0 of 5"],
            "nobody knows yet"
        )
    }

    func testBarFillsItsLine() {
        let facts: [(columns: Int, title: String, line: String)] = [
            (80, "Copying", "Copying ██████████           5 of 10, 1 s left"),
            (40, "Copying", "Copying ██████▌       5 of 10, 1 s left"),
            (31, "Copying", "Copying ██   5 of 10, 1 s left"), (30, "Copying", "Copying  5 of 10, 1 s left"),
            (60, "A long title that never ends", "A long title that n… ██████████           5 of 10, 1 s left"),
            (40, "A long title", "A long title ████     5 of 10, 1 s left"), (20, "Copying", "Copying  5 of 10,…"),
        ]
        for fact in facts {
            let line = writtenLines([(1000, 5)], of: 10, title: fact.title, columns: fact.columns)
            XCTAssertEqual(
                line, [fact.line + String(repeating: " ", count: fact.columns - 1 - fact.line.count)], "\(fact)")
        }
    }

    func testProgressIsClampedToItsRange() {
        XCTAssertTrue(visibleLines([(1000, 99)], of: 10)[0].hasSuffix(" 10 of 10, almost done"))
        XCTAssertTrue(visibleLines([(1000, -9)], of: 10)[0].hasSuffix(" 0 of 10"))
    }

    /// Work after the last step can take a while without further steps.
    func testCompletionIsShownImmediatelyAndOnce() {
        let lines = visibleLines([(1000, 8), (1010, 9), (1020, 10), (1030, 10), (1040, 12)], of: 10, columns: 60)
        XCTAssertEqual(
            lines.compactMap { $0.firstMatch(of: /\d+ of.*/).map { String($0.0) } },
            ["8 of 10, 1 s left", "10 of 10, almost done"])
        XCTAssertEqual(visibleLines([(200, 10)], of: 10), [], "quick work shows no progress")
    }

    func testEachLineCoversTheLastAndFinishClearsIt() {
        for columns in [30, 40, 80] {
            let lines = writtenLines([(1000, 1), (2000, 10), (3000, 9)], of: 12, columns: columns, finishes: true)
            XCTAssertEqual(lines.count, 5, "one last line, and then silence")
            XCTAssertEqual(lines.prefix(4).map(\.count), Array(repeating: columns - 1, count: 4))
            XCTAssertEqual(Array(lines[3...]), [String(repeating: " ", count: columns - 1), ""])
        }
        XCTAssertEqual(writtenLines([], of: 10, finishes: true), [], "without a drawing nothing is cleared")
    }

    func testNoBarForEmptyWorkOrDumbTerminals() {
        XCTAssertEqual(writtenLines([(1000, 1)], of: 0), [])
        XCTAssertEqual(writtenLines([(1000, 1)], of: -5), [])
        XCTAssertEqual(writtenLines([(1000, 1)], of: 10, environment: ["TERM": "dumb"]), [])
    }

    func testStoreRewriteShowsProgress() {
        for (form, isTerminal, isShown) in [
            (OutputForm.readable, true, true), (.readable, false, false), (.json, true, false), (.plain, true, false),
        ] {
            let moment = Mutex<Int64>(0)
            let console = ScriptedConsole(terminal: isTerminal)
            var options = GlobalOptions()
            options.form = form
            let caller = StoreClient("dojang", ["study"], options, on: console) {
                Instant(milliseconds: moment.withLock { $0 })
            }
            XCTAssertEqual(caller.command, "dojang study")
            for _ in 0..<2 {
                for done in [1, 2, 3] {
                    moment.withLock { $0 += 400 }
                    caller.onRewriteProgress(done, 4)
                }
                caller.onRewriteProgress(4, 4)
            }
            caller.onRewriteProgress(0, 0)
            XCTAssertEqual(console.error.contains("Rewriting"), isShown, "\(form) \(isTerminal)")
            XCTAssertEqual(console.error.contains("3 of 4"), isShown)
            XCTAssertEqual(console.error.isEmpty, !isShown, console.error)
            if isShown { XCTAssertTrue(console.error.hasSuffix(" \r"), "the line is cleared") }
            caller.onWait("Waiting.")
            XCTAssertEqual(console.error.hasSuffix("Waiting.\n"), isTerminal)
        }
    }

    func testBarIsHiddenForQuietAndMachineOutput() {
        for (form, isQuiet, isShown) in [
            (OutputForm.readable, false, true), (.readable, true, false), (.json, false, false), (.plain, false, false),
        ] {
            let moment = Mutex<Int64>(0)
            let console = ScriptedConsole(terminal: true)
            var options = GlobalOptions()
            (options.form, options.isQuiet) = (form, isQuiet)
            let drawing = ConsoleRenderer(
                options: options, console: console, theme: { .classic }, sheets: { [] }, problemLine: [],
                now: { Instant(milliseconds: moment.withLock { $0 }) })
            let bar = drawing.progress("Copying", total: 3)
            moment.withLock { $0 = 1000 }
            bar.advance(to: 1)
            XCTAssertEqual(console.error.contains("1 of 3"), isShown, "\(form) \(isQuiet)")
            XCTAssertEqual(console.error.isEmpty, !isShown, console.error)
        }
    }
}
