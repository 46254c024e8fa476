import Foundation
import Interface
import Kernel
import Synchronization
import Terminal
import TerminalAdapters
import TerminalTesting
import TestSupport
import XCTest

/// A row number refers to the list as the user last saw it, even if the list has changed since.
final class ShownRowsTests: XCTestCase {
    private struct Thing: Sendable { let id: String }

    /// A list that other processes change, and a command that takes a row of it.
    private final class SharedListFixture: Sendable {
        let home: Home
        let things = Mutex<[String]>(["aaaa1", "bbbb2", "cccc3", "dddd4"])
        private let naming = RecordNaming<Thing>(
            "thing", listedBy: "list", missing: .init("noThing"), names: { [$0.id] }, title: \.id)

        init() throws {
            home = try Home(isQuick: true)
            try home.folder("data")
        }

        @discardableResult
        func run(_ words: String..., terminal: Bool = true, dryRunning: Bool = false) throws -> (
            status: Int32, text: String
        ) {
            let rows = try Registry(machinePlugins(home.path("data").appending, GlobalOptions(), isTrial: dryRunning))
            let all: @Sendable () -> [Thing] = { self.things.withLock { $0.map(Thing.init) } }
            let fields: [Field<Thing>] = [Field("id", title: "Id", "its id") { .text($0.id) }]
            let list = Command(
                "list", "List", examples: [.init("list", "all")],
                .option("only", .text, "what ends like this"), returns: .list(fields)
            ) { end in
                let matches = all().enumerated().filter { end.map($0.element.id.hasSuffix) ?? true }
                return .list(matches.map(\.element), fields, empty: "Nothing.").numbered(
                    .at(matches.map { $0.offset + 1 }), of: "list")
            }
            let drop = Command(
                "drop", "Drop", examples: [.init("drop 1", "one")],
                .argument("thing", ValueKind<String>.text.row(of: "list") { $0 == "7" }, "which"), changes: true
            ) { typed in
                let thing = typed == "7" ? Thing(id: "seven") : try self.naming.uniqueMatch(typed, of: all())
                self.things.withLock { $0.removeAll { $0 == thing.id } }
                return Output(notice: "Dropped \(thing.id).")
            }
            let console = ScriptedConsole(terminal: terminal)
            let shell = Shell(
                app: AppDescription(name: "app", about: "An app.", version: "1", credits: [], privacy: "", support: ""),
                commands: [list, drop], homeCards: [], today: { Day(ordinal: 0) }, rows: rows.all(.shownRows))
            let status = shell.run(words, on: console)
            return (status, console.output + console.error)
        }
    }

    func testRowNumberRefersToTheShownList() throws {
        let fixture = try SharedListFixture()
        XCTAssertTrue(
            try fixture.run("drop", "1").text.contains("Dropped aaaa1"), "without a shown list the current row counts")
        try fixture.run("list")
        XCTAssertTrue(try fixture.run("drop", "1").text.contains("Dropped bbbb2"))
        XCTAssertTrue(
            try fixture.run("drop", "2").text.contains("Dropped cccc3"), "the record of row 2 when it was shown")
        let missing = try fixture.run("drop", "2")
        XCTAssertEqual(missing.status, 1)
        XCTAssertTrue(missing.text.contains("What stood in row 2 of `list` is not there any more."), missing.text)
        XCTAssertEqual(fixture.things.withLock { $0 }, ["dddd4"])
        XCTAssertTrue(try fixture.run("drop", "ddd4").text.contains("Dropped dddd4"), "an id is always an id")
    }

    func testOnlyListsShownInATerminalAreRemembered() throws {
        let fixture = try SharedListFixture()
        try fixture.run("list", terminal: false)
        try fixture.run("list", dryRunning: true)
        for words in ["--json", "--plain", "--dry-run"] { try fixture.run("list", words) }
        XCTAssertFalse(
            FileManager.default.fileExists(atPath: fixture.home.path("datarows")), "only terminals write the file")
        try fixture.run("list")
        fixture.things.withLock { $0.insert("eeee5", at: 0) }
        XCTAssertTrue(
            try fixture.run("drop", "1", terminal: false).text.contains("Dropped eeee5"),
            "a program counts current rows")
        fixture.things.withLock { $0.insert("eeee5", at: 0) }
        XCTAssertTrue(try fixture.run("drop", "1").text.contains("Dropped aaaa1"))
        XCTAssertTrue(
            try fixture.run("drop", "7").text.contains("Dropped seven"), "a complete name has priority over a row")
    }

    func testFilteredListUpdatesItsRowsOfTheFullList() throws {
        let fixture = try SharedListFixture()
        try fixture.run("list")
        fixture.things.withLock { $0 = ["xxxx9"] + $0 }
        try fixture.run("list", "--only", "3")
        XCTAssertTrue(try fixture.run("drop", "4").text.contains("Dropped cccc3"), "row 4 of the filtered list")
        XCTAssertTrue(try fixture.run("drop", "1").text.contains("Dropped aaaa1"), "row 1 of the full list")
        try fixture.run("list")
        XCTAssertTrue(try fixture.run("drop", "1").text.contains("Dropped xxxx9"))
    }

    func testDamagedRowFilesDoNotPreventListing() throws {
        for bytes in [
            [UInt8](repeating: 0xFF, count: 3000), Array("1\n2 \n\n9999999999999999999999 x\n1 aaaa1\n1 bbbb2\n".utf8),
            [],
        ] {
            let fixture = try SharedListFixture()
            try fixture.home.folder("datarows")
            try fixture.home.file("datarows/list", bytes)
            XCTAssertTrue(try fixture.run("drop", "1").text.contains("Dropped aaaa1"))
            XCTAssertEqual(try fixture.run("list").status, 0)
            XCTAssertTrue(try fixture.run("drop", "1").text.contains("Dropped bbbb2"))
        }
        let fixture = try SharedListFixture()
        try fixture.home.file("datarows", "in the way")
        XCTAssertEqual(try fixture.run("list").status, 0)
        XCTAssertTrue(try fixture.run("drop", "2").text.contains("Dropped bbbb2"))
    }
}
