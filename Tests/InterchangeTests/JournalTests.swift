import Foundation
import Interchange
import Kernel
import XCTest

/// What other diaries write, and the time zones that they name.
final class JournalTests: XCTestCase {
    private static let pieces = [
        "a", " ", "\n", "\\", ".", "#", "![](dayone-moment://", ")", "*", "_", "눈", "👨‍👩‍👧", "\"", "-", "+", "|", "~", "`", "\\\\",
        "n", "{", "}", "—",
    ]

    private func text(_ random: inout RandomSource) -> String {
        (0..<Int.random(in: 0...20, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func entry(_ random: inout RandomSource) -> JournalEntry {
        var entry = JournalEntry(day: Day(ordinal: Int.random(in: 0...30_000, using: &random)))
        (entry.text, entry.isStarred) = (text(&random), Bool.random(using: &random))
        entry.tags = (0..<Int.random(in: 0...3, using: &random)).map { "\($0) \(text(&random))" }
        entry.mood = Bool.random(using: &random) ? Int.random(in: 1...5, using: &random) : nil
        entry.place = Bool.random(using: &random) ? "at " + text(&random).replacingOccurrences(of: "\n", with: " ") : nil
        entry.sealedUntil = Bool.random(using: &random) ? Day(ordinal: 40_000) : nil
        return entry
    }

    private let clock = JournalForm.Clock(here: .utc) { _ in nil }

    func testWhatIsWrittenIsReadAgainAsItWas() throws {
        var random = RandomSource(seed: 7)
        for round in 0..<500 {
            var entry = entry(&random)
            entry.photos = ["2026-11-20.heic"]
            XCTAssertEqual(MarkdownDay.read(Array(MarkdownDay.write(entry).utf8)), entry, "\(round)")
            let photo = DayOneFile.Photo(Array("photo \(round)".utf8), type: "heic", width: 1, height: 2)
            entry.photos = [photo.path]
            // A line that is a link to a photo is one, whoever wrote it.
            guard !entry.text.split(separator: "\n").contains(where: { $0.hasPrefix("![](dayone-moment:") }) else { continue }
            let journal = try JournalForm.read(DayOneFile.write([(entry, photo, Instant(milliseconds: 0))]), by: clock)
            XCTAssertEqual(journal?.entries, [entry], "\(round)")
        }
    }

    /// RFC 1321, appendix A.5, by the name that a photo gets.
    func testPhotosAreCalledByTheirSum() {
        for (text, sum) in [
            ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
            (
                "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
                "57edf4a22be3c955ac49da2e2107b67a"
            ),
        ] {
            XCTAssertEqual(DayOneFile.Photo(Array(text.utf8), type: "jpeg", width: 1, height: 1).sum, sum)
        }
    }

    func testWhatIsNoDiaryIsNone() throws {
        XCTAssertNil(try JournalForm.read(Array("[]".utf8), by: clock)?.entries.first)
        XCTAssertNil(try JournalForm.read(Array("{\"entries\":[]}".utf8), by: clock))
        XCTAssertNil(try JournalForm.read(Array("[{\"description\":\"x\"}]".utf8), by: clock))
        XCTAssertNil(try JournalForm.read(Array("Dear diary".utf8), by: clock))
        XCTAssertThrowsError(try JournalForm.read(Array("{\"entries\":[{\"creationDate\":".utf8), by: clock))
        XCTAssertThrowsError(try JournalForm.read(Array(String(repeating: "[", count: 100_000).utf8), by: clock))
        let odd = try JournalForm.read(
            Array("{\"entries\":[{\"creationDate\":\"2026-11-20T10:00:00Z\"},{\"creationDate\":7},3]}".utf8), by: clock)
        XCTAssertEqual(odd?.entries.map(\.day.description), ["2026-11-20"])
        XCTAssertEqual(odd?.faults.count, 2)
        let random = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
        XCTAssertNil(try? JournalForm.read(random, by: clock))
        XCTAssertNil(MarkdownDay.read(random))
    }

    /// Zones as the machine keeps them, beside the ones of Foundation. What was, both know; what will be, parliaments change, and one of the two
    /// may have heard of it first: Morocco's rule did so in 2026.
    func testZonesAreThoseOfTheMachine() throws {
        let names = [
            "Asia/Seoul", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "America/Sao_Paulo",
            "Africa/Casablanca", "UTC",
        ]
        let steady: Set = ["Asia/Seoul", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC"]
        var seen = 0
        for name in names {
            guard let data = FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(name)"),
                let zone = TimeZone(identifier: name)
            else {
                continue
            }
            seen += 1
            let calendar = try XCTUnwrap(ZoneFile.calendar(Array(data)), name)
            var random = RandomSource(seed: 3)
            for _ in 0..<2_000 {
                let second = Int.random(in: 0...(steady.contains(name) ? 2_145_000_000 : 1_735_000_000), using: &random)
                let instant = Instant(milliseconds: Int64(second) * 1000)
                XCTAssertEqual(
                    calendar.offset(instant), zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))),
                    "\(name) \(instant)")
            }
            for length in stride(from: 0, to: data.count, by: 3) { _ = ZoneFile.calendar(Array(data.prefix(length))) }
        }
        try XCTSkipIf(seen == 0, "this machine has no zones")
    }
}
