import Content
import ContentAdapters
import Kernel
import Learning
import Practice
import Storage
import XCTest

/// A year of study, lived in advance: what is due is asked on its day, nothing new stays unseen, and no day brings more than is stated.
final class YearTests: XCTestCase {
    private static let library = try? Library(BundledPacks.sources.map { try PackReading($0).whole() })

    private func ahead(_ grade: String, _ manner: StudyYear.Manner, seed: UInt64, newADay: Int = 10) throws -> StudyYear {
        let log = PracticeLog(
            repository: StoredPracticeRepository(MemoryStore().scoped(to: Partition(rawValue: "learner"))),
            time: .fixed(Instant(milliseconds: 1_795_000_000_000)), ids: .counting(), random: RandomSource(seed: seed))
        let learner = Learner(grade: try Fixture.grade(grade), mode: .progression)
        return try Flashcards(library: try XCTUnwrap(Self.library), learner: learner, log: log)
            .ahead(days: 365, manner, newADay: newADay)
    }

    func testEveryKindOfLearnerIsAskedAllThatIsDueAndNoMoreThanIsStated() throws {
        for manner in StudyYear.Manner.allCases {
            for (grade, seed, newADay) in [("9k", 1, 10), ("10k", 2, 3), ("10k", 3, 50)] as [(String, UInt64, Int)] {
                let year = try ahead(grade, manner, seed: seed, newADay: newADay)
                let context = "\(manner) \(grade) seed \(seed), \(newADay) a day"
                XCTAssertEqual(year.days.count, 365)
                XCTAssertEqual(year.unmet, 0, "something new stayed unseen, \(context)")
                var pause = 1
                for load in year.days {
                    XCTAssertLessThanOrEqual(load.new, newADay, context)
                    guard load.answers > 0 else { pause += 1; continue }
                    XCTAssertEqual(load.reviewed, load.due, "due and not asked on \(load.day), \(context)")
                    let stated = StudyYear.most(newADay: newADay, cards: year.cards)
                    // Who knows three of five is asked three times as much; what a pause piles up is no more than its days would have brought.
                    let share = StudyYear.stated(manner, newADay: newADay, cards: year.cards) ?? 2 * stated * pause
                    XCTAssertLessThanOrEqual(load.answers, share, "\(load.day), \(context)")
                    pause = 1
                }
            }
        }
    }

    /// What is met together drifts apart: once all is known, no day has much more than the others.
    func testTheLoadOfDaysEvensOut() throws {
        let late = try ahead("9k", .eager, seed: 4).days.suffix(180).map { $0.reviewed }
        let mean = Double(late.reduce(0, +)) / Double(late.count)
        XCTAssertLessThan(Double(late.max() ?? 0), mean * 1.8)
        XCTAssertGreaterThan(mean, 10)
    }

    /// The year in advance and the days as they are lived ask the same of somebody who knows everything.
    func testTheYearInAdvanceAsksWhatTheDaysAsk() throws {
        let fixture = Fixture()
        let flashcards = try fixture.flashcards("9k", settings: StudySettings())
        let first = flashcards.log.today
        var lived: [[Int]] = []
        for _ in 0..<21 {
            let due = try flashcards.due().count
            var (new, reviewed) = (0, 0)
            while var run = try? flashcards.begin(StudyConfiguration(cards: 50)) {
                while let item = run.item {
                    if item.step == .show { try flashcards.log.pass(in: &run); continue }
                    try flashcards.log.answer(.rated(.good), milliseconds: 1, in: &run)
                }
                new += run.answers.count { $0.before == nil }
                reviewed += run.answers.count { $0.before != nil }
                try flashcards.log.finish(&run)
            }
            XCTAssertEqual(reviewed, due)
            lived.append([new, reviewed])
            fixture.sleep(days: 1)
        }
        XCTAssertEqual(lived.prefix(12).map { $0[0] }, Array(repeating: 10, count: 12))
        let stated = StudyYear.most(newADay: 10, cards: 126)
        XCTAssertLessThanOrEqual(lived.map { $0[0] + $0[1] }.max() ?? 0, stated)
        XCTAssertEqual(flashcards.log.today, first.adding(days: 21))
    }
}
