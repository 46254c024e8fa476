import AssessmentCommands
import AssessmentTesting
import Content
import Foundation
import Interface
import Kernel
import LessonsTesting
import Practice
import TerminalTesting
import XCTest

@testable import Assessment
@testable import Learning

/// Tests of drills: frequent mistakes are asked until they are right.
final class DrillTests: XCTestCase {
    private func card(_ term: String, _ direction: Direction = .koreanToEnglish) -> Target {
        Card(term: term, direction: direction).target
    }

    private func keep(
        _ target: Target, misses: Int, right: Int = 0, box: Int = 1, instead: String? = nil, times: Int = 0,
        in fixture: LessonFixture
    ) throws {
        let today = fixture.base.log().today
        let mistaken = (0..<times).reduce(ConfusionCounts()) { counted, _ in
            counted.counting(instead.flatMap(ConfusedAnswer.init(subject:)))
        }
        let state = MemoryState(
            memory: target.kind == .flashcards
                ? .schedule(Schedule(box: box, due: today)) : .level(Level(box * 200)), answers: misses + right,
            right: right,
            last: today.adding(days: -1), latest: "x", mistaken: mistaken)
        try fixture.base.store.write { try $0.put(ItemMemory(target, state)) }
    }

    private func drills(_ fixture: LessonFixture, seed: UInt64 = 1) throws -> Drills {
        try Drills(fixture.lessons(seed: seed, mode: .mastery))
    }

    private func answer(_ isRight: Bool, _ drills: Drills, in run: inout Run<DrillExercise>) throws {
        let task = try XCTUnwrap(drills.log.task(in: &run))
        let place = try XCTUnwrap(task.choices.firstIndex { ($0 == task.key?.answer) == isRight })
        try drills.log.answer(.text("\(place + 1)"), to: task, milliseconds: 100, in: &run)
    }

    func testDrillStartsWithWorstItemsAndOmitsKnownOnes() throws {
        let fixture = try LessonFixture("8k")
        XCTAssertEqual(try drills(fixture).spots(), [])
        XCTAssertNil(try drills(fixture).begin())
        try keep(card("low-block"), misses: 9, in: fixture)
        try keep(card("walking-stance"), misses: 2, in: fixture)
        try keep(card("front-kick"), misses: 1, right: 20, box: 5, in: fixture)
        try keep(Target(.patterns, "chon-ji", "3"), misses: 3, box: 1, in: fixture)
        let weakSpots = try drills(fixture).spots()
        XCTAssertEqual(weakSpots.first?.item.question.target, card("low-block"))
        XCTAssertEqual(weakSpots.first?.reason, .leech)
        XCTAssertTrue(weakSpots.contains { $0.item.question.target.kind == .patterns })
        XCTAssertFalse(
            weakSpots.contains { $0.item.question.target.subject == "front-kick" }, "the card is known by now")
        XCTAssertEqual(try drills(fixture).begin(questions: 2)?.items.count, 2)
    }

    func testTwinsAppearInEachOthersChoices() throws {
        for seed in 0..<12 as Range<UInt64> {
            let fixture = try LessonFixture("8k")
            try keep(card("walking-stance"), misses: 2, instead: "sitting-stance", times: 2, in: fixture)
            try keep(card("low-block"), misses: 1, in: fixture)
            let drills = try drills(fixture, seed: seed)
            let run = try XCTUnwrap(drills.begin())
            let subjects = run.items.map(\.question.target.subject)
            XCTAssertEqual(subjects.count { $0 == "walking-stance" }, 2)
            XCTAssertEqual(subjects.count { $0 == "sitting-stance" }, 2)
            XCTAssertEqual(run.settings.strangers, [card("sitting-stance")])
            let contract = QuestionContract(drills.bank)
            for item in run.items {
                let task = try XCTUnwrap(run.exercise.task(for: item, in: run))
                XCTAssertEqual(contract.flaws(of: task, item.question, seed: run.seed), [])
                if let twin = item.twin.flatMap(drills.bank.library.term) {
                    XCTAssertTrue(task.choices.contains(twin.english), "\(task.choices)")
                }
            }
        }
    }

    /// For random pairs of words, the twin is never right.
    func testTwinIsNeverASecondRightAnswer() throws {
        let fixture = try LessonFixture("1d")
        let drills = try drills(fixture)
        let contract = QuestionContract(drills.bank)
        let terms = drills.bank.library.terms.filter(\.hasKorean)
        var random = RandomSource(seed: 4)
        let exercise = try XCTUnwrap(drilled(card("low-block"), fixture, drills)).exercise
        let run = try XCTUnwrap(drilled(card("low-block"), fixture, drills))
        for _ in 0..<400 {
            guard let one = terms.randomElement(using: &random), let other = terms.randomElement(using: &random),
                one != other,
                let direction = Direction.allCases.randomElement(using: &random)
            else { continue }
            let item = DrillItem(TestItem(card(one.id, direction)), twin: other.id)
            guard let task = exercise.task(for: item, in: run) else { continue }
            XCTAssertEqual(contract.flaws(of: task, item.question, seed: run.seed), [], "\(one.id) \(other.id)")
            XCTAssertEqual(Set(task.choices).count, task.choices.count)
        }
    }

    private func drilled(_ target: Target, _ fixture: LessonFixture, _ drills: Drills) throws -> Run<DrillExercise>? {
        try keep(target, misses: 3, in: fixture)
        return try drills.begin()
    }

    func testMissedTwinsRepeatUntilDistinguished() throws {
        let fixture = try LessonFixture("8k")
        try keep(card("walking-stance"), misses: 2, instead: "sitting-stance", times: 2, in: fixture)
        let drills = try drills(fixture)
        var run = try XCTUnwrap(drills.begin())
        XCTAssertEqual(run.items.count, 4)
        try answer(false, drills, in: &run)
        XCTAssertEqual(run.items.count, 6, "both missed words repeat")
        while !run.isDone { try answer(true, drills, in: &run) }
        try drills.log.finish(&run)
        let results = drills.results(of: run)
        XCTAssertEqual(results.pairs.map(\.isDistinguished), [true])
        XCTAssertEqual(results.wrong, [])
        XCTAssertEqual(results.answers, 6)
        XCTAssertNil(try drills.log.memory(of: card("sitting-stance")), "a word that was never asked stays new")
        XCTAssertEqual(
            try drills.log.memory(of: card("walking-stance"))?.answers, 3, "the first answer of the day counts")
    }

    func testDrillEndsAndCountsAnswers() throws {
        var random = RandomSource(seed: 7)
        for seed in 0..<20 as Range<UInt64> {
            let fixture = try LessonFixture("7k")
            try keep(card("walking-stance"), misses: 2, instead: "sitting-stance", times: 1, in: fixture)
            try keep(card("low-block", .englishToKorean), misses: 4, in: fixture)
            try keep(Target(.patterns, "chon-ji", "\(seed % 19 + 1)"), misses: 2, in: fixture)
            let drills = try drills(fixture, seed: seed)
            var run = try XCTUnwrap(drills.begin())
            var answerCount = 0
            while !run.isDone, answerCount < 60 {
                try answer(answerCount > 12 || Bool.random(using: &random), drills, in: &run)
                answerCount += 1
                if answerCount == 5 { try drills.log.undoAnswer(in: &run) }
            }
            XCTAssertTrue(run.isDone, "the drill ends when all answers are right")
            let results = drills.results(of: run)
            XCTAssertEqual(results.answers, answerCount - 1)
            XCTAssertEqual(results.wrong, [])
            XCTAssertLessThanOrEqual(results.right, results.answers)
        }
    }

    func testPipedDrill() throws {
        let fixture = try LessonFixture("8k")
        func run(_ words: String..., lines: [String] = []) throws -> AppFixture.Run {
            try fixture.app().run(words, lines: lines)
        }
        XCTAssertTrue(try run("drill").output.contains("Nothing goes wrong often"))
        try keep(card("walking-stance"), misses: 9, instead: "sitting-stance", times: 3, in: fixture)
        try keep(card("low-block"), misses: 8, in: fixture)
        let list = try run("drill", "--list").output
        XCTAssertTrue(list.contains("you answered “Sitting stance”"), list)
        XCTAssertTrue(list.contains("missed 8 times"), list)
        let left = try run("drill", lines: ["0", "9", "x"])
        XCTAssertEqual(left.status, 0, left.error)
        XCTAssertTrue(left.output.contains("with 1 pair of words that you confuse"), left.output)
        XCTAssertTrue(left.output.contains("No. It is"), left.output)
        XCTAssertTrue(left.output.contains("Paused for now: drill"), left.output)
        XCTAssertTrue(try run("drill", lines: ["q"]).output.contains("Resuming where you stopped"))
        let json = try run("drill", "3", "--json", lines: ["1", "1", "1"]).output
        let object = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        XCTAssertEqual(object["answers"] as? Int, 3)
        XCTAssertEqual(try run("drill", "0").status, 64)
        XCTAssertEqual(try run("drill", "nonsense").status, 64)
    }
}
