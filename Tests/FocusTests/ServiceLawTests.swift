import Focus
import Kernel
import Storage
import TestBench
import XCTest

/// Whatever store the services stand on, they keep the same, and find it again when it is opened anew.
final class ServiceLawTests: XCTestCase {
    private let day = Day.of("2026-11-20")

    /// Lives the same over a store in memory and one in files. The second must answer as the first, opened anew as well.
    private func overEachStore(_ live: (Bench) throws -> Void, line: UInt = #line) throws {
        let home = try Home(isQuick: true)
        let file = { try FileStore(directory: home.path("store")) { Instant(milliseconds: 0) } }
        let benches = [Bench(), Bench(store: try file())]
        for bench in benches { try live(bench) }
        var opened = benches[1]
        opened.store = try file()
        let answers = try (benches + [opened]).map { try Answers($0) }
        XCTAssertEqual(answers[1], answers[0], line: line)
        XCTAssertEqual(answers[2], answers[0], line: line)
    }

    /// Everything that people can ask.
    private struct Answers: Equatable {
        let session: FocusSession?
        let history: [FocusHistory.Row]
        let days: [FocusDay]
        let open, closed: [TaskList.Row]
        let presets: [Presets.Row]
        let theme: FocusTheme
        let gaps: FocusPlan.GapPolicy

        init(_ bench: Bench) throws {
            let (first, last) = (Day(ordinal: .min), Day(ordinal: .max))
            (session, history) = try (bench.timer.session(), bench.history.everything())
            days = try bench.history.days(from: first, through: last)
            (open, closed) = try (bench.tasks.open(), bench.tasks.closed())
            presets = try bench.presets.all()
            (theme, gaps) = try (bench.themes.current(), bench.timer.gapPolicy())
        }
    }

    // MARK: - The timer

    /// Whatever is done when: day sums are those of the records, tasks have the time that was spent on them, and no minute is there twice.
    func testSumsAreThoseOfTheRecords() throws {
        for seed in 0..<8 {
            try overEachStore { bench in
                var random = RandomSource(seed: UInt64(seed))
                let tasks = try ["Write", "Read"].map { try bench.tasks.add(TaskDraft(title: $0, tags: ["work"])) }
                for _ in 0..<60 {
                    bench.pass(minutes: Double(Int.random(in: 0...700, using: &random)) / 7)
                    let before = try bench.app.fingerprint()
                    do {
                        switch Int.random(in: 0..<6, using: &random) {
                        case 0...1: _ = try bench.timer.start(.first, task: tasks.randomElement(using: &random))
                        case 2: _ = try bench.timer.stop()
                        case 3: _ = try bench.timer.skip()
                        case 4: _ = try bench.timer.pause()
                        default: _ = try bench.timer.resume()
                        }
                    } catch is Failure { XCTAssertEqual(try bench.app.fingerprint(), before, "a refusal changes nothing") }
                }
                if try bench.timer.session() != nil { _ = try bench.timer.stop() }
                let records = try bench.history.everything().map(\.record)
                XCTAssertEqual(Set(records.map(\.id)).count, records.count)
                for (day, ofDay) in Dictionary(grouping: records, by: \.day) {
                    XCTAssertEqual(
                        try bench.history.days(from: day, through: day), [FocusDay(day, records: ofDay)], "seed \(seed)")
                }
                for task in tasks {
                    let spent = records.filter { $0.purpose.task == task.id }.reduce(0) { $0 + $1.focused }
                    XCTAssertEqual(try bench.tasks.task(task.title).task.spent, spent, "seed \(seed)")
                }
            }
        }
    }

    func testASessionThatHasEndedGivesWayAndKeepsItsFocus() throws {
        try overEachStore { bench in
            let first = try bench.timer.start(.first)
            XCTAssertThrowsError(try bench.timer.start(.first)) { XCTAssertEqual(($0 as? Failure)?.code, .sessionRuns) }
            bench.pass(minutes: 24 * 60)
            let second = try bench.timer.start(.first)
            XCTAssertNotEqual(first.id, second.id)
            XCTAssertEqual(try bench.timer.session()?.id, second.id)
            XCTAssertEqual(try bench.history.everything().map(\.record.focused), [25 * 60_000])
            let step = try bench.timer.stop()
            XCTAssertEqual(step.session.stage, .over)
            XCTAssertNil(try bench.timer.session())
            XCTAssertThrowsError(try bench.timer.stop()) { XCTAssertEqual(($0 as? Failure)?.code, .nothingRuns) }
        }
    }

    func testOnlyTheFirstFocusEverIsTheFirst() throws {
        try overEachStore { bench in
            for isFirst in [true, false, false] {
                _ = try bench.timer.start(.first)
                bench.pass(minutes: 10)
                XCTAssertEqual(try bench.timer.stop().isFirstFocus, isFirst)
                _ = try bench.timer.start(.first)
                XCTAssertFalse(try bench.timer.stop().isFirstFocus, "nothing was focused")
            }
        }
    }

    func testHistoryIsLatestFirstWithinItsDaysAndNoLongerThanAskedFor() throws {
        try overEachStore { bench in
            for _ in 0..<4 {
                try bench.focus(minutes: 5)
                try bench.focus(minutes: 1)
                bench.pass(minutes: 24 * 60 - 6)
            }
            let (second, third) = (day.adding(days: 1), day.adding(days: 2))
            let rows = try bench.history.rows(from: second, through: third)
            XCTAssertEqual(rows.map(\.record.day), [third, third, second, second])
            XCTAssertEqual(rows.map(\.record.focused), [60_000, 300_000, 60_000, 300_000])
            XCTAssertEqual(try bench.history.rows(from: second, through: third, limit: 3), Array(rows.prefix(3)))
            XCTAssertEqual(try bench.history.rows(from: third, through: second), [])
            XCTAssertEqual(try bench.history.days(from: third, through: second), [])
            XCTAssertEqual(try bench.history.days(from: second, through: third).map(\.day), [second, third])
        }
    }

    // MARK: - Tasks

    /// A model in a plain list: what is open and in which order, what is closed, what reminds, and what each name means.
    func testTasksAreThoseOfTheModel() throws {
        for seed in 0..<6 {
            try overEachStore { bench in
                var (random, model) = (RandomSource(seed: UInt64(seed)), [FocusTask]())
                for number in 0..<40 {
                    bench.pass(minutes: Double(Int.random(in: 1...600, using: &random)))
                    let known = model.indices.randomElement(using: &random)
                    let priority = [nil, .high, .medium, .low].randomElement(using: &random) ?? FocusTask.Priority?.none
                    switch (Int.random(in: 0..<10, using: &random), known) {
                    case (0...5, _), (_, nil):
                        let draft = TaskDraft(
                            title: "Task \(number)", due: Bool.random(using: &random) ? day.adding(days: number % 2) : nil,
                            priority: priority,
                            recurrence: number % 4 == 0 ? .days(2) : nil, reminder: number % 3 == 0 ? 60 * number : nil)
                        model.append(try bench.tasks.add(draft))
                    case (6...7, let place?):
                        model[place] = try bench.tasks.edit(model[place].id) { $0.priority = priority }
                    case (8, let place?):
                        let task = model.remove(at: place)
                        try bench.tasks.delete(task.id, title: task.title)
                        XCTAssertThrowsError(try bench.tasks.delete(task.id, title: "")) {
                            XCTAssertEqual(($0 as? Failure)?.code, .taskNotFound)
                        }
                    case (_, let place?):
                        if let done = try? bench.tasks.finish(model[place].id) { model[place] = done.task }
                    }
                    try check(bench, model, "step \(number), seed \(seed)")
                }
            }
        }
    }

    private func check(_ bench: Bench, _ model: [FocusTask], _ at: String) throws {
        let ranks: [FocusTask.Priority?: Int] = [.high: 0, .medium: 1, nil: 2, .low: 3]
        let open = model.filter { !$0.isClosed }.sorted {
            ($0.due ?? Day(ordinal: .max), ranks[$0.priority] ?? 9, $0.createdAt)
                < ($1.due ?? Day(ordinal: .max), ranks[$1.priority] ?? 9, $1.createdAt)
        }
        XCTAssertEqual(try bench.tasks.open().map(\.task), open, at)
        XCTAssertEqual(try bench.tasks.open(limit: 3).map(\.task), Array(open.prefix(3)), at)
        XCTAssertEqual(Set(try bench.tasks.closed().map(\.task)), Set(model.filter(\.isClosed)), at)
        let active = open.filter { !$0.isDone(on: bench.time.today()) }
        XCTAssertEqual(try bench.tasks.counts().active, active.count, at)
        XCTAssertEqual(try bench.tasks.counts().open, open.count, at)
        XCTAssertEqual(try bench.tasks.reminding(), open.count { $0.reminder != nil }, at)
        let soon = day.adding(days: 2)
        let reminding = active.filter { task in task.reminder != nil && task.due.map { $0 <= soon } ?? false }
        XCTAssertEqual(Set(try bench.tasks.reminding(through: soon)), Set(reminding), at)
        for task in open { XCTAssertEqual(try bench.tasks.task(task.title.uppercased()).task, task, at) }
    }

    func testATaskIsNamedByItsTitleItsIdOrTheEndOfIt() throws {
        try overEachStore { bench in
            func put(_ id: String, _ title: String) throws {
                try bench.store.write {
                    try $0.put(FocusTask(id: Identifier(id), TaskDraft(title: title), createdAt: bench.now))
                }
            }
            try put("0abc1", "Write report")
            try put("0abd2", "Read")
            for name in ["0abc1", "write REPORT", "abc1", "ABC1", "0abc", "1"] {
                XCTAssertEqual(try bench.tasks.task(name).task.id, "0abc1")
            }
            XCTAssertEqual(try bench.tasks.task("Write").task.id, "0abc1", "by a part of its title")
            for name in ["", "x", "Writer", "c1", "3", "0"] {
                XCTAssertThrowsError(try bench.tasks.task(name)) { XCTAssertEqual(($0 as? Failure)?.code, .taskNotFound) }
            }
            try put("1xxx9", "Same")
            try put("2xxx9", "Same")
            for name in ["same", "xxx9"] {
                XCTAssertThrowsError(try bench.tasks.task(name)) { XCTAssertEqual(($0 as? Failure)?.code, .taskAmbiguous) }
            }
            try put("same", "Other")
            XCTAssertEqual(try bench.tasks.task("same").task.title, "Other", "an identifier is nobody else's")
        }
    }

    func testTasksAreFoundByWordsTheBestFitFirst() throws {
        try overEachStore { bench in
            let read = try bench.tasks.add(TaskDraft(title: "read the report of the auditors"))
            _ = try bench.tasks.add(TaskDraft(title: "report"))
            _ = try bench.tasks.add(TaskDraft(title: "other", tags: ["reporting"], project: "reports"))
            _ = try bench.tasks.finish(read.id)
            let exact = try bench.tasks.search(["\"report\""])
            XCTAssertEqual(exact.records.map(\.task.title), ["report", "read the report of the auditors"])
            XCTAssertEqual(exact.records.map(\.isDone), [false, true])
            let cut = try bench.tasks.search(["report"], limit: 1)
            XCTAssertEqual([cut.records.count, cut.count], [1, 3])
        }
    }

    // MARK: - What is chosen

    func testPresetsAndChoicesAreKept() throws {
        try overEachStore { bench in
            XCTAssertEqual(try bench.timer.gapPolicy(), .ask)
            _ = try bench.themes.use("Neon")
            try bench.timer.setGapPolicy(.stop)
            XCTAssertEqual(try bench.themes.current().name, "Neon", "a second choice leaves the first")
            XCTAssertEqual(try bench.timer.gapPolicy(), .stop)
            XCTAssertEqual(try bench.timer.start(.first).plan.gaps, .stop)

            _ = try bench.presets.add("Essay", Preset.first.plan)
            for name in ["ESSAY", "study", "deep work"] {
                XCTAssertThrowsError(try bench.presets.add(name, Preset.first.plan)) {
                    XCTAssertEqual(($0 as? Failure)?.code, .presetTaken)
                }
            }
            _ = try bench.presets.edit("deep-work", Preset.first.plan)
            XCTAssertEqual(
                try bench.presets.all().map(\.preset.name), ["Deep Work", "Study", "Writing", "Reading", "Essay"])
            XCTAssertEqual(try bench.presets.all().map(\.preset.isOwn), [true, false, false, false, true])
            XCTAssertEqual(try bench.presets.own(), 1)
            XCTAssertEqual(try bench.presets.delete("Deep Work").preset.plan, Preset.first.plan)
            XCTAssertEqual(try bench.presets.preset(named: "deep work").preset, Preset.founding[0])
            XCTAssertThrowsError(try bench.presets.delete("deep-work")) {
                XCTAssertEqual(($0 as? Failure)?.code, .presetFounding)
            }
            _ = try bench.presets.delete("essay")
            XCTAssertThrowsError(try bench.presets.delete("essay")) {
                XCTAssertEqual(($0 as? Failure)?.code, .presetNotFound)
            }
        }
    }
}
