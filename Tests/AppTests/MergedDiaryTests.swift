import Diary
import Kernel
import Pictures
import PicturesContract
import Sync
import TestBench
import XCTest

/// One day, two devices, two photos: one stands, and the other is not swept away while its person may still want it.
final class MergedDiaryTests: XCTestCase {
    private let clock = HandClock("2026-11-20T12:00:00Z")

    private func diary(_ one: SyncedDevice, _ shelf: MemoryShelf<PhotoPath>) throws -> PhotoDiary {
        var diary = PhotoDiary(
            repository: StoredDiaryRepository(one.store), photos: shelf, ids: one.ids, time: clock.source())
        let waits = try Registry([Waits(store: one.store)])
        diary.waiting = { try waits.waiting(Diary.Entry.collection) }
        return diary
    }

    private struct Waits: Plugin {
        let name = "Waits"
        let store: any Store
        func contribute(to registry: inout Registry) {
            registry.add(WaitingVersions(store.versionsThatWait), to: .waitingVersions)
        }
    }

    func testThePhotoOfWhatGaveWayStaysUntilItsPersonLetsItGo() throws {
        let both = try SyncedDevice.make(2, of: "grain", clock)
        // The files have come to both.
        let shelf = MemoryShelf<PhotoPath> { [clock] in clock.now }
        let day = clock.source().today()
        for (number, one) in both.enumerated() {
            clock.advance(seconds: 1)
            _ = try diary(one, shelf).add(PhotoMaker.png(1 + number, 1), note: "photo \(number)", on: day)
        }
        try SyncedDevice.meet(both, clock)
        for one in both { XCTAssertEqual(try diary(one, shelf).entry(on: day).note, "photo 1") }
        let one = try XCTUnwrap(both.first { try !$0.replica.recovered().isEmpty })
        let lost = try XCTUnwrap(one.replica.recovered().first)
        clock.advance(days: 1)
        XCTAssertEqual(try diary(one, shelf).sweep(), [], "the photo that gave way may come back")
        XCTAssertEqual(try diary(one, shelf).namedFiles().count, 2, "what stands, and what waits")
        try one.replica.dismiss(lost)
        XCTAssertEqual(try diary(one, shelf).namedFiles().count, 1)
        XCTAssertEqual(try diary(one, shelf).sweep().count, 1)
    }
}
