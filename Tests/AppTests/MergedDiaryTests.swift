import Diary
import Kernel
import Pictures
import PicturesTesting
import Sync
import TestSupport
import XCTest

/// Tests two photos of one day from two devices: one is shown, and the other stays while it can be
/// recovered.
final class MergedDiaryTests: XCTestCase {
    private let clock = ManualClock("2026-11-20T12:00:00Z")

    private func diary(_ device: SyncedDevice, _ blobStore: MemoryBlobStore<PhotoPath>) throws -> PhotoDiary {
        var diary = PhotoDiary(
            repository: StoredDiaryRepository(device.store), photos: blobStore, ids: device.ids, time: clock.source())
        let waits = try Registry([PendingVersionsPlugin(store: device.store)])
        diary.recoverableEntries = { try waits.pendingVersions(Diary.Entry.collection) }
        return diary
    }

    /// A plugin that contributes the superseded versions of a store.
    private struct PendingVersionsPlugin: Plugin {
        let name = "Waits"
        let store: any Store
        func contribute(to registry: inout Registry) {
            registry.add(PendingVersions(store.pendingVersions), to: .pendingVersions)
        }
    }

    func testReplacedPhotoStaysUntilDismissed() throws {
        let both = try SyncedDevice.make(2, of: "grain", clock)
        // Both devices share the photo files.
        let blobStore = MemoryBlobStore<PhotoPath> { [clock] in clock.now }
        let day = clock.source().today()
        for (number, device) in both.enumerated() {
            clock.advance(seconds: 1)
            _ = try diary(device, blobStore).add(PhotoMaker.png(1 + number, 1), note: "photo \(number)", on: day)
        }
        try SyncedDevice.syncAll(both, clock)
        for device in both { XCTAssertEqual(try diary(device, blobStore).entry(on: day).note, "photo 1") }
        let device = try XCTUnwrap(both.first { try !$0.replica.recovered().isEmpty })
        let lost = try XCTUnwrap(device.replica.recovered().first)
        clock.advance(days: 1)
        XCTAssertEqual(try diary(device, blobStore).sweep(), [], "the replaced photo can be recovered")
        XCTAssertEqual(try diary(device, blobStore).namedFiles().count, 2, "the shown photo and the recoverable one")
        try device.replica.dismiss(lost)
        XCTAssertEqual(try diary(device, blobStore).namedFiles().count, 1)
        XCTAssertEqual(try diary(device, blobStore).sweep().count, 1)
    }
}
