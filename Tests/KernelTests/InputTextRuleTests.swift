import Kernel
import XCTest

final class InputTextRuleTests: XCTestCase {
    /// Tests every control character and every bidirectional mark inside a text.
    func testInvisibleCharactersAreRefused() {
        let controls = Array(UInt32(0)...0x1F) + Array(0x7F...0x9F)
        let bidirectional = [0x061C, 0x200E, 0x200F] + Array(UInt32(0x202A)...0x202E) + Array(0x2066...0x2069)
        for value in controls + bidirectional + [0x2028, 0x2029, 0xFEFF] + Array(0xE0000...0xE007F) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "a\(Character(scalar))b"
            for lines in [InputTextRule.Lines.many, .one] {
                let isKept = lines == .many && (value == 0x09 || value == 0x0A)
                XCTAssertEqual(
                    judge(text, lines), isKept ? .success(text) : .failure(.invisibleCharacters), "\(value)")
            }
            let isBlank = scalar.properties.isWhitespace
            XCTAssertEqual(
                judge(text, .joined), isBlank ? .success("a b") : .failure(.invisibleCharacters), "\(value)")
        }
        for direction in UInt32(0x2000)...0x206F {
            guard let scalar = Unicode.Scalar(direction), scalar.properties.isBidiControl else { continue }
            XCTAssertEqual(judge("a\(Character(scalar))b", .many), .failure(.invisibleCharacters), "\(direction)")
        }
    }

    func testVisibleTextIsKept() {
        for text in [
            "김민아", "محمد", "שלום", "👨\u{200D}👩\u{200D}👧", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
            "a\u{200C}b",
            "🇰🇷",
        ] {
            for lines in [InputTextRule.Lines.many, .one, .joined] {
                XCTAssertEqual(judge(text, lines), .success(text))
            }
        }
        XCTAssertEqual(judge("  e\u{301} \r\n x\t\n", .many), .success("é \n x"))
        XCTAssertEqual(judge("  two \n words ", .joined), .success("two words"))
        XCTAssertEqual(judge("two\nlines", .one), .failure(.invisibleCharacters))
        XCTAssertEqual(judge(" \n\t ", .many), .failure(.empty))
    }

    /// Tests random text: an accepted result is accepted again unchanged and has a valid length.
    func testNormalizationIsIdempotent() {
        var random = RandomSource(seed: 5)
        let pieces = [
            "a", " ", "\n", "\r\n", "\t", "é", "e\u{301}", "한", "ᄒ", "ᅡ", "👨‍👩‍👧‍👦", "\u{202E}", "\u{7}", "🇰🇷", "\u{301}",
        ]
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            for lines in [InputTextRule.Lines.many, .one, .joined] {
                guard case .success(let accepted) = judge(text, lines) else { continue }
                XCTAssertEqual(judge(accepted, lines), .success(accepted), text.debugDescription)
                XCTAssertTrue((1...20).contains(accepted.count), text.debugDescription)
            }
        }
    }

    func testLengthsCountCharacters() {
        for character in ["a", "é", "e\u{301}", "한", "👨‍👩‍👧‍👦", "🇰🇷", "👍🏽"] {
            XCTAssertEqual(
                judge(String(repeating: character, count: 20), .one),
                .success(String(repeating: character, count: 20).precomposedStringWithCanonicalMapping))
            XCTAssertEqual(judge(String(repeating: character, count: 23), .one), .failure(.tooLong(by: 3)))
        }
        XCTAssertEqual(judge("a" + String(repeating: "\u{301}", count: 400), .one), .failure(.tooLong(by: 1)))
        XCTAssertEqual(judge("a" + String(repeating: "\u{301}", count: 100_000), .one), .failure(.tooLong(by: 1)))
    }

    func testCountedNounsArePluralized() {
        XCTAssertEqual(
            [counted(1, "day"), counted(0, "day"), counted(3, "match"), counted(2, "entry", "entries")],
            ["1 day", "0 days", "3 matches", "2 entries"])
        XCTAssertEqual(
            ["pass", "box", "punch", "push", "card"].map { counted(2, $0) },
            ["2 passes", "2 boxes", "2 punches", "2 pushes", "2 cards"])
    }

    func testListedJoinsTheLastWithAWord() {
        XCTAssertEqual(
            [[], ["a"], ["a", "b"], ["a", "b", "c"]].map { listed($0) }, ["", "a", "a and b", "a, b and c"])
        XCTAssertEqual(listed(["a", "b", "c"], .or), "a, b or c")
        XCTAssertEqual(
            (0..<4).map { listed(first: 2, of: Array(["a", "b", "c", "d"].prefix($0))) { $0 } },
            ["", "a", "a, b", "a, b and 1 other"])
        XCTAssertEqual(listed(first: 2, of: ["a", "b", "c", "d"]) { $0 }, "a, b and 2 others")
    }

    private func judge(_ text: String, _ lines: InputTextRule.Lines) -> Result<String, InputTextRule.Fault> {
        Result { () throws(InputTextRule.Fault) in try InputTextRule(upTo: 20, lines).normalized(text) }
    }

    func testFileEndingIsLowercaseExtension() {
        for (path, ending) in [
            ("~/Book.HTML", "html"), ("a.tar.gz", "gz"), ("a.b/c", nil), (".profile", nil), ("dir/.x", nil),
            ("a.", nil),
            ("", nil),
            ("-", nil), ("/", nil), ("a.b/", "b"), ("눈.JPEG", "jpeg"),
        ] as [(String, String?)] {
            XCTAssertEqual(path.fileExtension, ending, path)
        }
    }

    func testCapitalizedFirstChangesOnlyTheFirstCharacter() {
        XCTAssertEqual(
            ["", "a", "été", "The", "ß", "1 a", "한"].map(\.capitalizedFirst), ["", "A", "Été", "The", "SS", "1 a", "한"])
    }
}
