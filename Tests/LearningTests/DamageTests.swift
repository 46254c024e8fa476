import Kernel
import Learning
import Storage
import XCTest

/// Records that somebody made up: an imported profile may hold anything.
final class DamageTests: XCTestCase {
    func testNumbersThatCannotBeAreRefusedBeforeTheyAreReckonedWith() throws {
        let fixture = Fixture()
        let flashcards = try fixture.flashcards()
        var sitting = try flashcards.begin()
        try flashcards.answer(.good, milliseconds: 5000, in: &sitting)
        let sound = try fixture.store.archive()
        let damages: [(collection: String, path: [String], values: [JSONValue])] = [
            ("learning.cards", ["schedule", "box"], [.integer(0), .integer(6), .integer(.max), .string("1"), .null]),
            ("learning.cards", ["answers"], [.integer(-1), .integer(.max)]),
            ("learning.cards", ["misses"], [.integer(2), .integer(.min)]),
            ("learning.cards", ["schedule", "due"], [.string("2026-02-30"), .integer(7)]),
            ("learning.days", ["answers"], [.integer(.max), .integer(0)]), ("learning.days", ["right"], [.integer(2)]),
            ("learning.days", ["milliseconds"], [.integer(60_001), .integer(-1)]),
            ("learning.answers", ["rating"], [.integer(5)]),
            ("learning.answers", ["after", "box"], [.integer(.max)]), ("learning.sessions", ["queue"], [.string("")]),
        ]
        for damage in damages {
            for value in damage.values {
                let records = sound.map { $0.collection == damage.collection ? $0.with(value, at: damage.path) : $0 }
                XCTAssertNotEqual(records, sound)
                let target = MemoryStore()
                XCTAssertThrowsError(
                    try target.write { try $0.restore(records, collections: StoredStudyRepository.collections) },
                    "\(damage.path) \(value)"
                ) { XCTAssertEqual(($0 as? Failure)?.code, .unreadableRecord) }
                XCTAssertEqual(try target.archive(), [])
            }
        }
    }

    func testAnArchiveBringsEverythingBackExactly() throws {
        let fixture = Fixture()
        let flashcards = try fixture.flashcards()
        var random = RandomSource(seed: 8)
        _ = try flashcards.play(try flashcards.begin(StudyConfiguration(directions: .both)), &random)
        let target = MemoryStore()
        try target.write { try $0.restore(fixture.store.archive(), collections: StoredStudyRepository.collections) }
        let copy = Fixture(store: target)
        XCTAssertEqual(try copy.repository.progress(), try fixture.repository.progress())
        XCTAssertEqual(try copy.repository.days(), try fixture.repository.days())
        XCTAssertEqual(try copy.repository.answers(latest: nil), try fixture.repository.answers(latest: nil))
        XCTAssertEqual(try copy.repository.latestSession(), try fixture.repository.latestSession())
    }
}

extension ArchivedRecord {
    fileprivate func with(_ value: JSONValue, at path: [String]) -> ArchivedRecord {
        var changed = payload
        if path.count == 1 {
            changed[path[0]] = value
        } else {
            var inner = changed[path[0]] ?? .object([:])
            inner[path[1]] = value
            changed[path[0]] = inner
        }
        return ArchivedRecord(collection: collection, id: id, version: version, payload: changed)
    }
}
