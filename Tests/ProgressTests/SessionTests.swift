import Foundation
import Guidance
import Interface
import Kernel
import Practice
import Progress
import Storage
import TestSupport
import XCTest

/// Lists of past sessions.
final class SessionTests: XCTestCase {
    /// A feature contributes its kind, its rounds and the commands that milestones follow.
    func testScoresOfOtherFeaturesAreListedAsSessions() throws {
        let fixture = Fixture()
        try fixture.practise([.good, .again])
        let app = fixture.app(adding: [Darts(day: fixture.log.today, at: fixture.clock.now)])
        let all = app.run(["sessions", "--plain"]).output.split(separator: "\n").map {
            $0.split(separator: "\t").map(String.init)
        }
        XCTAssertEqual(all.count, 2)
        XCTAssertTrue(all.contains { $0.starts(with: ["throw1", "\(fixture.log.today)", "darts"]) }, "\(all)")
        let darts = app.run(["sessions", "--kind", "darts"]).output
        XCTAssertTrue(darts.contains("501") && darts.contains("Darts") && darts.contains("120 points"), darts)
        XCTAssertEqual(fixture.app().run(["sessions", "--kind", "darts"]).status, 64)
        // Milestones follow a command of the other feature.
        let postCommandHint = try XCTUnwrap(app.registry().all(.postCommandHints).first { $0.name == "celebration" })
        XCTAssertFalse(postCommandHint.blocks("darts").isEmpty)
        XCTAssertTrue(postCommandHint.blocks("archery").isEmpty)
    }

    func testSessionsOfAllKindsAreListedNewestFirst() throws {
        let fixture = Fixture()
        try fixture.practise([.good, .again])
        fixture.clock.advance(days: 1)
        try fixture.practise([.good], "patterns", "quiz")
        let last = try fixture.practise([.again, .again, .good], "tests", "quick", finishing: false)
        let list = try fixture.record.sessions()
        XCTAssertEqual(list.shown.map(\.kind.rawValue), ["tests", "patterns", "flashcards"])
        XCTAssertEqual(list.shown.map(\.answers), [3, 1, 2])
        XCTAssertEqual(list.shown.map(\.right), [1, 1, 1])
        XCTAssertEqual(list.shown.map(\.isFinished), [false, true, true])
        XCTAssertEqual(list.shown.map(\.activity), ["quick", "quiz", "study"])
        XCTAssertEqual([list.total, list.answers, list.right], [3, 6, 3])
        XCTAssertEqual(list.shown[0].id, last.rawValue)
        XCTAssertNil(list.latestOmittedDay)
    }

    func testEmptySessionsAreOmittedAndMidnightDoesNotSplitThem() throws {
        let fixture = Fixture()
        try fixture.practise([])
        XCTAssertEqual(try fixture.record.sessions().total, 0)
        fixture.clock.set("2026-11-20T23:59:58Z")
        try fixture.practise([.good, .good], seconds: 1)
        try fixture.practise([.good, .good, .again], from: 10, seconds: 1)
        let list = try fixture.record.sessions()
        XCTAssertEqual(list.shown.map(\.answers), [3, 2])
        XCTAssertEqual(try fixture.log.days().count, 3, "the first session ends in the second in which a day begins")
        XCTAssertEqual(list.shown.map { "\($0.day)" }, ["2026-11-21", "2026-11-20"])
    }

    func testGamesAreListedWithTheirPoints() throws {
        let fixture = Fixture()
        try fixture.practise([.good])
        fixture.learner.change {
            $0.others = [
                PastSession(
                    "zz", PracticeKind(rawValue: "games"), about: "Word Match", on: fixture.record.today,
                    at: fixture.clock.now,
                    .init(18, of: 24))
            ]
        }
        let displayed = try fixture.record.sessions().shown
        XCTAssertEqual(displayed.map(\.subject), ["Word Match", ""])
        XCTAssertEqual(displayed[0].share, 0.75)
        XCTAssertEqual(displayed[1].share, 1)
        XCTAssertEqual(try fixture.record.sessions(SessionFilter(kind: PracticeKind(rawValue: "games"))).total, 1)
    }

    func testFilteredListMatchesAFullScan() throws {
        let fixture = Fixture()
        var random = RandomSource(seed: 15)
        let kinds = ["flashcards", "patterns", "tests"]
        for _ in 0..<60 {
            fixture.clock.advance(days: Double(Int.random(in: 0...2, using: &random)), minutes: 5)
            let ratings = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                [Rating.again, .good].randomElement(using: &random) ?? .good
            }
            try fixture.practise(ratings, kinds.randomElement(using: &random) ?? "tests", seconds: 1)
        }
        let runs = try fixture.log.runs().map { run in (run, try fixture.log.answers(of: run.id)) }.filter {
            !$0.1.isEmpty
        }
        for _ in 0..<80 {
            var filter = SessionFilter(limit: Int.random(in: 1...70, using: &random))
            if Bool.random(using: &random) {
                filter.kind = kinds.randomElement(using: &random).map(PracticeKind.init(rawValue:))
            }
            if Bool.random(using: &random) {
                filter.since = fixture.record.today.adding(days: -Int.random(in: 20...60, using: &random))
            }
            if Bool.random(using: &random) {
                filter.until = fixture.record.today.adding(days: -Int.random(in: 0...20, using: &random))
            }
            let expected = runs.filter { run, answers in
                (filter.kind == nil || run.kind == filter.kind) && (filter.since.map { $0 <= answers[0].day } ?? true)
                    && (filter.until.map { answers[0].day <= $0 } ?? true)
            }.reversed()
            let list = try fixture.record.sessions(filter)
            XCTAssertEqual(list.shown.map(\.id), expected.prefix(filter.limit).map(\.0.id.rawValue))
            XCTAssertEqual(list.total, expected.count)
            XCTAssertEqual(list.answers, expected.reduce(0) { $0 + $1.1.count })
            XCTAssertEqual(list.latestOmittedDay, expected.dropFirst(filter.limit).first?.1[0].day)
        }
    }

    func testInvalidFiltersFailWithAdvice() throws {
        let fixture = Fixture()
        try fixture.practise([.good])
        let today = fixture.record.today
        for (request, code) in [
            ({ _ = try fixture.record.kind(named: "chess") }, "unknownKindOfSession"),
            (
                { _ = try fixture.record.sessions(SessionFilter(since: today, until: today.adding(days: -1))) },
                "daysTurnedRound"
            ),
        ] as [(() throws -> Void, String)] {
            XCTAssertThrowsError(try request()) { error in
                XCTAssertEqual((error as? Failure)?.code.text, code)
                XCTAssertFalse((error as? Failure)?.advice.isEmpty ?? true)
            }
        }
    }
}

/// A plugin that contributes scores of a game.
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
