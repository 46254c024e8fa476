import Focus
import FocusCommands
import Interface
import Kernel
import TerminalTesting
import XCTest

/// The timer in each stage, on screens and in program output.
final class TimerStageTests: XCTestCase {
    /// Brings a fixture to each stage, half a second before 24:44 is left, or after 15 seconds of
    /// counting up.
    private func fixture(_ stage: String) throws -> Fixture {
        let fixture = Fixture()
        _ = try fixture.timer.start(.defaultPreset, countingUp: stage == "up")
        switch stage {
        case "break": fixture.pass(minutes: 25)
        case "ready": fixture.pass(minutes: 30)
        case "paused":
            fixture.pass(minutes: 0.25)
            _ = try fixture.timer.pause()
        case "away":
            _ = try fixture.timer.recordPresence(.watch)
            fixture.pass(minutes: 5)
        default: break
        }
        fixture.pass(minutes: 15.5 / 60)
        return fixture
    }

    func testStatusInEachStage() throws {
        for (stage, text, short, figures, controls) in [
            ("running", "Study: 24:45 left, round 1 of 4", "24:45", "active 1 1484 25", "pause skip stop"),
            ("up", "Study: 00:15, round 1 of 4", "00:15", "active - - 1", "pause skip stop"),
            ("break", "Short break: 04:45 left, round 1 of 4", "04:45", "active 5 284 5", "skip stop"),
            ("paused", "Study: paused, 24:45 left, round 1 of 4", "24:45 ⏸", "idle 1 - 25", "resume skip stop"),
            ("ready", "Study: round 2 of 4 is ready", "25:00 ⏸", "idle 0 - 25", "resume stop"),
            ("away", "Study: you were away for 5m, round 1 of 4", "25:00 ⏸", "idle 0 - 25", "resume skip stop"),
        ] {
            let content = try XCTUnwrap(fixture(stage).app.registry().all(.statusItems).first?.content())
            XCTAssertEqual([content.text, content.short], [text, short], stage)
            let seen = [
                content.isActive ? "active" : "idle", content.percentage.map { "\($0)" } ?? "-",
                content.secondsLeft.map { "\(Int($0))" } ?? "-", content.values[0],
            ]
            XCTAssertEqual(seen.joined(separator: " "), figures, stage)
            XCTAssertEqual(content.controls.map(\.name).joined(separator: " "), controls, stage)
        }
    }

    func testPercentageIs99ASecondBeforeTheEnd() throws {
        let fixture = Fixture()
        _ = try fixture.timer.start(.defaultPreset)
        fixture.pass(minutes: 25 - 1 / 60.0)
        XCTAssertEqual(try fixture.app.registry().all(.statusItems).first?.content()?.percentage, 99)
    }

    /// Every offered control and command works.
    func testOfferedCommandsSucceed() throws {
        for stage in ["running", "up", "break", "paused", "ready", "away"] {
            let offered = try XCTUnwrap(fixture(stage).app.registry().all(.statusItems).first?.content()).controls
            for (_, command) in offered {
                let run = try fixture(stage).app.run(command.split(separator: " ").map(String.init))
                XCTAssertEqual(run.status, 0, "\(stage), \(command): \(run.error)")
            }
            let home = try fixture(stage).app.registry().all(.homeCards).map { try $0.content() }
            for command in home.flatMap({ $0.next + ($0.suggestedStep.map { [$0.command] } ?? []) }) {
                let run = try fixture(stage).app.run(command.split(separator: " ").map(String.init))
                XCTAssertEqual(run.status, 0, "\(stage), \(command): \(run.error)")
            }
        }
    }

    /// The keys with their names, and the role of the clock.
    func testScreenInEachStage() throws {
        for (stage, keys, role, headline) in [
            ("running", "space pause, s skip, x stop, q leave it running", TextRole.accent, "Focus, round 1 of 4"),
            ("break", "s skip, x stop, q leave it running", .good, "Short break, round 1 of 4"),
            ("paused", "space resume, s skip, x stop, q leave it paused", .muted, "Paused"),
            ("ready", "space begin round 2, x stop, q leave it waiting", .accent, "Round 2 of 4 is ready"),
            (
                "away", "c count the time, d leave it out, s skip, x stop, q leave it waiting", .muted,
                "You were away for 5m. Was it focus?"
            ),
        ] {
            let screen = try screen(stage).screen
            guard case .key(let hints) = screen.view.wanted else { return XCTFail(stage) }
            let hintText = hints.map { "\($0.key) \($0.meaning)" }.joined(separator: ", ")
            let rests = stage == "break" || stage == "ready"
            XCTAssertEqual(hintText, keys + ", e 5 minutes more" + (rests ? "" : ", i distracted, o disturbed"))
            XCTAssertTrue(screen.text(columns: 60).contains(headline), screen.text(columns: 60))
            let large = screen.view.blocks.compactMap { block in
                if case .digits(let text) = block { text.spans.first?.role } else { nil }
            }
            XCTAssertEqual(large, [role], stage)
        }
    }

    /// A watched screen in the stage.
    private func screen(_ stage: String) throws -> (screen: any Dialogue, fixture: Fixture) {
        let fixture = Fixture()
        _ = try fixture.timer.start(.defaultPreset)
        var screen = try fixture.app.dialogue("resume")
        switch stage {
        case "break": fixture.pass(minutes: 26)
        case "ready": fixture.pass(minutes: 31)
        case "paused": _ = try fixture.timer.pause()
        case "away":
            _ = try screen.handle(.tick)
            fixture.pass(minutes: 5)
        default: break
        }
        _ = try screen.handle(.tick)
        return (screen, fixture)
    }

    /// The effect of each offered key. Other keys leave the timer alone.
    func testKeysInEachStage() throws {
        for (stage, key, expected) in [
            ("running", " ", "paused focus 1500"), ("running", "s", "running shortBreak 300"),
            ("running", "e", "running focus 1800"),
            ("running", "z", "running focus 1500"), ("break", "e", "running shortBreak 600"),
            ("break", "s", "running focus 1500"),
            ("paused", " ", "running focus 1500"), ("ready", " ", "running focus 1500"),
            ("away", "c", "running focus 1500 300"),
            ("away", "d", "running focus 1500"), ("away", " ", "running focus 1500"), ("away", "z", "away focus 1500"),
        ] {
            var (screen, fixture) = try screen(stage)
            let before = try fixture.timer.session()?.focused(at: fixture.now) ?? 0
            XCTAssertNil(try screen.press(Character(key)), "\(stage), \(key)")
            let session = try XCTUnwrap(fixture.timer.session())
            let counted = (session.focused(at: fixture.now) - before) / 1000
            let seen =
                "\(session.stage) \(session.phase) \((session.planned ?? 0) / 1000)"
                + (counted > 0 ? " \(counted)" : "")
            XCTAssertEqual(seen, expected, "\(stage), \(key)")
            XCTAssertFalse(screen.view.ringsBell)
        }
    }

    /// The last line of the screen, by how it was closed.
    func testClosingNoticeInEachStage() throws {
        for (stage, key, notice) in [
            ("running", "q", "The timer keeps running (a1). Study: 25:00 left, round 1 of 4."),
            ("paused", "q", "The timer waits (a1). Study: paused, 25:00 left, round 1 of 4."),
            ("ready", "q", "The timer waits (a1). Study: round 2 of 4 is ready."),
            ("running", "x", "The session (a1) is over."), ("break", "x", "The session (a1) is over."),
        ] {
            var (screen, _) = try screen(stage)
            XCTAssertEqual(try screen.press(Character(key))?.notice, notice, "\(stage), \(key)")
        }
        var (screen, fixture) = try screen("running")
        fixture.pass(minutes: 2)
        XCTAssertEqual(
            try screen.press("x")?.notice,
            "🎉 Your first session! 2m of focus kept. The next one is easier. 🏆 Achievement reached: First Light, for your first period of focus."
        )
        let (gone, other) = try self.screen("running")
        var remaining = gone
        _ = try other.timer.stop()
        XCTAssertEqual(try remaining.press("q")?.notice, "The session (a1) is over.", "another process stopped it")
        var pressed = gone
        XCTAssertThrowsError(try pressed.press("e")) { XCTAssertEqual(($0 as? Failure)?.code.text, "nothingRuns") }
    }

    /// Before the first tick no screen watches: there is a sentence, no bell, and no write.
    func testNothingIsWrittenBeforeTheFirstTick() throws {
        let fixture = Fixture()
        _ = try fixture.timer.start(.defaultPreset)
        fixture.pass(minutes: 1 - 1 / 60_000.0)
        let before = try fixture.app.fingerprint()
        var screen = try fixture.app.dialogue("resume")
        XCTAssertFalse(screen.view.ringsBell)
        XCTAssertEqual(screen.view.tickInterval, 0.05)
        XCTAssertFalse(screen.text().contains("Focus  "), "less than a minute is not shown: \(screen.text())")
        _ = try screen.handle(.line("x"))
        XCTAssertEqual(try fixture.app.fingerprint(), before)
        fixture.pass(minutes: 1 / 60_000.0)
        screen = try fixture.app.dialogue("resume")
        XCTAssertTrue(screen.text().contains("Focus   1m"), screen.text())
        guard case .finish(let output) = try screen.handle(.end) else { return XCTFail("the screen stays open") }
        XCTAssertEqual(output.notice, "The timer keeps running (a1). Study: 24:00 left, round 1 of 4.")
        XCTAssertEqual(try fixture.timer.session()?.isWatched, false)
    }

    /// The screen records its presence a minute after the last time, and at once when the clock was
    /// set back.
    func testScreenSavesEveryMinuteAndAfterClockChanges() throws {
        for (minutes, writes) in [(59.999 / 60, 0), (1, 1), (-0.001 / 60, 1)] as [(Double, UInt64)] {
            let (begun, fixture) = try screen("running")
            var screen = begun
            let sequence = try fixture.store.engine.inspect().sequence
            fixture.pass(minutes: minutes)
            _ = try screen.handle(.tick)
            XCTAssertEqual(UInt64(try fixture.store.engine.inspect().sequence - sequence), writes, "\(minutes)")
            XCTAssertFalse(screen.view.ringsBell, "nothing has ended")
        }
    }
}
