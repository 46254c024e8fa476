import Accounts
import Kernel
import Sync
import Synchronization
import TestSupport
import XCTest

/// `sync run`: it syncs after changes, waits while the place is unreachable, and stops when
/// required.
final class EngineTests: XCTestCase {
    /// Returns an engine whose waits advance the clock.
    private func engine(_ device: Device, _ during: @escaping @Sendable () throws -> Void = {}) -> SyncEngine {
        SyncEngine(device.accounts, every: 300) { seconds in
            device.clock.advance(seconds: seconds)
            try? during()
        }
    }

    private func report(_ event: SyncEngine.Event) -> SyncReport? {
        switch event {
        case .synced(let report), .reconnected(let report): report
        case .quiet, .unreachable: nil
        }
    }

    /// Returns the next event other than `quiet`, and the seconds until it.
    private func next(_ engine: inout SyncEngine, _ device: Device, within seconds: Double = 1_000) throws -> (
        SyncEngine.Event, Double
    )? {
        let start = device.clock.now
        while device.clock.now.seconds(since: start) < seconds {
            let event = try engine.syncOrWait()
            if case .quiet = event { continue }
            return (event, device.clock.now.seconds(since: start))
        }
        return nil
    }

    func testEngineSyncsAtStartAndAfterChanges() throws {
        let pair = try Pair()
        var engine = engine(pair.one)
        XCTAssertNotNil(report(try engine.syncOrWait()))
        // The listener reports once what it does not know yet. Then it is quiet until the interval
        // ends.
        _ = try next(&engine, pair.one, within: 5)
        let (_, idle) = try XCTUnwrap(next(&engine, pair.one))
        XCTAssertGreaterThan(idle, 290)
        try pair.one.write("n", "Mine")
        let (sent, soon) = try XCTUnwrap(next(&engine, pair.one))
        XCTAssertEqual(report(sent)?.sent, 1)
        XCTAssertLessThanOrEqual(soon, 2)
        _ = try next(&engine, pair.one, within: 5)
        try pair.other.write("o", "Theirs")
        try pair.other.accounts.round()
        let (came, at) = try XCTUnwrap(next(&engine, pair.one))
        XCTAssertEqual(report(came)?.received, 1)
        XCTAssertLessThanOrEqual(at, 2)
    }

    /// A polling listener asks the place at most once a second. The store's own records are no
    /// change.
    func testEnginePollsPlaceOnceASecond() throws {
        let pair = try Pair()
        var engine = engine(pair.one)
        _ = try engine.syncOrWait()
        _ = try next(&engine, pair.one, within: 5)
        let calls = pair.place.calls
        let start = pair.clock.now
        for _ in 0..<100 { _ = try engine.syncOrWait() }
        let seconds = pair.clock.now.seconds(since: start)
        XCTAssertGreaterThanOrEqual(seconds, 99)
        XCTAssertLessThanOrEqual(
            Double(pair.place.calls - calls) / seconds, 8, "one listing, and one query for each other device")
    }

    func testEngineStopsAtNextStepAndKeepsPendingChanges() throws {
        let ends: [(String, (Device) throws -> Void)] = [
            ("accountNeedsUpgrade", { $0.isOpen.withLock { $0 = false } }),
            ("accountPaused", { try $0.accounts.pause(true) }),
            ("accountMissing", { try $0.keep.forget() }),
        ]
        for (expected, end) in ends {
            let pair = try Pair()
            var engine = engine(pair.one)
            _ = try engine.syncOrWait()
            try pair.one.write("n", "Waits")
            try end(pair.one)
            let calls = pair.place.calls
            let now = pair.clock.now
            XCTAssertEqual(code { try engine.syncOrWait() }, expected)
            XCTAssertEqual(pair.place.calls, calls, expected)
            XCTAssertEqual(pair.clock.now, now, expected)
            if expected != "accountMissing" { XCTAssertEqual(try pair.one.accounts.waiting(), 1, expected) }
        }
    }

    /// The engine reports once that the place is unreachable and once that it is back. Attempts
    /// become rarer.
    func testUnreachablePlaceIsRetriedLessOften() throws {
        let pair = try Pair()
        var engine = engine(pair.one)
        _ = try engine.syncOrWait()
        pair.place.isAway = true
        try pair.one.write("n", "Waits")
        let (event, _) = try XCTUnwrap(next(&engine, pair.one))
        guard case .unreachable(let failure) = event else { return XCTFail("\(event)") }
        XCTAssertEqual(failure.code, .syncPlaceAway)
        XCTAssertNotNil(pair.one.log.read().awaySince)
        let calls = pair.place.calls
        XCTAssertNil(try next(&engine, pair.one, within: 1_800), "the message appears once")
        // 1, 2, 4 … 256, 300, 300 …: 13 in half an hour, each with several attempts.
        XCTAssertLessThanOrEqual(pair.place.calls - calls, 15 * 5)
        pair.place.isAway = false
        let (reconnected, seconds) = try XCTUnwrap(next(&engine, pair.one))
        guard case .reconnected(let report) = reconnected else { return XCTFail("\(reconnected)") }
        XCTAssertEqual(report.sent, 1)
        XCTAssertLessThanOrEqual(seconds, 301)
        XCTAssertNil(pair.one.log.read().awaySince)
        XCTAssertEqual(
            pair.one.log.read().rounds.filter { $0.trouble != nil }.count, 1, "an unreachable place takes one line")
    }

    /// A clock set back by years does not delay the next sync.
    func testClockSetBackDoesNotDelaySync() throws {
        let pair = try Pair()
        var engine = engine(pair.one)
        _ = try engine.syncOrWait()
        pair.clock.advance(days: -3_650)
        let (_, seconds) = try XCTUnwrap(next(&engine, pair.one))
        XCTAssertLessThan(seconds, 2)
    }

    func testRunReportsEventsAndEndsWhenRequired() throws {
        let pair = try Pair()
        try pair.one.write("n", "Mine")
        let bounded = pair.one.run("sync", "run", "--times", "1")
        XCTAssertEqual(bounded.status, 0, bounded.error)
        XCTAssertTrue(bounded.output.contains("Met 1 time."), bounded.output)
        let lines = pair.one.printedLines.withLock { $0 }
        XCTAssertEqual(lines.first, "Syncing with /place. Ctrl-C ends it.")
        XCTAssertTrue(lines.last?.hasSuffix(": sent 1, received 0.") == true, "\(lines)")
        // Unreachable, reachable again, and then another process signs out.
        pair.one.printedLines.withLock { $0 = [] }
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
            pair.one.printedLines.withLock { $0 }.dropFirst(),
            [
                "Offline: The folder /place cannot be used just now. What you write waits here.",
                "The place is there again.",
            ])
    }

    /// Only one run is active. The second one reports this and can be retried later.
    func testOnlyOneRunIsActive() throws {
        let pair = try Pair()
        let home = try Home()
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
