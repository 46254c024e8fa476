import Kernel
import Terminal
import TerminalContract
import XCTest

final class ValueKindTests: XCTestCase {
    private func read<Value>(_ kind: ValueKind<Value>, _ word: String, on console: ScriptedConsole = ScriptedConsole()) throws
        -> Value
    {
        try kind.parse(word, ParsingContext(today: SampleApp.today, files: console.files))
    }

    private func refuses<Value>(_ kind: ValueKind<Value>, _ words: [String], line: UInt = #line) {
        for word in words {
            XCTAssertThrowsError(try read(kind, word), word.debugDescription, line: line) {
                XCTAssertEqual(($0 as? Failure)?.kind, .usage, word, line: line)
            }
        }
    }

    func testText() throws {
        XCTAssertEqual(try read(.text("NAME", limit: 3), "한국어"), "한국어")
        XCTAssertEqual(Array(try read(.text, "e\u{301}").unicodeScalars), ["\u{E9}"])
        refuses(
            .text("NAME", limit: 3),
            ["", "  ", "abcd", "a\u{1B}", "a\u{7F}", "\u{9B}1", "a\u{202E}", "a" + String(repeating: "\u{301}", count: 99)])
    }

    func testNumbersAndChoices() throws {
        XCTAssertEqual(try read(.integer(-5...5), "-5"), -5)
        refuses(.integer(-5...5), ["6", "-6", "", "1.5", "0x1", "٣", "99999999999999999999"])
        XCTAssertEqual(try read(ValueKind<SampleApp.Belt>.choice, "red"), .red)
        refuses(ValueKind<SampleApp.Belt>.choice, ["Red", "re", "", "reds"])
        XCTAssertEqual(try read(.choice(of: ["a", "b"]), "b"), "b")
        XCTAssertEqual(ValueKind<Int>.integer(1...9).values, "1…9")
    }

    func testTimes() throws {
        XCTAssertEqual(
            ["25m", "1h30m", "90s", "1h", "2h5s", "0h1m"].map { try? read(.duration, $0) }, [1500, 5400, 90, 3600, 7205, 60])
        refuses(.duration, ["", "25", "0s", "m", "1m1h", "1m1m", "-5m", "1.5h", "100h", "999999999999h", "٣m"])
        XCTAssertEqual(["00:00", "9:05", "23:59"].map { try? read(.time, $0) }, [0, 32_700, 86_340])
        refuses(.time, ["24:00", "12:60", "12", "12:5", ":30", "1:2:3", "-1:00", "+1:00"])
    }

    func testMonthsReadBack() throws {
        for ordinal in stride(from: -100_000, to: 100_000, by: 997) {
            let month = CalendarMonth(of: Day(ordinal: ordinal))
            XCTAssertEqual(try read(.month, month.description), month)
            XCTAssertTrue(month.firstDay <= Day(ordinal: ordinal) && Day(ordinal: ordinal) <= month.lastDay)
            XCTAssertEqual(CalendarMonth(of: month.lastDay), month)
            XCTAssertNotEqual(CalendarMonth(of: month.lastDay.adding(days: 1)), month)
        }
        refuses(.month, ["2026", "2026-13", "2026-11-01", "26-11"])
    }

    func testFilesAreReadAndMadeByTheConsole() throws {
        let console = ScriptedConsole(files: ["-": Array("in".utf8), "a": Array("long".utf8)])
        XCTAssertEqual(try read(.inputFile, "-", on: console).bytes(limit: 9), Array("in".utf8))
        XCTAssertThrowsError(try read(.inputFile, "a", on: console).bytes(limit: 3))
        XCTAssertThrowsError(try read(.inputFile, "none", on: console).bytes(limit: 3)) {
            XCTAssertEqual(($0 as? Failure)?.kind, .missingInput)
        }
        XCTAssertThrowsError(try read(.outputFile, "a", on: console).write([]))
        try read(.outputFile, "a", on: console).write([1], replacing: true)
        try read(.outputFile, "-", on: console).write([65])
        XCTAssertEqual(console.fileContents["a"], [1])
        XCTAssertEqual(console.output, "A")
        refuses(ValueKind<InputFile>.inputFile, ["", "a\u{0}b"])
    }
}
