import FeedbackCOIN
import Focus
import Kernel
import Sync
import TestSupport
import XCTest

/// Tests of tasks, sessions and feedback that are merged from two devices.
final class MergedFeaturesTests: XCTestCase {
    private let clock = HandClock("2026-11-20T09:00:00Z")

    private func devices(_ count: Int, of app: String) throws -> [SyncedDevice] {
        try SyncedDevice.make(count, of: app, clock)
    }

    private func sync(_ devices: [SyncedDevice], line: UInt = #line) throws {
        try SyncedDevice.syncAll(devices, clock, line: line)
    }

    // MARK: - Focus

    private func timer(_ one: SyncedDevice) -> FocusTimer {
        FocusTimer(one.store, gates: .open, ids: one.ids, time: clock.source())
    }
    private func tasks(_ one: SyncedDevice) -> TaskList {
        TaskList(one.store, gates: .open, ids: one.ids, time: clock.source())
    }
    private func history(_ one: SyncedDevice) -> FocusHistory {
        FocusHistory(one.store, gates: .open, time: clock.source())
    }

    private func focus(_ minutes: Int, _ one: SyncedDevice, on task: FocusTask? = nil) throws {
        _ = try timer(one).start(.defaultPreset, focus: minutes * 60, task: task)
        clock.advance(minutes: Double(minutes))
        _ = try timer(one).stop()
    }

    func testSessionsOfBothDevicesCountOnBoth() throws {
        let both = try devices(2, of: "focusflow")
        let task = try tasks(both[0]).add(TaskDraft(title: "Write"))
        try sync(both)
        try focus(25, both[0], on: task)
        clock.advance(seconds: 1)
        _ = try tasks(both[1]).edit(task.id) { $0.title = "Write the report" }
        try focus(30, both[1], on: task)
        try focus(10, both[0])
        try sync(both)
        for one in both {
            let day = try XCTUnwrap(
                history(one).days(from: clock.source().today(), through: clock.source().today()).first)
            XCTAssertEqual([day.focused / 60_000, day.stretches, day.completed], [65, 3, 3])
            XCTAssertEqual(try history(one).experience().xp, 65 + 5 + 5 + 2)
            XCTAssertEqual(try history(one).streak(), 1)
            let kept = try XCTUnwrap(tasks(one).open().first?.task)
            XCTAssertEqual([kept.title, "\(kept.spent / 60_000)"], ["Write the report", "55"])
        }
        // The day now contains sessions of both devices, so one device can't undo its part.
        XCTAssertThrowsError(try both[0].store.undoLast()) { XCTAssertEqual(($0 as? Failure)?.code, .changedSince) }
    }

    /// Sessions on both devices are no edit of the task, so there is no conflict.
    func testFocusOnOneTaskOnBothDevicesIsNoConflict() throws {
        let both = try devices(2, of: "focusflow")
        let task = try tasks(both[0]).add(TaskDraft(title: "Write"))
        try sync(both)
        for one in both { try focus(25, one, on: task) }
        try sync(both)
        for one in both {
            XCTAssertEqual(try tasks(one).open().map { $0.task.spent / 60_000 }, [50])
            XCTAssertEqual(try one.replica.recovered(), [])
        }
    }

    func testUndoRefusesRecordsChangedByOtherDevice() throws {
        let both = try devices(2, of: "focusflow")
        let task = try tasks(both[0]).add(TaskDraft(title: "Write"))
        try sync(both)
        _ = try tasks(both[0]).edit(task.id) { $0.title = "Write here" }
        clock.advance(seconds: 1)
        _ = try tasks(both[1]).edit(task.id) { $0.title = "Write there" }
        try sync(both)
        XCTAssertThrowsError(try both[0].store.undoLast()) { XCTAssertEqual(($0 as? Failure)?.code, .changedSince) }
        // The last edit is from this device and can be undone for all devices.
        _ = try both[1].store.undoLast()
        try sync(both)
        for one in both { XCTAssertEqual(try tasks(one).open().map(\.task.title), ["Write"]) }
    }

    func testOnlyDeletingDeviceCanUndoDeletion() throws {
        let both = try devices(2, of: "focusflow")
        let task = try tasks(both[0]).add(TaskDraft(title: "Write"))
        try sync(both)
        _ = try tasks(both[1]).edit(task.id) { $0.title = "Write there" }
        try tasks(both[0]).delete(task.id, title: task.title)
        try sync(both)
        for one in both { XCTAssertEqual(try tasks(one).open().count, 0) }
        XCTAssertThrowsError(try both[1].store.undoLast(), "the edited task is deleted") {
            XCTAssertEqual(($0 as? Failure)?.code, .changedSince)
        }
        _ = try both[0].store.undoLast()
        try sync(both)
        for one in both { XCTAssertEqual(try tasks(one).open().map(\.task.title), ["Write"]) }
    }

    // MARK: - Feedback

    private func journal(_ one: SyncedDevice) -> FeedbackJournal {
        FeedbackJournal(
            repository: StoredFeedbackRepository(one.store), gates: .open, ids: one.ids, time: clock.source())
    }

    func testSharesOfBothDevicesAreCounted() throws {
        let both = try devices(2, of: "coin")
        let entry = try journal(both[0]).write(FeedbackText(context: "A meeting"))
        try sync(both)
        let mailer = Mailer("memory", outcome: "It lies there.") { _ in }
        func share(_ one: SyncedDevice, with people: String) throws {
            clock.advance(seconds: 1)
            let journal = journal(one)
            let letter = try journal.letter(journal.entry(entry.id.rawValue), to: Mailbox.list(people))
            _ = try journal.share(letter, from: Mailbox("zoe@example.org"), through: mailer)
        }
        _ = try journal(both[1]).change(entry.id, FeedbackChange(sections: [.impact: "We decided."]))
        try share(both[0], with: "sam@example.org")
        try share(both[1], with: "sam@example.org, kim@example.org")
        try share(both[0], with: "lou@example.org")
        try sync(both)
        for one in both {
            let kept = try journal(one).entry(entry.id.rawValue)
            XCTAssertEqual(kept.shareCount, 4)
            XCTAssertEqual(Set(kept.recipients), ["sam@example.org", "kim@example.org", "lou@example.org"])
            XCTAssertEqual(kept.text[.impact], "We decided.", "a share wins over no words")
            XCTAssertEqual(try journal(one).shareCount(), 4)
        }
    }

    func testRenamedPersonAppearsOnBothDevices() throws {
        let both = try devices(2, of: "coin")
        for (number, one) in both.enumerated() {
            _ = try journal(one).write(
                FeedbackText(context: "Meeting \(number)"), to: Recipient("Sam <sam@example.org>"))
        }
        _ = try journal(both[0]).updatePerson("Sam", PersonChange(name: "Samuel", team: .set("Web")))
        try sync(both)
        for one in both {
            XCTAssertEqual(try journal(one).entries().compactMap { $0.recipient?.name }, ["Samuel", "Samuel"])
            XCTAssertEqual(try journal(one).person("sam@example.org").count, 2)
            XCTAssertEqual(try journal(one).people().members.count, 1)
        }
    }

    func testTemplatesWithSameNameAreBothKept() throws {
        let both = try devices(2, of: "coin")
        for (number, one) in both.enumerated() {
            _ = try journal(one).addTemplate(
                named: "weekly", summary: "Text \(number)", FeedbackText(context: "Text \(number)"))
        }
        try sync(both)
        for one in both {
            XCTAssertEqual(try journal(one).templates().filter { !$0.isBuiltIn }.map(\.name), ["weekly", "weekly-2"])
        }
    }
}
