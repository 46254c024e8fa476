import Kernel
import Practice
import PracticeTesting
import XCTest

/// Tests of FSRS-6 as a `Scheduler`.
final class FSRSSchedulerTests: XCTestCase {
    private func moment(_ day: Int, seconds: Double = 0) -> Moment {
        Moment(
            day: Day(ordinal: day),
            instant: Instant(milliseconds: Int64(day) * 86_400_000 + 36_000_000).adding(seconds: seconds))
    }

    private func all() throws -> [FSRSScheduler] {
        let setups = try FSRSFigures.Setup.allCases.map { FSRSScheduler(try FSRS.like($0), name: "\($0)") }
        return try [.standard] + setups.filter { $0.name != "own" }
            + [
                FSRSScheduler(FSRS(desiredRetention: 0.7)),
                FSRSScheduler(FSRS(desiredRetention: 0.97, relearningSteps: [])),
            ]
    }

    func testFSRSSchedulersFulfillContract() throws {
        for scheduler in try all() {
            for broken in SchedulerContract.over(scheduler).brokenPromises() {
                XCTFail("\(scheduler): \(broken.description)")
            }
        }
    }

    func testSchedulerDescribesItself() throws {
        XCTAssertEqual(FSRSScheduler.standard.name, "fsrs")
        XCTAssertEqual(FSRSScheduler.standard.about, "FSRS-6: back when 90 of 100 would still be known")
        XCTAssertEqual(
            FSRSScheduler(try FSRS(desiredRetention: 0.855), name: "x").about,
            "FSRS-6: back when 86 of 100 would still be known")
    }

    func testSchedulerMatchesFSRSReferenceAcrossStorage() throws {
        var compared = 0
        for history in FSRSFigures.all {
            let scheduler = FSRSScheduler(try FSRS.like(history.setup))
            var (schedule, clock, day): (Schedule?, Int, Int) = (nil, 0, 20_000)
            for review in history.reviews {
                // A calendar day corresponds to 24 hours in the reference.
                day += (review.seconds - clock) / 86_400
                clock = review.seconds
                let now = moment(day, seconds: Double(clock % 86_400))
                let next = scheduler.schedule(after: review.rating, from: schedule, at: now)
                XCTAssertEqual(next.due.days(since: now.day), Int(review.interval / 86_400), history.name)
                let stability: Double =
                    switch next.memory?["stability"] {
                    case .number(let number): number
                    case .integer(let integer): Double(integer)
                    default: 0
                    }
                XCTAssertEqual(stability, review.stability, accuracy: 1e-9, history.name)
                // The schedule passes through storage.
                schedule = try JSONDecoder().decode(Schedule.self, from: JSONValue.encoder.encode(next))
                XCTAssertEqual(schedule, next)
                compared += 1
            }
        }
        XCTAssertEqual(compared, 72)
    }

    func testShortNightCountsAsOneDay() {
        let evening = moment(100, seconds: 12 * 3600)
        let morning = moment(101, seconds: -3 * 3600)
        let scheduler = FSRSScheduler.standard
        let known = scheduler.schedule(after: .good, from: nil, at: evening)
        XCTAssertEqual(
            scheduler.schedule(after: .good, from: known, at: morning),
            scheduler.schedule(after: .good, from: known, at: moment(101, seconds: 12 * 3600)))
        XCTAssertNotEqual(
            scheduler.schedule(after: .good, from: known, at: morning).memory?["stability"],
            scheduler.schedule(after: .good, from: known, at: evening).memory?["stability"],
            "the same day uses another formula")
    }

    func testLearningStepsAreDueWithinTheDay() throws {
        let rule = MemoryRule.daily(FSRSScheduler(FSRS.standard))
        let target = Target(PracticeKind(rawValue: "drill"), "", "a")
        func after(_ rating: Rating, _ old: Memory?, _ moment: Moment) -> Memory {
            rule.memory(after: Mark(.recalled, rating), of: target, from: old, at: moment)
        }
        let first = after(.good, nil, moment(100))
        XCTAssertEqual(first.schedule?.due, moment(100).day)
        XCTAssertEqual(first.schedule?.dueAt, moment(100, seconds: 600).instant)
        XCTAssertFalse(rule.isSettled(first, last: moment(100).day, on: moment(100).day))
        let step = try XCTUnwrap(first.schedule)
        XCTAssertEqual([0, 599, 600].map { step.isDue(at: moment(100, seconds: $0)) }, [false, false, true])
        let second = after(.good, first, moment(100, seconds: 600))
        XCTAssertNil(second.schedule?.dueAt)
        XCTAssertTrue(rule.isSettled(second, last: moment(100).day, on: moment(100).day))
        XCTAssertGreaterThan(try XCTUnwrap(second.schedule).due, moment(101).day)
        // The memory passes through storage, also in the form of earlier versions.
        for memory in [first, second] {
            XCTAssertEqual(try JSONDecoder().decode(Memory.self, from: JSONValue.encoder.encode(memory)), memory)
        }
        let before = #"{"schedule": {"box": 2, "due": "2026-11-22"}}"#
        XCTAssertNil(try JSONDecoder().decode(Memory.self, from: Data(before.utf8)).schedule?.dueAt)
    }

    func testRetrievabilityIsDefinedForAnyDay() throws {
        let fixture = Fixture()
        let log = fixture.log()
        for (rule, scheduler) in [
            (MemoryRule.daily(FSRSScheduler.standard), FSRSScheduler.standard as any Scheduler),
            (.daily(LeitnerScheduler.standard), LeitnerScheduler.standard), (.level, LeitnerScheduler.standard),
        ] {
            let drill = Drill(
                kind: PracticeKind(rawValue: "\(scheduler.name)\(rule.isSettled(nil, last: nil, on: log.today))"),
                rule: rule)
            var run = try log.begin(drill, items: ["a"], settings: NoSettings())
            try log.answer(.right, milliseconds: 1, in: &run)
            let target = run.answers[0].target
            func knownShare(_ days: Int) throws -> Double {
                try log.retrievability(of: target, on: log.today.adding(days: days), by: scheduler)
            }
            if case .level = rule {
                XCTAssertEqual(try knownShare(0), try knownShare(999))
            } else {
                XCTAssertEqual(try [knownShare(-3), knownShare(0)], [1, 1])
                XCTAssertEqual(try knownShare(2), 0.9, accuracy: 0.02, "nine of ten cards are known on their due day")
                XCTAssertLessThan(try knownShare(30), try knownShare(5))
            }
            XCTAssertEqual(try log.retrievability(of: Target(drill.kind, "", "never"), on: log.today, by: scheduler), 0)
            try log.finish(&run)
        }
    }

    func testBoxFollowsInterval() {
        var schedule: Schedule?
        XCTAssertEqual(
            Rating.allCases.map { FSRSScheduler.standard.schedule(after: $0, from: nil, at: moment(100)).box },
            [1, 1, 2, 3])
        for day in [100, 102, 112, 160] {
            schedule = FSRSScheduler.standard.schedule(after: .good, from: schedule, at: moment(day))
        }
        XCTAssertEqual(schedule?.box, 5)
        XCTAssertEqual(FSRSScheduler.standard.schedule(after: .again, from: schedule, at: moment(300)).box, 1)
    }

    func testLeitnerBoxSeedsStateAndDamageFallsBackToIt() throws {
        let boxed = Schedule(box: 4, due: moment(109).day)
        let next = FSRSScheduler.standard.schedule(after: .good, from: boxed, at: moment(109))
        let later = FSRSScheduler.standard.schedule(after: .good, from: boxed, at: moment(150))
        XCTAssertGreaterThan(next.due.days(since: moment(109).day), 9, "it was known for 9 days, and was known again")
        XCTAssertGreaterThan(later.due.days(since: moment(150).day), next.due.days(since: moment(109).day))
        let completeMemory = try XCTUnwrap(next.memory)
        for (name, value) in [
            ("stability", JSONValue.number(0)), ("stability", .number(-3)), ("stability", .string("9")),
            ("difficulty", .integer(11)),
            ("phase", .string("Forgotten")), ("phase", .string("Learning")), ("step", .integer(3)), ("interval", .null),
            ("last", .string("yesterday")), ("scheduler", .string("FSRS-7")),
        ] {
            var memory = completeMemory
            memory[name] = value
            let damaged = FSRSScheduler.standard.schedule(
                after: .good, from: Schedule(box: 4, due: moment(109).day, memory: memory), at: moment(109))
            XCTAssertEqual(damaged, next, "\(name): \(value)")
        }
        var sound = completeMemory
        sound["difficulty"] = .integer(5)
        XCTAssertNotEqual(
            FSRSScheduler.standard.schedule(
                after: .good, from: Schedule(box: 4, due: next.due, memory: sound), at: moment(120)),
            FSRSScheduler.standard.schedule(after: .good, from: Schedule(box: 4, due: next.due), at: moment(120)),
            "an integer is a valid number")
    }

    /// The memory of any rule can be rebuilt from the log of any other rule.
    func testMemoryIsRebuiltFromLogByAnyRule() throws {
        let rules: [MemoryRule] = [
            .level, .measured, .schedule(LeitnerScheduler.standard), .daily(LeitnerScheduler.intensive),
            .schedule(FSRSScheduler(.standard)), .daily(FSRSScheduler.standard),
            .spaced(.level, FSRSScheduler(.standard)),
            .spaced(.measured, LeitnerScheduler.standard),
        ]
        var rebuilt = 0
        for seed in 1...4 as ClosedRange<UInt64> {
            let fixtures = try rules.map { try practice(by: $0, seed: seed) }
            for (rule, own) in zip(rules, fixtures) {
                for other in fixtures {
                    for (name, answers) in other.answers {
                        rebuilt += 1
                        XCTAssertEqual(rule.memory(replaying: answers), own.memories[name], "seed \(seed), \(rule)")
                    }
                }
            }
            XCTAssertNil(rules[0].memory(replaying: []))
        }
        XCTAssertGreaterThan(rebuilt, 300)
    }

    /// Practises for a month in sessions that the seed decides, the same for every rule. Some
    /// answers are undone or counted as right.
    private func practice(by rule: MemoryRule, seed: UInt64) throws -> (
        memories: [String: Memory], answers: [String: [Answer]]
    ) {
        var random = RandomSource(seed: seed)
        let fixture = Fixture()
        let log = fixture.log(seed: seed)
        for _ in 0..<Int.random(in: 2...8, using: &random) {
            let items = (0..<6).map { _ in ["a", "b", "c"].randomElement(using: &random) ?? "a" }
            var run = try log.begin(Drill(rule: rule), items: items, settings: NoSettings())
            while !run.isDone {
                let rating = Rating(rawValue: Int.random(in: 1...4, using: &random)) ?? .good
                try log.answer(Mark(.recalled, rating), milliseconds: 9, in: &run)
                let chance = Int.random(in: 0..<6, using: &random)
                if chance == 0 { try log.undoAnswer(in: &run) }
                if chance == 1, run.correctableAnswer != nil { try log.countRight(in: &run) }
                fixture.wait(seconds: Double(Int.random(in: 1...900, using: &random)))
            }
            try log.finish(&run)
            fixture.sleep(days: Int.random(in: 0...9, using: &random))
        }
        let memories = try log.memories(of: Drill().kind).map { ($0.target.name, $0.state.memory) }
        let answers = try fixture.answers().sorted { ($0.at, $0.turn) < ($1.at, $1.turn) }
        return (Dictionary(uniqueKeysWithValues: memories), Dictionary(grouping: answers, by: \.target.name))
    }
}
