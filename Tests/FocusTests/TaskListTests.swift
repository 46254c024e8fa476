import Focus
import Kernel
import Storage
import XCTest

/// Limits, locks and recurrence of tasks.
final class TaskListTests: XCTestCase {
    func testOnlyNewTasksAreRefusedAtTheLimit() throws {
        let fixture = Fixture(gates: .free)
        for title in ["One", "Two", "Three"] { _ = try fixture.tasks.add(TaskDraft(title: title)) }
        XCTAssertEqual(try fixture.tasks.usage(), "3/3 tasks")
        XCTAssertThrowsError(try fixture.tasks.add(TaskDraft(title: "Four"))) { error in
            XCTAssertEqual((error as? Failure)?.code, .locked)
            XCTAssertTrue((error as? Failure)?.message.hasPrefix("3/3 tasks") ?? false)
        }
        let task = try fixture.tasks.task("Three").task
        XCTAssertEqual(try fixture.tasks.edit(task.id) { $0.title = "Third" }.title, "Third")
        _ = try fixture.tasks.finish(task.id)
        XCTAssertEqual(try fixture.tasks.add(TaskDraft(title: "Four")).title, "Four")
    }

    func testRecurringTaskCountsWhenDueAgain() throws {
        let fixture = Fixture(gates: .free)
        let task = try fixture.tasks.add(TaskDraft(title: "Stretch", recurrence: .days(1)))
        _ = try fixture.tasks.finish(task.id)
        XCTAssertEqual(try [fixture.tasks.counts().active, fixture.tasks.counts().open], [0, 1])
        XCTAssertEqual(try fixture.tasks.task("Stretch").task.due, .of("2026-11-21"))
        XCTAssertThrowsError(try fixture.tasks.finish(task.id)) { XCTAssertEqual(($0 as? Failure)?.code, .alreadyDone) }
        fixture.pass(minutes: 24 * 60)
        XCTAssertEqual(try fixture.tasks.counts().active, 1)
    }

    func testOneReminderIsFree() throws {
        let fixture = Fixture(gates: .free)
        _ = try fixture.tasks.add(TaskDraft(title: "One", reminder: 32_400))
        XCTAssertThrowsError(try fixture.tasks.add(TaskDraft(title: "Two", reminder: 32_400))) {
            XCTAssertTrue(($0 as? Failure)?.message.hasPrefix("Upgrade for unlimited reminders") ?? false)
        }
        let two = try fixture.tasks.add(TaskDraft(title: "Two"))
        XCTAssertThrowsError(try fixture.tasks.edit(two.id) { $0.reminder = 60 })
        XCTAssertEqual(try fixture.tasks.edit(fixture.tasks.task("One").task.id) { $0.reminder = 60 }.reminder, 60)
    }

    /// After Pro ends, the oldest three stay editable. The others can be done, deleted and read.
    func testTasksBeyondTheLimitAreReadOnly() throws {
        let store = MemoryStore()
        let pro = Fixture(store: store)
        for number in 1...5 {
            _ = try pro.tasks.add(TaskDraft(title: "T\(number)", due: .of("2026-12-0\(6 - number)")))
            pro.pass(minutes: 1)
        }
        let free = Fixture("2026-11-20T10:00:00Z", store: store, gates: .free)
        XCTAssertEqual(try free.tasks.open().filter(\.isLocked).map(\.task.title), ["T5", "T4"])
        XCTAssertEqual(try free.tasks.usage(), "5/3 tasks")
        let locked = try free.tasks.task("T5").task
        XCTAssertThrowsError(try free.tasks.edit(locked.id) { $0.title = "x" }) {
            XCTAssertEqual(($0 as? Failure)?.code, .locked)
        }
        XCTAssertEqual(try free.tasks.edit(free.tasks.task("T1").task.id) { $0.title = "First" }.title, "First")
        _ = try free.tasks.finish(locked.id)
        XCTAssertEqual(try free.tasks.open().filter(\.isLocked).map(\.task.title), ["T4"])
        try free.tasks.delete(free.tasks.task("T4").task.id, title: "T4")
        XCTAssertEqual(try free.tasks.open().filter(\.isLocked).count, 0)
    }

    /// Random lists, days and limits: the oldest tasks within the limit are editable.
    func testOldestTasksWithinTheLimitAreEditable() throws {
        var random = RandomSource(seed: 5)
        for _ in 0..<100 {
            let fixture = Fixture(gates: .free)
            let pro = Fixture(store: fixture.store, ids: .counting(prefix: "b"))
            for number in 0..<Int.random(in: 0...8, using: &random) {
                let task = try pro.tasks.add(
                    TaskDraft(title: "T\(number)", recurrence: Bool.random(using: &random) ? .days(2) : nil))
                if Int.random(in: 0..<3, using: &random) == 0 { _ = try pro.tasks.finish(task.id) }
                pro.pass(minutes: 1)
            }
            let active = try fixture.tasks.open().filter { !$0.isDone }
            let editable = active.filter { !$0.isLocked }
            XCTAssertEqual(editable.count, min(3, active.count))
            XCTAssertEqual(try fixture.tasks.counts().active, active.count)
            let oldest = active.map(\.task).sorted { $0.createdAt < $1.createdAt }.prefix(3).map(\.id)
            XCTAssertEqual(Set(editable.map(\.task.id)), Set(oldest))
        }
    }
}
