import Kernel
import Postgres
import Sync
import SyncContract
import TestBench
import XCTest

@testable import SyncAdapters

/// Files of an account in a database: what every place for files must keep, and what a database alone has.
final class PostgresFilesTests: XCTestCase {
    private let called = String(repeating: "a1", count: 16)

    private func place(_ url: String, _ home: Home, device: String = "d") throws -> PostgresTransport {
        let place = try SyncServer.transport(url, home, device: device, mayMake: true)
        try place.join("mina")
        return place
    }

    private func broken(_ url: @escaping () throws -> String) -> [String] {
        FilePlaceContract.over {
            let (url, home) = (try url(), try Home())
            return { try self.place(url, home).files as PostgresFiles }
        }.brokenPromises().map(\.description)
    }

    func testItKeepsTheContract() throws {
        _ = try SyncServer.running()
        XCTAssertEqual(broken { try SyncServer.place() }, [])
        XCTAssertEqual(broken { try SyncServer.rented() }, [])
    }

    /// The law of files, with a database where it has a dictionary else.
    func testTheLawHoldsOverIt() throws {
        _ = try SyncServer.running()
        let home = try Home()
        for seed in 0..<12 {
            let place = try place(SyncServer.place(), home, device: "d\(seed)")
            if let what = FileWorld.run(seed: UInt64(seed), at: place.files) { XCTFail("schedule \(seed): \(what)") }
            XCTAssertEqual(
                try place.files.size(),
                try place.files.parts().flatMap { file, numbers in
                    try numbers.map { try place.files.bytes(of: FilePart(name: file, number: $0))?.count ?? 0 }
                }.reduce(0, +))
        }
    }

    /// Two accounts have files of one name, and each its own; an account that ends takes its files along.
    func testEachAccountHasItsOwn() throws {
        let server = try SyncServer.running()
        let (url, home) = (try SyncServer.place(), try Home())
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

    /// Where the room is used up it is said, what lies there still comes, and what nobody names makes room.
    func testThereIsALimitOfSpace() throws {
        let server = try SyncServer.running()
        let (url, home) = (try SyncServer.place(), try Home())
        let files = try place(url, home).files
        let schema = try XCTUnwrap(url.split(separator: "schema=").last)
        XCTAssertNil(try server.psql("UPDATE \(schema).charter SET file_room = 3000;", as: "postgres").refusal)
        for number in 0..<3 { try files.put([UInt8](repeating: 7, count: 1_000), as: FilePart(name: called, number: number)) }
        expectFailure(.syncPlaceAway) { try files.put([1], as: FilePart(name: called, number: 3)) }
        XCTAssertThrowsError(try files.put([1], as: FilePart(name: called, number: 3))) {
            XCTAssertTrue("\($0)".contains("no more room"), "\($0)")
        }
        XCTAssertEqual(try files.bytes(of: FilePart(name: called, number: 2))?.count, 1_000)
        // One in the place of another needs no more than the difference.
        try files.put([UInt8](repeating: 8, count: 1_000), as: FilePart(name: called, number: 0))
        try files.remove(FilePart(name: called, number: 1))
        try files.put([1], as: FilePart(name: called, number: 3))
        XCTAssertEqual(try files.size(), 2_001)
        // A part has its limit too, whatever the client says.
        expectFailure(.syncUnreadable) {
            try files.put([UInt8](repeating: 0, count: 5 << 20), as: FilePart(name: called, number: 9))
        }
    }

    /// What an older program has laid goes on as it is, and is brought up to date by whoever may.
    func testAnOlderPlaceIsBroughtUpToDateByWhoMay() throws {
        let server = try SyncServer.running()
        let home = try Home()
        for (url, role) in [(try SyncServer.place(), "owner"), (try SyncServer.rented(), "rented")] {
            let older = try SyncServer.transport(url, home, device: role, mayMake: true)
            try older.session.administering { try older.session.schema.lay(on: $0, upTo: 1) }
            try older.join("mina")
            try older.offer(.sample(1, 1))
            try older.files.put([1, 2], as: FilePart(name: called, number: 0))
            XCTAssertEqual(try older.files.parts(), [called: [0]])
            XCTAssertEqual(try older.parcels(of: "a", after: 0, limit: 1).count, 1)
            XCTAssertEqual(try older.session.standing()?.version, SyncSchema.version)
        }
        let url = try SyncServer.place()
        let older = try SyncServer.transport(url, home, device: "club", mayMake: true)
        try older.session.administering { try older.session.schema.lay(on: $0, upTo: 1) }
        let pass = try older.create("mina")
        // Somebody whose address names a login that may lay nothing.
        let schema = try XCTUnwrap(url.split(separator: "schema=").last)
        let stranger = try SyncServer.transport(server.url("--as", "nobody") + "&schema=\(schema)", home, device: "friend")
        XCTAssertEqual(try stranger.enter("mina", pass: pass), "mina")
        XCTAssertThrowsError(try stranger.files.parts()) { XCTAssertEqual(($0 as? Failure)?.code, .syncPlaceAway, "\($0)") }
        try stranger.offer(.sample(1, 1))
    }
}
