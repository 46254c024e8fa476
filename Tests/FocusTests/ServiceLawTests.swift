import Focus
import Kernel
import Storage
import TestSupport
import XCTest

/// The services store the same over every store, and find it after the store is reopened.
final class ServiceLawTests: XCTestCase {
    private let day = Day.of("2026-11-20")

    /// Runs the same actions over a memory store and a file store. The file store must give the
    /// same answers, also after it is reopened.
    private func overEachStore(_ live: (Fixture) throws -> Void, line: UInt = #line) throws {
        let home = try Home(isQuick: true)
        let file = { try FileStore(directory: home.path("store")) { Instant(milliseconds: 0) } }
        let benches = [Fixture(), Fixture(store: try file())]
        for fixture in benches { try live(fixture) }
        var opened = benches[1]
        opened.store = try file()
        let answers = try (benches + [opened]).map { try Answers($0) }
        XCTAssertEqual(answers[1], answers[0], line: line)
        XCTAssertEqual(answers[2], answers[0], line: line)
    }

    /// The answers to all queries.
    private struct Answers: Equatable {
        let session: FocusSession?
        let history: [FocusHistory.Row]
        let days: [FocusDay]
        let open, closed: [TaskList.Row]
        let presets: [Presets.Row]
        let theme: FocusTheme
        let gaps: FocusPlan.GapPolicy

        init(_ fixture: Fixture) throws {
            let first = Day(ordinal: .min)
            let last = Day(ordinal: .max)
            (session, history) = try (fixture.timer.session(), fixture.history.allRows())
            days = try fixture.history.days(from: first, through: last)
            (open, closed) = try (fixture.tasks.open(), fixture.tasks.closed())
            presets = try fixture.presets.all()
            (theme, gaps) = try (fixture.themes.current(), fixture.timer.gapPolicy())
        }
    }

    // MARK: - The timer

    /// For random actions, day totals equal the records, tasks have their time, and no minute
    /// counts twice.
    func testTotalsMatchTheRecords() throws {
        for seed in 0..<8 {
            try overEachStore { fixture in
                var random = RandomSource(seed: UInt64(seed))
                let tasks = try ["Write", "Read"].map { try fixture.tasks.add(TaskDraft(title: $0, tags: ["work"])) }
                for _ in 0..<60 {
                    fixture.pass(minutes: Double(Int.random(in: 0...700, using: &random)) / 7)
                    let before = try fixture.app.fingerprint()
                    do {
                        switch Int.random(in: 0..<6, using: &random) {
                        case 0...1:
                            _ = try fixture.timer.start(.defaultPreset, task: tasks.randomElement(using: &random))
                        case 2: _ = try fixture.timer.stop()
                        case 3: _ = try fixture.timer.skip()
                        case 4: _ = try fixture.timer.pause()
                        default: _ = try fixture.timer.resume()
                        }
                    } catch is Failure {
                        XCTAssertEqual(try fixture.app.fingerprint(), before, "a refused call changes nothing")
                    }
                }
                if try fixture.timer.session() != nil { _ = try fixture.timer.stop() }
                let records = try fixture.history.allRows().map(\.record)
                XCTAssertEqual(Set(records.map(\.id)).count, records.count)
                for (day, ofDay) in Dictionary(grouping: records, by: \.day) {
                    XCTAssertEqual(
                        try fixture.history.days(from: day, through: day), [FocusDay(day, records: ofDay)],
                        "seed \(seed)")
                }
                for task in tasks {
                    let spent = records.filter { $0.purpose.task == task.id }.reduce(0) { $0 + $1.focused }
                    XCTAssertEqual(try fixture.tasks.task(task.title).task.spent, spent, "seed \(seed)")
                }
            }
        }
    }

    func testEndedSessionIsReplacedAndKeepsItsFocus() throws {
        try overEachStore { fixture in
            let first = try fixture.timer.start(.defaultPreset)
            XCTAssertThrowsError(try fixture.timer.start(.defaultPreset)) {
                XCTAssertEqual(($0 as? Failure)?.code, .sessionRuns)
            }
            fixture.pass(minutes: 24 * 60)
            let second = try fixture.timer.start(.defaultPreset)
            XCTAssertNotEqual(first.id, second.id)
            XCTAssertEqual(try fixture.timer.session()?.id, second.id)
            XCTAssertEqual(try fixture.history.allRows().map(\.record.focused), [25 * 60_000])
            let step = try fixture.timer.stop()
            XCTAssertEqual(step.session.stage, .over)
            XCTAssertNil(try fixture.timer.session())
            XCTAssertThrowsError(try fixture.timer.stop()) { XCTAssertEqual(($0 as? Failure)?.code, .nothingRuns) }
        }
    }

    func testOnlyTheFirstSessionIsReportedAsFirst() throws {
        try overEachStore { fixture in
            for isFirst in [true, false, false] {
                _ = try fixture.timer.start(.defaultPreset)
                fixture.pass(minutes: 10)
                XCTAssertEqual(try fixture.timer.stop().isFirstFocus, isFirst)
                _ = try fixture.timer.start(.defaultPreset)
                XCTAssertFalse(try fixture.timer.stop().isFirstFocus, "there was no focus")
            }
        }
    }

    func testHistoryIsNewestFirstAndLimited() throws {
        try overEachStore { fixture in
            for _ in 0..<4 {
                try fixture.focus(minutes: 5)
                try fixture.focus(minutes: 1)
                fixture.pass(minutes: 24 * 60 - 6)
            }
            let second = day.adding(days: 1)
            let third = day.adding(days: 2)
            let rows = try fixture.history.rows(from: second, through: third)
            XCTAssertEqual(rows.map(\.record.day), [third, third, second, second])
            XCTAssertEqual(rows.map(\.record.focused), [60_000, 300_000, 60_000, 300_000])
            XCTAssertEqual(try fixture.history.rows(from: second, through: third, limit: 3), Array(rows.prefix(3)))
            XCTAssertEqual(try fixture.history.rows(from: third, through: second), [])
            XCTAssertEqual(try fixture.history.days(from: third, through: second), [])
            XCTAssertEqual(try fixture.history.days(from: second, through: third).map(\.day), [second, third])
        }
    }

    // MARK: - Tasks

    /// A model in a plain list: open tasks in order, closed tasks, reminders, and the meaning of
    /// each name.
    func testTaskListMatchesTheModel() throws {
        for seed in 0..<6 {
            try overEachStore { fixture in
                var random = RandomSource(seed: UInt64(seed))
                var model = [FocusTask]()
                for number in 0..<40 {
                    fixture.pass(minutes: Double(Int.random(in: 1...600, using: &random)))
                    let known = model.indices.randomElement(using: &random)
                    let priority =
                        [nil, .high, .medium, .low].randomElement(using: &random) ?? FocusTask.Priority?.none
                    switch (Int.random(in: 0..<10, using: &random), known) {
                    case (0...5, _), (_, nil):
                        let draft = TaskDraft(
                            title: "Task \(number)",
                            due: Bool.random(using: &random) ? day.adding(days: number % 2) : nil,
                            priority: priority,
                            recurrence: number % 4 == 0 ? .days(2) : nil, reminder: number % 3 == 0 ? 60 * number : nil)
                        model.append(try fixture.tasks.add(draft))
                    case (6...7, let place?):
                        model[place] = try fixture.tasks.edit(model[place].id) { $0.priority = priority }
                    case (8, let place?):
                        let task = model.remove(at: place)
                        try fixture.tasks.delete(task.id, title: task.title)
                        XCTAssertThrowsError(try fixture.tasks.delete(task.id, title: "")) {
                            XCTAssertEqual(($0 as? Failure)?.code, .taskNotFound)
                        }
                    case (_, let place?):
                        if let done = try? fixture.tasks.finish(model[place].id) { model[place] = done.task }
                    }
                    try check(fixture, model, "step \(number), seed \(seed)")
                }
            }
        }
    }

    private func check(_ fixture: Fixture, _ model: [FocusTask], _ at: String) throws {
        let ranks: [FocusTask.Priority?: Int] = [.high: 0, .medium: 1, nil: 2, .low: 3]
        let open = model.filter { !$0.isClosed }.sorted {
            ($0.due ?? Day(ordinal: .max), ranks[$0.priority] ?? 9, $0.createdAt)
                < ($1.due ?? Day(ordinal: .max), ranks[$1.priority] ?? 9, $1.createdAt)
        }
        XCTAssertEqual(try fixture.tasks.open().map(\.task), open, at)
        XCTAssertEqual(try fixture.tasks.open(limit: 3).map(\.task), Array(open.prefix(3)), at)
        XCTAssertEqual(Set(try fixture.tasks.closed().map(\.task)), Set(model.filter(\.isClosed)), at)
        let active = open.filter { !$0.isDone(on: fixture.time.today()) }
        XCTAssertEqual(try fixture.tasks.counts().active, active.count, at)
        XCTAssertEqual(try fixture.tasks.counts().open, open.count, at)
        XCTAssertEqual(try fixture.tasks.reminderCount(), open.count { $0.reminder != nil }, at)
        let soon = day.adding(days: 2)
        let reminding = active.filter { task in task.reminder != nil && task.due.map { $0 <= soon } ?? false }
        XCTAssertEqual(Set(try fixture.tasks.tasksWithReminder(through: soon)), Set(reminding), at)
        for task in open { XCTAssertEqual(try fixture.tasks.task(task.title.uppercased()).task, task, at) }
    }

    func testTitleIDOrEndOfIDFindsATask() throws {
        try overEachStore { fixture in
            func put(_ id: String, _ title: String) throws {
                try fixture.store.write {
                    try $0.put(FocusTask(id: Identifier(id), TaskDraft(title: title), createdAt: fixture.now))
                }
            }
            try put("0abc1", "Write report")
            try put("0abd2", "Read")
            for name in ["0abc1", "write REPORT", "abc1", "ABC1", "0abc", "1"] {
                XCTAssertEqual(try fixture.tasks.task(name).task.id, "0abc1")
            }
            XCTAssertEqual(try fixture.tasks.task("Write").task.id, "0abc1", "by a part of its title")
            for name in ["", "x", "Writer", "c1", "3", "0"] {
                XCTAssertThrowsError(try fixture.tasks.task(name)) {
                    XCTAssertEqual(($0 as? Failure)?.code, .taskNotFound)
                }
            }
            try put("1xxx9", "Same")
            try put("2xxx9", "Same")
            for name in ["same", "xxx9"] {
                XCTAssertThrowsError(try fixture.tasks.task(name)) {
                    XCTAssertEqual(($0 as? Failure)?.code, .taskAmbiguous)
                }
            }
            try put("same", "Other")
            XCTAssertEqual(try fixture.tasks.task("same").task.title, "Other", "IDs are unique")
        }
    }

    func testSearchReturnsTheBestMatchFirst() throws {
        try overEachStore { fixture in
            let read = try fixture.tasks.add(TaskDraft(title: "read the report of the auditors"))
            _ = try fixture.tasks.add(TaskDraft(title: "report"))
            _ = try fixture.tasks.add(TaskDraft(title: "other", tags: ["reporting"], project: "reports"))
            _ = try fixture.tasks.finish(read.id)
            let exact = try fixture.tasks.search(["\"report\""])
            XCTAssertEqual(exact.records.map(\.task.title), ["report", "read the report of the auditors"])
            XCTAssertEqual(exact.records.map(\.isDone), [false, true])
            let limited = try fixture.tasks.search(["report"], limit: 1)
            XCTAssertEqual([limited.records.count, limited.count], [1, 3])
        }
    }

    // MARK: - Settings

    func testPresetsAndSettingsAreStored() throws {
        try overEachStore { fixture in
            XCTAssertEqual(try fixture.timer.gapPolicy(), .ask)
            _ = try fixture.themes.use("Neon")
            try fixture.timer.setGapPolicy(.stop)
            XCTAssertEqual(try fixture.themes.current().name, "Neon", "settings are independent")
            XCTAssertEqual(try fixture.timer.gapPolicy(), .stop)
            XCTAssertEqual(try fixture.timer.start(.defaultPreset).plan.gaps, .stop)

            _ = try fixture.presets.add("Essay", Preset.defaultPreset.plan)
            for name in ["ESSAY", "study", "deep work"] {
                XCTAssertThrowsError(try fixture.presets.add(name, Preset.defaultPreset.plan)) {
                    XCTAssertEqual(($0 as? Failure)?.code, .presetTaken)
                }
            }
            _ = try fixture.presets.edit("deep-work", Preset.defaultPreset.plan)
            XCTAssertEqual(
                try fixture.presets.all().map(\.preset.name), ["Deep Work", "Study", "Writing", "Reading", "Essay"])
            XCTAssertEqual(try fixture.presets.all().map(\.preset.isOwn), [true, false, false, false, true])
            XCTAssertEqual(try fixture.presets.ownCount(), 1)
            XCTAssertEqual(try fixture.presets.delete("Deep Work").preset.plan, Preset.defaultPreset.plan)
            XCTAssertEqual(try fixture.presets.preset(named: "deep work").preset, Preset.builtIn[0])
            XCTAssertThrowsError(try fixture.presets.delete("deep-work")) {
                XCTAssertEqual(($0 as? Failure)?.code, .presetFounding)
            }
            _ = try fixture.presets.delete("essay")
            XCTAssertThrowsError(try fixture.presets.delete("essay")) {
                XCTAssertEqual(($0 as? Failure)?.code, .presetNotFound)
            }
        }
    }
}
