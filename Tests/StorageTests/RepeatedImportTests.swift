import FileStore
import Kernel
import Storage
import TestSupport
import XCTest

private struct FirstAttempt: Error {}

/// Tests an import that the store must restart.
final class RepeatedImportTests: XCTestCase {
    /// A store that runs bulk work twice, as after it finds a damaged index file.
    private final class Repeating: ThinStore, @unchecked Sendable {
        override func replaceInBulk<Value>(_ renewal: BulkReplacement, closing: (any EngineTransaction) throws -> Value)
            throws
            -> Value
        {
            do { try base.engine.replaceInBulk(renewal) { _ in throw FirstAttempt() } } catch is FirstAttempt {}
            return try base.engine.replaceInBulk(renewal, closing: closing)
        }
    }

    func testImportRestartsOnlyWithARepeatableSource() throws {
        let many = 4_500
        let source = MemoryStore()
        try source.write { try $0.put(contentsOf: (0..<many).map { Word("w\($0)", "text \($0)") }) }
        let exported = try source.exportEverything()
        let home = try Home(isQuick: true)
        let store = Repeating(try FileStore(directory: home.path("store")) { Instant(milliseconds: 1_763_661_909_120) })
        try store.write { try $0.put(Word("w7", "mine")) }
        let before = try store.exportEverything()
        var startCount = 0
        var place = 0
        func next() -> [ExportedRecord]? {
            guard place < exported.count else { return nil }
            defer { place += 700 }
            return Array(exported[place..<min(place + 700, exported.count)])
        }
        func begin() -> () -> [ExportedRecord]? {
            startCount = startCount + 1
            place = 0
            return next
        }
        // A pipe cannot be read twice.
        XCTAssertEqual(code { try store.importEverything(collections: [Word.collection], next) }, "changedSince")
        XCTAssertEqual(try store.exportEverything(), before)
        place = 0
        try store.importEverything(collections: [Word.collection], restart: begin, next)
        XCTAssertEqual(startCount, 1)
        XCTAssertEqual(try store.undoSteps().map(\.label), ["Imported \(many) records"])
        XCTAssertEqual(try store.exportEverything().filter { $0.record.collection == "words" }, exported)
        XCTAssertEqual(try store.undoLast().label, "Imported \(many) records")
        XCTAssertEqual(try store.exportEverything(), before)
    }
}
