import FeedbackCOIN
import FeedbackCOINCommands
import Foundation
import Interface
import Kernel
import TerminalTesting
import XCTest

final class CommandTests: XCTestCase {
    private let fixture = JournalFixture()
    private var post: MailConfiguration {
        MailConfiguration(sendmail: fixture.outbox.mailer, mailto: fixture.outbox.mailer) { JournalFixture.sender }
    }

    private func app(_ post: MailConfiguration? = nil) -> AppFixture { CommandTests.app(fixture, post ?? self.post) }

    private static func app(_ fixture: JournalFixture, _ post: MailConfiguration) -> AppFixture {
        AppFixture("coin", over: fixture.store, time: .fixed(Instant(milliseconds: 1_795_000_000_000))) {
            [FeedbackPlugin(fixture.journal, post: post, press: JournalFixture.press)]
        }
    }

    private func run(_ line: [String], _ console: ScriptedConsole = ScriptedConsole(), post: MailConfiguration? = nil)
        throws
        -> (
            status: Int32, output: String, error: String
        )
    {
        let status = try app(post).shell().run(line, on: console)
        return (status, console.output, console.error)
    }

    private func json(_ line: [String]) throws -> JSONValue {
        let (status, output, error) = try run(line + ["--json"])
        XCTAssertEqual(status, 0, error)
        return try JSONValue(Data(output.utf8))
    }

    func testEmptyHomeSuggestsFirstCommands() throws {
        let (status, output, _) = try run([])
        XCTAssertEqual(status, 0)
        for words in ["There is no feedback yet", "Observation", "coin new", "coin template list"] {
            XCTAssertTrue(output.contains(words), words)
        }
        XCTAssertEqual(try json([])["feedback"]?["entries"], .integer(0))
    }

    func testListHasTheDocumentedJSONKeys() throws {
        _ = try run(["new", "--context", "A\nB", "--impact", "i", "--to", "Sam <sam@example.org>", "--tag", "t"])
        _ = try run(["new", "--context", "Second"])
        guard case .array(let entries) = try json(["list"]), case .object(let members) = entries.last else {
            return XCTFail("no list")
        }
        let keys: Set = [
            "id", "context", "observation", "impact", "nextSteps", "recipient", "tags", "createdAt", "updatedAt",
            "sharedAt",
            "shareCount", "recipients", "kind", "direction", "status", "happenedOn", "project", "person", "followUp",
            "discussedOn", "doneOn",
        ]
        XCTAssertEqual(Set(members.keys), keys)
        XCTAssertEqual(members["context"], .string("A\nB"))
        XCTAssertEqual(members["observation"], .string(""))
        XCTAssertEqual(members["recipient"], .object(["name": .string("Sam"), "address": .string("sam@example.org")]))
        XCTAssertEqual(members["sharedAt"], .null)
        XCTAssertEqual(entries.first?["context"], .string("Second"), "newest first")
        XCTAssertEqual(entries.first?["recipient"], .null)
    }

    func testSharingRecordsSentMessagesOnly() throws {
        _ = try run(["new", "--context", "Demo"])
        let preview = try json(["share", "latest", "--to", "sam@example.org", "--preview"])
        XCTAssertEqual(preview["subject"], .string("COIN Feedback: Demo"))
        XCTAssertEqual(
            preview["body"], .string(Letter.body(of: FeedbackText(context: "Demo"), on: fixture.journal.today)))
        XCTAssertEqual(fixture.outbox.messages.count, 0)
        let shared = try json(["share", "latest", "--to", "sam@example.org", "--to", "Kim <k@x.org>, l@x.org"])
        XCTAssertEqual(shared["shareCount"], .integer(3))
        XCTAssertEqual(shared["recipients"], .array(["sam@example.org", "k@x.org", "l@x.org"].map { .string($0) }))
        XCTAssertEqual(fixture.outbox.messages.count, 1)
        guard case .array(let history) = try json(["history"]) else { return XCTFail("no history") }
        XCTAssertEqual(history.count, 3)
        XCTAssertTrue(try run(["list"]).output.contains("3×"))
        XCTAssertTrue(try run(["show", "latest"]).output.contains("Kim <k@x.org>"))
    }

    func testFromOptionOverridesTheSavedSender() throws {
        _ = try run(["new", "--context", "Demo", "--to", "sam@example.org"])
        func from(_ words: [String] = []) throws -> JSONValue? {
            try json(["share", "latest", "--preview"] + words)["from"]
        }
        XCTAssertEqual(try json(["sender"])["from"], .string("environment"))
        XCTAssertEqual(try from(), .string(JournalFixture.sender))
        XCTAssertEqual(try json(["sender", "Sam Lee <lee@example.org>"])["from"], .string("coin"))
        XCTAssertEqual(try from(), .string("Sam Lee <lee@example.org>"))
        XCTAssertEqual(try from(["--from", "other@example.org"]), .string("other@example.org"))
        XCTAssertEqual(try run(["sender", "x"]).status, 65)
        XCTAssertEqual(try run(["sender", "a@b.org", "--forget"]).status, 64)
        XCTAssertEqual(try from(), .string("Sam Lee <lee@example.org>"), "refused senders change nothing")
        XCTAssertEqual(try json(["sender", "--forget"])["sender"], .string(JournalFixture.sender))
    }

    func testMessageFileContainsOnlyTheMessage() throws {
        _ = try run(["new", "--context", "Demo", "--to", "sam@example.org"])
        let console = ScriptedConsole()
        XCTAssertEqual(try run(["share", "latest", "--via", "eml", "--file", "-"], console).status, 0)
        XCTAssertTrue(console.output.hasPrefix("Date: ") && console.output.contains("To: sam@example.org\r\n"))
        XCTAssertTrue(console.output.hasSuffix("App: COIN Feedback\r\n"))
        XCTAssertTrue(console.error.contains("Shared “Demo”"))
        let secondConsole = ScriptedConsole(files: ["a.eml": []])
        XCTAssertEqual(try run(["share", "latest", "--file", "a.eml"], secondConsole).status, 73)
        XCTAssertEqual(try fixture.journal.shares().count, 1, "an existing file is not overwritten")
        let dryRun = MailConfiguration(sendmail: fixture.outbox.mailer, mailto: fixture.outbox.mailer, isDryRun: true) {
            JournalFixture.sender
        }
        let untouched = ScriptedConsole()
        XCTAssertEqual(try run(["share", "latest", "--file", "b.eml", "--dry-run"], untouched, post: dryRun).status, 0)
        XCTAssertEqual(untouched.fileContents.count, 0)
    }

    func testInvalidInputHasExitStatusAndReason() throws {
        _ = try run(["new", "--context", "Demo"])
        let share = ["share", "latest", "--to"]
        let cases: [(line: [String], status: Int32, words: String)] = [
            (["new", "--context", " "], 65, "needs a context"), (["new", "--impact", "x"], 65, "needs a context"),
            (["new", "--context", "a\u{1B}b"], 65, "control characters"),
            (["new", "--context", "a", "--to", "a@b\nBcc: c@d"], 65, "line breaks"),
            (["new", "--context", String(repeating: "x", count: 20_001)], 65, "20001"),
            (["show", "nope"], 1, "no entry “nope”"),
            (["edit", "latest", "--context", ""], 65, "needs a context"),
            (["list", "--shared", "--unshared"], 64, "match nothing"),
            (["list", "--limit", "0"], 64, "limit"), (share + ["x"], 65, "not an e-mail address"),
            (share + ["a@b.org\r\nBcc: c@d.org"], 65, "line breaks"),
            (share + ["a@b.org", "--subject", "x\ny"], 65, "line breaks"),
            (share + [(0...100).map { "p\($0)@x.org" }.joined(separator: ",")], 65, "at most 100"),
            (["share", "latest"], 64, "Nobody"),
            (share + ["a@b.org", "--via", "eml"], 64, "--file"),
            (share + ["a@b.org", "--via", "pigeon"], 64, "pigeon"),
            (["delete", "latest"], 64, "--yes"), (["new"], 64, "terminal"),
            (["export", "--csv", "--html"], 64, "only have one form"),
            (["template", "delete", "good-work", "--yes"], 1, "comes with the app"),
            (["new", "--template", "nope"], 1, "no template"),
        ]
        let before = try fixture.journal.entries()
        for (line, status, words) in cases {
            let result = try run(line)
            XCTAssertEqual(result.status, status, "\(line): \(result.error)")
            XCTAssertTrue(result.error.contains(words), "\(line): \(result.error)")
            XCTAssertEqual(result.output, "", "\(line)")
        }
        let unknown = MailConfiguration(sendmail: fixture.outbox.mailer, mailto: fixture.outbox.mailer) { nil }
        XCTAssertEqual(try run(share + ["a@b.org"], post: unknown).status, 64)
        XCTAssertEqual(try fixture.journal.entries(), before)
        XCTAssertEqual(fixture.outbox.messages.count, 0)
    }

    func testUnchangedEditorTextChangesNothing() throws {
        XCTAssertEqual(try run(["new"], ScriptedConsole(terminal: true)).status, 0)
        XCTAssertEqual(try run(["new", "--template", "good-work"], ScriptedConsole(terminal: true)).status, 0)
        XCTAssertEqual(try run(["new"], ScriptedConsole(terminal: true) { _ in "" }).status, 0)
        XCTAssertEqual(try fixture.journal.entries().count, 0)
        _ = try run(["new", "--context", "a"])
        let before = try fixture.journal.entries()
        XCTAssertEqual(try run(["edit", "latest"], ScriptedConsole(terminal: true) { $0 + "\n\n" }).status, 0)
        XCTAssertEqual(try fixture.journal.entries(), before)
    }

    func testEditReportsWhetherItChangedTheEntry() throws {
        _ = try run(["new", "--context", "here"])
        let changed = try run(["edit", "latest", "--impact", "much"]).output
        XCTAssertTrue(changed.contains("Changed “here”") && changed.contains("coin undo"), changed)
        let same = try run(["edit", "latest", "--impact", "much"]).output
        XCTAssertTrue(same.contains("Nothing was changed.") && !same.contains("coin undo"), same)
    }

    /// Another process changes a section while the editor is open.
    func testEditorKeepsConcurrentChangesOfOtherSections() throws {
        _ = try run(["new", "--context", "here", "--impact", "much"])
        let fixture = fixture
        let console = ScriptedConsole(terminal: true) {
            _ = try? fixture.journal.change(
                fixture.journal.entry("latest").id, FeedbackChange(sections: [.nextSteps: "meanwhile"]))
            return $0.replacing("much", with: "little")
        }
        XCTAssertEqual(try run(["edit", "latest"], console).status, 0)
        XCTAssertEqual(
            try fixture.journal.entry("latest").text,
            FeedbackText(context: "here", impact: "little", nextSteps: "meanwhile"))
    }

    func testEditorTextBecomesTheSections() throws {
        let console = ScriptedConsole(terminal: true) {
            $0.replacing("## Impact\n", with: "## Impact\nmuch\n").replacing("## Context\n", with: "## Context\nhere\n")
        }
        XCTAssertEqual(try run(["new", "--tag", "t"], console).status, 0)
        XCTAssertEqual(try fixture.journal.entry("latest").text, FeedbackText(context: "here", impact: "much"))
        XCTAssertEqual(try fixture.journal.entry("latest").tags, ["t"])
    }

    func testInvalidEditorTextIsReopenedWithTheReason() throws {
        let texts = Recorder<String>()
        let console = ScriptedConsole(terminal: true) { text in
            texts.append(text)
            return texts.all.count == 1 ? "## Impact\nkept words" : text + "\n## Context\nnow"
        }
        XCTAssertEqual(try run(["new"], console).status, 0)
        XCTAssertEqual(texts.all.count, 2)
        XCTAssertTrue(texts.all[1].contains("needs a context") && texts.all[1].contains("kept words"))
        XCTAssertEqual(try fixture.journal.entry("latest").text, FeedbackText(context: "now", impact: "kept words"))
        let rounds = Recorder<String>()
        let stubborn = ScriptedConsole(terminal: true) { text in
            rounds.append(text)
            return rounds.all.count == 1 ? "## Impact\nx" : text
        }
        let result = try run(["new"], stubborn)
        XCTAssertEqual(result.status, 65, "an unchanged text ends the editing")
        XCTAssertEqual(rounds.all.count, 2)
        let message = result.error.replacing("\n", with: " ")
        XCTAssertTrue(message.contains("What you wrote is kept in drafts/feedback.md."), message)
        XCTAssertEqual(stubborn.fileContents["drafts/feedback.md"], Array("## Impact\nx".utf8))
    }

    func testDeleteAsksForConfirmationAndCanBeUndone() throws {
        _ = try run(["new", "--context", "a"])
        XCTAssertEqual(try run(["delete", "latest"], ScriptedConsole(lines: ["n"], terminal: true)).status, 1)
        XCTAssertEqual(try fixture.journal.entries().count, 1)
        XCTAssertEqual(try run(["delete", "latest", "--yes"]).status, 0)
        XCTAssertEqual(try fixture.journal.entries().count, 0)
        _ = try fixture.store.undoLast()
        XCTAssertEqual(try fixture.journal.entries().count, 1)
    }

    func testExportsAreEscaped() throws {
        _ = try run([
            "new", "--context", "=SUM(A1) <script>alert(1)</script>", "--impact", "a\nb, \"c\"", "--tag", "x", "--tag",
            "y",
        ])
        let csv = try run(["export", "--csv"]).output
        XCTAssertTrue(csv.hasPrefix("id,context,observation,impact,nextSteps,recipientName,recipientAddress,tags,"))
        XCTAssertTrue(csv.contains("'=SUM(A1)") && csv.contains("\"a\nb, \"\"c\"\"\"") && csv.contains("\"x, y\""))
        let html = try run(["export", "--html"]).output
        XCTAssertFalse(html.contains("<script>"))
        XCTAssertTrue(html.contains("&lt;script&gt;"))
        XCTAssertFalse(try run(["export", "--markdown"]).output.contains(" <script>"))
        guard case .array(let exported) = try JSONValue(Data(run(["export"]).output.utf8)) else {
            return XCTFail("no list")
        }
        let bare = exported.map { entry -> JSONValue in
            guard case .object(var members) = entry else { return entry }
            XCTAssertEqual(members.removeValue(forKey: "shares"), .array([]))
            return .object(members)
        }
        XCTAssertEqual(.array(bare), try json(["list"]), "export and list have equal entries")
        let console = ScriptedConsole()
        XCTAssertEqual(try run(["export", "a.json"], console).status, 0)
        XCTAssertEqual(
            console.fileContents["a.json"].map { String(decoding: $0, as: UTF8.self) }, try run(["export"]).output)
        XCTAssertEqual(try run(["export", "a.json"], ScriptedConsole(files: ["a.json": []])).status, 73)
    }

    func testTerminalOutputIsSanitized() throws {
        let entry = FeedbackEntry(
            id: "old", text: FeedbackText(context: "safe \u{202E}evil", impact: "\u{9F3}\u{FEFF}"),
            createdAt: Instant(milliseconds: 1_795_000_000_000))
        try StoredFeedbackRepository(fixture.store).write(undo: nil) { try $0.save(entry) }
        XCTAssertThrowsError(try fixture.journal.write(entry.text)) {
            XCTAssertEqual(($0 as? Failure)?.code, .controlCharacters)
        }
        for line in [["show", entry.id.rawValue], ["list"], []] {
            XCTAssertFalse(try run(line, ScriptedConsole(terminal: true)).output.contains("\u{202E}"), "\(line)")
        }
    }

    func testCommandsFollowTheCommandRules() throws {
        let rules = CommandRules(app: "coin", commands: try app().shell().allCommands) {
            let fixture = JournalFixture()
            let sink = fixture.outbox.mailer
            let app = CommandTests.app(
                fixture, MailConfiguration(sendmail: sink, mailto: sink) { JournalFixture.sender })
            _ = try fixture.journal.write(FeedbackText(context: "first"), to: Recipient("Sam"))
            _ = try fixture.journal.addPerson("Sam", PersonChange(team: .set("Web")))
            _ = try fixture.journal.addTemplate(
                named: "mine", summary: "", FeedbackText(context: "In the retro of [day]"))
            return app.subject
        }
        for broken in try rules.brokenRules() { XCTFail(broken.description) }
    }
}
