import FeedbackCOIN
import FeedbackCOINCommands
import Foundation
import Kernel
import Terminal
import TerminalContract
import XCTest

/// Entries are named by their row, or by either end of their id (G28).
final class EntryNamingTests: XCTestCase {
    private let desk = Desk(ids: .timeOrdered(now: { Instant(milliseconds: 1_795_000_000_000) }, random: RandomSource(seed: 7)))

    private func run(_ line: [String], _ console: ScriptedConsole = ScriptedConsole()) throws -> (
        status: Int32, output: String, error: String
    ) {
        let desk = desk
        let post = PostOffice(sendmail: desk.outbox.mailer, mailto: desk.outbox.mailer) { Desk.sender }
        let app = AppBench("coin", over: desk.store, time: .fixed(Instant(milliseconds: 1_795_000_000_000))) {
            [FeedbackPlugin(desk.journal, post: post, press: Desk.press)]
        }
        return (try app.shell().run(line, on: console), console.output, console.error)
    }

    private func shown(_ typed: String) throws -> JSONValue? {
        try JSONValue(Data(run(["show", typed, "--json"]).output.utf8))["context"]
    }

    func testRowsAndEndsNameEntriesEverywhere() throws {
        let first = try desk.journal.write(FeedbackText(context: "First"), to: nil, tags: ["a"])
        let second = try desk.journal.write(FeedbackText(context: "Second"), to: nil, tags: [])
        XCTAssertEqual(try shown("1"), .string("Second"), "rows are those of the list, newest first")
        XCTAssertEqual(try shown("2"), .string("First"))
        XCTAssertEqual(try shown(String(first.id.rawValue.suffix(5))), .string("First"))
        XCTAssertEqual(try shown(second.id.rawValue.suffix(4).uppercased()), .string("Second"))
        XCTAssertEqual(try run(["edit", "2", "--impact", "Good"]).status, 0)
        XCTAssertEqual(try run(["share", "2", "--to", "sam@example.org"]).status, 0)
        XCTAssertEqual(desk.outbox.messages.count, 1)
        XCTAssertEqual(try run(["delete", first.id.end, "--yes"]).status, 0)
        XCTAssertEqual(try desk.journal.entries().map(\.id), [second.id])
    }

    func testAPartOfTheListKeepsTheRowsOfTheWhole() throws {
        for (number, tag) in [(1, "a"), (2, "b"), (3, "a")] {
            _ = try desk.journal.write(FeedbackText(context: "Entry \(number)"), to: nil, tags: [tag])
        }
        let lines = try run(["list", "--tag", "a"]).output.split(separator: "\n").filter { $0.contains("Entry") }
        XCTAssertEqual(lines.map { $0.split(separator: " ")[0] }, ["1", "3"])
        XCTAssertEqual(try shown("3"), .string("Entry 1"))
    }

    func testTheSameBeginningOfSeveralIsNotGuessed() throws {
        let first = try desk.journal.write(FeedbackText(context: "First"), to: nil, tags: [])
        _ = try desk.journal.write(FeedbackText(context: "Second"), to: nil, tags: [])
        let (status, output, error) = try run(["show", String(first.id.rawValue.prefix(6))])
        XCTAssertEqual(status, 1)
        XCTAssertEqual(output, "")
        for words in ["“Second” (row 1, ", "“First” (row 2, "] { XCTAssertTrue(error.contains(words), error) }
        XCTAssertTrue(try run(["show", "3"]).error.contains("the list has 2 rows"), "says how many there are")
    }

    func testALongIdentifierLeavesRoomForWhatWasWritten() throws {
        let context = "The sprint review of Friday went over time by half an hour"
        _ = try desk.journal.write(FeedbackText(context: context), to: nil, tags: [])
        XCTAssertTrue(try run(["list"], ScriptedConsole(terminal: true, columns: 120)).output.contains(context))
    }
}
