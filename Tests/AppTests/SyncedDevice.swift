import Composition
import Kernel
import Storage
import Sync
import TestBench
import XCTest

/// A device of somebody who has several, with an app's records on it.
struct SyncedDevice {
    let store: MemoryStore
    let replica: Replica
    let ids: IDSource

    /// Several of them, which meet in one place.
    static func make(_ count: Int, of app: String, _ clock: HandClock) throws -> [SyncedDevice] {
        let entry = try XCTUnwrap(App.all.first { $0.name == app })
        let belongings = try App.registry(of: entry).belongings
        let (place, names) = (MemoryTransport(), IDSource.counting(prefix: "d"))
        return (0..<count).map { number in
            let store = MemoryStore(device: "e\(number)") { clock.now }
            let settings = SyncSettings(
                account: "mina", title: "\(number)", belongings: belongings, scopes: Set(belongings.scopes))
            return SyncedDevice(
                store: store, replica: Replica(of: store, at: place, settings: settings, ids: names) { clock.now },
                ids: .counting(prefix: "r\(number)-"))
        }
    }

    /// They meet until nobody has anything to say.
    static func meet(
        _ devices: [SyncedDevice], _ clock: HandClock, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        clock.advance(seconds: 1)
        for _ in 0..<8 {
            let reports = try devices.map { try $0.replica.round() }
            XCTAssertEqual(reports.flatMap(\.troubles).map(\.message), [], file: file, line: line)
            if reports.allSatisfy({ $0 == SyncReport() }) { break }
        }
        for one in devices { XCTAssertEqual(try one.replica.waiting(), 0, "they rest", file: file, line: line) }
    }
}
