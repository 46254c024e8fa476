import FeedbackCOIN
import FeedbackCOINCommands
import FeedbackCOINTesting
import Foundation
import Interface
import Kernel
import TerminalTesting
import TestSupport
import XCTest

/// Tests remarks after saving, the lint command, its settings, and message signatures and pages.
final class LintCommandTests: XCTestCase {
    private let fixture = JournalFixture()

    @discardableResult
    private func run(_ line: [String], status expected: Int32 = 0, line place: UInt = #line) throws -> (
        output: String, error: String
    ) {
        let post = MailConfiguration(sendmail: fixture.outbox.mailer, mailto: fixture.outbox.mailer) {
            JournalFixture.sender
        }
        let console = ScriptedConsole()
        let app = AppFixture("coin", over: fixture.store, time: .fixed(Instant(milliseconds: 1_795_000_000_000))) {
            [fixture] in
            [FeedbackPlugin(fixture.journal, post: post, press: JournalFixture.press)]
        }
        XCTAssertEqual(try app.shell().run(line, on: console), expected, console.error, line: place)
        return (console.output, console.error)
    }

    private let flawed = [
        "new", "--context", "Stand-up", "--observation", "You always interrupt, and you are rude.", "--to", "Sam",
    ]

    func testSavingAnEntryPrintsOneRemarkAndCountsTheOthers() throws {
        let output = try run(flawed).output
        XCTAssertTrue(output.contains("A remark on the observation “always”."), output)
        XCTAssertTrue(output.contains("2 other remarks"), output)
        XCTAssertTrue(
            try run(["edit", "latest", "--next-steps", "Better manners."]).output.contains("3 other remarks"))
        // The first has no flaw; the second changes no text.
        XCTAssertFalse(try run(["new", "--context", "The release of Friday"]).output.contains("remark"))
        XCTAssertFalse(try run(["edit", "2", "--tag", "team"]).output.contains("remark"))
    }

    func testSettingTurnsRemarksOff() throws {
        try run(["settings", "advice", "no"])
        XCTAssertFalse(try run(flawed).output.contains("remark"))
        XCTAssertTrue(try run(["lint"]).output.contains("“always”"), "the lint command ignores the setting")
        try run(["settings", "advice", "perhaps"], status: 64)
        try run(["settings", "page"], status: 64)
        try run(["settings", "signature", String(repeating: "x", count: 401)], status: 65)
        try run(["settings", "signature", "a\u{1B}[31m"], status: 65)
        try run(["settings", "signature", (1...9).map(String.init).joined(separator: "\n")], status: 65)
    }

    func testLintPrintsSectionWordsReasonAndAlternative() throws {
        try run(flawed)
        let output = try run(["lint", "1"]).output
        for words in [
            "Observation, absolute: “always”", "One exception is enough", "Say how often", "Impact, no impact",
            "coin edit",
        ] {
            XCTAssertTrue(output.contains(words), "\(words) in \(output)")
        }
        guard case .array(let advice) = try JSONValue(Data(try run(["lint", "latest", "--json"]).output.utf8)) else {
            return XCTFail("no list")
        }
        XCTAssertEqual(advice.map { $0["flaw"] }, ["absolute", "label", "noImpact"].map { .string($0) })
        XCTAssertEqual(advice.first?["words"], .string("always"))
        try run(["new", "--context", "The release of Friday"])
        XCTAssertTrue(try run(["lint"]).output.contains("nothing to advise"))
        try run(["lint", "nobody"], status: 1)
    }

    func testMessageIncludesSignatureAndPage() throws {
        try run(["new", "--context", "Größe <b>", "--impact", "We waited an hour."])
        try run(["settings", "signature", "Zoë Park\nPlatform"])
        try run(["share", "latest", "--to", "sam@example.org"])
        try run(["share", "latest", "--to", "kim@example.org", "--page"])
        try run(["settings", "page", "yes"])
        try run(["settings", "signature", ""])
        try run(["share", "latest", "--to", "mina@example.org"])
        let received = try fixture.outbox.messages.map { try ReceivedMail(reading: Array($0.text.utf8)) }
        let body = Letter.body(
            of: FeedbackText(context: "Größe <b>", impact: "We waited an hour."), on: fixture.journal.today)
        XCTAssertEqual(
            received.map(\.body), [body + "\n-- \nZoë Park\nPlatform\n", body + "\n-- \nZoë Park\nPlatform\n", body])
        XCTAssertEqual(received.map { $0.page == nil }, [true, false, false])
        let page = try XCTUnwrap(received[1].page)
        XCTAssertTrue(page.contains("Größe &lt;b&gt;") && page.contains("Platform") && !page.contains("<b>"), page)
        XCTAssertFalse(try XCTUnwrap(received[2].page).contains("Platform"))
    }

    func testIndividualSharingSendsOneMessagePerRecipient() throws {
        try run(["new", "--context", "The release"])
        try run(["share", "latest", "--to", "a@example.org,b@example.org", "--to", "c@example.org", "--individually"])
        XCTAssertEqual(
            fixture.outbox.messages.map { $0.letter.recipients.map(\.address.text) },
            [["a@example.org"], ["b@example.org"], ["c@example.org"]])
        XCTAssertEqual(Set(fixture.outbox.messages.map(\.messageID)).count, 3)
        XCTAssertEqual(try fixture.journal.shares().count, 3)
        try run(
            ["share", "latest", "--to", "a@example.org,b@example.org", "--individually", "--file", "a.eml"], status: 64)
    }

    /// The gate allows all copies or none. A failure names the recipients who already got one.
    func testIndividualSharingChecksTheLimitFirstAndReportsPartialSuccess() throws {
        let gates = GateKeeper { gate, used in
            GateAnswer(allowed: used < 3, used: used, limit: 3, reason: "3 are free.", variant: "free")
        }
        let fixture = JournalFixture(gates: gates)
        let entry = try fixture.journal.write(FeedbackText(context: "c"))
        let four = try fixture.letter(entry, to: "a@x.org, b@x.org, c@x.org, d@x.org")
        let sender = try Mailbox(JournalFixture.sender)
        XCTAssertThrowsError(try fixture.journal.shareIndividually(four, from: sender, through: fixture.outbox.mailer))
        {
            XCTAssertEqual(($0 as? Failure)?.code, .sharingDenied)
        }
        XCTAssertEqual(fixture.outbox.messages.count, 0)
        let outbox = fixture.outbox.mailer
        let picky = Mailer("picky", outcome: "") { message in
            guard message.letter.recipients[0].address.text != "c@x.org" else {
                throw Failure(.headerInjection, "No such box.")
            }
            try outbox.handOver(message)
        }
        let three = try fixture.letter(entry, to: "a@x.org, b@x.org, c@x.org")
        XCTAssertThrowsError(try fixture.journal.shareIndividually(three, from: sender, through: picky)) {
            XCTAssertTrue("\($0)".contains("Shared with a@x.org, b@x.org. Then, for c@x.org: No such box."), "\($0)")
        }
        XCTAssertEqual(try fixture.journal.shares(of: entry).map(\.recipientEmail).sorted(), ["a@x.org", "b@x.org"])
        XCTAssertEqual(try fixture.journal.entry("latest").shareCount, 2)
    }
}
