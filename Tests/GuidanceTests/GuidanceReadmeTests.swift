import Guidance
import Kernel
import Storage
import XCTest

/// The example in `Modules/Guidance/README.md`.
final class GuidanceReadmeTests: XCTestCase {
    func testReadmeExample() throws {
        let cards = Tour(
            "cards", "How cards work", scope: .profile, next: ["study"], offeredAt: ["study"],
            steps: [TourStep("Look", "Say it to yourself."), TourStep("Flip", "Then turn it.")])
        let guide = Guide(
            device: MemoryStore(), profile: { Partition(rawValue: "profile:kim") },
            time: .fixed(Instant(milliseconds: 0)))
        XCTAssertTrue(try guide.shouldShow(cards))
        try guide.complete(cards)
        XCTAssertFalse(try guide.shouldShow(cards))
    }
}
