import Kernel
import Storage
import TestSupport
import XCTest

final class DryRunTests: XCTestCase {
    func testDryRunListsPendingChangesOnly() throws {
        let base = MemoryStore()
        try base.write { try $0.put(contentsOf: [Word("a", "m"), Word("b", "n"), Word("c", "o")]) }
        let dryRun = try DryRunStore(over: base)
        try dryRun.write { transaction in
            try transaction.put(Word("a", "z"))
            try transaction.delete(Identifier<Word>("b"))
            try transaction.put(Word("d", "a"))
        }
        try dryRun.write { transaction in
            try transaction.put(Word("e", "x"))
            try transaction.delete(Identifier<Word>("e"))
        }
        XCTAssertEqual(try dryRun.words(), ["d=a", "c=o", "a=z"])
        XCTAssertEqual(try base.words(), ["a=m", "b=n", "c=o"])
        let pending = try dryRun.pendingChanges()
        XCTAssertEqual(pending.map { "\($0.kind) \($0.address.id)" }, ["change a", "delete b", "create d"])
        XCTAssertEqual(
            try dryRun.read { try $0.records(Word.byText.all.descending.limit(2)).map(\.id.rawValue) }, ["a", "c"])
        XCTAssertEqual(try dryRun.read { try $0.count(Word.byText.from("b")) }, 2)
    }

    /// Compares a dry run with a copy of the store to which the changes were applied.
    func testDryRunQueriesMatchAppliedChanges() throws {
        var random = RandomSource(seed: 11)
        for _ in 0..<30 {
            let base = MemoryStore()
            let twin = MemoryStore()
            let plan = (0..<60).map { _ in
                (id: "w\(Int.random(in: 0..<20, using: &random))", text: Int.random(in: 0..<8, using: &random))
            }
            func apply(_ steps: ArraySlice<(id: String, text: Int)>, to store: any Store) throws {
                try store.write { transaction in
                    for step in steps {
                        if step.text == 0 {
                            try transaction.delete(Identifier<Word>(step.id))
                        } else {
                            try transaction.put(Word(step.id, "t\(step.text)"))
                        }
                    }
                }
            }
            for store in [base, twin] { try apply(plan[..<30], to: store) }
            let dryRun = try DryRunStore(over: base)
            try apply(plan[30...], to: dryRun)
            try apply(plan[30...], to: twin)
            for selection in [
                Word.byText.all, Word.byText.from("t3").descending.limit(4), .all, Word.byText.at("t2").descending,
            ] {
                XCTAssertEqual(
                    try dryRun.read { try $0.records(selection) }, try twin.read { try $0.records(selection) })
                XCTAssertEqual(try dryRun.read { try $0.count(selection) }, try twin.read { try $0.count(selection) })
            }
        }
    }

    /// The feed continues the store's feed at the start of the dry run, without later writes.
    func testDryRunFeedExtendsTheInitialFeed() throws {
        let base = MemoryStore()
        for id in ["a", "b", "c"] { try base.write { try $0.put(Word(id, "t")) } }
        let dryRun = try DryRunStore(over: base)
        XCTAssertEqual(try dryRun.engine.inspect().sequence, 3)
        try base.write { try $0.put(Word("other", "t")) }
        XCTAssertEqual(try dryRun.changes(since: 0).map(\.address.id), ["a", "b", "c"])
        for id in ["d", "a"] { try dryRun.write { try $0.put(Word(id, "new")) } }
        for (since, ids) in [(0, ["a", "b", "c"]), (2, ["c"]), (3, ["d", "a"]), (4, ["a"]), (5, [])] {
            let changes = try dryRun.changes(since: since)
            XCTAssertEqual(changes.map(\.address.id), ids, "\(since)")
            XCTAssertEqual(changes.map(\.sequence), Array((since + 1)..<(since + 1 + ids.count)), "\(since)")
        }
        let report = try dryRun.engine.inspect()
        XCTAssertEqual(report.sequence, 5)
        XCTAssertEqual(report.records, 5)
        XCTAssertEqual(report.location, "memory (dry run)")
        XCTAssertEqual(try base.engine.inspect().sequence, 4)
        try dryRun.close()
        XCTAssertEqual(try base.words().count, 4, "closing the dry run leaves the store open")
    }

    /// Words with indexes that were added after the records were written.
    private struct Measured: Storable, Equatable {
        let id: Identifier<Measured>
        var text: String
        static let byEnd = Index<Measured, String>.ordered("end") { String($0.text.suffix(1)) }
        static let byLength = Index<Measured, Int>.ordered("length") { $0.text.count }
        static let collection = RecordCollection<Measured>("words", indexes: [byEnd, byLength])
    }

    func testDryRunSortsBothLayersByNewIndexes() throws {
        let base = MemoryStore()
        try base.write {
            try $0.put(contentsOf: [Word("a", "xxxxz"), Word("b", "xxa"), Word("c", "xm"), Word("d", "gone")])
        }
        let dryRun = try DryRunStore(over: base)
        try dryRun.write { transaction in
            try transaction.put(contentsOf: [Word("e", "xxxb"), Word("f", "y"), Word("c", "xxxxxy")])
            try transaction.delete(Identifier<Word>("d"))
        }
        for (selection, ids) in [
            (Measured.byLength.all, ["f", "b", "e", "a", "c"]), (Measured.byEnd.all, ["b", "e", "c", "f", "a"]),
            (Measured.byLength.from(3).limit(2), ["b", "e"]),
            (Measured.byEnd.all.descending.limit(3), ["a", "f", "c"]),
        ] {
            XCTAssertEqual(try dryRun.read { try $0.records(selection).map(\.id.rawValue) }, ids)
            XCTAssertEqual(try dryRun.read { try $0.count(selection) }, ids.count)
            XCTAssertEqual(try dryRun.read { try $0.keys(selection).count }, ids.count)
        }
    }
}
