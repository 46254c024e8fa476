import Kernel
import XCTest

final class SelectionTests: XCTestCase {
    private let number = Index<Note, Int>.ordered("number") { $0.number }
    private let pair = Index<Note, IndexKey>.ordered("pair", revision: 3) { IndexKey($0.title, $0.number) }
    private let title = Index<Note, String>.unique("title") { $0.title }

    private func holds(_ selection: Selection<Note>, _ key: IndexKey) -> Bool {
        IndexScan(partition: .common, collection: "notes", lower: selection.lower, upper: selection.upper).contains(key)
    }

    func testSelectionBounds() {
        let numbers = [Int.min, -2, -1, 0, 1, 2, .max]
        for key in numbers {
            for value in numbers {
                XCTAssertEqual(holds(number.at(value), key.indexKey), key == value)
                XCTAssertEqual(holds(number.from(value), key.indexKey), key >= value)
                XCTAssertEqual(holds(number.before(value), key.indexKey), key < value)
                XCTAssertEqual(holds(number.through(value), key.indexKey), key <= value)
                for end in numbers {
                    XCTAssertEqual(holds(number.from(value, through: end), key.indexKey), value <= key && key <= end)
                }
            }
            XCTAssertTrue(holds(number.all, key.indexKey))
        }
    }

    func testUnderMatchesWholePartsAndPrefixMatchesText() {
        for (first, isUnder, hasPrefix) in [
            ("pack", true, true), ("pack2", false, true), ("pack ", false, true), ("pac", false, false),
            ("q", false, false),
            ("", false, false),
        ] {
            for second in [Int.min, 0, .max] {
                XCTAssertEqual(holds(pair.under("pack"), IndexKey(first, second)), isUnder, first)
                XCTAssertEqual(holds(pair.prefix("pack"), IndexKey(first, second)), hasPrefix, first)
            }
        }
        XCTAssertTrue(holds(title.prefix("é"), "e\u{301}tude \u{10FFFF} z".indexKey))
    }

    func testOrderLimitAndIndexName() {
        XCTAssertEqual(pair.all.index, "pair.3")
        XCTAssertEqual(title.all.index, "title")
        XCTAssertNil(Selection<Note>.all.index)
        XCTAssertTrue(title.unique && !number.unique)
        let selection = number.from(1).descending.limit(-4)
        XCTAssertTrue(selection.isDescending)
        XCTAssertEqual(selection.limit, 0)
        XCTAssertEqual(selection.lower, 1.indexKey)
        XCTAssertNil(selection.limit(nil).limit)
    }
}

/// A record of version 2. In version 1 the title was called `name`.
struct Note: Storable {
    let id: Identifier<Note>
    var title: String
    var number: Int

    static let collection = RecordCollection<Note>(
        "notes", version: 2, indexes: [Index<Note, String>.unique("title") { $0.title }],
        migrations: [
            1: { old in
                var new = old
                new["title"] = old["name"]
                new["name"] = nil
                return new
            }
        ])
}

final class RecordCollectionTests: XCTestCase {
    private func stored(_ payload: String?, version: Int) -> StoredRecord {
        StoredRecord(
            address: RecordAddress(partition: .common, collection: "notes", id: "n"),
            stamp: Stamp(generation: 0, deleted: payload == nil, time: .zero, device: "d"), payloadVersion: version,
            entries: [],
            payload: payload.map { Data($0.utf8) })
    }

    func testOldRecordsAreMigratedAndIndexed() throws {
        let entries = try Note.collection.entries(of: stored(#"{"id":"n","name":"Old","number":3}"#, version: 1))
        XCTAssertEqual(entries, [IndexEntry(name: "title", unique: true, key: "Old".indexKey)])
        XCTAssertNoThrow(
            try Note.collection.entries(of: stored(#"{"id":"n","title":"New","number":3,"later":[1]}"#, version: 2)))
    }

    func testUnreadableRecordsFailWithTheirCode() {
        for (record, code) in [
            (stored(#"{"id":"n","title":"T","number":3}"#, version: 3), "newerRecord"),
            (stored(#"{"id":"n","title":"T","number":3}"#, version: .max), "newerRecord"),
            (stored(#"{"id":"n","name":"T","number":3}"#, version: 0), "missingMigration"),
            (stored(#"{"id":"n","name":"T","number":3}"#, version: .min), "missingMigration"),
            (stored(#"{"id":"n","title":"T"}"#, version: 2), "unreadableRecord"),
            (stored("{", version: 2), "unreadableRecord"),
            (stored("", version: 1), "unreadableRecord"), (stored("[\u{0}]", version: 1), "unreadableRecord"),
            (stored(String(repeating: "[", count: 100_000), version: 1), "unreadableRecord"),
            (stored(nil, version: 2), "unreadableRecord"),
        ] {
            XCTAssertThrowsError(try Note.collection.entries(of: record)) {
                XCTAssertEqual(($0 as? Failure)?.code.text, code)
            }
        }
    }
}
