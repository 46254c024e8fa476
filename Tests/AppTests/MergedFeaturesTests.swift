import FeedbackCOIN
import Focus
import Kernel
import Sync
import TestSupport
import XCTest

/// Tests of tasks, sessions and feedback that are merged from two devices.
final class MergedFeaturesTests: XCTestCase {
    private let clock = ManualClock("2026-11-20T09:00:00Z")

    private func devices(_ count: Int, of app: String) throws -> [SyncedDevice] {
        try SyncedDevice.make(count, of: app, clock)
    }

    private func sync(_ devices: [SyncedDevice], line: UInt = #line) throws {
        try SyncedDevice.syncAll(devices, clock, line: line)
    }

    // MARK: - Focus

    private func timer(_ device: SyncedDevice) -> FocusTimer {
        FocusTimer(device.store, gates: .open, ids: device.ids, time: clock.source())
    }
    private func tasks(_ device: SyncedDevice) -> TaskList {
        TaskList(device.store, gates: .open, ids: device.ids, time: clock.source())
    }
    private func history(_ device: SyncedDevice) -> FocusHistory {
        FocusHistory(device.store, gates: .open, time: clock.source())
    }

    private func focus(_ minutes: Int, _ device: SyncedDevice, on task: FocusTask? = nil) throws {
        _ = try timer(device).start(.defaultPreset, focus: minutes * 60, task: task)
        clock.advance(minutes: Double(minutes))
        _ = try timer(device).stop()
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
        for device in both {
            let day = try XCTUnwrap(
                history(device).days(from: clock.source().today(), through: clock.source().today()).first)
            XCTAssertEqual([day.focused / 60_000, day.stretches, day.completed], [65, 3, 3])
            XCTAssertEqual(try history(device).experience().xp, 65 + 5 + 5 + 2)
            XCTAssertEqual(try history(device).streak(), 1)
            let task = try XCTUnwrap(tasks(device).open().first?.task)
            XCTAssertEqual([task.title, "\(task.spent / 60_000)"], ["Write the report", "55"])
        }
        // The day now contains sessions of both devices, so one device can't undo its part.
        XCTAssertThrowsError(try both[0].store.undoLast()) { XCTAssertEqual(($0 as? Failure)?.code, .changedSince) }
    }

    /// Sessions on both devices are no edit of the task, so there is no conflict.
    func testFocusOnOneTaskOnBothDevicesIsNoConflict() throws {
        let both = try devices(2, of: "focusflow")
        let task = try tasks(both[0]).add(TaskDraft(title: "Write"))
        try sync(both)
        for device in both { try focus(25, device, on: task) }
        try sync(both)
        for device in both {
            XCTAssertEqual(try tasks(device).open().map { $0.task.spent / 60_000 }, [50])
            XCTAssertEqual(try device.replica.recovered(), [])
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
        for device in both { XCTAssertEqual(try tasks(device).open().map(\.task.title), ["Write"]) }
    }

    func testOnlyDeletingDeviceCanUndoDeletion() throws {
        let both = try devices(2, of: "focusflow")
        let task = try tasks(both[0]).add(TaskDraft(title: "Write"))
        try sync(both)
        _ = try tasks(both[1]).edit(task.id) { $0.title = "Write there" }
        try tasks(both[0]).delete(task.id, title: task.title)
        try sync(both)
        for device in both { XCTAssertEqual(try tasks(device).open().count, 0) }
        XCTAssertThrowsError(try both[1].store.undoLast(), "the edited task is deleted") {
            XCTAssertEqual(($0 as? Failure)?.code, .changedSince)
        }
        _ = try both[0].store.undoLast()
        try sync(both)
        for device in both { XCTAssertEqual(try tasks(device).open().map(\.task.title), ["Write"]) }
    }

    // MARK: - Feedback

    private func journal(_ device: SyncedDevice) -> FeedbackJournal {
        FeedbackJournal(
            repository: StoredFeedbackRepository(device.store), gates: .open, ids: device.ids, time: clock.source())
    }

    func testSharesOfBothDevicesAreCounted() throws {
        let both = try devices(2, of: "coin")
        let entry = try journal(both[0]).write(FeedbackText(context: "A meeting"))
        try sync(both)
        let mailer = Mailer("memory", outcome: "It lies there.") { _ in }
        func share(_ device: SyncedDevice, with people: String) throws {
            clock.advance(seconds: 1)
            let journal = journal(device)
            let letter = try journal.letter(journal.entry(entry.id.rawValue), to: Mailbox.list(people))
            _ = try journal.share(letter, from: Mailbox("zoe@example.org"), through: mailer)
        }
        _ = try journal(both[1]).change(entry.id, FeedbackChange(sections: [.impact: "We decided."]))
        try share(both[0], with: "sam@example.org")
        try share(both[1], with: "sam@example.org, kim@example.org")
        try share(both[0], with: "lou@example.org")
        try sync(both)
        for device in both {
            let merged = try journal(device).entry(entry.id.rawValue)
            XCTAssertEqual(merged.shareCount, 4)
            XCTAssertEqual(Set(merged.recipients), ["sam@example.org", "kim@example.org", "lou@example.org"])
            XCTAssertEqual(merged.text[.impact], "We decided.", "a share wins over an empty text")
            XCTAssertEqual(try journal(device).shareCount(), 4)
        }
    }

    func testRenamedPersonAppearsOnBothDevices() throws {
        let both = try devices(2, of: "coin")
        for (number, device) in both.enumerated() {
            _ = try journal(device).write(
                FeedbackText(context: "Meeting \(number)"), to: Recipient("Sam <sam@example.org>"))
        }
        _ = try journal(both[0]).updatePerson("Sam", PersonChange(name: "Samuel", team: .set("Web")))
        try sync(both)
        for device in both {
            XCTAssertEqual(try journal(device).entries().compactMap { $0.recipient?.name }, ["Samuel", "Samuel"])
            XCTAssertEqual(try journal(device).person("sam@example.org").count, 2)
            XCTAssertEqual(try journal(device).people().members.count, 1)
        }
    }

    func testTemplatesWithSameNameAreBothKept() throws {
        let both = try devices(2, of: "coin")
        for (number, device) in both.enumerated() {
            _ = try journal(device).addTemplate(
                named: "weekly", summary: "Text \(number)", FeedbackText(context: "Text \(number)"))
        }
        try sync(both)
        for device in both {
            XCTAssertEqual(
                try journal(device).templates().filter { !$0.isBuiltIn }.map(\.name), ["weekly", "weekly-2"])
        }
    }
}
