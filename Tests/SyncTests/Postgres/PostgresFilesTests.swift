import Kernel
import Postgres
import Sync
import SyncTesting
import TestSupport
import XCTest

@testable import SyncAdapters

/// Files of an account in a database: the contract of file places, and database specifics.
final class PostgresFilesTests: XCTestCase {
    private let called = String(repeating: "a1", count: 16)

    private func place(_ url: String, _ home: Home, device: String = "d") throws -> PostgresTransport {
        let place = try SyncServer.transport(url, home, device: device, mayMake: true)
        try place.join("mina")
        return place
    }

    private func broken(_ url: @escaping () throws -> String) -> [String] {
        FilePlaceContract.over {
            let url = try url()
            let home = try Home()
            return { try self.place(url, home).files as PostgresFiles }
        }.brokenPromises().map(\.description)
    }

    func testPostgresFilesSatisfyContract() throws {
        _ = try SyncServer.running()
        XCTAssertEqual(broken { try SyncServer.place() }, [])
        XCTAssertEqual(broken { try SyncServer.rented() }, [])
    }

    /// Runs the file law with a database instead of memory.
    func testFileLawHoldsOverPostgres() throws {
        _ = try SyncServer.running()
        let home = try Home()
        for seed in 0..<12 {
            let place = try place(SyncServer.place(), home, device: "d\(seed)")
            if let violation = FileSyncFixture.run(seed: UInt64(seed), at: place.files) {
                XCTFail("schedule \(seed): \(violation)")
            }
            XCTAssertEqual(
                try place.files.size(),
                try place.files.parts().flatMap { file, numbers in
                    try numbers.map { try place.files.bytes(of: FilePart(name: file, number: $0))?.count ?? 0 }
                }.reduce(0, +))
        }
    }

    /// Two accounts have separate files with the same name. Deleting an account deletes its files.
    func testAccountsHaveSeparateFiles() throws {
        let server = try SyncServer.running()
        let url = try SyncServer.place()
        let home = try Home()
        let mina = try place(url, home, device: "mina")
        let otto = try SyncServer.transport(url, home, device: "otto", mayMake: true)
        try otto.join("otto")
        let part = FilePart(name: called, number: 0)
        try mina.files.put([1, 2, 3], as: part)
        XCTAssertNil(try otto.files.bytes(of: part))
        XCTAssertEqual(try otto.files.parts(), [:])
        try otto.files.remove(called)
        try otto.files.put([4], as: part)
        XCTAssertEqual(try mina.files.bytes(of: part), [1, 2, 3])
        try mina.deleteAccount()
        XCTAssertEqual(try otto.files.parts(), [called: [0]])
        let schema = try XCTUnwrap(url.split(separator: "schema=").last)
        XCTAssertEqual(try server.psql("SELECT count(*) FROM \(schema).files;", as: "postgres").output, "1")
    }

    /// A full account reports the limit and still serves downloads. Deleting unused files frees
    /// space.
    func testAccountHasStorageLimit() throws {
        let server = try SyncServer.running()
        let url = try SyncServer.place()
        let home = try Home()
        let files = try place(url, home).files
        let schema = try XCTUnwrap(url.split(separator: "schema=").last)
        XCTAssertNil(try server.psql("UPDATE \(schema).charter SET file_room = 3000;", as: "postgres").refusal)
        for number in 0..<3 {
            try files.put([UInt8](repeating: 7, count: 1_000), as: FilePart(name: called, number: number))
        }
        expectFailure(.syncPlaceAway) { try files.put([1], as: FilePart(name: called, number: 3)) }
        XCTAssertThrowsError(try files.put([1], as: FilePart(name: called, number: 3))) {
            XCTAssertTrue("\($0)".contains("no more room"), "\($0)")
        }
        XCTAssertEqual(try files.bytes(of: FilePart(name: called, number: 2))?.count, 1_000)
        // Replacing a part needs only the difference in size.
        try files.put([UInt8](repeating: 8, count: 1_000), as: FilePart(name: called, number: 0))
        try files.remove(FilePart(name: called, number: 1))
        try files.put([1], as: FilePart(name: called, number: 3))
        XCTAssertEqual(try files.size(), 2_001)
        // The server limits the size of a part.
        expectFailure(.syncUnreadable) {
            try files.put([UInt8](repeating: 0, count: 5 << 20), as: FilePart(name: called, number: 9))
        }
    }

    /// The schema of an older version keeps working, and an administrator updates it.
    func testOlderSchemaIsUpdatedByPrivilegedLogin() throws {
        let server = try SyncServer.running()
        let home = try Home()
        for (url, role) in [(try SyncServer.place(), "owner"), (try SyncServer.rented(), "rented")] {
            let older = try SyncServer.transport(url, home, device: role, mayMake: true)
            try older.session.asAdministrator { try older.session.schema.install(on: $0, upTo: 1) }
            try older.join("mina")
            try older.offer(.sample(1, 1))
            try older.files.put([1, 2], as: FilePart(name: called, number: 0))
            XCTAssertEqual(try older.files.parts(), [called: [0]])
            XCTAssertEqual(try older.envelopes(of: "a", after: 0, limit: 1).count, 1)
            XCTAssertEqual(try older.session.schemaVersion()?.version, SyncSchema.version)
        }
        let url = try SyncServer.place()
        let older = try SyncServer.transport(url, home, device: "club", mayMake: true)
        try older.session.asAdministrator { try older.session.schema.install(on: $0, upTo: 1) }
        let pass = try older.create("mina")
        // A device whose address names a login without the right to update.
        let schema = try XCTUnwrap(url.split(separator: "schema=").last)
        let stranger = try SyncServer.transport(
            server.url("--as", "nobody") + "&schema=\(schema)", home, device: "friend")
        XCTAssertEqual(try stranger.enter("mina", pass: pass), "mina")
        XCTAssertThrowsError(try stranger.files.parts()) {
            XCTAssertEqual(($0 as? Failure)?.code, .syncPlaceAway, "\($0)")
        }
        try stranger.offer(.sample(1, 1))
    }
}
