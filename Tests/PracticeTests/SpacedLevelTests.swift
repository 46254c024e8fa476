import Kernel
import Practice
import PracticeTesting
import Storage
import XCTest

/// Tests of items with both a level and a schedule: the first answer of a day moves the schedule,
/// every answer moves the level.
final class SpacedLevelTests: XCTestCase {
    private static let schedulers: [any Scheduler] = [
        LeitnerScheduler.standard, FSRSScheduler.standard, FSRSScheduler(FSRS.standard, name: "steps"),
        TwoStabilities(),
    ]
    private let kind = Drill().kind

    /// Practises for days in runs that the seed decides, the same for every rule.
    @discardableResult
    private func practice(
        _ fixture: Fixture, by rules: [MemoryRule], seed: UInt64, takesBack: Bool = true
    ) throws -> [Run<Drill>] {
        var random = RandomSource(seed: seed)
        var runs = [Run<Drill>]()
        let log = fixture.log(seed: seed)
        for number in 0..<Int.random(in: 3...9, using: &random) {
            let items = (0..<8).map { _ in ["1", "2", "3"].randomElement(using: &random) ?? "1" }
            let subject = ["chon-ji", "dan-gun"].randomElement(using: &random) ?? ""
            var run = try log.begin(
                Drill(rule: rules[number % rules.count]), subject: subject, items: items, settings: NoSettings())
            while !run.isDone {
                let evidence = Evidence.allCases.randomElement(using: &random) ?? .done
                let fields = (0..<3).map { Mark.Field("\($0)", isRight: Int.random(in: 0..<4, using: &random) > 0) }
                let rating = Rating.allCases.randomElement(using: &random)
                try log.answer(Mark(evidence, fields, rating: rating), milliseconds: 9, in: &run)
                let chance = Int.random(in: 0..<8, using: &random)
                if takesBack, chance == 0 { try log.undoAnswer(in: &run) }
                if takesBack, chance == 1, run.correctableAnswer != nil { try log.countRight(in: &run) }
                fixture.wait(seconds: Double(Int.random(in: 1...900, using: &random)))
            }
            try log.finish(&run)
            runs.append(run)
            fixture.sleep(days: Int.random(in: 0...9, using: &random))
        }
        return runs
    }

    /// The level equals that of a rule without a schedule. The schedule equals that of a rule
    /// without a level.
    func testLevelAndScheduleAreIndependent() throws {
        var compared = 0
        for scheduler in Self.schedulers {
            for seed in 1...4 as ClosedRange<UInt64> {
                for ruleKind in [MemoryRule.level, .measured] {
                    let rules: [MemoryRule] = [.spaced(ruleKind, scheduler), ruleKind, .daily(scheduler)]
                    let logs = try rules.map { rule in
                        let fixture = Fixture()
                        try practice(fixture, by: [rule], seed: seed)
                        return try fixture.log().memories(of: kind)
                    }
                    XCTAssertEqual(logs[0].map(\.level), logs[1].map(\.level), scheduler.name)
                    XCTAssertEqual(logs[0].map(\.schedule?.box), logs[2].map(\.schedule?.box), scheduler.name)
                    XCTAssertEqual(logs[0].map(\.schedule?.memory), logs[2].map(\.schedule?.memory), scheduler.name)
                    XCTAssertEqual(logs[0].map(\.schedule?.dueAt), logs[2].map(\.schedule?.dueAt), scheduler.name)
                    XCTAssertEqual(logs[0].map(\.state.answers), logs[1].map(\.state.answers), "every answer counts")
                    compared += logs[0].count
                }
            }
        }
        XCTAssertGreaterThan(compared, 100)
    }

    func testItemsOfOneSubjectAreDueTogether() throws {
        for choice in [DayChoice.byName, .balanced(easy: [.sunday], load: [:], seed: 5)] {
            let log = Fixture().log()
            let drill = Drill(rule: .spaced(.level, FSRSScheduler.standard, choice))
            for subject in ["chon-ji", "dan-gun", "do-san", "won-hyo"] {
                var run = try log.begin(
                    drill, subject: subject, items: (1...20).map(String.init), settings: NoSettings())
                while !run.isDone { try log.answer(Mark(.recalled, .easy), milliseconds: 1, in: &run) }
            }
            let days = Dictionary(grouping: try log.memories(of: kind), by: \.target.subject).mapValues { memories in
                Set(memories.compactMap(\.schedule?.due))
            }
            XCTAssertTrue(days.values.allSatisfy { $0.count == 1 }, "\(days)")
            XCTAssertGreaterThan(Set(days.values).count, 1, "\(days)")
        }
    }

    /// Undo restores the previous state for each rule.
    func testUndoRestoresEarlierState() throws {
        for scheduler in Self.schedulers {
            let fixture = Fixture()
            let rules: [MemoryRule] = [.level, .spaced(.level, scheduler), .spaced(.measured, scheduler)]
            try practice(fixture, by: rules, seed: 7)
            let log = fixture.log()
            var run = try log.begin(
                Drill(rule: rules[1]), subject: "chon-ji", items: ["1", "1", "2", "9"], settings: NoSettings())
            var states: [[ItemMemory]] = []
            while !run.isDone {
                states.append(try log.memories(of: kind))
                try log.answer(.right, milliseconds: 7, in: &run)
            }
            while let before = states.popLast() {
                try log.undoAnswer(in: &run)
                XCTAssertEqual(try log.memories(of: kind), before, scheduler.name)
            }
        }
    }

    /// A level of an earlier version decodes unchanged, and has no date until the next answer.
    func testLevelOfEarlierVersionGetsDateWithNextAnswer() throws {
        let text = #"{"level": {"value": 700, "isShaky": false}}"#
        let before = try JSONDecoder().decode(Memory.self, from: Data(text.utf8))
        XCTAssertEqual(before, .level(Level(700)))
        XCTAssertEqual(try JSONValue(encoding: before), try JSONValue(Data(text.utf8)), "the value is saved unchanged")
        let last = Day(ordinal: 19_900)
        let today = Day(ordinal: 20_000)
        let state = MemoryState(memory: before, answers: 9, right: 9, last: last, latest: "1")
        for scheduler in Self.schedulers {
            XCTAssertEqual(state.retrievability(on: today, by: scheduler), 0.7)
            let rule = MemoryRule.spaced(.level, scheduler)
            let moment = Moment(day: today, instant: Instant(milliseconds: Int64(today.ordinal) * 86_400_000))
            func after(_ value: Int?) throws -> Schedule {
                let old = value.map { Memory.level(Level($0)) }
                let target = Target(kind, "a", "1")
                return try XCTUnwrap(rule.memory(after: .right, of: target, from: old, at: moment, last: last).schedule)
            }
            // A high level starts with a longer interval than a new item. A level of zero starts as
            // a new item.
            XCTAssertGreaterThan(try after(1000).due, try after(nil).due, scheduler.name)
            XCTAssertGreaterThanOrEqual(try after(1000).box, try after(400).box)
            XCTAssertEqual(try after(0), try after(nil))
            // A level and its schedule in the stored form. Earlier versions still find the level.
            let newMemory = rule.memory(after: .right, of: Target(kind, "a", "1"), from: before, at: moment, last: last)
            XCTAssertEqual(try JSONDecoder().decode(Memory.self, from: JSONValue.encoder.encode(newMemory)), newMemory)
            XCTAssertNil(try JSONValue(encoding: newMemory)["schedule"])
            XCTAssertNotNil(try JSONValue(encoding: newMemory)["level"])
        }
        XCTAssertThrowsError(
            try JSONDecoder().decode(
                Memory.self, from: Data(#"{"level": {"value": 7, "isShaky": false}, "returns": {"box": 9}}"#.utf8)))
    }

    /// Retrievability equals the level on the day of the answer, and then decreases with the
    /// scheduler.
    func testRetrievabilityDecreasesFromLevel() throws {
        var compared = 0
        for scheduler in Self.schedulers {
            let fixture = Fixture()
            try practice(fixture, by: [.spaced(.level, scheduler)], seed: 3)
            let log = fixture.log()
            for memory in try log.memories(of: kind) {
                let schedule = try XCTUnwrap(memory.schedule)
                var before = 1.0
                for days in [0, 1, 3, 20, 400] {
                    let day = memory.state.last.adding(days: days)
                    let known = try log.retrievability(of: memory.target, on: day, by: scheduler)
                    let fading = scheduler.retrievability(of: schedule, since: memory.state.last, on: day)
                    XCTAssertEqual(known, Double(memory.level) / 1000 * fading, accuracy: 1e-12)
                    if days == 0 { XCTAssertEqual(known, Double(memory.level) / 1000) }
                    XCTAssertLessThanOrEqual(known, before)
                    before = known
                    compared = compared + 1
                }
            }
        }
        XCTAssertGreaterThan(compared, 50)
    }

    /// Due items are read from keys only, and agree with the memories.
    func testDueItemsFromKeysAgreeWithMemories() throws {
        let fixture = Fixture()
        try practice(fixture, by: [.spaced(.level, LeitnerScheduler.standard), .level], seed: 11)
        let log = fixture.log()
        // Flashcards and items without a date are left out.
        var cards = try log.begin(
            Drill(kind: PracticeKind(rawValue: "cards"), rule: .daily(LeitnerScheduler.standard)), items: ["a"],
            settings: NoSettings())
        try log.answer(.right, milliseconds: 1, in: &cards)
        XCTAssertEqual(try log.dueItems(cards.exercise.kind, by: Day(ordinal: 90_000)), [])
        let all = try log.memories(of: kind)
        for days in -30...30 {
            let day = log.today.adding(days: days)
            let due = all.filter { $0.schedule?.isDue(on: day) ?? false }.map {
                [$0.schedule.map { "\($0.due)" }, $0.target.name]
            }
            let predicted = try log.dueItems(kind, by: day)
            XCTAssertEqual(Set(predicted.map { ["\($0.due)", $0.target.name] }), Set(due))
            XCTAssertEqual(predicted.map(\.due), predicted.map(\.due).sorted())
        }
    }

    func testPredictedWaitsMatchAnswers() throws {
        for scheduler in Self.schedulers {
            let fixture = Fixture()
            try practice(fixture, by: [.spaced(.level, scheduler)], seed: 2)
            fixture.sleep(days: 3)
            let log = fixture.log()
            var run = try log.begin(
                Drill(rule: .spaced(.level, scheduler)), subject: "chon-ji", items: ["1", "new"], settings: NoSettings()
            )
            let marks = Rating.allCases.map { Mark(.recalled, $0) }
            while !run.isDone {
                let predicted = try log.waits(after: marks, in: run)
                var actual: [Int] = []
                for mark in marks {
                    try log.answer(mark, milliseconds: 1, in: &run)
                    actual.append(try XCTUnwrap(run.answers.last?.after.schedule).due.days(since: log.today))
                    try log.undoAnswer(in: &run)
                }
                XCTAssertEqual(predicted, actual, scheduler.name)
                try log.answer(.right, milliseconds: 1, in: &run)
            }
            XCTAssertEqual(try log.waits(after: marks, in: run), [])
            var plain = try log.begin(Drill(), subject: "chon-ji", items: ["1"], settings: NoSettings())
            XCTAssertEqual(try log.waits(after: marks, in: plain), [], "no date")
            try log.finish(&plain)
        }
        let log = Fixture().log()
        let drill = Drill(rule: .spaced(.level, LeitnerScheduler.standard))
        var run = try log.begin(drill, items: ["1", "1"], settings: NoSettings())
        try log.answer(.wrong, milliseconds: 1, in: &run)
        XCTAssertEqual(try log.waits(after: [.right], in: run), [], "today's answer is saved")
    }

    // MARK: - Another scheduler

    func testTwoStabilitySchedulerFulfillsContract() {
        for broken in SchedulerContract.over(TwoStabilities()).brokenPromises() { XCTFail(broken.description) }
    }

    /// Any scheduler can rebuild all schedules from the log in one change, and back. Levels don't
    /// change.
    func testSchedulesAreRebuiltByAnyScheduler() throws {
        for seed in 1...3 as ClosedRange<UInt64> {
            for own in Self.schedulers {
                let fixture = Fixture()
                try practice(fixture, by: [.spaced(.level, own)], seed: seed)
                let log = fixture.log()
                let before = try log.memories(of: kind)
                func rebuild(by scheduler: any Scheduler) throws -> Rebuilt {
                    try log.rebuild([kind], undo: "Other dates", by: { _ in { _, _, _ in .spaced(.level, scheduler) } })
                }
                for other in Self.schedulers {
                    let rebuilt = try rebuild(by: other)
                    XCTAssertEqual([rebuilt.targets, rebuilt.incomplete], [before.count, 0])
                    let now = try log.memories(of: kind)
                    XCTAssertEqual(now.map(\.level), before.map(\.level))
                    let answers = Dictionary(
                        grouping: try fixture.answers().sorted { ($0.at, $0.turn) < ($1.at, $1.turn) }, by: \.target)
                    for memory in now {
                        let replayed = MemoryRule.spaced(.level, other).memory(replaying: answers[memory.target] ?? [])
                        XCTAssertEqual(memory.state.memory, replayed, "\(own.name) to \(other.name)")
                    }
                }
                _ = try rebuild(by: own)
                XCTAssertEqual(try log.memories(of: kind), before, own.name)
            }
        }
    }

    /// Levels of earlier versions get schedules from the log if it has their answers. A rule
    /// without schedules changes nothing.
    func testRebuildAddsSchedulesToEarlierLevels() throws {
        let fixture = Fixture()
        try practice(fixture, by: [.level], seed: 4, takesBack: false)
        let log = fixture.log()
        let before = try log.memories(of: kind)
        XCTAssertTrue(before.allSatisfy { $0.schedule == nil })
        let none = try log.rebuild([kind], undo: "None", by: { _ in { _, _, _ in .level } })
        XCTAssertEqual([none.targets, none.incomplete], [0, 0])
        XCTAssertEqual(try log.memories(of: kind), before)
        let lost = try XCTUnwrap(before.first).target
        let lostAnswers = try fixture.answers().filter { $0.target == lost }
        try fixture.store.write { unit in for answer in lostAnswers { try unit.delete(answer.id) } }
        let some = try log.rebuild(
            [kind], undo: "Dates", by: { _ in { _, _, _ in .spaced(.level, FSRSScheduler.standard) } })
        XCTAssertEqual([some.targets, some.incomplete], [before.count - 1, 0])
        for memory in try log.memories(of: kind) { XCTAssertEqual(memory.schedule == nil, memory.target == lost) }
    }
}
