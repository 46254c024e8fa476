import FeedbackCOIN
import FeedbackCOINCommands
import Foundation
import Interface
import Kernel
import TerminalTesting
import XCTest

/// Tests row numbers and parts of IDs as references to entries.
final class EntryNamingTests: XCTestCase {
    private let fixture = JournalFixture(
        ids: .timeOrdered(now: { Instant(milliseconds: 1_795_000_000_000) }, random: RandomSource(seed: 7)))

    private func run(_ line: [String], _ console: ScriptedConsole = ScriptedConsole()) throws -> (
        status: Int32, output: String, error: String
    ) {
        let fixture = fixture
        let post = MailConfiguration(sendmail: fixture.outbox.mailer, mailto: fixture.outbox.mailer) {
            JournalFixture.sender
        }
        let app = AppFixture("coin", over: fixture.store, time: .fixed(Instant(milliseconds: 1_795_000_000_000))) {
            [FeedbackPlugin(fixture.journal, post: post, press: JournalFixture.press)]
        }
        return (try app.shell().run(line, on: console), console.output, console.error)
    }

    private func shownEntry(_ typed: String) throws -> JSONValue? {
        try JSONValue(Data(run(["show", typed, "--json"]).output.utf8))["context"]
    }

    func testRowsAndIDEndingsNameEntries() throws {
        let first = try fixture.journal.write(FeedbackText(context: "First"), to: nil, tags: ["a"])
        let second = try fixture.journal.write(FeedbackText(context: "Second"), to: nil, tags: [])
        XCTAssertEqual(try shownEntry("1"), .string("Second"), "rows number the list, newest first")
        XCTAssertEqual(try shownEntry("2"), .string("First"))
        XCTAssertEqual(try shownEntry(String(first.id.rawValue.suffix(5))), .string("First"))
        XCTAssertEqual(try shownEntry(second.id.rawValue.suffix(4).uppercased()), .string("Second"))
        XCTAssertEqual(try run(["edit", "2", "--impact", "Good"]).status, 0)
        XCTAssertEqual(try run(["share", "2", "--to", "sam@example.org"]).status, 0)
        XCTAssertEqual(fixture.outbox.messages.count, 1)
        XCTAssertEqual(try run(["delete", first.id.shortForm, "--yes"]).status, 0)
        XCTAssertEqual(try fixture.journal.entries().map(\.id), [second.id])
    }

    func testFilteredListKeepsRowNumbers() throws {
        for (number, tag) in [(1, "a"), (2, "b"), (3, "a")] {
            _ = try fixture.journal.write(FeedbackText(context: "Entry \(number)"), to: nil, tags: [tag])
        }
        let lines = try run(["list", "--tag", "a"]).output.split(separator: "\n").filter { $0.contains("Entry") }
        XCTAssertEqual(lines.map { $0.split(separator: " ")[0] }, ["1", "3"])
        XCTAssertEqual(try shownEntry("3"), .string("Entry 1"))
    }

    func testAmbiguousIDPrefixFailsAndListsCandidates() throws {
        let first = try fixture.journal.write(FeedbackText(context: "First"), to: nil, tags: [])
        _ = try fixture.journal.write(FeedbackText(context: "Second"), to: nil, tags: [])
        let (status, output, error) = try run(["show", String(first.id.rawValue.prefix(6))])
        XCTAssertEqual(status, 1)
        XCTAssertEqual(output, "")
        for words in ["“Second” (row 1, ", "“First” (row 2, "] { XCTAssertTrue(error.contains(words), error) }
        XCTAssertTrue(try run(["show", "3"]).error.contains("the list has 2 rows"), "names the number of rows")
    }

    func testLongIDsLeaveRoomForTheText() throws {
        let context = "The sprint review of Friday went over time by half an hour"
        _ = try fixture.journal.write(FeedbackText(context: context), to: nil, tags: [])
        XCTAssertTrue(try run(["list"], ScriptedConsole(terminal: true, columns: 120)).output.contains(context))
    }
}
