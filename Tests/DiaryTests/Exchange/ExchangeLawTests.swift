import Diary
import Foundation
import Kernel
import Pictures
import PicturesAdapters
import PicturesTesting
import TerminalTesting
import TestSupport
import XCTest

/// Export and import preserve days, details, and photos bit for bit.
final class ExchangeLawTests: XCTestCase {
    private var folder = ""

    override func setUpWithError() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("grain-law-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws { try FileManager.default.removeItem(atPath: folder) }

    /// The parts of an entry that an exchange must preserve.
    private struct StoredEntry: Hashable {
        let day: Day
        let note: String?
        let tags: [String]
        let isStarred: Bool
        let mood: Mood?
        let place: String?
        let sealedUntil: Day?
        let photo: [UInt8]
    }

    private func storedEntries(_ fixture: Fixture) throws -> [StoredEntry] {
        var range = EntryRange()
        range.includesSealed = true
        return try fixture.diary.entries(range).map {
            StoredEntry(
                day: $0.day, note: $0.note, tags: $0.tags, isStarred: $0.isStarred, mood: $0.mood, place: $0.place,
                sealedUntil: $0.sealedUntil, photo: try fixture.diary.photo(of: $0))
        }
    }

    private static let pieces = [
        "frost", " ", "\n", "\n\n", "눈이 온다", "👨‍👩‍👧", "שלום", "\\", "\\.", "![](dayone-moment://X)", "---", "---\n",
        "day: 2020-01-01", "#", "[", "]",
        "(", ")", "\"", "'", ",", ";", ":", "\\n", "*", "_", "`", "<b>", "&amp;", "-", "1.", "=1+1", "é", "\t", "!",
    ]

    private func text(_ random: inout RandomSource, most: Int) -> String {
        (0..<Int.random(in: 1...most, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }
            .joined()
    }

    private func fill(_ fixture: Fixture, _ random: inout RandomSource) throws {
        for offset in 0..<12 where Bool.random(using: &random) || offset == 3 {
            var words = EntryChange()
            if Bool.random(using: &random) { words.note = text(&random, most: 30) }
            if Bool.random(using: &random) {
                words.tags = (0..<3).map { number in
                    "\(number) " + text(&random, most: 3).filter { !$0.isNewline && $0 != "," && $0 != "\t" }.prefix(30)
                }
            }
            if Bool.random(using: &random) { words.isStarred = true }
            if Bool.random(using: &random) { words.mood = Mood.allCases.randomElement(using: &random).map { .set($0) } }
            if Bool.random(using: &random) {
                let place = String(text(&random, most: 4).filter { !$0.isNewline && $0 != "\t" }.prefix(90))
                words.place = "at \(place)".trimmingCharacters(in: .whitespaces)
            }
            if offset == 3 || Int.random(in: 0..<6, using: &random) == 0 { words.sealedUntil = Fixture.day(40) }
            let seed = random.next()
            let isPNG = Bool.random(using: &random)
            let photo =
                isPNG ? PhotoMaker.png(8 + Int(seed % 9), 8) : PhotoMaker.jpeg(8 + Int(seed % 90), 16, seed: seed)
            _ = try fixture.diary.add(photo, on: Fixture.day(-offset * 37), details: words)
        }
    }

    func testExportedDiaryImportsIdentically() throws {
        for seed in 1...25 {
            var random = RandomSource(seed: UInt64(seed))
            let fixture = Fixture()
            try fill(fixture, &random)
            let all = try storedEntries(fixture)
            let zip = "\(folder)/\(seed).zip"
            let markdown = "\(folder)/m\(seed)"
            let json = "\(folder)/\(seed).json"
            let sealed = ["--include-sealed"]
            let console = ScriptedConsole()
            XCTAssertEqual(fixture.run(["export", zip] + sealed, console).status, 0, console.error)
            try Data(XCTUnwrap(console.fileContents[zip])).write(to: URL(fileURLWithPath: zip))
            XCTAssertEqual(fixture.run(["export", "--markdown", markdown] + sealed).status, 0)
            XCTAssertEqual(fixture.run(["export", json] + sealed, console).status, 0, console.error)
            try Data(XCTUnwrap(console.fileContents[json])).write(to: URL(fileURLWithPath: json))
            for words in [[zip], [markdown], [json, "--photos", markdown]] {
                let other = Fixture()
                let result = other.run(["import"] + words.map { $0 } + ["--yes"])
                XCTAssertEqual(result.status, 0, "seed \(seed): \(result.error)")
                XCTAssertEqual(try storedEntries(other), all, "seed \(seed), \(words)")
            }
        }
    }

    /// A prepared photo is not prepared again, so export and import keep it bit for bit.
    func testPreparedPhotoRoundTripsBitForBit() throws {
        let folder = folder
        let programs = ProcessInfo.processInfo.environment["PATH"] ?? ""
        guard
            programs.split(separator: ":").contains(where: {
                FileManager.default.fileExists(atPath: "\($0)/vipsthumbnail")
            })
        else {
            throw XCTSkip("vipsthumbnail is not installed")
        }
        let tool = ImageTool.best(of: .init(path: programs), workingIn: "\(folder)/work")
        let exif = PhotoMaker.Exif(
            taken: "2026:11:01 10:00:00", orientation: 6, hasLocation: true, model: "Seed 1", secret: "secret")
        let photos = [PhotoMaker.jpeg(640, 480, exif: exif.block), PhotoMaker.png(320, 200), PhotoMaker.jpeg(64, 48)]
        let fixture = Fixture(tool: tool)
        for (number, photo) in photos.enumerated() { _ = try fixture.diary.add(photo, on: Fixture.day(-number)) }
        XCTAssertEqual(fixture.run(["export", "--markdown", "\(folder)/m"]).status, 0)
        let other = Fixture(tool: tool)
        XCTAssertEqual(other.run(["import", "\(folder)/m", "--yes"]).status, 0)
        for (original, its) in zip(try storedEntries(fixture), try storedEntries(other)) {
            XCTAssertEqual(
                original.photo, its.photo, "\(original.day), \(original.photo.count) and \(its.photo.count) bytes")
        }
    }
}
