import Kernel
import Learning
import LearningTesting
import Practice
import TerminalTesting
import XCTest

/// Tests of the scheduler commands.
final class ScheduleScreenTests: XCTestCase {
    private let fixture = StudyFixture(library: StudyFixture.threeTerms)

    private func run(_ words: String...) -> AppFixture.Run { fixture.study("10k").run(words) }

    private func answer(_ rating: Rating) throws {
        let flashcards = try fixture.flashcards("10k")
        var run = try flashcards.begin(StudyConfiguration(cards: 1))
        try flashcards.log.answer(.rated(rating), milliseconds: 4_000, in: &run)
        try flashcards.log.finish(&run)
    }

    func testSchedulerSettingChangesScheduleReports() throws {
        XCTAssertTrue(run("schedule", "show").output.contains("You have not answered any card yet."))
        try answer(.good)
        let term = try XCTUnwrap(fixture.log().memories(of: .flashcards).first?.target.subject)
        let leitner = run("schedule", "show", term).output
        for words in [
            "box 2 of 5", "box 2 waits 2 days", "The chance that you know it today is 100 %",
            "You have not answered it yet.",
        ] {
            XCTAssertTrue(leitner.contains(words), "\(words): \(leitner)")
        }
        let changed = run("study", "settings", "--scheduler", "fsrs", "--retention", "85")
        XCTAssertEqual(changed.status, 0, changed.error)
        XCTAssertTrue(changed.output.contains("by FSRS, when you would still know 85 of 100."), changed.output)
        XCTAssertTrue(changed.output.contains("1 card got a new date, from 1 answer."), changed.output)
        let fsrs = run("schedule", "show", term).output
        for words in [
            "Its stability is 2 days", "Its difficulty is 2.1", "It comes next on", "You asked for 85 of 100",
        ] {
            XCTAssertTrue(fsrs.contains(words), "\(words): \(fsrs)")
        }
        XCTAssertTrue(
            run("schedule", "show").output.contains("Today you would know about 1 of the 1 card that you have met."))
        XCTAssertTrue(run("study", "settings").output.contains("85 of 100 cards known"))
        XCTAssertTrue(run("study", "settings", "--json").output.contains(#""scheduler": "fsrs""#))
        let preset = run("study", "--preset", "intensive")
        XCTAssertEqual(preset.status, 64)
        XCTAssertTrue(preset.error.contains("belongs to Leitner"), preset.error)
        XCTAssertTrue(
            run("study", "settings", "--scheduler", "leitner").output.contains("Your cards now come back by Leitner."))
    }

    func testInvalidSettingsFailAndChangeNothing() throws {
        for (words, expected) in [
            (["--retention", "69"], "70"), (["--steps", "1h"], "no learning steps"),
            (["--steps", "10m,1m"], "learning steps"),
            (["--steps", "1m,"], "no learning steps"), (["--easy-days", "someday"], "no days of the week"),
            (["--parameters", "1,2"], "21 weights, here are 2"),
            (["--parameters", String(repeating: "nan,", count: 20) + "1"], "w0"),
            (["--scheduler", "fsrs7"], "fsrs"),
        ] {
            let run = fixture.study("10k").run(["study", "settings"] + words)
            XCTAssertEqual(run.status, 64, "\(words)")
            XCTAssertTrue(run.error.contains(expected), run.error)
        }
        XCTAssertEqual(try fixture.flashcards("10k").settings(), StudySettings(newADay: 50, showsNew: false))
        let kept = run("study", "settings", "--easy-days", "sun,Saturday", "--steps", "30s,10m").output
        XCTAssertTrue(kept.contains("It counts once FSRS is your scheduler"), kept)
        let settings = run("study", "settings").output
        XCTAssertTrue(
            settings.contains("30s,10m, for FSRS only") && settings.contains("sat,sun, for FSRS only"), settings)
    }

    func testOptimiseNeedsEnoughReviews() throws {
        try answer(.again)
        let few = run("schedule", "optimise")
        XCTAssertEqual(few.status, 1)
        XCTAssertTrue(few.error.contains("There are 0 reviews that count, and 400 are needed"), few.error)
        let fixture = StudyFixture()
        var random = RandomSource(seed: 5)
        for _ in 0..<70 {
            let flashcards = try fixture.flashcards("8k")
            if let run = try? flashcards.begin(StudyConfiguration(cards: 30)) {
                var run = run
                while !run.isDone {
                    let known =
                        run.item.flatMap { item in run.answers.contains { $0.target == item.card.target } } ?? false
                    let isRight = known || Int.random(in: 0..<10, using: &random) < 6
                    try flashcards.log.answer(.rated(isRight ? .good : .again), milliseconds: 3_000, in: &run)
                }
                try flashcards.log.finish(&run)
            }
            fixture.sleep(days: 1)
        }
        let done = fixture.study("8k").run(["schedule", "optimise", "--json"])
        XCTAssertEqual(done.status, 0, done.error)
        let read = try JSONValue(Data(done.output.utf8))
        XCTAssertEqual(read["changed"], .bool(true), done.output)
        XCTAssertTrue(done.error.contains("They count once FSRS is your scheduler"), done.error)
        XCTAssertNotNil(try fixture.flashcards("8k").settings().fsrs.parameters)
        let again = fixture.study("8k").run(["schedule", "optimise"])
        XCTAssertEqual(again.status, 0, again.error)
    }

    func testSimulationReportsWorkPerRetention() throws {
        try answer(.good)
        let output = run("schedule", "simulate", "--retention", "80", "--days", "30", "--new-a-day", "2", "--json")
        XCTAssertEqual(output.status, 0, output.error)
        guard case .array(let rows) = try JSONValue(Data(output.output.utf8)) else { return XCTFail(output.output) }
        XCTAssertEqual(rows.count, 1)
        XCTAssertEqual(
            [rows[0]["retention"], rows[0]["met"], rows[0]["cards"]], [.integer(80), .integer(6), .integer(6)])
        let all = run("schedule", "simulate", "--days", "60").output
        XCTAssertTrue(all.contains("Known at the end") && all.contains("You use Leitner"), all)
        XCTAssertEqual(all, run("schedule", "simulate", "--days", "60").output)
        XCTAssertNil(try fixture.flashcards("10k").settings().fsrs.parameters)
    }
}
