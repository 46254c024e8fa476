import Interface
import Kernel
import Ring
import RingCommands
import TerminalTesting
import XCTest

/// The exact text of pages and screens.
final class TextTests: XCTestCase {
    private static let lean = """
        {"like": "itf", "id": "lean", "extraRoundSeconds": 0, "firstPointDecides": false, "warningsPerPoint": 0, "foulsToLose": 0, \
        "warnings": ["falling"], "fouls": ["grabbing"], "note": null, "scores": [{"name": "hit", "points": 1}]}
        """

    func testRulesOutput() throws {
        let fixture = Fixture()
        let itf = try fixture.run("rules", "show", "itf").output
        for line in [
            "Points  For\n     1  hand attack to body or head\n     2  kick to body\n",
            "\nRounds     2 × 02:00, 60 s of rest\nOn a draw  an extra round of 01:00, then the first point\n",
            "\nWarnings   each 3 cost a point: leaving the ring, ",
            "\nFouls      each costs a point, 3 disqualify: excessive contact, ", "\n\nOrganisations differ: ",
        ] { XCTAssertTrue(itf.contains(line), itf) }
        XCTAssertEqual(try fixture.run("rules", "add", "-", files: ["-": Array(Self.lean.utf8)]).status, 0)
        XCTAssertEqual(
            try fixture.run("rules", "show", "lean").output,
            """
            lean
            Points  For
                 1  hit

            Rounds     2 × 02:00, 60 s of rest
            On a draw  it stays one
            Warnings   cost nothing: falling
            Fouls      each costs a point: grabbing
            Corners    Red and Blue

            Next: dojang match start --rules lean, dojang timer --rules lean

            """)
        XCTAssertEqual(
            try fixture.run("rules", "show", "lean", "--plain").output,
            """
            lean\tlean\t2\t120\t60\t10\t10\t0\tno\tname=hit points=1\tfalling\tgrabbing\t0\t0\tname=Red colour=#c8102e\t\
            name=Blue colour=#0047ab\t

            """)
    }

    /// A match from its first key to its end: screen, page, list and JSON.
    func testCompleteMatchOutput() throws {
        let fixture = Fixture()
        var session = try fixture.dialogue("match start", "--red", "Kim", "--blue", "Lee")
        _ = try session.handle(.tick)
        _ = try session.press("n")
        for key in "ddddwo" {
            fixture.pass(1.5)
            _ = try session.handle(.tick)
            _ = try session.press(key)
        }
        let facts = """
            Red     Kim: 12 points, 1 warning
            Blue    Lee: -1 points, 1 foul, 0 scored, 1 taken off
            Rules   ITF
            Began   2027-01-15 08:00

             Time  What
            00:00  next phase
            00:01  Kim: kick to head, 3 points
            00:03  Kim: kick to head, 3 points
            00:04  Kim: kick to head, 3 points
            00:06  Kim: kick to head, 3 points
            00:07  Kim: warning
            00:09  Lee: foul

            """
        let output = try fixture.run("match", "show", "latest").output
        XCTAssertEqual(
            output, "Kim 12 : -1 Lee\nResult  It is unfinished.\n\(facts)\nNext: dojang match continue match1\n")
        XCTAssertEqual(session.view.title, "12:-1 01:51")
        _ = try session.press("q")
        XCTAssertEqual(
            try fixture.run("match", "end", "--winner", "nobody", "--because", "rain").output,
            "Closed. Kim 12 : -1 Lee. Nobody wins: rain (match1).\n\nNext: dojang match list\n")
        XCTAssertTrue(
            try fixture.run("match", "show", "latest").output.hasSuffix(
                "clock stopped\n00:09  Nobody wins: rain\n\nNext: dojang match list\n"))
        _ = try fixture.table.record(
            .close(Verdict(winner: nil, way: .draw)), in: fixture.table.begin(red: "A", blue: "B", rules: .itf))
        XCTAssertEqual(
            try fixture.run("match", "list").output,
            """
            2 matches
            Row  Id      Began             Red          Blue  Winner  By
              1  match2  2027-01-15 08:00  A     0   0  B     draw    draw
              2  match1  2027-01-15 08:00  Kim  12  -1  Lee   draw    decision

            Next: dojang match show 1

            """)
        XCTAssertTrue(try fixture.run("match", "show", "match2").output.contains("Result  A draw\n"))
        let plain = try fixture.run("match", "show", "match1", "--plain").output.split(
            separator: "\t", omittingEmptySubsequences: false)
        XCTAssertEqual(
            plain.prefix(14).joined(separator: "|"),
            """
            match1|2027-01-15T08:00:00.000Z|Kim|Lee||decision|rain|itf|2027-01-15T08:00:09.000Z|12|-1|\
            scored=12 warnings=1 fouls=0|scored=0 warnings=0 fouls=1|regular
            """)
    }

    func testVerdictTexts() throws {
        for (keys, words, wait) in [
            ("d", "Kim wins by points", 400.0), ("eee", "Lee wins by the other's disqualification", 0),
            ("iii", "Kim wins by points", 400), ("", "A draw: the extra round decides", 400),
        ] {
            let fixture = Fixture()
            var session = try fixture.dialogue("match start", "--red", "Kim", "--blue", "Lee")
            _ = try session.press("n")
            for key in keys { _ = try session.press(key) }
            fixture.pass(wait)
            _ = try session.handle(.key(.enter))
            XCTAssertTrue(session.text().hasPrefix(words + "."), session.text())
        }
        let fixture = Fixture()
        var session = try fixture.dialogue("match start", "--red", "Kim", "--blue", "Lee")
        XCTAssertFalse(session.view.ringsBell)
        func check(_ words: String, _ key: Character, line: UInt = #line) throws {
            _ = try session.press(key)
            XCTAssertTrue(session.text().hasPrefix(words), session.text(), line: line)
        }
        try check("Round 1 of 2. 02:00 left.", "n")
        try check("Round 1 of 2, stopped. 02:00 left.", " ")
        try check("Round 1 of 2. 02:00 left.", " ")
        try check("Rest after round 1 of 2. 01:00 left.", "n")
        try check("Round 2 of 2. 02:00 left.", "n")
        try check("A draw: the extra round decides.", "n")
        guard case .key(let hints) = session.view.wanted else { return XCTFail("no key is expected") }
        XCTAssertEqual(
            hints.prefix(3).map { "\($0.key) \($0.meaning)" }, ["space extra round", "u take back", "q leave"])
        try check("Get ready. 00:10 left.", " ")
        try check("Extra round. 01:00 left.", "n")
        try check("Extra round, stopped. 01:00 left.", " ")
        try check("A draw: the first point decides.", "n")
        guard case .key(let last) = session.view.wanted else { return XCTFail("no key is expected") }
        XCTAssertEqual(last.first?.meaning, "first point")
        try check("Get ready. 00:10 left.", " ")
        try check("The first point decides. 00:00.", "n")
        fixture.pass(1.5)
        try check("Lee wins by the first point. 00:01.", "j")
        guard case .key(let keys) = session.view.wanted else { return XCTFail("no key is expected") }
        XCTAssertEqual(
            keys.prefix(3).map { "\($0.key) \($0.meaning)" }, ["c close the match", "u take back", "q leave"])
    }

    func testMatchKeysAndUnknownKeys() throws {
        let fixture = Fixture()
        var session = try fixture.dialogue("match start")
        _ = try session.press("n")
        for key in "f;xz" {
            _ = try session.press(key)
            XCTAssertEqual(try fixture.table.match(named: "latest").events.count, 1, "\(key): there is no fourth score")
        }
        guard case .key(let hints) = session.view.wanted else { return XCTFail("no key is expected") }
        XCTAssertEqual(
            hints.map { "\($0.key) \($0.meaning)" }.joined(separator: ", "),
            """
            space hold, u take back, n next phase, q leave, a Red: hand attack to body or head, j Blue: hand attack to body or head, \
            s Red: kick to body, k Blue: kick to body, d Red: kick to head, l Blue: kick to head, w Red: warning, i Blue: warning, \
            e Red: foul, o Blue: foul
            """)
        var union = try fixture.dialogue("match start", "--rules", "itfu")
        for key in "nf;" { _ = try union.press(key) }
        let state = try fixture.table.match(named: "latest").state
        XCTAssertEqual(Corner.allCases.map(state.total(of:)), [1, 1], "the jump")
    }

    // MARK: - The timer

    func testTimerTexts() throws {
        let fixture = Fixture()
        var timer = try fixture.dialogue("timer", "--rounds", "1", "--length", "30s", "--prepare", "1s")
        XCTAssertFalse(timer.view.ringsBell)
        XCTAssertEqual(timer.text(), "Get ready, 00:01 left.\n")
        XCTAssertEqual(timer.view.tickInterval, 0.05)
        guard case .key(let hints) = timer.view.wanted else { return XCTFail("no key is expected") }
        XCTAssertEqual(hints.map(\.meaning), ["hold", "skip to the next phase", "quit", "its state"])
        _ = try timer.handle(.tick)
        XCTAssertEqual(timer.view.tickInterval, 0.2)
        fixture.pass(2)
        _ = try timer.handle(.tick)
        XCTAssertTrue(timer.view.ringsBell)
        for (key, seconds, words) in [
            (" ", 0.0, "\nRound, stopped\n█▋"), (" ", 4, "\nRound\n"), ("s", 0, nil),
        ] as [(Character, Double, String?)] {
            let ended = try timer.press(key)
            XCTAssertEqual(ended?.notice, words == nil ? "The round is over." : nil)
            fixture.pass(seconds)
            if let words { XCTAssertTrue(timer.text().contains(words), timer.text()) }
        }
        var dialogue = try fixture.dialogue("timer", "--prepare", "0")
        XCTAssertEqual(dialogue.text(), "Round 1 of 2, 02:00 left.\n\nRound 1.\n")
        XCTAssertFalse(dialogue.view.ringsBell)
        fixture.pass(0.5)
        _ = try dialogue.handle(.key(.enter))
        XCTAssertEqual(dialogue.text(), "Round 1 of 2, 02:00 left.\n", "a started second counts as left")
        XCTAssertEqual(fixture.notifications.lines, ["Round 1", "Round 1 is over"])
    }

    /// After a long silence, line-by-line mode announces only the last two events.
    func testOnlyTheLastTwoEventsAreAnnounced() throws {
        let fixture = Fixture()
        var timer = try fixture.dialogue("timer", "--rounds", "9", "--length", "30s", "--rest", "0", "--prepare", "0s")
        fixture.pass(95)
        _ = try timer.handle(.key(.enter))
        XCTAssertEqual(fixture.notifications.lines, ["Round 3 is over", "Round 4"])
        XCTAssertTrue(timer.text().contains("Round 4 of 9, 00:25 left."), timer.text())
    }

    func testAnnouncementsWithoutRestAndWarning() throws {
        for nought in ["0", "0s", "0m"] {
            let fixture = Fixture()
            let run = try fixture.run(
                "timer", "--rounds", "2", "--length", "5s", "--prepare", nought, "--rest", nought, "--announce")
            XCTAssertEqual(
                fixture.notifications.lines,
                ["Round 1 of 2, 00:05 left", "Round 1 is over", "Round 2", "Round 2 is over"],
                run.error)
            XCTAssertEqual(run.output.split(separator: "\n").first, "All 2 rounds are over.")
        }
    }

    // MARK: - Writing and limits

    /// The screen records its presence at the first tick, then every two seconds, and when the
    /// clock was set back.
    func testScreenSavesEveryTwoSecondsAndAfterClockChanges() throws {
        let fixture = Fixture()
        var session = try fixture.dialogue("match start")
        for (seconds, writes) in [(0.0, 1), (1.999, 0), (0.001, 1), (2, 1), (0, 0), (-0.001, 1)] {
            let before = try fixture.store.engine.inspect().sequence
            fixture.pass(seconds)
            _ = try session.handle(.tick)
            XCTAssertEqual(Int(try fixture.store.engine.inspect().sequence - before), writes, "\(seconds)")
        }
        _ = try session.press(" ")
        let sequence = try fixture.store.engine.inspect().sequence
        fixture.pass(60)
        _ = try session.handle(.tick)
        XCTAssertEqual(try fixture.store.engine.inspect().sequence, sequence, "a stopped clock writes no pulse")
        XCTAssertFalse(session.text().contains("You were away"), session.text())
    }

    func testListLimitsAndReasonLimits() throws {
        let fixture = Fixture()
        for _ in 1...51 { _ = try fixture.table.begin(red: "Kim", blue: "Lee", rules: .itf) }
        for (words, count) in [([], 50), (["--limit", "1"], 1), (["--limit", "51"], 51), (["--limit", "10000"], 51)] {
            let run = fixture.app.run(["match", "list", "--plain"] + words)
            XCTAssertEqual(run.output.split(separator: "\n").count, count, "\(words)")
        }
        for wrong in ["0", "10001"] { XCTAssertEqual(try fixture.run("match", "list", "--limit", wrong).status, 64) }
        let why = String(repeating: "x", count: 200)
        XCTAssertEqual(try fixture.run("match", "end", "match1", "--winner", "red", "--because", why + "x").status, 64)
        XCTAssertEqual(try fixture.run("match", "end", "match1", "--winner", "red", "--because", why).status, 0)
    }

    func testCommandsThatChangeData() throws {
        let changing = try Fixture().app.commands().filter(\.changesData).map { $0.name }
        XCTAssertEqual(
            Set(changing),
            ["match start", "match continue", "match end", "match delete", "rules add", "rules delete", "undo"])
    }
}
