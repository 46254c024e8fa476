import Foundation
import Kernel
import Postgres
import PostgresStore
import TestSupport
import XCTest

/// Connections that break at every possible message, and a server that is killed.
final class LostConnectionTests: XCTestCase {
    private struct Tally: Storable, Hashable {
        let id: Identifier<Tally>
        var value: Int
        static let collection = RecordCollection<Tally>("tallies")
    }

    private func folder(of server: PrivateServer) throws -> String {
        String(try XCTUnwrap(server.url.split(separator: "host=").last))
    }

    func testWritesHappenExactlyOnceWhereverTheConnectionBreaks() throws {
        let server = try StoreServer.running()
        let proxy = try CuttingProxy(to: folder(of: server))
        let url = "postgresql://owner@/commonplace?host=\(proxy.folder)&schema=cut"
        let directStore = try StoreServer.store(at: StoreServer.url("cut"))
        var expected = 0
        var cuts = 0
        for moment in [CuttingProxy.Cut.before, .behind] {
            for number in 1...14 {
                let store = try StoreServer.store(at: url)
                proxy.cut(at: number, moment)
                try store.write { transaction in
                    let value = try transaction.record(Identifier<Tally>("t"))?.value ?? 0
                    try transaction.put(Tally(id: "t", value: value + 1))
                    try transaction.put(Word("w\(value)", "text \(value)"))
                }
                expected += 1
                let total = try store.read { try $0.record(Identifier<Tally>("t"))?.value }
                XCTAssertEqual(total, expected, "cut \(moment) thing \(number)")
                if proxy.stopCutting() { cuts += 1 }
                XCTAssertEqual(try directStore.words().count, expected)
                XCTAssertEqual(
                    try directStore.engine.inspect().sequence, expected, "each transaction has one sequence number")
                try store.close()
            }
        }
        XCTAssertGreaterThan(cuts, 8, "the connection was not cut")
    }

    func testSilentServerTimesOut() throws {
        let server = try StoreServer.running()
        let proxy = try CuttingProxy(to: folder(of: server))
        var waitLimit = PostgresTimeouts()
        (waitLimit.answering, waitLimit.connecting, waitLimit.returning) = (
            .milliseconds(300), .milliseconds(300), .seconds(1)
        )
        let store = try StoreServer.store(
            at: "postgresql://owner@/commonplace?host=\(proxy.folder)&schema=silent", waitLimit: waitLimit)
        try store.put(Word("a", "one"))
        proxy.cut(at: 1, .silence)
        let start = ContinuousClock.now
        XCTAssertThrowsError(try store.put(Word("b", "two"))) { XCTAssertEqual(($0 as? Failure)?.kind, .temporary) }
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(15))
        proxy.stopCutting()
        try store.put(Word("c", "three"))
        XCTAssertEqual(try store.words(), ["a", "c"])
    }

    func testKilledServerLosesNoAcknowledgedWrite() throws {
        _ = try StoreServer.running()
        let server = try PrivateServer()
        let stores = try (0..<3).map { _ in try StoreServer.store(at: server.url + "&schema=killed") }
        let isOver = Flag()
        let acknowledged = WriteLog()
        // One thread each, independent of the number of cores.
        Thread.detachNewThread {
            for _ in 0..<2 {
                usleep(700_000)
                try? server.kill()
                // In a container without an init process the dead server is a zombie and seems to
                // run.
                try? FileManager.default.removeItem(atPath: server.folder + "/data/postmaster.pid")
                try? server.start()
            }
            usleep(700_000)
            isOver.set()
        }
        DispatchQueue.concurrentPerform(iterations: stores.count) { worker in
            var number = 0
            while !isOver.isSet {
                number += 1
                let id = "w\(worker)-\(number)"
                do {
                    try stores[worker].put(Word(id, "text \(id)"))
                    acknowledged.add(id)
                } catch { acknowledged.add(trouble: "\(error)") }
            }
        }
        let words = try stores[0].words()
        XCTAssertEqual(Set(words).count, words.count)
        let lost = Set(acknowledged.ids).subtracting(words)
        XCTAssertEqual(lost, [], "acknowledged but lost")
        XCTAssertGreaterThan(acknowledged.ids.count, 20)
        // One write of each worker and kill can be committed without acknowledgement.
        XCTAssertLessThanOrEqual(words.count - acknowledged.ids.count, acknowledged.errors.count)
        XCTAssertEqual(try stores[1].engine.inspect().sequence, words.count)
    }
}

/// A Boolean that several threads may set.
private final class Flag: @unchecked Sendable {
    // Unchecked: one lock around everything.
    private let lock = NSLock()
    private var value = false
    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
}

private final class WriteLog: @unchecked Sendable {
    // Unchecked: one lock around everything.
    private let lock = NSLock()
    private var (found, errorTexts) = ([String](), [String]())
    var ids: [String] { lock.withLock { found } }
    var errors: [String] { lock.withLock { errorTexts } }
    func add(_ id: String) { lock.withLock { found.append(id) } }
    func add(trouble: String) { lock.withLock { errorTexts.append(trouble) } }
}
