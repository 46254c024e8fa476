import FeedbackCOIN
import FeedbackCOINCommands
import FeedbackCOINContract
import Foundation
import Kernel
import Terminal
import TerminalContract
import TestBench
import XCTest

/// Advice behind what was written and by a command, the settings, and what stands beside and below a message.
final class LintCommandTests: XCTestCase {
    private let desk = Desk()

    @discardableResult
    private func run(_ line: [String], status wanted: Int32 = 0, line place: UInt = #line) throws -> (
        output: String, error: String
    ) {
        let post = PostOffice(sendmail: desk.outbox.mailer, mailto: desk.outbox.mailer) { Desk.sender }
        let console = ScriptedConsole()
        let app = AppBench("coin", over: desk.store, time: .fixed(Instant(milliseconds: 1_795_000_000_000))) { [desk] in
            [FeedbackPlugin(desk.journal, post: post, press: Desk.press)]
        }
        XCTAssertEqual(try app.shell().run(line, on: console), wanted, console.error, line: place)
        return (console.output, console.error)
    }

    private let flawed = [
        "new", "--context", "Stand-up", "--observation", "You always interrupt, and you are rude.", "--to", "Sam",
    ]

    func testOneRemarkIsMadeBehindWhatWasWritten() throws {
        let said = try run(flawed).output
        XCTAssertTrue(said.contains("A remark on the observation “always”."), said)
        XCTAssertTrue(said.contains("2 other remarks"), said)
        XCTAssertTrue(try run(["edit", "latest", "--next-steps", "Better manners."]).output.contains("3 other remarks"))
        // Nothing to remark on, and nothing that was changed in the words.
        XCTAssertFalse(try run(["new", "--context", "The release of Friday"]).output.contains("remark"))
        XCTAssertFalse(try run(["edit", "2", "--tag", "team"]).output.contains("remark"))
    }

    func testTheRemarkCanBeTurnedOff() throws {
        try run(["settings", "advice", "no"])
        XCTAssertFalse(try run(flawed).output.contains("remark"))
        XCTAssertTrue(try run(["lint"]).output.contains("“always”"), "who asks is told")
        try run(["settings", "advice", "perhaps"], status: 64)
        try run(["settings", "page"], status: 64)
        try run(["settings", "signature", String(repeating: "x", count: 401)], status: 65)
        try run(["settings", "signature", "a\u{1B}[31m"], status: 65)
        try run(["settings", "signature", (1...9).map(String.init).joined(separator: "\n")], status: 65)
    }

    func testLintTellsWhereWhatWhyAndHow() throws {
        try run(flawed)
        let said = try run(["lint", "1"]).output
        for words in [
            "Observation, absolute: “always”", "One exception is enough", "Say how often", "Impact, no impact", "coin edit",
        ] {
            XCTAssertTrue(said.contains(words), "\(words) in \(said)")
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

    func testASignatureAndAPageGoAlong() throws {
        try run(["new", "--context", "Größe <b>", "--impact", "We waited an hour."])
        try run(["settings", "signature", "Zoë Park\nPlatform"])
        try run(["share", "latest", "--to", "sam@example.org"])
        try run(["share", "latest", "--to", "kim@example.org", "--page"])
        try run(["settings", "page", "yes"])
        try run(["settings", "signature", ""])
        try run(["share", "latest", "--to", "mina@example.org"])
        let received = try desk.outbox.messages.map { try ReceivedMail(reading: Array($0.text.utf8)) }
        let body = Letter.body(of: FeedbackText(context: "Größe <b>", impact: "We waited an hour."), on: desk.journal.today)
        XCTAssertEqual(received.map(\.body), [body + "\n-- \nZoë Park\nPlatform\n", body + "\n-- \nZoë Park\nPlatform\n", body])
        XCTAssertEqual(received.map { $0.page == nil }, [true, false, false])
        let page = try XCTUnwrap(received[1].page)
        XCTAssertTrue(page.contains("Größe &lt;b&gt;") && page.contains("Platform") && !page.contains("<b>"), page)
        XCTAssertFalse(try XCTUnwrap(received[2].page).contains("Platform"))
    }

    func testEachGetsAMessageOfTheirOwn() throws {
        try run(["new", "--context", "The release"])
        try run(["share", "latest", "--to", "a@example.org,b@example.org", "--to", "c@example.org", "--individually"])
        XCTAssertEqual(
            desk.outbox.messages.map { $0.letter.recipients.map(\.address.text) },
            [["a@example.org"], ["b@example.org"], ["c@example.org"]])
        XCTAssertEqual(Set(desk.outbox.messages.map(\.messageID)).count, 3)
        XCTAssertEqual(try desk.journal.shares().count, 3)
        try run(["share", "latest", "--to", "a@example.org,b@example.org", "--individually", "--file", "a.eml"], status: 64)
    }

    /// Room for all of them, or none; and who got it already when the third is refused.
    func testIndividualCopiesAreCountedBeforeAndToldAfter() throws {
        let gates = GateKeeper { gate, used in
            GateAnswer(allowed: used < 3, used: used, limit: 3, reason: "3 are free.", variant: "free")
        }
        let desk = Desk(gates: gates)
        let entry = try desk.journal.write(FeedbackText(context: "c"))
        let four = try desk.letter(entry, to: "a@x.org, b@x.org, c@x.org, d@x.org")
        let sender = try Mailbox(Desk.sender)
        XCTAssertThrowsError(try desk.journal.shareIndividually(four, from: sender, through: desk.outbox.mailer)) {
            XCTAssertEqual(($0 as? Failure)?.code, .sharingDenied)
        }
        XCTAssertEqual(desk.outbox.messages.count, 0)
        let outbox = desk.outbox.mailer
        let picky = Mailer("picky", outcome: "") { message in
            guard message.letter.recipients[0].address.text != "c@x.org" else { throw Failure(.headerInjection, "No such box.") }
            try outbox.handOver(message)
        }
        let three = try desk.letter(entry, to: "a@x.org, b@x.org, c@x.org")
        XCTAssertThrowsError(try desk.journal.shareIndividually(three, from: sender, through: picky)) {
            XCTAssertTrue("\($0)".contains("Shared with a@x.org, b@x.org. Then, for c@x.org: No such box."), "\($0)")
        }
        XCTAssertEqual(try desk.journal.shares(of: entry).map(\.recipientEmail).sorted(), ["a@x.org", "b@x.org"])
        XCTAssertEqual(try desk.journal.entry("latest").shareCount, 2)
    }
}
