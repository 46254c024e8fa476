import Kernel
import Practice
import XCTest

@testable import Learning

/// How full the next belt is.
final class ReadinessTests: XCTestCase {
    private func readiness(_ scheduling: Scheduling, after days: Int) throws -> (then: Int, later: Int) {
        let fixture = try LessonFixture("9k")
        let flashcards = try fixture.flashcards()
        try flashcards.settle(newADay: 20)
        var run = try flashcards.begin(StudyConfiguration(cards: 20))
        if scheduling == .leitner { _ = try flashcards.reschedule { $0.scheduling = .leitner } }
        while let item = run.item {
            if item.step == .show { try flashcards.log.pass(in: &run); continue }
            try flashcards.log.answer(.rated(.good), milliseconds: 10, in: &run)
        }
        let then = try fixture.flashcards().statistics().readiness
        fixture.base.sleep(days: days)
        return (then, try fixture.flashcards().statistics().readiness)
    }

    /// Where a scheduler says how likely each card is to be known today, what is forgotten does not count.
    func testItFadesUnderFSRSAndNotByBoxes() throws {
        let fading = try readiness(.fsrs, after: 60)
        XCTAssertGreaterThan(fading.then, 0)
        XCTAssertLessThan(fading.later, fading.then * 8 / 10)
        let boxes = try readiness(.leitner, after: 60)
        XCTAssertGreaterThan(boxes.then, 0)
        XCTAssertEqual(boxes.later, boxes.then)
    }
}
