import Focus
import Foundation
import Kernel
import Storage
import Synchronization
import XCTest

/// The timer over a store.
final class TimerTests: XCTestCase {
    func testConcurrentStartsCreateOneSession() throws {
        for round in 0..<50 {
            let store = MemoryStore()
            let benches = (0..<4).map { Fixture(store: store, ids: .counting(prefix: "p\($0)-")) }
            let outcomes = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 4) { index in
                do {
                    let session = try benches[index].timer.start(.defaultPreset)
                    outcomes.withLock { $0.append(session.id.rawValue) }
                } catch {
                    outcomes.withLock { $0.append((error as? Failure)?.code.text ?? "\(error)") }
                }
            }
            let results = outcomes.withLock { $0 }
            XCTAssertEqual(results.filter { $0 == "sessionRuns" }.count, 3, "\(round): \(results)")
            XCTAssertEqual(try benches[0].timer.session()?.id.rawValue, results.first { $0 != "sessionRuns" })
        }
    }

    /// Two processes see the same round end. It is recorded once, and the task gets its time once.
    func testRoundSeenByTwoProcessesIsRecordedOnce() throws {
        let fixture = Fixture()
        let other = Fixture("2026-11-20T09:26:00Z", store: fixture.store)
        let task = try fixture.tasks.add(TaskDraft(title: "Write", tags: ["work"], project: "thesis"))
        _ = try fixture.timer.start(.defaultPreset, task: task)
        fixture.pass(minutes: 26)
        _ = try fixture.timer.recordPresence(.observe)
        XCTAssertEqual(try other.timer.recordPresence(.observe).records.count, 0)
        XCTAssertEqual(try fixture.history.allRows().map(\.record.focused), [25 * 60_000])
        XCTAssertEqual(try fixture.tasks.task("Write").task.spent, 25 * 60_000)
        let total = try fixture.history.total(from: .of("2026-11-20"), through: .of("2026-11-20"))
        XCTAssertEqual([total.byTag.first?.name, total.byProject.first?.name], ["work", "thesis"])
        XCTAssertEqual([total.byTag.first?.focused, total.byProject.first?.focused], [25 * 60_000, 25 * 60_000])
    }

    func testReadingWritesNothing() throws {
        let fixture = Fixture()
        _ = try fixture.timer.start(.defaultPreset)
        fixture.pass(minutes: 27)
        let before = try fixture.app.fingerprint()
        XCTAssertEqual(try fixture.timer.session(), try fixture.timer.session())
        XCTAssertEqual(try fixture.timer.session()?.phase, .shortBreak)
        XCTAssertEqual(try fixture.app.fingerprint(), before)
        _ = try fixture.timer.stop()
        XCTAssertEqual(
            try fixture.history.allRows().map(\.record.isCompleted), [true],
            "a round that ended without a screen is kept")
    }

    /// A round that ended without a screen counts at once, and only once.
    func testRoundEndedUnseenCountsAtOnce() throws {
        let fixture = Fixture()
        let day = Day.of("2026-11-20")
        try fixture.focus(minutes: 5)
        let task = try fixture.tasks.add(TaskDraft(title: "Write", tags: ["work"]))
        _ = try fixture.timer.start(.defaultPreset, task: task)
        fixture.pass(minutes: 26)
        for isKept in [false, true] {
            if isKept { _ = try fixture.timer.recordPresence(.observe) }
            let total = try fixture.history.total(from: day, through: day)
            XCTAssertEqual([total.focused, total.stretches, total.completed], [30 * 60_000, 2, 2])
            XCTAssertEqual(total.byTag.map(\.focused), [25 * 60_000])
            XCTAssertEqual(try fixture.history.allRows().map(\.record.focused), [5 * 60_000, 25 * 60_000])
            XCTAssertEqual(try fixture.history.experience().xp, 36)
        }
    }

    func testUndoRestoresTheSession() throws {
        let fixture = Fixture()
        _ = try fixture.timer.start(.defaultPreset)
        fixture.pass(minutes: 10)
        _ = try fixture.timer.stop()
        XCTAssertEqual(try fixture.store.undoLast().label, "Stopped the timer")
        XCTAssertEqual(try fixture.history.allRows().count, 0)
        fixture.pass(minutes: 5)
        XCTAssertEqual(try fixture.timer.session()?.focused(at: fixture.now), 15 * 60_000)
    }

    /// Berlin, 25 October 2026: the clock goes back from three to two. 90 minutes of focus stay 90
    /// minutes.
    func testFocusAcrossClockChanges() throws {
        let zone = try XCTUnwrap(TimeZone(identifier: "Europe/Berlin"))
        for (start, day) in [("2026-10-24T23:30:00Z", "2026-10-25"), ("2026-03-29T00:30:00Z", "2026-03-29")] {
            let fixture = Fixture(start, calendar: LocalCalendar(timeZone: zone))
            try fixture.focus(minutes: 90)
            let record = try XCTUnwrap(fixture.history.allRows().first).record
            XCTAssertEqual(record.focused, 90 * 60_000)
            XCTAssertEqual(record.day, .of(day))
        }
    }

    func testSimulatedDayKeepsTheStoreSmall() throws {
        let fixture = Fixture("2026-11-20T00:00:00Z")
        _ = try fixture.timer.start(.defaultPreset)
        _ = try fixture.timer.recordPresence(.watch)
        for minute in 0..<(24 * 60) {
            fixture.pass(minutes: 1)
            if try fixture.timer.recordPresence(.observe).session.stage == .ready { _ = try fixture.timer.resume() }
            XCTAssertEqual(try fixture.timer.session()?.stage, .running, "minute \(minute)")
        }
        let rounds = try fixture.history.allRows()
        XCTAssertEqual(rounds.count, 24 * 60 / 130 * 4)
        XCTAssertLessThanOrEqual(try fixture.store.engine.inspect().records, rounds.count + UndoStep.capacity + 3)
    }
}
