import FeedbackCOIN
import FeedbackCOINCommands
import Foundation
import Kernel
import TerminalTesting
import TestSupport
import XCTest

/// Tests the output of the entry, list, sharing and template commands.
final class PageTests: XCTestCase {
    private let fixture = JournalFixture()

    private var app: AppFixture {
        AppFixture("coin", over: fixture.store, time: .fixed(Instant(milliseconds: 1_795_000_000_000))) { [fixture] in
            [
                FeedbackPlugin(
                    fixture.journal,
                    post: MailConfiguration(sendmail: fixture.outbox.mailer, mailto: fixture.outbox.mailer) {
                        JournalFixture.sender
                    },
                    press: JournalFixture.press)
            ]
        }
    }

    @discardableResult private func run(_ words: String..., status: Int32 = 0, line: UInt = #line) -> String {
        let run = app.run(words)
        XCTAssertEqual(run.status, status, run.error, line: line)
        return run.output + run.error
    }

    /// Returns the output lines without alignment spaces.
    private func page(_ words: String...) -> [String] {
        let run = app.run(words)
        return run.output.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.split(separator: " ").joined(separator: " ")
        }
    }

    private func write(_ count: Int) throws {
        for number in 0..<count { _ = try fixture.journal.write(FeedbackText(context: "c\(number)")) }
    }

    // MARK: - An entry

    func testShowPrintsFactsSectionsAndHistory() throws {
        run("new", "--context", "One\n\nTwo", "--impact", "i")
        XCTAssertEqual(
            page("show", "latest").prefix(24),
            [
                "ID c1", "Written 2026-11-18", "", "Context", "One", "", "Two", "", "Observation", "Nothing written.",
                "",
                "Impact",
                "i", "", "Next steps", "Nothing written.", "", "Not shared yet.", "",
                "Next: coin edit c1, coin share c1 --to ADDRESS",
                "",
            ])
        run("edit", "latest", "--tag", "a", "--tag", "b", "--to", "Sam <s@x.org>")
        run("share", "latest")
        let text = page("show", "latest")
        XCTAssertEqual(
            text.prefix(5), ["ID c1", "For Sam <s@x.org>", "Tags a, b", "Written 2026-11-18", "Modified 2026-11-18"])
        XCTAssertTrue(
            text.contains("Shared 1×, last on 2026-11-18") && text.contains("2026-11-18 Sam <s@x.org>"), "\(text)")
    }

    func testEditChangesTagsOnlyOnRequest() throws {
        run("new", "--context", "c", "--tag", "a")
        for (options, tags) in [
            (["--impact", "i"], ["a"]), (["--tag", "b", "--tag", "c"], ["b", "c"]), (["--no-tags"], []),
        ] {
            XCTAssertEqual(app.run(["edit", "latest"] + options).status, 0)
            XCTAssertEqual(try fixture.journal.entry("latest").tags, tags)
        }
    }

    func testNewSuggestsTheNextCommand() {
        XCTAssertTrue(run("new", "--context", "c", "--to", "Sam").contains("coin share c1 --to ADDRESS"))
        XCTAssertTrue(run("new", "--context", "c", "--to", "s@x.org").contains("coin share c2 --preview"))
    }

    func testFailureQuotesSixtyCharactersOfAnID() {
        run("new", "--context", "c")
        let output = run("show", String(repeating: "x", count: 100), status: 1)
        XCTAssertTrue(output.contains("“\(String(repeating: "x", count: 60))”"), output)
    }

    func testPreviewHasAtMostSixtyCharacters() {
        for (length, end) in [(59, "x"), (60, "x"), (61, "…")] {
            let preview = FeedbackText(context: "\n \n" + String(repeating: "x", count: length) + "\nmore").preview
            XCTAssertEqual(preview.count, min(length, 60))
            XCTAssertTrue(preview.hasSuffix(end), preview)
        }
    }

    // MARK: - Lists

    func testOnlyUnfilteredListsPrintTotals() throws {
        try write(2)
        run("share", "c1", "--to", "s@x.org")
        XCTAssertTrue(run("list").contains("2 of 2, 1 of them shared."))
        for (options, expected) in [(["--shared"], ["c0"]), (["--unshared"], ["c1"]), (["--tag", "t"], [])] {
            let output = app.run(["list"] + options).output
            let rows = [("c0", "  c1  c0  "), ("c1", "  c2  c1  ")]
            XCTAssertEqual(rows.filter { output.contains($0.1) }.map(\.0), expected, output)
            XCTAssertFalse(output.contains("of them shared"), output)
            XCTAssertEqual(output.contains("There is no such feedback."), expected.isEmpty, output)
            XCTAssertEqual(output.contains("coin list"), expected.isEmpty, output)
        }
    }

    func testEmptyJournalSuggestsTemplatesInEveryList() {
        for options in [[], ["--shared"], ["--tag", "t"]] {
            let output = app.run(["list"] + options).output
            XCTAssertTrue(output.contains("There is no feedback yet.") && output.contains("coin template list"), output)
            XCTAssertFalse(output.contains("of them shared"), output)
        }
    }

    func testListsDefaultToFiftyEntriesAndHomeToFive() throws {
        try write(51)
        for number in 1...51 { run("share", "c\(number)", "--to", "s@x.org") }
        func rows(_ words: [String]) -> Int { app.run(words + ["--plain"]).output.split(separator: "\n").count }
        for command in ["list", "history"] {
            XCTAssertEqual(rows([command]), 50)
            for (limit, count) in [(1, 1), (51, 51), (100_000, 51)] {
                XCTAssertEqual(rows([command, "--limit", "\(limit)"]), count)
            }
            run(command, "--limit", "100001", status: 64)
            run(command, "--limit", "0", status: 64)
        }
        XCTAssertEqual(try fixture.journal.entries().count, 50)
        let home = app.run([]).output
        XCTAssertEqual((0...50).filter { home.contains("  c\($0), ") }, [46, 47, 48, 49, 50], home)
        XCTAssertTrue(home.contains("51, 51 of them shared") && !home.contains("Now:"), home)
    }

    func testFilterMatchesSharedStateAndTag() throws {
        var shared = FeedbackEntry(id: "e", text: FeedbackText(context: "c"), tags: ["Ä b"], createdAt: .earliest)
        shared.count([ShareEvent(id: "s", entryId: "e", sharedAt: .earliest, recipientEmail: "s@x.org")])
        let plain = FeedbackEntry(id: "f", text: FeedbackText(context: "c"), createdAt: .earliest)
        for (filter, expected) in [
            (EntryFilter(), [true, true]), (EntryFilter(limit: 0), [true, true]),
            (EntryFilter(isShared: true), [true, false]),
            (EntryFilter(isShared: false), [false, true]), (EntryFilter(tag: "a B"), [true, false]),
            (EntryFilter(tag: "a", isShared: true), [false, false]),
        ] {
            XCTAssertEqual([shared, plain].map(filter.matches), expected, "\(filter)")
        }
    }

    // MARK: - Sharing

    func testShareMessageNamesThreeRecipientsAndCountsOthers() throws {
        try write(1)
        for (count, expected) in [
            (1, "p1@x.org."), (3, "p1@x.org, p2@x.org, p3@x.org."), (4, "p1@x.org and 3 others."),
        ] {
            let people = (1...count).map { "p\($0)@x.org" }.joined(separator: ",")
            XCTAssertTrue(run("share", "latest", "--to", people).contains("(c1) with \(expected)"))
        }
        XCTAssertEqual(
            try fixture.journal.entry("latest").recipients, (1...4).map { "p\($0)@x.org" },
            "recipients are listed once, in order")
    }

    func testFileOptionNeedsEMLAndSharingReturnsTheEntry() throws {
        try write(1)
        for method in ["mailto", "sendmail"] {
            run("share", "latest", "--to", "s@x.org", "--via", method, "--file", "x.eml", status: 64)
            let answer = try JSONValue(
                Data(app.run(["share", "latest", "--to", "s@x.org", "--via", method, "--json"]).output.utf8))
            XCTAssertEqual(answer["id"], .string("c1"), method)
        }
        XCTAssertEqual(fixture.outbox.messages.count, 2)
    }

    // MARK: - Templates and exports

    func testTemplateShowsItsNonEmptySections() throws {
        let own = try fixture.journal.addTemplate(
            named: "1on1_talk", summary: "s", FeedbackText(impact: "[what]\n\n[whom]"))
        XCTAssertEqual(own.name, "1on1-talk")
        XCTAssertEqual(
            page("template", "show", "1on1-talk").prefix(8),
            ["Name 1on1-talk", "When to use it s", "", "Impact", "[what]", "", "[whom]", ""])
        XCTAssertTrue(run("template", "list").contains("the app") && run("template", "list").contains("you"))
        for (length, failure) in [(100, nil), (101, "templateSummaryInvalid")] {
            let summary = String(repeating: "é", count: length)
            XCTAssertEqual(
                code {
                    try fixture.journal.addTemplate(named: "n\(length)", summary: summary, FeedbackText(context: "c"))
                }, failure)
        }
    }

    func testExportOmitsMissingFacts() throws {
        run("new", "--context", "plain")
        run("new", "--context", "full", "--observation", "o", "--to", "s@x.org", "--tag", "a", "--tag", "b")
        run("edit", "latest", "--next-steps", "n")
        run("share", "latest")
        XCTAssertEqual(
            run("export", "--markdown").split(separator: "\n").map(String.init),
            [
                "# COIN Feedback", "> 2 entries, newest first.", "## full", "- **Written**: 2026-11-18",
                "- **Modified**: 2026-11-18",
                "- **For**: s@x.org", "- **Tags**: a, b", "- **Shared**: 1×, last on 2026-11-18, with s@x.org",
                "### Context",
                "full",
                "### Observation", "o", "### Next steps", "n", "## plain", "- **Written**: 2026-11-18", "### Context",
                "plain",
                "---",
                "Generated: 2026-11-18",
            ])
        let html = run("export", "--html")
        XCTAssertEqual([2, 3].map { html.components(separatedBy: "<h\($0)>").count - 1 }, [2, 4])
        for forms in [["--csv", "--markdown"], ["--markdown", "--html"], ["--csv", "--html", "--markdown"]] {
            XCTAssertEqual(app.run(["export"] + forms).status, 64)
        }
    }

    func testEntryHasAtMostTwentyDistinctTags() throws {
        let tags = (1...20).map { "t\($0)" }
        XCTAssertEqual(try FeedbackJournal.checked(tags: tags + ["T1", "#t2"]), tags)
        XCTAssertEqual(code { try FeedbackJournal.checked(tags: tags + ["t21"]) }, "tooManyTags")
    }

    func testOnlyOneLineEditorCommentsAreRemoved() {
        let written = "###### Context\n<!-- a\nb -->\n<!-- c -->\n###### Impact\nd"
        XCTAssertEqual(EditorText.read(written), FeedbackText(context: "<!-- a\nb -->", impact: "d"))
    }

    func testEditorDoesNotReopenWhenTheEntryIsGone() throws {
        try write(1)
        let fixture = fixture
        let rounds = Recorder<String>()
        let console = ScriptedConsole(terminal: true) { text in
            rounds.append(text)
            try? fixture.journal.delete("c1")
            return text + "\nmore"
        }
        XCTAssertEqual(app.run(["edit", "latest"], on: console), 1)
        XCTAssertEqual(rounds.all.count, 1)
    }
}
