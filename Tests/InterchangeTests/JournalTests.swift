import Foundation
import Interchange
import Kernel
import XCTest

/// Tests the Day One and Markdown formats, and time zone files.
final class JournalTests: XCTestCase {
    private static let pieces = [
        "a", " ", "\n", "\\", ".", "#", "![](dayone-moment://", ")", "*", "_", "눈", "👨‍👩‍👧", "\"", "-", "+", "|", "~", "`",
        "\\\\",
        "n", "{", "}", "—",
    ]

    private func text(_ random: inout RandomSource) -> String {
        (0..<Int.random(in: 0...20, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }
            .joined()
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func entry(_ random: inout RandomSource) -> JournalEntry {
        var entry = JournalEntry(day: Day(ordinal: Int.random(in: 0...30_000, using: &random)))
        (entry.text, entry.isStarred) = (text(&random), Bool.random(using: &random))
        entry.tags = (0..<Int.random(in: 0...3, using: &random)).map { "\($0) \(text(&random))" }
        entry.mood = Bool.random(using: &random) ? Int.random(in: 1...5, using: &random) : nil
        entry.place =
            Bool.random(using: &random) ? "at " + text(&random).replacingOccurrences(of: "\n", with: " ") : nil
        entry.sealedUntil = Bool.random(using: &random) ? Day(ordinal: 40_000) : nil
        return entry
    }

    private let clock = JournalFormat.ZoneLookup(here: .utc) { _ in nil }

    func testJournalsRoundTrip() throws {
        var random = RandomSource(seed: 7)
        for round in 0..<500 {
            var entry = entry(&random)
            entry.photos = ["2026-11-20.heic"]
            XCTAssertEqual(MarkdownDay.read(Array(MarkdownDay.write(entry).utf8)), entry, "\(round)")
            let photo = DayOneFile.Photo(Array("photo \(round)".utf8), type: "heic", width: 1, height: 2)
            entry.photos = [photo.path]
            // A text line that resembles a photo link is read as one.
            guard !entry.text.split(separator: "\n").contains(where: { $0.hasPrefix("![](dayone-moment:") }) else {
                continue
            }
            let journal = try JournalFormat.read(
                DayOneFile.write([(entry, photo, Instant(milliseconds: 0))]), by: clock)
            XCTAssertEqual(journal?.entries, [entry], "\(round)")
        }
    }

    /// The test vectors are from RFC 1321, appendix A.5.
    func testPhotoNamesAreMD5Checksums() {
        for (text, sum) in [
            ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
            (
                "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
                "57edf4a22be3c955ac49da2e2107b67a"
            ),
        ] {
            XCTAssertEqual(DayOneFile.Photo(Array(text.utf8), type: "jpeg", width: 1, height: 1).checksum, sum)
        }
    }

    func testOtherFilesAreNoJournal() throws {
        XCTAssertNil(try JournalFormat.read(Array("[]".utf8), by: clock)?.entries.first)
        XCTAssertNil(try JournalFormat.read(Array("{\"entries\":[]}".utf8), by: clock))
        XCTAssertNil(try JournalFormat.read(Array("[{\"description\":\"x\"}]".utf8), by: clock))
        XCTAssertNil(try JournalFormat.read(Array("Dear diary".utf8), by: clock))
        XCTAssertThrowsError(try JournalFormat.read(Array("{\"entries\":[{\"creationDate\":".utf8), by: clock))
        XCTAssertThrowsError(try JournalFormat.read(Array(String(repeating: "[", count: 100_000).utf8), by: clock))
        let odd = try JournalFormat.read(
            Array("{\"entries\":[{\"creationDate\":\"2026-11-20T10:00:00Z\"},{\"creationDate\":7},3]}".utf8), by: clock)
        XCTAssertEqual(odd?.entries.map(\.day.description), ["2026-11-20"])
        XCTAssertEqual(odd?.faults.count, 2)
        let random = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
        XCTAssertNil(try? JournalFormat.read(random, by: clock))
        XCTAssertNil(MarkdownDay.read(random))
    }

    /// Compares `/usr/share/zoneinfo` with Foundation.
    ///
    /// The two can know different future rules, as for Morocco in 2026. So only stable zones are
    /// compared after 2024.
    func testZoneFilesMatchFoundation() throws {
        let names = [
            "Asia/Seoul", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata",
            "America/Sao_Paulo",
            "Africa/Casablanca", "UTC",
        ]
        let stableZones: Set = ["Asia/Seoul", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC"]
        var compared = 0
        for name in names {
            guard let data = FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(name)"),
                let zone = TimeZone(identifier: name)
            else {
                continue
            }
            compared += 1
            let calendar = try XCTUnwrap(ZoneFile.calendar(Array(data)), name)
            var random = RandomSource(seed: 3)
            for _ in 0..<2_000 {
                let second = Int.random(
                    in: 0...(stableZones.contains(name) ? 2_145_000_000 : 1_735_000_000), using: &random)
                let instant = Instant(milliseconds: Int64(second) * 1000)
                XCTAssertEqual(
                    calendar.offset(instant), zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))),
                    "\(name) \(instant)")
            }
            for length in stride(from: 0, to: data.count, by: 3) { _ = ZoneFile.calendar(Array(data.prefix(length))) }
        }
        try XCTSkipIf(compared == 0, "this machine has no zones")
    }
}
