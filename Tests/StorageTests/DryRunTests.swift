import Kernel
import Storage
import XCTest

final class DryRunTests: XCTestCase {
    func testShowsWhatWouldChangeAndChangesNothing() throws {
        let base = MemoryStore()
        try base.write { try $0.put(contentsOf: [Word("a", "m"), Word("b", "n"), Word("c", "o")]) }
        let rehearsal = try DryRunStore(over: base)
        try rehearsal.write { transaction in
            try transaction.put(Word("a", "z"))
            try transaction.delete(Identifier<Word>("b"))
            try transaction.put(Word("d", "a"))
        }
        try rehearsal.write { transaction in
            try transaction.put(Word("e", "x"))
            try transaction.delete(Identifier<Word>("e"))
        }
        XCTAssertEqual(try rehearsal.words(), ["d=a", "c=o", "a=z"])
        XCTAssertEqual(try base.words(), ["a=m", "b=n", "c=o"])
        let pending = try rehearsal.pendingChanges()
        XCTAssertEqual(pending.map { "\($0.kind) \($0.address.id)" }, ["change a", "delete b", "create d"])
        XCTAssertEqual(try rehearsal.read { try $0.records(Word.byText.all.descending.limit(2)).map(\.id.rawValue) }, ["a", "c"])
        XCTAssertEqual(try rehearsal.read { try $0.count(Word.byText.from("b")) }, 2)
    }

    /// A rehearsal over any base shows exactly what the base would show had the same changes been made there.
    func testShowsWhatTheStoreWouldShow() throws {
        var random = RandomSource(seed: 11)
        for _ in 0..<30 {
            let (base, twin) = (MemoryStore(), MemoryStore())
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
            let rehearsal = try DryRunStore(over: base)
            try apply(plan[30...], to: rehearsal)
            try apply(plan[30...], to: twin)
            for selection in [Word.byText.all, Word.byText.from("t3").descending.limit(4), .all, Word.byText.at("t2").descending]
            {
                XCTAssertEqual(
                    try rehearsal.read { try $0.records(selection) }, try twin.read { try $0.records(selection) })
                XCTAssertEqual(try rehearsal.read { try $0.count(selection) }, try twin.read { try $0.count(selection) })
            }
        }
    }

    /// The feed goes on from the store as it was when the rehearsal began; what others write meanwhile is no part of it.
    func testItsFeedIsThatOfTheStoreAndThenItsOwn() throws {
        let base = MemoryStore()
        for id in ["a", "b", "c"] { try base.write { try $0.put(Word(id, "t")) } }
        let rehearsal = try DryRunStore(over: base)
        XCTAssertEqual(try rehearsal.engine.inspect().sequence, 3)
        try base.write { try $0.put(Word("other", "t")) }
        XCTAssertEqual(try rehearsal.changes(since: 0).map(\.address.id), ["a", "b", "c"])
        for id in ["d", "a"] { try rehearsal.write { try $0.put(Word(id, "new")) } }
        for (since, ids) in [(0, ["a", "b", "c"]), (2, ["c"]), (3, ["d", "a"]), (4, ["a"]), (5, [])] {
            let changes = try rehearsal.changes(since: since)
            XCTAssertEqual(changes.map(\.address.id), ids, "\(since)")
            XCTAssertEqual(changes.map(\.sequence), Array((since + 1)..<(since + 1 + ids.count)), "\(since)")
        }
        let report = try rehearsal.engine.inspect()
        XCTAssertEqual(report.sequence, 5)
        XCTAssertEqual(report.records, 5)
        XCTAssertEqual(report.location, "memory (dry run)")
        XCTAssertEqual(try base.engine.inspect().sequence, 4)
        try rehearsal.close()
        XCTAssertEqual(try base.words().count, 4, "closing the rehearsal leaves the store open")
    }

    /// Words with indexes that those who wrote them did not know.
    private struct Measured: Storable, Equatable {
        let id: Identifier<Measured>
        var text: String
        static let byEnd = Index<Measured, String>.ordered("end") { String($0.text.suffix(1)) }
        static let byLength = Index<Measured, Int>.ordered("length") { $0.text.count }
        static let collection = RecordCollection<Measured>("words", indexes: [byEnd, byLength])
    }

    func testIndexesThatAreNewerThanTheRecordsOrderBothLayers() throws {
        let base = MemoryStore()
        try base.write { try $0.put(contentsOf: [Word("a", "xxxxz"), Word("b", "xxa"), Word("c", "xm"), Word("d", "gone")]) }
        let rehearsal = try DryRunStore(over: base)
        try rehearsal.write { transaction in
            try transaction.put(contentsOf: [Word("e", "xxxb"), Word("f", "y"), Word("c", "xxxxxy")])
            try transaction.delete(Identifier<Word>("d"))
        }
        for (selection, ids) in [
            (Measured.byLength.all, ["f", "b", "e", "a", "c"]), (Measured.byEnd.all, ["b", "e", "c", "f", "a"]),
            (Measured.byLength.from(3).limit(2), ["b", "e"]), (Measured.byEnd.all.descending.limit(3), ["a", "f", "c"]),
        ] {
            XCTAssertEqual(try rehearsal.read { try $0.records(selection).map(\.id.rawValue) }, ids)
            XCTAssertEqual(try rehearsal.read { try $0.count(selection) }, ids.count)
            XCTAssertEqual(try rehearsal.read { try $0.keys(selection).count }, ids.count)
        }
    }
}
