import Documents
import Files
import Foundation
import Kernel
import Programs
import XCTest

/// Tests Word documents with a small XML parser and Pandoc.
final class WordTests: XCTestCase {
    private func document(_ page: Page) throws -> String {
        let archive = try ZipArchive(page.docx(), names: .folders)
        return String(decoding: try XCTUnwrap(archive.contents(of: "word/document.xml", limit: 1 << 24)), as: UTF8.self)
    }

    /// Returns the text of the `w:t` elements, or nil for malformed XML.
    private func text(of xml: String) -> String? {
        guard !xml.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\n" && $0 != "\t" }) else { return nil }
        var text = ""
        var depth = [Substring]()
        var rest = xml[...]
        while let open = rest.firstIndex(of: "<") {
            if depth.last == "w:t" { text += rest[..<open] }
            guard let close = rest[open...].firstIndex(of: ">") else { return nil }
            let tag = rest[rest.index(after: open)..<close]
            let name = tag.split(whereSeparator: { " /".contains($0) }).first ?? ""
            if tag.hasPrefix("/") {
                guard depth.popLast() == name else { return nil }
            } else if !tag.hasSuffix("/"), !tag.hasPrefix("?") {
                depth.append(name)
            }
            rest = rest[rest.index(after: close)...]
        }
        return depth.isEmpty ? text : nil
    }

    func testEveryPartIsWrittenAsXML() throws {
        let page = Page(
            title: "A & B",
            parts: [
                .heading("One", level: 2), .paragraph("a\nb\tc"), .remark("r"), .facts([("For", "Sam")]), .list(["x"]),
                .table(titles: ["t", "u"], rows: [["1", "<2>"]]),
                .group([.heading("Two", level: 3), .keptTogether([.paragraph("k")])]),
                .chart(Chart("Chart", .bars, [.init("p", 1, figure: "1 day")])), .progress(0.5, "half"),
                .figure(Figure(bytes: [], mediaType: "image/png", alternative: "a picture")),
            ], footer: "end")
        let xml = try document(page)
        XCTAssertEqual(text(of: xml), "A &amp; BOneabcrFor: Sam•xtu1&lt;2&gt;TwokChartp1 dayhalfa pictureend")
        for mark in [
            "<w:br/>", "<w:tab/>", "w:val=\"Title\"", "w:val=\"Heading1\"", "w:val=\"Heading2\"", "<w:tblHeader/>",
        ] {
            XCTAssertTrue(xml.contains(mark), mark)
        }
        XCTAssertEqual(page.docx(), page.docx())
    }

    func testCharactersForbiddenInXMLAreRemoved() throws {
        let hostile = "a\u{0}\u{1}\u{8}\u{B}\u{1F}\u{7F}\u{FFFE}\u{FFFF}\u{202E}</w:t></w:r><w:instrText>&#0;]]>\r"
        let xml = try document(
            Page(title: hostile, parts: [.paragraph(hostile), .facts([(hostile, hostile)])], footer: hostile))
        XCTAssertNotNil(text(of: xml))
        XCTAssertFalse(xml.contains("<w:instrText"))
        for scalar in xml.unicodeScalars {
            XCTAssertFalse(
                scalar.value < 0x20 && scalar != "\n" || [0xFFFE, 0xFFFF, 0x202E].contains(scalar.value),
                "\(scalar.value)")
        }
    }

    /// Pandoc finds every word in order, and a heading.
    func testPandocReadsTheDocument() throws {
        let programs = ProgramPath(path: "/usr/local/bin:/usr/bin:/bin")
        guard let pandoc = programs.find("pandoc") else { throw XCTSkip("there is no pandoc") }
        let folder = try TemporaryFolder(below: NSTemporaryDirectory(), prefix: "word")
        let page = Page(
            title: "Sam & Kim",
            parts: [
                .heading("What went well", level: 2), .paragraph("눈이 와요.\u{7}"), .list(["one", "<two>"]),
                .table(titles: ["Day", "Note"], rows: [["1", "é"]]),
            ], footer: "end")
        let file = folder.path + "/page.docx"
        try Data(page.docx()).write(to: URL(fileURLWithPath: file))
        let read = try ProgramCall(pandoc, ["--standalone", "--from", "docx", "--to", "markdown", "--", file]).run()
            .succeeded()
        let text = String(decoding: read.output, as: UTF8.self)
        var rest = text[...]
        for words in ["Sam & Kim", "# What went well", "눈이 와요.", "one", "two", "Day", "Note", "é", "end"] {
            guard let range = rest.range(of: words) else {
                return XCTFail("“\(words)” is missing or out of order: \(text)")
            }
            rest = rest[range.upperBound...]
        }
    }

    func testHebrewAndArabicAreRightToLeft() throws {
        for (words, isTurned) in [
            ("שלום all", true), ("1. مرحبا", true), ("hello שלום", false), ("회의", false), ("123", false),
        ] {
            XCTAssertEqual(
                try document(Page(title: "t", parts: [.paragraph(words)])).contains("<w:bidi/>"), isTurned, words)
        }
    }

    func testFormulaGuardRoundTrips() {
        for text in ["=cmd()", "+1", "-x", "-3.5", "@a", "'=1", "''=1", "'", "it's", "'quoted'", "", "\t=", "'-3.5"] {
            let row = CSV.rows(CSV.text([[text, "b"]]))[0]
            XCTAssertEqual(CSV.unguarded(row[0]), text)
            XCTAssertFalse("=+@".contains(row[0].first ?? "x"), row[0])
        }
    }
}
