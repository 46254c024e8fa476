import Content
import ContentAdapters
import Foundation
import Kernel
import TestSupport
import XCTest

/// Limits of a pack on both sides, and defaults of omitted fields.
final class PackBoundsTests: XCTestCase {
    private let terms =
        #"[{"grade":"9k","category":"basics","terms":[{"id":"x","english":"E","hangul":"앞","romanization":"ap"}]}]"#

    private func reading(_ fields: String = "", id: String = "own", version: String = "1", terms: String? = nil) throws
        -> PackReading
    {
        let text = """
            {"format":"commonplace-pack","version":\(version),"id":"\(id)","name":"Own","terms":\(terms ?? self.terms)\(fields)}
            """
        return try PackReading(.memory("own", files: ["pack.json": Array(text.utf8)]))
    }

    private func term(_ fields: String) throws -> (term: Term?, findings: [Finding]) {
        let reading = try reading(
            terms:
                #"[{"grade":"9k","category":"basics","terms":[{"id":"x","english":"E","hangul":"앞","romanization":"ap",\#(fields)}]}]"#
        )
        return (reading.pack.terms.first, reading.findings)
    }

    private func list(_ count: Int, _ item: String = "\"a\"") -> String {
        "[" + Array(repeating: item, count: count).joined(separator: ",") + "]"
    }

    func testOmittedFieldsHaveDefaults() throws {
        let reading = try reading(
            #","belts":[{"id":"9k","name":"9th","belt":"white","colours":["white"]}],"morphemes":[{"hangul":"앞","romanization":"ap","meaning":"front"}]"#
        )
        XCTAssertEqual(reading.findings, [])
        let pack = reading.pack
        let term = try XCTUnwrap(reading.pack.terms.first)
        XCTAssertEqual([pack.about, pack.school, pack.discipline, term.note], ["", "", "taekwon-do", ""])
        XCTAssertFalse(pack.isVariant)
        XCTAssertEqual(pack.morphemes.map(\.category), [.other])
        XCTAssertEqual(pack.belts.belts.map(\.meaning), [""])
        XCTAssertEqual([term.aliases, term.romanizations, term.variants, term.morphemes], [[], [], [], []])
        XCTAssertEqual(term.difficulty, 1)
        XCTAssertNil(term.spokenOverride)
    }

    func testFieldLimitsAreEnforced() throws {
        let cases: [(field: String, fits: String, isTooLong: String)] = [
            (
                "romanizations", "[\"\(String(repeating: "a", count: 200))\"]",
                "[\"\(String(repeating: "a", count: 201))\"]"
            ),
            ("variants", "[\"\(String(repeating: "앞", count: 200))\"]", "[\"\(String(repeating: "앞", count: 201))\"]"),
            ("aliases", "[\"\(String(repeating: "𝐀", count: 200))\"]", "[\"\(String(repeating: "𝐀", count: 201))\"]"),
            ("note", "\"\(String(repeating: "n", count: 2000))\"", "\"\(String(repeating: "n", count: 2001))\""),
            ("aliases", list(64), list(65)), ("difficulty", "5", "6"), ("difficulty", "1", "0"),
            ("difficulty", "2", "-2"),
        ]
        for (field, fits, isTooLong) in cases {
            XCTAssertEqual(try term("\"\(field)\":\(fits)").findings, [], field)
            let long = try term("\"\(field)\":\(isTooLong)")
            XCTAssertEqual(long.findings.map(\.field), [field])
            XCTAssertEqual(long.findings.map(\.severity), [.error])
            XCTAssertNil(long.term)
        }
    }

    func testIDsConsistOfLowercaseLettersDigitsAndHyphens() throws {
        let longest = String(repeating: "a", count: 64)
        for id in ["a", "z", "0", "9", "-", "az09-", longest] {
            XCTAssertEqual(try reading(id: id).pack.id, id)
            XCTAssertEqual(try reading(#","discipline":"\#(id)""#).pack.discipline, id)
        }
        for id in [longest + "a", "A", "Z", "a b", "a_b", "a/b", "a.b", "`", "{", ":", "é", "앞"] {
            XCTAssertThrowsError(try reading(id: id), id) { XCTAssertEqual(($0 as? Failure)?.code, .badPack, id) }
            XCTAssertThrowsError(try reading(#","discipline":"\#(id)""#), id)
        }
    }

    func testOnlyFormatVersionOneIsAccepted() throws {
        for (version, code) in [
            ("2", Failure.Code.unknownPackFormat), ("1000", .unknownPackFormat), ("0", .badPack), ("1001", .badPack),
            ("1.5", .badPack),
            ("\"1\"", .badPack), ("null", .badPack),
        ] {
            XCTAssertThrowsError(try reading(version: version), version) {
                XCTAssertEqual(($0 as? Failure)?.code, code, version)
            }
        }
        XCTAssertNoThrow(try reading(version: "1.0"))
    }

    func testVariantFieldIsABool() throws {
        XCTAssertTrue(try reading(#","variant":true"#).pack.isVariant)
        XCTAssertFalse(try reading(#","variant":false"#).pack.isVariant)
        for word in ["1", "\"yes\"", "null", "[]"] { XCTAssertThrowsError(try reading(",\"variant\":\(word)"), word) }
    }

    func testPackFilesAndEntriesAreLimited() throws {
        XCTAssertEqual(try reading(terms: list(200, "[]")).findings, [])
        XCTAssertEqual(try reading(terms: list(201, "[]")).findings.map(\.field), ["terms"])
        let most = list(20_000, "7")
        let more = list(20_001, "7")
        XCTAssertEqual(try reading(#","belts":{"belts":\#(more)}"#).findings.map(\.field), ["belts"])
        XCTAssertGreaterThan(try reading(#","belts":{"belts":\#(most)}"#).findings.count, 19_999)
        let entries = try reading(",\"belts\":\(more)").findings.map(\.entry)
        XCTAssertEqual(entries.last, "#20000", "the rest of a plain list is ignored")
        XCTAssertEqual(Set(entries).count, 20_000)
    }

    func testPathAndSizeLimitsAreEnforced() throws {
        let longest = String(repeating: "a", count: 250) + ".json"
        XCTAssertNoThrow(try PackSource.checkPath(longest))
        for path in [
            "a" + longest, "a\\.json", "a\u{1B}.json", ".", "..", "a/./b.json", "a/../b.json", "/a.json", "a/",
            "a.JSON",
        ] {
            XCTAssertThrowsError(try PackSource.checkPath(path), path) {
                XCTAssertEqual(($0 as? Failure)?.code, .pathLeavesPack, path)
            }
        }
        for path in ["a.json", "a/b.json", ".a.json", "...json", "앞 차기.json"] {
            XCTAssertNoThrow(try PackSource.checkPath(path), path)
        }
        XCTAssertEqual(PackSource.sizeLimit, 8_388_608)
        XCTAssertNoThrow(try PackSource.checkSize(PackSource.sizeLimit, "a.json"))
        XCTAssertThrowsError(try PackSource.checkSize(PackSource.sizeLimit + 1, "a.json"))
        let home = try Home()
        try home.file("pack.json", [UInt8](repeating: 0x20, count: PackSource.sizeLimit))
        XCTAssertEqual(try DiskPack.source(at: home.path).read("pack.json").count, PackSource.sizeLimit)
    }

    func testControlAndInvisibleCharactersAreReported() throws {
        let bad = [
            "\\u0000", "\\u001f", "\u{7F}", "\u{80}", "\u{9F}", "\u{AD}", "\u{200B}", "\u{2028}", "\u{2029}",
            "\u{E000}",
            "\u{FEFF}", "\u{378}",
        ]
        for text in bad {
            let findings = try term("\"note\":\"a\(text)b\"").findings
            XCTAssertEqual(findings.map(\.rule), [.controlCharacter], "\(text.unicodeScalars.map(\.value))")
        }
        for text in [" ", "~", "\u{A0}", "ㄱ", "가", "힣", "é", "😀", "ᄀ"] {
            XCTAssertFalse(try term("\"note\":\"a\(text)b\"").findings.contains { $0.rule == .controlCharacter }, text)
        }
    }

    func testQuotedTextIsTruncatedAndShowsControls() {
        let long = String(repeating: "a", count: 120)
        XCTAssertEqual(Folding.printable(long), long)
        XCTAssertEqual(Folding.printable(long + "b"), long + "…")
        XCTAssertEqual(Folding.printable("a\u{1B}\u{7F}\u{1F} ~앞"), "a␛␛␛ ~앞")
    }

    func testSurroundingSpacesAreWarnings() throws {
        for (text, isFine) in [
            ("a b", true), (" a", false), ("a ", false), ("앞 뒤", true), (" 앞", false), ("앞 ", false),
        ] {
            let reading = try term("\"note\":\"\(text)\"")
            XCTAssertEqual(reading.findings.map(\.severity), isFine ? [] : [.warning], text)
            XCTAssertEqual(reading.term?.note, text)
        }
    }

    func testFieldsRequireTheirScript() throws {
        let cases = [
            (#""variants":["ap"]"#, "variants"), (#""pronunciation":"ap""#, "pronunciation"),
            (#""romanizations":["앞"]"#, "romanization"),
            (#""variants":["앞","뒤 x"],"pronunciation":"압","romanizations":["aap"]"#, ""),
        ]
        for (fields, field) in cases {
            let reading = try term(fields)
            XCTAssertEqual(reading.findings.map(\.field), field.isEmpty ? [] : [field], fields)
            XCTAssertEqual(reading.term?.spokenOverride, field.isEmpty ? "압" : nil)
        }
        let other =
            #"[{"terms":[{"id":"x","grade":"9k","category":"basics","english":"E","romanization":"型","variants":["ap"]}]}]"#
        XCTAssertEqual(
            try reading(#","discipline":"karate""#, terms: other).findings, [],
            "other disciplines have no spelling rule")
        let hangul =
            #"[{"terms":[{"id":"x","grade":"9k","category":"basics","english":"E","hangul":"ap","romanization":"앞"}]}]"#
        XCTAssertEqual(try reading(terms: hangul).findings.map(\.field), ["hangul", "romanization"])
    }

    func testCategoryDefaultsToTheFilesAndMustBeKnown() throws {
        let term = #""id":"x","english":"E","hangul":"앞","romanization":"ap""#
        for (file, entry, category, fields) in [
            (#""category":"kicks","#, "", "kicks", []), (#""category":"kicks","#, #","category":"body""#, "body", []),
            ("", #","category":"body""#, "body", []), ("", "", nil, ["category"]),
            ("", #","category":"own""#, "own", ["category"]),
        ] as [(String, String, String?, [String])] {
            let reading = try reading(terms: #"[{"grade":"9k",\#(file)"terms":[{\#(term)\#(entry)}]}]"#)
            XCTAssertEqual(reading.pack.terms.first?.category.rawValue, category)
            XCTAssertEqual(reading.findings.map(\.field), fields)
        }
    }

    func testBeltsMustBeAscendingAndUnique() throws {
        let belt = { (id: String) in #"{"id":"\#(id)","name":"N","belt":"B","colours":["c"]}"# }
        for (ids, rules) in [
            (["10k", "9k", "1d", "2d"], []), (["9k", "10k"], [.beltOrder]), (["10k", "9k", "10k"], [.duplicate]),
            (["10k", "8k", "9k", "7k"], [.beltOrder]),
        ] as [([String], [Finding.Rule])] {
            let reading = try reading(",\"belts\":[\(ids.map(belt).joined(separator: ","))]")
            XCTAssertEqual(reading.findings.map(\.rule), rules, "\(ids)")
            XCTAssertEqual(reading.pack.belts.belts.map(\.grade), Set(ids.compactMap(Grade.init(id:))).sorted())
        }
        let strange = try reading(#","belts":[{"id":"white","name":"N","belt":"B","colours":[],"meaning":"M"}]"#)
        XCTAssertEqual(
            strange.findings.map(\.rule), [.unknownGrade], "the words after a wrong grade are not reported as unknown")
    }

    func testMorphemesMustBeUniqueWithAKnownCategory() throws {
        let part = { (hangul: String, more: String) in
            #"{"hangul":"\#(hangul)","romanization":"ap","meaning":"m"\#(more)}"#
        }
        let parts = [
            part("앞", #","category":"side""#), part("뒤", #","category":"dance""#), part("앞", ""), part("옆", ""),
        ]
        let reading = try reading(",\"morphemes\":[\(parts.joined(separator: ","))]")
        XCTAssertEqual(reading.findings.map(\.rule), [.unknownCategory, .duplicate])
        XCTAssertEqual(reading.findings.map(\.entry), ["뒤", "앞"])
        XCTAssertEqual(reading.pack.morphemes.map(\.hangul), ["앞", "옆"])
        XCTAssertEqual(reading.pack.morphemes.map(\.category), [.side, .other])
    }
}
