import Foundation
import Kernel
import Postgres
import Sync
import SyncAdapters
import Synchronization
import TestBench
import XCTest

/// Lines that are cut at every moment there is, a server that is killed or says nothing, and many writers at once.
final class PostgresFaultTests: XCTestCase {
    /// Each call, with the line cut before and behind each thing it says: what was left is there once, and what was read is right.
    func testWhateverIsCutIsAsSaidOnce() throws {
        let server = try SyncServer.running()
        let (home, schema) = (try Home(), "sync_\(SyncServer.next())")
        let watch = try SyncServer.transport("\(server.url)&schema=\(schema)", home, mayMake: true)
        try watch.join("mina")
        let proxy = try CuttingProxy(to: String(XCTUnwrap(server.url.split(separator: "host=").last)))
        let through = "postgresql://owner@/commonplace?host=\(proxy.folder)&schema=\(schema)"
        var (number, cuts) = (0, 0)
        for how in [CuttingProxy.Cut.before, .behind] {
            for moment in 1...5 {
                number += 1
                let (parcel, device) = (Parcel.sample(number, number), "c\(number)")
                let calls: [(PostgresTransport) throws -> Bool] = [
                    {
                        try $0.join("mina"); return true
                    },
                    {
                        try $0.offer(parcel); return true
                    },
                    {
                        try $0.publish([7], of: device); return true
                    },
                    {
                        try $0.offer(SnapshotParcel(through: ["a": number], bytes: [9])); return true
                    },
                    { try $0.parcels(of: "a", after: number - 1, limit: 9) == [parcel] },
                    { try $0.card(of: device) == [7] }, { try $0.latest(of: "a") == parcel.mark },
                    { try $0.snapshot()?.through == ["a": number] },
                    {
                        try $0.collect("a", through: number - 1); return true
                    },
                    { try $0.size().parcels >= parcel.bytes.count }, { try $0.devices().count == number + 1 },
                ]
                for (place, call) in calls.enumerated() {
                    let cut = try SyncServer.transport(through, home)
                    // A line that stands is opened anew; one that is cut before it stands is left to whoever asks again, as a round does.
                    let isOpen = moment > 3
                    if isOpen { try cut.join("mina") }
                    proxy.cut(at: isOpen ? moment - 3 : moment, how)
                    var isRight = false
                    do { isRight = try call(cut) } catch let failure as Failure where !isOpen && failure.code == .syncPlaceAway {
                        isRight = try call(cut)
                    }
                    XCTAssertTrue(isRight, "call \(place) cut \(how) \(moment)")
                    if proxy.stopCutting() { cuts += 1 }
                }
                XCTAssertEqual(try watch.parcels(of: "a", after: 0, limit: 99), [parcel], "one, and the others are collected")
                XCTAssertEqual(try watch.size().parcels, parcel.bytes.count)
            }
        }
        XCTAssertGreaterThan(cuts, 40, "the line was cut")
    }

    func testAServerThatSaysNothingMoreIsNotWaitedForForEver() throws {
        let server = try SyncServer.running()
        let (home, schema) = (try Home(), "sync_\(SyncServer.next())")
        try SyncServer.transport("\(server.url)&schema=\(schema)", home, mayMake: true).join("mina")
        let proxy = try CuttingProxy(to: String(XCTUnwrap(server.url.split(separator: "host=").last)))
        var patience = PostgresPatience()
        (patience.answering, patience.connecting, patience.returning) = (.milliseconds(300), .milliseconds(300), .seconds(1))
        let transport = try SyncServer.transport(
            "postgresql://owner@/commonplace?host=\(proxy.folder)&schema=\(schema)", home, patience: patience)
        try transport.offer(.sample(1, 1))
        proxy.cut(at: 1, .silence)
        let start = ContinuousClock.now
        XCTAssertThrowsError(try transport.offer(.sample(2, 2))) { XCTAssertEqual(($0 as? Failure)?.code, .syncPlaceAway) }
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(20))
        proxy.stopCutting()
        // Who has waited in vain does not wait five times.
        let away = ContinuousClock.now
        for _ in 0..<9 { XCTAssertThrowsError(try transport.devices()) }
        XCTAssertLessThan(ContinuousClock.now - away, .seconds(1))
        usleep(1_100_000)
        try transport.offer(.sample(2, 2))
        XCTAssertEqual(try transport.latest(of: "a")?.last, 2)
    }

    /// Two devices write while the server is killed in the middle of their rounds, twice: in the end both have everything.
    func testAServerThatIsKilledInMidRoundCostsNothing() throws {
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
                // Where nobody sees off the dead, its number looks as if it still ran.
                try? FileManager.default.removeItem(atPath: server.folder + "/data/postmaster.pid")
                try? server.start()
            }
            usleep(500_000)
            isOver.withLock { $0 = true }
        }
        let stores = (0..<2).map { DiskStore(Disk(device: "e\($0)"), now: { Instant(milliseconds: 1_800_000_000_000) }) }
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
                try? stores[number].write { try $0.put(Note(id: Identifier("n\(number)x\(count)"), text: "<\(count)>")) }
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

    /// The numbers of an account are seen in their order: whoever looks at any moment finds none missing below one that is there.
    func testAReaderSkipsNothingWhileTwoDevicesWrite() throws {
        let server = try SyncServer.running()
        let (home, url) = (try Home(), try SyncServer.place())
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
                    let parcel = Parcel.sample(number, number, of: device == 0 ? "a" : "b")
                    do { try writer.offer(parcel) } catch { XCTFail("\(error)") }
                }
            }
            isOver.withLock { $0 = true }
        }
        var (seen, looks, isLast) = (["a": 0, "b": 0], 0, false)
        repeat {
            // Once more behind the end.
            isLast = isOver.withLock { $0 }
            for device in ["a", "b"] {
                let next = try reader.parcels(of: device, after: seen[device, default: 0], limit: 100)
                for parcel in next {
                    XCTAssertEqual(parcel.first, seen[device, default: 0] + 1)
                    seen[device] = parcel.last
                }
            }
            let row = try look.use { try $0.answer("SELECT count(*), coalesce(max(seq), 0) FROM \(schema).parcels").first }
            XCTAssertEqual(try row?.int(0), try row?.int(1), "a number is missing below one that is seen")
            looks += 1
        } while !isLast || seen.values.reduce(0, +) < 2 * batches && looks < 100_000
        XCTAssertEqual(seen, ["a": batches, "b": batches])
        print("\(looks) looks while \(2 * batches) batches came")
    }

    /// Of two that write under one name one stands, whole: no parcel overlaps another.
    func testStreamsNeverOverlapHoweverManyWriteThem() throws {
        _ = try SyncServer.running()
        let (home, url) = (try Home(), try SyncServer.place())
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
        let all = try reader.parcels(of: "a", after: 0, limit: 1_000)
        XCTAssertGreaterThan(all.count, 20)
        for (one, next) in zip(all, all.dropFirst()) { XCTAssertLessThan(one.last, next.first) }
    }
}
