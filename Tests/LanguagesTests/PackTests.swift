import Foundation
import Kernel
import Languages
import LanguagesAdapters
import XCTest

/// The format of a pack, and the handling of invalid packs.
final class PackTests: XCTestCase {
    private func pack(_ lines: String) -> LanguagePack {
        LanguagePack(Array("language: es\nname: español\nstate: machine\n\n\(lines)\n".utf8))
    }

    func testPackRoundTrips() {
        let read = pack(
            "= {1} b\n>one {1} uno\n>other {1} varios\n\n= a {1} {2}\n> {2} y {1}\n~ reviewed\n\n= no\n> no\n~ same")
        XCTAssertEqual(read.findings, [])
        XCTAssertEqual(read.entries.map(\.key), ["a {1} {2}", "no", "{1} b"])
        XCTAssertEqual(read.entries.map(\.isReviewed), [true, false, false])
        XCTAssertEqual(LanguagePack(read.bytes).text, read.text)
        XCTAssertEqual(LanguagePack(read.bytes).entries.map(\.forms), read.entries.map(\.forms))
    }

    func testInvalidEntriesAreSkippedAndReported() {
        let hostile = [
            ("= a {1}\n> sin lugar", "places"), ("= a {1}\n> {1} {1}", "places"), ("= a\n> {1}", "places"),
            ("= {1} b\n>one {1} uno", "plural form is missing: other"),
            ("= {1} b\n>one uno\n>many {1}", "plural form is missing"),
            ("= a\n> \u{1B}[2Jrojo", "escape code"), ("= \u{1B}[31ma\n> rojo", "escape code"),
            ("= a\n> \u{9B}31m", "escape code"),
            ("= a\n> \u{202E}txet", "turns text around"), ("= a\n> \u{7}", "control character"),
            ("= a", "Nothing is said"),
            ("= a\n>", "neither a key"), ("= a\n>two dos", "no plural form"), ("= a\n> b\n\n= a\n> c", "twice"),
            ("= a\n> " + String(repeating: "x", count: LanguagePack.longestLine), "longer than"),
            ("= a\nb", "neither a key"),
        ]
        for (lines, reason) in hostile {
            let read = pack("\(lines)\n\n= good\n> bueno")
            XCTAssertTrue(
                read.findings.contains { $0.sentence.contains(reason) }, "\(lines.debugDescription): \(read.findings)")
            XCTAssertEqual(read.entries.filter { $0.key != "a" || $0.forms[.other] == "b" }.last?.key, "good")
            let unsafe = read.text.unicodeScalars.contains {
                $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value)
            }
            XCTAssertFalse(unsafe, lines.debugDescription)
        }
    }

    func testArbitraryBytesAreSafe() {
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
        XCTAssertEqual(LanguagePack(Array(repeating: 0x61, count: LanguagePack.maximumBytes + 1)).findings.count, 1)
        XCTAssertEqual(LanguagePack(Array(repeating: 0x0A, count: 100)).entries.count, 0)
    }

    /// Lookup searches the embedded pack in place, so it must equal the canonical form.
    func testBundledPacksAreCompleteAndSorted() throws {
        XCTAssertEqual(BundledLanguages.tags, ["es", "fr", "ko"])
        for (tag, pack) in zip(BundledLanguages.tags, HousePacks.all) {
            XCTAssertEqual(pack.findings, [], tag)
            XCTAssertEqual(pack.tag, tag)
            XCTAssertTrue(pack.isMachineMade)
            let files = HousePacks.files(tag)
            for file in files {
                XCTAssertEqual(
                    LanguagePack(file.bytes).text, String(decoding: file.bytes, as: UTF8.self), "\(tag)/\(file.name)")
            }
            let table = try XCTUnwrap(Language(tag).flatMap(BundledLanguages.table))
            XCTAssertEqual(table.text, Array(files.map { $0.bytes + [0x0A] }.joined()), "run Tools/embed")
            XCTAssertTrue(table.isInOrder, "run Tools/embed")
            XCTAssertEqual(table.count, pack.entries.count)
            let translator = Translator(try XCTUnwrap(Language(tag)), tables: { [table] }, isMachineMade: true)
            for entry in pack.entries where !entry.key.contains("{") {
                XCTAssertEqual(
                    translator.translation(LocalizableText(declared: entry.key)), entry.forms[.other], entry.key)
            }
        }
    }

    func testBundledLanguagesTranslateTheSameKeys() throws {
        // Korean has no meanings of terms: a meaning in hangul would reveal the answer.
        let keys = HousePacks.all.map { Set($0.entries.map(\.key).filter { !$0.hasPrefix("term: ") }) }
        XCTAssertEqual(keys.count, 3)
        for (tag, own) in zip(BundledLanguages.tags, keys) {
            let translator = Translator(try XCTUnwrap(Language(tag)), userPacks: UserLanguagePacks(folder: ""))
            // One language can translate a sentence once, where another has one entry for each
            // word.
            let missing = keys.reduce(own) { $0.union($1) }.subtracting(own).filter { key in
                let english = (1...9).reduce(key) { $0.replacing("{\($1)}", with: "x\($1)") }
                return translator.translation(sentence: english) == english
            }
            XCTAssertEqual(missing.sorted().prefix(20), [], tag)
        }
    }

    /// A file has the texts of one module. `Shared` has the texts of several, and content has its
    /// own files.
    func testPackFilesAreNamedAfterModules() throws {
        let modules = try Set(
            ["Modules", "Apps"].flatMap {
                try FileManager.default.contentsOfDirectory(atPath: "\(HousePacks.root)/\($0)")
            })
        for tag in BundledLanguages.tags {
            let names = HousePacks.files(tag).map(\.name)
            XCTAssertFalse(names.isEmpty)
            for name in names {
                let module = name.replacing(".strings", with: "")
                XCTAssertTrue(
                    module == "Shared" || module.hasPrefix("Content") || modules.contains(module), "\(tag)/\(name)")
            }
        }
    }

    func testFilesOfALanguageMergeIntoOnePack() {
        let head = "language: es\nname: x\nstate: machine\n"
        let files = [
            ("A.strings", "\(head)\n= a\n> 1\n\n= c\n> 3\n"),
            ("B.strings", "\(head)\n= b\n> 2\n\n= a\n> 4\n\n= d {1}\n> 5\n"),
            ("C.strings", "language: fr\nname: x\n\n= e\n> 6\n"),
        ].map { (name: $0.0, bytes: Array($0.1.utf8)) }
        let pack = LanguagePack(files: files)
        XCTAssertEqual(pack.entries.map { "\($0.key)=\($0.forms[.other] ?? "")" }, ["a=1", "b=2", "c=3", "e=6"])
        XCTAssertEqual(pack.findings.map(\.place), ["B.strings, line 11", "B.strings, line 8", "C.strings, line 1"])
        XCTAssertEqual(LanguagePack(files: []).entries, [])
    }
}

/// The packs in the source tree of this repository.
enum HousePacks {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    static let all = BundledLanguages.tags.map { LanguagePack(files: files($0)) }

    static func files(_ tag: String) -> [(name: String, bytes: [UInt8])] {
        let folder = "\(root)/Modules/Languages/Data/\(tag)"
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().map { name in
            (name, [UInt8](FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()))
        }
    }
}
