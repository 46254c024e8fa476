import Kernel
import Storage
import Synchronization
import TestBench
import XCTest

/// Several look at one store together.
final class GlanceTests: XCTestCase {
    private func word(_ id: String, in store: any Store) throws -> String? {
        try store.read { try $0.record(Identifier<Word>(id))?.text }
    }

    func testTheyAskOnceAndSeeOneState() throws {
        let home = try Home()
        let own = CountingStore(over: try FileStore(directory: home.path("store")) { Instant(milliseconds: 0) })
        let other = try FileStore(directory: home.path("store")) { Instant(milliseconds: 0) }
        try other.write { try $0.put(contentsOf: [Word("a", "before"), Word("b", "before")]) }
        let glance = Glance()
        let store = glance.store(over: own)
        var seen: [[String?]] = [[], [], []]
        func look(_ number: Int) throws {
            seen[number] = [try word("a", in: store), try word("b", in: store.scoped(to: .common))]
            seen[number] += try store.read { try $0.records(Selection<Word>.all).map(\.text) }
            seen[number] += [try store.read { "\(try $0.count(Selection<Word>.all))" }]
        }
        try glance.take([
            { try look(0) },
            {
                try look(1)
                try other.write { try $0.put(Word("a", "after")) }
            }, { try look(2) },
        ])
        XCTAssertEqual(seen, Array(repeating: ["before", "before", "before", "before", "2"], count: 3))
        XCTAssertEqual(own.takeAsked().calls.count, 5, "a read, two records, all of them, how many")
        XCTAssertEqual(try word("a", in: store), "after")
    }

    func testWhoWritesDoesSoAloneAndTheNextSeeIt() throws {
        let glance = Glance()
        let counting = CountingStore(over: MemoryStore())
        let store = glance.store(over: counting)
        var (runs, seen) = ([0, 0, 0, 0], [String?]())
        try glance.take([
            {
                runs[0] += 1
                let nothing = try self.word("a", in: store)
                XCTAssertNil(nothing)
            },
            {
                runs[1] += 1
                _ = try self.word("a", in: store)
                // Whoever does not care whether it worked is run again all the same.
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
        XCTAssertEqual(runs, [2, 2, 2, 2], "the first is run again over what it came upon, those that write alone")
        XCTAssertEqual(seen.compactMap(\.self).suffix(2), ["written", "first of all"])
        XCTAssertEqual(try store.undoSteps().count, 1)
        _ = try store.changes(since: 0)
        XCTAssertNoThrow(try glance.take([{ _ = try store.changes(since: 0) }, { _ = try store.engine.inspect() }]))
    }

    func testWhatTheEngineBeneathHasLetGoAndTakesIsSaid() throws {
        final class Forgetful: ThinStore, @unchecked Sendable {
            override func forgottenDeletions() throws -> Int { 7 }
            override func space() throws -> [StoreSpace] { [StoreSpace(.log, count: 1, bytes: 12)] }
        }
        let glance = Glance()
        let store = glance.store(over: Forgetful(MemoryStore()))
        let engine = store.engine
        for engine in [engine, try DryRunStore(over: store)] as [any StoreEngine] {
            XCTAssertEqual(try engine.forgottenDeletions(), 7)
            XCTAssertEqual(try engine.space().map(\.bytes), [12])
        }
        var seen: [Int] = []
        try glance.take([{ seen = [try engine.forgottenDeletions(), try engine.space().count] }])
        XCTAssertEqual(seen, [7, 1])
    }

    func testAStoreThatNobodyReadsIsNotOpened() throws {
        let opened = Mutex(0)
        let (glance, store) = (Glance(), MemoryStore())
        let lazy = glance.store(
            over: LazyStore {
                opened.withLock { $0 += 1 }
                return store
            })
        try glance.take([{}, {}])
        XCTAssertEqual(opened.withLock { $0 }, 0)
        try glance.take([{}, { _ = try self.word("a", in: lazy) }, { _ = try self.word("b", in: lazy) }])
        XCTAssertEqual(opened.withLock { $0 }, 1)
    }

    func testATransactionInsideAnotherIsRefusedAsEver() throws {
        let glance = Glance()
        let store = glance.store(over: MemoryStore())
        let inside: [() throws -> Void] = [{ _ = try self.word("a", in: store) }, { try store.write { _ in } }]
        for inner in inside {
            var runs = 0
            XCTAssertThrowsError(
                try glance.take([
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

    func testWhatAStepThrowsComesThroughAndTheNextLookIsAsEver() throws {
        struct Tired: Error {}
        let glance = Glance()
        let store = glance.store(over: MemoryStore())
        for isFirst in [true, false] {
            XCTAssertThrowsError(
                try glance.take([
                    { if isFirst { throw Tired() } },
                    {
                        _ = try self.word("a", in: store)
                        throw Tired()
                    },
                ])
            ) { XCTAssertTrue($0 is Tired) }
            var isRead = false
            try glance.take([
                {
                    isRead = false
                    try glance.take([{ _ = try self.word("a", in: store) }])
                    isRead = true
                }
            ])
            XCTAssertTrue(isRead, "a look within a look is the same look")
        }
    }

    func testTwoStoresAndARehearsalStandBesideEachOther() throws {
        let glance = Glance()
        let (one, other) = (CountingStore(over: MemoryStore()), CountingStore(over: MemoryStore()))
        let (first, second) = (glance.store(over: one), glance.store(over: other))
        let rehearsal = LazyStore { try DryRunStore(over: first) }
        try first.write { try $0.put(Word("a", "one")) }
        try second.write { try $0.put(Word("a", "two")) }
        _ = (one.takeAsked(), other.takeAsked())
        var seen: [String?] = []
        try glance.take([
            {
                seen = [try self.word("a", in: first), try self.word("a", in: second)]
                try second.write { try $0.put(Word("b", "also")) }
            },
            { seen += [try self.word("a", in: rehearsal), try self.word("b", in: second)] },
            { try rehearsal.write { try $0.put(Word("a", "rehearsed")) } },
            { seen += [try self.word("a", in: rehearsal), try self.word("a", in: first)] },
        ])
        XCTAssertEqual(Array(seen.suffix(2)), ["rehearsed", "one"])
        XCTAssertEqual(seen.first, "one")
        XCTAssertEqual(try word("b", in: second), "also")
    }
}
