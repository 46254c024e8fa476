import Accounts
import Kernel
import Sync
import Synchronization
import TestBench
import XCTest

/// `sync run`: it meets when something changed, waits when the place is away, and stops when it must.
final class EngineTests: XCTestCase {
    /// An engine whose waits move the clock.
    private func engine(_ device: Device, _ during: @escaping @Sendable () throws -> Void = {}) -> SyncEngine {
        SyncEngine(device.accounts, every: 300) { seconds in
            device.clock.advance(seconds: seconds)
            try? during()
        }
    }

    private func isMet(_ event: SyncEngine.Event) -> SyncReport? {
        switch event {
        case .met(let report), .back(let report): report
        case .quiet, .away: nil
        }
    }

    /// Seconds until something else than quiet comes.
    private func next(_ engine: inout SyncEngine, _ device: Device, within seconds: Double = 1_000) throws -> (
        SyncEngine.Event, Double
    )? {
        let start = device.clock.now
        while device.clock.now.seconds(since: start) < seconds {
            let event = try engine.step()
            if case .quiet = event { continue }
            return (event, device.clock.now.seconds(since: start))
        }
        return nil
    }

    func testItMeetsAtFirstAndThenWhenSomethingChanged() throws {
        let pair = try Pair()
        var engine = engine(pair.one)
        XCTAssertNotNil(isMet(try engine.step()))
        // The bell rings once for what it does not know yet; then all is quiet until the time is over.
        _ = try next(&engine, pair.one, within: 5)
        let (_, idle) = try XCTUnwrap(next(&engine, pair.one))
        XCTAssertGreaterThan(idle, 290)
        try pair.one.write("n", "Mine")
        let (sent, soon) = try XCTUnwrap(next(&engine, pair.one))
        XCTAssertEqual(isMet(sent)?.sent, 1)
        XCTAssertLessThanOrEqual(soon, 2)
        _ = try next(&engine, pair.one, within: 5)
        try pair.other.write("o", "Theirs")
        try pair.other.accounts.round()
        let (came, at) = try XCTUnwrap(next(&engine, pair.one))
        XCTAssertEqual(isMet(came)?.received, 1)
        XCTAssertLessThanOrEqual(at, 2)
    }

    /// What says nothing of a change asks the place once a second at most, and the store's own notes are no change.
    func testItLooksOnceASecond() throws {
        let pair = try Pair()
        var engine = engine(pair.one)
        _ = try engine.step()
        _ = try next(&engine, pair.one, within: 5)
        let (calls, start) = (pair.place.calls, pair.clock.now)
        for _ in 0..<100 { _ = try engine.step() }
        let seconds = pair.clock.now.seconds(since: start)
        XCTAssertGreaterThanOrEqual(seconds, 99)
        XCTAssertLessThanOrEqual(
            Double(pair.place.calls - calls) / seconds, 8, "a listing, and one question for each other device")
    }

    func testItStopsWithinOneQuestionAndKeepsWhatWaits() throws {
        let ends: [(String, (Device) throws -> Void)] = [
            ("accountNeedsUpgrade", { $0.isOpen.withLock { $0 = false } }), ("accountPaused", { try $0.accounts.pause(true) }),
            ("accountMissing", { try $0.keep.forget() }),
        ]
        for (wanted, end) in ends {
            let pair = try Pair()
            var engine = engine(pair.one)
            _ = try engine.step()
            try pair.one.write("n", "Waits")
            try end(pair.one)
            let (calls, now) = (pair.place.calls, pair.clock.now)
            XCTAssertEqual(code { try engine.step() }, wanted)
            XCTAssertEqual(pair.place.calls, calls, wanted)
            XCTAssertEqual(pair.clock.now, now, wanted)
            if wanted != "accountMissing" { XCTAssertEqual(try pair.one.accounts.waiting(), 1, wanted) }
        }
    }

    /// It is said once that the place is away, and once that it is back; it is looked for less and less.
    func testAPlaceThatIsAwayIsLookedForLessAndLess() throws {
        let pair = try Pair()
        var engine = engine(pair.one)
        _ = try engine.step()
        pair.place.isAway = true
        try pair.one.write("n", "Waits")
        let (event, _) = try XCTUnwrap(next(&engine, pair.one))
        guard case .away(let failure) = event else { return XCTFail("\(event)") }
        XCTAssertEqual(failure.code, .syncPlaceAway)
        XCTAssertNotNil(pair.one.log.read().awaySince)
        let calls = pair.place.calls
        XCTAssertNil(try next(&engine, pair.one, within: 1_800), "it is said once")
        // 1, 2, 4 … 256, 300, 300 …: 13 in half an hour, each of several attempts.
        XCTAssertLessThanOrEqual(pair.place.calls - calls, 15 * 5)
        pair.place.isAway = false
        let (back, seconds) = try XCTUnwrap(next(&engine, pair.one))
        guard case .back(let report) = back else { return XCTFail("\(back)") }
        XCTAssertEqual(report.sent, 1)
        XCTAssertLessThanOrEqual(seconds, 301)
        XCTAssertNil(pair.one.log.read().awaySince)
        XCTAssertEqual(pair.one.log.read().rounds.filter { $0.trouble != nil }.count, 1, "a place that is away is one line")
    }

    /// A clock that goes back years does not make it wait for years.
    func testALeapOfTheClockDoesNotMakeItWait() throws {
        let pair = try Pair()
        var engine = engine(pair.one)
        _ = try engine.step()
        pair.clock.advance(days: -3_650)
        let (_, seconds) = try XCTUnwrap(next(&engine, pair.one))
        XCTAssertLessThan(seconds, 2)
    }

    func testRunSaysWhatHappensAndEndsWhenItMust() throws {
        let pair = try Pair()
        try pair.one.write("n", "Mine")
        let bounded = pair.one.run("sync", "run", "--times", "1")
        XCTAssertEqual(bounded.status, 0, bounded.error)
        XCTAssertTrue(bounded.output.contains("Met 1 time."), bounded.output)
        let lines = pair.one.said.withLock { $0 }
        XCTAssertEqual(lines.first, "Syncing with /place. Ctrl-C ends it.")
        XCTAssertTrue(lines.last?.hasSuffix(": sent 1, received 0.") == true, "\(lines)")
        // Away, back, and then somebody signs out elsewhere.
        pair.one.said.withLock { $0 = [] }
        pair.place.isAway = true
        let one = pair.one
        let start = pair.clock.now
        one.waiting.withLock {
            $0 = { _ in
                let seconds = one.clock.now.seconds(since: start)
                if seconds > 10 { one.place.isAway = false }
                if seconds > 60 { try? one.accounts.pause(true) }
            }
        }
        let ended = pair.one.run("sync", "run")
        XCTAssertEqual(ended.status, 1)
        XCTAssertTrue(ended.error.contains("Syncing is paused."), ended.error)
        XCTAssertEqual(
            pair.one.said.withLock { $0 }.dropFirst(),
            [
                "Offline: The folder /place cannot be used just now. What you write waits here.", "The place is there again.",
            ])
    }

    /// One at a time: the second is told so, and tries again later.
    func testTwoRunsAtOnceAreOne() throws {
        let (pair, home) = (try Pair(), try Home())
        let one = pair.one
        let machine = one.machine(in: home.path)
        let second = Mutex<(status: Int32, error: String)?>(nil)
        one.waiting.withLock {
            $0 = { _ in
                guard second.withLock({ $0 == nil }) else { return }
                let run = one.app(one.machine(in: home.path)).run(["sync", "run"])
                second.withLock { $0 = (run.status, run.error) }
                try? one.accounts.pause(true)
            }
        }
        _ = one.app(machine).run(["sync", "run"])
        let run = try XCTUnwrap(second.withLock { $0 })
        XCTAssertEqual(run.status, 75)
        XCTAssertTrue(run.error.contains("`sync run` is running on this device already."), run.error)
        try one.accounts.pause(false)
        XCTAssertTrue(one.app(machine).run(["sync", "status", "--json"]).output.contains("\"running\": false"))
    }
}
