import Foundation
import Kernel
import StorageTesting
import TestSupport
import XCTest

@testable import SQLiteStore

/// Pages that wait in the journal: no other connection sees them, and none is lost.
final class JournalTests: XCTestCase {
    private struct Refused: Error {}

    /// More than the cache of a connection, so pages go to the journal before the commit.
    private func largeBatch(_ prefix: String) -> [Word] {
        (0..<5_000).map { Word("\(prefix)\($0)", String(repeating: "much ", count: 300)) }
    }

    func testRolledBackPagesNeverOverwriteOtherWriters() throws {
        try needSQLite()
        let home = try Home()
        let path = home.path("records.db")
        let one = try Attending.store(at: path)
        let other = try Attending.store(at: path)
        var expected: [String] = []
        for round in 0..<3 {
            XCTAssertThrowsError(
                try one.write { transaction in
                    try transaction.put(contentsOf: largeBatch("lost"))
                    throw Refused()
                })
            // The other connection now writes at the place of those pages. Then the first one reads
            // and writes again.
            try other.keep(Word("other\(round)", "kept"))
            XCTAssertEqual(try one.read { try $0.count(Selection<Word>.all) }, expected.count + 1)
            try one.keep(Word("own\(round)", "kept"))
            expected += ["other\(round)=kept", "own\(round)=kept"]
            for store in [one, other, try Attending.store(at: path)] {
                XCTAssertEqual(try store.words().sorted(), expected.sorted(), "round \(round)")
                XCTAssertEqual(try store.engine.inspect().findings.map(\.message), [])
            }
        }
    }

    func testCommittedRecordsAreInTheFilesOnReturn() throws {
        try needSQLite()
        let home = try Home()
        let path = home.path("records.db")
        let store = try Attending.store(at: path)
        for number in 0..<40 {
            try store.keep(Word("w\(number)", "text \(number)"))
            // A copy of the files is in the state that a killed process would leave.
            for ending in ["", "-wal"] {
                let copy = home.path("copy.db" + ending)
                try? FileManager.default.removeItem(atPath: copy)
                try FileManager.default.copyItem(atPath: path + ending, toPath: copy)
            }
            try? FileManager.default.removeItem(atPath: home.path("copy.db-shm"))
            let copy = try Attending.store(at: home.path("copy.db"))
            XCTAssertEqual(try copy.read { try $0.count(Selection<Word>.all) }, number + 1)
            try copy.close()
        }
    }

    func testPageSizeOfAnExistingDatabaseIsKept() throws {
        try needSQLite()
        let home = try Home()
        let old = home.path("old.db")
        let new = home.path("new.db")
        try XCTSkipIf(sqlite3(old, "PRAGMA page_size = 8192; VACUUM; PRAGMA page_size").isEmpty, "no program sqlite3")
        for (path, size) in [(old, 8_192), (new, 2_048)] {
            let store = try Attending.store(at: path)
            try store.keep(Word("a", "kept"))
            XCTAssertEqual(try store.words(), ["a=kept"])
            try store.close()
            XCTAssertEqual(
                try sqlite3(path, "PRAGMA page_size").trimmingCharacters(in: .whitespacesAndNewlines), "\(size)")
        }
    }
}
