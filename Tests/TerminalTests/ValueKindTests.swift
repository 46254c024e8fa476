import Interface
import Kernel
import TerminalTesting
import XCTest

final class ValueKindTests: XCTestCase {
    private func read<Value>(_ kind: ValueKind<Value>, _ word: String, on console: ScriptedConsole = ScriptedConsole())
        throws
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

    func testTextValues() throws {
        XCTAssertEqual(try read(.text("NAME", limit: 3), "한국어"), "한국어")
        XCTAssertEqual(Array(try read(.text, "e\u{301}").unicodeScalars), ["\u{E9}"])
        refuses(
            .text("NAME", limit: 3),
            [
                "", "  ", "abcd", "a\u{1B}", "a\u{7F}", "\u{9B}1", "a\u{202E}",
                "a" + String(repeating: "\u{301}", count: 99),
            ])
    }

    func testNumbersAndChoices() throws {
        XCTAssertEqual(try read(.integer(-5...5), "-5"), -5)
        refuses(.integer(-5...5), ["6", "-6", "", "1.5", "0x1", "٣", "99999999999999999999"])
        XCTAssertEqual(try read(ValueKind<SampleApp.Belt>.choice, "red"), .red)
        refuses(ValueKind<SampleApp.Belt>.choice, ["Red", "re", "", "reds"])
        XCTAssertEqual(try read(.choice(of: ["a", "b"]), "b"), "b")
        XCTAssertEqual(ValueKind<Int>.integer(1...9).values, "1…9")
    }

    func testDurationsAndTimes() throws {
        XCTAssertEqual(
            ["25m", "1h30m", "90s", "1h", "2h5s", "0h1m"].map { try? read(.duration, $0) },
            [1500, 5400, 90, 3600, 7205, 60])
        refuses(.duration, ["", "25", "0s", "m", "1m1h", "1m1m", "-5m", "1.5h", "100h", "999999999999h", "٣m"])
        XCTAssertEqual(["00:00", "9:05", "23:59"].map { try? read(.time, $0) }, [0, 32_700, 86_340])
        refuses(.time, ["24:00", "12:60", "12", "12:5", ":30", "1:2:3", "-1:00", "+1:00"])
    }

    func testValueKindLimits() throws {
        func marked(_ bytes: Int) -> String {
            (bytes % 2 == 0 ? "\u{E9}" : "e") + String(repeating: "\u{301}", count: (bytes - 1) / 2)
        }
        XCTAssertEqual(marked(16).utf8.count, 16)
        XCTAssertNoThrow(try read(.text("NAME", limit: 1), marked(16)))
        XCTAssertNoThrow(try read(.text("NAME", limit: 1), "x"))
        refuses(.text("NAME", limit: 1), [marked(17), "xy"])
        XCTAssertNoThrow(try read(.text, String(repeating: "x", count: 1000)))
        refuses(.text, [String(repeating: "x", count: 1001), "\t\n "])
        XCTAssertEqual(try read(.text, "a\tb\nc"), "a\tb\nc")
        let path = String(repeating: "x", count: 4095)
        XCTAssertEqual(try read(.inputFile, path).path, path)
        XCTAssertEqual(try read(.outputFile, path).path, path)
        refuses(ValueKind<InputFile>.inputFile, [path + "x"])
        refuses(ValueKind<OutputFile>.outputFile, ["", path + "x"])
        XCTAssertEqual(
            ["1s", "99h", "98h59m60s", "356400s"].map { try? read(.duration, $0) }, [1, 356_400, 356_400, 356_400])
        refuses(.duration, ["99h1s", "0000001s", "1s1h", "1 h", "h1"])
        refuses(.time, ["007:00", "1:00:", ":1:00", "7:000", "٧:00"])
        XCTAssertEqual(try read(.time, "07:59"), 28_740)
    }

    func testRangesAreDescribedInWords() {
        let texts = [1...9, 5...Int.max, Int.min...5, Int.min...Int.max, Int.min + 1...Int.max - 1].map {
            ValueKind<Int>.integer($0).values
        }
        XCTAssertEqual(texts.dropLast(), ["1…9", "5 or more", "5 or less", ""])
        XCTAssertEqual(texts.last, "\(Int.min + 1)…\(Int.max - 1)")
        XCTAssertEqual(ValueKind<String>.choice(of: ["a", "b"]).values, "a|b")
        XCTAssertEqual(ValueKind<Day>.day.candidates("").count, 10)
    }

    func testMonthsParseBack() throws {
        for ordinal in stride(from: -100_000, to: 100_000, by: 997) {
            let month = CalendarMonth(of: Day(ordinal: ordinal))
            XCTAssertEqual(try read(.month, month.description), month)
            XCTAssertTrue(month.firstDay <= Day(ordinal: ordinal) && Day(ordinal: ordinal) <= month.lastDay)
            XCTAssertEqual(CalendarMonth(of: month.lastDay), month)
            XCTAssertNotEqual(CalendarMonth(of: month.lastDay.adding(days: 1)), month)
        }
        refuses(.month, ["2026", "2026-13", "2026-11-01", "26-11"])
    }

    func testFilesAreReadAndWrittenByTheConsole() throws {
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

    /// The content is a web page. With another extension it would open in the wrong program.
    func testPageFilesRejectExtensionsOfOtherFormats() throws {
        for name in ["a.html", "a.HTM", "a", "a.old", "-", "a.pdf/b", ".pdf.d/b.xhtml"] {
            XCTAssertEqual(try read(.pageFile, name).path, name)
        }
        refuses(ValueKind<OutputFile>.pageFile, ["", "a.pdf", "dir/a.PDF", "a.html.docx", "~/a b.csv"])
    }
}
