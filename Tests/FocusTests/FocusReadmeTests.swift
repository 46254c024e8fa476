import Focus
import Kernel
import Storage
import TestSupport
import XCTest

/// The example in `Modules/Focus/README.md`.
final class FocusReadmeTests: XCTestCase {
    func testReadmeExample() throws {
        let clock = ManualClock("2026-11-20T09:00:00Z")
        let timer = FocusTimer(MemoryStore(), gates: .open, ids: .counting(), time: clock.source())
        _ = try timer.start(.defaultPreset)  // Study: 25 minutes of focus, then a break of 5
        clock.advance(minutes: 27)
        let session = try XCTUnwrap(timer.session())
        XCTAssertEqual(session.phase, .shortBreak)
        XCTAssertEqual(session.focused(at: clock.now), 25 * 60_000)
        XCTAssertEqual(session.remaining(at: clock.now), 3 * 60_000)
    }
}
