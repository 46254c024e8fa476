import Sound
import XCTest

/// The example of `Modules/Sound/README.md`.
final class SoundReadmeTests: XCTestCase {
    func testAPlayHeadStreamsALoopForItsDuration() throws {
        let rain = try XCTUnwrap(Soundscape.named("light-rain-ambient")).loop(seconds: 10, seed: 1)
        var head = PlayHead(rain, volume: 70, seconds: 2)
        var bytes = 0
        while let piece = head.next(4_800) { bytes += piece.count }
        XCTAssertEqual(bytes, 2 * 48_000 * 4, "two seconds of 16-bit stereo")
        XCTAssertEqual(rain.loudness, -23, accuracy: 0.05)
    }
}
