import Foundation
import Kernel
import Storage
import Sync
import SyncAdapters
import Synchronization
import TestSupport
import XCTest

/// Concurrent rounds of one store: one continues, the other fails as busy. No change is lost or
/// numbered twice.
final class ConcurrentRoundTests: XCTestCase {
    private let meeting = Meeting()

    /// Returns all records of a stream, and checks that its numbers have no gap.
    private func stream(_ device: String, _ place: any SyncTransport) throws -> [StoredRecord] {
        var records: [StoredRecord] = []
        for envelope in try place.envelopes(of: device, after: 0, limit: .max) {
            let batch = try SyncBatch(reading: envelope.bytes)
            XCTAssertEqual(batch.head.first, records.count + 1)
            records += batch.records
        }
        return records
    }

    /// Before each call of a round, another round of the same store begins and ends.
    func testNestedRoundOfSameStoreLosesNothing() throws {
        for call in 1...40 {
            let meeting = Meeting()
            let place = MemoryTransport()
            var settings = SyncSettings.sample
            settings.batch.records = 2
            let hooked = HookedTransport(over: place)
            let phone = meeting.device("p", at: hooked, settings)
            let tablet = meeting.device("t", at: place, settings)
            let same = meeting.replica(of: phone.store, at: place, settings)
            try meeting.write("from the tablet", tablet.store, "t")
            try tablet.replica.round()
            if call % 2 == 0 { try phone.replica.round() }
            for number in 0..<5 { try meeting.write("\(number)", phone.store, "n\(number)") }
            let wasCalled = HookedFlag()
            hooked.before { [meeting, store = phone.store] number, _ in
                guard number == call else { return }
                try meeting.write("meanwhile", store, "m")
                try same.round()
                wasCalled.set()
            }
            do { try phone.replica.round() } catch let failure as Failure { XCTAssertEqual(failure.code, .syncBusy) }
            hooked.before { _, _ in }
            for _ in 0..<2 {
                for replica in [phone.replica, tablet.replica, same] { XCTAssertNil(try replica.round().renamed) }
            }
            let sent = try stream(try XCTUnwrap(same.device()), place)
            let all = (0..<5).map { "n\($0)" } + (wasCalled.isSet ? ["m"] : [])
            XCTAssertEqual(sent.map(\.address.id).sorted(), all.sorted(), "call \(call)")
            XCTAssertEqual(try texts(tablet.store), try texts(phone.store))
            XCTAssertEqual(try phone.replica.recovered(), [])
            XCTAssertEqual(try place.devices().count, 2)
        }
    }

    /// A delayed process publishes an old card over a newer one. The device still recognizes the
    /// card as its own.
    func testOldCardOfOwnDeviceIsRecognized() throws {
        let place = MemoryTransport()
        let phone = meeting.device("p", at: place)
        try phone.replica.round()
        let name = try XCTUnwrap(phone.replica.device())
        let old = try XCTUnwrap(place.card(of: name))
        for number in 0..<9 {
            try meeting.write("\(number)", phone.store)
            try phone.replica.round()
        }
        try place.publish(old, of: name)
        XCTAssertNil(try phone.replica.round().renamed)
    }

    func testTwoThreadsOverFilesLoseNothing() throws {
        let home = try Home(isQuick: true)
        defer { withExtendedLifetime(home) {} }
        let place = home.path("place")
        let store = try FileStore(directory: home.path("phone")) { [clock = meeting.clock] in clock.now }
        let group = DispatchGroup()
        for thread in 0..<2 {
            DispatchQueue.global().async(group: group) { [meeting] in
                ConcurrentRoundTests.work("thread\(thread)", 20, store, at: place, meeting)
            }
        }
        group.wait()
        try check(store, place, ["thread0", "thread1"], 20)
        try store.close()
    }

    func testTwoProcessesOverFilesLoseNothing() throws {
        let home = try Home(isQuick: true)
        defer { withExtendedLifetime(home) {} }
        let workers = try (0..<2).map { number in
            let process = Process()
            let words = TestRunner.words(
                "SyncTests.ConcurrentRoundTests/testWorkerProcess",
                ["COMMONPLACE_HOME": home.path, "COMMONPLACE_TASK": "process\(number)"])
            process.executableURL = URL(fileURLWithPath: words[0])
            process.arguments = Array(words.dropFirst())
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try process.run()
            return process
        }
        for worker in workers {
            worker.waitUntilExit()
            XCTAssertEqual(worker.terminationStatus, 0)
        }
        let store = try FileStore(directory: home.path("phone")) { [clock = meeting.clock] in clock.now }
        try check(store, home.path("place"), ["process0", "process1"], 20)
        try store.close()
    }

    /// The task of each of the two processes.
    func testWorkerProcess() throws {
        let environment = ProcessInfo.processInfo.environment
        guard let home = environment["COMMONPLACE_HOME"], let task = environment["COMMONPLACE_TASK"] else {
            // Without a task from the parent process it runs alone.
            let home = try Home(isQuick: true)
            let store = try FileStore(directory: home.path("phone")) { [clock = meeting.clock] in clock.now }
            ConcurrentRoundTests.work("alone", 2, store, at: home.path("place"), meeting)
            try check(store, home.path("place"), ["alone"], 2)
            return try store.close()
        }
        let store = try FileStore(directory: home + "/phone") { [clock = meeting.clock] in clock.now }
        ConcurrentRoundTests.work(task, 20, store, at: home + "/place", meeting)
        try store.close()
    }

    private static func work(_ name: String, _ count: Int, _ store: any Store, at place: String, _ meeting: Meeting) {
        let ids = IDSource.counting(prefix: name)
        let replica = Replica(
            of: store, at: FolderTransport(place, mayMake: true), settings: .sample, ids: ids
        ) { [meeting] in meeting.clock.now }
        for number in 0..<count {
            do {
                try store.write { try $0.put(Note(id: Identifier("\(name)-\(number)"), text: "\(number)")) }
                try replica.round()
            } catch let failure as Failure where failure.code == .syncBusy {
                continue
            } catch { XCTFail("\(name): \(error)") }
        }
    }

    private func check(_ store: FileStore, _ path: String, _ names: [String], _ count: Int) throws {
        let place = FolderTransport(path, mayMake: false)
        let one = meeting.replica(of: store, at: place)
        for _ in 0..<2 { XCTAssertNil(try one.round().renamed) }
        XCTAssertEqual(try place.devices().count, 1)
        let sent = try stream(try XCTUnwrap(one.device()), place).map(\.address.id)
        let all = names.flatMap { name in (0..<count).map { "\(name)-\($0)" } }.sorted()
        XCTAssertEqual(sent.sorted(), all)
        let tablet = meeting.device("t", at: place)
        try tablet.replica.round()
        XCTAssertEqual(try tablet.store.read { try $0.count(Selection<Note>.all) }, all.count)
        XCTAssertEqual(try one.recovered(), [])
    }
}

/// A thread-safe flag.
final class HookedFlag: Sendable {
    private let flag = Mutex(false)
    var isSet: Bool { flag.withLock { $0 } }
    func set() { flag.withLock { $0 = true } }
}
