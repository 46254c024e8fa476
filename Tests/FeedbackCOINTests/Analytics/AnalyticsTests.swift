import FeedbackCOIN
import FeedbackCOINCommands
import Foundation
import Kernel
import Terminal
import TerminalContract
import TestBench
import XCTest

/// Figures against figures that were counted by hand, and how honest they are about few.
final class AnalyticsTests: XCTestCase {
    private let desk = Desk()

    private func run(_ words: String..., columns: Int = 80, status: Int32 = 0, line: UInt = #line) throws -> String {
        let console = ScriptedConsole(
            terminal: columns != 80, environment: ["TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1"], columns: columns)
        let post = PostOffice(sendmail: desk.outbox.mailer, mailto: desk.outbox.mailer) { Desk.sender }
        let bench = AppBench("coin", over: desk.store, time: .fixed(Instant(milliseconds: 1_795_000_000_000))) { [desk] in
            [FeedbackPlugin(desk.journal, post: post, press: Desk.press)]
        }
        XCTAssertEqual(try bench.shell().run(words, on: console), status, console.error, line: line)
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
        let entry = try desk.journal.write(FeedbackText(context: context), tags: tags)
        return try desk.journal.change(entry.id, change)
    }

    private func share(_ entry: FeedbackEntry, with address: String = "sam@example.org") throws {
        _ = try desk.journal.share(
            desk.letter(entry, to: address), from: Mailbox(Desk.sender), through: desk.outbox.mailer)
    }

    /// Figures of statistics' own tables (Wilson's interval of 0, 5 and 10 in 10, and of 81 in 263).
    func testWilson() throws {
        for (part, whole, low, high) in [
            (0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1), (81, 263, 0.2553, 0.3662),
        ] {
            let interval = try XCTUnwrap(Proportion(part, of: whole)).interval
            XCTAssertEqual(interval.lowerBound, low, accuracy: 0.0001)
            XCTAssertEqual(interval.upperBound, high, accuracy: 0.0001)
        }
        XCTAssertEqual(Proportion(3, of: 5)?.text, "60 % (23–88 %)")
        for (part, whole) in [(2, 4), (0, 0), (6, 5), (-1, 5)] { XCTAssertNil(Proportion(part, of: whole)) }
        var random = RandomSource(seed: 7)
        for _ in 0..<500 {
            let whole = Int.random(in: 5...5000, using: &random)
            let proportion = try XCTUnwrap(Proportion(Int.random(in: 0...whole, using: &random), of: whole))
            XCTAssertTrue((0...1).contains(proportion.interval.lowerBound) && proportion.interval.contains(proportion.share))
        }
    }

    func testFiguresAreWhatCanBeCountedByHand() throws {
        for number in 0..<4 { try share(write("p\(number)", to: "Sam", kind: .praise, project: "Shop", tags: ["team", "Demo"])) }
        try write("g", to: "Kim", kind: .growth, project: "shop", tags: ["TEAM"])
        var received = FeedbackChange()
        received.direction = .received
        _ = try desk.journal.change(write("r").id, received)
        let all = try desk.journal.analytics(by: .person)
        XCTAssertEqual([all.total.count, all.total.received, all.total.praise, all.total.growth], [6, 1, 4, 1])
        XCTAssertEqual([all.total.shared, all.total.copies, all.total.waits.count], [4, 4, 4])
        XCTAssertEqual(all.total.praiseShare?.part, 4)
        XCTAssertNil(all.total.medianWait, "of four, a median would say too much")
        XCTAssertEqual(all.groups.map(\.name), ["Sam", "Kim", nil])
        XCTAssertEqual(all.groups.map(\.figures.count), [4, 1, 1])
        XCTAssertEqual(
            try desk.journal.analytics(by: .project).groups.map { "\($0.name ?? "-") \($0.figures.count)" }, ["shop 5", "- 1"])
        XCTAssertEqual(
            try desk.journal.analytics(by: .tag).groups.map { "\($0.name ?? "-") \($0.figures.count)" },
            ["TEAM 5", "Demo 4", "- 1"])
        try share(desk.journal.entry("2"))
        let wait = try XCTUnwrap(desk.journal.analytics().total.medianWait)
        XCTAssertTrue((1...30).contains(wait), "\(wait)")
    }

    func testPeriodsGoByTheDayOfWhatHappened() throws {
        for (context, day) in [("a", "2026-10-31"), ("b", "2026-11-01"), ("c", "2026-11-30"), ("d", "2025-11-05")] {
            try write(context, on: Day(day))
        }
        let november = try desk.journal.analytics(from: Day("2026-11-01"), through: Day("2026-11-30"), by: .month)
        XCTAssertEqual(november.total.count, 2)
        XCTAssertEqual(november.days, Day("2026-11-01").flatMap { first in Day("2026-11-30").map { first...$0 } })
        XCTAssertEqual(try desk.journal.analytics(by: .month).groups.map(\.name), ["2025-11", "2026-10", "2026-11"])
        XCTAssertTrue(try run("analytics", "2025").contains("Entries            1"))
        XCTAssertTrue(try run("analytics", "2024").contains("no feedback in these days"))
        _ = try run("analytics", "soon", status: 64)
    }

    func testOfFewNoPercentageIsTold() throws {
        for kind in [FeedbackKind.praise, .praise, .growth, .growth] { try share(write("c", to: "Sam", kind: kind)) }
        for said in [try run("analytics", "--by", "person"), try run("analytics", "--html", "-", "--by", "month")] {
            XCTAssertTrue(said.contains("too few"), said)
            XCTAssertFalse(said.replacing("95 %", with: "").replacing("100%", with: "").contains(" %"), said)
        }
        let total = try JSONValue(Data(run("analytics", "--json").utf8))["total"]
        XCTAssertEqual(total?["praiseShare"], .null)
        XCTAssertEqual(total?["medianSecondsToSharing"], .null)
        XCTAssertEqual(total?["praise"], .integer(2))
    }

    func testItFitsNarrowTerminals() throws {
        for number in 0..<30 {
            try write("c\(number)", to: "Somebody With A Long Name \(number % 3)", kind: .praise, tags: ["t\(number)"])
        }
        for columns in [40, 79] {
            for line in try run("analytics", "--by", "person", columns: columns).split(separator: "\n") {
                XCTAssertLessThanOrEqual(line.count, columns, String(line))
            }
        }
    }

    func testItIsForPremium() throws {
        let closed = GateKeeper { _, _ in GateAnswer(allowed: false, reason: "Analytics are for Premium", variant: "free") }
        let journal = Desk(gates: closed).journal
        XCTAssertThrowsError(try journal.analytics()) {
            XCTAssertEqual(($0 as? Failure)?.code, .analyticsDenied)
            XCTAssertEqual(($0 as? Failure)?.denial?.gate, FeedbackJournal.analytics)
        }
        XCTAssertThrowsError(try journal.askForDocuments()) { XCTAssertEqual(($0 as? Failure)?.code, .documentsDenied) }
    }

    func testThePageIsWhole() throws {
        for number in 0..<6 { try write("<b>\(number)", to: "Sam & Co", kind: .growth, on: Day("2026-0\(number + 1)-03")) }
        let page = try run("analytics", "--by", "month", "--html", "figures.html")
        for words in ["<svg", "Wilson", "2026-03", "</html>", "0 % (0–39 %)"] { XCTAssertTrue(page.contains(words), words) }
        let people = try run("analytics", "--by", "person", "--html", "-")
        XCTAssertTrue(people.contains("Sam &amp; Co") && !people.contains("Sam & Co"))
    }
}
