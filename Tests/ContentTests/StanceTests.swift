import Content
import Footwork
import XCTest

/// Measures of stances, and names of movements against their arms and timing.
final class StanceTests: XCTestCase {
    /// Length, width and spread in shoulder widths, front and rear angle outward in degrees,
    /// weight.
    func testStanceShapesMatchTheirSources() {
        let measured: [Stance: [Double]] = [
            .attention: [0, 0.25, 0, 22, 22, 0.5], .parallel: [0, 0, 1, 0, 0, 0.5], .open: [0, 0, 1, 45, 45, 0.5],
            .close: [0, 0.25, 0, 0, 0, 0.5], .closedReady: [0, 0.25, 0, 0, 0, 0.5], .sitting: [0, 0, 1.5, 0, 0, 0.5],
            .walking: [1.5, 1, 0, 0, 25, 0.5], .walkingReady: [1.5, 1, 0, 0, 25, 0.5], .low: [2.1, 1, 0, 0, 25, 0.5],
            .l: [1.13, 0.06, 0, -15, 75, 0.3], .fixed: [1.4, 0.06, 0, -15, 75, 0.5],
            .rearFoot: [0.9, 0.06, 0, -25, 75, 0.1],
            .vertical: [0.9, 0.06, 0, -15, 75, 0.4], .x: [0, 0, 0, 0, 0, 0.9], .oneLeg: [0, 0, 0, 0, 0, 1],
            .bendingReady: [0, 0, 0, 0, 0, 1],
            .diagonal: [0.6, 0, 1.5, 0, 0, 0.5], .crouched: [0.6, 0, 1.5, -20, -20, 0.5],
        ]
        for stance in Stance.allCases {
            let shape = stance.shape
            XCTAssertEqual(
                [shape.length, shape.width, shape.spread, shape.frontAngle, shape.rearAngle, shape.weight],
                measured[stance],
                stance.rawValue)
            XCTAssertEqual(shape.name, stance.rawValue)
            XCTAssertEqual(shape.isCrossed, stance == .x)
            XCTAssertEqual(stance.isOnOneLeg, stance == .oneLeg || stance == .bendingReady)
        }
    }

    func testFrontFootOfEachStance() {
        let front: Set<Stance> = [.walking, .walkingReady, .low, .fixed, .diagonal, .crouched]
        let rear: Set<Stance> = [.l, .rearFoot, .vertical]
        for stance in Stance.allCases {
            let expected: Side? = front.contains(stance) ? .left : rear.contains(stance) ? .right : nil
            XCTAssertEqual(stance.front(of: .left), expected, stance.rawValue)
            XCTAssertNil(stance.front(of: nil))
        }
    }

    private func named(_ hangul: String?, _ stance: Stance, _ arm: Side?, side: Side? = .left, action: String = "punch")
        -> Move
    {
        var move = Move(1)
        move.ending = Move.Ending(stance, side: side, toward: nil)
        move.actions = [Move.Action(action, side: arm)]
        move.hangul = hangul
        return move
    }

    func testArmsContradictingTheNameAreReported() {
        let valid = [
            named("걷는 서 바로 지르기", .walking, .left), named("걷는 서 반대 지르기", .walking, .right),
            named("걷는 서 지르기", .walking, .left),
            named("낮춰 서 지르기", .low, .left), named("ㄴ자 서 지르기", .l, .right), named("걷는 서 막기", .walking, .right),
            named("걷는 서 바로 지르기", .walking, nil), named("걷는 서 바로 지르기", .walking, .right, side: nil),
            named(nil, .walking, .right),
            named("걷는 서 바로 차기", .walking, .right, action: "front kick"), named("ㄴ자 서 반대 막기", .l, .right),
        ]
        for move in valid { XCTAssertNil(move.formObjection, "\(move)") }
        let broken = [
            (named("걷는 서 바로 지르기", .walking, .right), "바로"), (named("걷는 서 반대 지르기", .walking, .left), "반대"),
            (named("걷는 서 지르기", .walking, .right), "반대"),
            (named("낮춰 서 지르기", .low, .right), "반대"), (named("ㄴ자 서 반대 막기", .l, .left), "반대"),
            (named("ㄴ자 서 바로 막기", .l, .right), "바로"),
        ]
        for (move, word) in broken { XCTAssertTrue(move.formObjection?.contains(word) ?? false, "\(move)") }
        var twice = broken[0].0
        twice.actions += twice.actions
        XCTAssertNil(twice.formObjection, "with two actions the name may mean either")
        twice.actions = []
        XCTAssertNil(twice.formObjection)
        twice = broken[0].0
        twice.ending = nil
        XCTAssertNil(twice.formObjection)
    }

    func testTimingDeterminesTheDuration() {
        for timing in [nil] + Move.Timing.allCases.map(Optional.some) {
            var move = Move(1)
            move.timing = timing
            XCTAssertEqual(move.movement.duration, timing == .slow ? 2 : timing == .fast ? 0.6 : 1)
        }
    }

    func testFootMovementContainsOnlyKicks() {
        var move = Move(4)
        move.actions = [
            Move.Action("punch", side: .left), Move.Action("side kick", side: .right, toward: Bearing("D")),
        ]
        XCTAssertEqual(move.movement.kicks, [Movement.Kick(.right, toward: Bearing("D"))])
        XCTAssertEqual(move.movement.words, move.sentence)
        XCTAssertEqual([move.movement.hangul, "\(move.movement.number)"], ["", "4"])
    }

    func testMovementSentences() {
        var move = Move(3)
        XCTAssertEqual(move.sentence, "3 the feet stay")
        move.steps = [.init(.move, .left, to: .foot(.right)), .init(.pivot, .left, to: nil)]
        XCTAssertEqual(move.sentence, "3 move the left foot to the right foot, then turn on the left foot")
        move.turn = .counterClockwise
        XCTAssertEqual(
            move.footwork, "move the left foot to the right foot, then turn on the left foot, turning counter-clockwise"
        )
        move.actions = [Move.Action("block"), Move.Action("punch")]
        XCTAssertEqual(move.sentence, "3 block, and punch")
        move.ending = Move.Ending(.closedReady, variant: "A", side: nil, toward: Bearing("D"))
        XCTAssertEqual(move.sentence, "3 closed ready stance A toward D: block, and punch")
        move.actions = []
        move.ending = Move.Ending(.sitting, side: .left, toward: nil, isMaintained: true)
        XCTAssertEqual(move.sentence, "3 left sitting stance, kept")
    }

    func testUprightsRedirectEAndF() throws {
        let moves = [
            #"{"n":1,"steps":[{"verb":"move","foot":"left","to":"E"},{"verb":"move","foot":"left","to":"A"},{"verb":"jump"}],"stance":{"name":"walking stance","side":"left","toward":"F","maintained":true},"techniques":[{"action":"punch","section":"low","tool":"fist","side":"left","toward":"E"}]}"#
        ]
        let usual = try XCTUnwrap(try SampleLessons.pattern(moves).value.move(1))
        let upright = try XCTUnwrap(try SampleLessons.pattern(moves, #","uprights":"C""#).value.move(1))
        let direction = try XCTUnwrap(Bearing("C")).direction
        guard case .bearing(let first)? = upright.steps[0].to else { return XCTFail("\(upright)") }
        XCTAssertEqual(
            [first.direction, upright.ending?.toward?.direction, upright.actions.first?.toward?.direction],
            [direction, direction, direction])
        XCTAssertEqual(upright.steps.dropFirst(), usual.steps.dropFirst())
        XCTAssertEqual(upright.sentence, usual.sentence, "the letters stay")
        XCTAssertEqual(upright.ending?.isMaintained, true)
    }
}
