import Kernel
import Storage
import XCTest

/// Tests that derived values, such as counts, never win over an edit.
final class DerivedRecordTests: XCTestCase {
    private struct Shelf: Storable, Hashable {
        let id: Identifier<Shelf>
        var title: String
        var books = 0
        static let collection = RecordCollection<Shelf>("shelves", derived: ["books"])
    }

    private let address = RecordAddress(partition: .common, collection: "shelves", id: "a")

    private func stored(_ store: any Store) throws -> StoredRecord {
        try XCTUnwrap(store.engine.read { try $0.record(at: address) })
    }

    func testDerivedPutWritesTheLeastGreaterStamp() throws {
        let store = MemoryStore()
        try store.write { try $0.put(Shelf(id: "a", title: "Novels")) }
        let before = try stored(store).stamp
        try store.write { try $0.putDerived(Shelf(id: "a", title: "Novels", books: 3)) }
        let after = try stored(store).stamp
        XCTAssertGreaterThan(after, before)
        try store.write { try $0.put(Shelf(id: "b", title: "Maps")) }
        let later = try XCTUnwrap(
            store.engine.read { try $0.record(at: RecordAddress(partition: .common, collection: "shelves", id: "b")) })
        XCTAssertLessThan(after, later.stamp, "a later write wins")
        XCTAssertEqual(after.device, before.device)
    }

    func testDevicesWriteIdenticalDerivedRecords() throws {
        let stores = ["p", "t"].map { MemoryStore(device: $0) }
        try stores[0].write { try $0.put(Shelf(id: "a", title: "Novels")) }
        let record = try stored(stores[0])
        try stores[1].engine.write { try $0.put(record) }
        for store in stores { try store.write { try $0.putDerived(Shelf(id: "a", title: "Novels", books: 3)) } }
        XCTAssertEqual(try stored(stores[0]), try stored(stores[1]))
    }

    func testUnchangedAndMissingRecordsAreNotWritten() throws {
        let store = MemoryStore()
        try store.write { try $0.putDerived(Shelf(id: "a", title: "Novels")) }
        XCTAssertNil(try store.read { try $0.record(Identifier<Shelf>("a")) })
        try store.write { try $0.put(Shelf(id: "a", title: "Novels", books: 3)) }
        let before = try stored(store)
        try store.write { try $0.putDerived(Shelf(id: "a", title: "Novels", books: 3)) }
        XCTAssertEqual(try stored(store), before)
    }

    func testDerivedFieldsAreIgnoredInComparisons() throws {
        let store = MemoryStore()
        func version(_ shelf: Shelf) throws -> StoredRecord {
            try store.write { try $0.put(shelf) }
            return try stored(store)
        }
        let shelf = try version(Shelf(id: "a", title: "Novels"))
        let counted = try version(Shelf(id: "a", title: "Novels", books: 3))
        let renamed = try version(Shelf(id: "a", title: "Crime", books: 3))
        XCTAssertTrue(Shelf.collection.isEquivalent(shelf, to: counted))
        XCTAssertFalse(Shelf.collection.isEquivalent(counted, to: renamed))
    }

    func testDerivedPutIsUndoable() throws {
        let store = MemoryStore()
        try store.write { try $0.put(Shelf(id: "a", title: "Novels")) }
        try store.write(undo: "Counted") { try $0.putDerived(Shelf(id: "a", title: "Novels", books: 3)) }
        _ = try store.undoLast()
        XCTAssertEqual(try store.read { try $0.record(Identifier<Shelf>("a")) }?.books, 0)
    }
}
