import Ambiance
import Focus
import Kernel
import Synchronization
import Terminal
import TerminalContract
import XCTest

/// What moves behind the timer, and what of it is for everybody.
final class AmbianceScreenTests: XCTestCase {
    func testTheCatalogueIsWhatIsDrawn() {
        XCTAssertEqual(Catalogue.ambiances.items.map(\.id), Ambiance.all.map(\.id))
        XCTAssertEqual(Catalogue.ambiances.items.map(\.name), Ambiance.all.map(\.name))
        XCTAssertEqual(Catalogue.ambiances.items.filter(\.isFree).map(\.name), ["Minimal", "Stars", "Forest"])
    }

    func testItLiesUnderTheTimerOnceItIsChosen() throws {
        let bench = Bench()
        bench.run("start", "Deep Work", "--detach")
        var screen = try bench.app.dialogue("resume")
        _ = try screen.handle(.tick)
        XCTAssertNil(screen.view.ground)
        XCTAssertTrue(bench.run("ambiance", "use", "Aurora").output.contains("Aurora (aurora)"))
        screen = try bench.app.dialogue("resume")
        XCTAssertNil(screen.view.ground, "line by line there is no ground")
        _ = try screen.handle(.tick)
        let ground = try XCTUnwrap(screen.view.ground)
        XCTAssertEqual(ground.name, "aurora")
        XCTAssertEqual(ground.light(30, 20, 3).count, 600)
        let bright = ground.light(30, 20, 3).reduce(0) { $0 + $1.sum() }
        _ = try screen.handle(.key(.space))
        let dark = try XCTUnwrap(screen.view.ground).light(30, 20, 3).reduce(0) { $0 + $1.sum() }
        XCTAssertEqual(dark, bright / 2, accuracy: bright / 100, "paused")
        bench.run("ambiance", "use", "--off")
        screen = try bench.app.dialogue("resume")
        _ = try screen.handle(.tick)
        XCTAssertNil(screen.view.ground)
        XCTAssertEqual(bench.run("ambiance", "use", "ocean", "--off").status, 64)
        XCTAssertEqual(bench.run("ambiance", "use", "moon").status, 64)
    }

    func testWhatIsForProIsRefusedAndComesBack() throws {
        let bench = Bench(gates: .free)
        for name in ["minimal", "stars", "Forest"] { XCTAssertEqual(bench.run("ambiance", "use", name).status, 0, name) }
        XCTAssertNotEqual(bench.run("ambiance", "use", "lava").status, 0)
        XCTAssertEqual(try bench.ambiances.current()?.id, "forest")
        XCTAssertEqual(try bench.ambiances.all().filter(\.isLocked).count, 11)
        let pro = Bench(store: bench.store)
        _ = try pro.ambiances.use("lava")
        XCTAssertNil(try bench.ambiances.current(), "Pro has ended")
        XCTAssertEqual(try pro.ambiances.current()?.id, "lava")
    }

    /// Everybody may look at all of them, at what is for Pro for 15 seconds.
    func testEverythingIsShown() throws {
        for (name, isLocked) in [("lava", true), ("stars", false)] {
            var screen = try Bench(gates: .free).app.dialogue("ambiance show", [name])
            XCTAssertEqual(screen.view.ground?.name, name)
            var steps = 0
            while steps < 60, case .stay = try screen.handle(.tick) { steps += 1 }
            XCTAssertEqual(steps, isLocked ? 14 : 60, name)
        }
        var screen = try Bench(gates: .free).app.dialogue("ambiance show", ["lava"])
        var seen: Set<String> = []
        for _ in 0..<14 {
            seen.insert(screen.view.ground?.name ?? "none")
            _ = try screen.handle(.key(.character("n")))
        }
        XCTAssertEqual(seen, Set(Ambiance.all.map(\.id)))
        guard case .finish = try screen.handle(.key(.character("q"))) else { return XCTFail("it goes on") }
    }
}
