import Kernel
import Learning
import LearningTesting
import Practice
import Storage
import TerminalTesting
import XCTest

/// Tests of FSRS as an alternative to Leitner: a learner can switch in both directions without data
/// loss.
final class SchedulingTests: XCTestCase {
    /// Studies for weeks in sessions that the seed decides, some with another preset.
    private func studied(_ fixture: StudyFixture, seed: UInt64, sessions: Int = 8) throws {
        var random = RandomSource(seed: seed)
        for _ in 0..<sessions {
            let flashcards = try fixture.flashcards(seed: seed)
            let preset = ["standard", "beginner", "1/3/7/14/30", nil].randomElement(using: &random) ?? nil
            guard let run = try? flashcards.begin(StudyConfiguration(cards: 15, scheduler: preset)) else { continue }
            _ = try flashcards.play(run, &random) { fixture.wait(seconds: 20) }
            fixture.sleep(days: Int.random(in: 0...6, using: &random))
        }
    }

    private func answersAndDays(_ fixture: StudyFixture) throws -> [String] {
        try ["\(fixture.answers())", "\(fixture.log().days())"]
    }

    func testSwitchingSchedulerAndBackRestoresMemories() throws {
        for seed in 1...6 as ClosedRange<UInt64> {
            let fixture = StudyFixture()
            try studied(fixture, seed: seed)
            let flashcards = try fixture.flashcards()
            let before = try flashcards.log.memories(of: .flashcards)
            let recorded = try answersAndDays(fixture)
            let (settings, there) = try flashcards.reschedule { $0.scheduling = .fsrs }
            XCTAssertEqual(settings.scheduling, .fsrs)
            let answers = try fixture.answers().count
            XCTAssertEqual([there?.targets, there?.incomplete, there?.answers], [before.count, 0, answers])
            let between = try flashcards.log.memories(of: .flashcards)
            XCTAssertEqual(between.count { $0.schedule.flatMap(FSRSState.init(of:)) != nil }, before.count)
            // The counts of a card don't depend on the scheduler.
            XCTAssertEqual(
                between.map { [$0.state.answers, $0.state.right] }, before.map { [$0.state.answers, $0.state.right] })
            XCTAssertEqual(between.map(\.state.latest), before.map(\.state.latest))
            _ = try flashcards.reschedule { $0.scheduling = .leitner }
            XCTAssertEqual(try flashcards.log.memories(of: .flashcards), before, "seed \(seed)")
            XCTAssertEqual(try self.answersAndDays(fixture), recorded)
        }
    }

    /// Word-building exercises follow the scheduler too, and their schedules are rebuilt from the
    /// answers.
    func testWordBuildingFollowsScheduler() throws {
        let fixture = StudyFixture()
        let log = fixture.log()
        for ratings in [[Rating.good, .again, .hard], [.good, .good, .again], [.hard, .good, .good]] {
            var run = try log.begin(WordBuilding(), items: Array(ratings.indices), settings: NoSettings())
            for rating in ratings { try log.answer(rating, milliseconds: 900, in: &run) }
            try log.finish(&run)
            fixture.sleep(days: 4)
        }
        let flashcards = try fixture.flashcards()
        let before = try log.memories(of: .building)
        XCTAssertEqual(before.count, 3)
        let rebuilt = try flashcards.reschedule { $0.scheduling = .fsrs }.rebuilt
        XCTAssertEqual(rebuilt?.kinds[.building], Rebuilt.Part(targets: 3, incomplete: 0))
        let between = try log.memories(of: .building)
        XCTAssertEqual(between.count { $0.schedule.flatMap(FSRSState.init(of:)) != nil }, 3)
        // The same answers give the same waits if FSRS is used from the start.
        let other = StudyFixture()
        for ratings in [[Rating.good, .again, .hard], [.good, .good, .again], [.hard, .good, .good]] {
            var run = try other.log().begin(
                WordBuilding(scheduler: FSRSScheduler.standard), items: Array(ratings.indices), settings: NoSettings())
            for rating in ratings { try other.log().answer(rating, milliseconds: 900, in: &run) }
            try other.log().finish(&run)
            other.sleep(days: 4)
        }
        let wait = { (memory: ItemMemory) in memory.schedule.map { $0.due.days(since: memory.state.last) } }
        XCTAssertEqual(between.map(wait), try other.log().memories(of: .building).map(wait))
        _ = try flashcards.reschedule { $0.scheduling = .leitner }
        XCTAssertEqual(try log.memories(of: .building), before)
    }

    /// The state is the same as if FSRS had been used from the first answer. Each first answer of a
    /// day is a review.
    func testFSRSStateIsReplayedFromAnswers() throws {
        let fixture = StudyFixture()
        try studied(fixture, seed: 9)
        let flashcards = try fixture.flashcards()
        _ = try flashcards.reschedule { $0.scheduling = .fsrs }
        var compared = 0
        for (target, answers) in Dictionary(grouping: try fixture.answers(), by: \.target) {
            var (state, last): (FSRSState?, Day?) = (nil, nil)
            for answer in answers.sorted(by: { $0.at < $1.at }) where answer.day != last {
                let day = Instant(milliseconds: Int64(answer.day.ordinal) * 86_400_000)
                state = FSRS.daily.state(after: answer.rating, from: state, at: day)
                last = answer.day
            }
            let schedule = try XCTUnwrap(flashcards.log.memory(of: target)?.memory.schedule)
            XCTAssertEqual(FSRSState(of: schedule), state)
            let wait = Int(try XCTUnwrap(state).interval / 86_400)
            let range = FSRS.daily.fuzzRange(around: wait)
            XCTAssertTrue(range.contains(schedule.due.days(since: try XCTUnwrap(last))), "\(target.name)")
            compared += 1
        }
        XCTAssertGreaterThan(compared, 20)
    }

    func testIncompleteLogIsReportedAndStudyContinues() throws {
        let fixture = StudyFixture()
        try studied(fixture, seed: 4)
        let answers = try fixture.answers()
        let holed = Set(answers.filter { $0.before != nil }.prefix(3).map(\.target) + answers.suffix(1).map(\.target))
        try fixture.store.write { unit in
            for target in holed {
                for answer in answers.filter({ $0.target == target }).prefix(1) { try unit.delete(answer.id) }
            }
        }
        let flashcards = try fixture.flashcards()
        let before = try flashcards.log.memories(of: .flashcards)
        for scheduling in [Scheduling.fsrs, .leitner, .fsrs] {
            let rebuilt = try XCTUnwrap(flashcards.reschedule { $0.scheduling = scheduling }.rebuilt)
            XCTAssertEqual(rebuilt.incomplete, holed.count)
            XCTAssertEqual(rebuilt.targets, before.count)
        }
        XCTAssertTrue(try flashcards.log.memories(of: .flashcards).allSatisfy { $0.schedule != nil })
        fixture.sleep(days: 40)
        var random = RandomSource(seed: 1)
        XCTAssertGreaterThan(try flashcards.play(flashcards.begin(), &random).answered, 5)
        // Without any answer only the boxes are known.
        try fixture.store.write { unit in for answer in try fixture.answers(in: unit) { try unit.delete(answer.id) } }
        let none = try XCTUnwrap(flashcards.reschedule { $0.scheduling = .leitner }.rebuilt)
        XCTAssertEqual(
            [none.targets, none.incomplete, none.answers],
            [try flashcards.log.memories(of: .flashcards).count, none.targets, 0])
    }

    func testSessionWithFSRSStepsRepeatsAndReschedules() throws {
        let fixture = StudyFixture()
        var flashcards = try fixture.flashcards()
        _ = try flashcards.reschedule {
            ($0.scheduling, $0.fsrs.steps, $0.fsrs.easyDays) = (.fsrs, [60, 600], [.saturday, .sunday])
        }
        flashcards = try fixture.flashcards()
        var run = try flashcards.begin(StudyConfiguration(cards: 6))
        let first = try XCTUnwrap(flashcards.question(in: run))
        XCTAssertEqual(first.waits[.again], 0)
        XCTAssertEqual(first.waits[.good], 0, "a learning step of today")
        XCTAssertGreaterThan(try XCTUnwrap(first.waits[.easy]), 2)
        try flashcards.log.answer(.rated(.good), milliseconds: 900, in: &run)
        XCTAssertEqual(run.items.count, 7)
        XCTAssertEqual(run.items.last?.card, first.card, "a step of ten minutes ends with the session")
        XCTAssertEqual(run.items.last?.step, .again)
        while run.place < 6 { try flashcards.log.answer(.rated(.easy), milliseconds: 900, in: &run) }
        fixture.wait(seconds: 600)
        XCTAssertEqual(try flashcards.question(in: run)?.isAtStep, true)
        try flashcards.log.answer(.rated(.good), milliseconds: 900, in: &run)
        XCTAssertEqual(run.answers.map(\.isRepeat), Array(repeating: false, count: 7))
        XCTAssertTrue(run.isDone)
        XCTAssertEqual(try flashcards.results(of: run).answered, 6, "a step does not count as another card")
        XCTAssertEqual(
            try flashcards.log.memory(of: first.card.target)?.answers, 1, "a step does not count as another day")
        let memories = try flashcards.log.memories(of: .flashcards)
        XCTAssertTrue(
            memories.allSatisfy {
                $0.schedule?.dueAt == nil && ($0.schedule?.due ?? flashcards.log.today) > flashcards.log.today
            }
        )
        // Each card has its own chance. None is due on an easy day if another day is possible.
        let easy = memories.compactMap(\.schedule?.due).filter { [.saturday, .sunday].contains($0.weekday) }
        XCTAssertTrue(easy.allSatisfy { $0.days(since: flashcards.log.today) <= 2 }, "\(easy)")
        // Undo returns to the step, and the same answer gives the same result.
        let memory = try flashcards.log.memory(of: first.card.target)
        try flashcards.log.undoAnswer(in: &run)
        XCTAssertEqual(try flashcards.question(in: run)?.isAtStep, true)
        try flashcards.log.answer(.rated(.good), milliseconds: 900, in: &run)
        XCTAssertEqual(try flashcards.log.memory(of: first.card.target)?.memory, memory?.memory)
    }

    func testInvalidStoredParametersAreReportedWithAdvice() throws {
        let fixture = StudyFixture()
        try studied(fixture, seed: 2, sessions: 2)
        _ = try fixture.flashcards().reschedule { $0.scheduling = .fsrs }
        let standard = FSRSWeights.standard.values
        let edits: [[JSONValue]] = [
            [.null], standard.map(JSONValue.number) + [.number(1)], standard.map { .number($0 * -1) },
            standard.enumerated().map { $0.offset == 20 ? .string("NaN") : .number($0.element) },
        ]
        for edit in edits {
            var settings = try JSONValue(JSONValue.encoder.encode(fixture.flashcards().settings()))
            settings["fsrs"]?["parameters"] = .array(edit)
            let edited = try JSONDecoder().decode(StudySettings.self, from: JSONValue.encoder.encode(settings))
            try fixture.store.write { try $0.put(edited) }
            let flashcards = try fixture.flashcards()
            fixture.sleep(days: 3)
            for work in [
                {
                    var run = try flashcards.begin();
                    try flashcards.log.answer(.rated(.good), milliseconds: 1, in: &run)
                },
                { _ = try flashcards.outlooks() }, { _ = try flashcards.optimize() },
                { _ = try flashcards.reschedule { $0.fsrs.retention = 80 } },
            ] as [() throws -> Void] {
                XCTAssertThrowsError(try work(), "\(edit)") { error in
                    XCTAssertEqual((error as? Failure)?.code, .weightsInvalid, "\(error)")
                    XCTAssertTrue(((error as? Failure)?.advice ?? "").contains("study settings --parameters default"))
                }
            }
            XCTAssertGreaterThanOrEqual(try flashcards.due().count, 0, "calls without parameters work")
            _ = try flashcards.reschedule { $0.fsrs.parameters = nil }
            XCTAssertNoThrow(try flashcards.outlooks())
        }
    }

    /// New learners start with FSRS and keep it. Existing learners keep Leitner, with or without
    /// stored settings.
    func testOnlyNewLearnersStartWithFSRS() throws {
        func flashcards(_ fixture: StudyFixture, newcomers: Scheduling?) throws -> Flashcards {
            Flashcards(
                library: fixture.library, learner: Learner(grade: try StudyFixture.grade("9k"), mode: .progression),
                log: fixture.log(),
                newcomers: newcomers)
        }
        let new = StudyFixture()
        XCTAssertEqual(try flashcards(new, newcomers: .fsrs).settings().scheduling, .fsrs)
        XCTAssertEqual(try flashcards(new, newcomers: nil).settings().scheduling, .leitner, "a look changes nothing")
        var run = try flashcards(new, newcomers: .fsrs).begin()
        while run.item?.step == .show { try new.log().skip(in: &run) }
        try new.log().answer(.rated(.good), milliseconds: 1, in: &run)
        XCTAssertNotNil(run.answers.first?.after.schedule.flatMap(FSRSState.init(of:)))
        XCTAssertEqual(try flashcards(new, newcomers: .fsrs).settings().scheduling, .fsrs)
        XCTAssertEqual(
            try flashcards(new, newcomers: nil).settings().scheduling, .fsrs,
            "the choice is independent of later defaults")
        let old = StudyFixture()
        _ = try flashcards(old, newcomers: nil).begin()
        XCTAssertEqual(try flashcards(old, newcomers: .fsrs).settings().scheduling, .leitner)
        _ = try flashcards(old, newcomers: .fsrs).updateSettings(newADay: 3)
        XCTAssertEqual(try flashcards(old, newcomers: .fsrs).settings().scheduling, .leitner)
        let careful = StudyFixture()
        XCTAssertEqual(try flashcards(careful, newcomers: .fsrs).updateSettings(newADay: 3).scheduling, .fsrs)
    }

    func testSettingsOfEarlierVersionsUseLeitner() throws {
        let old = try JSONDecoder().decode(StudySettings.self, from: Data(#"{"newADay": 7}"#.utf8))
        XCTAssertEqual(old, StudySettings(newADay: 7))
        XCTAssertEqual(old.scheduling, .leitner)
        for damage in [#"{"newADay": 7, "fsrs": {"retention": 200}}"#, #"{"newADay": 7, "scheduling": "sm2"}"#] {
            XCTAssertThrowsError(try JSONDecoder().decode(StudySettings.self, from: Data(damage.utf8)), damage)
        }
        for steps in [[0], [600, 60], [1_201], Array(repeating: 60, count: 6)] {
            XCTAssertThrowsError(try StudyFixture().flashcards().reschedule { $0.fsrs.steps = steps }, "\(steps)") {
                XCTAssertEqual(($0 as? Failure)?.code, .stepsInvalid)
            }
        }
    }

    func testRetrievabilityIsDefinedForAnyDay() throws {
        let fixture = StudyFixture()
        try studied(fixture, seed: 3)
        for scheduling in Scheduling.allCases {
            let flashcards = try fixture.flashcards()
            _ = try flashcards.reschedule { $0.scheduling = scheduling }
            let card = try XCTUnwrap(flashcards.log.memories(of: .flashcards).first?.card)
            let days = [0, 3, 30, 300].map { flashcards.log.today.adding(days: $0) }
            let known = try days.map { try flashcards.retrievability(of: card, on: $0) }
            XCTAssertEqual(known, known.sorted(by: >))
            XCTAssertEqual(
                try flashcards.retrievability(of: Card(term: "no", direction: .koreanToEnglish), on: days[0]), 0)
            let outlooks = try flashcards.outlooks()
            XCTAssertEqual(outlooks.map(\.today), outlooks.map(\.today).sorted { ($0 ?? 0) < ($1 ?? 0) })
            XCTAssertEqual(outlooks.contains { $0.memory != nil }, scheduling == .fsrs)
        }
    }
}

extension StudyFixture {
    /// Returns all answers of all runs.
    fileprivate func answers(in unit: borrowing Transaction) throws -> [Answer] { try unit.records(.all) }
}

/// A word-building exercise that keeps a schedule only.
private struct WordBuilding: Exercise {
    typealias Settings = NoSettings

    let kind = PracticeKind.building
    let activity = "match"
    var scheduler: any Scheduler = LeitnerScheduler.standard

    func memory(in run: Run<Self>) -> MemoryRule { .daily(scheduler) }
    func target(of item: Int, in run: Run<Self>) -> (target: Target, question: String) {
        (Target(kind, "word-\(item)", "word"), activity)
    }
    func task(for item: Int, in run: Run<Self>) -> Int? { item }
    func judge(_ rating: Rating, to item: Int, in run: Run<Self>) -> Mark { Mark(.chosen, rating) }
    func label(of mark: Mark, to item: Int, in run: Run<Self>) -> String { "Built \(item)" }
    func undoLabel(_ answer: Answer, in run: Run<Self>) -> String { "Took back \(answer.place)" }
}
