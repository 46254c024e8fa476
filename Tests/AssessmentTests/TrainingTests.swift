import Content
import Kernel
import LearningTesting
import LessonsTesting
import Practice
import XCTest

@testable import Assessment
@testable import Learning
@testable import Lessons

/// Tests of daily training: its composition, and that each part updates memories like its own
/// session.
final class TrainingTests: XCTestCase {
    /// Answers the next task: cards with the given rating, others with the given mark.
    private func step(
        _ training: Training, _ run: inout Run<TrainingExercise>, milliseconds: Int = 4_000, card: Rating = .good,
        mark: SelfAssessment = .well
    ) throws {
        guard let task = try training.log.task(in: &run) else { return }
        switch task {
        case .card(let question) where question.item.step == .show: try training.log.skip(in: &run)
        case .card:
            try training.log.answer(.card(.rated(card)), to: task, milliseconds: milliseconds, in: &run)
        case .movement:
            try training.log.answer(.movement(.recalled(mark)), to: task, milliseconds: milliseconds, in: &run)
        case .lesson(let lesson):
            let choice = lesson.key.flatMap { key in lesson.choices.firstIndex(of: key.answer) }.map { "\($0 + 1)" }
            let response: LessonResponse = lesson.key == nil ? .mark(mark) : .text(choice ?? lesson.key?.answer ?? "")
            try training.log.answer(.lesson(response), to: task, milliseconds: milliseconds, in: &run)
        }
    }

    private func answerAll(
        _ training: Training, _ run: inout Run<TrainingExercise>, milliseconds: Int = 4_000, card: Rating = .good
    ) throws {
        while try training.log.task(in: &run) != nil {
            try step(training, &run, milliseconds: milliseconds, card: card)
        }
        try training.log.finish(&run)
    }

    private func count(_ run: Run<TrainingExercise>, _ kind: PracticeKind) -> Int {
        run.items.count { $0.kind == kind }
    }

    func testTrainingHasCardsPatternQuestionsAndLineInOrder() throws {
        let fixture = try LessonFixture("9k")
        let training = try fixture.training()
        let run = try training.begin(minutes: 10)
        var kinds: [PracticeKind] = []
        for item in run.items where kinds.last != item.kind { kinds.append(item.kind) }
        XCTAssertEqual(kinds, [.flashcards, .patterns, .theory, .lineWork])
        XCTAssertEqual(count(run, .patterns), 19, "Chon-Ji")
        XCTAssertEqual(count(run, .theory), 2)
        XCTAssertEqual(count(run, .lineWork), 1)
        XCTAssertEqual(run.cardPart.items.count { $0.step == .ask }, 10)
        let short = try training.begin(minutes: 3)
        XCTAssertEqual(count(short, .patterns), 9, "a section of the pattern")
        XCTAssertEqual(
            try training.begin(minutes: 60).cardPart.items.count { $0.step == .ask }, 10, "at most the amount of a day")
        XCTAssertEqual(try training.begin(minutes: 1_000).settings.minutes, 120)
    }

    func testOpenHomeworkComesFirst() throws {
        let training = try LessonFixture("8k").training()
        let until = Day(ordinal: 30_000)
        func work(_ kind: Homework.Kind, _ subject: String) -> Homework {
            Homework(from: "Tigers", subject, kind, subject, command: "train", until: until)
        }
        func subjects(_ homework: [Homework], _ kind: PracticeKind) throws -> [String] {
            try training.begin(minutes: 10, homework: homework).items.compactMap { item in
                if case .task(let target) = item, target.kind == kind { target.subject } else { nil }
            }
        }
        let usual = try XCTUnwrap(subjects([], .patterns).first)
        let other = try XCTUnwrap(["chon-ji", "dan-gun"].first { $0 != usual })
        XCTAssertEqual(try Set(subjects([work(.pattern, other)], .patterns)), [other])
        XCTAssertEqual(
            try subjects([work(.pattern, "ge-baek"), work(.other, other)], .patterns).first, usual, "not open yet")
        let pages = training.planner.book.topics.filter { $0.grade.id == "9k" && !$0.questions.isEmpty }
        for page in pages { XCTAssertTrue(try subjects([work(.page, page.id)], .theory).contains(page.id), page.id) }
        XCTAssertFalse(pages.isEmpty)
    }

    /// The same answers in a training and in separate sessions give the same memories.
    func testTrainingPartsUpdateMemoriesLikeSeparateSessions() throws {
        let mixed = try LessonFixture("9k")
        let single = try LessonFixture("9k")
        let training = try mixed.training()
        var run = try training.begin(minutes: 10)
        var alone = try single.flashcards().begin()
        let pattern = try single.patterns().pattern("chon-ji")
        var moves = try single.patterns().practice(pattern)
        try answerAll(training, &run)
        let log = single.base.log()
        let cards = Set(run.cardPart.items.map(\.card))
        while let item = alone.item {
            if item.step == .show || !cards.contains(item.card) { try log.skip(in: &alone); continue }
            try log.answer(.rated(.good), milliseconds: 4_000, in: &alone)
        }
        while !moves.isDone { try log.answer(.recalled(.well), milliseconds: 4_000, in: &moves) }
        for kind in [PracticeKind.flashcards, .patterns] {
            func memories(_ fixture: LessonFixture) throws -> [Target: MemoryState] {
                Dictionary(
                    uniqueKeysWithValues: try fixture.base.log().memories(of: kind).map { ($0.target, $0.state) })
            }
            let here = try memories(mixed)
            let there = try memories(single)
            XCTAssertEqual(Set(here.keys), Set(there.keys))
            for (target, state) in here {
                XCTAssertEqual(state.answers, there[target]?.answers)
                XCTAssertEqual(state.memory.level, there[target]?.memory.level)
                XCTAssertEqual(state.memory.schedule?.memory, there[target]?.memory.schedule?.memory, target.name)
                XCTAssertEqual(
                    state.retrievability(on: mixed.base.log().today.adding(days: 9), by: LeitnerScheduler.standard) > 0,
                    true)
            }
        }
        XCTAssertEqual(try mixed.base.log().days().map(\.kind), [.training])
        XCTAssertNotNil(run.log.outcome)
    }

    func testNewCardsOfTrainingCountTowardsDailyLimit() throws {
        let fixture = try LessonFixture("9k")
        let training = try fixture.training()
        var run = try training.begin(minutes: 60)
        try answerAll(training, &run)
        XCTAssertEqual(try training.results(of: run).new, 10)
        XCTAssertEqual(try fixture.flashcards().newToday(), 10)
        XCTAssertEqual(try fixture.flashcards().statistics().cards.new, 0)
        XCTAssertEqual(count(try training.begin(minutes: 60), .flashcards), 0, "no further new pattern today")
    }

    func testMissedCardRepeatsWithinCardPart() throws {
        let fixture = try LessonFixture("9k")
        let training = try fixture.training()
        var run = try training.begin(minutes: 20)
        let planned = run.items.count
        while run.answers.isEmpty { try step(training, &run, card: .again) }
        XCTAssertEqual(run.items.count, planned + 1)
        let last = try XCTUnwrap(run.items.lastIndex { $0.kind == .flashcards })
        XCTAssertEqual(last + 1, run.first(.patterns))
        while run.item?.kind == .flashcards { try step(training, &run) }
        XCTAssertEqual(run.answers.count { $0.isRepeat }, 1)
        try training.log.undoAnswer(in: &run)
        XCTAssertEqual(run.item?.kind, .flashcards)
    }

    /// When the time for cards is over, no further card starts. When all time is over, no part
    /// starts, but a started pattern is finished.
    func testNoPartStartsAfterTimeIsOver() throws {
        let fixture = try LessonFixture("9k")
        let training = try fixture.training()
        var run = try training.begin(minutes: 10)
        while run.item?.kind == .flashcards { try step(training, &run, milliseconds: 60_000) }
        let cards = run.answers(of: .flashcards).count
        XCTAssertEqual(cards, (run.settings.cardSeconds + 59) / 60)
        XCTAssertLessThan(cards, run.cardPart.items.count { $0.step == .ask })
        while try training.log.task(in: &run) != nil { try step(training, &run, milliseconds: 60_000) }
        XCTAssertEqual(run.answers(of: .patterns).count, 19, "a started pattern continues")
        XCTAssertEqual(run.answers(of: .theory).count, 0)
        XCTAssertEqual(run.answers(of: .lineWork).count, 0)
        try training.log.finish(&run)
        // A slow learner gets less the next time.
        fixture.base.sleep(days: 1)
        XCTAssertLessThan(count(try training.begin(minutes: 10), .patterns), 19)
    }

    func testTrainingResumesOnSameDayOnly() throws {
        let fixture = try LessonFixture("9k")
        var run = try fixture.training().begin(minutes: 10)
        for _ in 0..<12 { try step(fixture.training(), &run) }
        try fixture.base.log().pause(&run)
        let unfinished = try XCTUnwrap(fixture.training().unfinished())
        XCTAssertEqual(unfinished.place, run.place)
        XCTAssertEqual(unfinished.items, run.items)
        XCTAssertEqual(unfinished.answers, run.answers)
        fixture.base.sleep(days: 1)
        XCTAssertNil(try fixture.training().unfinished())
    }

    /// With a grading date, the new cards and the pattern come from the plan.
    func testGradingPlanDecidesNewCardsAndPattern() throws {
        let fixture = try LessonFixture("8k")
        let planned = try fixture.planner().set(StudyFixture.grade("7k"), on: fixture.base.log().today.adding(days: 40))
        let outlook = try fixture.planner().outlook(of: planned)
        let training = try fixture.training()
        var run = try training.begin(minutes: 30)
        let new = run.cardPart.items.filter { $0.step == .ask }
        XCTAssertEqual(new.count, outlook.plan.today(.words))
        XCTAssertTrue(new.allSatisfy { outlook.words.contains($0.card.term) })
        let first = run.items[run.first(.patterns)]
        XCTAssertEqual(first, .task(Target(.patterns, "dan-gun", "1")))
        try answerAll(training, &run)
        let after = try fixture.planner().outlook(of: planned)
        XCTAssertEqual(after.plan.today(.words), 0, "today is done")
        XCTAssertEqual(after.plan.needs[.words]?.doneToday, new.count)
        XCTAssertGreaterThan(after.areas[0].onDay.expected, outlook.areas[0].onDay.expected)
    }

    /// The card's rule applies although the next item is a movement.
    func testCountingRightUsesRuleOfItsPart() throws {
        let fixture = try LessonFixture("9k")
        var study = try fixture.flashcards().begin(StudyConfiguration(cards: 1, mode: .test))
        try fixture.base.log().finish(&study)
        let training = try fixture.training()
        var run = try training.begin(minutes: 10)
        while run.item?.kind == .flashcards {
            guard let task = try training.log.task(in: &run) else { break }
            if case .card(let question) = task, question.item.step == .show {
                try training.log.skip(in: &run); continue
            }
            let isLast = run.items.indices.filter { run.items[$0].kind == .flashcards }.last == run.place
            guard case .card(let question) = task else { break }
            let text = isLast ? "no idea" : question.answer
            try training.log.answer(.card(.typed(text)), to: task, milliseconds: 10, in: &run)
            if isLast { break }
        }
        let missed = try XCTUnwrap(run.correctableAnswer)
        XCTAssertEqual(missed.rating, .again)
        XCTAssertNotNil(missed.after.schedule)
        while run.item?.kind == .flashcards { try training.log.skip(in: &run) }
        XCTAssertEqual(run.item?.kind, .patterns)
        try training.log.countRight(in: &run)
        let memory = try XCTUnwrap(fixture.base.log().memory(of: missed.target))
        XCTAssertNotNil(memory.memory.schedule, "the memory is of a card, not of a level")
        XCTAssertNil(memory.memory.level)
    }

    func testShortTrainingUsesWeakestStretchOfPattern() {
        let pattern = LessonFixture.book.pattern("chon-ji")
        let parts = TrainingParts(seconds: 180, pace: TrainingPace())
        let moves = pattern.map { parts.stretch(of: $0) { number in (9...17).contains(number) ? 0.1 : 0.9 } }
        XCTAssertEqual(moves, Array(9...17))
    }

    /// Due cards come first. If the day also has new cards, these get at least a quarter of the
    /// time.
    func testCardsFitIntoTime() {
        var random = RandomSource(seed: 5)
        for _ in 0..<2_000 {
            let seconds = Double.random(in: 30...3_000, using: &random)
            var pace = TrainingPace()
            pace.card = Double.random(in: 3...30, using: &random)
            let due = Int.random(in: 0...300, using: &random)
            let new = Int.random(in: 0...30, using: &random)
            let fit = TrainingParts(seconds: seconds, pace: pace).cards(in: seconds, due: due, new: new)
            XCTAssertLessThanOrEqual(fit.due, due)
            XCTAssertLessThanOrEqual(fit.new, new)
            XCTAssertLessThanOrEqual(Double(fit.due) * pace.card + Double(fit.new) * pace.newCard, seconds + 0.001)
            if due == 0 { XCTAssertEqual(fit.new, min(new, Int(seconds / pace.newCard))) }
            if new == 0 { XCTAssertEqual(fit.due, min(due, Int(seconds / pace.card), 150)) }
        }
    }
}
