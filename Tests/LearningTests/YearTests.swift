import Content
import ContentAdapters
import Kernel
import Learning
import LearningTesting
import Practice
import Storage
import XCTest

/// Tests of a simulated year: due cards are asked on their day, all new cards are asked, and no day
/// exceeds the documented maximum.
final class YearTests: XCTestCase {
    private static let library = try? Library(BundledPacks.sources.map { try PackReading($0).validPack() })

    private func ahead(_ grade: String, _ manner: StudyForecast.StudyHabit, seed: UInt64, newADay: Int = 10) throws
        -> StudyForecast
    {
        let log = PracticeLog(
            repository: StoredPracticeRepository(MemoryStore().scoped(to: Partition(rawValue: "learner"))),
            time: .fixed(Instant(milliseconds: 1_795_000_000_000)), ids: .counting(), random: RandomSource(seed: seed))
        let learner = Learner(grade: try StudyFixture.grade(grade), mode: .progression)
        return try Flashcards(library: try XCTUnwrap(Self.library), learner: learner, log: log)
            .studyForecast(days: 365, manner, newADay: newADay)
    }

    func testSimulatedYearAsksAllDueCardsWithinMaximum() throws {
        for manner in StudyForecast.StudyHabit.allCases {
            for (grade, seed, newADay) in [("9k", 1, 10), ("10k", 2, 3), ("10k", 3, 50)] as [(String, UInt64, Int)] {
                let year = try ahead(grade, manner, seed: seed, newADay: newADay)
                let context = "\(manner) \(grade) seed \(seed), \(newADay) a day"
                XCTAssertEqual(year.days.count, 365)
                XCTAssertEqual(year.unmet, 0, "new cards stayed unseen, \(context)")
                var pause = 1
                for load in year.days {
                    XCTAssertLessThanOrEqual(load.new, newADay, context)
                    guard load.answers > 0 else { pause += 1; continue }
                    XCTAssertEqual(load.reviewed, load.due, "due cards were not asked on \(load.day), \(context)")
                    let stated = StudyForecast.maximumAnswers(newADay: newADay, cards: year.cards)
                    // A learner who knows three of five cards answers more often. After a pause the
                    // maximum grows with the missed days.
                    let share =
                        StudyForecast.documentedMaximum(manner, newADay: newADay, cards: year.cards) ?? 2 * stated
                        * pause
                    XCTAssertLessThanOrEqual(load.answers, share, "\(load.day), \(context)")
                    pause = 1
                }
            }
        }
    }

    /// Cards that were new on the same day drift apart, so the load of late days is even.
    func testDailyLoadEvensOut() throws {
        let late = try ahead("9k", .eager, seed: 4).days.suffix(180).map { $0.reviewed }
        let mean = Double(late.reduce(0, +)) / Double(late.count)
        XCTAssertLessThan(Double(late.max() ?? 0), mean * 1.8)
        XCTAssertGreaterThan(mean, 10)
    }

    /// The simulation and real sessions ask the same cards of a learner who knows everything.
    func testSimulatedYearMatchesRealSessions() throws {
        let fixture = StudyFixture()
        let flashcards = try fixture.flashcards("9k", settings: StudySettings())
        let first = flashcards.log.today
        var lived: [[Int]] = []
        for _ in 0..<21 {
            let due = try flashcards.due().count
            var new = 0
            var reviewed = 0
            while var run = try? flashcards.begin(StudyConfiguration(cards: 50)) {
                while let item = run.item {
                    if item.step == .show { try flashcards.log.skip(in: &run); continue }
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
        let stated = StudyForecast.maximumAnswers(newADay: 10, cards: 126)
        XCTAssertLessThanOrEqual(lived.map { $0[0] + $0[1] }.max() ?? 0, stated)
        XCTAssertEqual(flashcards.log.today, first.adding(days: 21))
    }
}
