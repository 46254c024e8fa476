import Focus
import FocusCommands
import Kernel
import Terminal
import TerminalContract
import XCTest

/// The timer as people and programs see it, stage by stage.
final class TimerFaceTests: XCTestCase {
    /// Brings a bench to each stage, half a second before 24:44 is left, or after 15 seconds of what counts up.
    private func bench(_ stage: String) throws -> Bench {
        let bench = Bench()
        _ = try bench.timer.start(.first, countingUp: stage == "up")
        switch stage {
        case "break": bench.pass(minutes: 25)
        case "ready": bench.pass(minutes: 30)
        case "paused":
            bench.pass(minutes: 0.25)
            _ = try bench.timer.pause()
        case "away":
            _ = try bench.timer.notice(.watch)
            bench.pass(minutes: 5)
        default: break
        }
        bench.pass(minutes: 15.5 / 60)
        return bench
    }

    func testStatusStageByStage() throws {
        for (stage, text, short, figures, controls) in [
            ("running", "Study: 24:45 left, round 1 of 4", "24:45", "active 1 1484 25", "pause skip stop"),
            ("up", "Study: 00:15, round 1 of 4", "00:15", "active - - 1", "pause skip stop"),
            ("break", "Short break: 04:45 left, round 1 of 4", "04:45", "active 5 284 5", "skip stop"),
            ("paused", "Study: paused, 24:45 left, round 1 of 4", "24:45 ⏸", "idle 1 - 25", "resume skip stop"),
            ("ready", "Study: round 2 of 4 is ready", "25:00 ⏸", "idle 0 - 25", "resume stop"),
            ("away", "Study: you were away for 5m, round 1 of 4", "25:00 ⏸", "idle 0 - 25", "resume skip stop"),
        ] {
            let content = try XCTUnwrap(bench(stage).app.registry().all(.statusItems).first?.content())
            XCTAssertEqual([content.text, content.short], [text, short], stage)
            let seen = [
                content.isActive ? "active" : "idle", content.percentage.map { "\($0)" } ?? "-",
                content.secondsLeft.map { "\(Int($0))" } ?? "-", content.values[0],
            ]
            XCTAssertEqual(seen.joined(separator: " "), figures, stage)
            XCTAssertEqual(content.controls.map(\.name).joined(separator: " "), controls, stage)
        }
    }

    func testASecondBeforeTheEndItIsNotAllDone() throws {
        let bench = Bench()
        _ = try bench.timer.start(.first)
        bench.pass(minutes: 25 - 1 / 60.0)
        XCTAssertEqual(try bench.app.registry().all(.statusItems).first?.content()?.percentage, 99)
    }

    /// What a bar or a key offers can be done.
    func testWhatIsOfferedCanBeDone() throws {
        for stage in ["running", "up", "break", "paused", "ready", "away"] {
            let offered = try XCTUnwrap(bench(stage).app.registry().all(.statusItems).first?.content()).controls
            for (_, command) in offered {
                let run = try bench(stage).app.run(command.split(separator: " ").map(String.init))
                XCTAssertEqual(run.status, 0, "\(stage), \(command): \(run.error)")
            }
            let home = try bench(stage).app.registry().all(.homeCards).map { try $0.content() }
            for command in home.flatMap({ $0.next + ($0.now.map { [$0.command] } ?? []) }) {
                let run = try bench(stage).app.run(command.split(separator: " ").map(String.init))
                XCTAssertEqual(run.status, 0, "\(stage), \(command): \(run.error)")
            }
        }
    }

    /// The keys and what they are called, and what the clock is drawn in.
    func testTheScreenStageByStage() throws {
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
            let shown = hints.map { "\($0.key) \($0.meaning)" }.joined(separator: ", ")
            let rests = stage == "break" || stage == "ready"
            XCTAssertEqual(shown, keys + ", e 5 minutes more" + (rests ? "" : ", i distracted, o disturbed"))
            XCTAssertTrue(screen.text(columns: 60).contains(headline), screen.text(columns: 60))
            let large = screen.view.blocks.compactMap { block in
                if case .digits(let text) = block { text.spans.first?.role } else { nil }
            }
            XCTAssertEqual(large, [role], stage)
        }
    }

    /// The screen in a stage, watched; what it takes to get there is done beside it.
    private func screen(_ stage: String) throws -> (screen: any Dialogue, bench: Bench) {
        let bench = Bench()
        _ = try bench.timer.start(.first)
        var screen = try bench.app.dialogue("resume")
        switch stage {
        case "break": bench.pass(minutes: 26)
        case "ready": bench.pass(minutes: 31)
        case "paused": _ = try bench.timer.pause()
        case "away":
            _ = try screen.handle(.tick)
            bench.pass(minutes: 5)
        default: break
        }
        _ = try screen.handle(.tick)
        return (screen, bench)
    }

    /// What each key does where it is offered, and that the others leave the timer alone.
    func testWhatTheKeysDo() throws {
        for (stage, key, wanted) in [
            ("running", " ", "paused focus 1500"), ("running", "s", "running shortBreak 300"),
            ("running", "e", "running focus 1800"),
            ("running", "z", "running focus 1500"), ("break", "e", "running shortBreak 600"),
            ("break", "s", "running focus 1500"),
            ("paused", " ", "running focus 1500"), ("ready", " ", "running focus 1500"), ("away", "c", "running focus 1500 300"),
            ("away", "d", "running focus 1500"), ("away", " ", "running focus 1500"), ("away", "z", "away focus 1500"),
        ] {
            var (screen, bench) = try screen(stage)
            let before = try bench.timer.session()?.focused(at: bench.now) ?? 0
            XCTAssertNil(try screen.press(Character(key)), "\(stage), \(key)")
            let session = try XCTUnwrap(bench.timer.session())
            let counted = (session.focused(at: bench.now) - before) / 1000
            let seen = "\(session.stage) \(session.phase) \((session.planned ?? 0) / 1000)" + (counted > 0 ? " \(counted)" : "")
            XCTAssertEqual(seen, wanted, "\(stage), \(key)")
            XCTAssertFalse(screen.view.ringsBell)
        }
    }

    /// What stands on the screen's last line, by how it was left.
    func testWhatIsLeftBehindIsSaid() throws {
        for (stage, key, notice) in [
            ("running", "q", "The timer keeps running (a1). Study: 25:00 left, round 1 of 4."),
            ("paused", "q", "The timer waits (a1). Study: paused, 25:00 left, round 1 of 4."),
            ("ready", "q", "The timer waits (a1). Study: round 2 of 4 is ready."),
            ("running", "x", "The session (a1) is over."), ("break", "x", "The session (a1) is over."),
        ] {
            var (screen, _) = try screen(stage)
            XCTAssertEqual(try screen.press(Character(key))?.notice, notice, "\(stage), \(key)")
        }
        var (screen, bench) = try screen("running")
        bench.pass(minutes: 2)
        XCTAssertEqual(
            try screen.press("x")?.notice,
            "🎉 Your first session! 2m of focus kept. The next one is easier. 🏆 Achievement reached: First Light, for your first period of focus."
        )
        let (gone, other) = try self.screen("running")
        var left = gone
        _ = try other.timer.stop()
        XCTAssertEqual(try left.press("q")?.notice, "The session (a1) is over.", "another process stopped it")
        var pressed = gone
        XCTAssertThrowsError(try pressed.press("e")) { XCTAssertEqual(($0 as? Failure)?.code.text, "nothingRuns") }
    }

    /// Before the first tick nobody watches: line by line there is a sentence and no bell, and nothing is written.
    func testBeforeTheFirstTick() throws {
        let bench = Bench()
        _ = try bench.timer.start(.first)
        bench.pass(minutes: 1 - 1 / 60_000.0)
        let before = try bench.app.fingerprint()
        var screen = try bench.app.dialogue("resume")
        XCTAssertFalse(screen.view.ringsBell)
        XCTAssertEqual(screen.view.tickInterval, 0.05)
        XCTAssertFalse(screen.text().contains("Focus  "), "less than a minute is no figure yet: \(screen.text())")
        _ = try screen.handle(.line("x"))
        XCTAssertEqual(try bench.app.fingerprint(), before)
        bench.pass(minutes: 1 / 60_000.0)
        screen = try bench.app.dialogue("resume")
        XCTAssertTrue(screen.text().contains("Focus   1m"), screen.text())
        guard case .finish(let output) = try screen.handle(.end) else { return XCTFail("it stays") }
        XCTAssertEqual(output.notice, "The timer keeps running (a1). Study: 24:00 left, round 1 of 4.")
        XCTAssertEqual(try bench.timer.session()?.isWatched, false)
    }

    /// A minute after the last time, and at once when the clock was set back, somebody says that they are there.
    func testWhenTheScreenWrites() throws {
        for (minutes, writes) in [(59.999 / 60, 0), (1, 1), (-0.001 / 60, 1)] as [(Double, UInt64)] {
            let (begun, bench) = try screen("running")
            var screen = begun
            let sequence = try bench.store.engine.inspect().sequence
            bench.pass(minutes: minutes)
            _ = try screen.handle(.tick)
            XCTAssertEqual(UInt64(try bench.store.engine.inspect().sequence - sequence), writes, "\(minutes)")
            XCTAssertFalse(screen.view.ringsBell, "nothing has ended")
        }
    }
}
