import Kernel
import XCTest

final class InstantTests: XCTestCase {
    private func random(_ random: inout RandomSource) -> Instant {
        Instant(milliseconds: .random(in: Instant.earliest.milliseconds...Instant.latest.milliseconds, using: &random))
    }

    func testInstantTextRoundTripsAndKeepsOrder() {
        var source = RandomSource(seed: 3)
        var all =
            (0..<5000).map { _ in random(&source) } + [
                .earliest, .latest, Instant(milliseconds: -1), Instant(milliseconds: 0),
            ]
        all.sort()
        for (instant, next) in zip(all, all.dropFirst()) {
            guard Instant(instant.description) == instant, instant.description <= next.description else {
                return XCTFail("\(instant) \(next)")
            }
        }
    }

    func testKnownInstants() {
        for (milliseconds, text) in [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (1_000_000_000_000, "2001-09-09T01:46:40.000Z"),
            (2_147_483_647_000, "2038-01-19T03:14:07.000Z"), (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)] {
            XCTAssertEqual(Instant(milliseconds: milliseconds).description, text)
            XCTAssertEqual(Instant(text)?.milliseconds, milliseconds)
        }
    }

    func testISO8601VariantsAreAccepted() {
        for text in [
            "2026-11-20T18:05:09.120Z", "2026-11-20 18:05:09.12Z", "2026-11-20T18:05:09.120999999Z",
            "2026-11-20T20:05:09.120+02:00",
            "2026-11-20T23:50:09.120+0545", "2026-11-20T13:05:09.120-05:00", "2026-11-21T08:05:09.120+14:00",
            "2026-11-20T18:05:09.120-00:00",
        ] { XCTAssertEqual(Instant(text)?.description, "2026-11-20T18:05:09.120Z", text) }
        XCTAssertEqual(Instant("2016-12-31T23:59:60Z"), Instant("2017-01-01T00:00:00Z"))
    }

    func testOffsetTextDenotesTheSameInstant() {
        var source = RandomSource(seed: 4)
        for _ in 0..<2000 {
            let instant = random(&source)
            let minutes = Int.random(in: -1439...1439, using: &source)
            let wall = instant.adding(seconds: Double(minutes * 60))
            guard wall.seconds(since: instant) == Double(minutes * 60) else { continue }
            let digits = String(abs(minutes) / 60 * 100 + abs(minutes) % 60)
            let offset = (minutes < 0 ? "-" : "+") + String(repeating: "0", count: 4 - digits.count) + digits
            XCTAssertEqual(Instant(wall.description.dropLast() + offset), instant)
        }
    }

    func testInvalidInstantTextIsRejected() {
        for text in [
            "", "2026-11-20", "2026-11-20T18:05Z", "2026-11-20T18:05:09", "2026-11-20T24:00:00Z",
            "2026-11-20T18:60:00Z",
            "2026-11-20T18:05:61Z", "2026-11-20T18:05:09.Z", "2026-11-20T18:05:09.1234567890Z",
            "2026-11-20T18:05:09+24:00",
            "2026-11-20T18:05:09+01:60", "2026-11-20T18:05:09+1", "2026-11-20T18:05:09ZZ", "2026-11-20T18:05:09z",
            "2026-02-30T18:05:09Z", "2026-11-20x18:05:09Z", "2026-11-20T18:05:-9Z", "0001-01-01T00:00:00+00:01",
            "9999-12-31T23:59:59-00:01", "2026-11-20T18:05:09.１Z",
        ] { XCTAssertNil(Instant(text), text) }
    }

    func testNoNumberIsTooLarge() {
        for milliseconds in [Int64.min, .min + 1, .max] {
            let instant = Instant(milliseconds: milliseconds)
            XCTAssertEqual(instant, milliseconds > 0 ? .latest : .earliest)
            XCTAssertEqual(Instant(instant.description), instant)
            for calendar in [LocalCalendar.utc, LocalCalendar { _ in 50_400 }, LocalCalendar { _ in -50_400 }] {
                XCTAssertTrue([1, 9999].contains(calendar.day(of: instant).year))
                XCTAssertTrue((0..<86_400).contains(calendar.secondOfDay(of: instant)))
            }
        }
        XCTAssertEqual(Instant.earliest.adding(seconds: .infinity), .latest)
        XCTAssertEqual(Instant.latest.adding(seconds: -.greatestFiniteMagnitude), .earliest)
        XCTAssertEqual(Instant.latest.adding(seconds: .nan), .latest)
        XCTAssertEqual(Instant.latest.seconds(since: .earliest), 315_537_897_599.999)
    }

    func testSecondsRoundDownAndSumsRoundToMilliseconds() {
        for (milliseconds, seconds) in [(0, 0), (999, 0), (1000, 1), (-1, -1), (-1000, -1), (-1001, -2)]
            as [(Int64, Int64)]
        {
            XCTAssertEqual(Instant(milliseconds: milliseconds).seconds, seconds)
        }
        XCTAssertEqual(Instant(milliseconds: 5).adding(seconds: 0.0016).milliseconds, 7)
        XCTAssertEqual(Instant(milliseconds: 5).adding(seconds: -1.5).milliseconds, -1495)
    }
}
