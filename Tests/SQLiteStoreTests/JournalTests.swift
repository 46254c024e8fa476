import Foundation
import Kernel
import StorageContract
import TestBench
import XCTest

@testable import SQLiteStore

/// What waits to be written into the journal: nobody else ever meets it, and nobody misses it.
final class JournalTests: XCTestCase {
    private struct Refused: Error {}

    /// More than a connection holds in memory, so that pages go to the journal before the commit.
    private func much(_ prefix: String) -> [Word] {
        (0..<5_000).map { Word("\(prefix)\($0)", String(repeating: "much ", count: 300)) }
    }

    func testWhatIsTakenBackIsNeverWrittenOverWhatOthersWrote() throws {
        try needSQLite()
        let home = try Home()
        let path = home.path("records.db")
        let (one, other) = (try Attending.store(at: path), try Attending.store(at: path))
        var kept: [String] = []
        for round in 0..<3 {
            XCTAssertThrowsError(
                try one.write { transaction in
                    try transaction.put(contentsOf: much("lost"))
                    throw Refused()
                })
            // Where those pages were, others write now, and whoever took them back reads and writes on.
            try other.keep(Word("other\(round)", "kept"))
            XCTAssertEqual(try one.read { try $0.count(Selection<Word>.all) }, kept.count + 1)
            try one.keep(Word("own\(round)", "kept"))
            kept += ["other\(round)=kept", "own\(round)=kept"]
            for store in [one, other, try Attending.store(at: path)] {
                XCTAssertEqual(try store.words().sorted(), kept.sorted(), "round \(round)")
                XCTAssertEqual(try store.engine.inspect().findings.map(\.message), [])
            }
        }
    }

    func testWhatIsCommittedIsInTheFilesWhenItReturns() throws {
        try needSQLite()
        let home = try Home()
        let path = home.path("records.db")
        let store = try Attending.store(at: path)
        for number in 0..<40 {
            try store.keep(Word("w\(number)", "text \(number)"))
            // As somebody finds it who comes when this process was killed: another program, over copies of the files.
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

    func testPagesOfADatabaseAreAsWhoeverMadeItHadThem() throws {
        try needSQLite()
        let home = try Home()
        let (old, new) = (home.path("old.db"), home.path("new.db"))
        try XCTSkipIf(sqlite3(old, "PRAGMA page_size = 8192; VACUUM; PRAGMA page_size").isEmpty, "no program sqlite3")
        for (path, size) in [(old, 8_192), (new, 2_048)] {
            let store = try Attending.store(at: path)
            try store.keep(Word("a", "kept"))
            XCTAssertEqual(try store.words(), ["a=kept"])
            try store.close()
            XCTAssertEqual(try sqlite3(path, "PRAGMA page_size").trimmingCharacters(in: .whitespacesAndNewlines), "\(size)")
        }
    }
}
