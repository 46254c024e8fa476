import Composition
import Kernel
import Storage
import Sync
import TestSupport
import XCTest

/// A device with the records of an app. Several devices sync with each other.
struct SyncedDevice {
    let store: MemoryStore
    let replica: Replica
    let ids: IDSource

    /// Creates devices that sync over one transport.
    static func make(_ count: Int, of app: String, _ clock: ManualClock) throws -> [SyncedDevice] {
        let entry = try XCTUnwrap(App.all.first { $0.name == app })
        let syncPolicies = try App.registry(of: entry).syncPolicies
        let place = MemoryTransport()
        let names = IDSource.counting(prefix: "d")
        return (0..<count).map { number in
            let store = MemoryStore(device: "e\(number)") { clock.now }
            let settings = SyncSettings(
                account: "mina", title: "\(number)", syncPolicies: syncPolicies, scopes: Set(syncPolicies.scopes))
            return SyncedDevice(
                store: store, replica: Replica(of: store, at: place, settings: settings, ids: names) { clock.now },
                ids: .counting(prefix: "r\(number)-"))
        }
    }

    /// Syncs the devices until no changes remain.
    static func syncAll(
        _ devices: [SyncedDevice], _ clock: ManualClock, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        clock.advance(seconds: 1)
        for _ in 0..<8 {
            let reports = try devices.map { try $0.replica.round() }
            XCTAssertEqual(reports.flatMap(\.troubles).map(\.message), [], file: file, line: line)
            if reports.allSatisfy({ $0 == SyncReport() }) { break }
        }
        for device in devices {
            XCTAssertEqual(try device.replica.waiting(), 0, "no changes wait", file: file, line: line)
        }
    }
}
