import Kernel
import Learning
import LearningTesting
import Practice
import XCTest

/// Tests of which session can be resumed: one of an ended process at once, one of a live process
/// never, and one of an unknown process after ten minutes.
final class RunOwnerTests: XCTestCase {
    private func flashcards(_ fixture: StudyFixture, as own: String?, lives: Bool?) throws -> Flashcards {
        let presence = RunOwner(currentProcess: own) { process in process == "other" || process == "first" ? lives : nil
        }
        return Flashcards(
            library: fixture.library, learner: Learner(grade: try StudyFixture.grade("9k"), mode: .progression),
            log: fixture.log(owner: presence), settings: StudySettings(newADay: 50, showsNew: false))
    }

    func testSessionCanBeResumedAfterItsProcessEnds() throws {
        for (first, lives, isResumable) in [
            ("first", false, true), ("first", true, false), ("second", true, true), ("first", nil, false),
            (nil, true, false),
        ] as [(String?, Bool?, Bool)] {
            let fixture = StudyFixture()
            var run = try flashcards(fixture, as: first, lives: true).begin()
            let other = try flashcards(fixture, as: "second", lives: lives)
            try other.log.answer(.rated(.good), milliseconds: 1, in: &run)
            XCTAssertEqual(
                try other.unfinished() != nil, isResumable, "\(first ?? "nobody") \(String(describing: lives))")
            XCTAssertNotNil(try other.unfinished(running: true))
            fixture.wait(seconds: 600)
            XCTAssertEqual(
                try other.unfinished() != nil, isResumable || lives == nil || first == nil, "after ten minutes")
        }
    }

    func testPauseAndResumeUpdateOwnerOfRun() throws {
        let fixture = StudyFixture()
        let flashcards = try flashcards(fixture, as: "first", lives: true)
        var run = try flashcards.begin()
        XCTAssertEqual(run.log.openedBy, "first")
        try flashcards.log.pause(&run)
        XCTAssertEqual([run.log.openedBy, try flashcards.latest()?.log.openedBy], [nil, nil])
        try flashcards.log.resume(&run)
        XCTAssertEqual(try flashcards.latest()?.log.openedBy, "first")
        try flashcards.log.finish(&run)
        XCTAssertNil(try flashcards.latest()?.log.openedBy)
    }
}
