import Focus
import FocusContract
import Kernel
import Search
import Storage
import XCTest

/// The contracts over everything that keeps them, and over things that do not.
final class ContractTests: XCTestCase {
    func testStoredFocusRepositoryKeepsTheContract() {
        for broken in FocusRepositoryContract.over({ StoredFocusRepository(MemoryStore(), calendar: .utc) }).brokenPromises() {
            XCTFail(broken.description)
        }
    }

    func testStoredTaskRepositoryKeepsTheContract() {
        for broken in TaskRepositoryContract.over({ StoredTaskRepository(MemoryStore()) }).brokenPromises() {
            XCTFail(broken.description)
        }
    }

    func testTheContractNoticesARepositoryThatLetsTwoSessionsRun() {
        let broken = FocusRepositoryContract.over { Lax(kept: StoredFocusRepository(MemoryStore(), calendar: .utc)) }
            .brokenPromises()
        XCTAssertEqual(
            broken.map(\.promise).sorted(),
            ["keeps one session and refuses a second", "lets a session that has ended give way, and keeps its focus"])
    }

    func testTheContractNoticesARepositoryThatCannotCount() {
        let broken = TaskRepositoryContract.over { Miscounting(kept: StoredTaskRepository(MemoryStore())) }.brokenPromises()
        XCTAssertEqual(broken.count, 3, broken.map(\.description).joined(separator: "\n"))
    }
}

private struct Lax: FocusRepository {
    let kept: StoredFocusRepository

    func current() throws -> FocusSession? { try kept.current() }
    func begin(_ session: FocusSession) throws {
        _ = try? kept.handle(.stop, at: session.startedAt.adding(seconds: -1e9), label: nil)
        try kept.begin(session)
    }
    func handle(_ event: FocusSession.Event, at now: Instant, label: String?) throws -> FocusStep {
        try kept.handle(event, at: now, label: label)
    }
    func records(from first: Day, through last: Day, limit: Int?) throws -> [FocusRecord] {
        try kept.records(from: first, through: last, limit: limit)
    }
    func days(from first: Day, through last: Day) throws -> [FocusDay] { try kept.days(from: first, through: last) }
    func countDays(from first: Day, through last: Day) throws -> Int { try kept.countDays(from: first, through: last) }
    func presets() throws -> [Preset] { try kept.presets() }
    func keep(_ preset: Preset, label: String) throws { try kept.keep(preset, label: label) }
    func removePreset(named name: String, label: String) throws -> Bool { try kept.removePreset(named: name, label: label) }
    func choices() throws -> FocusChoices { try kept.choices() }
    func keep(_ choices: FocusChoices, label: String) throws { try kept.keep(choices, label: label) }
}

private struct Miscounting: TaskRepository {
    let kept: StoredTaskRepository

    func task(_ name: String) throws -> FocusTask { try kept.task(name) }
    func open(limit: Int?) throws -> [FocusTask] { try kept.open(limit: limit) }
    func oldest(limit: Int?) throws -> [FocusTask] { try kept.oldest(limit: limit) }
    func closed(limit: Int?) throws -> [FocusTask] { try kept.closed(limit: limit) }
    func search(_ query: SearchQuery, limit: Int?) throws -> SearchResult<FocusTask> { try kept.search(query, limit: limit) }
    func reminding(through last: Day) throws -> [FocusTask] { try kept.reminding(through: last) }
    func counts(on today: Day) throws -> TaskCounts { TaskCounts(active: 0, open: 1) }
    func add(_ task: FocusTask, today: Day, allow: (TaskCounts, () throws -> Int) throws -> Void) throws {
        try kept.add(task, today: today) { _, reminding in
            let number = try reminding()
            try allow(counts(on: today)) { number }
        }
    }
    func change(_ id: Identifier<FocusTask>, label: String, _ change: (inout FocusTask, () throws -> Int) throws -> Void) throws
        -> FocusTask
    {
        try kept.change(id, label: label, change)
    }
    func remove(_ id: Identifier<FocusTask>, label: String) throws { try kept.remove(id, label: label) }
}
