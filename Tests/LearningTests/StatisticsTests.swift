import Content
import Kernel
import Learning
import LearningTesting
import Practice
import XCTest

/// Tests that statistics, which are stored as totals, agree with a count of all answers.
final class StatisticsTests: XCTestCase {
    func testStatisticsAgreeWithCountOfAllAnswers() throws {
        for seed in 1...12 as ClosedRange<UInt64> {
            var random = RandomSource(seed: seed)
            let fixture = StudyFixture()
            let flashcards = try fixture.flashcards("9k", .mastery, seed: seed)
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                let expected = StudyConfiguration(cards: 10 + Int(random.next() % 20), directions: .both)
                if let sitting = try? flashcards.begin(expected) {
                    _ = try flashcards.play(sitting, &random) { fixture.wait(seconds: 3600) }
                }
                fixture.sleep(days: Int.random(in: 0...3, using: &random))
            }
            try check(flashcards.statistics(), against: fixture, today: flashcards.log.today, "seed \(seed)")
        }
    }

    private func check(_ statistics: Statistics, against fixture: StudyFixture, today: Day, _ context: String) throws {
        let answers = try fixture.answers()
        let progress = try fixture.log().memories(of: .flashcards)
        let right = answers.filter(\.isRight).count
        XCTAssertEqual(statistics.practice.answers, answers.count, context)
        XCTAssertEqual(statistics.practice.right, right, context)
        XCTAssertEqual(
            statistics.practice.accuracy, answers.isEmpty ? 0 : Double(right) / Double(answers.count), accuracy: 0.0001,
            context)
        XCTAssertEqual(
            Double(statistics.practice.minutes), Double(answers.reduce(0) { $0 + $1.milliseconds }) / 60_000,
            accuracy: 0.5,
            context)
        XCTAssertEqual(statistics.practice.sessions, Set(answers.map(\.run)).count, context)
        XCTAssertEqual(statistics.practice.days.map(\.day), Set(answers.map(\.day)).sorted(), context)
        XCTAssertEqual(statistics.practice.streak, Streak(days: answers.map(\.day), today: today), context)
        XCTAssertEqual(statistics.practice.today.answers, answers.count { $0.day == today }, context)

        XCTAssertEqual(Set(progress.map(\.target)).count, progress.count, "two cards have one id, \(context)")
        XCTAssertEqual(Set(answers.map(\.target)), Set(progress.map(\.target)), context)
        for card in progress {
            let own = answers.filter { $0.target == card.target }
            let first = own.filter { !$0.isRepeat }
            XCTAssertEqual(card.state.answers, first.count, context)
            XCTAssertEqual(card.misses, first.count { !$0.isRight }, context)
            XCTAssertEqual(Set(first.map(\.day)).count, first.count, "memory changes once a day, \(context)")
            XCTAssertEqual(card.state.memory, own.first { $0.id == card.state.latest }?.after, context)
            XCTAssertTrue((1...5).contains(card.schedule?.box ?? 0), context)
        }
        XCTAssertEqual(statistics.schedule.boxes.count, 5)
        XCTAssertEqual(statistics.schedule.boxes.reduce(0, +), statistics.cards.learning, context)
        let counts = statistics.cards
        XCTAssertEqual(counts.new + counts.later + counts.learning + counts.setAside, counts.total, context)
        XCTAssertEqual(statistics.cards.total, 63 * 2, context)
        XCTAssertEqual(
            statistics.schedule.forecast(days: 400).reduce(0) { $0 + $1.count }, statistics.cards.learning, context)
        XCTAssertEqual(statistics.schedule.forecast(days: 3).first?.count, statistics.cards.due, context)
        XCTAssertEqual(statistics.categories.reduce(0) { $0 + $1.learning }, statistics.cards.learning, context)
        XCTAssertEqual(statistics.practice.latest(days: 30).count, 30)
    }

    func testStatisticsReadNoAnswers() throws {
        let fixture = StudyFixture()
        let flashcards = try fixture.flashcards()
        var random = RandomSource(seed: 3)
        let results = try flashcards.play(try flashcards.begin(), &random)
        let blind = try fixture.flashcards(over: ClosedLog(kept: StoredPracticeRepository(fixture.store)))
        XCTAssertEqual(try blind.statistics().practice.answers, results.answered + results.repeats)
        XCTAssertEqual(try blind.due().count, try flashcards.due().count)
    }

    func testCardsAboveGradeAreNotCounted() throws {
        let fixture = StudyFixture()
        var random = RandomSource(seed: 2)
        let high = try fixture.flashcards("8k", .mastery)
        _ = try high.play(try high.begin(StudyConfiguration(cards: 50, belt: try StudyFixture.grade("8k"))), &random)
        let low = try fixture.flashcards("9k", .mastery).statistics()
        XCTAssertEqual(low.cards.learning, 0)
        XCTAssertGreaterThan(low.practice.answers, 0)
    }

    func testMissedCardIsLeechUntilItsBoxRises() throws {
        let fixture = StudyFixture()
        let flashcards = try fixture.flashcards("10k")
        let only = StudyConfiguration(terms: ["walking-stance"])
        for turn in 1...11 {
            var sitting = try flashcards.begin(only)
            try flashcards.log.answer(.rated(turn <= 8 ? .again : .good), milliseconds: 0, in: &sitting)
            let leeches = try flashcards.statistics().leeches.map(\.target.subject)
            XCTAssertEqual(leeches, (8...10).contains(turn) ? ["walking-stance"] : [], "turn \(turn)")
            if turn == 8 { XCTAssertEqual(try flashcards.results(of: sitting).leeches.map(\.id), ["walking-stance"]) }
            fixture.sleep(days: 20)
        }
    }
}

/// A repository that fails when a caller reads runs or answers.
private struct ClosedLog: PracticeRepository {
    let kept: StoredPracticeRepository

    func read<Value>(_ body: (any PracticeRecords) throws -> Value) throws -> Value {
        try kept.read { try body(ClosedRecords(kept: $0)) }
    }
    func write<Value>(undo label: String?, _ body: (any PracticeRecords) throws -> Value) throws -> Value {
        throw closed
    }
}

/// Records whose calls throw, except for the unit of work.
private struct ClosedRecords: PracticeRecords {
    let kept: any PracticeRecords

    var unit: UnitOfWork { kept.unit }
    func record<Record: PracticeRecord>(_ id: Identifier<Record>) throws -> Record? { throw closed }
    func save(_ record: some PracticeRecord) throws { throw closed }
    func remove<Record: PracticeRecord>(_ id: Identifier<Record>) throws { throw closed }
    func runs(latest limit: Int?) throws -> [LoggedRun] { throw closed }
    func firstRun() throws -> LoggedRun? { throw closed }
    func latestRun(of kind: PracticeKind, _ activity: String, subject: String?) throws -> LoggedRun? { throw closed }
    func activities() throws -> [(kind: PracticeKind, activity: String)] { throw closed }
    func finishedRunCounts() throws -> [FinishedRuns] { throw closed }
    func answers(of run: Identifier<LoggedRun>) throws -> [Answer] { throw closed }
    func memories(of kind: PracticeKind, subject: String?) throws -> [ItemMemory] {
        try kept.memories(of: kind, subject: subject)
    }
    func days(on day: Day?) throws -> [PracticeDay] { try kept.days(on: day) }
}

private let closed = Failure(.init("closedLog"), "Somebody asked for what costs too much.")
