import Focus
import FocusCommands
import Foundation
import Kernel
import Programs
import Reminders
import Terminal
import TerminalContract
import TestBench
import XCTest

/// The end of a phase: told once, until somebody has seen it, with buttons.
final class AroundTests: XCTestCase {
    // MARK: - Announcing

    func testADetachedTimerIsAnnouncedAndTheProcessEndsByItself() throws {
        let bench = Bench()
        bench.run("start", "--detach")
        try bench.follow()
        XCTAssertEqual(bench.told.lines, ["Focus complete: Time for a short break.", "Break is over: Round 2 is ready."])
        XCTAssertEqual(bench.second, 1830, "half a minute after the timer rests")
    }

    func testWhoeverIsFirstTells() throws {
        let bench = Bench()
        _ = try bench.timer.start(.first, focus: 60)
        var screen = try bench.app.dialogue("resume")
        var other = try bench.app.dialogue("resume")
        for _ in 0..<62 {
            bench.pass(minutes: 1 / 60)
            _ = try screen.handle(.tick)
            _ = try other.handle(.tick)
        }
        try bench.follow()
        bench.run("bell")
        XCTAssertEqual(bench.told.lines, ["Focus complete: Time for a short break.", "Break is over: Round 2 is ready."])
    }

    func testWhatAPersonEndsIsNoNewsAndWhatIsOldNeither() throws {
        let bench = Bench()
        bench.run("start", "--detach")
        bench.run("skip")
        try bench.follow { if $0.second == 10 { $0.run("skip") } }
        XCTAssertEqual(bench.told.lines, ["Focus complete: Time for a short break.", "Break is over: Round 3 is ready."])
        let late = Bench()
        late.run("start", "--detach")
        late.pass(minutes: 30 + FocusHerald.stale / 60)
        try late.follow()
        XCTAssertEqual(late.told.lines, [], "nobody is told of ten minutes ago")
    }

    /// A break that goes straight into a round is over all the same; what a person begins is still no news, and neither is a pause in between.
    func testARoundThatBeginsByItselfIsToldOnce() throws {
        let bench = Bench()
        bench.run("start", "--auto", "--detach")
        let asked = ToldList()
        var other = bench
        other.around = .test(
            asker: Asker { title, body, actions in
                try Notifier.memory(asked).tell(title, body + " " + actions.map(\.label).joined(separator: ", "))
                return Asker.Question(answer: { .waiting }, withdraw: {})
            })
        try other.follow {
            switch $0.second {
            case 1810: $0.run("pause")
            case 1820: $0.run("resume", "--detach")
            case 1830: $0.run("skip")
            case 1840: $0.run("skip")
            case 1900: $0.run("stop")
            default: break
            }
        }
        XCTAssertEqual(
            asked.lines,
            [
                "Focus complete: Time for a short break. Skip the break, 5 minutes more",
                "Break is over: Round 2 has begun. Pause, Stop",
            ])
        let twice = Bench()
        twice.run("start", "--auto", "--detach")
        twice.pass(minutes: 30)
        let session = try XCTUnwrap(twice.timer.session())
        XCTAssertEqual(try twice.herald.claim(session)?.body, "Round 2 has begun.")
        XCTAssertNil(try twice.herald.claim(session))
        twice.pass(minutes: FocusHerald.stale / 60)
        let late = try XCTUnwrap(twice.timer.session())
        try twice.herald.giveBack(late)
        XCTAssertNil(try twice.herald.claim(late), "nobody is told of ten minutes ago")
    }

    /// The round after the long break waits, and who begins it knows.
    func testARoundThatAPersonBeginsIsNoNewsWithAutoEither() throws {
        let bench = Bench()
        bench.run("start", "--auto", "--detach")
        bench.pass(minutes: 4 * 25 + 3 * 5 + 15)
        XCTAssertEqual(try bench.herald.claim(XCTUnwrap(bench.timer.session()))?.body, "Round 1 is ready.")
        bench.run("resume", "--detach")
        XCTAssertNil(try bench.timer.session()?.news)
        bench.run("skip")
        XCTAssertNil(try bench.timer.session()?.news, "the break was begun by hand")
        bench.run("skip")
        XCTAssertNil(try bench.timer.session()?.news, "and so was round 2")
    }

    func testAnAlarmRingsUntilAKeyOrItsTime() throws {
        let bench = Bench()
        bench.run("alarm", "set", "--repeat", "10s", "--at-most", "1m")
        _ = try bench.timer.start(.first, focus: 60)
        bench.pass(minutes: 1)
        try bench.follow { if $0.second > 200 { _ = try? $0.timer.stop() } }
        let rung = bench.told.lines.count { $0.hasPrefix("Focus") }
        XCTAssertEqual(rung, 7, "at once, and six times in its minute: \(bench.told.lines)")
        let seen = Bench()
        seen.run("alarm", "set", "--repeat", "10s")
        _ = try seen.timer.start(.first, focus: 60)
        var screen = try seen.app.dialogue("resume")
        _ = try screen.handle(.tick)
        seen.pass(minutes: 1)
        _ = try screen.handle(.tick)
        XCTAssertTrue(screen.view.ringsBell)
        var rings = 0
        for second in 1...60 {
            seen.pass(minutes: 1 / 60)
            _ = try screen.handle(.tick)
            rings += screen.view.ringsBell ? 1 : 0
            if second == 25 { _ = try screen.handle(.key(.character("?"))) }
        }
        XCTAssertEqual(rings, 2, "at 10 and 20 seconds, then somebody was there")
        XCTAssertTrue(try seen.herald.isSeen(XCTUnwrap(seen.timer.session())))
        XCTAssertEqual(seen.told.lines.count, 1, "the desktop hears of it once")
    }

    func testAnAlarmThatIsOffIsSilent() throws {
        let bench = Bench()
        XCTAssertEqual(bench.run("alarm", "set", "--announce", "off").status, 0)
        bench.run("start", "--detach")
        try bench.follow()
        XCTAssertEqual(bench.told.lines, [])
        for words in [["--repeat", "4s"], ["--repeat", "11m"], ["--once", "--repeat", "9s"], ["--at-most", "2h"]] {
            XCTAssertEqual(bench.app.run(["alarm", "set"] + words).status, 64, "\(words)")
        }
    }

    func testAButtonDoesWhatItSays() throws {
        for (button, at) in [
            ("skip", 60.0), ("extend", 60), ("begin", 360),
        ] {
            var bench = Bench()
            let asked = ToldList()
            bench.around = .test(
                asker: Asker { title, _, actions in
                    try Notifier.memory(asked).tell(title, actions.map(\.label).joined(separator: ", "))
                    let has = actions.contains { $0.name == button }
                    return Asker.Question(answer: { has ? .chosen(button) : .closed }, withdraw: {})
                })
            _ = try bench.timer.start(.first, focus: 60)
            bench.pass(minutes: at / 60)
            try bench.follow { if $0.now.seconds(since: Bench.start) == at + 2 { _ = try? $0.timer.pause() } }
            XCTAssertEqual(bench.told.lines, [])
            XCTAssertTrue(
                asked.lines[0].contains(at == 60 ? "Skip the break, 5 minutes more" : "Begin round 2, Stop"), asked.lines[0])
            let now = try XCTUnwrap(bench.timer.session())
            switch button {
            case "extend": XCTAssertEqual(now.stage, .ready, "ten minutes of break")
            default: XCTAssertEqual(now.round, 2)
            }
        }
    }

    func testWhatNoDesktopShowsIsLeftToWhoeverCan() throws {
        let bench = Bench()
        bench.run("start", "--detach")
        bench.pass(minutes: 25)
        let session = try XCTUnwrap(bench.timer.session())
        XCTAssertNotNil(try bench.herald.claim(session))
        XCTAssertNil(try bench.herald.claim(session))
        try bench.herald.giveBack(session)
        XCTAssertNotNil(try bench.herald.claim(session))
    }
}
