import Foundation
import Kernel
import TestSupport
import XCTest

@testable import SQLiteStore

/// A full disk, simulated with a small file system in memory if the system permits it.
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

    func testFullDiskKeepsAcknowledgedRecordsAndRecovers() throws {
        try needSQLite()
        try withDisk(megabytes: 4) { try fill($0) }
    }

    private func fill(_ disk: String) throws {
        let ballast = disk + "/ballast"
        XCTAssertTrue(FileManager.default.createFile(atPath: ballast, contents: Data(count: 1 << 20)))
        let path = disk + "/records.db"
        let store = try Attending.store(at: path)
        var acknowledged: [String] = []
        let text = String(repeating: "long ", count: 8_000)
        XCTAssertThrowsError(
            try {
                for number in 100..<1_000 {
                    try store.keep(Word("w\(number)", text))
                    acknowledged.append("w\(number)")
                }
            }()
        ) { XCTAssertEqual(($0 as? Failure)?.code, .diskFull, "\($0)") }
        XCTAssertGreaterThan(acknowledged.count, 10)
        func ids() throws -> [String] { try store.read { try $0.records(Selection<Word>.all).map(\.id.rawValue) } }
        XCTAssertEqual(try ids(), acknowledged)
        assertFails(.diskFull) { try store.keep(Word("again", text)) }
        XCTAssertEqual(try ids(), acknowledged, "nothing of the refused write")
        try FileManager.default.removeItem(atPath: ballast)
        try store.keep(Word("z", "short"))
        XCTAssertEqual(try ids(), acknowledged + ["z"])
        XCTAssertEqual(try store.engine.inspect().findings.map(\.message), [])
        try store.close()
        XCTAssertEqual(try Attending.store(at: path).read { try $0.count(Selection<Word>.all) }, acknowledged.count + 1)
    }
}
