import Foundation
import Kernel
import Synchronization
import Terminal
import TerminalAdapters
import TerminalContract
import TestBench
import XCTest

/// A number means what stood in that row when the person saw the list, whatever has become of the list since.
final class ShownRowsTests: XCTestCase {
    private struct Thing: Sendable { let id: String }

    /// A list that others change too, and a command that takes a row of it.
    private final class World: Sendable {
        let home: Home
        let things = Mutex<[String]>(["aaaa1", "bbbb2", "cccc3", "dddd4"])
        private let naming = Naming<Thing>("thing", listedBy: "list", missing: .init("noThing"), names: { [$0.id] }, title: \.id)

        init() throws {
            home = try Home(isQuick: true)
            try home.folder("data")
        }

        @discardableResult
        func run(_ words: String..., terminal: Bool = true, rehearsing: Bool = false) throws -> (status: Int32, text: String) {
            let rows = try Registry(machinePlugins(home.path("data").appending, GlobalOptions(), isTrial: rehearsing))
            let all: @Sendable () -> [Thing] = { self.things.withLock { $0.map(Thing.init) } }
            let fields: [Field<Thing>] = [Field("id", title: "Id", "its id") { .text($0.id) }]
            let list = Command(
                "list", "List", examples: [.init("list", "all")],
                .option("only", .text, "what ends like this"), returns: .list(fields)
            ) { end in
                let found = all().enumerated().filter { end.map($0.element.id.hasSuffix) ?? true }
                return .list(found.map(\.element), fields, empty: "Nothing.").numbered(
                    .at(found.map { $0.offset + 1 }), of: "list")
            }
            let drop = Command(
                "drop", "Drop", examples: [.init("drop 1", "one")],
                .argument("thing", ValueKind<String>.text.row(of: "list") { $0 == "7" }, "which"), changes: true
            ) { typed in
                let one = typed == "7" ? Thing(id: "seven") : try self.naming.one(typed, of: all())
                self.things.withLock { $0.removeAll { $0 == one.id } }
                return Output(notice: "Dropped \(one.id).")
            }
            let console = ScriptedConsole(terminal: terminal)
            let shell = Shell(
                app: AppDescription(name: "app", about: "An app.", version: "1", credits: [], privacy: "", support: ""),
                commands: [list, drop], homeCards: [], today: { Day(ordinal: 0) }, rows: rows.all(.shownRows))
            let status = shell.run(words, on: console)
            return (status, console.output + console.error)
        }
    }

    func testARowMeansWhatWasShown() throws {
        let world = try World()
        XCTAssertTrue(try world.run("drop", "1").text.contains("Dropped aaaa1"), "nobody has seen a list: a row of the present")
        try world.run("list")
        XCTAssertTrue(try world.run("drop", "1").text.contains("Dropped bbbb2"))
        XCTAssertTrue(try world.run("drop", "2").text.contains("Dropped cccc3"), "what stood in row 2, and not what does now")
        let gone = try world.run("drop", "2")
        XCTAssertEqual(gone.status, 1)
        XCTAssertTrue(gone.text.contains("What stood in row 2 of `list` is not there any more."), gone.text)
        XCTAssertEqual(world.things.withLock { $0 }, ["dddd4"])
        XCTAssertTrue(try world.run("drop", "ddd4").text.contains("Dropped dddd4"), "an id is an id")
    }

    func testOnlyWhatAPersonSawCounts() throws {
        let world = try World()
        try world.run("list", terminal: false)
        try world.run("list", rehearsing: true)
        for words in ["--json", "--plain", "--dry-run"] { try world.run("list", words) }
        XCTAssertFalse(FileManager.default.fileExists(atPath: world.home.path("datarows")), "and nothing is written for others")
        try world.run("list")
        world.things.withLock { $0.insert("eeee5", at: 0) }
        XCTAssertTrue(try world.run("drop", "1", terminal: false).text.contains("Dropped eeee5"), "a program counts rows of now")
        world.things.withLock { $0.insert("eeee5", at: 0) }
        XCTAssertTrue(try world.run("drop", "1").text.contains("Dropped aaaa1"))
        XCTAssertTrue(try world.run("drop", "7").text.contains("Dropped seven"), "a whole name comes before a row")
    }

    func testAPartOfAListIsLaidOverTheWhole() throws {
        let world = try World()
        try world.run("list")
        world.things.withLock { $0 = ["xxxx9"] + $0 }
        try world.run("list", "--only", "3")
        XCTAssertTrue(try world.run("drop", "4").text.contains("Dropped cccc3"), "row 4, as the part showed it")
        XCTAssertTrue(try world.run("drop", "1").text.contains("Dropped aaaa1"), "row 1, as the whole showed it")
        try world.run("list")
        XCTAssertTrue(try world.run("drop", "1").text.contains("Dropped xxxx9"))
    }

    /// What somebody else has put there, or what cannot be read or written, is no reason to fail.
    func testWhateverLiesThereAListIsShown() throws {
        for bytes in [
            [UInt8](repeating: 0xFF, count: 3000), Array("1\n2 \n\n9999999999999999999999 x\n1 aaaa1\n1 bbbb2\n".utf8), [],
        ] {
            let world = try World()
            try world.home.folder("datarows")
            try world.home.file("datarows/list", bytes)
            XCTAssertTrue(try world.run("drop", "1").text.contains("Dropped aaaa1"))
            XCTAssertEqual(try world.run("list").status, 0)
            XCTAssertTrue(try world.run("drop", "1").text.contains("Dropped bbbb2"))
        }
        let world = try World()
        try world.home.file("datarows", "in the way")
        XCTAssertEqual(try world.run("list").status, 0)
        XCTAssertTrue(try world.run("drop", "2").text.contains("Dropped bbbb2"))
    }
}
