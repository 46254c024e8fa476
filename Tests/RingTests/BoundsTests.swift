import Foundation
import Kernel
import Ring
import XCTest

/// Rules, plans and matches on both sides of every limit.
final class BoundsTests: XCTestCase {
    private static let rest = #""scores": [{"name": "hit", "points": 1}], "roundSeconds": 60"#

    private func read(_ fields: String) throws -> RuleSet {
        try RuleSet(file: Array("{\(fields)}".utf8)) { id in RuleSet.bundled.first { $0.id == id } }
    }

    private func text(_ count: Int) -> String { String(repeating: "x", count: count) }

    /// In each pair the first text is valid and the second is refused.
    func testTextAndListLimitsOfRules() throws {
        let rest = Self.rest
        func scores(_ count: Int, points: Int = 1) -> String {
            let list = Array(repeating: "{\"name\": \"a\", \"points\": \(points)}", count: count).joined(separator: ",")
            return "\"id\": \"x\", \"roundSeconds\": 60, \"scores\": [\(list)]"
        }
        func list(_ name: String, _ text: String) -> String { "\"id\": \"x\", \(rest), \"\(name)\": [\"\(text)\"]" }
        func corner(_ name: String, _ color: String) -> String {
            "\"id\": \"x\", \(rest), \"red\": {\"name\": \"\(name)\", \"colour\": \"\(color)\"}"
        }
        for (good, bad) in [
            ("\"id\": \"\(text(40))\", \(rest)", "\"id\": \"\(text(41))\", \(rest)"),
            ("\"id\": \"az09-\", \(rest)", "\"id\": \"a`\", \(rest)"),
            ("\"id\": \"0\", \(rest)", "\"id\": \"a{\", \(rest)"),
            ("\"id\": \"9\", \(rest)", "\"id\": \"a/\", \(rest)"),
            ("\"id\": \"a-\", \(rest)", "\"id\": \"a:\", \(rest)"),
            ("\"id\": \"a-b\", \(rest)", "\"id\": \"a.b\", \(rest)"),
            ("\"id\": \"z\", \(rest)", "\"id\": \"a,b\", \(rest)"),
            (scores(4), scores(5)), (scores(1), scores(0)), (scores(1, points: 1), scores(1, points: 0)),
            (scores(1, points: 9), scores(1, points: 10)), (list("warnings", text(80)), list("warnings", text(81))),
            (list("fouls", text(80)), list("fouls", text(81))),
            (corner(text(20), "#c8102e"), corner(text(21), "#c8102e")),
            (corner("R", "#C8102E"), corner("R", "#c8102")), (corner("R", "#000000"), corner("R", "#c8102ee")),
            (corner("R", "#ffffff"), corner("R", "#fffffg")), (corner("R", "#123456"), corner("R", "#+12345")),
            (corner("R", "#abcdef"), corner("R", "0abcdef")),
        ] {
            XCTAssertNoThrow(try read(good), good)
            XCTAssertThrowsError(try read(bad), bad) { XCTAssertEqual(($0 as? Failure)?.code, .badRules) }
        }
        XCTAssertEqual(try read(corner("R", "#0a0B0c")).red.color, RGBColor(0x0A0B0C))
        XCTAssertThrowsError(try read("\"like\": \"\(text(41))\"")) {
            XCTAssertTrue(($0 as? Failure)?.message.contains("1 to 40 characters") ?? false, "\($0)")
        }
    }

    func testNumberLimitsOfRules() throws {
        for (field, value, expected) in [
            ("extraRoundSeconds", 0, nil), ("extraRoundSeconds", 1, 5), ("extraRoundSeconds", 6, 6),
            ("extraRoundSeconds", 3600, 3600), ("warningsPerPoint", 0, nil), ("warningsPerPoint", 1, 1),
            ("warningsPerPoint", 99, 99), ("foulsToLose", 0, nil), ("foulsToLose", 1, 1), ("foulsToLose", 99, 99),
        ] as [(String, Int, Int?)] {
            let rules = try read("\"id\": \"x\", \(Self.rest), \"\(field)\": \(value)")
            let actual = ["extraRoundSeconds": rules.extraRound, "warningsPerPoint": rules.warningsPerPoint]
            XCTAssertEqual(actual[field] ?? rules.foulsToLose, expected, "\(field) \(value)")
            XCTAssertEqual(
                try RuleSet(file: JSONValue.encoder.encode(rules).map { $0 }) { _ in nil }, rules, "written and read")
        }
        for wrong in [
            "\"extraRoundSeconds\": 3601", "\"extraRoundSeconds\": -1", "\"warningsPerPoint\": 100",
            "\"foulsToLose\": 100",
        ] {
            XCTAssertThrowsError(try read("\"id\": \"x\", \(Self.rest), \(wrong)"), wrong)
        }
    }

    func testRulesFileHasAtMost64KiB() throws {
        let complete = Array("{\"id\": \"x\", \(Self.rest)}".utf8)
        for (size, isRead) in [(65_536, true), (65_537, false)] {
            let bytes = complete + Array(repeating: UInt8(ascii: " "), count: size - complete.count)
            XCTAssertEqual((try? RuleSet(file: bytes) { _ in nil }) != nil, isRead, "\(size)")
        }
    }

    /// The numbers of the bundled rules.
    func testBundledRules() {
        for rules in RuleSet.bundled {
            let plan = rules.plan
            XCTAssertEqual([plan.rounds, plan.length, plan.rest, plan.warning, plan.prepare], [2, 120, 60, 10, 10])
            XCTAssertEqual([rules.extraRound, rules.warningsPerPoint, rules.foulsToLose], [60, 3, 3])
            XCTAssertTrue(rules.firstPointDecides)
            XCTAssertEqual(Corner.allCases.map { rules.style(of: $0).name }, ["Red", "Blue"])
        }
    }

    func testPlansAcceptLimitsAndRefuseBeyond() throws {
        for (rounds, length, rest, warning, prepare) in [
            (1, 5, 0, 0, 0), (99, 3600, 3600, 3599, 3600), (1, nil, 0, 3600, 0),
        ]
            as [(Int, Int?, Int, Int, Int)]
        {
            let plan = try RoundPlan(rounds: rounds, length: length, rest: rest, warning: warning, prepare: prepare)
            XCTAssertEqual(
                [plan.rounds, plan.length, plan.rest, plan.warning, plan.prepare],
                [rounds, length, rest, warning, prepare])
        }
        let plan = try RoundPlan(rounds: 1, length: 60)
        for (length, warning) in [(10, 0), (11, 10), (nil, 0)] as [(Int?, Int)] {
            XCTAssertEqual(plan.warning(fitting: length), warning)
        }
    }

    func testCornerNamesAtTheirLimits() throws {
        let table = Fixture().table
        XCTAssertEqual(try table.begin(red: text(40), blue: "x", rules: .itf).match.red, text(40))
        for wrong in [text(41), "", " "] {
            XCTAssertThrowsError(try table.begin(red: wrong, blue: "x", rules: .itf)) {
                XCTAssertEqual(($0 as? Failure)?.code.text, "badName")
            }
        }
    }

    // MARK: - A match, moment by moment

    private func match(_ fields: String = "", _ events: [(Double, MatchEvent.Kind)]) throws -> MatchState {
        let rules = fields.isEmpty ? RuleSet.itf : try read("\"like\": \"itf\", \"id\": \"x\", \(fields)")
        let numbered = events.enumerated().map { index, event in
            MatchEvent(number: index + 1, at: Fixture.start.adding(seconds: event.0), event.1)
        }
        return try MatchState(rules, at: Fixture.start, replaying: numbered)
    }

    /// During the preparation of the extra round, marks can be corrected. The first-point round has
    /// no end warning.
    func testExtraAndFirstPointRounds() throws {
        let over: [(Double, MatchEvent.Kind)] = [(400, .fightOn)]
        let extra = try match("", over)
        XCTAssertEqual([extra.period.rawValue, extra.clock.words], ["extra", "prepare 10"])
        let plan = extra.clock.plan
        XCTAssertEqual([plan.rounds, plan.length, plan.rest, plan.warning, plan.prepare], [1, 60, 0, 10, 10])
        XCTAssertEqual(try match("", over + [(401, .score(.red, 0))]).total(of: .red), 1)
        let last = try match("", over + [(500, .fightOn)])
        XCTAssertEqual([last.period.rawValue, last.clock.words], ["firstPoint", "prepare 10"])
        XCTAssertEqual([last.clock.plan.length, last.clock.plan.warning], [nil, 0])
        let decided = try match("", over + [(500, .fightOn), (501, .score(.blue, 1))])
        XCTAssertEqual(decided.outcome, .decided(Verdict(winner: .blue, way: .firstPoint)))
        XCTAssertFalse(decided.clock.isRunning)
    }

    /// The rules decide how a draw is broken.
    func testRulesDecideHowADrawIsBroken() throws {
        for (fields, expected) in [
            ("\"extraRoundSeconds\": 30", .drawn(next: .extra)),
            ("\"extraRoundSeconds\": 0", .drawn(next: .firstPoint)),
            ("\"extraRoundSeconds\": 0, \"firstPointDecides\": false", .decided(Verdict(winner: nil, way: .draw))),
            ("\"firstPointDecides\": false", .drawn(next: .extra)),
        ] as [(String, MatchState.Outcome)] {
            var state = try match(fields, [])
            _ = state.advance(to: Fixture.start.adding(seconds: 309.999))
            XCTAssertEqual(state.outcome, .open, fields)
            _ = state.advance(to: Fixture.start.adding(seconds: 310))
            XCTAssertEqual(state.outcome, expected, fields)
        }
        var extra = try match("\"firstPointDecides\": false", [(400, .fightOn)])
        _ = extra.advance(to: Fixture.start.adding(seconds: 600))
        XCTAssertEqual(extra.outcome, .decided(Verdict(winner: nil, way: .draw)), "the match is over")
    }

    func testFoulLimitDisqualifies() throws {
        for (limit, fouls, expected) in [
            (1, 1, .decided(Verdict(winner: .red, way: .disqualification))), (2, 1, .open),
            (2, 2, .decided(Verdict(winner: .red, way: .disqualification))), (0, 9, .open),
        ] as [(Int, Int, MatchState.Outcome)] {
            let events: [(Double, MatchEvent.Kind)] = [(0, .skip)] + Array(repeating: (1, .foul(.blue)), count: fouls)
            XCTAssertEqual(try match("\"foulsToLose\": \(limit)", events).outcome, expected, "\(limit), \(fouls)")
        }
    }
}

extension RoundClock {
    fileprivate var words: String {
        if case .prepare = phase { "prepare \(plan.prepare)" } else { "\(phase)" }
    }
}
