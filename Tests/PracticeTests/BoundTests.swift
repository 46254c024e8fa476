import Kernel
import Practice
import XCTest

/// Tests of numbers at and beyond their documented limits.
final class BoundTests: XCTestCase {
    private let today = Day(ordinal: 20_000)
    private let kind = PracticeKind(rawValue: "drill")

    private func mark(_ evidence: Evidence, _ right: Int, of all: Int) -> Mark {
        Mark(evidence, (0..<all).map { Mark.Field("\($0)", isRight: $0 < right) })
    }

    /// A level moves a third of the way to the shown value, rounded up.
    func testLevelMovesOneThirdTowardsShownValue() {
        for (before, evidence, right, after) in [
            (0, Evidence.done, 2, 167), (0, .chosen, 2, 267), (0, .recalled, 2, 334), (500, .chosen, 2, 600),
            (499, .chosen, 2, 600), (498, .chosen, 2, 599), (500, .done, 2, 500), (501, .done, 2, 501),
            (799, .chosen, 2, 800),
            (900, .recalled, 0, 600), (899, .recalled, 0, 599), (898, .recalled, 0, 598), (900, .recalled, 1, 766),
            (500, .recalled, 1, 500), (501, .recalled, 1, 500), (499, .recalled, 1, 499), (0, .recalled, 0, 0),
        ] {
            let level = Level(after: mark(evidence, right, of: 2), from: Level(before))
            XCTAssertEqual(level.value, after, "\(before) \(evidence) \(right)")
        }
        XCTAssertEqual(Evidence.allCases.map(\.ceiling), [500, 800, 1000])
        XCTAssertEqual([-1, 0, 1000, 1001].map { Level($0).value }, [0, 0, 1000, 1000])
        XCTAssertFalse(Level(1).isShaky)
    }

    /// An exercise that asks everything measures: the level becomes the shown value, and a right
    /// answer never lowers it.
    func testMeasuredLevelEqualsShownValue() {
        for (before, evidence, right, after) in [
            (nil, Evidence.recalled, 4, 1000), (nil, .chosen, 4, 800), (nil, .done, 4, 500), (nil, .recalled, 3, 750),
            (nil, .recalled, 0, 0), (900, .chosen, 4, 900), (801, .chosen, 4, 801), (799, .chosen, 4, 800),
            (900, .recalled, 2, 500), (100, .recalled, 2, 500), (1000, .recalled, 0, 0),
        ] as [(Int?, Evidence, Int, Int)] {
            let old = before.map { Level($0, isShaky: true) }
            let measured = Level(measuredBy: mark(evidence, right, of: 4), from: old)
            XCTAssertEqual(measured.value, after, "\(before as Any) \(evidence) \(right)")
            XCTAssertEqual(measured.isShaky, Level(after: mark(evidence, right, of: 4), from: old).isShaky)
            let target = Target(kind, "a", "b")
            let result = MemoryRule.measured.memory(
                after: mark(evidence, right, of: 4), of: target, from: old.map { Memory.level($0) },
                at: Moment(day: today, instant: Instant(milliseconds: 0)))
            XCTAssertEqual(result.level, measured)
        }
    }

    func testFiguresOrderKindsByName() {
        let days = ["sparring", "cards", "theory"].map { name in
            PracticeDay(day: today, run: "r", kind: PracticeKind(rawValue: name))
        }
        XCTAssertEqual(
            PracticeStatistics(days, today: today).kinds.map(\.kind.rawValue), ["cards", "sparring", "theory"])
    }

    /// A level is shaky after a mistake while following, until a recalled or chosen answer is
    /// right.
    func testOnlyMistakesWhileFollowingMakeLevelShaky() {
        for evidence in Evidence.allCases {
            for (old, right, isShaky) in [
                (Bool?.none, true, false), (nil, false, evidence == .done), (false, true, false),
                (false, false, evidence == .done),
                (true, true, false), (true, false, true),
            ] {
                let level = Level(
                    after: mark(evidence, right ? 1 : 0, of: 1), from: old.map { Level(400, isShaky: $0) })
                XCTAssertEqual(level.isShaky, isShaky, "\(evidence) \(old as Any) \(right)")
            }
        }
    }

    func testLeechHasEightMissesAndLowBox() {
        func memory(misses: Int, _ memory: Memory) -> ItemMemory {
            ItemMemory(
                Target(kind, "a", "b"),
                MemoryState(memory: memory, answers: misses + 5, right: 5, last: today, latest: "1"))
        }
        for (misses, box, isLeech) in [
            (7, 1, false), (8, 1, true), (8, 3, true), (8, 4, false), (0, 1, false), (99, 5, false),
        ] {
            let card = memory(misses: misses, .schedule(Schedule(box: box, due: today)))
            XCTAssertEqual(card.isLeech, isLeech, "\(misses) \(box)")
            XCTAssertEqual([card.level, card.misses], [0, misses])
        }
        XCTAssertFalse(memory(misses: 9, .level(Level(0))).isLeech)
        XCTAssertEqual(memory(misses: 9, .level(Level(7))).level, 7)
    }

    func testFiguresAreRoundedAndClamped() {
        for (part, total, share) in [
            (0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 1), (1, 3, 0.3333), (2, 3, 0.6667), (1, 8, 0.125),
        ] {
            XCTAssertEqual(Figures.share(part, of: total), share, "\(part) of \(total)")
        }
        for (milliseconds, minutes) in [(0, 0), (29_999, 0), (30_000, 1), (89_999, 1), (90_000, 2)] {
            XCTAssertEqual(Figures.minutes(milliseconds), minutes, "\(milliseconds)")
        }
        XCTAssertEqual([-1, 0, 1000, 1001].map { LoggedRun.Outcome(share: $0).share }, [0, 0, 1000, 1000])
        for count in [-1, 0, 1, 2] {
            XCTAssertEqual(PracticeStatistics([], today: today).latest(days: count).count, max(0, count))
            XCTAssertEqual(ScheduleStatistics([], today: today).forecast(days: count).count, max(0, count))
        }
    }

    func testMarkIsRightWhenAllFieldsAreRight() {
        for (right, all, isRight, share) in [
            (0, 0, false, 0), (0, 1, false, 0), (1, 1, true, 1000), (2, 3, false, 666), (3, 3, true, 1000),
        ] {
            let mark = mark(.recalled, right, of: all)
            XCTAssertEqual(mark.isRight, isRight, "\(right) of \(all)")
            XCTAssertEqual(mark.share, share)
            XCTAssertEqual(mark.rating, isRight ? .good : .again)
        }
        XCTAssertEqual(Rating.allCases.map(\.isRight), [false, true, true, true])
    }

    /// Again moves to the first box, hard keeps the box, good moves up by one and easy by two, at
    /// most to the last.
    func testLeitnerBoxesPerRating() throws {
        let scheduler = try LeitnerScheduler(intervals: [1, 20, 300, 364, 365])
        let moment = Moment(day: today, instant: .earliest)
        for (rating, boxes) in [
            (Rating.again, [1, 1, 1, 1, 1, 1]), (.hard, [1, 1, 2, 3, 4, 5]), (.good, [2, 2, 3, 4, 5, 5]),
            (.easy, [3, 3, 4, 5, 5, 5]),
        ] {
            let starts = [nil] + (1...5).map { Schedule(box: $0, due: today) }
            let next = starts.map { scheduler.schedule(after: rating, from: $0, at: moment) }
            XCTAssertEqual(next.map(\.box), boxes, "\(rating)")
            XCTAssertEqual(
                next.map { $0.due.days(since: today) }, boxes.map { scheduler.intervals[$0 - 1] }, "\(rating)")
        }
        XCTAssertEqual(
            LeitnerScheduler.presets.map(\.name), ["beginner", "standard", "intensive"])
        XCTAssertEqual(
            LeitnerScheduler.presets.map(\.intervals), [[1, 1, 2, 4, 7], [1, 2, 4, 9, 14], [1, 1, 2, 3, 5]])
        XCTAssertEqual([-1, 0, 1, 5, 6].map { Schedule(box: $0, due: today).box }, [1, 1, 1, 5, 5])
        XCTAssertEqual(
            [-1, 0, 1].map { Schedule(box: 1, due: today.adding(days: $0)).isDue(on: today) }, [true, true, false])
    }

    /// Returns the length of the streak that ends on the day before. The day itself has no effect.
    func testStreakBeforeDayIgnoresThatDay() throws {
        let fixture = Fixture()
        var days: [Day] = []
        for pause in [1, 1, 1, 2, 1, 3] {
            let log = fixture.log()
            var run = try log.begin(Drill(), items: ["1"], settings: NoSettings())
            try log.answer(.right, milliseconds: 1, in: &run)
            days.append(log.today)
            fixture.sleep(days: pause)
        }
        let first = days[0]
        XCTAssertEqual(days.map { $0.days(since: first) }, [0, 1, 2, 3, 5, 6])
        XCTAssertEqual(
            try (0...9).map { try fixture.log().streak(before: first.adding(days: $0)) },
            [0, 1, 2, 3, 4, 0, 1, 2, 0, 0])
        XCTAssertEqual(try fixture.log().practiceDays(), Set(days))
    }

    /// Seeds have 52 bits, the most that every JSON number holds exactly.
    func testSeedsUseFiftyTwoBits() throws {
        let log = Fixture().log()
        let seeds = try (0..<64).map { _ in try log.begin(Drill(), items: ["1"], settings: NoSettings()).log.seed }
        XCTAssertTrue(seeds.allSatisfy((0..<1 << 52).contains))
        XCTAssertGreaterThanOrEqual(seeds.max() ?? 0, 1 << 51)
        let run = try log.begin(Drill(), items: ["1"], settings: NoSettings(), seed: 7)
        XCTAssertEqual([run.log.seed, Int(run.seed)], [7, 7])
    }

    func testDecodingRejectsValuesOutOfBounds() {
        let outcomes = [-1, 0, 1000, 1001].map { share in
            try? JSONValue(encoding: ["share": share]).decoded(LoggedRun.Outcome.self).share
        }
        XCTAssertEqual(outcomes, [nil, 0, 1000, nil])
        let boxes = (0...6).map { box in
            try? JSONValue(encoding: Schedule(box: 1, due: today)).with("box", .integer(box)).decoded(Schedule.self).box
        }
        XCTAssertEqual(boxes, [nil, 1, 2, 3, 4, 5, nil])
        let levels = [-1, 0, 1000, 1001].map { value in
            try? JSONValue(encoding: Level(1)).with("value", .integer(value)).decoded(Level.self).value
        }
        XCTAssertEqual(levels, [nil, 0, 1000, nil])
        let state = MemoryState(memory: .level(Level(1)), answers: 3, right: 1, last: today, latest: "1")
        let rights = [-1, 0, 3, 4].map { right in
            try? JSONValue(encoding: state).with("right", .integer(right)).decoded(MemoryState.self).right
        }
        XCTAssertEqual(rights, [nil, 0, 3, nil])
    }
}

extension JSONValue {
    fileprivate func with(_ field: String, _ value: JSONValue) -> JSONValue {
        var changed = self
        changed[field] = value
        return changed
    }
}
