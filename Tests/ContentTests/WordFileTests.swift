import Content
import Documents
import Foundation
import Kernel
import Storage
import TestSupport
import XCTest

/// Word lists as Excel, Anki and people write them.
final class WordFileTests: XCTestCase {
    private let fixture = OwnWordsFixture()

    private func utf16(_ text: String, isLittle: Bool = true, marked: Bool = true) -> [UInt8] {
        ((marked ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit in
            let halves = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isLittle ? halves : halves.reversed()
        }
    }

    private func failure(_ body: () throws -> Void, line: UInt = #line) -> Failure? {
        do { try body() } catch { return error as? Failure }
        XCTFail("nothing is thrown", line: line)
        return nil
    }

    private static let excel =
        "English;Hangul;Romanization;Belt;Category;Note\r\n\"elbow; guard\";팔굽 막기;palgup makgi;8k;Blocks;\"two\r\nlines \"\"here\"\"\"\r\nwall bars;늑목;;;;\r\n\r\n"
    private static let words = [
        "elbow; guard|팔굽 막기|palgup makgi|8k|blocks|two lines \"here\"", "wall bars|늑목||9k|basics|",
    ]

    func testExcelFormatsAreImported() throws {
        let excel = WordFileTests.excel
        let tabs = excel.replacing("; ", with: "\u{1}").replacing(";", with: "\t").replacing("\u{1}", with: "; ")
        let files: [[UInt8]] = [
            Array(excel.utf8), [0xEF, 0xBB, 0xBF] + Array(excel.utf8), utf16(excel), utf16(excel, isLittle: false),
            utf16(excel, marked: false), utf16(tabs), Array(("sep=;\r\n" + excel).utf8),
            Array(excel.replacing("\r\n", with: "\n").utf8), Array(excel.replacing("\r\n", with: "\r").utf8),
        ]
        for (number, file) in files.enumerated() {
            let fixture = OwnWordsFixture()
            XCTAssertEqual(try fixture.importFile(file).added.count, 2, "\(number)")
            XCTAssertEqual(try fixture.wordRows(), WordFileTests.words, "\(number)")
        }
    }

    func testColumnsAreDetectedWithoutHeadings() throws {
        try fixture.importFile("팔굽 막기,elbow guard,palgup makgi\nwall bars,늑목 (neungmok),at the back\n")
        XCTAssertEqual(
            try fixture.wordRows(),
            ["elbow guard|팔굽 막기|palgup makgi|9k|basics|", "wall bars|늑목|neungmok|9k|basics|at the back"])
        let fixture = OwnWordsFixture()
        try fixture.importFile("1,mirror,x,거울\n", columns: [.none, .english, .note, .hangul])
        XCTAssertEqual(try fixture.wordRows(), ["mirror|거울||9k|basics|x"])
    }

    /// A fault prevents the import. With `skipsFaultyRows` the other lines are imported.
    func testFaultsReportLinesAndImportNothing() throws {
        let file =
            "english,hangul,belt,category\nguard,막기,9k,blocks\n\"two\nlines\",,9k,\nbars,늑목,99k,\nmirror,거울,9k,furniture\nbell\u{0},종,,\n"
        let imported = try fixture.importFile(file)
        XCTAssertEqual(imported.rejectedRows.map(\.place), ["line 3", "line 5", "line 6", "line 7"])
        XCTAssertEqual(
            imported.rejectedRows.map(\.failure.code.text),
            ["wordIncomplete", "unknownBelt", "badColumns", "controlCharacters"])
        XCTAssertEqual(try fixture.wordRows(), [])
        XCTAssertFalse(imported.isChange)
        XCTAssertEqual(try fixture.importFile(file, skipsFaultyRows: true).added.map(\.english), ["guard"])
        XCTAssertEqual(try fixture.root.undoLast().label, "Imported 1 word")
    }

    func testInvalidSheetsAreRejected() throws {
        XCTAssertEqual(
            failure { try fixture.importFile("english,hangul\nguard,\"막기\nbars,늑목\n") }?.message.contains("line 2"),
            true)
        let bad = failure {
            try fixture.importFile(Array("english,hangul\nguard,".utf8) + [0xB8, 0xB7, 0xB1, 0xE2, 0x0A])
        }
        XCTAssertEqual(bad?.code.text, "notText")
        XCTAssertEqual(bad?.message.hasPrefix("Line 2"), true)
        XCTAssertEqual(failure { try fixture.importFile([0xFF, 0xFE, 0x00]) }?.code.text, "notText")
        XCTAssertEqual(failure { try fixture.importFile([0xFF, 0xFE, 0x00, 0xD8]) }?.code.text, "notText")
        XCTAssertEqual(try fixture.importFile("").added.count, 0)
        XCTAssertEqual(try fixture.importFile("\n\r\n \n").added.count, 0)
        XCTAssertEqual(try fixture.importFile("english,hangul\n").added.count, 0)
        // Unknown columns are guessed, and every line reports what it lacks.
        XCTAssertEqual(try fixture.importFile("name,phone\nMina,123\n").rejectedRows.count, 2)
    }

    func testTooManyRowsAreRejected() throws {
        let file = Array(String(repeating: "a,막기\n", count: 100_002).utf8)
        XCTAssertEqual(failure { try fixture.importFile(file) }?.code.text, "tooManyRows")
    }

    /// A repeated file changes nothing, an ID updates its word, and a pack term takes only the
    /// wording.
    func testRepeatedImportUpdatesExistingWords() throws {
        try fixture.importFile(WordFileTests.excel)
        let again = try fixture.importFile(WordFileTests.excel)
        XCTAssertEqual([again.added.count, again.changed.count, again.presentCount], [0, 0, 2])
        XCTAssertFalse(again.isChange)
        let id = try XCTUnwrap(fixture.words.words().first { $0.english == "wall bars" }).id.rawValue
        let walking = try XCTUnwrap(OwnWordsFixture.packs.term("walking-stance"))
        let head = "id,english,hangul,romanization,wording\n"
        let imported = try fixture.importFile(
            head
                + "\(id),wall frame,늑목,,club bars\nwalking-stance,\(walking.english),\(walking.hangul),\(walking.romanization),a long step\n"
        )
        XCTAssertEqual([imported.changed.count, imported.wordings.count, imported.added.count], [1, 2, 0])
        XCTAssertEqual(try fixture.words.library().term("walking-stance")?.wording, "a long step")
        XCTAssertEqual(try fixture.words.library().term(id)?.english, "wall frame")
        let refused = try fixture.importFile(head + "walking-stance,strolling,\(walking.hangul),,\n")
        XCTAssertEqual(refused.rejectedRows.map(\.failure.code.text), ["wordExists"])
        XCTAssertEqual(
            try fixture.importFile(head + "17,mirror,거울,,\n").added.map(\.id.rawValue), ["own/mirror-geoul"],
            "a number of others")
        XCTAssertEqual(
            try fixture.importFile(head + "own/old-mirror,old mirror,거울,,\n").added.map(\.id.rawValue),
            ["own/old-mirror"])
    }

    func testImportIntoASetIsOneUndoStep() throws {
        let imported = try fixture.importFile(WordFileTests.excel + "walking stance;걷는 서기;;;;\r\n", set: "Club")
        XCTAssertEqual([imported.added.count, imported.presentCount, imported.set?.terms.count], [2, 1, 3])
        XCTAssertEqual(try fixture.words.resolvedSet("club").terms.count, 3)
        XCTAssertEqual(try fixture.root.undoLast().label, "Imported 2 words")
        XCTAssertEqual([try fixture.words.words().count, try fixture.words.sets().count], [0, 0])
    }

    /// More rows than one transaction validates, with existing words.
    func testLargeImportIsOneUndoStep() throws {
        try fixture.importFile("english,hangul\nmirror,거울\n")
        let file =
            "english,hangul,note\n" + (1...6_000).map { "word \($0),\(WordFileTests.syllables($0)),n\n" }.joined()
        let imported = try fixture.importFile(file, set: "Many")
        XCTAssertEqual(
            [imported.added.count, imported.rejectedRows.count, imported.set?.terms.count], [6_000, 0, 6_000])
        XCTAssertEqual(try fixture.words.words().count, 6_001)
        XCTAssertEqual(try fixture.importFile(file).presentCount, 6_000)
        XCTAssertEqual(try fixture.root.undoLast().label, "Imported 6000 words")
        XCTAssertEqual(try fixture.wordRows(), ["mirror|거울||9k|basics|"])
        XCTAssertEqual(try fixture.words.sets().count, 0)
    }

    /// A profile has at most 100,000 words.
    func testWordLimitPerProfileIsEnforced() throws {
        let full = (0..<OwnWords.maximumCount).map { number -> ArchivedRecord in
            let id = "own/w\(number)"
            let fields: [String: JSONValue] = [
                "id": .string(id), "english": .string("w\(number)"), "romanization": .string("w"),
                "grade": .string("9k"),
                "category": .string("basics"),
            ]
            return ArchivedRecord(collection: OwnWord.collection.name, id: id, version: 1, payload: .object(fields))
        }
        try fixture.root.scoped(to: Partition(rawValue: "mina")).write {
            try $0.restore(full, collections: OwnWords.collections)
        }
        XCTAssertEqual(
            failure {
                _ = try fixture.words.add(WordDraft(english: "more", hangul: "더"), grade: OwnWordsFixture.grade)
            }?.code.text,
            "tooManyWords")
    }

    private static func syllables(_ number: Int) -> String {
        String(
            String.UnicodeScalarView(
                [number % 11_000, number / 11_000 + 300].compactMap { Unicode.Scalar(0xAC00 + $0) }))
    }

    /// Four concurrent imports with overlapping words.
    func testConcurrentImportsAddEachWordOnce() throws {
        let home = try Home(isQuick: true)
        let root = try FileStore(directory: home.path("store"), now: { Instant(milliseconds: 1_763_800_000_000) })
        let fixture = OwnWordsFixture(over: root)
        let files = (0..<4).map { part in
            "english,hangul\n"
                + (0..<40).map { "word \($0 + part % 2 * 20),\(WordFileTests.syllables($0 + part % 2 * 20))\n" }
                .joined()
        }
        DispatchQueue.concurrentPerform(iterations: 4) { part in
            do { try fixture.importFile(files[part]) } catch { XCTFail("\(error)") }
        }
        XCTAssertEqual(try fixture.words.words().count, 60)
        XCTAssertEqual(Set(try fixture.words.words().map(\.english)).count, 60)
    }

    /// Random words with special characters, in every export format.
    func testExportsRoundTrip() throws {
        var random = RandomSource(seed: 15)
        let pieces = [
            "guard", "of", ";", ",", "\"", "'", "=1+1", "<b>", "&amp;", "#", "\t", "—", "ü", "3 < 4", "it's",
        ]
        for _ in 0..<20 {
            let from = OwnWordsFixture()
            for number in 0..<8 {
                func text(_ least: Int) -> String {
                    (0..<Int.random(in: least...4, using: &random)).map { _ in
                        pieces.randomElement(using: &random) ?? ""
                    }
                    .joined(separator: " ")
                }
                _ = try from.words.add(
                    WordDraft(
                        english: "w\(number) " + text(0),
                        hangul: WordFileTests.syllables(Int.random(in: 0..<90_000, using: &random)),
                        romanization: Bool.random(using: &random) ? "" : "rom \(number)",
                        grade: Grade(id: "\(number + 1)k"),
                        category: Category.known.randomElement(using: &random), note: text(0), wording: text(0)),
                    grade: OwnWordsFixture.grade)
            }
            let library = try from.words.library()
            let terms = library.terms.filter { $0.id.hasPrefix("own/") }
            let deck = AnkiDeck(name: "TKDojang", of: terms)
            for form in [Array(AnkiText.text(deck).utf8), try OwnWordsFixture.packages.write(deck)] {
                let to = OwnWordsFixture()
                XCTAssertEqual(try to.importFile(form).rejectedRows.map(\.failure.message), [])
                XCTAssertEqual(try to.wordRows(), try from.wordRows())
                XCTAssertEqual(
                    try to.words.library().terms.filter { $0.id.hasPrefix("own/") }, terms,
                    "identifiers and wordings too")
            }
            let csv = try from.run("export", "--csv", "words.csv", "--own")
            XCTAssertEqual(csv.status, 0, csv.error)
            let to = OwnWordsFixture()
            XCTAssertEqual(try to.importFile(csv.files["words.csv"] ?? []).rejectedRows.map(\.failure.message), [])
            XCTAssertEqual(try to.words.library().terms.filter { $0.id.hasPrefix("own/") }, terms)
        }
    }

    func testCorruptedSheetsNeverCrash() throws {
        var random = RandomSource(seed: 7)
        let good = Array(WordFileTests.excel.utf8)
        for _ in 0..<500 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                }
            }
            do { _ = try OwnWordsFixture().importFile(bytes, skipsFaultyRows: true) } catch {
                XCTAssertTrue(error is Failure, "\(error)")
            }
        }
    }
}
