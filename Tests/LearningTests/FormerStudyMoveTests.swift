import Foundation
import Kernel
import Learning
import Practice
import Storage
import Synchronization
import TestBench
import XCTest

/// Old study is moved in parts, however much there is, and goes on where it was cut off.
final class FormerStudyMoveTests: XCTestCase {
    private static let learner = Partition(rawValue: "learner")

    private func log(_ store: any Store) throws -> PracticeLog {
        PracticeLog(
            repository: try StoredPracticeRepository(movingInto: store), time: .fixed(.earliest), ids: .counting(),
            random: RandomSource(seed: 1))
    }

    /// A transaction may have 17 MiB, which some 23,800 answers fill: none moves more than a part.
    func testNoTransactionMovesMoreThanAPart() throws {
        let (store, learner) = (MemoryStore().scoped(to: Self.learner), FormerLearner(answers: 1500))
        try learner.keep(in: store)
        let before = try store.changes(since: 0, limit: .max).map(\.sequence).max() ?? 0
        XCTAssertEqual(try log(store).days().reduce(0) { $0 + $1.answers }, 2250)
        let former = Set(FormerStudy.collections.map(\.name))
        XCTAssertFalse(try store.engine.read { try $0.addresses(in: nil).contains { former.contains($0.collection) } })
        let parts = Dictionary(grouping: try store.changes(since: before, limit: .max), by: \.sequence).values.map(\.count)
        XCTAssertEqual(parts.max(), 500)
        XCTAssertEqual(parts.reduce(0, +), 2 * learner.records.count)
    }

    // MARK: - Cut off

    /// The golden store and some years of study: every kind of record, and cards with many answers.
    private static func small() throws -> any Store {
        let store = MemoryStore().scoped(to: learner)
        try store.write { try $0.restore(FormerStudyTests.golden(), collections: FormerStudyTests.collections) }
        try FormerLearner(answers: 60, cards: 7).keep(in: store)
        return store
    }

    private static func moved(part: Int = 500) throws -> [ArchivedRecord] {
        let store = try small()
        try FormerStudy.move(in: store, part: part)
        return try store.archive()
    }

    func testPartsOfEverySizeMakeTheSame() throws {
        let whole = try Self.moved()
        for part in [1, 2, 7, 64] { XCTAssertEqual(try Self.moved(part: part), whole, "\(part)") }
    }

    /// Whatever transaction was the last, the next opening ends where one that nothing cut off would have ended.
    func testAMoveThatIsCutOffAfterAnyTransactionGoesOn() throws {
        let whole = try Self.moved()
        var kept = 0
        while true {
            let store = try Self.small()
            let failing = InterruptedStore(store) { number, write in
                guard number < kept else { throw Failure(.init("cutOff"), "The power is gone.") }
                try write()
            }
            do {
                try FormerStudy.move(in: failing, part: 40)
                XCTAssertGreaterThan(kept, 15, "too few parts to tell")
                return XCTAssertEqual(try store.archive(), whole)
            } catch {
                XCTAssertEqual((error as? Failure)?.code.text, "cutOff")
            }
            _ = try log(store)
            XCTAssertEqual(try store.archive(), whole, "cut off behind \(kept)")
            kept += 1
        }
    }

    /// Another process opens the same log between two parts of ours, moves everything, and its learner takes an answer back: that stays so.
    func testTwoMovesAtOnceDoNoHarm() throws {
        var place = 0
        var hasCome = true
        while hasCome {
            hasCome = false
            let store = try Self.small()
            var theirs: [ArchivedRecord] = []
            let shared = InterruptedStore(store) { number, write in
                if number == place {
                    hasCome = true
                    let log = try self.log(store)
                    var run = try XCTUnwrap(log.run(XCTUnwrap(log.runs().first { $0.id == "p1" }), of: Movements()))
                    try log.takeBack(in: &run)
                    theirs = try store.archive()
                }
                try write()
            }
            _ = try log(shared)
            if hasCome { XCTAssertEqual(try store.archive(), theirs, "before part \(place)") }
            place += 1
        }
        XCTAssertGreaterThan(place, 10)
    }

    func testManyThreadsThatMoveAtOnceEndWithTheSame() throws {
        let (whole, store) = (try Self.moved(), try Self.small())
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            do { try FormerStudy.move(in: store, part: 5 + thread) } catch { failures.withLock { $0.append("\(error)") } }
        }
        XCTAssertEqual(failures.withLock { $0 }, [])
        XCTAssertEqual(try store.archive(), whole)
    }

    /// What stands there in its present form is newer: an answer that was given since, a memory that it moved.
    func testWhatIsNewerStays() throws {
        let (store, whole) = (try Self.small(), try Self.moved())
        let target = Target(.flashcards, "term-1", "ko-en")
        let state = MemoryState(
            memory: .schedule(Schedule(box: 5, due: Day(ordinal: 9000))), answers: 90, right: 80, last: Day(ordinal: 8000),
            latest: "new")
        try store.write { try $0.put(ItemMemory(target, state)) }
        _ = try log(store)
        XCTAssertEqual(try log(store).memory(of: target), state)
        let own = try log(store).runs().flatMap { try log(store).answers(of: $0.id) }.filter { $0.target == target }
        // Its answers are counted from the end: the last that is there is the ninetieth.
        XCTAssertEqual(own.compactMap(\.before?.answers).max(), 89)
        XCTAssertEqual(try store.archive().count, whole.count)
    }

    private struct Movements: Exercise {
        var kind: PracticeKind { .patterns }
        var activity: String { "practice" }
        func memory(in run: Run<Self>) -> MemoryRule { .level }
        func target(of item: Int, in run: Run<Self>) -> (target: Target, question: String) {
            (Target(kind, run.subject, "\(item)"), "done")
        }
        func task(for item: Int, in run: Run<Self>) -> Int? { item }
        func judge(_ response: Mark, to task: Int, in run: Run<Self>) -> Mark { response }
        func label(of graded: Mark, to item: Int, in run: Run<Self>) -> String { "" }
        func labelOfTakingBack(_ answer: Answer, in run: Run<Self>) -> String { "" }
    }
}

/// A store to which something happens at a write: it fails, or somebody else comes between.
private struct InterruptedStore: Store {
    let engine: any StoreEngine
    let partition: Partition

    /// - Parameter write: told the number of the transaction, from 0, and how to do it.
    init(_ store: any Store, _ write: @escaping (_ number: Int, _ write: () throws -> Void) throws -> Void) {
        (engine, partition) = (Engine(store.engine, write), store.partition)
    }

    private final class Engine: StoreEngine, @unchecked Sendable {
        private let engine: any StoreEngine
        private let interrupt: (Int, () throws -> Void) throws -> Void
        private var number = 0

        init(_ engine: any StoreEngine, _ interrupt: @escaping (Int, () throws -> Void) throws -> Void) {
            (self.engine, self.interrupt) = (engine, interrupt)
        }

        func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
            var value: Value?
            defer { number += 1 }
            try interrupt(number) { value = try engine.write(body) }
            return try XCTUnwrap(value)
        }
        func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value { try engine.read(body) }
        func changes(since sequence: Int, limit: Int) throws -> [Change] { try engine.changes(since: sequence, limit: limit) }
        func inspect() throws -> StoreReport { try engine.inspect() }
        func close() throws { try engine.close() }
    }
}
