import Content
import Kernel
import Learning
import XCTest

/// Figures are made from sums; here they are counted out over every answer.
final class StatisticsTests: XCTestCase {
    func testFiguresAgreeWithCountingEveryAnswer() throws {
        for seed in 1...12 as ClosedRange<UInt64> {
            var random = RandomSource(seed: seed)
            let fixture = Fixture()
            let flashcards = try fixture.flashcards("9k", .mastery, seed: seed)
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                let wanted = StudyConfiguration(cards: 10 + Int(random.next() % 20), directions: .both)
                if let sitting = try? flashcards.begin(wanted) {
                    _ = try flashcards.play(sitting, &random) { fixture.wait(seconds: 3600) }
                }
                fixture.sleep(days: Int.random(in: 0...3, using: &random))
            }
            try check(flashcards.statistics(), against: fixture, today: flashcards.today, "seed \(seed)")
        }
    }

    private func check(_ statistics: Statistics, against fixture: Fixture, today: Day, _ context: String) throws {
        let answers = try fixture.repository.answers(latest: nil)
        let progress = try fixture.repository.progress()
        let right = answers.filter(\.isRight).count
        XCTAssertEqual(statistics.answers, answers.count, context)
        XCTAssertEqual(statistics.right, right, context)
        XCTAssertEqual(
            statistics.accuracy, answers.isEmpty ? 0 : Double(right) / Double(answers.count), accuracy: 0.0001, context)
        XCTAssertEqual(
            Double(statistics.minutes), Double(answers.reduce(0) { $0 + $1.milliseconds }) / 60_000, accuracy: 0.5, context)
        XCTAssertEqual(statistics.sessions, Set(answers.map(\.session)).count, context)
        XCTAssertEqual(statistics.days.map(\.day), Set(answers.map(\.day)).sorted(), context)
        XCTAssertEqual(statistics.streak, Streak(days: answers.map(\.day), today: today), context)
        XCTAssertEqual(statistics.today.answers, answers.count { $0.day == today }, context)

        XCTAssertEqual(Set(progress.map(\.card)).count, progress.count, "two cards with one id, \(context)")
        XCTAssertEqual(Set(answers.map(\.card)), Set(progress.map(\.card)), context)
        for card in progress {
            let own = answers.filter { $0.card == card.card }
            XCTAssertEqual(card.answers, own.count, context)
            XCTAssertEqual(card.misses, own.count { !$0.isRight }, context)
            XCTAssertEqual(card.schedule, own.first { $0.id == card.latest }?.after, context)
            XCTAssertTrue((1...5).contains(card.schedule.box), context)
        }
        XCTAssertEqual(statistics.boxes.count, 5)
        XCTAssertEqual(statistics.boxes.reduce(0, +), statistics.cards.learning, context)
        XCTAssertEqual(statistics.cards.new + statistics.cards.learning, statistics.cards.total, context)
        XCTAssertEqual(statistics.cards.total, 63 * 2, context)
        XCTAssertEqual(statistics.forecast(days: 400).reduce(0) { $0 + $1.cards }, statistics.cards.learning, context)
        XCTAssertEqual(statistics.forecast(days: 3).first?.cards, statistics.cards.due, context)
        XCTAssertEqual(statistics.categories.reduce(0) { $0 + $1.learning }, statistics.cards.learning, context)
        XCTAssertEqual(statistics.latest(days: 30).count, 30)
    }

    func testFiguresAreMadeWithoutReadingAnAnswer() throws {
        let fixture = Fixture()
        let flashcards = try fixture.flashcards()
        var random = RandomSource(seed: 3)
        let results = try flashcards.play(try flashcards.begin(), &random)
        let blind = try fixture.flashcards(over: ClosedLog(kept: fixture.repository))
        XCTAssertEqual(try blind.statistics().answers, results.answered)
        XCTAssertEqual(try blind.due().count, try flashcards.due().count)
    }

    func testWhatIsAboveTheLearnersGradeCountsNowhere() throws {
        let fixture = Fixture()
        var random = RandomSource(seed: 2)
        let high = try fixture.flashcards("8k", .mastery)
        _ = try high.play(try high.begin(StudyConfiguration(cards: 50, belt: try Fixture.grade("8k"))), &random)
        let low = try fixture.flashcards("9k", .mastery).statistics()
        XCTAssertEqual(low.cards.learning, 0)
        XCTAssertGreaterThan(low.answers, 0)
    }

    func testACardThatKeepsBeingMissedIsALeechUntilItRises() throws {
        let fixture = Fixture()
        let flashcards = try fixture.flashcards("10k")
        let only = StudyConfiguration(terms: ["walking-stance"])
        for turn in 1...11 {
            var sitting = try flashcards.begin(only)
            try flashcards.answer(turn <= 8 ? .again : .good, milliseconds: 0, in: &sitting)
            let leeches = try flashcards.statistics().leeches.map(\.card.term)
            XCTAssertEqual(leeches, (8...10).contains(turn) ? ["walking-stance"] : [], "turn \(turn)")
            if turn == 8 { XCTAssertEqual(try flashcards.results(of: sitting).leeches.map(\.id), ["walking-stance"]) }
            fixture.sleep(days: 20)
        }
    }
}

/// A repository whose answers nobody may read.
private struct ClosedLog: PracticeForwarding {
    let kept: StoredStudyRepository

    func progress() throws -> [CardProgress] { try kept.progress() }
    func progress(of card: Card) throws -> CardProgress? { try kept.progress(of: card) }
    func days() throws -> [StudyDay] { try kept.days() }
    func answers(latest limit: Int?) throws -> [Answer] { throw closed }
    func answers(in session: Identifier<StudySession>) throws -> [Answer] { throw closed }
    func latestSession() throws -> StudySession? { try kept.latestSession() }
    func begin(_ session: StudySession) throws { throw closed }
    func change(_ session: Identifier<StudySession>, _ change: @Sendable (inout StudySession) -> Void) throws -> StudySession {
        throw closed
    }
    func keep(_ given: GivenAnswer, scheduler: any Scheduler, label: String) throws -> Answer { throw closed }
    func takeBack(_ answer: Identifier<Answer>, label: String) throws { throw closed }
    func practiceAnswers(in session: Identifier<PracticeSession>) throws -> [PracticeAnswer] { throw closed }

    private var closed: Failure { Failure(.init("closedLog"), "Somebody asked for what costs too much.") }
}
