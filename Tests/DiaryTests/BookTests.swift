import Diary
import Foundation
import Kernel
import Pictures
import PicturesTesting
import Terminal
import TerminalTesting
import XCTest

/// Photo books, and photos drawn in the terminal.
final class BookTests: XCTestCase {
    private let fixture = Fixture()

    @discardableResult
    private func run(_ words: String..., on console: ScriptedConsole) -> Int32 {
        fixture.run(words, console).status
    }

    private func add(_ offset: Int, _ note: String?, _ photo: [UInt8] = PhotoMaker.jpeg(16, 8)) throws {
        _ = try fixture.diary.add(photo, note: note, on: Fixture.day(offset))
    }

    func testBookContainsEachDayOnceInOrderWithoutExternalFiles() throws {
        try add(-40, "<script>alert(1)</script> & \"so\"\nsecond line")
        try add(-1, nil, PhotoMaker.png(4, 4))
        try add(0, "눈이 온다 👨‍👩‍👧")
        let console = ScriptedConsole()
        XCTAssertEqual(run("export", "--html", "-", on: console), 0)
        let page = console.output
        XCTAssertTrue(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp;"))
        XCTAssertFalse(page.contains("<script"))
        XCTAssertEqual(
            page.matches(of: #/<img src="data:image\/(jpeg|png);base64,[^"]+" alt="Photo of [^"]+"/#).count, 3)
        let heads = page.matches(of: #/<h[23]>([^<]+)</#).map { String($0.1) }
        XCTAssertEqual(
            heads,
            [
                "October 2026", Fixture.day(-40).spelledOut, "November 2026", Fixture.day(-1).spelledOut,
                Fixture.today.spelledOut,
            ])
        for outside in ["http:", "https:", "file:", " src=\"/", "url("] {
            XCTAssertFalse(page.contains(outside), outside)
        }
        XCTAssertTrue(
            page.contains("눈이 온다 👨‍👩‍👧") && page.contains("prefers-color-scheme: dark") && page.contains("@media print"))
        XCTAssertTrue(console.error.contains("The book has 3 days."), console.error)
    }

    func testBookShowsItsDateRange() throws {
        for (offset, said) in [
            (0, ">Friday, 20 November 2026</p>"),
            (-1, "2 days, from Thursday, 19 November 2026 to Friday, 20 November 2026."),
        ] {
            try add(offset, nil)
            let console = ScriptedConsole()
            _ = run("export", "--html", "-", on: console)
            XCTAssertTrue(console.output.contains(said), console.output)
        }
    }

    func testBookReportsUnsupportedPhotosAndKeepsOtherDays() throws {
        try add(-2, "phone", PhotoMaker.heic(8, 8))
        try add(-1, "lost")
        try add(0, "there")
        try fixture.library.remove(fixture.diary.entry(on: Fixture.day(-1)).photo.path)
        let console = ScriptedConsole()
        XCTAssertEqual(run("export", "--html", "book.html", on: console), 0)
        let page = String(decoding: try XCTUnwrap(console.fileContents["book.html"]), as: UTF8.self)
        XCTAssertEqual(page.matches(of: #/<img /#).count, 1)
        XCTAssertTrue(
            page.contains(#/<h2[^>]*>[A-Z][a-z]+ 20\d\d</h2>/#), "a heading for each month, below the book's own")
        for note in ["phone", "lost", "there"] { XCTAssertTrue(page.contains("<p>\(note)</p>"), note) }
        let said = console.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        XCTAssertTrue(said.contains("\(Fixture.day(-2)): browsers do not show HEIC"), said)
        XCTAssertTrue(said.contains("\(Fixture.day(-1)): "), said)
    }

    func testBookReplacesFileOnlyOnRequestAndNeverInDryRun() throws {
        try add(0, "there")
        let there = ScriptedConsole(files: ["book.html": [1]])
        XCTAssertEqual(run("export", "--html", "book.html", on: there), 73)
        XCTAssertEqual(run("export", "--html", "book.html", "--replace", "--dry-run", on: there), 0)
        XCTAssertEqual(there.fileContents["book.html"], [1])
        XCTAssertEqual(run("export", "--html", "book.html", "--replace", on: there), 0)
        XCTAssertGreaterThan(there.fileContents["book.html"]?.count ?? 0, 500)
        XCTAssertEqual(run("export", "--html", "-", "--text", on: ScriptedConsole()), 64)
    }

    func testTerminalDrawsPhotoOnlyWithDrawingProgramAndColor() throws {
        try add(0, "there")
        let terminal = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
        func shown(_ console: ScriptedConsole, _ options: String...) throws -> String {
            XCTAssertEqual(fixture.run(["show", "today"] + options, console).status, 0)
            return console.output
        }
        let drawing: @Sendable ([UInt8], ConsoleCompanions.Canvas) -> String? = { bytes, canvas in
            "\u{1B}[?25l\u{1B}[38;5;1m▀\(bytes.count)\u{1B}]0;title\u{07}\u{1B}[2J\n\(canvas.columns)x\(canvas.rows)\u{9B}5n\n"
        }
        let colored = try shown(ScriptedConsole(terminal: true, environment: terminal, draw: drawing))
        let size = PhotoMaker.jpeg(16, 8).count
        XCTAssertTrue(colored.hasPrefix("\u{1B}[38;5;1m▀\(size)]0;title\u{1B}[0m\n79x125n\n"), colored.debugDescription)
        XCTAssertTrue(colored.contains("there"))
        let plain = try shown(ScriptedConsole(terminal: true, environment: terminal, draw: drawing), "--color", "never")
        XCTAssertTrue(plain.hasPrefix("▀\(size)]0;title\n") && !plain.contains("\u{1B}"), plain.debugDescription)
        for console in [
            ScriptedConsole(environment: terminal, draw: drawing),
            ScriptedConsole(terminal: true, environment: terminal),
            ScriptedConsole(terminal: true, environment: ["TERM": "dumb"], draw: drawing),
        ] {
            XCTAssertFalse(try shown(console).contains("▀"))
        }
        for form in ["--json", "--plain"] {
            XCTAssertFalse(
                try shown(ScriptedConsole(terminal: true, environment: terminal, draw: drawing), form).contains("▀"))
        }
    }
}
