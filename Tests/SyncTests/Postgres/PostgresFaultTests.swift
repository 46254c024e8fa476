import Foundation
import Kernel
import Postgres
import Sync
import SyncAdapters
import Synchronization
import TestSupport
import XCTest

/// Connections lost at every moment, a killed or silent server, and concurrent writers.
final class PostgresFaultTests: XCTestCase {
    /// For each call, the connection is lost before and after each message. Data is stored once and
    /// read correctly.
    func testLostConnectionStoresDataOnce() throws {
        let server = try SyncServer.running()
        let home = try Home()
        let schema = "sync_\(SyncServer.next())"
        let watch = try SyncServer.transport("\(server.url)&schema=\(schema)", home, mayMake: true)
        try watch.join("mina")
        let proxy = try CuttingProxy(to: String(XCTUnwrap(server.url.split(separator: "host=").last)))
        let through = "postgresql://owner@/commonplace?host=\(proxy.folder)&schema=\(schema)"
        var number = 0
        var cuts = 0
        for how in [CuttingProxy.Cut.before, .behind] {
            for moment in 1...5 {
                number += 1
                let envelope = BatchEnvelope.sample(number, number)
                let device = "c\(number)"
                let calls: [(PostgresTransport) throws -> Bool] = [
                    {
                        try $0.join("mina"); return true
                    },
                    {
                        try $0.offer(envelope); return true
                    },
                    {
                        try $0.publish([7], of: device); return true
                    },
                    {
                        try $0.offer(SnapshotEnvelope(through: ["a": number], bytes: [9])); return true
                    },
                    { try $0.envelopes(of: "a", after: number - 1, limit: 9) == [envelope] },
                    { try $0.card(of: device) == [7] }, { try $0.latest(of: "a") == envelope.mark },
                    { try $0.snapshot()?.through == ["a": number] },
                    {
                        try $0.collect("a", through: number - 1); return true
                    },
                    { try $0.size().envelopes >= envelope.bytes.count }, { try $0.devices().count == number + 1 },
                ]
                for (place, call) in calls.enumerated() {
                    let cut = try SyncServer.transport(through, home)
                    // A lost established connection is opened again. A connection lost during setup
                    // is left to the next round.
                    let isOpen = moment > 3
                    if isOpen { try cut.join("mina") }
                    proxy.cut(at: isOpen ? moment - 3 : moment, how)
                    var isRight = false
                    do { isRight = try call(cut) } catch let failure as Failure
                        where !isOpen && failure.code == .syncPlaceAway
                    {
                        isRight = try call(cut)
                    }
                    XCTAssertTrue(isRight, "call \(place) cut \(how) \(moment)")
                    if proxy.stopCutting() { cuts += 1 }
                }
                XCTAssertEqual(
                    try watch.envelopes(of: "a", after: 0, limit: 99), [envelope],
                    "one snapshot; the others are collected")
                XCTAssertEqual(try watch.size().envelopes, envelope.bytes.count)
            }
        }
        XCTAssertGreaterThan(cuts, 40, "the connection was cut")
    }

    func testSilentServerTimesOut() throws {
        let server = try SyncServer.running()
        let home = try Home()
        let schema = "sync_\(SyncServer.next())"
        try SyncServer.transport("\(server.url)&schema=\(schema)", home, mayMake: true).join("mina")
        let proxy = try CuttingProxy(to: String(XCTUnwrap(server.url.split(separator: "host=").last)))
        var waitLimit = PostgresTimeouts()
        (waitLimit.answering, waitLimit.connecting, waitLimit.returning) = (
            .milliseconds(300), .milliseconds(300), .seconds(1)
        )
        let transport = try SyncServer.transport(
            "postgresql://owner@/commonplace?host=\(proxy.folder)&schema=\(schema)", home, waitLimit: waitLimit)
        try transport.offer(.sample(1, 1))
        proxy.cut(at: 1, .silence)
        let start = ContinuousClock.now
        XCTAssertThrowsError(try transport.offer(.sample(2, 2))) {
            XCTAssertEqual(($0 as? Failure)?.code, .syncPlaceAway)
        }
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(20))
        proxy.stopCutting()
        // After one timeout the call is not retried five times.
        let away = ContinuousClock.now
        for _ in 0..<9 { XCTAssertThrowsError(try transport.devices()) }
        XCTAssertLessThan(ContinuousClock.now - away, .seconds(1))
        usleep(1_100_000)
        try transport.offer(.sample(2, 2))
        XCTAssertEqual(try transport.latest(of: "a")?.last, 2)
    }

    /// The server is killed twice while two devices sync. In the end both have everything.
    func testKilledServerLosesNoData() throws {
        _ = try SyncServer.running()
        let server = try PrivateServer()
        let url = server.url + "&schema=sync_killed"
        let home = try Home()
        let first = try SyncServer.transport(url, home, device: "0", mayMake: true)
        let pass = try first.create("mina")
        _ = try SyncServer.transport(url, home, device: "1").enter("mina", pass: pass)
        let isOver = Mutex(false)
        Thread.detachNewThread {
            for _ in 0..<2 {
                usleep(500_000)
                try? server.kill()
                // In a container without a reaper, the killed process looks as if it still ran.
                try? FileManager.default.removeItem(atPath: server.folder + "/data/postmaster.pid")
                try? server.start()
            }
            usleep(500_000)
            isOver.withLock { $0 = true }
        }
        let stores = (0..<2).map {
            DiskStore(Disk(device: "e\($0)"), now: { Instant(milliseconds: 1_800_000_000_000) })
        }
        let replicas = try (0..<2).map { number in
            Replica(
                of: stores[number], at: try SyncServer.transport(url, home, device: "\(number)"), settings: .sample,
                ids: .counting(prefix: "d\(number)x")
            ) { Instant(milliseconds: 1_800_000_000_000) }
        }
        let written = Mutex(0)
        let failed = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 2) { number in
            var count = 0
            while !isOver.withLock({ $0 }) {
                count += 1
                try? stores[number].write {
                    try $0.put(Note(id: Identifier("n\(number)x\(count)"), text: "<\(count)>"))
                }
                written.withLock { $0 += 1 }
                do { try replicas[number].round() } catch {
                    failed.withLock { $0 += 1 }
                    usleep(20_000)
                }
            }
        }
        usleep(1_100_000)
        for _ in 0..<3 { for replica in replicas { XCTAssertEqual(try replica.round().troubles, []) } }
        for store in stores { XCTAssertEqual(store.live("notes").count, written.withLock { $0 }) }
        XCTAssertGreaterThan(written.withLock { $0 }, 20)
        print("\(written.withLock { $0 }) records, \(failed.withLock { $0 }) rounds that failed meanwhile")
    }

    /// The sequence numbers of an account become visible in order: no reader sees a number before a
    /// lower one.
    func testReaderSkipsNothingWhileTwoDevicesWrite() throws {
        let server = try SyncServer.running()
        let home = try Home()
        let url = try SyncServer.place()
        let schema = try XCTUnwrap(url.split(separator: "schema=").last)
        let reader = try SyncServer.transport(url, home, mayMake: true)
        try reader.join("mina")
        let batches = 1_000
        let isOver = Mutex(false)
        let look = PostgresClient(try PostgresAddress(server.url("--as", "postgres")))
        Thread.detachNewThread {
            DispatchQueue.concurrentPerform(iterations: 2) { device in
                guard let writer = try? SyncServer.transport(url, home) else { return }
                for number in 1...batches {
                    let envelope = BatchEnvelope.sample(number, number, of: device == 0 ? "a" : "b")
                    do { try writer.offer(envelope) } catch { XCTFail("\(error)") }
                }
            }
            isOver.withLock { $0 = true }
        }
        var seen = ["a": 0, "b": 0]
        var looks = 0
        var isLast = false
        repeat {
            // One more read after the end.
            isLast = isOver.withLock { $0 }
            for device in ["a", "b"] {
                let next = try reader.envelopes(of: device, after: seen[device, default: 0], limit: 100)
                for envelope in next {
                    XCTAssertEqual(envelope.first, seen[device, default: 0] + 1)
                    seen[device] = envelope.last
                }
            }
            let row = try look.use {
                try $0.answer("SELECT count(*), coalesce(max(seq), 0) FROM \(schema).parcels").first
            }
            XCTAssertEqual(try row?.int(0), try row?.int(1), "the numbers have a gap")
            looks += 1
        } while !isLast || seen.values.reduce(0, +) < 2 * batches && looks < 100_000
        XCTAssertEqual(seen, ["a": batches, "b": batches])
        print("\(looks) looks while \(2 * batches) batches came")
    }

    /// Concurrent writers of one stream leave complete batches that do not overlap.
    func testConcurrentWritersNeverOverlapBatches() throws {
        _ = try SyncServer.running()
        let home = try Home()
        let url = try SyncServer.place()
        let reader = try SyncServer.transport(url, home, mayMake: true)
        try reader.join("mina")
        DispatchQueue.concurrentPerform(iterations: 4) { writer in
            guard let transport = try? SyncServer.transport(url, home) else { return }
            for number in 0..<60 {
                let first = 1 + number * 3 + writer % 3
                do { try transport.offer(.sample(first, first + writer)) } catch let failure as Failure {
                    XCTAssertEqual(failure.code, .syncStreamTaken)
                } catch { XCTFail("\(error)") }
            }
        }
        let all = try reader.envelopes(of: "a", after: 0, limit: 1_000)
        XCTAssertGreaterThan(all.count, 20)
        for (batch, next) in zip(all, all.dropFirst()) { XCTAssertLessThan(batch.last, next.first) }
    }
}
