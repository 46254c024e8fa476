import Foundation
import Kernel
import Ring
import XCTest

/// Rules from untrusted files.
final class RuleSetTests: XCTestCase {
    func testEncodedRulesDecode() throws {
        for rules in RuleSet.bundled {
            XCTAssertEqual(try JSONDecoder().decode(RuleSet.self, from: JSONValue.encoder.encode(rules)), rules)
            XCTAssertEqual(try RuleSet(file: Array(JSONValue.encoder.encode(rules))) { _ in nil }, rules)
        }
    }

    func testBundledRulesMatchTheSources() {
        let itf = RuleSet.itf
        XCTAssertEqual(itf.scores.map(\.points), [1, 2, 3])
        XCTAssertEqual([itf.plan.rounds, itf.plan.length, itf.plan.rest, itf.extraRound], [2, 120, 60, 60])
        XCTAssertTrue(itf.firstPointDecides)
        XCTAssertEqual(RuleSet.itfUnion.scores.map(\.points), [1, 2, 3, 1])
    }

    func testLikeFillsMissingFields() throws {
        let rules = try read(
            ##"{"like": "itf", "id": "club", "rounds": 3, "red": {"name": "Hong", "colour": "#ff0000"}}"##)
        XCTAssertEqual([rules.id, rules.name, rules.red.name, rules.blue.name], ["club", "club", "Hong", "Blue"])
        XCTAssertEqual([rules.plan.rounds, rules.plan.length], [3, 120])
        XCTAssertEqual(rules.scores, RuleSet.itf.scores)
    }

    func testErrorsNameEntryAndField() throws {
        let one = #""scores": [{"name": "hit", "points": 1}], "roundSeconds": 60"#
        for (file, place) in [
            ("", "not a JSON object"), ("[]", "not a JSON object"), ("{", "not a JSON object"), ("{}", "id is missing"),
            (#"{"id": "A b"}"#, "id has only"), (#"{"id": "-x"}"#, "id has only"), (#"{"id": 7}"#, "id must be text"),
            (#"{"id": "x"}"#, "scores is missing"), (#"{"id": "x", "scores": 1}"#, "scores must be"),
            (#"{"id": "x", "scores": []}"#, "scores must be a list of 1 to 4"),
            (#"{"id": "x", "scores": [7]}"#, "scores #1 must be an object"),
            (#"{"id": "x", "scores": [{"name": "a"}]}"#, "scores #1: points is missing"),
            (
                #"{"id": "x", "scores": [{"name": "a", "points": 1}, {"name": "b", "points": 10}]}"#,
                "scores #2: points must be"
            ),
            (#"{"id": "x", "scores": [{"name": "a", "points": 1.5}]}"#, "scores #1: points must be"),
            (#"{"id": "x", "scores": [{"name": "a", "points": 1, "why": 1}]}"#, "scores #1: why is not a field"),
            (#"{"id": "x", "scores": [{"name": "a\u001bb", "points": 1}]}"#, "scores #1: name holds control"),
            (#"{"id": "x", "scores": [{"name": "  ", "points": 1}]}"#, "scores #1: name must be text of 1"),
            (#"{"id": "x", "scores": [{"name": "hit", "points": 1}]}"#, "roundSeconds is missing"),
            ("{\"id\": \"x\", \(one), \"rounds\": 0}", "rounds must be a whole number from 1 to 99"),
            ("{\"id\": \"x\", \(one), \"rounds\": 1e99}", "rounds must be"),
            ("{\"id\": \"x\", \(one), \"warningSeconds\": 60}", "warningSeconds does not fit: A warning 60"),
            ("{\"id\": \"x\", \(one), \"firstPointDecides\": 1}", "firstPointDecides must be true or false"),
            ("{\"id\": \"x\", \(one), \"warnings\": \"no\"}", "warnings must be a list"),
            ("{\"id\": \"x\", \(one), \"fouls\": [1]}", "fouls #1 must be text"),
            ("{\"id\": \"x\", \(one), \"red\": {\"name\": \"R\"}}", "red: colour is missing"),
            ("{\"id\": \"x\", \(one), \"red\": {\"name\": \"R\", \"colour\": \"red\"}}", "red: colour must be written"),
            ("{\"id\": \"x\", \(one), \"pointz\": 3}", "pointz is not a field"),
            (#"{"like": "nobody"}"#, "like names “nobody”"),
        ] {
            XCTAssertThrowsError(try read(file), file) { error in
                let failure = error as? Failure
                XCTAssertEqual(failure?.code, .badRules, file)
                XCTAssertEqual(failure?.kind, .badData)
                XCTAssertTrue(failure?.message.contains(place) ?? false, "\(file): \(failure?.message ?? "")")
            }
        }
    }

    /// On both sides of every limit.
    func testLimitsOfEachField() throws {
        let one = #""scores": [{"name": "hit", "points": 1}], "roundSeconds": 60"#
        func reads(_ fields: String) -> Bool { (try? read("{\"id\": \"x\", \(one), \(fields)}")) != nil }
        func list(_ count: Int) -> String { "[" + Array(repeating: "\"w\"", count: count).joined(separator: ",") + "]" }
        for (good, bad) in [
            ("\"warnings\": \(list(20))", "\"warnings\": \(list(21))"), ("\"rounds\": 99", "\"rounds\": 100"),
            ("\"rounds\": 1", "\"rounds\": 0"), ("\"warningsPerPoint\": 99", "\"warningsPerPoint\": 100"),
            ("\"foulsToLose\": 0", "\"foulsToLose\": -1"),
            ("\"extraRoundSeconds\": 3600", "\"extraRoundSeconds\": 3601"),
            ("\"warningSeconds\": 59", "\"warningSeconds\": 60"), ("\"restSeconds\": 0", "\"restSeconds\": -1"),
            (
                "\"name\": \"\(String(repeating: "n", count: 60))\"",
                "\"name\": \"\(String(repeating: "n", count: 61))\""
            ),
            (
                "\"note\": \"\(String(repeating: "n", count: 500))\"",
                "\"note\": \"\(String(repeating: "n", count: 501))\""
            ),
        ] {
            XCTAssertTrue(reads(good), good)
            XCTAssertFalse(reads(bad), bad)
        }
        for (count, isRead) in [(60, true), (61, false)] {
            let score = "{\"name\": \"\(String(repeating: "n", count: count))\", \"points\": 9}"
            let rules = try? read("{\"id\": \"x\", \"roundSeconds\": 5, \"warningSeconds\": 0, \"scores\": [\(score)]}")
            XCTAssertEqual(rules != nil, isRead, "\(count)")
        }
        let plan = try RoundPlan(rounds: 1, length: 60)
        XCTAssertEqual([plan.rest, plan.warning, plan.prepare], [60, 10, 10])
        let lean = try read(
            "{\"id\": \"x\", \(one), \"extraRoundSeconds\": 1, \"foulsToLose\": 0, \"warningsPerPoint\": 0}")
        XCTAssertEqual([lean.extraRound, lean.foulsToLose, lean.warningsPerPoint], [5, nil, nil])
        XCTAssertEqual([lean.plan.rounds, lean.plan.rest, lean.plan.warning, lean.plan.prepare], [2, 60, 10, 10])
        XCTAssertFalse(lean.firstPointDecides)
    }

    func testRandomBytesNeverCrash() throws {
        let complete = Array(try JSONValue.encoder.encode(RuleSet.itf))
        for seed in 0..<3000 {
            var random = RandomSource(seed: UInt64(seed))
            var bytes = complete
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            do { _ = try RuleSet(file: bytes) { _ in .itf } } catch {
                XCTAssertTrue(error is Failure, "seed \(seed): \(error)")
            }
        }
        XCTAssertThrowsError(try RuleSet(file: Array(repeating: UInt8(ascii: "["), count: 60_000)) { _ in nil })
        XCTAssertThrowsError(try RuleSet(file: Array(repeating: 0x20, count: RuleSet.largestFile + 1)) { _ in nil })
    }

    private func read(_ text: String) throws -> RuleSet {
        try RuleSet(file: Array(text.utf8)) { id in RuleSet.bundled.first { $0.id == id } }
    }
}
