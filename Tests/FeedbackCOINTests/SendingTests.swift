import FeedbackCOIN
import FeedbackCOINCommands
import FeedbackCOINTesting
import Interface
import Kernel
import TerminalTesting
import XCTest

/// Tests the checks before sharing: files, template gaps, confirmation, second copies and limits.
final class SendingTests: XCTestCase {
    private func run(
        _ line: [String], _ fixture: JournalFixture, typing: [String]? = nil, files: [String: [UInt8]] = [:]
    )
        throws
        -> ScriptedConsole
    {
        let console = typing.map { ScriptedConsole(lines: $0, terminal: true) } ?? ScriptedConsole(files: files)
        let post = MailConfiguration(
            sendmail: fixture.outbox.mailer, mailto: fixture.outbox.mailer, asks: typing != nil
        ) {
            JournalFixture.sender
        }
        let app = AppFixture("coin", over: fixture.store, time: .fixed(Instant(milliseconds: 1_795_000_000_000))) {
            [FeedbackPlugin(fixture.journal, post: post, press: JournalFixture.press)]
        }
        status = try app.shell().run(line, on: console)
        return console
    }

    private var status: Int32 = 0

    func testShareAttachesFiles() throws {
        let fixture = JournalFixture()
        _ = try run(["new", "--context", "Demo"], fixture)
        let files = [
            "notes/plan.pdf": Array("%PDF 1".utf8), "b.txt": Array("two\nlines".utf8),
            "big": [UInt8](repeating: 1, count: 9_000_000),
        ]
        let share = ["share", "latest", "--to", "sam@example.org"]
        let result = try run(share + ["--attach", "notes/plan.pdf", "--preview"], fixture, files: files)
        XCTAssertTrue(result.output.contains("plan.pdf (6 bytes)"), result.output)
        _ = try run(share + ["--attach", "notes/plan.pdf", "--attach", "b.txt", "--page"], fixture, files: files)
        XCTAssertEqual(status, 0)
        let received = try ReceivedMail(reading: Array(XCTUnwrap(fixture.outbox.messages.last).text.utf8))
        XCTAssertEqual(received.files.map(\.bytes), [Array("%PDF 1".utf8), Array("two\nlines".utf8)])
        XCTAssertNotNil(received.page)
        let refusals: [(words: [String], status: Int32, says: String)] = [
            (["--attach", "nowhere.pdf"], 66, "nowhere.pdf"),
            (["--attach", "big", "--attach", "big"], 65, "18 MB together"),
            (["--attach", "a\u{1B}[31m.txt"], 65, "cannot go along"),
        ]
        for (words, expected, says) in refusals {
            let console = try run(
                share + words, fixture, files: files.merging(["a\u{1B}[31m.txt": [1]]) { first, _ in first })
            XCTAssertEqual(status, expected, "\(words) \(console.error)")
            XCTAssertTrue(console.error.contains(says), console.error)
        }
        XCTAssertEqual(fixture.outbox.messages.count, 1, "refused messages are not sent")
        let letter = try fixture.letter(fixture.journal.entry("latest")).adding([Attachment([1], at: "b.txt")])
        XCTAssertThrowsError(try MailtoLink.link(letter)) { XCTAssertTrue("\($0)".contains("takes no files"), "\($0)") }
    }

    func testTemplateGapsBlockSharing() throws {
        let fixture = JournalFixture()
        _ = try run(["new", "--template", "good-work", "--context", "The release [sic]"], fixture)
        let share = ["share", "latest", "--to", "sam@example.org"]
        for options in [[], ["--via", "mailto"], ["--file", "a.eml"]] {
            let console = try run(share + options, fixture)
            XCTAssertEqual(status, 65)
            XCTAssertTrue(
                console.error.contains(
                    "There are gaps of the template to fill in: [what you did, in detail], [one thing], [what got better]"
                ),
                console.error)
            XCTAssertFalse(console.error.contains("[sic]"), "brackets outside of templates are no gaps")
        }
        XCTAssertEqual(fixture.outbox.messages.count, 0)
        XCTAssertTrue(
            try run(share + ["--preview"], fixture).output.contains("To fill in before you send it: [what you did"))
        _ = try run(share + ["--with-gaps"], fixture)
        XCTAssertEqual(fixture.outbox.messages.count, 1)
        _ = try run(["new", "--context", "On [day], [day] and [x][y](z)"], fixture)
        XCTAssertTrue(try run(share, fixture).error.contains("There is a gap of the template to fill in: [day]."))
    }

    func testCustomTemplateGapsCountUntilTheTemplateIsDeleted() throws {
        let fixture = JournalFixture()
        let own = try fixture.journal.addTemplate(named: "own", summary: "", FeedbackText(context: "In [my gap]"))
        XCTAssertEqual(try fixture.journal.unfilledGaps(in: own.text), ["[my gap]"])
        try fixture.journal.delete(own)
        XCTAssertEqual(try fixture.journal.unfilledGaps(in: own.text), [])
    }

    func testSharingInATerminalAsksForConfirmation() throws {
        let fixture = JournalFixture()
        _ = try run(["new", "--context", "Demo"], fixture)
        let share = ["share", "latest", "--to", "Sam <sam@example.org>, kim@example.org"]
        let console = try run(share, fixture, typing: ["n"])
        XCTAssertEqual(status, 1)
        XCTAssertEqual(fixture.outbox.messages.count, 0)
        XCTAssertTrue(console.output.contains("Sam <sam@example.org>, kim@example.org"), console.output)
        XCTAssertTrue(console.error.contains("Send “Demo” to sam@example.org, kim@example.org?"), console.error)
        _ = try run(share, fixture, typing: ["y"])
        XCTAssertEqual(fixture.outbox.messages.count, 1)
        _ = try run(share + ["--yes"], fixture, typing: [])
        XCTAssertEqual(fixture.outbox.messages.count, 2)
        for options in [["--via", "mailto"], ["--file", "a.eml"], ["--preview"]] {
            _ = try run(["new", "--context", "Other"], fixture)
            _ = try run(share + options, fixture, typing: [])
            XCTAssertEqual(status, 0, "this option sends nothing: \(options)")
        }
    }

    func testSecondCopyIsReported() throws {
        let fixture = JournalFixture()
        _ = try run(["new", "--context", "Demo"], fixture)
        let day = "\(fixture.journal.today)"
        XCTAssertFalse(
            try run(["share", "latest", "--to", "sam@example.org,kim@example.org"], fixture).output.contains("copy"))
        let again = try run(["share", "latest", "--to", "SAM@example.org,lee@example.org"], fixture)
        XCTAssertEqual(status, 0)
        XCTAssertTrue(again.output.contains("A second copy: sam@example.org got this on \(day)."), again.output)
        XCTAssertFalse(again.output.contains("lee@example.org got"), again.output)
        _ = try run(["edit", "latest", "--impact", "much"], fixture)
        let result = try run(["share", "latest", "--to", "kim@example.org", "--file", "a.eml"], fixture, typing: ["n"])
        let question = result.error.replacing("\n", with: " ")
        XCTAssertTrue(
            question.contains("kim@example.org got an earlier version on \(day). Send “Demo” to kim@example.org?"),
            question)
        XCTAssertEqual(try fixture.journal.shares().count, 4)
    }

    func testEveryRecipientCountsTowardTheLimit() throws {
        let fixture = JournalFixture(
            gates: GateKeeper { _, used in
                GateAnswer(allowed: used < 10, used: used, limit: 10, reason: "Full.", variant: "free")
            })
        let entry = try fixture.journal.write(FeedbackText(context: "Demo"))
        func share(_ count: Int) throws {
            let people = (1...count).map { "p\($0)@example.org" }.joined(separator: ",")
            _ = try fixture.journal.share(
                fixture.letter(entry, to: people), from: Mailbox(JournalFixture.sender), through: fixture.outbox.mailer)
        }
        try share(8)
        XCTAssertThrowsError(try share(3)) {
            let failure = $0 as? Failure
            XCTAssertEqual(failure?.code.text, "sharingDenied")
            XCTAssertEqual(failure?.message, "This goes to 3 people, but you can send only 2 more of 10.")
            XCTAssertEqual(failure?.denial?.answer.allowed, false)
        }
        XCTAssertEqual(fixture.outbox.messages.count, 1)
        try share(2)
        XCTAssertThrowsError(try share(1)) { XCTAssertEqual(($0 as? Failure)?.message, "Full.") }
        XCTAssertEqual(try fixture.journal.shareCount(), 10)
    }

    func testExportFormatFollowsTheFileExtension() throws {
        let fixture = JournalFixture()
        _ = try run(["new", "--context", "Demo"], fixture)
        for (name, flags, start) in [
            ("a.csv", [], "id,"), ("a.CSV", [], "id,"), ("a.md", [], "# COIN Feedback"),
            ("a.html", [], "<!doctype html>"),
            ("a.json", [], "[\n"), ("a", [], "[\n"), ("d.x/a", [], "[\n"), (".hidden", [], "[\n"),
            ("a.txt", ["--csv"], "id,"),
        ] as [(String, [String], String)] {
            let console = try run(["export", name] + flags, fixture)
            let text = String(decoding: console.fileContents[name] ?? [], as: UTF8.self)
            XCTAssertTrue(
                text.lowercased().hasPrefix(start.lowercased()), "\(name): \(text.prefix(30)) \(console.error)")
        }
        let console = try run(["export", "x.doc"], fixture)
        XCTAssertEqual(status, 64)
        XCTAssertEqual(console.fileContents.count, 0)
        XCTAssertTrue(console.error.contains("An export cannot have the form “.doc”."), console.error)
    }
}
