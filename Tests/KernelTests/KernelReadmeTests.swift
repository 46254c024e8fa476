import Kernel
import Storage
import XCTest

/// Runs the example of `Modules/Kernel/README.md`.
final class KernelReadmeTests: XCTestCase {
    private struct Note: Storable {
        let id: Identifier<Note>
        var text: String
        static let byText = Index<Note, String>.ordered("text") { $0.text }
        static let collection = RecordCollection<Note>("notes", indexes: [byText])
    }

    func testExampleStoresReadsAndUndoes() throws {
        let store = MemoryStore()
        try store.write(undo: "Added two notes") { transaction in
            try transaction.put(Note(id: "1", text: "stance"))
            try transaction.put(Note(id: "2", text: "kick"))
        }
        let texts = try store.read { try $0.records(Note.byText.all.limit(7)).map(\.text) }
        XCTAssertEqual(texts, ["kick", "stance"])
        XCTAssertEqual(try store.undoLast().label, "Added two notes")
        XCTAssertEqual(try store.read { try $0.count(Note.byText.all) }, 0)
    }
}
