import Foundation
import Kernel
import TestBench
import XCTest

@testable import SQLiteStore

/// A disk that has no room left: a small one in memory, where the system lets us make one.
final class FullDiskTests: XCTestCase {
    private func withDisk(megabytes: Int, _ body: (_ disk: String) throws -> Void) throws {
        #if os(Linux)
            let home = try Home()
            let disk = try home.folder("disk")
            guard mount("tmpfs", disk, "tmpfs", 0, "size=\(megabytes)m") == 0 else {
                throw XCTSkip("Nobody may make a disk here: \(String(cString: strerror(errno))).")
            }
            defer { umount2(disk, Int32(MNT_DETACH)) }
            try body(disk)
        #else
            throw XCTSkip("Only Linux makes a disk so easily.")
        #endif
    }

    func testWhatWasAcknowledgedIsThereAndRoomLetsItGoOn() throws {
        try needSQLite()
        try withDisk(megabytes: 4) { try fill($0) }
    }

    private func fill(_ disk: String) throws {
        let ballast = disk + "/ballast"
        XCTAssertTrue(FileManager.default.createFile(atPath: ballast, contents: Data(count: 1 << 20)))
        let path = disk + "/records.db"
        let store = try Attending.store(at: path)
        var kept: [String] = []
        let text = String(repeating: "long ", count: 8_000)
        XCTAssertThrowsError(
            try {
                for number in 100..<1_000 {
                    try store.keep(Word("w\(number)", text))
                    kept.append("w\(number)")
                }
            }()
        ) { XCTAssertEqual(($0 as? Failure)?.code, .diskFull, "\($0)") }
        XCTAssertGreaterThan(kept.count, 10)
        func ids() throws -> [String] { try store.read { try $0.records(Selection<Word>.all).map(\.id.rawValue) } }
        XCTAssertEqual(try ids(), kept)
        assertFails(.diskFull) { try store.keep(Word("again", text)) }
        XCTAssertEqual(try ids(), kept, "nothing of what was refused")
        try FileManager.default.removeItem(atPath: ballast)
        try store.keep(Word("z", "short"))
        XCTAssertEqual(try ids(), kept + ["z"])
        XCTAssertEqual(try store.engine.inspect().findings.map(\.message), [])
        try store.close()
        XCTAssertEqual(try Attending.store(at: path).read { try $0.count(Selection<Word>.all) }, kept.count + 1)
    }
}
