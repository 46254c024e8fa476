import Foundation
import Kernel
import Postgres
import PostgresStore
import TestSupport
import XCTest

/// Properties of the PostgreSQL engine beyond the store contract.
final class PostgresStoreEngineTests: XCTestCase {
    private func failure(_ body: () throws -> Void) -> Failure? {
        do { try body() } catch { return error as? Failure }
        return nil
    }

    func testOlderTablesAreMigratedAndNewerOnesRefused() throws {
        let address = try PostgresAddress(StoreServer.url("forms"))
        let old = try PostgresStoreEngine(address) { Instant(milliseconds: 0) }
        try old.put(Word("a", "one"))
        // A later version of the program with one migration more.
        let more: @Sendable (Tables) -> String = { "ALTER TABLE \($0.schema).record ADD COLUMN tomorrow text" }
        let next = try PostgresStoreEngine(address, migrations: Tables.migrations + [more]) { Instant(milliseconds: 0) }
        XCTAssertEqual(try next.words(), ["a"])
        try next.put(Word("b", "two"))
        XCTAssertEqual(failure { try old.put(Word("c", "three")) }?.code.text, "newerStore")
        XCTAssertEqual(
            failure { _ = try PostgresStoreEngine(address) { Instant(milliseconds: 0) } }?.code.text, "newerStore")
        let again = try PostgresStoreEngine(address, migrations: Tables.migrations + [more]) {
            Instant(milliseconds: 0)
        }
        XCTAssertEqual(try again.words(), ["a", "b"])
    }

    func testFailedMigrationLeavesTablesUnchanged() throws {
        let address = try PostgresAddress(StoreServer.url("halfway"))
        try PostgresStoreEngine(address) { Instant(milliseconds: 0) }.put(Word("a", "one"))
        let broken: @Sendable (Tables) -> String = {
            "ALTER TABLE \($0.schema).record ADD COLUMN half text; SELECT 1/0"
        }
        XCTAssertNotNil(
            failure {
                _ = try PostgresStoreEngine(address, migrations: Tables.migrations + [broken]) {
                    Instant(milliseconds: 0)
                }
            })
        let store = try PostgresStoreEngine(address) { Instant(milliseconds: 0) }
        try store.put(Word("b", "two"))
        XCTAssertEqual(try store.words(), ["a", "b"])
    }

    func testConcurrentOpensCreateOneStore() throws {
        let url = try StoreServer.url("crowd")
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            do { try StoreServer.store(at: url).put(Word("w\(number)", "text \(number)")) } catch {
                XCTFail("\(error)")
            }
        }
        XCTAssertEqual(try StoreServer.store(at: url).words().count, 8)
    }

    func testSQLSyntaxInTextsIsNotInterpreted() throws {
        let store = try StoreServer.store(at: StoreServer.url("texts"))
        let texts = [
            "'; DROP TABLE commonplace.record; --", "$1", "\\x00", "\\'", "E'\\\\'", "{1,2}", "NULL",
            "\u{FFFF}\u{FEFF}", "%s",
            "\"",
            "/* */", "한글\u{1F977}\u{1F3FD}", "a\u{301}", "\u{202E}abc",
        ]
        for (number, text) in texts.enumerated() {
            let partition = Partition(rawValue: "p\(text)")
            try store.scoped(to: partition).put(Word("id \(text)", "text \(text)"))
            let word = try store.scoped(to: partition).read { try $0.first(Word.byText.at("text \(text)")) }
            XCTAssertEqual(word, Word("id \(text)", "text \(text)"), "text \(number)")
        }
        XCTAssertEqual(try store.engine.inspect().records, texts.count)
    }

    func testTextsThatPostgreSQLRejectsChangeNothing() throws {
        let store = try StoreServer.store(at: StoreServer.url("unkept"))
        try store.put(Word("a", "one"))
        func record(_ payload: [UInt8], device: String = "d", partition: String = "") -> StoredRecord {
            StoredRecord(
                address: RecordAddress(partition: Partition(rawValue: partition), collection: "words", id: "x"),
                stamp: Stamp(
                    generation: 0, deleted: false, time: HybridTime(milliseconds: 1, counter: 0), device: device),
                payloadVersion: 1, entries: [], payload: Data(payload))
        }
        // Half of a surrogate pair, and NUL in texts.
        let bad = [
            record(Array("{\"".utf8) + [0xED, 0xA0, 0x80] + Array("\":1}".utf8)),
            record(Array("{}".utf8), device: "a\u{0}b"),
            record(Array("{}".utf8), partition: "\u{0}"),
        ]
        for url in bad {
            let trouble = failure {
                try store.engine.write { transaction in
                    try transaction.put(record(Array("{}".utf8), partition: "good"))
                    try transaction.put(url)
                }
            }
            XCTAssertEqual(trouble?.code.text, "postgresText")
            XCTAssertEqual(trouble?.kind, .badData)
        }
        XCTAssertEqual(try store.engine.inspect().records, 1)
        try store.put(Word("b", "two"))
        XCTAssertEqual(try store.words(), ["a", "b"])
    }

    func testTenMegabytesOfTextRoundTrip() throws {
        let store = try StoreServer.store(at: StoreServer.url("large"))
        let text = String(repeating: "한글 and more ", count: 600_000)
        try store.put(Word("a", String(text.prefix(1_500))))
        let bytes = Data("{\"text\":\"\(text)\"}".utf8)
        let record = StoredRecord(
            address: RecordAddress(partition: .common, collection: "large", id: "a"),
            stamp: Stamp(generation: 0, deleted: false, time: HybridTime(milliseconds: 1, counter: 0), device: "d"),
            payloadVersion: 1, entries: [], payload: bytes)
        try store.engine.write { try $0.put(record) }
        XCTAssertTrue(try store.engine.read { try $0.record(at: record.address) } == record)
    }

    /// The server limits the size of an index entry.
    func testTooLongIndexKeyIsRefusedAndRolledBack() throws {
        var random = RandomSource(seed: 3)
        let long = String(
            (0..<20_000).map { _ in Character(Unicode.Scalar(UInt8.random(in: 97...122, using: &random))) })
        let store = try StoreServer.store(at: StoreServer.url("long"))
        // Once immediately, and once with posted statements while more records are prepared.
        for count in [0, 12_000] {
            let more = (0..<count).map { Word("w\($0)", "text \($0)") }
            let trouble = failure {
                try store.write { try $0.put(contentsOf: [Word("b", "two"), Word("a", long)] + more) }
            }
            XCTAssertEqual(trouble?.code.text, "keyTooLong")
            XCTAssertFalse(trouble?.description.contains(long.prefix(40)) ?? true)
            XCTAssertEqual(try store.words(), [])
        }
        // An index that is younger than its records is filled by the first query. A key that is too
        // long fails there, and the record is kept.
        let record = StoredRecord(
            address: RecordAddress(partition: .common, collection: "older", id: "a"),
            stamp: Stamp(generation: 0, deleted: false, time: HybridTime(milliseconds: 1, counter: 0), device: "d"),
            payloadVersion: 1, entries: [], payload: Data("{}".utf8))
        try store.engine.write { try $0.put(record) }
        let scan = IndexScan(partition: .common, collection: "older", index: "text") { _ in
            [IndexEntry(name: "text", unique: false, key: IndexKey(text: long))]
        }
        XCTAssertEqual(failure { _ = try store.engine.read { try $0.count(scan) } }?.code.text, "keyTooLong")
        XCTAssertEqual(try store.engine.read { try $0.record(at: record.address) }, record)
    }

    /// Replaces, repeats and recreates records in one transaction of several batches.
    func testManyRecordsAreWrittenInOneTransaction() throws {
        let store = try StoreServer.store(at: StoreServer.url("many"))
        let words = (0..<12_000).map { Word("w\($0)", "text \($0)") }
        try store.write { try $0.put(contentsOf: words) }
        let others = words.map { Word($0.id.rawValue, "other \($0.text)") } + [Word("x", "text 5")]
        try store.write { transaction in
            try transaction.put(contentsOf: others)
            try transaction.delete(Identifier<Word>("w7"))
            try transaction.put(contentsOf: [Word("w7", "again"), Word("w8", "again and again")])
        }
        try store.read { transaction in
            XCTAssertEqual(try transaction.count(Selection<Word>.all), 12_001)
            XCTAssertEqual(try transaction.first(Word.byText.at("text 5"))?.id, "x")
            XCTAssertEqual(try transaction.first(Word.byText.at("again"))?.id, "w7")
            XCTAssertNil(try transaction.first(Word.byText.at("other text 8")))
        }
        XCTAssertEqual(try store.engine.inspect().findings.map(\.message), [])
    }

    func testWritesNeedTwoRoundTrips() throws {
        let server = try StoreServer.running()
        let proxy = try CuttingProxy(to: String(XCTUnwrap(server.url.split(separator: "host=").last)))
        let store = try StoreServer.store(at: "postgresql://owner@/commonplace?host=\(proxy.folder)&schema=ways")
        func roundTrips(_ body: (Int) throws -> Void) throws -> Int {
            let before = proxy.messageCount
            for number in 0..<10 { try body(number) }
            // The end of a read is sent without waiting for its answer.
            usleep(100_000)
            return proxy.messageCount - before
        }
        XCTAssertEqual(
            try roundTrips { number in try store.write { try $0.put(Plain(id: Identifier("p\(number)"))) } }, 20)
        XCTAssertEqual(
            try roundTrips { number in try store.write { try $0.put(Word("w\(number)", "text \(number)")) } }, 30,
            "one more for unique keys")
        XCTAssertEqual(try roundTrips { _ in _ = try store.words() }, 20, "two requests per read")
        XCTAssertEqual(try roundTrips { _ in try store.write { _ in } }, 0)
    }

    private struct Plain: Storable {
        let id: Identifier<Plain>
        static let collection = RecordCollection<Plain>("plain")
    }

    func testPurgedTextIsNotInTheTableFiles() throws {
        let server = try StoreServer.running()
        let store = try StoreServer.store(at: StoreServer.url("purged"))
        try store.write(undo: "Wrote a secret") { try $0.put(Word("a", "rosebud rosebud")) }
        try store.put(Word("b", "kept"))
        try store.write { _ = try $0.purge(Identifier<Word>("a")) }
        XCTAssertEqual(try store.words(), ["b"])
        let rows = try server.psql(
            """
            CHECKPOINT; SELECT pg_relation_filepath(c.oid) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
            WHERE nspname = 'purged' AND relkind = 'r'
            """, as: "postgres")
        let files = rows.output.split(separator: "\n").map { "\(server.folder)/data/\($0)" }
        XCTAssertEqual(files.count, 3)
        for file in files {
            guard let bytes = FileManager.default.contents(atPath: file) else { continue }
            XCTAssertNil(bytes.range(of: Data("rosebud".utf8)), file)
        }
        XCTAssertEqual(try store.engine.inspect().findings.map(\.message), [])
    }

    func testKeysWithoutARecordAreFoundAndRemoved() throws {
        let server = try StoreServer.running()
        let store = try StoreServer.store(at: StoreServer.url("strays"))
        try store.put(Word("a", "one"), Word("b", "two"))
        let cut = try server.psql("DELETE FROM strays.record WHERE convert_from(id, 'UTF8') = 'a'")
        XCTAssertNil(cut.refusal)
        XCTAssertEqual(try store.engine.inspect().findings.map(\.severity), [.damage])
        XCTAssertEqual(try store.engine.maintain(.repair).count, 1)
        XCTAssertEqual(try store.engine.inspect().findings.map(\.severity), [])
        try store.put(Word("c", "one"))
        XCTAssertEqual(try store.words(), ["b", "c"])
    }

    func testCompactionPrunesOldTombstones() throws {
        let clock = ManualClock()
        let address = try PostgresAddress(StoreServer.url("tombs"))
        let store = try PostgresStoreEngine(address) { clock.now }
        for id in ["a", "b", "c"] { try store.put(Word(id, "text \(id)")) }
        try store.write { _ = try $0.delete(Identifier<Word>("a")) }
        clock.advance(days: 25)
        try store.write { _ = try $0.delete(Identifier<Word>("b")) }
        _ = try store.engine.maintain(.compact)
        XCTAssertEqual(try store.engine.lastPrunedSequence(), 0, "they are too recent")
        clock.advance(days: 6)
        _ = try store.engine.maintain(.compact)
        XCTAssertEqual(try store.engine.lastPrunedSequence(), 4)
        XCTAssertEqual(try store.changes(since: 0).map(\.address.id), ["c", "b"])
        // A recreated record wins over its tombstone. A clock that jumped far ahead is ignored.
        try store.put(Word("a", "anew"))
        XCTAssertEqual(try store.changes(since: 5).map(\.stamp.generation), [1])
        clock.advance(days: 400)
        _ = try store.engine.maintain(.compact)
        XCTAssertEqual(try store.engine.lastPrunedSequence(), 4)
        // A follower that saw everything before the replacement starts over.
        try store.engine.replaceAll(by: Replacement(records: []))
        XCTAssertEqual(try store.engine.lastPrunedSequence(), 7)
        XCTAssertEqual(try store.engine.inspect().sequence, 7)
        XCTAssertEqual(try store.changes(since: 0), [])
        try store.put(Word("a", "once more"))
        XCTAssertEqual(try store.changes(since: 7).map(\.stamp.generation), [2])
    }

    func testReadOnlyRoleCannotWrite() throws {
        let server = try StoreServer.running()
        let store = try StoreServer.store(at: StoreServer.url("looked"))
        try store.put(Word("a", "one"))
        let output = try server.psql(
            """
            CREATE ROLE looker LOGIN PASSWORD 'right'; GRANT USAGE ON SCHEMA looked TO looker;
            GRANT SELECT ON ALL TABLES IN SCHEMA looked TO looker
            """)
        XCTAssertNil(output.refusal)
        let home = try Home()
        func url(_ password: String) throws -> String {
            let file = try home.file("pass-\(password)", "*:*:*:looker:\(password)\n")
            return "\(try server.url("--as", "looker"))&schema=looked&passfile=\(file)"
        }
        let readOnlyStore = try StoreServer.store(at: url("right"))
        XCTAssertEqual(try readOnlyStore.words(), ["a"])
        XCTAssertEqual(failure { try readOnlyStore.put(Word("b", "two")) }?.code.text, "postgresRefused")
        XCTAssertEqual(try store.words(), ["a"])
        let wrong = failure { _ = try StoreServer.store(at: url("wr0ng")) }
        XCTAssertEqual(wrong?.code.text, "postgresLogin")
        XCTAssertFalse("\(wrong?.description ?? "")".contains("wr0ng"))
    }
}
