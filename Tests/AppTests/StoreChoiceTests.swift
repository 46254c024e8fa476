import Composition
import FocusFlowWiring
import Interface
import Kernel
import Storage
import TerminalTesting
import TestSupport
import XCTest

/// Tests of `--store` with contributed storage engines.
final class StoreChoiceTests: XCTestCase {
    /// Contributes a store that lives as long as the test.
    private struct Shelf: Plugin {
        let name: String
        let offer: String
        let store = MemoryStore()

        func contribute(to registry: inout Registry) {
            let store = store
            registry.add(
                StoreProvider(offer, place: "on a shelf", isPersistent: true) { _ in SharedStore(store) }, to: .stores)
        }
    }

    /// Shares the records between processes: closing a handle keeps them.
    private struct SharedStore: Store {
        let store: MemoryStore

        init(_ store: MemoryStore) { self.store = store }

        var engine: any StoreEngine { LazyStore { [store] in store.scoped(to: .common) } }
        var partition: Partition { .common }
        func close() {}
    }

    private func run(_ words: [String], _ engines: [any Plugin], home: Home) -> (
        status: Int32, output: String, error: String
    ) {
        let console = ScriptedConsole(environment: ["HOME": home.path], columns: 100)
        let status = App.run("focusflow", App.focusflow, words, on: console, engines: engines)
        return (status, console.output, console.error)
    }

    func testContributedEngineIsChosenByName() throws {
        let home = try Home()
        let blobStore = Shelf(name: "shelf", offer: "shelf")
        XCTAssertEqual(run(["--store", "shelf", "task", "add", "Read"], [blobStore], home: home).status, 0)
        XCTAssertTrue(run(["--store", "shelf", "task", "list"], [blobStore], home: home).output.contains("Read"))
        XCTAssertGreaterThan(try blobStore.store.inspect().records, 0)
        XCTAssertFalse(
            run(["task", "list"], [blobStore], home: home).output.contains("Read"), "the default is files")
    }

    func testUnknownEngineNameListsEngines() throws {
        let home = try Home()
        let blobStore = Shelf(name: "shelf", offer: "shelf")
        let wrong = run(["--store", "cloud", "task", "list"], [blobStore], home: home)
        XCTAssertEqual(wrong.status, 64)
        XCTAssertTrue(
            wrong.error.contains("“cloud” is not one of file, memory, sqlite:FILE, postgres:URL, shelf."), wrong.error)
        let without = run(["--store", "shelf", "task", "list"], [], home: home)
        XCTAssertTrue(
            without.error.contains("“shelf” is not one of file, memory, sqlite:FILE, postgres:URL."), without.error)
        for half in ["sqlite", "sqlite:"] {
            let whichOne = run(["--store", half, "task", "list"], [], home: home)
            XCTAssertTrue(whichOne.error.contains("Write sqlite:FILE."), whichOne.error)
        }
        let help = run(["help"], [blobStore], home: home).output.split { $0 == " " || $0 == "\n" }.joined(
            separator: " ")
        XCTAssertTrue(
            help.contains(
                "keep records in files, in memory only, in an SQLite database, on a PostgreSQL server, or on a shelf (file|memory|sqlite:FILE|postgres:URL|shelf) [default: file]"
            ), help)
        XCTAssertTrue(run(["__complete", "--", "--store", "s"], [blobStore], home: home).output.contains("shelf"))
    }

    func testDuplicateEngineNamePreventsStart() throws {
        let home = try Home()
        let twice = run(["task", "list"], [Shelf(name: "shelf", offer: "file")], home: home)
        XCTAssertNotEqual(twice.status, 0)
        XCTAssertTrue(twice.error.contains("“file” in stores comes from both storage and shelf"), twice.error)
    }
}
