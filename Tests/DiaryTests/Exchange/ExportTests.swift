import Diary
import Foundation
import Kernel
import Pictures
import PicturesTesting
import TerminalTesting
import XCTest

/// Export formats, chosen by the file name extension.
final class ExportTests: XCTestCase {
    private let fixture = Fixture()
    private var folder = ""

    override func setUpWithError() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("grain-export-\(UUID().uuidString)").path
        _ = try fixture.diary.add(PhotoMaker.jpeg(160, 80), note: "First frost; a, b\\c\nsecond", on: Fixture.day(-2))
        var words = EntryChange(
            note: "<b>bold</b> 눈\u{05D0}", tags: ["one, two".replacing(",", with: ""), "x"], place: "Seoul")
        _ = try fixture.diary.add(PhotoMaker.png(8, 8), on: Fixture.day(-1), details: words)
        (words.note, words.sealedUntil) = ("a secret", Fixture.day(9))
        _ = try fixture.diary.add(PhotoMaker.jpeg(24, 8), on: Fixture.today, details: words)
    }

    override func tearDownWithError() throws { try? FileManager.default.removeItem(atPath: folder) }

    private func export(_ words: String...) throws -> (bytes: [UInt8], text: String, messages: String) {
        let console = ScriptedConsole()
        XCTAssertEqual(fixture.run(["export"] + words, console).status, 0, console.error)
        let bytes = console.fileContents[words[0]] ?? []
        let output = (console.output + console.error).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return (bytes, String(decoding: bytes, as: UTF8.self), output)
    }

    func testFileExtensionChoosesFormat() throws {
        XCTAssertTrue(try export("a.html").text.hasPrefix("<!DOCTYPE html>"))
        let book = try export("a.PDF")
        XCTAssertTrue(book.text.hasPrefix("%PDF <!DOCTYPE html>") && book.text.contains("size: A4"))
        XCTAssertTrue(book.messages.contains("The book of 3 days is in a.PDF"), book.messages)
        XCTAssertTrue(try export("a.txt").text.contains("First frost"))
        XCTAssertTrue(try export("a.json").text.hasPrefix("["))
        XCTAssertTrue(try export("a.zip").bytes.starts(with: [0x50, 0x4B, 3, 4]))
        for name in ["a", "a.docx", ".", "pdf", "a.pdf.exe"] {
            let result = fixture.run(["export", name])
            XCTAssertEqual(result.status, 64, name)
            XCTAssertTrue(result.error.contains(".pdf"), result.error)
        }
        XCTAssertEqual(fixture.run(["export", "a.pdf", "--text"]).status, 64)
        XCTAssertEqual(fixture.run(["export", "a.pdf", "--day", "today", "--from", "today"]).status, 64)
        let there = ScriptedConsole(files: ["a.zip": [1]])
        XCTAssertEqual(fixture.run(["export", "a.zip"], there).status, 73)
        XCTAssertEqual(fixture.run(["export", "a.zip", "--replace"], there).status, 0)
    }

    /// A name with another extension than the option's format is rejected with advice.
    func testHTMLExportRejectsOtherExtensions() throws {
        for name in ["b.pdf", "b.PDF", "dir/b.zip", "b.txt", "b.jpeg"] {
            let console = ScriptedConsole()
            let result = fixture.run(["export", "--html", name], console)
            XCTAssertEqual(result.status, 64, name)
            XCTAssertTrue(result.error.contains("`export \(name)`"), result.error)
            XCTAssertNil(console.fileContents[name])
        }
        for name in ["b.html", "b.htm", "b", "b.old", "-"] {
            XCTAssertEqual(fixture.run(["export", "--html", name]).status, 0, name)
        }
    }

    /// Formats for people contain all details of a day.
    func testReadableFormatsContainAllDetails() throws {
        let words = EntryChange(
            note: "here", tags: ["family"], isStarred: true, mood: .set(.great), place: "Hallasan & more")
        let day = Fixture.day(-9)
        _ = try fixture.diary.add(PhotoMaker.jpeg(160, 80), on: day, details: words)
        let facts = "★ · Hallasan & more · great · #family"
        for name in ["c.html", "c.pdf"] {
            XCTAssertTrue(try export(name).text.contains(facts.replacing("&", with: "&amp;")), name)
        }
        XCTAssertTrue(try export("c.txt").text.contains("\n\(facts)\n\nhere\n"))
        _ = try export("c.png", "--day", "\(day)")
        XCTAssertTrue(
            fixture.painted.withLock { $0.last ?? "" }.contains("★  ·  Hallasan &amp; more  ·  great  ·  #family"))
    }

    /// No format contains a word or a pixel of a sealed entry without `--include-sealed`.
    func testExportsExcludeSealedEntriesByDefault() throws {
        let photo = PhotoMaker.jpeg(24, 8)
        for name in ["a.html", "a.pdf", "a.txt", "a.json", "a.zip", "a.ics"] {
            let (bytes, text, output) = try export(name)
            XCTAssertFalse(text.contains("a secret"), name)
            XCTAssertFalse(bytes.indices.contains { bytes[$0...].starts(with: photo) }, name)
            if !["a.html", "a.pdf"].contains(name) {
                XCTAssertTrue(output.contains("1 sealed day was left out; --include-sealed"), output)
            }
            XCTAssertTrue(try export(name, "--include-sealed", "--replace").text.contains("a secret"), name)
        }
        XCTAssertEqual(fixture.run(["export", "--markdown", folder]).status, 0)
        XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted(),
            [-2, -1].flatMap {
                ["\(Fixture.day($0)).\($0 == -1 ? "md" : "jpg")", "\(Fixture.day($0)).\($0 == -1 ? "png" : "md")"]
            })
    }

    func testExportAsICalendar() throws {
        let text = try export("days.ics").text
        XCTAssertTrue(text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n") && text.hasSuffix("END:VCALENDAR\r\n"))
        XCTAssertEqual(text.components(separatedBy: "BEGIN:VEVENT").count, 3)
        for line in [
            "UID:2026-11-18@grain", "DTSTART;VALUE=DATE:20261118", #"SUMMARY:First frost\; a\, b\\c …"#,
            #"DESCRIPTION:First frost\; a\, b\\c\nsecond"#, "LOCATION:Seoul", "CATEGORIES:one two,x",
            "TRANSP:TRANSPARENT",
        ] {
            XCTAssertTrue(text.contains("\r\n\(line)\r\n"), line)
        }
    }

    /// The picture grows with the note, and markup in a note is escaped.
    func testDayCardGrowsWithNote() throws {
        func height(_ note: String?) throws -> Int {
            let day = Fixture.day(-5)
            _ = try? fixture.diary.delete(on: day)
            _ = try fixture.diary.add(PhotoMaker.jpeg(160, 80), note: note, on: day)
            // The press of the fixture creates one pixel for a hundred.
            return try ImageHeader(export("day.png", "--day", "\(day)", "--replace").bytes).height
        }
        let heights = try [
            nil, "one line", (1...40).map { "line \($0)" }.joined(separator: "\n"),
            String(repeating: "눈이 온다 ", count: 160),
        ].map(height)
        XCTAssertLessThan(heights[0], 12)
        XCTAssertEqual(heights, heights.sorted { $0 < $1 }.count == 4 ? heights : [])
        XCTAssertGreaterThan(heights[2], heights[1] + 20, "forty lines have room")
        XCTAssertGreaterThan(heights[3], heights[1] + 12, "so do long lines")
        XCTAssertEqual(fixture.run(["export", "all.png"]).status, 64, "the export contains one day")
        XCTAssertEqual(fixture.run(["export", "none.png", "--day", "\(Fixture.day(-40))"]).status, 64)
        XCTAssertNotEqual(fixture.run(["export", "sealed.png", "--day", "today"]).status, 0)
    }

    func testExportedFilesArePrivateAndDatedByDay() throws {
        XCTAssertEqual(fixture.run(["export", "--markdown", folder]).status, 0)
        let path = "\(folder)/\(Fixture.day(-2)).jpg"
        let facts = try FileManager.default.attributesOfItem(atPath: path)
        XCTAssertEqual(facts[.posixPermissions] as? Int, 0o600)
        let noon = Double(Fixture.day(-2).ordinal) * 86_400 + 43_200
        XCTAssertEqual((facts[.modificationDate] as? Date)?.timeIntervalSince1970, noon)
        // A second export succeeds. Files that the user changed are reported and kept.
        XCTAssertEqual(fixture.run(["export", "--markdown", folder]).status, 0)
        try Data([1]).write(to: URL(fileURLWithPath: path))
        let result = fixture.run(["export", "--markdown", folder])
        XCTAssertEqual(result.status, 73)
        XCTAssertEqual(FileManager.default.contents(atPath: path), Data([1]))
        XCTAssertEqual(fixture.run(["export", "--markdown", folder, "--replace"]).status, 0)
        XCTAssertEqual(FileManager.default.contents(atPath: path), Data(PhotoMaker.jpeg(160, 80)))
    }

    func testCopiedPhotoContainsItsDate() throws {
        XCTAssertEqual(fixture.run(["export", "--photos", "somewhere"]).status, 0)
        let copy = try XCTUnwrap(PhotoPath(day: Fixture.day(-2), name: "\(Fixture.day(-2))", type: .jpeg))
        let bytes = try fixture.outlet.bytes(at: copy)
        XCTAssertEqual(try ImageHeader(bytes).camera.taken?.day, Fixture.day(-2))
        XCTAssertEqual(
            fixture.run(["export", "--photos", "somewhere"]).status, 0, "a second copy is the same photo")
    }
}
