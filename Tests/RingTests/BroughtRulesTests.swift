import Foundation
import Kernel
import Ring
import Storage
import XCTest

/// Rules that packs bring along.
final class BroughtRulesTests: XCTestCase {
    private func brought(_ texts: String...) throws -> BroughtRules {
        BroughtRules(try texts.map { try JSONValue(Data($0.utf8)) })
    }

    func testAKnownIdChangesOnlyTheFieldsThatAreGiven() throws {
        let laid = try brought(#"{"id":"itf","warningsPerPoint":2}"#, #"{"id":"itf","rounds":3}"#)
        XCTAssertEqual(laid.faults, [])
        XCTAssertEqual(laid.rules.map(\.id), RuleSet.bundled.map(\.id))
        let itf = try XCTUnwrap(laid.rules.first)
        XCTAssertEqual([itf.warningsPerPoint, itf.plan.rounds, itf.plan.length, itf.foulsToLose], [2, 3, 120, 3])
        XCTAssertEqual([itf.name, itf.note], [RuleSet.itf.name, RuleSet.itf.note])
        XCTAssertEqual(itf.scores, RuleSet.itf.scores)
    }

    func testNewRulesAreLikeOthersOrWhole() throws {
        let whole = #"{"id":"whole","roundSeconds":60,"scores":[{"name":"hit","points":1}]}"#
        let laid = try brought(
            #"{"id":"club","like":"itf","foulsToLose":1}"#, whole, #"{"id":"twin","like":"club","name":"Twin"}"#)
        XCTAssertEqual(laid.rules.map(\.id), RuleSet.bundled.map(\.id) + ["club", "whole", "twin"])
        XCTAssertEqual(laid.rules.last?.foulsToLose, 1)
        XCTAssertEqual(laid.rules.last?.name, "Twin")
        XCTAssertEqual(laid.faults, [])
    }

    func testWhatIsBrokenIsNamedAndWhatLiesBeneathHolds() throws {
        let laid = try brought(
            #"{"id":"itf","rounds":0}"#, #"{"id":"club"}"#, #"{"id":"lone","like":"nobody"}"#, "7", #"{"id":"itf","pointz":1}"#,
            #"{"id":"good","like":"itf"}"#)
        XCTAssertEqual(laid.rules.map(\.id), RuleSet.bundled.map(\.id) + ["good"])
        XCTAssertEqual(laid.rules.first, RuleSet.itf)
        XCTAssertEqual(
            laid.faults.map { "\($0.id): \($0.field)" }, ["itf: rounds", "club: scores", "lone: like", ": id", "itf: pointz"])
    }

    /// Whatever the order of valid changes to one field, the last one holds, and nothing else moves.
    func testLaterPacksHold() throws {
        var chance = RandomSource(seed: 5)
        for _ in 0..<200 {
            let rounds = (0..<Int.random(in: 1...5, using: &chance)).map { _ in Int.random(in: 1...9, using: &chance) }
            let laid = BroughtRules(rounds.map { .object(["id": .string("itf"), "rounds": .integer($0)]) })
            XCTAssertEqual(laid.rules.first?.plan.rounds, rounds.last)
            XCTAssertEqual(laid.rules.first?.scores, RuleSet.itf.scores)
        }
    }

    func testOnesOwnRulesLieAboveThoseOfPacks() throws {
        let bench = Bench()
        let table = MatchTable(
            bench.store, ids: .counting(prefix: "m"), time: bench.clock.source(),
            brought: {
                [
                    .object(["id": .string("itf"), "rounds": .integer(3)]),
                    .object(["id": .string("bad"), "rounds": .integer(3)]),
                ]
            })
        XCTAssertEqual(try table.rules(named: "itf").plan.rounds, 3)
        XCTAssertEqual(try table.ruleFaults().map(\.id), ["bad"])
        _ = try table.addRules(Array(#"{"id":"itf","like":"itf","rounds":4}"#.utf8))
        XCTAssertEqual(try table.rules(named: "itf").plan.rounds, 4)
        XCTAssertEqual(try table.rules().count, RuleSet.bundled.count)
        try table.removeRules("itf")
        XCTAssertEqual(try table.rules(named: "itf").plan.rounds, 3)
    }
}
