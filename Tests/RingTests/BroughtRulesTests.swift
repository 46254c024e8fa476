import Foundation
import Kernel
import Ring
import Storage
import XCTest

/// Rules that content packs add or change.
final class BroughtRulesTests: XCTestCase {
    private func parsed(_ texts: String...) throws -> MergedRules {
        MergedRules(try texts.map { try JSONValue(Data($0.utf8)) })
    }

    func testKnownIDChangesOnlyGivenFields() throws {
        let merged = try parsed(#"{"id":"itf","warningsPerPoint":2}"#, #"{"id":"itf","rounds":3}"#)
        XCTAssertEqual(merged.errors, [])
        XCTAssertEqual(merged.rules.map(\.id), RuleSet.bundled.map(\.id))
        let itf = try XCTUnwrap(merged.rules.first)
        XCTAssertEqual([itf.warningsPerPoint, itf.plan.rounds, itf.plan.length, itf.foulsToLose], [2, 3, 120, 3])
        XCTAssertEqual([itf.name, itf.note], [RuleSet.itf.name, RuleSet.itf.note])
        XCTAssertEqual(itf.scores, RuleSet.itf.scores)
    }

    func testNewRulesExtendOthersOrAreComplete() throws {
        let rules = #"{"id":"whole","roundSeconds":60,"scores":[{"name":"hit","points":1}]}"#
        let merged = try parsed(
            #"{"id":"club","like":"itf","foulsToLose":1}"#, rules, #"{"id":"twin","like":"club","name":"Twin"}"#)
        XCTAssertEqual(merged.rules.map(\.id), RuleSet.bundled.map(\.id) + ["club", "whole", "twin"])
        XCTAssertEqual(merged.rules.last?.foulsToLose, 1)
        XCTAssertEqual(merged.rules.last?.name, "Twin")
        XCTAssertEqual(merged.errors, [])
    }

    func testInvalidRulesAreReportedAndSkipped() throws {
        let merged = try parsed(
            #"{"id":"itf","rounds":0}"#, #"{"id":"club"}"#, #"{"id":"lone","like":"nobody"}"#, "7",
            #"{"id":"itf","pointz":1}"#,
            #"{"id":"good","like":"itf"}"#)
        XCTAssertEqual(merged.rules.map(\.id), RuleSet.bundled.map(\.id) + ["good"])
        XCTAssertEqual(merged.rules.first, RuleSet.itf)
        XCTAssertEqual(
            merged.errors.map { "\($0.id): \($0.field)" },
            ["itf: rounds", "club: scores", "lone: like", ": id", "itf: pointz"])
    }

    /// Of valid changes to one field the last one applies, in any order, and other fields stay.
    func testLaterPacksOverrideEarlierOnes() throws {
        var random = RandomSource(seed: 5)
        for _ in 0..<200 {
            let rounds = (0..<Int.random(in: 1...5, using: &random)).map { _ in Int.random(in: 1...9, using: &random) }
            let merged = MergedRules(rounds.map { .object(["id": .string("itf"), "rounds": .integer($0)]) })
            XCTAssertEqual(merged.rules.first?.plan.rounds, rounds.last)
            XCTAssertEqual(merged.rules.first?.scores, RuleSet.itf.scores)
        }
    }

    func testUserRulesOverridePacks() throws {
        let fixture = Fixture()
        let table = MatchTable(
            fixture.store, ids: .counting(prefix: "m"), time: fixture.clock.source(),
            packRules: {
                [
                    .object(["id": .string("itf"), "rounds": .integer(3)]),
                    .object(["id": .string("bad"), "rounds": .integer(3)]),
                ]
            })
        XCTAssertEqual(try table.rules(named: "itf").plan.rounds, 3)
        XCTAssertEqual(try table.ruleErrors().map(\.id), ["bad"])
        _ = try table.addRules(Array(#"{"id":"itf","like":"itf","rounds":4}"#.utf8))
        XCTAssertEqual(try table.rules(named: "itf").plan.rounds, 4)
        XCTAssertEqual(try table.rules().count, RuleSet.bundled.count)
        try table.removeRules("itf")
        XCTAssertEqual(try table.rules(named: "itf").plan.rounds, 3)
    }
}
