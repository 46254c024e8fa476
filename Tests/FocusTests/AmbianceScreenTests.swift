import Focus
import Interface
import Kernel
import Synchronization
import TerminalTesting
import XCTest

/// The ambiance on the timer screen, and which scenes the free plan allows.
final class AmbianceScreenTests: XCTestCase {
    func testCatalogListsEveryDrawnScene() {
        XCTAssertEqual(Catalog.ambiances.items.map(\.id), AmbianceScene.all.map(\.id))
        XCTAssertEqual(Catalog.ambiances.items.map(\.name), AmbianceScene.all.map(\.name))
        XCTAssertEqual(Catalog.ambiances.items.filter(\.isFree).map(\.name), ["Minimal", "Stars", "Forest"])
    }

    func testChosenAmbianceIsTheTimerBackground() throws {
        let fixture = Fixture()
        fixture.run("start", "Deep Work", "--detach")
        var screen = try fixture.app.dialogue("resume")
        _ = try screen.handle(.tick)
        XCTAssertNil(screen.view.background)
        XCTAssertTrue(fixture.run("ambiance", "use", "Aurora").output.contains("Aurora (aurora)"))
        screen = try fixture.app.dialogue("resume")
        XCTAssertNil(screen.view.background, "line by line there is no background")
        _ = try screen.handle(.tick)
        let ground = try XCTUnwrap(screen.view.background)
        XCTAssertEqual(ground.name, "aurora")
        XCTAssertEqual(ground.light(30, 20, 3).count, 600)
        let bright = ground.light(30, 20, 3).reduce(0) { $0 + $1.sum() }
        _ = try screen.handle(.key(.space))
        let dark = try XCTUnwrap(screen.view.background).light(30, 20, 3).reduce(0) { $0 + $1.sum() }
        XCTAssertEqual(dark, bright / 2, accuracy: bright / 100, "paused")
        fixture.run("ambiance", "use", "--off")
        screen = try fixture.app.dialogue("resume")
        _ = try screen.handle(.tick)
        XCTAssertNil(screen.view.background)
        XCTAssertEqual(fixture.run("ambiance", "use", "ocean", "--off").status, 64)
        XCTAssertEqual(fixture.run("ambiance", "use", "moon").status, 64)
    }

    func testProSceneIsRefusedWithoutProAndReturnsWithIt() throws {
        let fixture = Fixture(gates: .free)
        for name in ["minimal", "stars", "Forest"] {
            XCTAssertEqual(fixture.run("ambiance", "use", name).status, 0, name)
        }
        XCTAssertNotEqual(fixture.run("ambiance", "use", "lava").status, 0)
        XCTAssertEqual(try fixture.ambiances.current()?.id, "forest")
        XCTAssertEqual(try fixture.ambiances.all().filter(\.isLocked).count, 11)
        let pro = Fixture(store: fixture.store)
        _ = try pro.ambiances.use("lava")
        XCTAssertNil(try fixture.ambiances.current(), "Pro has ended")
        XCTAssertEqual(try pro.ambiances.current()?.id, "lava")
    }

    /// Every user may preview all scenes. A Pro scene ends after 15 seconds.
    func testPreviewShowsEverySceneAndLimitsProScenes() throws {
        for (name, isLocked) in [("lava", true), ("stars", false)] {
            var screen = try Fixture(gates: .free).app.dialogue("ambiance show", [name])
            XCTAssertEqual(screen.view.background?.name, name)
            var steps = 0
            while steps < 60, case .stay = try screen.handle(.tick) { steps += 1 }
            XCTAssertEqual(steps, isLocked ? 14 : 60, name)
        }
        var screen = try Fixture(gates: .free).app.dialogue("ambiance show", ["lava"])
        var seen: Set<String> = []
        for _ in 0..<14 {
            seen.insert(screen.view.background?.name ?? "none")
            _ = try screen.handle(.key(.character("n")))
        }
        XCTAssertEqual(seen, Set(AmbianceScene.all.map(\.id)))
        guard case .finish = try screen.handle(.key(.character("q"))) else { return XCTFail("the screen continues") }
    }
}
