import Kernel
import Learning
import Practice
import Storage
import XCTest

/// Records that somebody made up: an imported profile may hold anything, an old one too.
final class DamageTests: XCTestCase {
    func testNumbersThatCannotBeAreRefusedBeforeTheyAreReckonedWith() throws {
        let sound = try FormerStudyTests.golden()
        let damages: [(collection: String, path: [String], values: [JSONValue])] = [
            ("learning.cards", ["schedule", "box"], [.integer(0), .integer(6), .integer(.max), .string("1"), .null]),
            ("learning.cards", ["answers"], [.integer(-1), .integer(.max)]),
            ("learning.cards", ["misses"], [.integer(99), .integer(.min)]),
            ("learning.cards", ["schedule", "due"], [.string("2026-02-30"), .integer(7)]),
            ("learning.days", ["answers"], [.integer(.max), .integer(0)]), ("learning.days", ["right"], [.integer(99)]),
            ("learning.days", ["milliseconds"], [.integer(6_000_001), .integer(-1)]), ("learning.days", ["kind"], [.integer(3)]),
            ("learning.answers", ["rating"], [.integer(5)]),
            ("learning.answers", ["after", "box"], [.integer(.max)]), ("learning.sessions", ["queue"], [.string("")]),
            ("learning.practice", ["place"], [.integer(-1), .integer(99), .integer(.max)]),
            ("learning.practice-answers", ["parts"], [.array([]), .null]),
            ("learning.practice-answers", ["milliseconds"], [.integer(60_001), .integer(.min)]),
            ("learning.practice-answers", ["evidence"], [.string("heard")]),
            ("learning.mastery", ["standing"], [.object(["level": .integer(1001)]), .null]),
        ]
        for damage in damages {
            for value in damage.values {
                let records = sound.map { $0.collection == damage.collection ? $0.with(value, at: damage.path) : $0 }
                XCTAssertNotEqual(records, sound)
                let target = MemoryStore()
                XCTAssertThrowsError(
                    try target.write { try $0.restore(records, collections: FormerStudyTests.collections) },
                    "\(damage.path) \(value)"
                ) { XCTAssertEqual(($0 as? Failure)?.code, .unreadableRecord) }
                XCTAssertEqual(try target.archive(), [])
            }
        }
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
