import FileStore
import Kernel
import Storage
import TestSupport
import XCTest

/// Tests that small and bulk changes are undone in reverse order.
final class UndoOrderTests: XCTestCase {
    private static let fillers = 4_100
    private static let ids = (0..<6).map { "w\($0)" }

    /// Alternates small changes, some undone at once, with imports of the same records.
    ///
    /// Undoing all steps restores every earlier state.
    func testUndoRestoresEachStateAcrossBulkWork() throws {
        for seed in 0..<12 as Range<UInt64> {
            let home = try Home(isQuick: true)
            for store in [MemoryStore() as any Store, try files(in: home)] {
                var random = RandomSource(seed: seed)
                var states = [try state(of: store)]
                for part in 0..<3 {
                    for round in 0..<Int.random(in: 1...5, using: &random) {
                        guard try change(store, "\(part)-\(round)", &random) else { continue }
                        if Bool.random(using: &random) {
                            states.append(try state(of: store))
                        } else {
                            _ = try store.undoLast()
                        }
                        XCTAssertEqual(try state(of: store), states.last)
                    }
                    // Each import has its own fillers, and shares some other words.
                    try importEntries(store, part, &random)
                    states.append(try state(of: store))
                }
                while states.popLast() != nil, let before = states.last {
                    let step = try store.undoLast()
                    XCTAssertEqual(try state(of: store), before, "seed \(seed), undoing “\(step.label)”")
                }
                XCTAssertThrowsError(try store.undoLast())
            }
        }
    }

    /// A put that changes nothing adds no step and blocks none.
    func testUnchangedPutsAddNoUndoStep() throws {
        let home = try Home()
        for store in [MemoryStore() as any Store, try files(in: home)] {
            try store.write(undo: "Wrote two words") {
                try $0.put(Word("w0", "one"))
                try $0.put(Word("w1", "one"))
            }
            let before = try store.changes(since: 0).count
            try store.write(undo: "Wrote nothing new") { try $0.put(Word("w0", "one")) }
            XCTAssertEqual(try store.undoSteps().map(\.label), ["Wrote two words"])
            XCTAssertEqual(try store.changes(since: 0).count, before, "nothing is synced")
            try store.write(undo: "Wrote one new") {
                try $0.put(Word("w0", "one"))
                try $0.put(Word("w1", "two"))
            }
            XCTAssertEqual(try store.undoLast().label, "Wrote one new")
            XCTAssertEqual(try store.undoLast().label, "Wrote two words")
            XCTAssertEqual(try store.read { try $0.count(Selection<Word>.all) }, 0)
        }
    }

    func testBlockedUndoStatesReasonAndAdvice() throws {
        let store = MemoryStore()
        try store.write(undo: "Wrote a word") { try $0.put(Word("w0", "one")) }
        try store.write { try $0.put(Word("w0", "two")) }
        XCTAssertThrowsError(try store.undoLast()) { error in
            XCTAssertEqual(
                "\(error)",
                "“Wrote a word” cannot be undone: its data was changed again afterwards. Nothing was undone. Change it by hand; what you do from now on can be undone as always."
            )
        }
    }

    private func files(in home: Home) throws -> FileStore {
        try FileStore(directory: home.path("store"), random: RandomSource(seed: 1)) {
            Instant(milliseconds: 1_763_661_909_120)
        }
    }

    private func state(of store: any Store) throws -> [String] {
        try store.read { transaction in
            let words = try transaction.records(UndoOrderTests.ids.map { Identifier<Word>($0) }).compactMap {
                $0.map { "\($0.id)=\($0.text)" }
            }
            return words + ["\(try transaction.count(Selection<Word>.all))"]
        }
    }

    /// Puts or deletes random words.
    ///
    /// - Returns: Whether a word changed.
    private func change(_ store: any Store, _ text: String, _ random: inout RandomSource) throws -> Bool {
        let ids = UndoOrderTests.ids.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
        let goes = Bool.random(using: &random)
        return try store.write(undo: { $0 ? "Changed \(text)" : nil }) { transaction in
            var isChange = false
            for id in ids {
                if goes {
                    isChange = try transaction.delete(Identifier<Word>(id)) || isChange
                } else {
                    try transaction.put(Word(id, text))
                    isChange = true
                }
            }
            return isChange
        }
    }

    private func archived(_ word: Word) -> ArchivedRecord {
        ArchivedRecord(
            collection: Word.collection.name, id: word.id.rawValue, version: 1,
            payload: .object(["id": .string(word.id.rawValue), "text": .string(word.text)]))
    }

    private func importEntries(_ store: any Store, _ part: Int, _ random: inout RandomSource) throws {
        let shared = UndoOrderTests.ids.filter { _ in Bool.random(using: &random) }.map { Word($0, "bulk \(part)") }
        let words = (0..<UndoOrderTests.fillers).map { Word("filler-\(part)-\($0)", "f") } + shared
        var rest = words.map { ExportedRecord(partition: .common, record: archived($0)) }[...]
        var bulk = BulkOperation()
        bulk.collections = [Word.collection]
        bulk.nextRecords = {
            let some = rest.prefix(1_000)
            rest = rest.dropFirst(1_000)
            return some.isEmpty ? nil : Array(some)
        }
        try store.write(undo: { "Imported \($0)" }, bulk: bulk) { _ in }
    }
}
