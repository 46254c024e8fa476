import Diary
import Foundation
import Kernel
import Pictures
import PicturesTesting
import Synchronization
import TerminalTesting
import XCTest

/// Photos of a folder: their days, the selection among several, and skipped files.
final class ImportTests: XCTestCase {
    private let fixture = Fixture()
    private var folder = ""

    override func setUpWithError() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("grain-import-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws { try FileManager.default.removeItem(atPath: folder) }

    private func put(_ name: String, _ bytes: [UInt8]) throws {
        let file = URL(fileURLWithPath: "\(folder)/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    private func photo(_ time: String, width: Int = 16, seed: UInt64 = 1) -> [UInt8] {
        PhotoMaker.jpeg(width, 8, exif: PhotoMaker.Exif(taken: time).block, seed: seed)
    }

    private func plan() throws -> [String: Any] {
        let result = fixture.run(["import", folder, "--dry-run", "--json"])
        XCTAssertEqual(result.status, 0, result.error)
        return try XCTUnwrap(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    }

    private func skippedFiles(_ plan: [String: Any]) -> [String: [String]] {
        let groups = plan["leftOut"] as? [[String: Any]] ?? []
        return Dictionary(
            uniqueKeysWithValues: groups.map { ($0["reason"] as? String ?? "", $0["names"] as? [String] ?? []) })
    }

    func testDayComesFromCameraOrFileName() throws {
        try put("a.jpg", photo("2026:11:01 10:00:00"))
        try put("IMG_20261102_101112.jpg", PhotoMaker.jpeg(8, 8))
        try put("PXL_20261103_101112345.jpg", PhotoMaker.jpeg(8, 8))
        try put("WhatsApp Image 2026-11-04 at 10.11.12.jpeg", PhotoMaker.jpeg(8, 8))
        try put("Screenshot_2026-11-05-10-11-12.png", PhotoMaker.png(8, 8))
        try put("2026.11.06.webp", PhotoMaker.webp(8, 8))
        try put("deep/er/IMG-20261107-WA0001.jpg", PhotoMaker.jpeg(8, 8))
        try put("-2026-11-08 --replace.jpg", PhotoMaker.jpeg(8, 8))
        try put("phone.heic", PhotoMaker.heic(8, 8, exif: PhotoMaker.Exif(taken: "2026:11:09 10:00:00").block))
        // The camera's date overrides the date in the file name.
        try put("IMG_20261101_000000.jpg", photo("2026:11:10 10:00:00"))
        // Neither source gives a day, or the date is invalid.
        try put("DSC_0001.jpg", PhotoMaker.jpeg(8, 8))
        try put("120261101999.jpg", PhotoMaker.jpeg(8, 8))
        try put("zero.jpg", photo("1904:01:01 00:00:00"))
        try put("ahead.jpg", photo("2099:01:01 00:00:00"))
        try put("20990101.jpg", PhotoMaker.jpeg(8, 8))
        try put("empty.jpg", [])
        try put("text.jpg", Array("not a photo".utf8))
        // A valid name is used if the camera's clock is wrong.
        try put("IMG_20261111_000000.jpg", photo("1904:01:01 00:00:00"))
        let plan = try plan()
        XCTAssertEqual(plan["entries"] as? Int, 11)
        XCTAssertEqual([plan["first"] as? String, plan["last"] as? String], ["2026-11-01", "2026-11-11"])
        XCTAssertEqual(
            skippedFiles(plan),
            [
                "undated": ["120261101999.jpg", "20990101.jpg", "DSC_0001.jpg"], "unset": ["zero.jpg"],
                "future": ["ahead.jpg"],
                "unreadable": ["empty.jpg", "text.jpg"],
            ])
        XCTAssertEqual(try fixture.diary.count(), 0, "a dry run saves nothing")
        let result = fixture.run(["import", folder, "--yes"])
        XCTAssertEqual(result.status, 0, result.error)
        XCTAssertEqual(
            try fixture.diary.days(from: Fixture.day(-365), through: Fixture.today).map(\.day), Array(1...11))
    }

    func testOnePhotoOfEachDayIsSelectedByPriority() throws {
        // Priority: the camera's date, then the size, then the name.
        try put("20261101 large.jpg", PhotoMaker.jpeg(400, 80))
        try put("small.jpg", photo("2026:11:01 09:00:00"))
        try put("b.jpg", photo("2026:11:02 09:00:00"))
        try put("a.jpg", photo("2026:11:02 10:00:00"))
        try put("c.jpg", photo("2026:11:02 11:00:00", width: 400))
        let before = try plan()
        XCTAssertEqual(skippedFiles(before), ["another": ["20261101 large.jpg", "a.jpg", "b.jpg"]])
        XCTAssertEqual(fixture.run(["import", folder, "--yes"]).status, 0)
        XCTAssertEqual(
            try fixture.diary.photo(of: fixture.diary.entry(on: Fixture.day(-19))), photo("2026:11:01 09:00:00"))
        XCTAssertEqual(try fixture.diary.entry(on: Fixture.day(-18)).photo.width, 400)
    }

    func testImportKeepsExistingDaysAndCanBeRepeated() throws {
        for day in 1...6 { try put("2026110\(day).jpg", PhotoMaker.jpeg(8 * day, 8)) }
        _ = try fixture.diary.add(PhotoMaker.png(3, 3), note: "mine", on: Fixture.day(-17))
        let first = try plan()
        XCTAssertEqual(first["entries"] as? Int, 5)
        XCTAssertEqual(skippedFiles(first), ["taken": ["20261103.jpg"]])
        // An interrupted import has added only some days.
        _ = try fixture.diary.add(PhotoMaker.jpeg(8, 8), on: Fixture.day(-19))
        XCTAssertEqual(fixture.run(["import", folder, "--yes"]).status, 0)
        let fingerprint = try fixture.fingerprint()
        let again = fixture.run(["import", folder, "--yes"])
        XCTAssertEqual(again.status, 0)
        XCTAssertTrue(again.output.contains("nothing new to import"), again.output)
        XCTAssertEqual(try fixture.fingerprint(), fingerprint, "nothing is imported twice")
        XCTAssertEqual(try fixture.diary.count(), 6)
        XCTAssertEqual(try fixture.diary.entry(on: Fixture.day(-17)).note, "mine")
        XCTAssertEqual(try fixture.library.contents().count, 6)
    }

    func testLinksAreSkippedAndConfirmationIsRequired() throws {
        try put("20261101.jpg", PhotoMaker.jpeg(8, 8))
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/loop", withDestinationPath: folder)
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/20261102.jpg", withDestinationPath: "/etc/passwd")
        try put("notes.txt", Array("x".utf8))
        let plan = try plan()
        XCTAssertEqual(plan["entries"] as? Int, 1)
        let notices = (plan["notices"] as? [String] ?? []).joined()
        XCTAssertTrue(notices.contains("links, and other things that are not files (2: 20261102.jpg, loop)"), notices)
        XCTAssertTrue(notices.contains("no photos by their names (1: notes.txt)"), notices)
        XCTAssertNotEqual(fixture.run(["import", folder]).status, 0, "without a terminal it needs --yes")
        XCTAssertEqual(try fixture.diary.count(), 0)
        XCTAssertEqual(fixture.run(["import", "\(folder)/nowhere", "--yes"]).status, 66)
        XCTAssertEqual(fixture.run(["import", "\(folder)/notes.txt", "--yes"]).status, 65)
    }

    /// A photo that disappears before its turn, or is damaged, affects only its own day.
    func testMissingOrDamagedPhotoAffectsOnlyItsDay() throws {
        for day in 1...5 { try put("2026110\(day).jpg", PhotoMaker.jpeg(8 * day, 8)) }
        try put("20261106.jpg", Array(PhotoMaker.jpeg(160, 160).dropLast(40)))
        let plan = try fixture.diary.plan(source())
        XCTAssertEqual(plan.entries.count, 6)
        try FileManager.default.removeItem(atPath: "\(folder)/20261102.jpg")
        let imported = try fixture.diary.importEntries(plan) { _ in }
        XCTAssertEqual(imported.entries.map(\.day.day).sorted(), [1, 3, 4, 5])
        XCTAssertEqual(imported.troubles.map(\.day.day), [2, 6])
        let result = fixture.run(["import", folder, "--yes"])
        XCTAssertEqual(result.status, 65, "the damaged photo is reported again")
        XCTAssertTrue(result.error.contains("2026-11-06"), result.error)
    }

    // MARK: - Photos without a date

    private func singleLineOutput(_ result: (status: Int32, output: String, error: String)) -> String {
        (result.output + result.error).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Writes a file with a modification date in days from today.
    private func put(_ name: String, _ bytes: [UInt8], changed days: Int) throws {
        try put(name, bytes)
        let time = Double(Fixture.day(days).ordinal) * 86_400 + 43_200
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: "\(folder)/\(name)")
    }

    func testTerminalAsksForDateOfEachUndatedPhoto() throws {
        let asking = Fixture(asks: true)
        for name in ["a", "b", "c", "d", "e"] { try put("\(name).jpg", PhotoMaker.jpeg(8, 8), changed: -9) }
        try put("20261101.jpg", PhotoMaker.jpeg(16, 8))
        // Answers: a day, invalid text, a future day, another day, the file's date, none, and
        // skip all.
        let console = ScriptedConsole(
            lines: ["yesterday", "soon", "tomorrow", "2026-11-03", "file", "", "all", "y"], terminal: true,
            environment: ["TERM": "dumb"])
        let result = asking.run(["import", folder], console)
        XCTAssertEqual(result.status, 0, result.error)
        let text = singleLineOutput(result)
        for words in ["1 of 5: a.jpg", "“soon” is not a day", "is in the future", "5 of 5: e.jpg"] {
            XCTAssertTrue(text.contains(words), "\(words): \(text)")
        }
        XCTAssertEqual(
            try asking.diary.days(from: Fixture.day(-365), through: Fixture.today),
            [Fixture.day(-19), Fixture.day(-17), Fixture.day(-9), Fixture.day(-1)])
    }

    /// The user's date overrides the camera's. Stopping early changes nothing.
    func testUserDateOverridesCameraAndStoppingChangesNothing() throws {
        try put("a.jpg", PhotoMaker.jpeg(8, 8))
        try put("b.jpg", photo("2026:11:01 10:00:00"))
        let asking = Fixture(asks: true)
        _ = asking.run(["import", folder], ScriptedConsole(lines: [], terminal: true, environment: ["TERM": "dumb"]))
        XCTAssertEqual(try asking.diary.count(), 0)
        let result = asking.run(
            ["import", folder],
            ScriptedConsole(lines: ["2026-11-01", "y"], terminal: true, environment: ["TERM": "dumb"]))
        XCTAssertEqual(result.status, 0, result.error)
        XCTAssertEqual(try asking.diary.photo(of: asking.diary.entry(on: Fixture.day(-19))), PhotoMaker.jpeg(8, 8))
        XCTAssertTrue(
            singleLineOutput(result).contains("another photo of the same day was chosen (b.jpg)"), result.output)
    }

    func testFileTimeIsUsedOnlyOnRequest() throws {
        try put("a.jpg", PhotoMaker.jpeg(8, 8), changed: -4)
        try put("b.jpg", PhotoMaker.jpeg(800, 80), changed: -5)
        try put("c.jpg", photo("2026:11:15 10:00:00"), changed: -1)
        try put("ahead.jpg", PhotoMaker.jpeg(8, 8), changed: 2)
        let plain = fixture.run(["import", folder, "--yes", "--dry-run"])
        XCTAssertTrue(
            singleLineOutput(plain).contains(
                "3: neither the camera nor the name contains the day (a.jpg, ahead.jpg, b.jpg)"),
            plain.output)
        XCTAssertEqual(
            Fixture(asks: true).run(["import", folder, "--undated", "skip", "--yes"]).status, 0, "no question is asked")
        let result = fixture.run(["import", folder, "--undated", "file-time", "--yes"])
        XCTAssertEqual(result.status, 0, result.error)
        // The camera's date overrides a larger file.
        XCTAssertEqual(
            try fixture.diary.days(from: Fixture.day(-30), through: Fixture.today), [Fixture.day(-5), Fixture.day(-4)])
        XCTAssertEqual(try fixture.diary.entry(on: Fixture.day(-5)).photo.width, 16)
        XCTAssertTrue(
            singleLineOutput(result).contains("1: neither the camera nor the name contains the day (ahead.jpg)"),
            result.output)
    }

    func testDryRunListsEveryFile() throws {
        for number in 100..<140 { try put("DSC_\(number).jpg", PhotoMaker.jpeg(8, 8)) }
        let result = fixture.run(["import", folder, "--dry-run"])
        for number in 100..<140 { XCTAssertTrue(result.output.contains("DSC_\(number).jpg"), "\(number)") }
        XCTAssertFalse(
            fixture.run(["import", folder, "--yes"]).output.contains("DSC_120.jpg"), "five examples represent all")
    }

    func testImportAnnouncesBadgesOnce() throws {
        for day in 1...9 { try put("2026110\(day).jpg", PhotoMaker.jpeg(8 * day, 8)) }
        let result = fixture.run(["import", folder, "--yes"])
        XCTAssertTrue(
            singleLineOutput(result).contains(
                "Imported 9 days. You have reached First Entry (your first photo), A Week (7 days in a row)."),
            result.output)
        try put("20261110.jpg", PhotoMaker.jpeg(8, 8))
        XCTAssertFalse(fixture.run(["import", folder, "--yes"]).output.contains("reached"))
    }

    private func source() throws -> ImportSource {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        return ImportSource(
            photos: names.map { name in
                ImportSource.Photo(name: name, bytes: 1000) { [folder] in
                    guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
                        throw Failure(.loadFailed, "It is gone.", kind: .missingInput)
                    }
                    return ByteSource(name: name, Array(data))
                }
            })
    }

    func testFullDiskStopsImportAndKeepsAddedDays() throws {
        let blobStore = FaultyBlobStore(MemoryBlobStore<PhotoPath> { Fixture.noon })
        let fixture = Fixture(library: blobStore)
        for day in 11...24 { try put("202610\(day).jpg", PhotoMaker.jpeg(8 * day, 8)) }
        let plan = try fixture.diary.plan(source())
        XCTAssertThrowsError(
            try fixture.diary.importEntries(plan) { done in if done == 12 { blobStore.fail(.keepFails) } })
        XCTAssertEqual(try fixture.diary.count(), 12)
        blobStore.fail(.none)
        XCTAssertEqual(try fixture.diary.importEntries(fixture.diary.plan(source())) { _ in }.entries.count, 2)
        XCTAssertEqual(try blobStore.contents().count, 14)
    }

    /// Only the beginning of each of 50,000 photos is read, and one of twenty of a day is selected.
    func testFiftyThousandPhotosAreReadPartially() throws {
        let read = Mutex(0)
        let heads = (0..<20).map { hour in photo("2026:11:01 \(hour + 1 < 10 ? "0" : "")\(hour + 1):00:00") }
        let other = photo("2020:02:29 12:00:00")
        let photos = (0..<50_000).map { number in
            let bytes = number < 20 ? heads[number] : number < 200 ? other : PhotoMaker.signature
            return ImportSource.Photo(name: "DSC_\(number).jpg", bytes: 4_000_000 + number) {
                ByteSource(name: "", size: 4_000_000) { offset, count in
                    read.withLock { $0 += count }
                    return Array(
                        (bytes + [UInt8](repeating: 0, count: 8))[
                            min(offset, bytes.count)..<min(offset + count, bytes.count)])
                }
            }
        }
        let begin = ContinuousClock.now
        let plan = try fixture.diary.plan(ImportSource(photos: photos))
        XCTAssertEqual(plan.entries.map { $0.photo?.name }, ["DSC_199.jpg", "DSC_19.jpg"])
        XCTAssertEqual(plan.skipped.map(\.reason), [.another, .undated])
        XCTAssertLessThan(read.withLock { $0 }, 50_000 * (300 << 10))
        XCTAssertLessThan(ContinuousClock.now - begin, .seconds(60))
    }
}

extension PhotoMaker {
    /// The beginning of a JPEG without camera notes.
    fileprivate static let signature: [UInt8] = Array(PhotoMaker.jpeg(8, 8).prefix(64))
}
