import Diary
import Documents
import Foundation
import Interface
import Kernel
import Pictures
import PicturesTesting
import TerminalTesting
import XCTest

/// Exports of other diaries, and hostile archives.
final class OtherDiaryTests: XCTestCase {
    private let fixture = Fixture()
    private var folder = ""

    override func setUpWithError() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("grain-other-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: "\(folder)/photos", withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws { try FileManager.default.removeItem(atPath: folder) }

    private func put(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        return "\(folder)/\(name)"
    }

    private func imported(_ words: String...) -> (status: Int32, text: String) {
        let result = fixture.run(["import"] + words + ["--yes"])
        return (
            result.status, (result.output + result.error).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        )
    }

    private static let sum = "0123456789abcdef0123456789abcdef"

    private func dayOne(_ text: String = "Hello", zone: String = "Asia/Seoul", more: String = "") -> [UInt8] {
        Array(
            """
            {"metadata":{"version":"1.0"},"entries":[{"uuid":"A","creationDate":"2026-11-01T20:30:00Z","timeZone":"\(zone)",
            "text":"\(text)","starred":true,"tags":["family","first frost"],"location":{"placeName":"Hallasan","latitude":33.3},
            "weather":{"conditionsDescription":"Frost"},"photos":[{"identifier":"X","md5":"\(OtherDiaryTests.sum)","type":"jpeg","orderInEntry":0}]}\(more)]}
            """.utf8)
    }

    func testDayOneArchiveIsImported() throws {
        let photo = PhotoMaker.jpeg(24, 8)
        let text = ##"![](dayone-moment:\/\/X)\n\nIt froze\\. \\#winter 눈\nsecond line"##
        let archive = ZipWriter.archive([("Journal.json", dayOne(text)), ("photos/\(Self.sum).jpeg", photo)])
        let result = try imported(put("dayone.zip", archive))
        XCTAssertEqual(result.status, 0, result.text)
        // 20:30 UTC is the next morning in Seoul.
        let entry = try fixture.diary.entry(on: Fixture.day(-18))
        XCTAssertEqual(entry.note, "It froze. #winter 눈\nsecond line")
        XCTAssertEqual([entry.tags, [entry.place ?? ""]], [["family", "first frost"], ["Hallasan"]])
        XCTAssertTrue(entry.isStarred)
        XCTAssertEqual(try fixture.diary.photo(of: entry), photo)
    }

    func testUnsupportedDayOneFieldsAreReported() throws {
        let archive = ZipWriter.archive([
            ("Journal.json", dayOne(zone: "Mars/Base")), ("photos/\(Self.sum).jpeg", PhotoMaker.jpeg(8, 8)),
        ])
        let result = fixture.run(["import", try put("d.zip", archive), "--dry-run"])
        XCTAssertTrue(
            result.output.contains("weather (1)")
                && result.output.contains("time zones that this machine does not know"),
            result.output)
        XCTAssertTrue(result.output.contains("coordinates; the names of places are kept (1)"), result.output)
    }

    /// A text is never shortened without a notice.
    func testTooLongTextNeedsShortenOption() throws {
        let archive = ZipWriter.archive([
            ("Journal.json", dayOne(String(repeating: "word ", count: 300))),
            ("photos/\(Self.sum).jpeg", PhotoMaker.jpeg(8, 8)),
        ])
        let path = try put("long.zip", archive)
        let result = imported(path)
        XCTAssertTrue(
            result.text.contains("1: the text has more than 1,000 characters")
                || result.text.contains("more than 1000 characters (2026-11-02)"), result.text)
        XCTAssertEqual(try fixture.diary.count(), 0)
        let shortened = imported(path, "--shorten")
        XCTAssertTrue(shortened.text.contains("Texts were cut") || shortened.status == 0, shortened.text)
        let note = try XCTUnwrap(fixture.diary.entry(on: Fixture.day(-18)).note)
        XCTAssertTrue(note.count <= 1000 && note.hasSuffix("word …"), note)
    }

    func testControlCharactersAreRemovedAndReported() throws {
        let archive = ZipWriter.archive([
            ("J.json", dayOne(#"a\u001b[31mb\u0000c\u202ed\u2028e"#)),
            ("photos/\(Self.sum).jpeg", PhotoMaker.jpeg(8, 8)),
        ])
        let path = try put("control.zip", archive)
        XCTAssertTrue(
            fixture.run(["import", path, "--dry-run"]).output.contains("Characters that cannot be seen were removed"))
        XCTAssertEqual(imported(path).status, 0)
        XCTAssertEqual(try fixture.diary.entry(on: Fixture.day(-18)).note, "a[31mbcd\ne")
    }

    func testJrnlTextsAreAddedToDaysWithPhotos() throws {
        let json = """
            {"tags":{"@frost":1},"entries":[
            {"title":"Cold.","body":"So cold.\\n","date":"2026-11-01","time":"08:00","tags":["@frost"],"starred":true},
            {"title":"Later","body":"","date":"2026-11-01","time":"20:00","tags":[],"starred":false},
            {"title":"No photo","body":"","date":"2026-11-02","time":"08:00","tags":[],"starred":false},
            {"title":"Has a note","body":"","date":"2026-11-03","time":"08:00","tags":[],"starred":false},
            {"title":"From the folder","body":"","date":"2026-11-04","time":"08:00","tags":[],"starred":false}]}
            """
        _ = try fixture.diary.add(PhotoMaker.png(3, 3), on: Fixture.day(-19))
        _ = try fixture.diary.add(PhotoMaker.png(4, 3), note: "mine", on: Fixture.day(-17))
        _ = try put("photos/20261104.jpg", PhotoMaker.jpeg(8, 8))
        let result = try imported(put("jrnl.json", Array(json.utf8)), "--photos", "\(folder)/photos")
        XCTAssertEqual(result.status, 0, result.text)
        let first = try fixture.diary.entry(on: Fixture.day(-19))
        XCTAssertEqual([first.note, first.tags.first], ["Cold.\nSo cold.\n\nLater", "frost"])
        XCTAssertTrue(first.isStarred)
        XCTAssertEqual(try fixture.diary.entry(on: Fixture.day(-17)).note, "mine")
        XCTAssertEqual(try fixture.diary.entry(on: Fixture.day(-16)).note, "From the folder")
        XCTAssertThrowsError(try fixture.diary.entry(on: Fixture.day(-18)))
    }

    // MARK: - Unpacked, or packed in a subfolder

    private func folder(_ name: String) throws -> String {
        let path = "\(folder)/\(name)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    func testDayOneIsFoundUnpackedAndInSubfolder() throws {
        let photo = PhotoMaker.jpeg(24, 8)
        let parts = [("Journal.json", dayOne()), ("photos/\(Self.sum).jpeg", photo)]
        let packed =
            parts.map { ("Export/\($0.0)", $0.1) } + [
                ("__MACOSX/Export/._Journal.json", [UInt8](repeating: 0, count: 9))
            ]
        _ = try (folder("flat/photos"), folder("deep/Export/photos"))
        for (name, bytes) in parts {
            _ = try (put("flat/\(name)", bytes), put("deep/Export/\(name)", bytes))
        }
        _ = try put("flat/package.json", Array("{\"name\": [1, 2".utf8))
        for path in ["\(folder)/flat", "\(folder)/deep", try put("packed.zip", ZipWriter.archive(packed))] {
            let fixture = Fixture()
            let result = fixture.run(["import", path, "--yes"])
            XCTAssertEqual(result.status, 0, "\(path): \(result.error)")
            XCTAssertEqual(try fixture.diary.count(), 1, path)
            let entry = try fixture.diary.entry(on: Fixture.day(-18))
            XCTAssertEqual(entry.note, "Hello", path)
            XCTAssertEqual(try fixture.diary.photo(of: entry), photo, path)
        }
        XCTAssertTrue(
            fixture.run(["import", "\(folder)/flat", "--dry-run"]).output.contains("package.json"), "the notice appears"
        )
    }

    /// Photos without an entry become days of their own if they are in the folder of the texts.
    func testUnpackedDailyYouFolderIsImported() throws {
        let json = """
            [{"text":"Good day","mood":1,"timeCreated":"2026-11-01T12:00:00.000",
            "images":[{"imgPath":"one.jpg","imgRank":0},{"imgPath":"two.jpg","imgRank":1}]}]
            """
        _ = try folder("daily/Images")
        _ = try put("daily/daily_you.json", Array(json.utf8))
        _ = try put("daily/Images/one.jpg", PhotoMaker.jpeg(8, 8))
        _ = try put("daily/Images/two.jpg", PhotoMaker.jpeg(16, 8))
        _ = try put("daily/Images/20261105.jpg", PhotoMaker.jpeg(32, 8))
        _ = try put("daily/Images/20261101.jpg", PhotoMaker.jpeg(32, 8))
        let result = imported("\(folder)/daily")
        XCTAssertEqual(result.status, 0, result.text)
        let entry = try fixture.diary.entry(on: Fixture.day(-19))
        XCTAssertEqual([entry.note, entry.mood?.word, "\(entry.photo.width)"], ["Good day", "good", "16"])
        XCTAssertEqual(try fixture.diary.entry(on: Fixture.day(-15)).photo.width, 32)
        XCTAssertTrue(result.text.contains("2: another photo of the same day was chosen"), result.text)
    }

    func testGrainJSONAndPhotosAreImported() throws {
        var words = EntryChange(note: "Frost", tags: ["winter"], isStarred: true, mood: .set(.great), place: "Seoul")
        _ = try fixture.diary.add(PhotoMaker.jpeg(24, 8), on: Fixture.day(-2), details: words)
        words.note = nil
        _ = try fixture.diary.add(PhotoMaker.png(8, 8), on: Fixture.day(-1), details: words)
        let console = ScriptedConsole()
        XCTAssertEqual(fixture.run(["export", "entries.json"], console).status, 0)
        _ = try folder("grain")
        _ = try put("grain/entries.json", console.fileContents["entries.json"] ?? [])
        for entry in try fixture.diary.entries(EntryRange()) {
            let path = "grain/Photos/2026/11/\(entry.day).\(entry.photo.type.fileExtension)"
            _ = try folder("grain/Photos/2026/11")
            _ = try put(path, fixture.diary.photo(of: entry))
        }
        let other = Fixture()
        XCTAssertEqual(other.run(["import", "\(folder)/grain", "--yes"]).status, 0)
        for (original, its) in zip(try fixture.diary.entries(EntryRange()), try other.diary.entries(EntryRange())) {
            XCTAssertEqual(EntryChange(original), EntryChange(its))
            XCTAssertEqual(try fixture.diary.photo(of: original), try other.diary.photo(of: its))
        }
        XCTAssertEqual(try other.diary.count(), 2)
    }

    // MARK: - Texts without photos

    /// With `--cards`, an entry without a photo gets a rendered picture of its text.
    func testCardsOptionRendersTextsWithoutPhotos() throws {
        let json = """
            {"entries":[
            {"title":"<b>Cold</b> & 눈","body":"","date":"2026-11-01","time":"08:00","tags":["@frost"],"starred":true},
            {"title":"","body":"","date":"2026-11-02","time":"08:00","tags":[],"starred":false},
            {"title":"Has a photo","body":"","date":"2026-11-03","time":"08:00","tags":[],"starred":false}]}
            """
        let path = try put("jrnl.json", Array(json.utf8))
        _ = try fixture.diary.add(PhotoMaker.png(3, 3), on: Fixture.day(-17))
        let without = fixture.run(["import", path, "--dry-run"])
        XCTAssertTrue(without.output.contains("--cards paints its text"), without.output)
        let dryRunCopy = fixture.run(["import", path, "--cards", "--dry-run", "--json"])
        let plan = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(dryRunCopy.output.utf8)) as? [String: Any])
        XCTAssertEqual([plan["entries"] as? Int, plan["cards"] as? Int, plan["words"] as? Int], [1, 1, 1])
        XCTAssertEqual(fixture.painted.withLock { $0.count }, 0, "a dry run renders nothing")
        XCTAssertTrue(fixture.run(["import", path, "--cards", "--dry-run"]).output.contains("Painted"))
        let result = imported(path, "--cards")
        XCTAssertEqual(result.status, 0, result.text)
        let entry = try fixture.diary.entry(on: Fixture.day(-19))
        XCTAssertEqual([entry.note, entry.tags.first, "\(entry.isStarred)"], ["<b>Cold</b> & 눈", "frost", "true"])
        XCTAssertEqual(entry.photo.width, 10)
        let pages = fixture.painted.withLock { $0 }
        XCTAssertEqual(pages.count, 1)
        for words in ["&lt;b&gt;Cold&lt;/b&gt; &amp; 눈", "★  ·  #frost", Fixture.day(-19).spelledOut] {
            XCTAssertTrue(pages[0].contains(words), words)
        }
        XCTAssertFalse(pages[0].contains("<img"))
        XCTAssertEqual(try fixture.diary.entry(on: Fixture.day(-17)).note, "Has a photo")
        XCTAssertThrowsError(
            try fixture.diary.entry(on: Fixture.day(-18)), "an entry without text is not rendered")
    }

    func testDailyYouFileIsImported() throws {
        let json = """
            [{"text":"Good day","mood":1,"timeCreated":"2026-11-01T12:00:00.000","timeModified":"2026-11-01T12:00:00.000",
            "images":[{"imgPath":"low.jpg","imgRank":0,"timeCreated":"x"},{"imgPath":"high.jpg","imgRank":1,"timeCreated":"x"}]}]
            """
        _ = try put("photos/low.jpg", PhotoMaker.jpeg(8, 8))
        _ = try put("photos/high.jpg", PhotoMaker.jpeg(16, 8))
        XCTAssertEqual(try imported(put("daily.json", Array(json.utf8)), "--photos", "\(folder)/photos").status, 0)
        let entry = try fixture.diary.entry(on: Fixture.day(-19))
        XCTAssertEqual([entry.note, entry.mood?.word], ["Good day", "good"])
        XCTAssertEqual(entry.photo.width, 16)
    }

    /// No archive writes into another folder, crashes the process or uses unlimited memory.
    func testHostileArchivesAreRejected() throws {
        let photo = PhotoMaker.jpeg(8, 8)
        let honest = ZipWriter.archive([("J.json", dayOne()), ("photos/\(Self.sum).jpeg", photo)])
        for name in ["../../evil.jpg", "/etc/evil.jpg", "photos/../../evil.jpg", "a\\..\\evil.jpg", "nul\u{1}.jpg"] {
            let result = try imported(put("evil.zip", ZipWriter.archive([("J.json", dayOne()), (name, photo)])))
            XCTAssertEqual(result.status, 65, "\(name): \(result.text)")
        }
        for length in stride(from: 0, to: honest.count, by: 7) {
            let result = try imported(put("cut.zip", Array(honest.prefix(length))))
            XCTAssertTrue([65, 66].contains(result.status), "\(length): \(result.text)")
        }
        var random = RandomSource(seed: 19)
        for _ in 0..<400 {
            var bent = honest
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bent[Int.random(in: 0..<bent.count, using: &random)] = UInt8(truncatingIfNeeded: random.next())
            }
            let source = fixture.run(["import", try put("bent.zip", bent), "--dry-run"])
            XCTAssertTrue([0, 65, 66].contains(source.status), source.error)
        }
        XCTAssertEqual(try fixture.diary.count(), 0)
        // A name in an unknown encoding is still a name.
        var odd = honest
        let place = try XCTUnwrap(odd.indices.first { odd[$0...].starts(with: "J.json".utf8) })
        let again = try XCTUnwrap(odd.indices.last { odd[$0...].starts(with: "J.json".utf8) })
        (odd[place], odd[again]) = (0xFC, 0xFC)
        XCTAssertEqual(try imported(put("odd.zip", odd)).status, 0)
        XCTAssertEqual(try fixture.diary.count(), 1)
    }

    /// 64 GB of zeros in a few bytes, in an entry that claims to be small.
    func testZipBombIsRejected() throws {
        var bomb = ZipWriter.archive([
            ("J.json", dayOne()), ("photos/\(Self.sum).jpeg", [UInt8](repeating: 0x4B, count: 64)),
        ])
        let directory = try XCTUnwrap(bomb.indices.last { bomb[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
        bomb[directory + 10] = 8
        for (place, byte) in [0xFF, 0xFF, 0xFF, 0xEF].enumerated() { bomb[directory + 24 + place] = UInt8(byte) }
        let result = try imported(put("bomb.zip", bomb))
        XCTAssertEqual(result.status, 65, result.text)
        XCTAssertEqual(try fixture.diary.count(), 0)
    }
}
