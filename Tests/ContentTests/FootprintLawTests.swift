import Content
import Footwork
import XCTest

/// Invariants of footprints and turns in all patterns, and the legibility of drawings.
final class FootprintLawTests: XCTestCase {
    private func walkedMoves() throws -> [(pattern: Pattern, move: Move, before: Pose, after: Pose)] {
        try PatternLawTests.curriculum.patterns().value.flatMap { heading in
            let pattern = try PatternLawTests.pattern(heading.id)
            let poses = pattern.walk().poses
            return zip(pattern.moves, zip(poses, poses.dropFirst())).map { (pattern, $0, $1.0, $1.1) }
        }
    }

    func testSupportingFootOfAKickStays() throws {
        var kicks = 0
        for (pattern, move, before, after) in try walkedMoves()
        where move.steps.isEmpty && before.facing.dot(after.facing) > 0.99 {
            guard after.left.isRaised != after.right.isRaised else { continue }
            let foot: Side = after.left.isRaised ? .right : .left
            guard !before.foot(foot).isRaised else { continue }
            kicks += 1
            XCTAssertLessThan(
                (before.foot(foot).place - after.foot(foot).place).length, 1e-9, "\(pattern.heading.id) \(move.number)")
        }
        XCTAssertGreaterThan(kicks, 60)
    }

    /// The rear foot, or one of parallel feet, only pivots when the other steps to a diagonal. A
    /// foot named by `pivot` too.
    func testPivotingFootStays() throws {
        var turns: [String: [Int]] = [:]
        for (pattern, move, before, after) in try walkedMoves()
        where move.steps.count == 1 && !before.left.isRaised && !before.right.isRaised {
            guard let step = move.steps.first, let foot = step.foot, let ending = move.ending, !ending.stance.isOnOneLeg
            else {
                continue
            }
            let isDiagonal = abs(after.facing.x) > 0.01 && abs(after.facing.y) > 0.01
            let staying = step.verb == .pivot ? foot : foot.other
            guard step.verb == .pivot || (step.verb == .move && isDiagonal && !before.foot(staying).isFront) else {
                continue
            }
            turns[pattern.heading.id, default: []].append(move.number)
            XCTAssertLessThan(
                (before.foot(staying).place - after.foot(staying).place).length, 1e-9,
                "\(pattern.heading.id) \(move.number)")
        }
        XCTAssertEqual(turns["yul-gok"], [7, 11, 15])
        XCTAssertEqual(turns["do-san"], [17])
    }

    func testAnXStanceIsCrossed() throws {
        var crossed = 0
        for (pattern, move, _, after) in try walkedMoves() where move.ending?.stance == .x {
            guard let side = move.ending?.side else { continue }
            crossed += 1
            let direction = after.foot(side.other).place - after.foot(side).place
            let outward = after.facing.right * (side == .right ? 1 : -1)
            XCTAssertGreaterThan(
                direction.dot(outward), 0.1, "\(pattern.heading.id) \(move.number): the light foot has passed the other"
            )
        }
        XCTAssertGreaterThan(crossed, 15)
    }

    func testTurnsMatchTheSources() throws {
        var namedCount = 0
        for (pattern, move, before, after) in try walkedMoves() {
            let turned = after.turned(since: before)
            guard let turn = move.turn, abs(turned) > 0 else { continue }
            namedCount += 1
            XCTAssertEqual(turned > 0, turn == .clockwise, "\(pattern.heading.id) \(move.number)")
        }
        XCTAssertGreaterThan(namedCount, 40)
        let degrees = { (id: String, number: Int) throws -> Double in
            let poses = try PatternLawTests.pattern(id).walk().poses
            return poses[number].turned(since: poses[number - 1]).rounded()
        }
        XCTAssertEqual(try degrees("chon-ji", 3), 180)
        XCTAssertEqual(try degrees("dan-gun", 9), -270)
        XCTAssertEqual(try degrees("do-san", 23), -180)
        XCTAssertEqual(try degrees("yul-gok", 7), 45)
        XCTAssertEqual(try degrees("choong-moo", 29), 180, "the left foot goes across the line first")
        XCTAssertEqual(try degrees("won-hyo", 28), 180, "not named: toward the foot that steps")
        XCTAssertEqual(try degrees("yul-gok", 38), -180)
    }

    func testLongTurnsAreDrawnAsLargeArcs() throws {
        let pattern = try PatternLawTests.pattern("dan-gun")
        let draw = { PatternDiagram(pattern, showing: $0...$0, colors: DiagramColors(belt: ["yellow"])).svg() }
        XCTAssertTrue(draw(9).contains(" 0 1 0 "), "three quarters, counter-clockwise")
        XCTAssertTrue(draw(1).contains(" 0 0 0 "), "a quarter, counter-clockwise")
        XCTAssertTrue(draw(3).contains(" 0 0 1 "), "a half, clockwise")
    }

    /// Labels overlap neither each other nor the ball of a foot, and no leader line crosses one.
    func testNumberLabelsDoNotOverlap() throws {
        for id in PatternLawTests.drillIDs + PatternLawTests.colouredIDs {
            let svg = PatternDiagram(try PatternLawTests.pattern(id), colors: DiagramColors(belt: ["green"])).svg()
            for (index, panel) in svg.components(separatedBy: "<g transform=\"translate").dropFirst().enumerated() {
                let frames = numbers(panel, #"<rect x="([-0-9.]+)" y="([-0-9.]+)" width="([-0-9.]+)" height="17""#)
                let balls = numbers(panel, #"foot" transform="translate\(([-0-9.]+),([-0-9.]+)\)"#)
                for (first, frame) in frames.enumerated() {
                    for other in frames[(first + 1)...] {
                        let apart =
                            abs(frame[1] - other[1]) >= 17 || frame[0] + frame[2] <= other[0]
                            || other[0] + other[2] <= frame[0]
                        XCTAssertTrue(apart, "\(id), panel \(index)")
                    }
                    XCTAssertFalse(
                        balls.contains {
                            $0[0] > frame[0] && $0[0] < frame[0] + frame[2] && $0[1] > frame[1] && $0[1] < frame[1] + 17
                        },
                        "\(id), panel \(index)")
                }
                let afterNumbers = panel.components(separatedBy: "height=\"17\"").dropFirst().joined()
                XCTAssertFalse(afterNumbers.contains("stroke-width=\".8\""), "\(id), panel \(index)")
            }
        }
    }

    /// Neither facing arrows nor step arrows end under a footprint.
    func testArrowTipsAreNotHiddenByFootprints() throws {
        var arrows = 0
        for heading in PatternLawTests.curriculum.patterns().value {
            let svg = PatternDiagram(try PatternLawTests.pattern(heading.id), colors: DiagramColors(belt: ["green"]))
                .svg()
            for (index, panel) in svg.components(separatedBy: "<g transform=\"translate").dropFirst().enumerated() {
                let now = panel.components(separatedBy: "\n").filter { !$0.contains("fill-opacity=\".12\"") }.joined(
                    separator: "\n")
                let shoes = numbers(
                    now,
                    #"foot" transform="translate\(([-0-9.]+),([-0-9.]+)\) rotate\(([-0-9.]+)\)(?: scale\(([-0-9.]+)\))?"#
                )
                for tip in numbers(now, #" L([-0-9.]+),([-0-9.]+)"[^>]*marker-end="url\(#(?:way|tip)\)"#) {
                    arrows += 1
                    for shoe in shoes {
                        let size = shoe.count > 3 ? shoe[3] : 1
                        let place = Vector((tip[0] - shoe[0]) / size, (shoe[1] - tip[1]) / size).turned(-shoe[2])
                        let isUnder = abs(place.x) < 6 && place.y > -20 && place.y < 7.5
                        XCTAssertFalse(isUnder, "\(heading.id), panel \(index)")
                    }
                }
            }
        }
        XCTAssertGreaterThan(arrows, 1500)
    }

    private func numbers(_ text: String, _ pattern: String) -> [[Double]] {
        guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
        return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).map { match in
            (1..<match.numberOfRanges).compactMap { Range(match.range(at: $0), in: text).flatMap { Double(text[$0]) } }
        }
    }
}
