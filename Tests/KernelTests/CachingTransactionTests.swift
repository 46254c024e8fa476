import Kernel
import Storage
import TestSupport
import XCTest

/// Compares `CachingTransaction` with a plain transaction: answers and stored records are equal.
final class CachingTransactionTests: XCTestCase {
    private static let tables = ["words", "days"]

    private func address(_ random: inout RandomSource) -> RecordAddress {
        RecordAddress(
            partition: Bool.random(using: &random) ? .common : Partition(rawValue: "mina"),
            collection: Self.tables.randomElement(using: &random) ?? "", id: "r\(Int.random(in: 0..<5, using: &random))"
        )
    }

    private func record(_ address: RecordAddress, _ rank: Int, in transaction: any EngineTransaction) -> StoredRecord {
        let isGone = rank % 5 == 0
        return StoredRecord(
            address: address,
            stamp: Stamp(generation: 0, deleted: isGone, time: transaction.time, device: transaction.device),
            payloadVersion: 1, entries: isGone ? [] : [IndexEntry(name: "rank", unique: false, key: rank.indexKey)],
            payload: isGone ? nil : Data("{\"rank\":\(rank)}".utf8))
    }

    private func question(_ random: inout RandomSource) -> EngineQuestion {
        let place = address(&random)
        let scan = IndexScan(
            partition: place.partition, collection: place.collection, index: Bool.random(using: &random) ? "rank" : nil,
            descending: Bool.random(using: &random), limit: [nil, 1, 3].randomElement(using: &random) ?? nil)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return .page(scan)
        case 1: return .count(scan)
        case 2: return .keys(scan)
        case 3: return .counts(scan, parts: 1)
        default: return .record(place)
        }
    }

    /// Runs one random step and returns its answers. Equal random sources give equal steps.
    private func step(_ transaction: any EngineTransaction, _ random: inout RandomSource) throws -> [EngineAnswer] {
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1, 2:
            let record = record(address(&random), Int.random(in: 0..<40, using: &random), in: transaction)
            try transaction.put(record)
            return []
        case 3:
            let records = (0..<3).map { _ in
                record(address(&random), Int.random(in: 0..<40, using: &random), in: transaction)
            }
            try transaction.put(records) { $0.entries }
            return []
        case 4:
            let prefetched = (0..<4).map { _ in question(&random) }
            try (transaction as? CachingTransaction)?.prefetch(prefetched)
            return try prefetched.map(transaction.answer)
        case 5:
            let addresses = (0..<4).map { _ in address(&random) }
            return try transaction.records(at: addresses).map(EngineAnswer.record)
        case 6:
            var visited: [StoredRecord] = []
            guard case .page(let scan) = question(&random) else { return [] }
            try transaction.scan(scan) { record in
                visited.append(record)
                return visited.count < 2
            }
            return [.page(visited)]
        case 7: return [.count(try transaction.addresses(in: nil).count)]
        default: return try (0..<2).map { _ in try transaction.answer(to: question(&random)) }
        }
    }

    func testCachingTransactionMatchesPlainTransaction() throws {
        for memory in [CachingTransaction.CachePolicy.records, .prefetched, .everything] {
            let plain = MemoryStore()
            let remembering = CountingStore(over: MemoryStore())
            var callCount = 0
            for seed in 0..<UInt64(300) {
                var one = RandomSource(seed: seed)
                var other = RandomSource(seed: seed)
                let expected = try plain.engine.write { below in try (0..<25).flatMap { _ in try step(below, &one) } }
                let cachedResults = try remembering.write { below in
                    let transaction = CachingTransaction(over: below, caching: memory)
                    defer { transaction.end() }
                    let results = try (0..<25).flatMap { _ in try step(transaction, &other) }
                    try transaction.flushPuts()
                    return results
                }
                XCTAssertEqual(cachedResults, expected, "\(memory), seed \(seed)")
                XCTAssertEqual(
                    try remembering.engine.allRecords(), try plain.engine.allRecords(), "\(memory), seed \(seed)")
                callCount += expected.count
            }
            XCTAssertLessThan(remembering.takeCallLog().count, callCount * 3 / 2)
        }
    }

    private struct Seat: Storable, Equatable {
        let id: Identifier<Seat>
        var name: String
        static let byName = Index<Seat, String>.unique("name") { $0.name }
        static let collection = RecordCollection<Seat>("seats", indexes: [byName])
    }

    func testUniqueKeysMoveBetweenRecords() throws {
        let store = MemoryStore()
        try store.write { try $0.put(contentsOf: [Seat(id: "a", name: "x"), Seat(id: "b", name: "y")]) }
        try store.write { transaction in
            for (id, name) in [("b", "z"), ("a", "y"), ("b", "x")] {
                try transaction.put(Seat(id: Identifier(id), name: name))
            }
        }
        XCTAssertEqual(try store.read { try $0.records(Seat.byName.all).map(\.id.rawValue) }, ["b", "a"])
        XCTAssertThrowsError(try store.write { try $0.put(Seat(id: "c", name: "x")) }) {
            XCTAssertEqual(($0 as? Failure)?.code, .duplicateKey)
        }
        XCTAssertEqual(try store.read { try $0.count(Selection<Seat>.all) }, 2)
    }

    func testPrefetchedAnswersAreAskedOnceUntilTheEnd() throws {
        let store = CountingStore(over: MemoryStore())
        try store.write { try $0.put(Seat(id: "a", name: "x")) }
        _ = store.takeCallLog()
        var escaped: UnitOfWork?
        try store.read { transaction in
            try transaction.prefetch(
                .record(Identifier<Seat>("a")), .records(Seat.byName.all), .first(Seat.byName.all),
                .keys(Seat.byName.all),
                .count(Seat.byName.all), .counts(Seat.byName.all), .record(Identifier<Seat>("a")))
            XCTAssertEqual(try transaction.record(Identifier<Seat>("a"))?.name, "x")
            XCTAssertEqual(try transaction.records([Identifier<Seat>("a")]).count, 1)
            XCTAssertEqual(try transaction.records(Seat.byName.all).count, 1)
            XCTAssertEqual(try transaction.first(Seat.byName.all)?.name, "x")
            XCTAssertEqual(try transaction.keys(Seat.byName.all), ["x".indexKey])
            XCTAssertEqual(try transaction.count(Seat.byName.all), 1)
            XCTAssertEqual(try transaction.counts(Seat.byName.all).map(\.count), [1])
            escaped = transaction.unitOfWork
        }
        XCTAssertEqual(store.takeCallLog().count, 2)
        XCTAssertThrowsError(try escaped?.transaction.record(Identifier<Seat>("a"))) {
            XCTAssertEqual(($0 as? Failure)?.code, .init("transactionOver"))
        }
    }

    func testUndoLabelIsMadeFromTheResult() throws {
        let store = MemoryStore()
        _ = try store.write(undo: { (name: String) in "Named \(name)" }) { transaction in
            try transaction.put(Seat(id: "a", name: "x"))
            return "x"
        }
        XCTAssertEqual(try store.undoSteps().map(\.label), ["Named x"])
        let nothing: (Int) -> String? = { _ in nil }
        _ = try store.write(undo: nothing) { transaction in
            try transaction.put(Seat(id: "b", name: "y"))
            return 1
        }
        XCTAssertEqual(try store.undoSteps().map(\.label), ["Named x"])
        XCTAssertEqual(try store.undoLast().label, "Named x")
        XCTAssertEqual(try store.read { try $0.records(Seat.byName.all).map(\.name) }, ["y"])
    }
}
