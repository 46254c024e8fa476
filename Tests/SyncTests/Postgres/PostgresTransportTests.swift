import Kernel
import Postgres
import Sync
import SyncAdapters
import SyncTesting
import TestSupport
import XCTest

/// The database transport: the contract with device logins, in a hosted database and through a
/// pooler.
final class PostgresTransportTests: XCTestCase {
    private func broken(_ place: @escaping () throws -> String) -> [String] {
        SyncTransportContract.over {
            let url = try place()
            let home = try Home()
            // Both use the same device login.
            return { try SyncServer.transport(url, home, mayMake: true) }
        }.brokenPromises().map(\.description)
    }

    func testContractHoldsWithDeviceLogins() throws {
        _ = try SyncServer.running()
        XCTAssertEqual(broken { try SyncServer.place() }, [])
    }

    func testContractHoldsInHostedDatabase() throws {
        _ = try SyncServer.running()
        XCTAssertEqual(broken { try SyncServer.rented() }, [])
    }

    func testContractHoldsThroughPooler() throws {
        _ = try SyncServer.running()
        let server: PrivateServer
        do { server = try PrivateServer("--pooled") } catch let failure as Failure
            where "\(failure)".contains("no PgBouncer")
        {
            throw XCTSkip("no PgBouncer here: apt-get install pgbouncer")
        }
        XCTAssertEqual(broken { try SyncServer.place(at: server.url("--pooled")) }, [])
    }

    /// Data larger than one answer is transferred in slices. The snapshot has the maximum size.
    func testLargeDataIsTransferredComplete() throws {
        _ = try SyncServer.running()
        let home = try Home()
        let transport = try SyncServer.transport(SyncServer.place(), home, mayMake: true)
        try transport.join("mina")
        var bytes = [UInt8](repeating: 0, count: 96 << 20)
        for index in stride(from: 0, to: bytes.count, by: 4_093) {
            bytes[index] = UInt8(truncatingIfNeeded: index / 4_093)
        }
        let snapshot = SnapshotEnvelope(through: ["a": 1], bytes: bytes)
        try transport.offer(snapshot)
        XCTAssertTrue(try transport.snapshot() == snapshot)
        let long = BatchEnvelope(device: "a", first: 1, last: 1, bytes: Array(bytes.prefix(9 << 20)))
        for envelope in [long, .sample(2, 2), .sample(3, 3)] { try transport.offer(envelope) }
        var envelopes: [BatchEnvelope] = []
        while true {
            let next = try transport.envelopes(of: "a", after: envelopes.last?.last ?? 0, limit: 16)
            guard !next.isEmpty else { break }
            envelopes += next
        }
        XCTAssertTrue(envelopes == [long, .sample(2, 2), .sample(3, 3)])
        let size = try transport.size()
        XCTAssertEqual(size.snapshot, 96 << 20)
        XCTAssertGreaterThan(size.envelopes, 9 << 20)
    }

    func testInvalidDeviceNamesReachNothing() throws {
        _ = try SyncServer.running()
        let home = try Home()
        let transport = try SyncServer.transport(SyncServer.place(), home, mayMake: true)
        try transport.join("mina")
        for name in [
            "", "A", "a b", "../a", "a'; DROP TABLE parcels; --", "a\0", String(repeating: "a", count: 41), "ä",
        ] {
            XCTAssertEqual(try transport.envelopes(of: name, after: 0, limit: 9), [], name)
            XCTAssertNil(try transport.card(of: name), name)
            XCTAssertThrowsError(try transport.offer(.sample(1, 1, of: name)), name)
            XCTAssertThrowsError(try transport.publish([1], of: name), name)
        }
        XCTAssertEqual(try transport.devices(), [])
        XCTAssertThrowsError(try transport.offer(.sample(0, 1)))
        XCTAssertThrowsError(try transport.offer(.sample(3, 1)))
    }

    /// The error contains no password and is temporary (exit status 75).
    func testUnreachableServerFailsQuicklyOnRetry() throws {
        _ = try SyncServer.running()
        let home = try Home()
        let transport = try SyncServer.transport("postgres:///x?host=/nowhere/at/all", home)
        let start = ContinuousClock.now
        for _ in 0..<50 {
            XCTAssertThrowsError(try transport.devices()) { error in
                XCTAssertEqual((error as? Failure)?.code, .syncPlaceAway)
                XCTAssertEqual((error as? Failure)?.kind, .temporary)
            }
        }
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(3))
    }

    func testNewerSchemaIsRejected() throws {
        let server = try SyncServer.running()
        let home = try Home()
        let url = try SyncServer.place()
        let transport = try SyncServer.transport(url, home, mayMake: true)
        try transport.join("mina")
        let schema = try XCTUnwrap(url.split(separator: "schema=").last)
        XCTAssertNil(try server.psql("UPDATE \(schema).charter SET version = 99;", as: "postgres").refusal)
        expectFailure(.syncNewerForm) { try transport.join("mina") }
    }

    func testPlaceAcceptsPostgresAddresses() throws {
        let login = SyncLogin(at: "/nowhere")
        XCTAssertNil(try PostgresTransport(place: "/home/mina/sync", login: login, mayMake: false))
        for place in ["postgres:club", "postgres:///club", "postgresql:///club", "postgres:postgres://a@b/club"] {
            XCTAssertNotNil(try PostgresTransport(place: place, login: login, mayMake: false), place)
        }
        XCTAssertThrowsError(try PostgresTransport(place: "postgres://a:secret@b/c", login: login, mayMake: false)) {
            error in
            XCTAssertFalse("\(error)".contains("secret"))
        }
    }

    /// Runs Sync's laws with a database instead of memory. `COMMONPLACE_SCHEDULES=300` runs more
    /// schedules.
    func testSyncLawsHoldOverPostgres() throws {
        _ = try SyncServer.running()
        let home = try Home()
        let place = try SyncServer.transport(SyncServer.rented(), home, mayMake: true)
        let count = ProcessInfo.processInfo.environment["COMMONPLACE_SCHEDULES"].flatMap(Int.init) ?? 12
        for seed in 0..<count {
            if let what = DeviceFixture.run(seed: UInt64(seed), at: place) { XCTFail("schedule \(seed): \(what)") }
            try place.deleteAccount()
        }
    }
}
