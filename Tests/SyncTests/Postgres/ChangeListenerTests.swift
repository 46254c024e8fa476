import Foundation
import Kernel
import Sync
import SyncAdapters
import TestSupport
import XCTest

/// Change listeners of both places report changes of other devices, and every wait ends.
final class ChangeListenerTests: XCTestCase {
    /// Checks a listener over a place with two devices.
    private func checkListener(
        _ bell: any SyncChangeListener, own: any SyncTransport, other: any SyncTransport, within: Duration
    ) throws {
        XCTAssertTrue(try bell.waitForNews(atMost: .seconds(5)), "the first wait returns at once")
        XCTAssertFalse(try bell.waitForNews(atMost: .zero))
        XCTAssertFalse(try bell.waitForNews(atMost: .milliseconds(300)))
        // The device's own batches and other devices' cards are not reported.
        try own.offer(.sample(1, 1, of: "own"))
        try other.publish([1], of: "other")
        XCTAssertFalse(try bell.waitForNews(atMost: .seconds(3)))
        // Changes that arrive between two waits are reported.
        try other.offer(.sample(1, 1, of: "other"))
        XCTAssertTrue(try bell.waitForNews(atMost: .seconds(20)))
        XCTAssertFalse(try bell.waitForNews(atMost: .milliseconds(100)))
        for number in 2...4 {
            Thread.detachNewThread {
                usleep(300_000)
                try? other.offer(.sample(number, number, of: "other"))
            }
            let start = ContinuousClock.now
            XCTAssertTrue(try bell.waitForNews(atMost: .seconds(30)))
            XCTAssertLessThan(ContinuousClock.now - start, within)
        }
        Thread.detachNewThread {
            usleep(300_000)
            bell.cancel()
        }
        let start = ContinuousClock.now
        XCTAssertFalse(try bell.waitForNews(atMost: .seconds(60)))
        XCTAssertFalse(try bell.waitForNews(atMost: .seconds(60)))
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(5))
    }

    func testFolderReportsChanges() throws {
        let home = try Home()
        let folder = FolderTransport(home.path("place"), mayMake: true)
        try folder.join("mina")
        try checkListener(folder.changeListener(besides: "own"), own: folder, other: folder, within: .seconds(3))
    }

    func testMissingFolderIsReported() throws {
        let home = try Home()
        let bell = FolderTransport(home.path("place"), mayMake: false).changeListener(besides: "own")
        XCTAssertThrowsError(try bell.waitForNews(atMost: .seconds(1))) {
            XCTAssertEqual(($0 as? Failure)?.code, .syncPlaceAway)
        }
    }

    func testDatabaseReportsChanges() throws {
        _ = try SyncServer.running()
        let home = try Home()
        let own = try SyncServer.transport(SyncServer.place(), home, mayMake: true)
        try own.join("mina")
        try checkListener(own.changeListener(besides: "own"), own: own, other: own, within: .seconds(2))
    }

    func testPooledDatabaseReportsChanges() throws {
        _ = try SyncServer.running()
        let server: PrivateServer
        do { server = try PrivateServer("--pooled") } catch let failure as Failure
            where "\(failure)".contains("no PgBouncer")
        {
            throw XCTSkip("no PgBouncer here: apt-get install pgbouncer")
        }
        let home = try Home()
        let own = try SyncServer.transport(SyncServer.place(at: server.url("--pooled")), home, mayMake: true)
        try own.join("mina")
        try checkListener(own.changeListener(besides: "own"), own: own, other: own, within: .seconds(4))
    }

    func testListenerReconnectsAfterLostConnection() throws {
        let server = try SyncServer.running()
        let home = try Home()
        let schema = "sync_\(SyncServer.next())"
        let other = try SyncServer.transport("\(server.url)&schema=\(schema)", home, mayMake: true)
        try other.join("mina")
        let proxy = try CuttingProxy(to: String(XCTUnwrap(server.url.split(separator: "host=").last)))
        let bell = try SyncServer.transport(
            "postgresql://owner@/commonplace?host=\(proxy.folder)&schema=\(schema)", home
        ).changeListener(besides: "own")
        XCTAssertTrue(try bell.waitForNews(atMost: .seconds(5)))
        XCTAssertFalse(try bell.waitForNews(atMost: .milliseconds(100)))
        proxy.cut(at: 1, .behind)
        XCTAssertNil(
            try server.psql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE 'cs\\_%';", as: "postgres"
            )
            .refusal)
        try other.offer(.sample(1, 1, of: "other"))
        XCTAssertTrue(try bell.waitForNews(atMost: .seconds(20)))
    }
}
