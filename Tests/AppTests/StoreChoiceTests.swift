import Composition
import FocusFlowPage
import Kernel
import Storage
import Terminal
import TerminalContract
import TestBench
import XCTest

/// `--store` names whatever engines were contributed.
final class StoreChoiceTests: XCTestCase {
    /// Keeps records in one store for as long as the test runs.
    private struct Shelf: Plugin {
        let name: String
        let offer: String
        let store = MemoryStore()

        func contribute(to registry: inout Registry) {
            let store = store
            registry.add(StoreOffer(offer, place: "on a shelf", isLasting: true) { _ in Kept(store) }, to: .stores)
        }
    }

    /// The same records in every process: closing one handle leaves them.
    private struct Kept: Store {
        let store: MemoryStore

        init(_ store: MemoryStore) { self.store = store }

        var engine: any StoreEngine { LazyStore { [store] in store.scoped(to: .common) } }
        var partition: Partition { .common }
        func close() {}
    }

    private func run(_ words: [String], _ engines: [any Plugin], home: Home) -> (status: Int32, output: String, error: String) {
        let console = ScriptedConsole(environment: ["HOME": home.path], columns: 100)
        let status = App.run("focusflow", App.focusflow, words, on: console, engines: engines)
        return (status, console.output, console.error)
    }

    func testAnEngineThatSomebodyBringsIsTakenByName() throws {
        let (home, shelf) = (try Home(), Shelf(name: "shelf", offer: "shelf"))
        XCTAssertEqual(run(["--store", "shelf", "task", "add", "Read"], [shelf], home: home).status, 0)
        XCTAssertTrue(run(["--store", "shelf", "task", "list"], [shelf], home: home).output.contains("Read"))
        XCTAssertGreaterThan(try shelf.store.inspect().records, 0)
        XCTAssertFalse(run(["task", "list"], [shelf], home: home).output.contains("Read"), "nothing said means files")
    }

    func testWhoNamesNoEngineIsToldWhichThereAre() throws {
        let (home, shelf) = (try Home(), Shelf(name: "shelf", offer: "shelf"))
        let wrong = run(["--store", "cloud", "task", "list"], [shelf], home: home)
        XCTAssertEqual(wrong.status, 64)
        XCTAssertTrue(wrong.error.contains("“cloud” is not one of file, memory, sqlite:FILE, postgres:URL, shelf."), wrong.error)
        let without = run(["--store", "shelf", "task", "list"], [], home: home)
        XCTAssertTrue(without.error.contains("“shelf” is not one of file, memory, sqlite:FILE, postgres:URL."), without.error)
        for half in ["sqlite", "sqlite:"] {
            let whichOne = run(["--store", half, "task", "list"], [], home: home)
            XCTAssertTrue(whichOne.error.contains("Write sqlite:FILE."), whichOne.error)
        }
        let help = run(["help"], [shelf], home: home).output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        XCTAssertTrue(
            help.contains(
                "keep records in files, in memory only, in an SQLite database, on a PostgreSQL server, or on a shelf (file|memory|sqlite:FILE|postgres:URL|shelf) [default: file]"
            ), help)
        XCTAssertTrue(run(["__complete", "--", "--store", "s"], [shelf], home: home).output.contains("shelf"))
    }

    func testTwoEnginesOfOneNameStopTheStart() throws {
        let home = try Home()
        let twice = run(["task", "list"], [Shelf(name: "shelf", offer: "file")], home: home)
        XCTAssertNotEqual(twice.status, 0)
        XCTAssertTrue(twice.error.contains("“file” in stores comes from both storage and shelf"), twice.error)
    }
}
