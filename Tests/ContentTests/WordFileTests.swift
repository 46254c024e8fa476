import Content
import Documents
import Foundation
import Kernel
import Storage
import TestBench
import XCTest

/// Words in sheets, as Excel, Anki and people write them.
final class WordFileTests: XCTestCase {
    private let bench = OwnWordsBench()

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

    func testEveryWayExcelSavesIsRead() throws {
        let excel = WordFileTests.excel
        let tabs = excel.replacing("; ", with: "\u{1}").replacing(";", with: "\t").replacing("\u{1}", with: "; ")
        let files: [[UInt8]] = [
            Array(excel.utf8), [0xEF, 0xBB, 0xBF] + Array(excel.utf8), utf16(excel), utf16(excel, isLittle: false),
            utf16(excel, marked: false), utf16(tabs), Array(("sep=;\r\n" + excel).utf8),
            Array(excel.replacing("\r\n", with: "\n").utf8), Array(excel.replacing("\r\n", with: "\r").utf8),
        ]
        for (number, file) in files.enumerated() {
            let bench = OwnWordsBench()
            XCTAssertEqual(try bench.take(file).added.count, 2, "\(number)")
            XCTAssertEqual(try bench.told(), WordFileTests.words, "\(number)")
        }
    }

    func testWithoutHeadingsAFieldIsWhatItLooksLike() throws {
        try bench.take("팔굽 막기,elbow guard,palgup makgi\nwall bars,늑목 (neungmok),at the back\n")
        XCTAssertEqual(
            try bench.told(), ["elbow guard|팔굽 막기|palgup makgi|9k|basics|", "wall bars|늑목|neungmok|9k|basics|at the back"])
        let named = OwnWordsBench()
        try named.take("1,mirror,x,거울\n", columns: [.none, .english, .note, .hangul])
        XCTAssertEqual(try named.told(), ["mirror|거울||9k|basics|x"])
    }

    /// Each fault by its line; then nothing comes in, or with `leavesOut` the others.
    func testFaultsAreNamedByLineAndNothingComesIn() throws {
        let file =
            "english,hangul,belt,category\nguard,막기,9k,blocks\n\"two\nlines\",,9k,\nbars,늑목,99k,\nmirror,거울,9k,furniture\nbell\u{0},종,,\n"
        let taken = try bench.take(file)
        XCTAssertEqual(taken.faults.map(\.place), ["line 3", "line 5", "line 6", "line 7"])
        XCTAssertEqual(
            taken.faults.map(\.failure.code.text), ["wordIncomplete", "unknownBelt", "badColumns", "controlCharacters"])
        XCTAssertEqual(try bench.told(), [])
        XCTAssertFalse(taken.isChange)
        XCTAssertEqual(try bench.take(file, leavesOut: true).added.map(\.english), ["guard"])
        XCTAssertEqual(try bench.root.undoLast().label, "Imported 1 word")
    }

    func testWhatIsNoSheetIsRefused() throws {
        XCTAssertEqual(failure { try bench.take("english,hangul\nguard,\"막기\nbars,늑목\n") }?.message.contains("line 2"), true)
        let bad = failure { try bench.take(Array("english,hangul\nguard,".utf8) + [0xB8, 0xB7, 0xB1, 0xE2, 0x0A]) }
        XCTAssertEqual(bad?.code.text, "notText")
        XCTAssertEqual(bad?.message.hasPrefix("Line 2"), true)
        XCTAssertEqual(failure { try bench.take([0xFF, 0xFE, 0x00]) }?.code.text, "notText")
        XCTAssertEqual(failure { try bench.take([0xFF, 0xFE, 0x00, 0xD8]) }?.code.text, "notText")
        XCTAssertEqual(try bench.take("").added.count, 0)
        XCTAssertEqual(try bench.take("\n\r\n \n").added.count, 0)
        XCTAssertEqual(try bench.take("english,hangul\n").added.count, 0)
        // Two columns of other words say what they are, and each line what it lacks.
        XCTAssertEqual(try bench.take("name,phone\nMina,123\n").faults.count, 2)
    }

    func testMoreThanAHundredThousandRowsAreRefusedBeforeTheyAreJudged() throws {
        let file = Array(String(repeating: "a,막기\n", count: 100_002).utf8)
        XCTAssertEqual(failure { try bench.take(file) }?.code.text, "tooManyRows")
    }

    /// Twice the same file changes nothing; a row with an identifier changes its word; of a word of a pack only the wording comes in.
    func testAnImportComesTwiceAndChanges() throws {
        try bench.take(WordFileTests.excel)
        let again = try bench.take(WordFileTests.excel)
        XCTAssertEqual([again.added.count, again.changed.count, again.present], [0, 0, 2])
        XCTAssertFalse(again.isChange)
        let id = try XCTUnwrap(bench.words.words().first { $0.english == "wall bars" }).id.rawValue
        let walking = try XCTUnwrap(OwnWordsBench.packs.term("walking-stance"))
        let head = "id,english,hangul,romanization,wording\n"
        let taken = try bench.take(
            head
                + "\(id),wall frame,늑목,,club bars\nwalking-stance,\(walking.english),\(walking.hangul),\(walking.romanization),a long step\n"
        )
        XCTAssertEqual([taken.changed.count, taken.wordings.count, taken.added.count], [1, 2, 0])
        XCTAssertEqual(try bench.words.library().term("walking-stance")?.wording, "a long step")
        XCTAssertEqual(try bench.words.library().term(id)?.english, "wall frame")
        let refused = try bench.take(head + "walking-stance,strolling,\(walking.hangul),,\n")
        XCTAssertEqual(refused.faults.map(\.failure.code.text), ["wordExists"])
        XCTAssertEqual(
            try bench.take(head + "17,mirror,거울,,\n").added.map(\.id.rawValue), ["own/mirror-geoul"], "a number of others")
        XCTAssertEqual(try bench.take(head + "own/old-mirror,old mirror,거울,,\n").added.map(\.id.rawValue), ["own/old-mirror"])
    }

    func testAWholeFileComesIntoASetAndIsUndoneAsOne() throws {
        let taken = try bench.take(WordFileTests.excel + "walking stance;걷는 서기;;;;\r\n", set: "Club")
        XCTAssertEqual([taken.added.count, taken.present, taken.set?.terms.count], [2, 1, 3])
        XCTAssertEqual(try bench.words.lookedUp("club").terms.count, 3)
        XCTAssertEqual(try bench.root.undoLast().label, "Imported 2 words")
        XCTAssertEqual([try bench.words.words().count, try bench.words.sets().count], [0, 0])
    }

    /// More than a transaction judges, beside what is there; undone as one.
    func testManyRowsAtOnce() throws {
        try bench.take("english,hangul\nmirror,거울\n")
        let file = "english,hangul,note\n" + (1...6_000).map { "word \($0),\(WordFileTests.syllables($0)),n\n" }.joined()
        let taken = try bench.take(file, set: "Many")
        XCTAssertEqual([taken.added.count, taken.faults.count, taken.set?.terms.count], [6_000, 0, 6_000])
        XCTAssertEqual(try bench.words.words().count, 6_001)
        XCTAssertEqual(try bench.take(file).present, 6_000)
        XCTAssertEqual(try bench.root.undoLast().label, "Imported 6000 words")
        XCTAssertEqual(try bench.told(), ["mirror|거울||9k|basics|"])
        XCTAssertEqual(try bench.words.sets().count, 0)
    }

    /// A profile that has 100,000 words takes no more.
    func testAFullProfileTakesNoMore() throws {
        let full = (0..<OwnWords.most).map { number -> ArchivedRecord in
            let id = "own/w\(number)"
            let fields: [String: JSONValue] = [
                "id": .string(id), "english": .string("w\(number)"), "romanization": .string("w"), "grade": .string("9k"),
                "category": .string("basics"),
            ]
            return ArchivedRecord(collection: OwnWord.collection.name, id: id, version: 1, payload: .object(fields))
        }
        try bench.root.scoped(to: Partition(rawValue: "mina")).write { try $0.restore(full, collections: OwnWords.collections) }
        XCTAssertEqual(
            failure { _ = try bench.words.add(WordDraft(english: "more", hangul: "더"), grade: OwnWordsBench.grade) }?.code.text,
            "tooManyWords")
    }

    private static func syllables(_ number: Int) -> String {
        String(String.UnicodeScalarView([number % 11_000, number / 11_000 + 300].compactMap { Unicode.Scalar(0xAC00 + $0) }))
    }

    /// Two at once, of one file and of two with the same words: every word is there once, and none is lost.
    func testTwoImportsAtOnceAreOne() throws {
        let home = try Home(isQuick: true)
        let root = try FileStore(directory: home.path("store"), now: { Instant(milliseconds: 1_763_800_000_000) })
        let bench = OwnWordsBench(over: root)
        let files = (0..<4).map { part in
            "english,hangul\n"
                + (0..<40).map { "word \($0 + part % 2 * 20),\(WordFileTests.syllables($0 + part % 2 * 20))\n" }.joined()
        }
        DispatchQueue.concurrentPerform(iterations: 4) { part in
            do { try bench.take(files[part]) } catch { XCTFail("\(error)") }
        }
        XCTAssertEqual(try bench.words.words().count, 60)
        XCTAssertEqual(Set(try bench.words.words().map(\.english)).count, 60)
    }

    /// Random words in every form come back as they were, whatever stands in their texts.
    func testWhatGoesOutComesIn() throws {
        var random = RandomSource(seed: 15)
        let pieces = [
            "guard", "of", ";", ",", "\"", "'", "=1+1", "<b>", "&amp;", "#", "\t", "—", "ü", "3 < 4", "it's",
        ]
        for _ in 0..<20 {
            let from = OwnWordsBench()
            for number in 0..<8 {
                func text(_ least: Int) -> String {
                    (0..<Int.random(in: least...4, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                        .joined(separator: " ")
                }
                _ = try from.words.add(
                    WordDraft(
                        english: "w\(number) " + text(0),
                        hangul: WordFileTests.syllables(Int.random(in: 0..<90_000, using: &random)),
                        romanization: Bool.random(using: &random) ? "" : "rom \(number)", grade: Grade(id: "\(number + 1)k"),
                        category: Category.known.randomElement(using: &random), note: text(0), wording: text(0)),
                    grade: OwnWordsBench.grade)
            }
            let library = try from.words.library()
            let terms = library.terms.filter { $0.id.hasPrefix("own/") }
            let deck = AnkiDeck(name: "TKDojang", of: terms)
            for form in [Array(AnkiText.text(deck).utf8), try OwnWordsBench.packages.write(deck)] {
                let to = OwnWordsBench()
                XCTAssertEqual(try to.take(form).faults.map(\.failure.message), [])
                XCTAssertEqual(try to.told(), try from.told())
                XCTAssertEqual(
                    try to.words.library().terms.filter { $0.id.hasPrefix("own/") }, terms, "identifiers and wordings too")
            }
            let csv = try from.run("export", "--csv", "words.csv", "--own")
            XCTAssertEqual(csv.status, 0, csv.error)
            let to = OwnWordsBench()
            XCTAssertEqual(try to.take(csv.files["words.csv"] ?? []).faults.map(\.failure.message), [])
            XCTAssertEqual(try to.words.library().terms.filter { $0.id.hasPrefix("own/") }, terms)
        }
    }

    /// Whatever bytes come, they are read or refused.
    func testNoBytesAreTooMuch() throws {
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
            do { _ = try OwnWordsBench().take(bytes, leavesOut: true) } catch { XCTAssertTrue(error is Failure, "\(error)") }
        }
    }
}
