import FeedbackCOIN
import FeedbackCOINCommands
import Foundation
import Interface
import Kernel
import TerminalTesting
import TestSupport
import XCTest

/// Tests the figures of the analytics, their minimum counts and their page.
final class AnalyticsTests: XCTestCase {
    private let fixture = JournalFixture()

    private func run(_ words: String..., columns: Int = 80, status: Int32 = 0, line: UInt = #line) throws -> String {
        let console = ScriptedConsole(
            terminal: columns != 80, environment: ["TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1"],
            columns: columns)
        let post = MailConfiguration(sendmail: fixture.outbox.mailer, mailto: fixture.outbox.mailer) {
            JournalFixture.sender
        }
        let app = AppFixture("coin", over: fixture.store, time: .fixed(Instant(milliseconds: 1_795_000_000_000))) {
            [fixture] in
            [FeedbackPlugin(fixture.journal, post: post, press: JournalFixture.press)]
        }
        XCTAssertEqual(try app.shell().run(words, on: console), status, console.error, line: line)
        return console.output + console.fileContents.values.map { String(decoding: $0, as: UTF8.self) }.joined()
    }

    @discardableResult
    private func write(
        _ context: String, to: String? = nil, kind: FeedbackKind? = nil, project: String? = nil, tags: [String] = [],
        on day: Day? = nil
    ) throws -> FeedbackEntry {
        var change = FeedbackChange()
        change.recipient = try to.map { .set(try Recipient($0)) }
        change.kind = kind.map { .set($0) }
        change.project = project.map { .set($0) }
        change.happenedOn = day.map { .set($0) }
        let entry = try fixture.journal.write(FeedbackText(context: context), tags: tags)
        return try fixture.journal.change(entry.id, change)
    }

    private func share(_ entry: FeedbackEntry, with address: String = "sam@example.org") throws {
        _ = try fixture.journal.share(
            fixture.letter(entry, to: address), from: Mailbox(JournalFixture.sender), through: fixture.outbox.mailer)
    }

    /// Published 95 % Wilson intervals of 0, 5 and 10 in 10, and of 81 in 263.
    func testWilsonIntervalsMatchPublishedValues() throws {
        for (part, total, low, high) in [
            (0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1), (81, 263, 0.2553, 0.3662),
        ] {
            let interval = try XCTUnwrap(Proportion(part, of: total)).interval
            XCTAssertEqual(interval.lowerBound, low, accuracy: 0.0001)
            XCTAssertEqual(interval.upperBound, high, accuracy: 0.0001)
        }
        XCTAssertEqual(Proportion(3, of: 5)?.text, "60 % (23–88 %)")
        for (part, total) in [(2, 4), (0, 0), (6, 5), (-1, 5)] { XCTAssertNil(Proportion(part, of: total)) }
        var random = RandomSource(seed: 7)
        for _ in 0..<500 {
            let total = Int.random(in: 5...5000, using: &random)
            let proportion = try XCTUnwrap(Proportion(Int.random(in: 0...total, using: &random), of: total))
            XCTAssertTrue(
                (0...1).contains(proportion.interval.lowerBound) && proportion.interval.contains(proportion.share))
        }
    }

    func testFiguresMatchHandCounts() throws {
        for number in 0..<4 {
            try share(write("p\(number)", to: "Sam", kind: .praise, project: "Shop", tags: ["team", "Demo"]))
        }
        try write("g", to: "Kim", kind: .growth, project: "shop", tags: ["TEAM"])
        var received = FeedbackChange()
        received.direction = .received
        _ = try fixture.journal.change(write("r").id, received)
        let all = try fixture.journal.analytics(by: .person)
        XCTAssertEqual([all.total.count, all.total.received, all.total.praise, all.total.growth], [6, 1, 4, 1])
        XCTAssertEqual([all.total.shared, all.total.copies, all.total.sharingDelays.count], [4, 4, 4])
        XCTAssertEqual(all.total.praiseShare?.part, 4)
        XCTAssertNil(all.total.medianSharingDelay, "four entries are too few for a median")
        XCTAssertEqual(all.groups.map(\.name), ["Sam", "Kim", nil])
        XCTAssertEqual(all.groups.map(\.figures.count), [4, 1, 1])
        XCTAssertEqual(
            try fixture.journal.analytics(by: .project).groups.map { "\($0.name ?? "-") \($0.figures.count)" },
            ["shop 5", "- 1"])
        XCTAssertEqual(
            try fixture.journal.analytics(by: .tag).groups.map { "\($0.name ?? "-") \($0.figures.count)" },
            ["TEAM 5", "Demo 4", "- 1"])
        try share(fixture.journal.entry("2"))
        let wait = try XCTUnwrap(fixture.journal.analytics().total.medianSharingDelay)
        XCTAssertTrue((1...30).contains(wait), "\(wait)")
    }

    func testPeriodsUseTheDayOfTheEvent() throws {
        for (context, day) in [("a", "2026-10-31"), ("b", "2026-11-01"), ("c", "2026-11-30"), ("d", "2025-11-05")] {
            try write(context, on: Day(day))
        }
        let november = try fixture.journal.analytics(from: Day("2026-11-01"), through: Day("2026-11-30"), by: .month)
        XCTAssertEqual(november.total.count, 2)
        XCTAssertEqual(november.days, Day("2026-11-01").flatMap { first in Day("2026-11-30").map { first...$0 } })
        XCTAssertEqual(try fixture.journal.analytics(by: .month).groups.map(\.name), ["2025-11", "2026-10", "2026-11"])
        XCTAssertTrue(try run("analytics", "2025").contains("Entries            1"))
        XCTAssertTrue(try run("analytics", "2024").contains("no feedback in these days"))
        _ = try run("analytics", "soon", status: 64)
    }

    func testFewEntriesHaveNoPercentages() throws {
        for kind in [FeedbackKind.praise, .praise, .growth, .growth] { try share(write("c", to: "Sam", kind: kind)) }
        for output in [try run("analytics", "--by", "person"), try run("analytics", "--html", "-", "--by", "month")] {
            XCTAssertTrue(output.contains("too few"), output)
            XCTAssertFalse(output.replacing("95 %", with: "").replacing("100%", with: "").contains(" %"), output)
        }
        let total = try JSONValue(Data(run("analytics", "--json").utf8))["total"]
        XCTAssertEqual(total?["praiseShare"], .null)
        XCTAssertEqual(total?["medianSecondsToSharing"], .null)
        XCTAssertEqual(total?["praise"], .integer(2))
    }

    func testAnalyticsFitNarrowTerminals() throws {
        for number in 0..<30 {
            try write("c\(number)", to: "Somebody With A Long Name \(number % 3)", kind: .praise, tags: ["t\(number)"])
        }
        for columns in [40, 79] {
            for line in try run("analytics", "--by", "person", columns: columns).split(separator: "\n") {
                XCTAssertLessThanOrEqual(line.count, columns, String(line))
            }
        }
    }

    func testAnalyticsAndDocumentsNeedPremium() throws {
        let closed = GateKeeper { _, _ in
            GateAnswer(allowed: false, reason: "Analytics are for Premium", variant: "free")
        }
        let journal = JournalFixture(gates: closed).journal
        XCTAssertThrowsError(try journal.analytics()) {
            XCTAssertEqual(($0 as? Failure)?.code, .analyticsDenied)
            XCTAssertEqual(($0 as? Failure)?.denial?.gate, FeedbackJournal.analytics)
        }
        XCTAssertThrowsError(try journal.requireDocuments()) {
            XCTAssertEqual(($0 as? Failure)?.code, .documentsDenied)
        }
    }

    func testAnalyticsPageIsCompleteAndEscaped() throws {
        for number in 0..<6 {
            try write("<b>\(number)", to: "Sam & Co", kind: .growth, on: Day("2026-0\(number + 1)-03"))
        }
        let page = try run("analytics", "--by", "month", "--html", "figures.html")
        for words in ["<svg", "Wilson", "2026-03", "</html>", "0 % (0–39 %)"] {
            XCTAssertTrue(page.contains(words), words)
        }
        let people = try run("analytics", "--by", "person", "--html", "-")
        XCTAssertTrue(people.contains("Sam &amp; Co") && !people.contains("Sam & Co"))
    }
}
