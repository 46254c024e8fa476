import Kernel
import Languages
import LanguagesAdapters
import XCTest

/// What a pack may be, and what becomes of one that is not.
final class PackTests: XCTestCase {
    private func pack(_ lines: String) -> LanguagePack {
        LanguagePack(Array("language: es\nname: español\nstate: machine\n\n\(lines)\n".utf8))
    }

    func testAPackIsReadAndWrittenAsItWas() {
        let read = pack("= {1} b\n>one {1} uno\n>other {1} varios\n\n= a {1} {2}\n> {2} y {1}\n~ reviewed\n\n= no\n> no\n~ same")
        XCTAssertEqual(read.findings, [])
        XCTAssertEqual(read.entries.map(\.key), ["a {1} {2}", "no", "{1} b"])
        XCTAssertEqual(read.entries.map(\.isReviewed), [true, false, false])
        XCTAssertEqual(LanguagePack(read.bytes).text, read.text)
        XCTAssertEqual(LanguagePack(read.bytes).entries.map(\.forms), read.entries.map(\.forms))
    }

    func testWhatCannotBeUsedIsLeftOutAndNamed() {
        let hostile = [
            ("= a {1}\n> sin lugar", "places"), ("= a {1}\n> {1} {1}", "places"), ("= a\n> {1}", "places"),
            ("= {1} b\n>one {1} uno", "plural form is missing: other"),
            ("= {1} b\n>one uno\n>many {1}", "plural form is missing"),
            ("= a\n> \u{1B}[2Jrojo", "escape code"), ("= \u{1B}[31ma\n> rojo", "escape code"),
            ("= a\n> \u{9B}31m", "escape code"),
            ("= a\n> \u{202E}txet", "turns text around"), ("= a\n> \u{7}", "control character"), ("= a", "Nothing is said"),
            ("= a\n>", "neither a key"), ("= a\n>two dos", "no plural form"), ("= a\n> b\n\n= a\n> c", "twice"),
            ("= a\n> " + String(repeating: "x", count: LanguagePack.longestLine), "longer than"), ("= a\nb", "neither a key"),
        ]
        for (lines, reason) in hostile {
            let read = pack("\(lines)\n\n= good\n> bueno")
            XCTAssertTrue(read.findings.contains { $0.sentence.contains(reason) }, "\(lines.debugDescription): \(read.findings)")
            XCTAssertEqual(read.entries.filter { $0.key != "a" || $0.forms[.other] == "b" }.last?.key, "good")
            let unsafe = read.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value) }
            XCTAssertFalse(unsafe, lines.debugDescription)
        }
    }

    func testAnyBytesAreSafe() {
        var random = RandomSource(seed: 7)
        for _ in 0..<500 {
            let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                [UInt8](arrayLiteral: 0x3D, 0x20, 0x3E, 0x0A, 0x7B, 0x31, 0x7D, 0x1B, 0x9B, 0xFF, 0x61)
                    .randomElement(using: &random) ?? 0
            }
            let read = LanguagePack(bytes)
            XCTAssertFalse(read.text.utf8.contains(0x1B))
            XCTAssertEqual(LanguagePack(read.bytes).entries.map(\.key), read.entries.map(\.key))
        }
        XCTAssertEqual(LanguagePack(Array(repeating: 0x61, count: LanguagePack.mostBytes + 1)).findings.count, 1)
        XCTAssertEqual(LanguagePack(Array(repeating: 0x0A, count: 100)).entries.count, 0)
    }

    /// What lies in the program is searched in place: it must be as the reader would write it.
    func testBundledPacksAreWholeAndInOrder() throws {
        XCTAssertEqual(BundledLanguages.tags, ["es", "fr", "ko"])
        for tag in BundledLanguages.tags {
            let language = try XCTUnwrap(Language(tag))
            let bytes = try XCTUnwrap(BundledLanguages.pack(language))
            let pack = LanguagePack(bytes)
            XCTAssertEqual(pack.findings, [], tag)
            XCTAssertEqual(pack.tag, tag)
            XCTAssertTrue(pack.isMachineMade)
            XCTAssertEqual(pack.text, String(decoding: bytes, as: UTF8.self), "\(tag) is not in order")
            let tongue = Tongue(language, isMachineMade: true) { [bytes] }
            for entry in pack.entries where !entry.key.contains("{") {
                XCTAssertEqual(tongue.say(Phrase(declared: entry.key)), entry.forms[.other], entry.key)
            }
        }
    }

    func testEveryBundledLanguageSaysTheSame() throws {
        let keys = BundledLanguages.tags.compactMap(Language.init).compactMap(BundledLanguages.pack).map {
            // What a term means is hangul in Korean: it would give the answer away.
            LanguagePack($0).entries.map(\.key).filter { !$0.hasPrefix("term: ") }
        }
        XCTAssertEqual(keys.count, 3)
        XCTAssertEqual(Set(keys).count, 1)
    }
}
