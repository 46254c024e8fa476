import Foundation
import Games
import Guidance
import Interface
import Kernel
import Storage
import TerminalTesting
import TestSupport
import XCTest

/// The commands for users and programs.
final class CommandTests: XCTestCase {
    private func json(_ text: String) throws -> Any { try JSONSerialization.jsonObject(with: Data(text.utf8)) }

    func testAllCommandsFollowTheCommandRules() throws {
        let rules = CommandRules(app: "dojang", commands: try Fixture().app.commands()) { Fixture().app.subject }
        for broken in try rules.brokenRules() { XCTFail(broken.description) }
    }

    func testGameListBeforeTheFirstRound() throws {
        let fixture = Fixture()
        let output = try fixture.run("game").output
        for game in Game.allCases { XCTAssertTrue(output.contains(game.title) && output.contains(game.skill), output) }
        XCTAssertTrue(output.contains("Next: dojang game match"), output)
        XCTAssertTrue(try fixture.run("game", "history").output.contains("You have not played a round yet."))
    }

    /// The sandbox takes whole phrases, so the same lines work for every seed.
    func testRoundFromStandardInputIsStoredAndUndone() throws {
        let fixture = Fixture()
        let lines = ["손칼 막기", "sonkal makgi", "막기 손칼", "왼 손칼 막기", "지르기", "팔목 앞 막기", "주먹 지르기"]
        let run = try fixture.run("game", "sandbox", lines: lines)
        XCTAssertEqual(run.status, 0, run.error)
        XCTAssertTrue(run.output.contains("These words are out of order."), run.output)
        XCTAssertTrue(run.output.contains("You had “knife-hand block” already"), run.output)
        XCTAssertTrue(run.output.contains("Creative Sandbox: 11 of 30 points, your first round (round1)."), run.output)
        XCTAssertEqual(try fixture.book.bests().map { $0.best?.points }, [nil, nil, nil, nil, nil, 11])
        let scores = try XCTUnwrap(fixture.app.registry().all(.scores).first)
        XCTAssertEqual(scores.kind, "games")
        XCTAssertEqual(
            try scores.rounds().map { [$0.id, $0.name, "\($0.points)", "\($0.maximum)"] },
            [["round1", "Creative Sandbox", "11", "30"]])
        XCTAssertTrue(scores.commands.contains("game"), "the result is shown below them")
        XCTAssertTrue(try fixture.run("game").output.contains("11 of 30"))
        let again = try fixture.run(
            "game", "sandbox", "--json", lines: Array(lines.prefix(2)) + ["막기", "때리기", "주먹 옆 지르기", "팔목 막기"])
        let round = try XCTUnwrap(json(again.output) as? [String: Any])
        XCTAssertEqual(
            Set(round.keys), ["id", "game", "title", "points", "maximum", "misses", "finished", "isBest", "boards"])
        XCTAssertEqual(round["points"] as? Int, 9)
        XCTAssertEqual(round["isBest"] as? Bool, false)
        let phrases = ((round["boards"] as? [[String: Any]])?.first?["phrases"] as? [[String: String]])?.map {
            $0["meaning"]
        }
        XCTAssertEqual(phrases, ["knife-hand block", "block", "strike", "fist side punch", "forearm block"])
        XCTAssertEqual((try json(fixture.run("game", "history", "--json").output) as? [Any])?.count, 2)
        XCTAssertEqual(
            (try json(fixture.run("game", "history", "--game", "match", "--json").output) as? [Any])?.count, 0)
        XCTAssertEqual(try fixture.run("undo").status, 0)
        XCTAssertEqual(try fixture.book.results(limit: nil).count, 1)
        _ = try fixture.run("undo")
        XCTAssertNil(try fixture.book.bests().last?.best)
    }

    func testUnfinishedRoundIsReportedAndNotStored() throws {
        for game in Game.allCases {
            let fixture = Fixture()
            let run = try fixture.run("game", game.rawValue, "--json", lines: ["q"])
            XCTAssertEqual(run.status, 0, run.error)
            XCTAssertTrue(run.error.contains("\(game.title), left at 0 of"), run.error)
            XCTAssertTrue(run.error.contains("Only a whole round is kept."), run.error)
            XCTAssertEqual((try json(run.output) as? [String: Any])?["finished"] as? Bool, false)
            XCTAssertEqual(try fixture.book.results(limit: nil), [])
            XCTAssertEqual(try fixture.run("game", game.rawValue).status, 0, "empty input ends the round too")
        }
    }

    /// Random input never fails and never reveals an unfinished board to programs.
    func testRandomInputNeverFails() throws {
        var random = RandomSource(seed: 2)
        let words = [
            "", "1", "2", "9", "10", "q1", "막기", "makgi", "\u{1B}[31m", "s", "u", "h", "b", "m", "w", "a", "n", "🥋",
            String(repeating: "x", count: 9_000),
        ]
        for seed in 0..<60 as Range<UInt64> {
            let game = Game.allCases[Int(seed % 6)]
            let lines = (0..<80).compactMap { _ in words.randomElement(using: &random) }
            let run = try Fixture(seed: seed).run("game", game.rawValue, lines: lines)
            XCTAssertEqual(run.status, 0, run.error)
            XCTAssertFalse((run.output + run.error).contains("\u{1B}"), "\(game) \(seed)")
        }
    }

    func testTypedWordsAreAccepted() throws {
        let fixture = Fixture()
        var random = RandomSource(seed: fixture.seed)
        let board = try XCTUnwrap(GameRound(.slots, from: ToyBook.book, using: &random).board as? BlankBoard)
        let run = try fixture.run("game", "slots", lines: board.phrase.words.map(\.romanization) + ["", "nosuch"])
        XCTAssertTrue(run.output.contains("2/4, 4 of 28 points"), run.output)
        XCTAssertTrue(run.output.contains("“nosuch” does not lie there."), run.output)
    }

    func testResultsAreTheSameOverAFileStore() throws {
        let home = try Home(isQuick: true)
        let store = try FileStore(directory: home.path("store")) { Fixture.start }
        defer { withExtendedLifetime(home) {} }
        let fixture = Fixture(store: store)
        for seed in 0..<12 as Range<UInt64> {
            var random = RandomSource(seed: seed)
            var round = try GameRound(Game.allCases[Int(seed % 6)], from: ToyBook.book, using: &random)
            Player.perfect(&round)
            fixture.clock.advance(seconds: 60)
            let saved = try fixture.book.save(round)
            XCTAssertEqual(saved.before?.points, seed < 6 ? nil : saved.result.maximum)
        }
        XCTAssertEqual(try fixture.book.bests().map(\.rounds), [2, 2, 2, 2, 2, 2])
        let ends = try fixture.book.results(limit: nil).map(\.at)
        XCTAssertEqual(ends, ends.sorted(by: >))
        XCTAssertEqual(try fixture.book.results(of: .decode, limit: 1).count, 1)
    }
}
