import Focus
import Foundation
import Kernel
import Storage
import Synchronization
import XCTest

/// The timer over a store.
final class TimerTests: XCTestCase {
    func testTwoStartsAtOnceMakeOneSession() throws {
        for round in 0..<50 {
            let store = MemoryStore()
            let benches = (0..<4).map { Bench(store: store, ids: .counting(prefix: "p\($0)-")) }
            let outcomes = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 4) { index in
                do {
                    let session = try benches[index].timer.start(.first)
                    outcomes.withLock { $0.append(session.id.rawValue) }
                } catch {
                    outcomes.withLock { $0.append((error as? Failure)?.code.text ?? "\(error)") }
                }
            }
            let seen = outcomes.withLock { $0 }
            XCTAssertEqual(seen.filter { $0 == "sessionRuns" }.count, 3, "\(round): \(seen)")
            XCTAssertEqual(try benches[0].timer.session()?.id.rawValue, seen.first { $0 != "sessionRuns" })
        }
    }

    /// Two processes see the same round end: it is kept once, and the task gets its time once.
    func testWhatTwoProcessesSeeIsKeptOnce() throws {
        let bench = Bench()
        let other = Bench("2026-11-20T09:26:00Z", store: bench.store)
        let task = try bench.tasks.add(TaskDraft(title: "Write", tags: ["work"], project: "thesis"))
        _ = try bench.timer.start(.first, task: task)
        bench.pass(minutes: 26)
        _ = try bench.timer.notice(.observe)
        XCTAssertEqual(try other.timer.notice(.observe).records.count, 0)
        XCTAssertEqual(try bench.history.everything().map(\.record.focused), [25 * 60_000])
        XCTAssertEqual(try bench.tasks.task("Write").task.spent, 25 * 60_000)
        let total = try bench.history.total(from: .of("2026-11-20"), through: .of("2026-11-20"))
        XCTAssertEqual([total.byTag.first?.name, total.byProject.first?.name], ["work", "thesis"])
        XCTAssertEqual([total.byTag.first?.focused, total.byProject.first?.focused], [25 * 60_000, 25 * 60_000])
    }

    func testReadingChangesNothing() throws {
        let bench = Bench()
        _ = try bench.timer.start(.first)
        bench.pass(minutes: 27)
        let before = try bench.app.fingerprint()
        XCTAssertEqual(try bench.timer.session(), try bench.timer.session())
        XCTAssertEqual(try bench.timer.session()?.phase, .shortBreak)
        XCTAssertEqual(try bench.app.fingerprint(), before)
        _ = try bench.timer.stop()
        XCTAssertEqual(try bench.history.everything().map(\.record.isCompleted), [true], "what ended unseen was not lost")
    }

    /// A round that ended while nobody looked counts at once, and once.
    func testWhatEndedUnseenCountsAtOnce() throws {
        let bench = Bench()
        let day = Day.of("2026-11-20")
        try bench.focus(minutes: 5)
        let task = try bench.tasks.add(TaskDraft(title: "Write", tags: ["work"]))
        _ = try bench.timer.start(.first, task: task)
        bench.pass(minutes: 26)
        for isKept in [false, true] {
            if isKept { _ = try bench.timer.notice(.observe) }
            let total = try bench.history.total(from: day, through: day)
            XCTAssertEqual([total.focused, total.stretches, total.completed], [30 * 60_000, 2, 2])
            XCTAssertEqual(total.byTag.map(\.focused), [25 * 60_000])
            XCTAssertEqual(try bench.history.everything().map(\.record.focused), [5 * 60_000, 25 * 60_000])
            XCTAssertEqual(try bench.history.experience().xp, 36)
        }
    }

    func testUndoBringsASessionBack() throws {
        let bench = Bench()
        _ = try bench.timer.start(.first)
        bench.pass(minutes: 10)
        _ = try bench.timer.stop()
        XCTAssertEqual(try bench.store.undoLast().label, "Stopped the timer")
        XCTAssertEqual(try bench.history.everything().count, 0)
        bench.pass(minutes: 5)
        XCTAssertEqual(try bench.timer.session()?.focused(at: bench.now), 15 * 60_000)
    }

    /// Berlin, 25 October 2026: three o'clock is two o'clock again. An hour and a half of focus is an hour and a half.
    func testTheNightOnWhichClocksGoBack() throws {
        let zone = try XCTUnwrap(TimeZone(identifier: "Europe/Berlin"))
        for (start, day) in [("2026-10-24T23:30:00Z", "2026-10-25"), ("2026-03-29T00:30:00Z", "2026-03-29")] {
            let bench = Bench(start, calendar: LocalCalendar(timeZone: zone))
            try bench.focus(minutes: 90)
            let record = try XCTUnwrap(bench.history.everything().first).record
            XCTAssertEqual(record.focused, 90 * 60_000)
            XCTAssertEqual(record.day, .of(day))
        }
    }

    func testADayOnAFastClockNeitherGrowsNorFails() throws {
        let bench = Bench("2026-11-20T00:00:00Z")
        _ = try bench.timer.start(.first)
        _ = try bench.timer.notice(.watch)
        for minute in 0..<(24 * 60) {
            bench.pass(minutes: 1)
            if try bench.timer.notice(.observe).session.stage == .ready { _ = try bench.timer.resume() }
            XCTAssertEqual(try bench.timer.session()?.stage, .running, "minute \(minute)")
        }
        let rounds = try bench.history.everything()
        XCTAssertEqual(rounds.count, 24 * 60 / 130 * 4)
        XCTAssertLessThanOrEqual(try bench.store.engine.inspect().records, rounds.count + UndoStep.kept + 3)
    }
}
