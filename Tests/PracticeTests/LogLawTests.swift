import Kernel
import Practice
import Storage
import XCTest

/// Properties of the log over several exercises: interrupted runs, undo and figures.
final class LogLawTests: XCTestCase {
    private static let drills = ["chess", "sums", "something-newer"].map { Drill(kind: PracticeKind(rawValue: $0)) }
    private let items = ["1", "2", "3", "4", "5", "6"]

    func testFiguresAgreeWithCountOfAllAnswers() throws {
        for seed in 1...12 as ClosedRange<UInt64> {
            var random = RandomSource(seed: seed)
            let fixture = Fixture()
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                _ = try fixture.practise(
                    Self.drills.randomElement(using: &random) ?? Drill(), fixture.log(seed: seed), &random)
                fixture.sleep(days: Int.random(in: 0...2, using: &random))
            }
            let log = fixture.log()
            let answers = try fixture.answers()
            let figures = PracticeStatistics(try log.days(), today: log.today)
            XCTAssertEqual(figures.answers, answers.count)
            XCTAssertEqual(figures.right, answers.count { $0.isRight })
            XCTAssertEqual(figures.sessions, Set(answers.map(\.run)).count)
            XCTAssertEqual(figures.streak, Streak(days: answers.map(\.day), today: log.today))
            XCTAssertEqual(figures.today.answers, answers.count { $0.day == log.today })
            XCTAssertEqual(figures.days.map(\.day), Set(answers.map(\.day)).sorted())
            XCTAssertEqual(figures.latest(days: 30).count, 30)
            for kind in figures.kinds {
                let own = answers.filter { $0.target.kind == kind.kind }
                XCTAssertEqual(kind.answers, own.count)
                XCTAssertEqual(kind.right, own.count { $0.isRight })
                XCTAssertEqual(kind.sessions, Set(own.map(\.run)).count)
                XCTAssertEqual(kind.last, own.map(\.day).max())
                XCTAssertEqual(
                    Double(kind.minutes), Double(own.reduce(0) { $0 + $1.milliseconds }) / 60_000, accuracy: 0.5)
                let memories = try log.memories(of: kind.kind)
                XCTAssertEqual(memories.reduce(0) { $0 + $1.state.answers }, own.count)
                XCTAssertEqual(memories.reduce(0) { $0 + $1.state.right }, own.count { $0.isRight })
            }
        }
    }

    /// Undoing all answers in any run leaves no memory, day or answer.
    func testUndoRestoresEarlierState() throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            var random = RandomSource(seed: seed)
            let fixture = Fixture()
            let log = fixture.log(seed: seed)
            let rule: MemoryRule = seed.isMultiple(of: 2) ? .level : .schedule(LeitnerScheduler.standard)
            var run = try log.begin(
                Drill(rule: rule), items: items.map { _ in ["a", "b"].randomElement(using: &random) ?? "a" },
                settings: NoSettings())
            var states: [([ItemMemory], [PracticeDay])] = []
            while !run.isDone {
                states.append((try log.memories(of: run.exercise.kind), try log.days()))
                try log.answer(Bool.random(using: &random) ? .right : .wrong, milliseconds: 7, in: &run)
            }
            while let before = states.popLast() {
                let place = run.place
                try log.undoAnswer(in: &run)
                XCTAssertEqual(run.place, place - 1)
                XCTAssertEqual(try log.memories(of: run.exercise.kind), before.0)
                XCTAssertEqual(try log.days(), before.1)
            }
            XCTAssertEqual(try fixture.answers(), [])
            XCTAssertThrowsError(try log.undoAnswer(in: &run)) {
                XCTAssertEqual(($0 as? Failure)?.code, .nothingToTakeBack)
            }
        }
    }

    func testInterruptedRunResumesWithoutLoss() throws {
        for answerCount in 0...5 {
            let fixture = Fixture()
            let log = fixture.log()
            var run = try log.begin(Drill(), subject: "a", items: items, settings: NoSettings())
            for place in 0..<answerCount { try log.answer(place % 2 == 0 ? .right : .wrong, milliseconds: 1, in: &run) }
            let unfinished = try XCTUnwrap(fixture.log(seed: 9).unfinished(Drill(), subject: "a"))
            XCTAssertEqual(unfinished.answers, run.answers, "cut after \(answerCount)")
            XCTAssertEqual(unfinished.log, run.log)
            XCTAssertEqual(unfinished.item, "\(answerCount + 1)")
            XCTAssertEqual(unfinished.seed, run.seed)
        }
    }

    func testMovesAreStoredAndUndoReturnsToEarlierPlace() throws {
        let log = Fixture().log()
        func storedPlace() throws -> Int? { try log.unfinished(Drill(), subject: "a")?.place }
        var run = try log.begin(Drill(), subject: "a", items: items, settings: NoSettings())
        try log.move(to: 2, in: &run)
        XCTAssertEqual(try storedPlace(), 2)
        try log.answer(.right, milliseconds: 1, in: &run)
        XCTAssertEqual(try storedPlace(), 3)
        try log.undoAnswer(in: &run)
        XCTAssertEqual(run.place, 2)
        XCTAssertEqual(try storedPlace(), 2)
        try log.answer(.right, milliseconds: 1, in: &run)
        try log.move(to: 0, in: &run)
        try log.answer(.right, milliseconds: 1, in: &run)
        try log.pause(&run)
        XCTAssertEqual(try storedPlace(), 1)
        for (expected, place) in [(99, 6), (-3, 0)] {
            try log.move(to: expected, in: &run)
            XCTAssertEqual(try storedPlace(), place)
        }
    }

    func testStoreUndoRemovesAnswerOfPausedRun() throws {
        let fixture = Fixture()
        let log = fixture.log()
        var run = try log.begin(Drill(), subject: "a", items: items, settings: NoSettings())
        for _ in 0..<2 { try log.answer(.right, milliseconds: 1, in: &run) }
        try log.pause(&run)
        XCTAssertEqual(try fixture.store.undoLast().label, "Answered 2")
        let unfinished = try XCTUnwrap(log.unfinished(Drill(), subject: "a"))
        XCTAssertEqual(unfinished.place, 1)
        XCTAssertEqual(unfinished.answers.count, 1)
        XCTAssertEqual(try log.days().map(\.answers), [1])
        XCTAssertThrowsError(try log.undoAnswer(in: &run)) { XCTAssertEqual(($0 as? Failure)?.code, .answerNotFound) }
    }

    func testUnfinishedRunMatchesActivityAndSubject() throws {
        let log = Fixture().log()
        var run = try log.begin(Drill(activity: "test"), subject: "a", items: items, settings: NoSettings())
        XCTAssertNil(try log.unfinished(Drill(activity: "quiz"), subject: "a"))
        XCTAssertNil(try log.unfinished(Drill(activity: "test"), subject: "b"))
        XCTAssertNotNil(try log.unfinished(Drill(activity: "test")))
        try log.close(&run, .init(share: 800, isPassed: true))
        XCTAssertNil(try log.unfinished(Drill(activity: "test"), subject: "a"))
        try log.finish(&run)
        XCTAssertEqual(try log.runs().map(\.outcome), [.init(share: 800, isPassed: true)], "an ended run stays ended")
    }

    func testRunWithUnknownItemsIsNotResumed() throws {
        let log = Fixture().log()
        _ = try log.begin(Multiplication(), items: [.init(row: 7, by: 8)], settings: NoSettings())
        XCTAssertNil(try log.unfinished(Drill(kind: Multiplication().kind, activity: "practice")))
    }

    func testItemsMissingFromContentAreSkipped() throws {
        let log = Fixture().log()
        var run = try log.begin(Drill(missing: ["1", "2", "6"]), items: items, settings: NoSettings())
        XCTAssertEqual(try log.task(in: &run), "3")
        for _ in 0..<3 { try log.answer(.right, milliseconds: 1, in: &run) }
        XCTAssertNil(try log.task(in: &run))
        XCTAssertTrue(run.isDone)
        XCTAssertThrowsError(try log.answer(.right, milliseconds: 1, in: &run)) {
            XCTAssertEqual(($0 as? Failure)?.code, .nothingLeft)
        }
    }

    /// `task` skips missing items only. `pass` skips exactly one item.
    func testPassSkipsOneItem() throws {
        let log = Fixture().log()
        var run = try log.begin(Drill(missing: ["2", "5", "6"]), items: items, settings: NoSettings())
        for (item, skipped) in [("1", 0), ("3", 2), ("4", 3)] {
            XCTAssertEqual(try log.task(in: &run), item)
            XCTAssertEqual(run.skipped, skipped)
            try log.skip(in: &run)
        }
        XCTAssertNil(try log.task(in: &run))
        try log.skip(in: &run)
        XCTAssertEqual([run.place, run.remaining, run.skipped], [6, 0, 6])
    }

    func testLevelRisesOnlyWithRightAnswersUpToFull() throws {
        for seed in 1...40 as ClosedRange<UInt64> {
            var random = RandomSource(seed: seed)
            var level: Level?
            for _ in 0..<30 {
                let right = Int.random(in: 0...3, using: &random)
                let mark = Mark(
                    Evidence.allCases.randomElement(using: &random) ?? .done,
                    (0..<3).map { Mark.Field("\($0)", isRight: $0 < right) })
                let next = Level(after: mark, from: level)
                let before = level?.value ?? 0
                XCTAssertTrue((0...Level.full).contains(next.value))
                if right == 3 {
                    XCTAssertGreaterThanOrEqual(next.value, before)
                } else {
                    XCTAssertLessThanOrEqual(next.value, before)
                }
                level = next
            }
            for _ in 0..<40 { level = Level(after: .right, from: level) }
            XCTAssertEqual(level?.value, Level.full)
        }
    }

    func testSixRecalledAnswersExceedNinetyPercent() {
        var level: Level?
        for _ in 0..<50 { level = Level(after: Mark(.done, .good), from: level) }
        XCTAssertEqual(level?.value, Evidence.done.ceiling)
        level = nil
        for count in 1...6 {
            level = Level(after: .right, from: level)
            XCTAssertEqual((level?.value ?? 0) > 900, count == 6, "\(count)")
        }
    }

    func testInvalidRecordsFailToDecode() throws {
        let fixture = Fixture()
        var random = RandomSource(seed: 4)
        _ = try fixture.practise(Drill(), fixture.log(), &random)
        let sound = try fixture.store.archive()
        let damages: [(String, String, [JSONValue])] = [
            ("practice.runs", "place", [.integer(-1), .integer(99), .integer(.max)]),
            ("practice.answers", "fields", [.array([]), .null]),
            ("practice.answers", "milliseconds", [.integer(60_001), .integer(.min)]),
            ("practice.answers", "evidence", [.string("heard")]), ("practice.answers", "rating", [.integer(5)]),
            (
                "practice.answers", "after",
                [.object(["schedule": .object(["box": .integer(6), "due": .string("2026-01-01")])])]
            ),
            (
                "practice.memory", "state",
                [
                    .object(["memory": .object(["level": .object(["value": .integer(1001), "isShaky": .bool(false)])])]
                    ), .null,
                ]
            ),
            ("practice.days", "kind", [.integer(3)]), ("practice.days", "answers", [.integer(.max), .integer(0)]),
            ("practice.days", "right", [.integer(9)]),
            ("practice.days", "milliseconds", [.integer(480_001), .integer(-1)]),
        ]
        for (collection, field, values) in damages {
            for value in values {
                let records = sound.map { record in
                    guard record.collection == collection else { return record }
                    var payload = record.payload
                    payload[field] = value
                    return ArchivedRecord(
                        collection: record.collection, id: record.id, version: record.version, payload: payload)
                }
                XCTAssertNotEqual(records, sound, collection)
                XCTAssertThrowsError(
                    try MemoryStore().write {
                        try $0.restore(records, collections: StoredPracticeRepository.collections)
                    },
                    "\(collection) \(field) \(value)"
                ) { XCTAssertEqual(($0 as? Failure)?.code, .unreadableRecord) }
            }
        }
    }

    func testArchiveRestoresAllRecords() throws {
        let fixture = Fixture()
        var random = RandomSource(seed: 8)
        _ = try fixture.practise(Drill(), fixture.log(), &random)
        let target = MemoryStore()
        try target.write { try $0.restore(fixture.store.archive(), collections: StoredPracticeRepository.collections) }
        XCTAssertEqual(try target.archive(), try fixture.store.archive())
        XCTAssertEqual(try Fixture(target).answers(), try fixture.answers())
    }
}
