import Attainment
import Foundation
import Guidance
import Kernel
import Practice
import Storage
import Terminal
import TestBench
import XCTest

/// What was sat through, as it is listed.
final class SessionTests: XCTestCase {
    /// Whoever scores something brings it: its kind, its rounds, and the commands below which stands what was reached.
    func testWhatOthersScoreIsAmongTheSessions() throws {
        let bench = Bench()
        try bench.practise([.good, .again])
        let app = bench.app(beside: [Darts(day: bench.log.today, at: bench.clock.now)])
        let all = app.run(["sessions", "--plain"]).output.split(separator: "\n").map {
            $0.split(separator: "\t").map(String.init)
        }
        XCTAssertEqual(all.count, 2)
        XCTAssertTrue(all.contains { $0.starts(with: ["throw1", "\(bench.log.today)", "darts"]) }, "\(all)")
        let darts = app.run(["sessions", "--kind", "darts"]).output
        XCTAssertTrue(darts.contains("501") && darts.contains("Darts") && darts.contains("120 points"), darts)
        XCTAssertEqual(bench.app().run(["sessions", "--kind", "darts"]).status, 64)
        // A command of theirs is followed by what was reached.
        let afterword = try XCTUnwrap(app.registry().all(.afterwords).first { $0.name == "celebration" })
        XCTAssertFalse(afterword.blocks("darts").isEmpty)
        XCTAssertTrue(afterword.blocks("archery").isEmpty)
    }

    func testSessionsOfAllKindsAreListedTheLatestFirst() throws {
        let bench = Bench()
        try bench.practise([.good, .again])
        bench.clock.advance(days: 1)
        try bench.practise([.good], "patterns", "quiz")
        let last = try bench.practise([.again, .again, .good], "tests", "quick", finishing: false)
        let list = try bench.record.sessions()
        XCTAssertEqual(list.shown.map(\.kind.rawValue), ["tests", "patterns", "flashcards"])
        XCTAssertEqual(list.shown.map(\.answers), [3, 1, 2])
        XCTAssertEqual(list.shown.map(\.right), [1, 1, 1])
        XCTAssertEqual(list.shown.map(\.isFinished), [false, true, true])
        XCTAssertEqual(list.shown.map(\.activity), ["quick", "quiz", "study"])
        XCTAssertEqual([list.total, list.answers, list.right], [3, 6, 3])
        XCTAssertEqual(list.shown[0].id, last.rawValue)
        XCTAssertNil(list.earlier)
    }

    func testASessionWithoutAnAnswerIsNoneAndOneOverMidnightIsOne() throws {
        let bench = Bench()
        try bench.practise([])
        XCTAssertEqual(try bench.record.sessions().total, 0)
        bench.clock.set("2026-11-20T23:59:58Z")
        try bench.practise([.good, .good], seconds: 1)
        try bench.practise([.good, .good, .again], from: 10, seconds: 1)
        let list = try bench.record.sessions()
        XCTAssertEqual(list.shown.map(\.answers), [3, 2])
        XCTAssertEqual(try bench.log.days().count, 3, "the first ends in the second in which a day begins")
        XCTAssertEqual(list.shown.map { "\($0.day)" }, ["2026-11-21", "2026-11-20"])
    }

    func testGamesStandAmongThemWithTheirPoints() throws {
        let bench = Bench()
        try bench.practise([.good])
        bench.world.change {
            $0.others = [
                PastSession(
                    "zz", PracticeKind(rawValue: "games"), about: "Word Match", on: bench.record.today, at: bench.clock.now,
                    .init(18, of: 24))
            ]
        }
        let shown = try bench.record.sessions().shown
        XCTAssertEqual(shown.map(\.subject), ["Word Match", ""])
        XCTAssertEqual(shown[0].share, 0.75)
        XCTAssertEqual(shown[1].share, 1)
        XCTAssertEqual(try bench.record.sessions(SessionFilter(kind: PracticeKind(rawValue: "games"))).total, 1)
    }

    /// Whatever is asked for, the page is the beginning of what a reader of every record would list.
    func testAPageIsWhatAReaderOfEverythingWouldShow() throws {
        let bench = Bench()
        var random = RandomSource(seed: 15)
        let kinds = ["flashcards", "patterns", "tests"]
        for _ in 0..<60 {
            bench.clock.advance(days: Double(Int.random(in: 0...2, using: &random)), minutes: 5)
            let ratings = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                [Rating.again, .good].randomElement(using: &random) ?? .good
            }
            try bench.practise(ratings, kinds.randomElement(using: &random) ?? "tests", seconds: 1)
        }
        let runs = try bench.log.runs().map { run in (run, try bench.log.answers(of: run.id)) }.filter { !$0.1.isEmpty }
        for _ in 0..<80 {
            var filter = SessionFilter(limit: Int.random(in: 1...70, using: &random))
            if Bool.random(using: &random) { filter.kind = kinds.randomElement(using: &random).map(PracticeKind.init(rawValue:)) }
            if Bool.random(using: &random) {
                filter.since = bench.record.today.adding(days: -Int.random(in: 20...60, using: &random))
            }
            if Bool.random(using: &random) {
                filter.until = bench.record.today.adding(days: -Int.random(in: 0...20, using: &random))
            }
            let wanted = runs.filter { run, answers in
                (filter.kind == nil || run.kind == filter.kind) && (filter.since.map { $0 <= answers[0].day } ?? true)
                    && (filter.until.map { answers[0].day <= $0 } ?? true)
            }.reversed()
            let list = try bench.record.sessions(filter)
            XCTAssertEqual(list.shown.map(\.id), wanted.prefix(filter.limit).map(\.0.id.rawValue))
            XCTAssertEqual(list.total, wanted.count)
            XCTAssertEqual(list.answers, wanted.reduce(0) { $0 + $1.1.count })
            XCTAssertEqual(list.earlier, wanted.dropFirst(filter.limit).first?.1[0].day)
        }
    }

    func testNonsenseIsRefusedWithWhatMendsIt() throws {
        let bench = Bench()
        try bench.practise([.good])
        let today = bench.record.today
        for (asked, code) in [
            ({ _ = try bench.record.kind(named: "chess") }, "unknownKindOfSession"),
            (
                { _ = try bench.record.sessions(SessionFilter(since: today, until: today.adding(days: -1))) },
                "daysTurnedRound"
            ),
        ] as [(() throws -> Void, String)] {
            XCTAssertThrowsError(try asked()) { error in
                XCTAssertEqual((error as? Failure)?.code.text, code)
                XCTAssertFalse((error as? Failure)?.advice.isEmpty ?? true)
            }
        }
    }
}

/// A feature that is played.
private struct Darts: Plugin {
    let name = "Darts"
    let day: Day
    let at: Instant

    func contribute(to registry: inout Registry) {
        registry.add(
            Scores("darts", title: "Darts", after: ["darts"]) { [day, at] in
                [ScoredRound("throw1", "501", on: day, at: at, 60, of: 120)]
            },
            to: .scores)
    }
}
