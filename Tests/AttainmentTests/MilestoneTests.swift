import Attainment
import Kernel
import Practice
import Storage
import TestBench
import XCTest

/// What was reached, and that each is said once.
final class MilestoneTests: XCTestCase {
    private func said(_ bench: Bench) throws -> [String] { try bench.record.newMilestones().map(\.sentence) }

    func testTheDaysGoalIsSaidOnceADay() throws {
        let bench = Bench()
        try bench.practise(Array(repeating: .good, count: 19))
        XCTAssertEqual(try said(bench), ["Achievement reached: First Steps."])
        try bench.practise([.again])
        XCTAssertEqual(try said(bench), ["Goal reached: 20 answers today."])
        try bench.practise([.good])
        XCTAssertEqual(try said(bench), [])
        bench.clock.advance(days: 1)
        try bench.practise(Array(repeating: .good, count: 21))
        XCTAssertEqual(try said(bench), ["Goal reached: 21 answers today."])
    }

    func testWhatIsMasteredIsSaidOnceAlsoWhenItWasForgottenBetween() throws {
        let bench = Bench()
        func master(_ isMastered: Bool) {
            bench.world.change {
                $0.areas = [Area(.words, "stances", "stances", share: 0.9, met: 4, of: 4, isMastered: isMastered)]
            }
        }
        try bench.practise([.good])
        _ = try said(bench)
        master(true)
        try bench.practise([.good], from: 2)
        XCTAssertEqual(try said(bench), ["Category mastered: stances.", "Achievement reached: Word by Word."])
        master(false)
        try bench.practise([.good], from: 3)
        XCTAssertEqual(try said(bench), [])
        master(true)
        try bench.practise([.good], from: 4)
        XCTAssertEqual(try said(bench), [])
        master(false)
        let kept = try bench.record.achievements().first { $0.id == "category" }
        XCTAssertEqual(kept?.reached, bench.record.today, "what was reached stays reached")
    }

    func testABeltFillsInFourStepsEachSaidOnce() throws {
        let bench = Bench()
        var all: [String] = []
        for share in [100, 250, 240, 260, 800, 760, 899, 950, 100, 950] {
            bench.world.change { $0.belt = NextBelt("9k", "9th keup", share: share, colours: []) }
            try bench.practise([.good], from: share)
            all += try said(bench).filter { $0.hasPrefix("Your belt") }
        }
        XCTAssertEqual(
            all,
            [
                "Your belt for 9th keup is a quarter full: you know 25 % of the words.",
                "Your belt for 9th keup is three quarters full: you know 80 % of the words.",
                "Your belt for 9th keup is nearly full: you know 95 % of the words.",
            ])
        bench.world.change { $0.belt = NextBelt("8k", "8th keup", share: 300, colours: []) }
        try bench.practise([.good])
        XCTAssertEqual(try said(bench), ["Your belt for 8th keup is a quarter full: you know 30 % of the words."])
    }

    func testWhoPractisedBeforeIsNotToldOfEverythingAtOnce() throws {
        let bench = Bench()
        try bench.practise(Array(repeating: .good, count: 30))
        bench.clock.advance(days: 30)
        bench.world.change {
            $0.areas = [Area(.patterns, "chon-ji", "Chon-Ji", share: 1, met: 19, of: 19, isMastered: true)]
            $0.belt = NextBelt("9k", "9th keup", share: 990, colours: [])
        }
        try bench.practise(Array(repeating: .good, count: 20))
        XCTAssertEqual(try said(bench), ["Goal reached: 20 answers today."])
        try bench.practise([.good])
        XCTAssertEqual(try said(bench), [])
        let reached = try bench.record.achievements().filter(\.isReached)
        XCTAssertEqual(Set(reached.map(\.id)), ["first-answer", "first-pattern", "return", "pattern", "belt"])
        XCTAssertEqual(reached.first { $0.id == "first-answer" }?.reached, bench.record.today.adding(days: -30))
    }

    func testNothingIsReckonedWhereNothingWasPractised() throws {
        let bench = Bench()
        try bench.practise([.good])
        _ = try said(bench)
        let counting = Bench(CountingStore(over: bench.store))
        counting.clock.now = bench.clock.now
        counting.world.change { _ in }
        XCTAssertEqual(try said(counting), [])
    }

    /// The parts of a training are what they are: words, a pattern, theory.
    func testWhatATrainingAsksCountsAsWhatItIs() throws {
        let bench = Bench()
        func have(_ id: String) throws -> Int { try bench.record.achievements().first { $0.id == id }?.have ?? -1 }
        XCTAssertEqual([try have("all-round"), try have("first-pattern")], [0, 0])
        for (number, kind) in ["flashcards", "patterns", "theory", "linework", "tests"].enumerated() {
            try bench.practise([.good, .again], "training", "train", asking: kind)
            XCTAssertEqual(try have("all-round"), min(number + 1, 4), kind)
        }
        for (met, wanted) in [(18, 0), (19, 1)] {
            bench.world.change {
                $0.areas = [Area(.patterns, "chon-ji", "Chon-Ji", share: 0.2, met: met, of: 19, isMastered: false)]
            }
            XCTAssertEqual(try have("first-pattern"), wanted)
        }
    }

    /// Each achievement can be reached, none is more than reached, and the day is that on which it was.
    func testEveryAchievementCanBeReached() throws {
        let bench = Bench()
        XCTAssertEqual(try bench.record.achievements().filter(\.isReached).map(\.id), [])
        for day in 0..<101 {
            let kinds = ["flashcards", "patterns", "sparring", "linework", "theory", "grading"]
            let kind = kinds[day % kinds.count]
            let run = try bench.practise([.good], kind, day % 12 == 1 ? "practice" : "test")
            try bench.log.repository.write(undo: nil) { records in
                var whole = PracticeDay(day: bench.record.today, run: run, kind: PracticeKind(rawValue: kind))
                (whole.answers, whole.right, whole.milliseconds) = (100, 100, 750_000)
                try records.keep(whole)
            }
            bench.clock.advance(days: day == 40 ? 20 : 1)
            if day == 50 { XCTAssertEqual(try bench.record.achievements().first { $0.id == "month" }?.isReached, true) }
        }
        bench.world.change { state in
            state.areas = [Area.Group.words, .patterns, .sparring].map {
                Area($0, "a", "A", share: 1, met: 1, of: 1, isMastered: true)
            }
            state.belt = NextBelt("9k", "9th keup", share: 900, colours: [])
            state.others = (0..<10).map {
                PastSession(
                    "g\($0)", PracticeKind(rawValue: "games"), about: "Match", on: bench.record.today, at: bench.clock.now,
                    .init(1, of: 2))
            }
        }
        let all = try bench.record.achievements()
        XCTAssertEqual(all.filter { !$0.isReached }.map(\.id), [])
        XCTAssertTrue(all.allSatisfy { $0.have == $0.need && $0.need > 0 })
        XCTAssertEqual(Set(all.map(\.id)).count, all.count)
        let start = try XCTUnwrap(bench.log.days().first?.day)
        let days = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.reached) })
        XCTAssertEqual(days["week"], start.adding(days: 6))
        XCTAssertEqual(days["month"], start.adding(days: 29))
        XCTAssertEqual(days["thousand"], start.adding(days: 9))
        XCTAssertEqual(days["return"], start.adding(days: 60))
        XCTAssertEqual(days["hundred-days"], start.adding(days: 118))
    }

    func testUndoOfAnAnswerTakesNothingOfThisBack() throws {
        let bench = Bench()
        try bench.practise([.good])
        _ = try said(bench)
        _ = try bench.store.undoLast()
        XCTAssertEqual(try bench.record.achievements().first { $0.id == "first-answer" }?.isReached, true)
    }
}
