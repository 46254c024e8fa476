import Kernel
import Storage
import TestSupport
import XCTest

/// Counts engine calls, because each call is a network round trip for a database server.
final class EngineCallTests: XCTestCase {
    private func calls(_ store: CountingStore) -> Int { store.takeCallLog().count }

    func testImportOfFourThousandRecordsTakesFewCalls() throws {
        let words = (0..<4_000).map { Word("w\($0)", "text \($0 % 100)") }
        let source = MemoryStore()
        try source.write { try $0.put(contentsOf: words) }
        let exported = try source.exportEverything()
        for base in [MemoryStore(), try DryRunStore(over: MemoryStore())] as [any Store] {
            let store = CountingStore(over: base)
            try store.importEverything(exported, collections: [Word.collection])
            XCTAssertLessThanOrEqual(calls(store), 20, "an import")
            XCTAssertEqual(try store.exportEverything().filter { $0.record.collection == "words" }, exported)
            XCTAssertLessThanOrEqual(calls(store), 3, "an export")
            // Import again over the existing records.
            try store.importEverything(exported, collections: [Word.collection])
            XCTAssertLessThanOrEqual(calls(store), 20, "an import over existing records")
            try store.scoped(to: .common).write { try $0.put(contentsOf: words) }
            // At most eight parts, each passed to the engine as soon as it is encoded.
            XCTAssertLessThanOrEqual(calls(store), 10, "a batch")
            _ = try store.read { try $0.records(words.map(\.id)) }
            XCTAssertLessThanOrEqual(calls(store), 2, "many records by identifier")
            try store.write { try $0.erase() }
            XCTAssertLessThanOrEqual(calls(store), 6, "erasing")
            XCTAssertEqual(try store.words(), [])
        }
    }

    /// A batch may contain a record twice; the second put sees the first.
    func testBatchPutMatchesSinglePuts() throws {
        var random = RandomSource(seed: 31)
        let batch = MemoryStore()
        let single = MemoryStore()
        for _ in 0..<60 {
            let words = (0..<Int.random(in: 1...12, using: &random)).map { number in
                Word("w\(Int.random(in: 0..<8, using: &random))", "text \(number)")
            }
            let ids = (0..<8).map { Identifier<Word>("w\($0)") }
            let removed = ids[Int.random(in: 0..<8, using: &random)]
            try batch.write(undo: "a batch") { transaction in
                try transaction.delete(removed)
                try transaction.put(contentsOf: words)
            }
            try single.write(undo: "a batch") { transaction in
                try transaction.delete(removed)
                for word in words { try transaction.put(word) }
            }
            XCTAssertEqual(try batch.engine.allRecords(), try single.engine.allRecords())
            XCTAssertEqual(
                try batch.read { try $0.records(ids) }, try ids.map { id in try single.read { try $0.record(id) } })
            if Int.random(in: 0..<3, using: &random) == 0 {
                _ = try batch.undoLast()
                _ = try single.undoLast()
                XCTAssertEqual(try batch.words(), try single.words())
            }
        }
    }
}
