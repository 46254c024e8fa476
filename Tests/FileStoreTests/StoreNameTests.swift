import FileStore
import Foundation
import Kernel
import TestSupport
import XCTest

/// Tests the permanent name of a store, and opening without creating.
final class StoreNameTests: XCTestCase {
    func testStoreNameSurvivesMovesAndCompaction() throws {
        let home = try Home()
        for name in ["one", "two"] { try FileStore(directory: home.path(name), now: { .earliest }).close() }
        let first = try XCTUnwrap(FileStore.name(in: home.path("one")))
        XCTAssertEqual(first.count, 16)
        XCTAssertNotEqual(try FileStore.name(in: home.path("two")), first)
        try FileManager.default.moveItem(atPath: home.path("one"), toPath: home.path("moved"))
        XCTAssertEqual(try FileStore.name(in: home.path("moved")), first)
        let store = try FileStore(directory: home.path("moved"), now: { .earliest })
        _ = try store.engine.maintain(.compact)
        try store.close()
        XCTAssertEqual(try FileStore.name(in: home.path("moved")), first, "compaction keeps the name")
        try FileManager.default.removeItem(atPath: home.path("moved/CURRENT"))
        XCTAssertEqual(try FileStore.name(in: home.path("moved")), first, "the log contains the name too")
    }

    func testReadingTheNameCreatesNothing() throws {
        let home = try Home(), place = try home.folder("empty")
        XCTAssertNil(try FileStore.name(in: place))
        XCTAssertThrowsError(try FileStore.name(in: home.path("missing")))
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: place), [])
        XCTAssertFalse(FileManager.default.fileExists(atPath: home.path("missing")))
    }

    func testMissingStoreIsNotCreatedWithoutPermission() throws {
        let home = try Home(), place = try home.folder("empty")
        XCTAssertThrowsError(try FileStore(directory: place, createsIfMissing: false, now: { .earliest }))
        XCTAssertThrowsError(
            try FileStore(directory: home.path("missing"), createsIfMissing: false, now: { .earliest }))
        XCTAssertFalse(FileManager.default.fileExists(atPath: home.path("missing")))
        XCTAssertNil(try FileStore.name(in: place), "no store was created")
    }
}
