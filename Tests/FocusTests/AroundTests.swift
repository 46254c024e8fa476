import Focus
import FocusCommands
import Foundation
import Kernel
import Programs
import Reminders
import Terminal
import TerminalTesting
import TestSupport
import XCTest

/// Announcements at the end of a phase: sent once, repeated until the user reacts, and with
/// buttons.
final class AroundTests: XCTestCase {
    // MARK: - Announcing

    func testFollowerAnnouncesDetachedTimerAndExits() throws {
        let fixture = Fixture()
        fixture.run("start", "--detach")
        try fixture.follow()
        XCTAssertEqual(
            fixture.notifications.lines,
            ["Focus complete: Time for a short break.", "Break is over: Round 2 is ready."])
        XCTAssertEqual(fixture.second, 1830, "half a minute after the last phase")
    }

    func testOnlyOneProcessAnnouncesAPhaseEnd() throws {
        let fixture = Fixture()
        _ = try fixture.timer.start(.defaultPreset, focus: 60)
        var screen = try fixture.app.dialogue("resume")
        var other = try fixture.app.dialogue("resume")
        for _ in 0..<62 {
            fixture.pass(minutes: 1 / 60)
            _ = try screen.handle(.tick)
            _ = try other.handle(.tick)
        }
        try fixture.follow()
        fixture.run("bell")
        XCTAssertEqual(
            fixture.notifications.lines,
            ["Focus complete: Time for a short break.", "Break is over: Round 2 is ready."])
    }

    func testNoAnnouncementForSkippedOrStalePhaseEnds() throws {
        let fixture = Fixture()
        fixture.run("start", "--detach")
        fixture.run("skip")
        try fixture.follow { if $0.second == 10 { $0.run("skip") } }
        XCTAssertEqual(
            fixture.notifications.lines,
            ["Focus complete: Time for a short break.", "Break is over: Round 3 is ready."])
        let late = Fixture()
        late.run("start", "--detach")
        late.pass(minutes: 30 + TimerAnnouncer.staleSeconds / 60)
        try late.follow()
        XCTAssertEqual(late.notifications.lines, [], "phase ends ten minutes ago are not announced")
    }

    /// A break is announced as over even when the next round starts automatically. Phases that the
    /// user starts are not announced, and neither are pauses.
    func testAutomaticRoundIsAnnouncedOnce() throws {
        let fixture = Fixture()
        fixture.run("start", "--auto", "--detach")
        let notifications = RecordedNotifications()
        var other = fixture
        other.around = .test(
            asker: Asker { title, body, actions in
                try Notifier.memory(notifications).notify(
                    title, body + " " + actions.map(\.label).joined(separator: ", "))
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
            notifications.lines,
            [
                "Focus complete: Time for a short break. Skip the break, 5 minutes more",
                "Break is over: Round 2 has begun. Pause, Stop",
            ])
        let twice = Fixture()
        twice.run("start", "--auto", "--detach")
        twice.pass(minutes: 30)
        let session = try XCTUnwrap(twice.timer.session())
        XCTAssertEqual(try twice.herald.claim(session)?.body, "Round 2 has begun.")
        XCTAssertNil(try twice.herald.claim(session))
        twice.pass(minutes: TimerAnnouncer.staleSeconds / 60)
        let late = try XCTUnwrap(twice.timer.session())
        try twice.herald.releaseClaim(late)
        XCTAssertNil(try twice.herald.claim(late), "phase ends ten minutes ago are not announced")
    }

    /// The round after the long break waits for the user, who needs no announcement of it.
    func testManuallyStartedRoundIsNotAnnouncedWithAuto() throws {
        let fixture = Fixture()
        fixture.run("start", "--auto", "--detach")
        fixture.pass(minutes: 4 * 25 + 3 * 5 + 15)
        XCTAssertEqual(try fixture.herald.claim(XCTUnwrap(fixture.timer.session()))?.body, "Round 1 is ready.")
        fixture.run("resume", "--detach")
        XCTAssertNil(try fixture.timer.session()?.news)
        fixture.run("skip")
        XCTAssertNil(try fixture.timer.session()?.news, "the user started the break")
        fixture.run("skip")
        XCTAssertNil(try fixture.timer.session()?.news, "the user started round 2")
    }

    func testAlarmRepeatsUntilAKeyOrItsTimeLimit() throws {
        let fixture = Fixture()
        fixture.run("alarm", "set", "--repeat", "10s", "--at-most", "1m")
        _ = try fixture.timer.start(.defaultPreset, focus: 60)
        fixture.pass(minutes: 1)
        try fixture.follow { if $0.second > 200 { _ = try? $0.timer.stop() } }
        let rung = fixture.notifications.lines.count { $0.hasPrefix("Focus") }
        XCTAssertEqual(rung, 7, "at once, and six times in its minute: \(fixture.notifications.lines)")
        let seen = Fixture()
        seen.run("alarm", "set", "--repeat", "10s")
        _ = try seen.timer.start(.defaultPreset, focus: 60)
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
        XCTAssertEqual(rings, 2, "at 10 and 20 seconds, then the user reacted")
        XCTAssertTrue(try seen.herald.isSeen(XCTUnwrap(seen.timer.session())))
        XCTAssertEqual(seen.notifications.lines.count, 1, "the desktop is notified once")
    }

    func testDisabledAlarmSendsNothingAndBadOptionsFail() throws {
        let fixture = Fixture()
        XCTAssertEqual(fixture.run("alarm", "set", "--announce", "off").status, 0)
        fixture.run("start", "--detach")
        try fixture.follow()
        XCTAssertEqual(fixture.notifications.lines, [])
        for words in [["--repeat", "4s"], ["--repeat", "11m"], ["--once", "--repeat", "9s"], ["--at-most", "2h"]] {
            XCTAssertEqual(fixture.app.run(["alarm", "set"] + words).status, 64, "\(words)")
        }
    }

    func testNotificationButtonsRunTheirActions() throws {
        for (button, at) in [
            ("skip", 60.0), ("extend", 60), ("begin", 360),
        ] {
            var fixture = Fixture()
            let notifications = RecordedNotifications()
            fixture.around = .test(
                asker: Asker { title, _, actions in
                    try Notifier.memory(notifications).notify(title, actions.map(\.label).joined(separator: ", "))
                    let has = actions.contains { $0.name == button }
                    return Asker.Question(answer: { has ? .chosen(button) : .closed }, withdraw: {})
                })
            _ = try fixture.timer.start(.defaultPreset, focus: 60)
            fixture.pass(minutes: at / 60)
            try fixture.follow { if $0.now.seconds(since: Fixture.start) == at + 2 { _ = try? $0.timer.pause() } }
            XCTAssertEqual(fixture.notifications.lines, [])
            XCTAssertTrue(
                notifications.lines[0].contains(at == 60 ? "Skip the break, 5 minutes more" : "Begin round 2, Stop"),
                notifications.lines[0])
            let now = try XCTUnwrap(fixture.timer.session())
            switch button {
            case "extend": XCTAssertEqual(now.stage, .ready, "ten minutes of break")
            default: XCTAssertEqual(now.round, 2)
            }
        }
    }

    func testReleasedClaimCanBeClaimedAgain() throws {
        let fixture = Fixture()
        fixture.run("start", "--detach")
        fixture.pass(minutes: 25)
        let session = try XCTUnwrap(fixture.timer.session())
        XCTAssertNotNil(try fixture.herald.claim(session))
        XCTAssertNil(try fixture.herald.claim(session))
        try fixture.herald.releaseClaim(session)
        XCTAssertNotNil(try fixture.herald.claim(session))
    }
}
