import Guidance
import Storage
import XCTest

/// The tests that the specification of tours names, and the measures that they need.
final class TourTests: XCTestCase {
    private let app = Fixture()
    private var guide: Guide { app.guide }

    func testShouldShowInitialTour_FirstLaunch() throws {
        XCTAssertTrue(try guide.shouldShow(Fixture.welcome))
        XCTAssertFalse(try guide.state(of: Fixture.welcome).isCompleted)
        XCTAssertNil(try guide.state(of: Fixture.welcome).skippedOn)
    }

    func testShouldShowInitialTour_AfterCompletion() throws {
        try guide.complete(Fixture.welcome)
        XCTAssertFalse(try guide.shouldShow(Fixture.welcome))
    }

    func testShouldShowInitialTour_AfterSkip() throws {
        try guide.skip(Fixture.welcome)
        XCTAssertFalse(try guide.shouldShow(Fixture.welcome))
        app.turn(of: "b")
        XCTAssertFalse(try guide.shouldShow(Fixture.welcome), "the first tour belongs to the device")
    }

    func testStartInitialTour() throws {
        let walk = try guide.start(Fixture.welcome)
        XCTAssertEqual(walk.position, 0)
        XCTAssertEqual(walk.step?.title, "Hello")
        XCTAssertTrue(try guide.shouldShow(Fixture.welcome), "a tour that was only started is offered again")
        XCTAssertEqual(try guide.usage().count(.tourStarted, "welcome"), 1)
    }

    func testCompleteInitialTour() throws {
        XCTAssertTrue(try guide.complete(Fixture.welcome))
        XCTAssertTrue(try guide.state(of: Fixture.welcome).isCompleted)
        app.turn(of: "b")
        XCTAssertFalse(try guide.state(of: Fixture.welcome).isCompleted, "each profile completes it for itself")
        XCTAssertEqual(try guide.usage().count(.tourCompleted, "welcome"), 1)
    }

    func testSkipInitialTour() throws {
        let day = app.today
        XCTAssertTrue(try guide.skip(Fixture.welcome))
        app.pass(days: 3)
        XCTAssertFalse(try guide.skip(Fixture.welcome))
        XCTAssertEqual(try guide.state(of: Fixture.welcome).skippedOn, day, "the first day stays")
        XCTAssertFalse(try guide.state(of: Fixture.welcome).isCompleted)
        XCTAssertEqual(try guide.usage().count(.tourSkipped, "welcome"), 1)
    }

    func testReplayInitialTour() throws {
        try guide.complete(Fixture.welcome)
        let before = try app.store.exportEverything()
        var walk = guide.replay(Fixture.welcome)
        XCTAssertEqual(walk.position, 0)
        walk.forward()
        XCTAssertFalse(try guide.skip(Fixture.welcome), "leaving a repeated tour is no skip")
        XCTAssertFalse(try guide.complete(Fixture.welcome))
        XCTAssertEqual(try app.store.exportEverything(), before)
    }

    func testNavigateTourSteps() {
        var walk = TourWalk(Fixture.welcome)
        var titles: [String?] = [walk.step?.title]
        for _ in 1..<Fixture.welcome.steps.count {
            walk.forward()
            titles.append(walk.step?.title)
        }
        XCTAssertEqual(titles, ["Hello", "How it works", "Ready"])
        walk.back()
        XCTAssertEqual(walk.step?.title, "How it works")
    }

    func testNavigateTourSteps_Boundaries() {
        var walk = TourWalk(Fixture.welcome)
        walk.back()
        XCTAssertTrue(walk.isFirst && walk.position == 0)
        for _ in 0..<10 { walk.forward() }
        XCTAssertTrue(walk.isLast && walk.position == 2)
        var empty = TourWalk(Tour("none", "None", scope: .profile, steps: []))
        empty.forward()
        empty.back()
        XCTAssertNil(empty.step)
    }

    func testShouldShowFeatureTour_NewProfile() throws {
        try guide.complete(Fixture.cards)
        try guide.skip(Fixture.moves)
        app.turn(of: "b")
        XCTAssertTrue(try guide.shouldShow(Fixture.cards))
        XCTAssertTrue(try guide.shouldShow(Fixture.moves))
    }

    func testCompleteFeatureTour() throws {
        XCTAssertTrue(try guide.complete(Fixture.cards))
        XCTAssertFalse(try guide.shouldShow(Fixture.cards))
        XCTAssertTrue(try guide.shouldShow(Fixture.moves))
        XCTAssertTrue(try guide.shouldShow(Fixture.welcome))
    }

    func testCompleteFeatureTour_Idempotent() throws {
        try guide.complete(Fixture.cards)
        let before = try app.store.exportEverything()
        XCTAssertFalse(try guide.complete(Fixture.cards))
        XCTAssertEqual(try app.store.exportEverything(), before)
    }

    func testResetFeatureTours() throws {
        for tour in [Fixture.welcome, Fixture.cards] { try guide.complete(tour) }
        try guide.skip(Fixture.moves)
        try guide.resetFeatureTours()
        XCTAssertTrue(try guide.shouldShow(Fixture.cards))
        XCTAssertTrue(try guide.shouldShow(Fixture.moves))
        XCTAssertFalse(try guide.shouldShow(Fixture.welcome))
        try guide.resetTours()
        XCTAssertTrue(try guide.shouldShow(Fixture.welcome))
        XCTAssertFalse(try guide.state(of: Fixture.welcome).isCompleted)
    }

    func testResetSpecificFeatureTour() throws {
        for tour in [Fixture.cards, Fixture.moves] { try guide.complete(tour) }
        try guide.reset(Fixture.cards)
        XCTAssertTrue(try guide.shouldShow(Fixture.cards))
        XCTAssertFalse(try guide.shouldShow(Fixture.moves))
        XCTAssertEqual(try guide.usage().count(.tourCompleted, "cards"), 1, "the counts stay")
    }

    func testMinutesToFirstUse() throws {
        XCTAssertNil(try guide.usage().minutesToFirstUse)
        try guide.launched(running: "1.0")
        app.pass(seconds: 150)
        try guide.launched(running: "1.0")
        XCTAssertNil(try guide.usage().minutesToFirstUse)
        app.use()
        app.pass(days: 2)
        XCTAssertEqual(try guide.usage().minutesToFirstUse, 2.5)
        XCTAssertEqual(try guide.usage().firstLaunch, Fixture.start)
    }
}
