import Kernel
import Storage
import StorageTesting
import XCTest

/// Tests the rules that Kernel implements above every engine.
final class StoreRuleTests: XCTestCase {
    /// An engine with the required members only, so that Kernel's default implementations run.
    private struct BareStore: Store, StoreEngine {
        let store: MemoryStore
        var engine: any StoreEngine { self }
        var partition: Partition { .common }

        /// A transaction that implements only the required members.
        private final class Bare: EngineTransaction {
            let below: any EngineTransaction
            init(_ below: any EngineTransaction) { self.below = below }
            var time: HybridTime { below.time }
            var device: String { below.device }
            func record(at address: RecordAddress) throws -> StoredRecord? { try below.record(at: address) }
            func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws { try below.scan(scan, visit) }
            func count(_ scan: IndexScan) throws -> Int { try below.count(scan) }
            func addresses(in partition: Partition?) throws -> [RecordAddress] { try below.addresses(in: partition) }
            func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws
            {
                try below.put(record, reindex: reindex)
            }
        }

        func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
            try store.read { try body(Bare($0)) }
        }
        func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
            try store.write { try body(Bare($0)) }
        }
        func changes(since sequence: Int, limit: Int) throws -> [Change] {
            try store.changes(since: sequence, limit: limit)
        }
        func inspect() throws -> StoreReport { try store.inspect() }
        func close() throws { try store.close() }
    }

    func testMinimalEngineFulfillsTheStoreContract() {
        for broken in StoreContract(.passing { MemoryStore() }).brokenPromises() { XCTFail(broken.description) }
        for broken in StoreContract(.passing { BareStore(store: MemoryStore()) }).brokenPromises() {
            XCTFail(broken.description)
        }
        XCTAssertEqual(try BareStore(store: MemoryStore()).maintain(.repair), [])
        XCTAssertEqual(try BareStore(store: MemoryStore()).rewrite { $0 }, [])
    }

    private struct Word: Storable, Equatable {
        let id: Identifier<Word>
        var text: String?
        var rank = 0

        static let byText = Index<Word, String>.unique("text") { $0.text }
        static let byRank = Index<Word, IndexKey>.ordered("rank", revision: 2) { IndexKey($0.rank % 3, $0.rank) }
        static let collection = RecordCollection<Word>(
            "words", version: 2, indexes: [byText, byRank], migrations: [1: { $0 }])
    }

    private func keep(_ words: Word..., in store: any Store, undo label: String? = nil) throws {
        try store.write(undo: label) { transaction in for word in words { try transaction.put(word) } }
    }

    private func texts(_ store: any Store) throws -> [String?] {
        try store.read { try $0.records(Word.byText.all).map(\.text) }
    }

    // MARK: - Undo

    func testFiftyUndoStepsAreKeptAndUndoneInReverseOrder() throws {
        let store = MemoryStore(device: "my old device")
        try keep(Word(id: "w", text: "0"), in: store)
        for number in 1...UndoStep.capacity + 2 {
            try keep(Word(id: "w", text: "\(number)"), in: store, undo: "Wrote \(number)")
        }
        XCTAssertEqual(try store.undoSteps().map(\.number), Array((3...52).reversed()))
        XCTAssertEqual(
            Set(try store.undoSteps().map(\.id.rawValue)), Set((0..<50).map { ($0 < 10 ? "0" : "") + "\($0)" }))
        for number in (3...52).reversed() {
            XCTAssertEqual(try store.undoLast().label, "Wrote \(number)")
            XCTAssertEqual(try texts(store), ["\(number - 1)"])
        }
        XCTAssertThrowsError(try store.undoLast()) { XCTAssertEqual(($0 as? Failure)?.code, .nothingToUndo) }
    }

    func testDeletionAndLaterStepsAreUndoneOneByOne() throws {
        let store = MemoryStore(device: "my old device")
        let id: Identifier<Word> = "w"
        try keep(Word(id: id, text: "first", rank: 4), in: store, undo: "Made")
        try store.write(undo: "Deleted") { _ = try $0.delete(id) }
        try keep(Word(id: id, text: "second", rank: 5), in: store, undo: "Made again")
        for (label, texts) in [("Made again", []), ("Deleted", ["first"]), ("Made", [])] {
            XCTAssertEqual(try store.undoLast().label, label)
            XCTAssertEqual(try self.texts(store), texts, label)
        }
    }

    func testUndoRestoresIndexEntriesAndUniqueKeys() throws {
        let store = MemoryStore()
        try keep(Word(id: "a", text: "taken", rank: 4), Word(id: "b", text: nil, rank: 7), in: store)
        try store.write(undo: "Deleted both") { transaction in
            try transaction.delete(Identifier<Word>("a"))
            try transaction.delete(Identifier<Word>("b"))
        }
        _ = try store.undoLast()
        XCTAssertEqual(
            try store.read { try $0.keys(Word.byText.all) }, ["taken".indexKey], "a record without a key gets none")
        XCTAssertEqual(try store.read { try $0.keys(Word.byRank.all) }, [IndexKey(1, 4), IndexKey(1, 7)])
        XCTAssertThrowsError(try keep(Word(id: "c", text: "taken"), in: store)) {
            XCTAssertEqual(($0 as? Failure)?.code, .duplicateKey)
        }
    }

    func testUndoRestoresFirstStateAndEmptyWritesAddNoStep() throws {
        let store = MemoryStore()
        try keep(Word(id: "w", text: "before"), in: store)
        try keep(Word(id: "w", text: "once"), Word(id: "w", text: "twice"), in: store, undo: "Wrote twice")
        try keep(in: store, undo: "Did nothing")
        try keep(Word(id: "x", text: "aside"), in: store)
        XCTAssertEqual(try store.undoSteps().map(\.label), ["Wrote twice"])
        _ = try store.undoLast()
        XCTAssertEqual(try texts(store), ["aside", "before"])
    }

    func testUndoRestoresOldPayloadVersion() throws {
        let store = MemoryStore()
        let old = ArchivedRecord(
            collection: "words", id: "w", version: 1,
            payload: .object(["id": .string("w"), "text": .string("old"), "rank": .integer(1)]))
        try store.write { try $0.restore([old], collections: [Word.collection]) }
        try keep(Word(id: "w", text: "new"), in: store, undo: "Wrote")
        _ = try store.undoLast()
        XCTAssertEqual(try store.archive().filter { $0.collection == "words" }, [old])
    }

    // MARK: - Records

    private func stamps(_ store: any Store) throws -> [Stamp] {
        try store.changes(since: 0).filter { $0.address.collection == "words" }.map(\.stamp)
    }

    func testRecreatedRecordStartsAGeneration() throws {
        let store = MemoryStore(device: "d")
        XCTAssertFalse(try store.write { try $0.delete(Identifier<Word>("w")) }, "the record does not exist")
        try keep(Word(id: "w"), in: store)
        try keep(Word(id: "w", text: "edited"), in: store)
        XCTAssertTrue(try store.write { try $0.delete(Identifier<Word>("w")) })
        XCTAssertFalse(try store.write { try $0.delete(Identifier<Word>("w")) }, "it is deleted already")
        try keep(Word(id: "w"), in: store)
        try store.write { try $0.erase() }
        let stamps = try stamps(store)
        XCTAssertEqual(stamps.map(\.generation), [0, 0, 0, 1, 1])
        XCTAssertEqual(stamps.map(\.deleted), [false, false, true, false, true])
        XCTAssertEqual(stamps, stamps.sorted())
        XCTAssertNil(try store.read { try $0.record(Identifier<Word>("w")) })
    }

    func testBatchPutMatchesSinglePuts() throws {
        for count in [0, 1, 127, 128, 255, 256, 257, 600] {
            let words = (0..<count).map { Word(id: Identifier("w\($0)"), text: "text \($0)", rank: $0) }
            let one = MemoryStore()
            let many = MemoryStore()
            for store in [one, many] {
                let known = ArchivedRecord(
                    collection: "words", id: "w5", version: 2,
                    payload: .object(["id": .string("w5"), "rank": .integer(-1), "later": .bool(true)]))
                try store.write { try $0.restore([known], collections: [Word.collection]) }
            }
            try one.write { transaction in for word in words { try transaction.put(word) } }
            try many.write { try $0.put(contentsOf: words) }
            XCTAssertEqual(try many.archive(), try one.archive(), "\(count)")
            XCTAssertEqual(
                try many.read { try $0.keys(Word.byRank.all) }, try one.read { try $0.keys(Word.byRank.all) })
            if count > 5 {
                XCTAssertTrue(try many.archive().contains { $0.id == "w5" && $0.payload["later"] == .bool(true) })
            }
        }
    }

    func testCountsUseAtLeastOneKeyPart() throws {
        let store = MemoryStore()
        try store.write { try $0.put(contentsOf: (0..<7).map { Word(id: Identifier("w\($0)"), rank: $0) }) }
        for parts in [-3, 0, 1] {
            let counts = try store.read { try $0.counts(Word.byRank.all, parts: parts) }
            XCTAssertEqual(
                counts,
                [
                    KeyCount(key: 0.indexKey, count: 3), KeyCount(key: 1.indexKey, count: 2),
                    KeyCount(key: 2.indexKey, count: 2),
                ])
        }
        XCTAssertEqual(try store.read { try $0.counts(Word.byRank.all, parts: 2).count }, 7)
        XCTAssertEqual(try store.read { try $0.count(Word.byRank.all) }, 7)
        XCTAssertEqual(try store.read { try $0.first(Word.byRank.all.descending)?.rank }, 5)
        XCTAssertNil(try store.read { try $0.records(Word.byRank.all.limit(0)).first })
    }

    func testArchivedRecordMustContainItsID() throws {
        let store = MemoryStore()
        func restore(_ payload: [String: JSONValue]) throws {
            let record = ArchivedRecord(
                collection: "words", id: "w", version: 2,
                payload: .object(payload.merging(["rank": .integer(1)]) { $1 }))
            try store.write { try $0.restore([record], collections: [Word.collection]) }
        }
        XCTAssertThrowsError(try restore(["id": .string("x")])) {
            XCTAssertEqual(($0 as? Failure)?.code, .foreignRecord)
        }
        XCTAssertThrowsError(try restore([:])) { XCTAssertEqual(($0 as? Failure)?.code.text, "unreadableRecord") }
        XCTAssertNoThrow(try restore(["id": .string("w")]))
        XCTAssertEqual(try stamps(store).map(\.generation), [0])
        XCTAssertEqual(try store.exportEverything().map(\.record.id), ["w"])
    }

    func testFeedReturnsAThousandChangesByDefault() throws {
        let store = MemoryStore()
        for number in 0..<1001 { try keep(Word(id: "w", rank: number), in: store) }
        XCTAssertEqual(try store.changes(since: 0).count, 1000)
        XCTAssertEqual(try store.changes(since: 0, limit: 1001).count, 1001)
    }

    func testMigratedRecordsHaveEntriesAndCurrentOnesAreUnchanged() throws {
        func stored(_ version: Int, _ payload: String?) -> StoredRecord {
            StoredRecord(
                address: RecordAddress(partition: .common, collection: "words", id: "w"),
                stamp: Stamp(generation: 0, deleted: payload == nil, time: .zero, device: "d"), payloadVersion: version,
                entries: [],
                payload: payload.map { Data($0.utf8) })
        }
        let old = try XCTUnwrap(Word.collection.migrated(stored(1, #"{"id":"w","later":1,"rank":4}"#)))
        XCTAssertEqual(old.payloadVersion, 2)
        XCTAssertEqual(old.payload.map { String(decoding: $0, as: UTF8.self) }, #"{"id":"w","later":1,"rank":4}"#)
        XCTAssertEqual(
            old.entries,
            [.init(name: "text", unique: true, key: nil), .init(name: "rank.2", unique: false, key: IndexKey(1, 4))])
        XCTAssertNil(try Word.collection.migrated(stored(2, #"{"id":"w","rank":4}"#)))
        XCTAssertNil(try Word.collection.migrated(stored(1, nil)))
        XCTAssertEqual(RecordCollection<Word>("words").version, 1)
        XCTAssertTrue(stored(1, "{}").isLive)
        XCTAssertFalse(stored(1, nil).isLive)
    }
}
