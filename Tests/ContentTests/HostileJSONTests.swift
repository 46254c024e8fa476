import Content
import Foundation
import Kernel
import XCTest

/// Pack JSON follows RFC 8259. Errors report their line.
final class HostileJSONTests: XCTestCase {
    /// Returns a manifest with a rule that contains `value`, because rules are passed through
    /// unchanged.
    private func manifest(_ value: some Collection<UInt8>) -> [UInt8] {
        Array(#"{"format":"commonplace-pack","version":1,"id":"club","name":"Club","rules":[{"id":"r","v":"#.utf8)
            + value
            + Array("}]}".utf8)
    }

    private func read(_ bytes: [UInt8]) -> (value: JSONValue?, fault: String?) {
        let rules = Curriculum([.memory("club", files: ["pack.json": bytes])]).rules()
        return (rules.value.first?.fields["v"], rules.findings.first { $0.severity == .error }?.sentence)
    }

    private func value(_ text: String) -> JSONValue? { read(manifest(text.utf8)).value }

    private func fault(_ text: String) -> String? { read(manifest(text.utf8)).fault }

    func testNumbersFollowRFC8259() {
        let valid: [(String, JSONValue)] = [
            ("0", .integer(0)), ("-0", .integer(0)), ("7", .integer(7)), ("-12", .integer(-12)), ("10", .integer(10)),
            ("0.5", .number(0.5)), ("-0.25", .number(-0.25)), ("1e2", .integer(100)), ("1E+2", .integer(100)),
            ("25e-1", .number(2.5)), ("1234567890", .integer(1_234_567_890)), ("0e0", .integer(0)),
            ("6.0", .integer(6)),
        ]
        for (text, expected) in valid { XCTAssertEqual(value(text), expected, text) }
        for text in [
            "01", "-01", "00", "-00.5", "1.", "-1.", "1.e5", ".5", "-.5", "+1", "-", "--1", "1e", "1e+", "e1", "1e400",
            "-1e400",
            "1.2.3", "0x10", "1_0", "NaN", "١",
        ] {
            XCTAssertTrue(fault(text)?.hasPrefix("pack.json, line 1: ") ?? false, text)
        }
    }

    func testStringEscapesAreDecodedOrReported() {
        let valid = [
            "\"\"": "", #""a b""#: "a b", #""\"\\\/""#: "\"\\/", #""\b\f\n\r\t""#: "\u{8}\u{C}\n\r\t",
            #""\u0041""#: "A",
            #""\u00e9\u00E9""#: "éé", #""\u4f60x""#: "你x", #""\ud83d\ude00!""#: "😀!", #""\ud800\udc00""#: "\u{10000}",
            #""\udbff\udfff""#: "\u{10FFFF}", #""\ud7ff\ue000""#: "\u{D7FF}\u{E000}", #""앞 \u0020차기""#: "앞  차기",
            #""a\u12345""#: "a\u{1234}5",
            "\"\u{7F} ~\"": "\u{7F} ~", #""é\té""#: "é\té",
        ]
        for (text, expected) in valid { XCTAssertEqual(value(text), .string(expected), text) }
        let stray = "an unknown escape follows the backslash"
        let half = "half of a surrogate pair is alone"
        let figures = "four hexadecimal figures are expected after \\u"
        let faults = [
            (#""\a""#, stray), (#""\U0041""#, stray), (#""\x41""#, stray), (#""\ud800""#, half), (#""\ud800x""#, half),
            (#""\ud800\n""#, half), (#""\udc00""#, half), (#""\ud800\ud800""#, half), (#""\ud800\ue000""#, half),
            (#""\ud800\u0041""#, half), (#""\u12""#, figures), (#""\u12g4""#, figures), (#""\u１234""#, figures),
            (#""\ud83d\u12""#, figures), ("\"a\u{1F}\"", "text contains a line break or control character"),
            ("\"a\n\"", "text contains a line break or control character"),
            ("\"\\ta\u{1F}\"", "text contains a line break or control character"),
        ]
        for (text, sentence) in faults { XCTAssertEqual(fault(text), "pack.json, line 1: \(sentence).", text) }
    }

    func testInvalidUTF8IsRejected() {
        for bytes in [[0xFF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0x80]]
            as [[UInt8]]
        {
            for before in ["", "a", "\\n"] {
                let text = [0x22] + Array(before.utf8) + bytes + [0x22]
                XCTAssertEqual(
                    read(manifest(text)).fault, "pack.json, line 1: text is not valid UTF-8.",
                    "\(bytes) after \(before)")
            }
        }
    }

    func testLiteralsArraysAndObjectsAreParsed() {
        let valid: [(String, JSONValue)] = [
            ("true", .bool(true)), ("false", .bool(false)), ("null", .null), ("[]", .array([])), ("{}", .object([:])),
            (" [ 1 , \"a\" ,\t[ ] ,\r\n{ } ] ", .array([.integer(1), .string("a"), .array([]), .object([:])])),
            ("{ \"b\" : true , \"a\":{\"b\":null} }", .object(["a": .object(["b": .null]), "b": .bool(true)])),
        ]
        for (text, expected) in valid { XCTAssertEqual(value(text), expected, text) }
    }

    func testSyntaxErrorsReportTheirLine() {
        let cases = [
            ("tru", "a value is expected here", 1), ("nul", "a value is expected here", 1),
            ("True", "a value is expected here", 1),
            ("\n\n?", "a value is expected here", 3), ("[1,]", "a value is expected here", 1),
            ("[1 2]", "a comma or ] is expected here", 1),
            ("[\n1\n\n2]", "a comma or ] is expected here", 4), ("truee", "a comma or } is expected here", 1),
            ("{\"a\":1,}", "a field name in quotes is expected here", 1),
            ("{a:1}", "a field name in quotes is expected here", 1),
            ("{\"a\"\n1}", "a colon is expected here", 2), ("{\"a\":1 \"b\":2}", "a comma or } is expected here", 1),
            ("{\"a\":1,\n\"a\":2}", "the field “a” is here twice", 2), ("\u{B}1", "a value is expected here", 1),
            ("\u{A0}1", "a value is expected here", 1),
        ]
        for (text, sentence, line) in cases {
            XCTAssertEqual(fault(text), "pack.json, line \(line): \(sentence).", text)
        }
    }

    func testTruncatedAndTrailingTextIsRejected() {
        let complete = manifest("1".utf8)
        let cases: [(text: String, sentence: String)] = [
            ("", "the text ends too early"), (" \n ", "the text ends too early"),
            ("{", "a field name in quotes is expected here"),
            ("{\"a\"", "a colon is expected here"), ("{\"a\":", "the text ends too early"),
            ("[", "the text ends too early"),
            ("[1", "a comma or ] is expected here"), ("{\"a\":1", "a comma or } is expected here"),
            ("\"a", "text is not closed with a quote"),
            ("\"a\\n", "text is not closed with a quote"), ("\"a\\", "text is not closed with a quote"),
            ("\"\\u00", "four hexadecimal figures are expected after \\u"),
        ]
        for (text, sentence) in cases {
            let fault = read(Array(text.utf8)).fault ?? ""
            XCTAssertTrue(fault.hasSuffix(": \(sentence)."), "\(text): \(fault)")
        }
        XCTAssertEqual(read(complete + Array(" \n\t\r ".utf8)).value, .integer(1), "space may follow")
        for more in ["}", "x", "\n{}"] {
            let fault = read(complete + Array(more.utf8)).fault ?? ""
            XCTAssertTrue(fault.hasSuffix("there is more text after the end."), "\(more): \(fault)")
        }
    }

    func testByteOrderMarkIsSkipped() {
        XCTAssertEqual(read([0xEF, 0xBB, 0xBF] + manifest("1".utf8)).value, .integer(1))
        for bytes in [[0xEF, 0xBB], [0xBB, 0xEF, 0xBF], [0xFE, 0xFF]] as [[UInt8]] {
            XCTAssertNotNil(read(bytes + manifest("1".utf8)).fault, "\(bytes)")
        }
    }

    /// Three levels are those of the manifest and its rules.
    func testNestingIsLimitedToThirtyTwoLevels() {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            for (levels, isFine) in [(28, true), (29, open == "["), (30, false)] {
                let inner = open == "[" && levels == 29 ? "" : "1"
                let text = String(repeating: open, count: levels) + inner + String(repeating: close, count: levels)
                let sentence = "pack.json, line 1: lists and objects are nested too deeply."
                XCTAssertEqual(fault(text), isFine ? nil : sentence, "\(levels) \(open)")
            }
        }
    }

    func testRandomTextIsAcceptedExactlyAsByFoundation() {
        var random = RandomSource(seed: 8259)
        let words = [
            "[", "]", "{", "}", ",", ":", "\"a\"", "\"b\"", "1", "-", "0", ".5", "e3", "true", "null", " ", "\"\\n\"",
        ]
        var read = 0
        var refused = 0
        for _ in 0..<6000 {
            let text = (0..<Int.random(in: 1...5, using: &random)).compactMap { _ in words.randomElement(using: &random)
            }
            .joined()
            // The trailing field prevents Foundation from accepting a trailing comma.
            let bytes = manifest("\(text),\"w\":0".utf8)
            let isFine = (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil
            XCTAssertEqual(self.read(bytes).fault?.hasPrefix("pack.json, line ") ?? false, !isFine, text)
            if isFine { read += 1 } else { refused += 1 }
        }
        XCTAssertGreaterThan(min(read, refused), 500)
    }
}
