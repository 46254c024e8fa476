import FileStore
import Kernel
import Storage
import Synchronization
import TestSupport
import XCTest

/// Tests several reads that share one transaction.
final class SharedReadTests: XCTestCase {
    private func word(_ id: String, in store: any Store) throws -> String? {
        try store.read { try $0.record(Identifier<Word>(id))?.text }
    }

    func testSharedReadsUseOneTransaction() throws {
        let home = try Home()
        let own = CountingStore(over: try FileStore(directory: home.path("store")) { Instant(milliseconds: 0) })
        let other = try FileStore(directory: home.path("store")) { Instant(milliseconds: 0) }
        try other.write { try $0.put(contentsOf: [Word("a", "before"), Word("b", "before")]) }
        let sharedRead = SharedRead()
        let store = sharedRead.store(over: own)
        var seen: [[String?]] = [[], [], []]
        func look(_ number: Int) throws {
            seen[number] = [try word("a", in: store), try word("b", in: store.scoped(to: .common))]
            seen[number] += try store.read { try $0.records(Selection<Word>.all).map(\.text) }
            seen[number] += [try store.read { "\(try $0.count(Selection<Word>.all))" }]
        }
        try sharedRead.run([
            { try look(0) },
            {
                try look(1)
                try other.write { try $0.put(Word("a", "after")) }
            }, { try look(2) },
        ])
        XCTAssertEqual(seen, Array(repeating: ["before", "before", "before", "before", "2"], count: 3))
        XCTAssertEqual(own.takeCallLog().calls.count, 5, "a read, two records, all records and their count")
        XCTAssertEqual(try word("a", in: store), "after")
    }

    func testWritingStepsRunAloneAndLaterStepsSeeThem() throws {
        let sharedRead = SharedRead()
        let counting = CountingStore(over: MemoryStore())
        let store = sharedRead.store(over: counting)
        var runs = [0, 0, 0, 0]
        var seen = [String?]()
        try sharedRead.run([
            {
                runs[0] += 1
                let nothing = try self.word("a", in: store)
                XCTAssertNil(nothing)
            },
            {
                runs[1] += 1
                _ = try self.word("a", in: store)
                // A step that ignores the error runs again too.
                try? store.write { try $0.put(Word("a", "written")) }
            },
            {
                runs[2] += 1
                seen.append(try self.word("a", in: store))
            },
            {
                runs[3] += 1
                try store.write(undo: "Wrote") { try $0.put(Word("b", "first of all")) }
                seen.append(try self.word("b", in: store))
            },
        ])
        XCTAssertEqual(runs, [2, 2, 2, 2], "all steps run again, and writing steps run alone")
        XCTAssertEqual(seen.compactMap(\.self).suffix(2), ["written", "first of all"])
        XCTAssertEqual(try store.undoSteps().count, 1)
        _ = try store.changes(since: 0)
        XCTAssertNoThrow(try sharedRead.run([{ _ = try store.changes(since: 0) }, { _ = try store.engine.inspect() }]))
    }

    func testPrunedSequenceAndSpaceAreForwarded() throws {
        final class Forgetful: ThinStore, @unchecked Sendable {
            override func lastPrunedSequence() throws -> Int { 7 }
            override func space() throws -> [StoreSpace] { [StoreSpace(.log, count: 1, bytes: 12)] }
        }
        let sharedRead = SharedRead()
        let store = sharedRead.store(over: Forgetful(MemoryStore()))
        let engine = store.engine
        for engine in [engine, try DryRunStore(over: store)] as [any StoreEngine] {
            XCTAssertEqual(try engine.lastPrunedSequence(), 7)
            XCTAssertEqual(try engine.space().map(\.bytes), [12])
        }
        var seen: [Int] = []
        try sharedRead.run([{ seen = [try engine.lastPrunedSequence(), try engine.space().count] }])
        XCTAssertEqual(seen, [7, 1])
    }

    func testUnreadStoreIsNotOpened() throws {
        let opened = Mutex(0)
        let sharedRead = SharedRead()
        let store = MemoryStore()
        let lazy = sharedRead.store(
            over: LazyStore {
                opened.withLock { $0 += 1 }
                return store
            })
        try sharedRead.run([{}, {}])
        XCTAssertEqual(opened.withLock { $0 }, 0)
        try sharedRead.run([{}, { _ = try self.word("a", in: lazy) }, { _ = try self.word("b", in: lazy) }])
        XCTAssertEqual(opened.withLock { $0 }, 1)
    }

    func testNestedTransactionIsRefused() throws {
        let sharedRead = SharedRead()
        let store = sharedRead.store(over: MemoryStore())
        let inside: [() throws -> Void] = [{ _ = try self.word("a", in: store) }, { try store.write { _ in } }]
        for inner in inside {
            var runs = 0
            XCTAssertThrowsError(
                try sharedRead.run([
                    {
                        runs += 1
                        try store.read { _ in try inner() }
                    }
                ])
            ) { XCTAssertEqual(($0 as? Failure)?.code, .init("nestedTransaction")) }
            XCTAssertEqual(runs, 2)
            XCTAssertThrowsError(try store.read { try $0.put(Word("a", "")) }) {
                XCTAssertEqual(($0 as? Failure)?.code, .init("readOnlyTransaction"))
            }
        }
    }

    func testStepErrorsAreRethrownAndReadsMayNest() throws {
        struct StepError: Error {}
        let sharedRead = SharedRead()
        let store = sharedRead.store(over: MemoryStore())
        for isFirst in [true, false] {
            XCTAssertThrowsError(
                try sharedRead.run([
                    { if isFirst { throw StepError() } },
                    {
                        _ = try self.word("a", in: store)
                        throw StepError()
                    },
                ])
            ) { XCTAssertTrue($0 is StepError) }
            var isRead = false
            try sharedRead.run([
                {
                    isRead = false
                    try sharedRead.run([{ _ = try self.word("a", in: store) }])
                    isRead = true
                }
            ])
            XCTAssertTrue(isRead, "a nested shared read belongs to the outer one")
        }
    }

    func testSharedReadOfTwoStoresAndADryRun() throws {
        let sharedRead = SharedRead()
        let one = CountingStore(over: MemoryStore())
        let other = CountingStore(over: MemoryStore())
        let first = sharedRead.store(over: one)
        let second = sharedRead.store(over: other)
        let dryRun = LazyStore { try DryRunStore(over: first) }
        try first.write { try $0.put(Word("a", "one")) }
        try second.write { try $0.put(Word("a", "two")) }
        _ = (one.takeCallLog(), other.takeCallLog())
        var seen: [String?] = []
        try sharedRead.run([
            {
                seen = [try self.word("a", in: first), try self.word("a", in: second)]
                try second.write { try $0.put(Word("b", "also")) }
            },
            { seen += [try self.word("a", in: dryRun), try self.word("b", in: second)] },
            { try dryRun.write { try $0.put(Word("a", "rehearsed")) } },
            { seen += [try self.word("a", in: dryRun), try self.word("a", in: first)] },
        ])
        XCTAssertEqual(Array(seen.suffix(2)), ["rehearsed", "one"])
        XCTAssertEqual(seen.first, "one")
        XCTAssertEqual(try word("b", in: second), "also")
    }
}
