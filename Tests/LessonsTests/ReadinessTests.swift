import Kernel
import LessonsTesting
import Practice
import XCTest

@testable import Learning

/// Tests of readiness for the next belt.
final class ReadinessTests: XCTestCase {
    private func readiness(_ scheduling: Scheduling, after days: Int) throws -> (initial: Int, later: Int) {
        let fixture = try LessonFixture("9k")
        let flashcards = try fixture.flashcards()
        try flashcards.updateSettings(newADay: 20)
        var run = try flashcards.begin(StudyConfiguration(cards: 20))
        if scheduling == .leitner { _ = try flashcards.reschedule { $0.scheduling = .leitner } }
        while let item = run.item {
            if item.step == .show { try flashcards.log.skip(in: &run); continue }
            try flashcards.log.answer(.rated(.good), milliseconds: 10, in: &run)
        }
        let initial = try fixture.flashcards().statistics().readiness
        fixture.base.sleep(days: days)
        return (initial, try fixture.flashcards().statistics().readiness)
    }

    /// With FSRS, forgotten cards lower the readiness. With Leitner boxes they don't.
    func testReadinessDecreasesWithFSRSOnly() throws {
        let fading = try readiness(.fsrs, after: 60)
        XCTAssertGreaterThan(fading.initial, 0)
        XCTAssertLessThan(fading.later, fading.initial * 8 / 10)
        let boxes = try readiness(.leitner, after: 60)
        XCTAssertGreaterThan(boxes.initial, 0)
        XCTAssertEqual(boxes.later, boxes.initial)
    }
}
