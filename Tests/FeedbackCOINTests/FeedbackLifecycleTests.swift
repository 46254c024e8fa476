import FeedbackCOINCommands
import Foundation
import Interface
import Kernel
import Reminders
import Storage
import TerminalTesting
import TestSupport
import XCTest

@testable import FeedbackCOIN

/// Tests entry status, follow-ups, agendas, filters and review pages.
final class FeedbackLifecycleTests: XCTestCase {
    private let fixture = JournalFixture()
    private var journal: FeedbackJournal { fixture.journal }
    private let today = Day(ordinal: 20_775)

    private func write(
        _ context: String, to name: String = "Sam", _ kind: FeedbackKind? = nil,
        _ change: (inout FeedbackChange) -> Void = { _ in }
    ) throws -> FeedbackEntry {
        let resolved = try journal.resolve(name)
        var changes = FeedbackChange(recipient: .set(resolved.recipient))
        (changes.person, changes.kind) = (resolved.person, kind.map { .set($0) })
        change(&changes)
        return try journal.write(FeedbackText(context: context, nextSteps: "Step of \(context)\nmore"), changes)
    }

    private func app() -> AppFixture {
        let sink = fixture.outbox.mailer
        return AppFixture("coin", over: fixture.store, time: .fixed(Instant(milliseconds: 1_795_000_000_000))) {
            [journal] in
            [
                FeedbackPlugin(
                    journal, post: MailConfiguration(sendmail: sink, mailto: sink) { JournalFixture.sender },
                    press: JournalFixture.press)
            ]
        }
    }

    @discardableResult
    private func run(_ words: String..., status: Int32 = 0) throws -> String {
        let console = ScriptedConsole()
        XCTAssertEqual(try app().shell().run(words, on: console), status, console.error)
        return status == 0 ? console.output : console.error
    }

    func testStatusFollowsFromStoredFacts() throws {
        let entry = try write("a")
        XCTAssertEqual(entry.status, .draft)
        let shared = try journal.share(
            fixture.letter(entry), from: Mailbox(JournalFixture.sender), through: fixture.outbox.mailer)
        XCTAssertEqual(shared.status, .shared)
        let discussed = try journal.mark(entry.id, .discussed, on: today)
        XCTAssertEqual([discussed.status, try journal.mark(entry.id, .done).status], [.discussed, .done])
        XCTAssertEqual(
            try journal.entry(entry.id.rawValue).updatedAt, entry.updatedAt, "the status is no edit of the text")
        XCTAssertEqual(try journal.mark(entry.id, .open).status, .shared)
        for status in [FeedbackStatus.done, .discussed, .shared] {
            _ = try fixture.store.undoLast()
            XCTAssertEqual(try journal.entry(entry.id.rawValue).status, status)
        }
        XCTAssertEqual(try write("b") { $0.direction = .received }.status, .shared)
    }

    func testDoneClosesTheFollowUpAndANewFollowUpReopens() throws {
        let entry = try write("a") { $0.followUp = .set(FollowUp("Ask", due: self.today)) }
        XCTAssertEqual(try journal.due().map(\.id), [entry.id])
        let done = try journal.mark(entry.id, .done, on: today)
        XCTAssertEqual(done.followUp?.doneOn, today)
        XCTAssertEqual(try journal.due(), [])
        XCTAssertNil(try journal.setFollowUp(entry.id, up: FollowUp(due: today.adding(days: 3))).doneOn)
        XCTAssertEqual(try journal.finishFollowUp(of: entry.id, on: today).status, .draft)
        XCTAssertThrowsError(try journal.finishFollowUp(of: write("b").id)) {
            XCTAssertEqual(($0 as? Failure)?.code, .noFollowUp)
        }
        XCTAssertThrowsError(try journal.setFollowUp(entry.id, up: FollowUp("a\nb", due: today))) {
            XCTAssertEqual(($0 as? Failure)?.code, .stepInvalid)
        }
    }

    func testAgendaListsPraiseFirstAndIsDiscussedInOneChange() throws {
        let growth = try write("growth", .growth), praise = try write("praise", .praise), plain = try write("plain")
        let overdue = try write("over", .praise) { $0.followUp = .set(FollowUp(due: self.today)) }
        _ = try journal.mark(overdue.id, .discussed, on: today)
        _ = try write("Kim's", to: "Kim", .praise)
        let agenda = try journal.agenda(withPersonNamed: "sam")
        XCTAssertEqual(agenda.items.map(\.id), [praise.id, growth.id, plain.id])
        XCTAssertEqual(agenda.steps.map(\.id), [overdue.id])
        XCTAssertEqual(agenda.lastMeeting, today)
        _ = try journal.updatePerson("Sam", PersonChange(name: "Samuel"))
        let before = try journal.entries()
        _ = try journal.discuss("Samuel", on: today)
        XCTAssertEqual(try journal.agenda(withPersonNamed: "Samuel").items, [])
        let raw = try fixture.store.read { try $0.records(FeedbackEntry.byAge.all) }
        XCTAssertEqual(
            Set(raw.compactMap { $0.recipient?.name }), ["Sam", "Kim"], "entries keep the written name")
        _ = try fixture.store.undoLast()
        XCTAssertEqual(try journal.entries(), before)
        XCTAssertEqual(try journal.discuss("Kim").items.count, 1)
        let steps = try fixture.store.undoSteps().count
        XCTAssertTrue(try journal.discuss("Kim").items.isEmpty)
        XCTAssertEqual(
            try fixture.store.undoSteps().count, steps, "no change, no undo step")
    }

    func testReminderOccursOnlyOnItsDay() throws {
        let entry = try write("a") { $0.followUp = .set(FollowUp(due: self.today)) }
        let reminder = try XCTUnwrap(app().registry().all(.reminders).first)
        XCTAssertEqual(try reminder.occasions(today.adding(days: -1)), [])
        let occasions = try reminder.occasions(today)
        XCTAssertEqual(occasions.map(\.key), [entry.id.rawValue])
        XCTAssertEqual(occasions.map(\.title), ["Step of a"])
        XCTAssertEqual(try reminder.occasions(today.adding(days: 1)), [], "overdue follow-ups are listed by `due` only")
        _ = try journal.finishFollowUp(of: entry.id)
        XCTAssertEqual(try reminder.occasions(today), [])
    }

    /// The number of store calls depends neither on the number of people nor of entries.
    func testReviewOfAPersonNeedsFewQueries() throws {
        let store = CountingStore(over: MemoryStore())
        let journal = FeedbackJournal(
            repository: StoredFeedbackRepository(store), gates: .open, ids: .counting(),
            time: .fixed(Instant(milliseconds: 0)))
        for number in 0..<300 {
            _ = try journal.write(FeedbackText(context: "c"), to: Recipient("Person \(number % 30)"))
        }
        _ = try journal.updatePerson("Person 7", PersonChange(name: "Seven"))
        _ = store.takeCallLog()
        XCTAssertEqual(try journal.review("Seven").entries.count, 10)
        let calls = store.takeCallLog()
        XCTAssertLessThanOrEqual(calls.count, 7, calls.calls.joined(separator: "\n"))
        XCTAssertLessThanOrEqual(calls.records, 20, "only the person's entries are read")
        XCTAssertEqual(try journal.people().members.count, 30)
        XCTAssertLessThanOrEqual(store.takeCallLog().records, 2, "people are listed without reading entries")
    }

    func testListsExportsAndSearchesAreFiltered() throws {
        try run(
            "new", "--context", "Demo", "--to", "Sam", "--kind", "praise", "--on", "2026-11-02", "--project", "Café")
        try run(
            "new", "--context", "Review", "--from", "Kim", "--kind", "growth", "--follow-up", "2026-11-30", "--step",
            "Ask")
        for (words, expected) in [
            (["--person", "sam"], "Demo"), (["--kind", "growth"], "Review"), (["--direction", "received"], "Review"),
            (["--status", "draft"], "Demo"), (["--project", "cafe"], "Demo"), (["--from", "2026-11-03"], "Review"),
            (["--to", "2026-11-02"], "Demo"),
        ] {
            for command in [["list"], ["export"], ["search", expected]] {
                let console = ScriptedConsole()
                _ = try app().shell().run(command + words + (command[0] == "export" ? [] : ["--json"]), on: console)
                let json = try JSONValue(Data(console.output.utf8))
                guard case .array(let rows) = json else { return XCTFail("\(command)") }
                let contexts = rows.compactMap { $0["context"] }
                XCTAssertEqual(contexts, [.string(expected)], "\(command) \(words)")
            }
        }
        XCTAssertTrue(try run("list", "--from", "2026-11-03", "--to", "2026-11-02", status: 64).contains("Exchange"))
        XCTAssertTrue(try run("new", "--context", "c", "--step", "x", status: 64).contains("--follow-up"))
        XCTAssertTrue(try run("export", "--csv").contains("followUpStep,followUpDue,followUpDoneOn"))
    }

    func testReceivedFeedbackHasNoDefaultRecipient() throws {
        try run("new", "--context", "You listen well", "--from", "Kim <kim@example.org>")
        XCTAssertTrue(try run("share", "latest", "--preview", status: 64).contains("--to"))
        XCTAssertFalse(try run("list").contains("draft"))
    }

    func testReviewPageIsEscapedAndComplete() throws {
        _ = try write("<script>alert(1)</script>", to: "Sam & Co", .praise) {
            $0.followUp = .set(FollowUp("Call <b>", due: self.today))
        }
        _ = try write("Second", to: "Sam & Co", .growth)
        let page = try run("person", "Sam & Co", "--html", "-")
        for text in ["&lt;script&gt;", "Sam &amp; Co", "Call &lt;b&gt;", "Praise (1)", "Growth (1)", "Step of Second"] {
            XCTAssertTrue(page.contains(text), text)
        }
        XCTAssertFalse(page.contains("<script"))
        XCTAssertTrue(try run("agenda", "Sam & Co", "--markdown", "-").contains("## What went well"))
    }

    func testPageFormatMustMatchTheFileExtension() throws {
        _ = try write("Retro", .praise)
        for words in [["person", "Sam"], ["agenda", "Sam"], ["analytics"]] {
            let console = ScriptedConsole()
            XCTAssertEqual(try app().shell().run(words + ["--pdf", "-"], on: console), 0, console.error)
            XCTAssertTrue(console.output.hasPrefix("%PDF <!DOCTYPE html>"), "\(words)")
            let word = ScriptedConsole()
            XCTAssertEqual(try app().shell().run(words + ["--docx", "-"], on: word), 0, word.error)
            XCTAssertTrue(word.output.hasPrefix("PK"), "\(words)")
            for (option, name) in [
                ("--html", "sam.pdf"), ("--markdown", "sam.HTML"), ("--pdf", "a/b.docx"), ("--docx", "x.csv"),
            ] {
                let refused = ScriptedConsole()
                XCTAssertEqual(
                    try app().shell().run(words + [option, name], on: refused), 64, "\(words) \(option)")
                XCTAssertTrue(refused.error.contains(name), refused.error)
            }
        }
    }

    func testPersonPageNamesOthersWithTheSameName() throws {
        _ = try write("Retro", to: "Sam")
        _ = try write("Demo", to: "Sam Lee <sam@example.org>")
        _ = try write("Other", to: "Samantha")
        let output = try run("person", "Sam")
        XCTAssertTrue(output.contains("Sam Lee (1 entry) is somebody else here"), output)
        XCTAssertTrue(output.contains("person merge 'Sam Lee' Sam"), output)
        XCTAssertFalse(output.contains("Samantha"), output)
        XCTAssertTrue(try run("person", "Sam Lee").contains("Sam (1 entry) is somebody else here"))
        try run("person", "merge", "Sam Lee", "Sam")
        XCTAssertFalse(try run("person", "Sam").contains("somebody else"))
    }

    func testEditorReadsKindDayAndProject() throws {
        let round = EditorText.write(
            FeedbackText(context: "## About\nKind: none"),
            about: [("Kind", "praise"), ("Day", ""), ("Project", "Shop")])
        XCTAssertEqual(EditorText.read(round, hasAbout: true), FeedbackText(context: "## About\nKind: none"))
        XCTAssertEqual(EditorText.readAbout(round), ["Kind: praise", "Day:", "Project: Shop"])
        XCTAssertEqual(
            EditorText.read(EditorText.write(FeedbackText(context: "# about"))), FeedbackText(context: "# about"))
        let first = ScriptedConsole(terminal: true) { text in
            text.contains("is no kind")
                ? text.replacing("Kind: none", with: "Kind: growth")
                : text.replacing("Kind:\n", with: "Kind: none\n").replacing("Day:\n", with: "Day: 2026-11-02\n")
                    .replacing("## Observation", with: "In the editor\n\n## Observation")
        }
        XCTAssertEqual(
            try app().shell().run(["new", "--to", "Sam", "--project", "Shop"], on: first), 0, first.error)
        let entry = try journal.entry("latest")
        XCTAssertEqual(entry.text.context, "In the editor")
        XCTAssertEqual(
            [entry.kind?.rawValue, entry.happenedOn?.description, entry.project], ["growth", "2026-11-02", "Shop"])
        let second = ScriptedConsole(terminal: true) { $0.replacing("Project: Shop", with: "Project:") }
        XCTAssertEqual(try app().shell().run(["edit", "latest"], on: second), 0, second.error)
        XCTAssertNil(try journal.entry("latest").project)
        XCTAssertEqual(try journal.entry("latest").kind, .growth)
    }
}
