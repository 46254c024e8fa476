import Kernel
import Learning
import Practice
import XCTest

/// Which session goes on: that of a process that is gone at once, that of one that lives never, and where nobody can tell after ten minutes.
final class PresenceTests: XCTestCase {
    private func flashcards(_ fixture: Fixture, as own: String?, lives: Bool?) throws -> Flashcards {
        let presence = Presence(own: own) { process in process == "other" || process == "first" ? lives : nil }
        return Flashcards(
            library: fixture.library, learner: Learner(grade: try Fixture.grade("9k"), mode: .progression),
            log: fixture.log(presence: presence), settings: StudySettings(newADay: 50, showsNew: false))
    }

    func testASessionGoesOnWhenItsProcessIsGone() throws {
        for (first, lives, isLeft) in [
            ("first", false, true), ("first", true, false), ("second", true, true), ("first", nil, false), (nil, true, false),
        ] as [(String?, Bool?, Bool)] {
            let fixture = Fixture()
            var run = try flashcards(fixture, as: first, lives: true).begin()
            let other = try flashcards(fixture, as: "second", lives: lives)
            try other.log.answer(.rated(.good), milliseconds: 1, in: &run)
            XCTAssertEqual(try other.unfinished() != nil, isLeft, "\(first ?? "nobody") \(String(describing: lives))")
            XCTAssertNotNil(try other.unfinished(running: true))
            fixture.wait(seconds: 600)
            XCTAssertEqual(try other.unfinished() != nil, isLeft || lives == nil || first == nil, "after ten minutes")
        }
    }

    func testWhoLeavesOrGoesOnIsKept() throws {
        let fixture = Fixture()
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
