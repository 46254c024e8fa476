import Interchange
import Kernel
import XCTest

/// Tests the detection of formats and the failures of broken files.
final class FormTests: XCTestCase {
    func testFormatIsDetectedFromContent() {
        let forms: [(String, FileFormat?)] = [
            ("[\n{\"id\":1,\"description\":\"a\",\"status\":\"pending\",\"uuid\":\"1\"}]", .taskwarrior),
            (
                "{\"description\":\"a\",\"status\":\"pending\"}\n{\"description\":\"b\",\"status\":\"pending\"}\n",
                .taskwarrior
            ),
            ("[{\"id\":1,\"start\":\"20261120T090000Z\",\"tags\":[]}]", .timewarrior), ("[]", .taskwarrior),
            ("inc 20261120T090000Z - 20261120T092500Z # a\n", .timewarriorData),
            ("2016-06-14T12:34:56-04:00 description=\"\" duration=25 tags=a,b\n", .pomodoro),
            ("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", .iCalendar), ("\n\nbegin:vcalendar\n", .iCalendar),
            ("(A) 2026-11-01 Call Mina +garden @phone due:2026-11-27\n", .todoTxt), ("x 2026-11-20 Done\n", .todoTxt),
            ("Buy milk\nCall @mina\n", .todoTxt), ("id,title,due\n1,a,2026-11-20\n", .csv), ("Start;End;Title\n", .csv),
            ("Buy milk\nCall Mina\n", nil), ("", nil), (" \n\t\n", nil), ("{\"version\":1}", nil), ("[1,2,3]", nil),
            ("[[[[[[", nil),
            ("<html>\n@media +x\n", nil), ("%PDF-1.4\n", nil), ("\u{0}\u{1}\u{2}", nil), ("a,b\n1,2\n", nil),
        ]
        for (text, form) in forms {
            XCTAssertEqual(FileFormat.detect(Array(text.utf8)), form, text)
            XCTAssertEqual(
                FileFormat.detect([0xEF, 0xBB, 0xBF] + Array(text.utf8)), form, "with a byte order mark: \(text)")
            XCTAssertEqual(
                FileFormat.detect(Array(text.replacing("\n", with: "\r\n").utf8)), form, "with CRLF: \(text)")
            guard form != nil else { continue }
            let units = [0xFEFF] + Array(text.utf16)
            XCTAssertEqual(
                FileFormat.detect(units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }), form, "in UTF-16: \(text)")
        }
        XCTAssertNil(
            FileFormat.detect([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0, count: 5000)))
    }

    func testInvalidFilesFailWithAPosition() {
        for (text, form, message) in [
            ("[{\"description\":\"a\"},{\"descr", FileFormat.taskwarrior, "Entry 2 is no JSON"),
            ("[{\"description\":\"a\"},\n{]", .taskwarrior, "Entry 2 is no JSON"),
            ("[{\"start\":\"20261120T090000Z\" \"end\"}]", .timewarrior, "Entry 1 is no JSON"),
            ("id,title\n1,\"open\n", .csv, "A quotation mark is opened in line 2"),
        ] {
            XCTAssertThrowsError(try form.read(Array(text.utf8), fieldPrefix: "own")) { error in
                XCTAssertTrue((error as? Failure)?.message.contains(message) ?? false, "\(text): \(error)")
            }
        }
    }

    func testDeeplyNestedJSONIsRefused() {
        for opening in ["[", "{\"a\":", "[{\"a\":["] {
            let text = "[{\"description\":\"a\",\"x\":" + String(repeating: opening, count: 100_000)
            XCTAssertThrowsError(try FileFormat.taskwarrior.read(Array(text.utf8), fieldPrefix: "own"))
        }
    }
}
