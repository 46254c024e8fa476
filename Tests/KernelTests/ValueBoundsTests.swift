import Kernel
import Synchronization
import XCTest

/// Tests values at their limits, and their exact text forms.
final class ValueBoundsTests: XCTestCase {
    private enum Thing {}

    func testColorsHaveCSSFormAndWCAGContrast() {
        let color = RGBColor(0x0FA010)
        XCTAssertEqual([color.red, color.green, color.blue], [0x0F, 0xA0, 0x10])
        XCTAssertEqual(
            [color, .black, .white, RGBColor(0x00FF10)].map(\.css), ["#0fa010", "#000000", "#ffffff", "#00ff10"])
        XCTAssertEqual(RGBColor(red: 1, green: 2, blue: 3), RGBColor(0x010203))
        // From the calculators of WCAG.
        let luminances: [(UInt32, Double)] = [
            (0x000000, 0), (0xFFFFFF, 1), (0xFF0000, 0.2126), (0x00FF00, 0.7152), (0x0000FF, 0.0722),
            (0x0A0A0A, 0.003035),
            (0x0B0B0B, 0.003347), (0x808080, 0.215861),
        ]
        for (hex, luminance) in luminances {
            XCTAssertEqual(RGBColor(hex).luminance, luminance, accuracy: 0.000_001, RGBColor(hex).css)
        }
        XCTAssertEqual(RGBColor(0xFF0000).contrast(with: .white), 3.998, accuracy: 0.001)
        XCTAssertEqual(RGBColor.white.contrast(with: RGBColor(0xFF0000)), 3.998, accuracy: 0.001)
        XCTAssertEqual(RGBColor.black.contrast(with: .white), 21, accuracy: 0.000_001)
        XCTAssertEqual(RGBColor.black.contrast(with: .black), 1)
    }

    func testOnlyRefusalsArePermanent() {
        for kind in Failure.Kind.allCases {
            let isRefusal = [.failed, .usage, .badData].contains(kind)
            XCTAssertEqual(Failure(.init("x"), "No.", kind: kind).isPermanent, isRefusal, "\(kind)")
            XCTAssertFalse(Failure(.systemFailure("x"), "No.", kind: kind).isPermanent, "\(kind)")
        }
        XCTAssertEqual(Failure.Code("x"), .systemFailure("x"))
        XCTAssertEqual(Set([Failure.Code("x"), .systemFailure("x")]).count, 1)
        XCTAssertEqual("\(Failure.Code("x"))", "x")
    }

    func testMissedDayEndsStreak() throws {
        let today = try XCTUnwrap(Day("2026-11-20"))
        func streak(_ days: Int...) -> [Int] {
            let streak = Streak(days: days.map(today.adding(days:)), today: today)
            return [streak.current, streak.longest]
        }
        XCTAssertEqual(streak(), [0, 0])
        XCTAssertEqual(streak(0), [1, 1])
        XCTAssertEqual(streak(-1), [1, 1])
        XCTAssertEqual(streak(-2), [0, 1])
        XCTAssertEqual(streak(1), [0, 1], "tomorrow does not count yet")
        XCTAssertEqual(streak(0, 1, 2), [1, 3])
        XCTAssertEqual(streak(-1, 0, 0, 1), [2, 3])
        XCTAssertEqual(streak(-9, -8, -7, -6, -4, -2, -1), [2, 4])
        XCTAssertEqual(Streak(days: [today, today.adding(days: 2), today], today: today).runs.map(\.count), [1, 1])
    }

    func testHybridTimeTextLimits() {
        for text in ["0-0", "1-999999", "253402300799999-0"] { XCTAssertEqual(HybridTime(text)?.description, text) }
        for text in ["-1-0", "1--0", "1-0-", "-1-0-0", "1-1000000", "253402300800000-0", "1-", "1", "--", "0-00"] {
            XCTAssertNil(HybridTime(text), text)
        }
        XCTAssertEqual(HybridTime.zero, HybridTime(milliseconds: 0, counter: 0))
        let ordered = [(1, 2), (2, 0), (2, 1)].map { HybridTime(milliseconds: $0, counter: $1) }
        for (index, one) in ordered.enumerated() {
            for (place, other) in ordered.enumerated() { XCTAssertEqual(one < other, index < place) }
        }
    }

    func testTimeOfDayLimits() throws {
        let day = try XCTUnwrap(Day("2026-11-20"))
        let calendar = LocalCalendar { _ in 3600 }
        for (second, expected) in [
            (0, "2026-11-19T23:00:00.000Z"), (-5, "2026-11-19T23:00:00.000Z"), (1, "2026-11-19T23:00:01.000Z"),
            (86_399, "2026-11-20T22:59:59.000Z"), (86_400, "2026-11-20T22:59:59.000Z"),
        ] {
            XCTAssertEqual(calendar.instant(of: day, secondOfDay: second).description, expected)
        }
        XCTAssertEqual(calendar.instant(of: day), calendar.instant(of: day, secondOfDay: 0))
        let midnight = calendar.instant(of: day)
        XCTAssertEqual(
            [0.0, -1, 86_399, 86_400].map { calendar.secondOfDay(of: midnight.adding(seconds: $0)) },
            [0, 86_399, 86_399, 0])
        XCTAssertEqual(
            [0.0, -1, 86_399, 86_400].map { calendar.day(of: midnight.adding(seconds: $0)).description },
            ["2026-11-20", "2026-11-19", "2026-11-20", "2026-11-21"])
        let zone = LocalCalendar(timeZone: try XCTUnwrap(TimeZone(identifier: "Europe/London")))
        let change = try XCTUnwrap(Instant("2026-03-29T01:00:00Z"))
        XCTAssertEqual(
            [zone.offset(change), zone.offset(change.adding(seconds: -0.001))], [3600, 0], "to the millisecond")
        XCTAssertEqual(LocalCalendar.utc.offset(change), 0)
    }

    func testInstantTextLimits() {
        for (text, expected) in [
            ("2026-11-20T23:59:59.9Z", "2026-11-20T23:59:59.900Z"),
            ("2026-11-20T00:00:00.99Z", "2026-11-20T00:00:00.990Z"),
            ("2026-11-20T00:00:00.123456789Z", "2026-11-20T00:00:00.123Z"),
            ("2026-11-20T00:00:00+23:59", "2026-11-19T00:01:00.000Z"),
            ("2026-11-20T00:00:00-23:59", "2026-11-20T23:59:00.000Z"),
            ("2026-11-20T00:00:00Z", "2026-11-20T00:00:00.000Z"),
            ("0001-01-01T00:01:00+00:01", "0001-01-01T00:00:00.000Z"),
            ("9999-12-31T23:58:59.999-00:01", "9999-12-31T23:59:59.999Z"),
        ] { XCTAssertEqual(Instant(text)?.description, expected, text) }
        for text in [
            "2026-11-20T00:00:0Z", "2026-11-20T00:00:00.", "2026-11-20T00:00:00+2400", "2026-11-20T00:00:00+0060",
            "2026-11-20T00:00:00 00:00", "2026-11-20T00:00:00,5Z",
        ] { XCTAssertNil(Instant(text), text) }
        XCTAssertEqual(
            [7.padded(1), 7.padded(2), 77.padded(2), 777.padded(2), 0.padded(3)], ["7", "07", "77", "777", "000"])
        XCTAssertEqual(Instant.earliest.adding(seconds: 315_537_897_599.999), .latest)
        XCTAssertEqual(
            Instant.earliest.adding(seconds: 315_537_897_599).milliseconds, Instant.latest.milliseconds - 999)
        XCTAssertEqual(Instant(milliseconds: 0).adding(seconds: 0.0005).milliseconds, 1)
        XCTAssertEqual(Instant(milliseconds: 1500).seconds(since: Instant(milliseconds: 500)), 1)
    }

    /// Decodes Crockford's base 32.
    private func number(_ text: some StringProtocol) -> UInt64 {
        text.reduce(0) { $0 << 5 | UInt64(Array("0123456789abcdefghjkmnpqrstvwxyz").firstIndex(of: $1) ?? 99) }
    }

    func testIdentifierConsistsOfTimeAndRandomBits() {
        func newIDs(_ milliseconds: Int64, seed: UInt64 = 1, _ count: Int = 1) -> [String] {
            let source = IDSource.timeOrdered(
                now: { Instant(milliseconds: milliseconds) }, random: RandomSource(seed: seed))
            return (0..<count).map { _ in source.next(Thing.self).rawValue }
        }
        var random = RandomSource(seed: 1)
        let numbers = (0..<3).map { _ in random.next() }
        let ids = newIDs(1_700_000_000_000, 3)
        XCTAssertEqual(ids.map { number($0.prefix(9)) }, [1_700_000_000_000, 1_700_000_000_000, 1_700_000_000_000])
        var chance = numbers[0] >> 29
        XCTAssertEqual(number(ids[0].suffix(7)), chance)
        for index in 1...2 {
            chance += 1 + (numbers[index] >> 52)
            XCTAssertEqual(
                number(ids[index].suffix(7)), chance, "steps are random, so that an id does not reveal a count")
        }
        XCTAssertEqual(number(newIDs(-5)[0].prefix(9)), 0)
        XCTAssertEqual(number(newIDs(0)[0].suffix(7)), numbers[0] >> 29, "the first id uses all random bits")
        XCTAssertEqual(number(newIDs(Instant.latest.milliseconds)[0].prefix(9)), 0x1FFF_FFFF_FFFF)
        XCTAssertEqual(IDSource.counting().next(Thing.self).rawValue, "a1")
    }

    func testExhaustedRandomBitsAdvanceTheMillisecond() {
        // The first draw of this seed is all ones.
        let seed: UInt64 = 0x3162_8AF6_7B21_31AB
        var random = RandomSource(seed: seed)
        XCTAssertEqual(random.next(), .max)
        let source = IDSource.timeOrdered(now: { Instant(milliseconds: 9) }, random: RandomSource(seed: seed))
        let ids = (0..<3).map { _ in source.next(Thing.self).rawValue }
        XCTAssertEqual(ids[0], "000000009zzzzzzz")
        XCTAssertEqual(ids[1].prefix(9), "00000000a")
        XCTAssertEqual(number(ids[1].suffix(7)), random.next() >> 29)
        XCTAssertEqual(ids[2].prefix(9), "00000000a", "the clock is behind, and the random part continues")
        XCTAssertTrue(ids[1] < ids[2])
    }

    func testObservedKeeperReportsQuestionsAndSnapshots() {
        let gate = Gate("tasks.active", "active tasks", context: "task")
        let messages = Mutex<[String]>([])
        let keeper = GateKeeper { _, used in
            GateAnswer(allowed: used < 1, used: used, limit: 1, reason: "One.", variant: "free")
        }
        let listening = keeper.observed { gate in messages.withLock { $0.append(gate.key) } }
        XCTAssertTrue(listening.ask(gate, 0).allowed)
        XCTAssertFalse(listening.edit(gate, 2, 2).allowed)
        XCTAssertTrue(listening.edit(gate, 0, 2).allowed, "position 0 counts as the first")
        XCTAssertEqual(messages.withLock { $0 }, ["tasks.active", "tasks.active", "tasks.active"])
        XCTAssertFalse(keeper.snapshot().ask(gate, 1).allowed)
        let settling = GateKeeper(ask: keeper.ask, edit: keeper.edit) { .open }
        XCTAssertTrue(settling.snapshot().ask(gate, 9).allowed)
        XCTAssertTrue(
            settling.observed { gate in messages.withLock { $0.append("settled \(gate.key)") } }.snapshot().ask(gate, 9)
                .allowed)
        XCTAssertEqual(messages.withLock { $0.last }, "settled tasks.active")
        let open = GateKeeper.open.ask(gate, 9)
        XCTAssertEqual([open.used, open.limit], [9, nil])
        XCTAssertEqual(open.value, .bool(true))
    }

    func testFirstPartsOfKeysAndEncodedKeys() {
        let key = IndexKey("a", "b", "c")
        XCTAssertEqual(
            [-1, 0, 1, 2, 3, 4].map { key.first($0).text }, ["", "", "a", "a\u{1}b", "a\u{1}b\u{1}c", "a\u{1}b\u{1}c"])
        XCTAssertTrue(key.first(2) < key && key < key.first(2).endOfParts)
        XCTAssertTrue(IndexKey("a", "b").endOfParts < IndexKey("a", "b "))
        XCTAssertEqual("\u{2}".indexKey.text, "\u{2}")
        XCTAssertEqual("\u{7F}".indexKey.text, "\u{7F}")
        XCTAssertEqual(
            [0, -1, 7, -9].map(\.indexKey.text),
            ["p0000000000000000000", "n9223372036854775807", "p0000000000000000007", "n9223372036854775799"])
        XCTAssertEqual([true, false].map(\.indexKey.text), ["1", "0"])
    }
}
