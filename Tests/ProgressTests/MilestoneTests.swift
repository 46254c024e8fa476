import Kernel
import Practice
import Progress
import Storage
import TestSupport
import XCTest

/// Milestones are reported once each.
final class MilestoneTests: XCTestCase {
    private func newSentences(_ fixture: Fixture) throws -> [String] {
        try fixture.record.newMilestones().map(\.sentence)
    }

    func testDailyGoalIsReportedOncePerDay() throws {
        let fixture = Fixture()
        try fixture.practise(Array(repeating: .good, count: 19))
        XCTAssertEqual(try newSentences(fixture), ["Achievement reached: First Steps."])
        try fixture.practise([.again])
        XCTAssertEqual(try newSentences(fixture), ["Goal reached: 20 answers today."])
        try fixture.practise([.good])
        XCTAssertEqual(try newSentences(fixture), [])
        fixture.clock.advance(days: 1)
        try fixture.practise(Array(repeating: .good, count: 21))
        XCTAssertEqual(try newSentences(fixture), ["Goal reached: 21 answers today."])
    }

    func testMasteryIsReportedOnceDespiteForgetting() throws {
        let fixture = Fixture()
        func master(_ isMastered: Bool) {
            fixture.learner.change {
                $0.areas = [Area(.words, "stances", "stances", share: 0.9, met: 4, of: 4, isMastered: isMastered)]
            }
        }
        try fixture.practise([.good])
        _ = try newSentences(fixture)
        master(true)
        try fixture.practise([.good], from: 2)
        XCTAssertEqual(
            try newSentences(fixture), ["Category mastered: stances.", "Achievement reached: Word by Word."])
        master(false)
        try fixture.practise([.good], from: 3)
        XCTAssertEqual(try newSentences(fixture), [])
        master(true)
        try fixture.practise([.good], from: 4)
        XCTAssertEqual(try newSentences(fixture), [])
        master(false)
        let category = try fixture.record.achievements().all.first { $0.id == "category" }
        XCTAssertEqual(category?.reached, fixture.record.today, "a reached achievement stays reached")
    }

    func testBeltProgressStepsAreReportedOnce() throws {
        let fixture = Fixture()
        var all: [String] = []
        for share in [100, 250, 240, 260, 800, 760, 899, 950, 100, 950] {
            fixture.learner.change { $0.belt = NextBelt("9k", "9th keup", share: share, colors: []) }
            try fixture.practise([.good], from: share)
            all += try newSentences(fixture).filter { $0.hasPrefix("Your belt") }
        }
        XCTAssertEqual(
            all,
            [
                "Your belt for 9th keup is a quarter full: you know 25 % of the words.",
                "Your belt for 9th keup is three quarters full: you know 80 % of the words.",
                "Your belt for 9th keup is nearly full: you know 95 % of the words.",
            ])
        fixture.learner.change { $0.belt = NextBelt("8k", "8th keup", share: 300, colors: []) }
        try fixture.practise([.good])
        XCTAssertEqual(
            try newSentences(fixture), ["Your belt for 8th keup is a quarter full: you know 30 % of the words."])
    }

    func testOldAchievementsAreNotReportedOnFirstUse() throws {
        let fixture = Fixture()
        try fixture.practise(Array(repeating: .good, count: 30))
        fixture.clock.advance(days: 30)
        fixture.learner.change {
            $0.areas = [Area(.patterns, "chon-ji", "Chon-Ji", share: 1, met: 19, of: 19, isMastered: true)]
            $0.belt = NextBelt("9k", "9th keup", share: 990, colors: [])
        }
        try fixture.practise(Array(repeating: .good, count: 20))
        XCTAssertEqual(try newSentences(fixture), ["Goal reached: 20 answers today."])
        try fixture.practise([.good])
        XCTAssertEqual(try newSentences(fixture), [])
        let reached = try fixture.record.achievements().reached
        XCTAssertEqual(Set(reached.map(\.id)), ["first-answer", "first-pattern", "return", "pattern", "belt"])
        XCTAssertEqual(reached.first { $0.id == "first-answer" }?.reached, fixture.record.today.adding(days: -30))
    }

    func testNoMilestonesWithoutNewPractice() throws {
        let fixture = Fixture()
        try fixture.practise([.good])
        _ = try newSentences(fixture)
        let counting = Fixture(CountingStore(over: fixture.store))
        counting.clock.now = fixture.clock.now
        counting.learner.change { _ in }
        XCTAssertEqual(try newSentences(counting), [])
    }

    /// Answers of a training count as words, patterns or theory.
    func testTrainingAnswersCountTowardTheirOwnKind() throws {
        let fixture = Fixture()
        func have(_ id: String) throws -> Int {
            try fixture.record.achievements().all.first { $0.id == id }?.have ?? -1
        }
        XCTAssertEqual([try have("all-round"), try have("first-pattern")], [0, 0])
        for (number, kind) in ["flashcards", "patterns", "theory", "linework", "tests"].enumerated() {
            try fixture.practise([.good, .again], "training", "train", asking: kind)
            XCTAssertEqual(try have("all-round"), min(number + 1, 4), kind)
        }
        for (count, expected) in [(18, 0), (19, 1)] {
            fixture.learner.change {
                $0.areas = [Area(.patterns, "chon-ji", "Chon-Ji", share: 0.2, met: count, of: 19, isMastered: false)]
            }
            XCTAssertEqual(try have("first-pattern"), expected)
        }
    }

    /// Every achievement can be reached exactly, and its day is the one on which it was reached.
    func testEveryAchievementCanBeReached() throws {
        let fixture = Fixture()
        XCTAssertEqual(try fixture.record.achievements().reached.map(\.id), [])
        for day in 0..<101 {
            let kinds = ["flashcards", "patterns", "sparring", "linework", "theory", "grading"]
            let kind = kinds[day % kinds.count]
            let run = try fixture.practise([.good], kind, day % 12 == 1 ? "practice" : "test")
            try fixture.log.repository.write(undo: nil) { records in
                var day = PracticeDay(day: fixture.record.today, run: run, kind: PracticeKind(rawValue: kind))
                (day.answers, day.right, day.milliseconds) = (100, 100, 750_000)
                try records.save(day)
            }
            fixture.clock.advance(days: day == 40 ? 20 : 1)
            if day == 50 {
                XCTAssertEqual(try fixture.record.achievements().all.first { $0.id == "month" }?.isReached, true)
            }
        }
        fixture.learner.change { state in
            state.areas = [Area.Group.words, .patterns, .sparring].map {
                Area($0, "a", "A", share: 1, met: 1, of: 1, isMastered: true)
            }
            state.belt = NextBelt("9k", "9th keup", share: 900, colors: [])
            state.others = (0..<10).map {
                PastSession(
                    "g\($0)", PracticeKind(rawValue: "games"), about: "Match", on: fixture.record.today,
                    at: fixture.clock.now,
                    .init(1, of: 2))
            }
        }
        let all = try fixture.record.achievements().all
        XCTAssertEqual(all.filter { !$0.isReached }.map(\.id), [])
        XCTAssertTrue(all.allSatisfy { $0.have == $0.need && $0.need > 0 })
        XCTAssertEqual(Set(all.map(\.id)).count, all.count)
        let start = try XCTUnwrap(fixture.log.days().first?.day)
        let days = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.reached) })
        XCTAssertEqual(days["week"], start.adding(days: 6))
        XCTAssertEqual(days["month"], start.adding(days: 29))
        XCTAssertEqual(days["thousand"], start.adding(days: 9))
        XCTAssertEqual(days["return"], start.adding(days: 60))
        XCTAssertEqual(days["hundred-days"], start.adding(days: 118))
    }

    func testUndoKeepsReachedAchievements() throws {
        let fixture = Fixture()
        try fixture.practise([.good])
        _ = try newSentences(fixture)
        _ = try fixture.store.undoLast()
        XCTAssertEqual(try fixture.record.achievements().all.first { $0.id == "first-answer" }?.isReached, true)
    }
}
