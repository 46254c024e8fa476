import Bodies
import Content
import Footwork
import XCTest

/// Every movement of the coloured tul has a body: over the feet where they are, its hands where the words say, in balance and without strain.
final class BodyLawTests: XCTestCase {
    static let coloured = [
        "chon-ji", "dan-gun", "do-san", "won-hyo", "yul-gok", "joong-gun", "toi-gye", "hwa-rang", "choong-moo",
    ]

    private struct Drawn {
        let name: String
        let move: Move
        let movement: Movement
        let pose: Pose
        let posture: Posture
        let body: Body
    }

    private static func all(_ id: String) throws -> [Drawn] {
        let pattern = try PatternLawTests.pattern(id)
        let course = pattern.course
        return try course.walk().poses.dropFirst().map { pose in
            let movement = try XCTUnwrap(course.movements.first { $0.number == pose.number })
            let posture = try XCTUnwrap(movement.posture, "\(id) \(pose.number)")
            return Drawn(
                name: "\(id) \(pose.number)", move: try XCTUnwrap(pattern.move(pose.number)), movement: movement, pose: pose,
                posture: posture, body: pose.body(in: movement.ending, doing: posture))
        }
    }

    func testEveryMovementOfTheColouredTulHasABodyThatNothingForces() throws {
        for id in Self.coloured {
            let drawn = try Self.all(id)
            XCTAssertEqual(drawn.count, try PatternLawTests.pattern(id).heading.count)
            for one in drawn { XCTAssertLessThanOrEqual(one.body.strain, 0.01, one.name) }
        }
    }

    func testFeetAreWhereTheWalkHasThem() throws {
        for id in Self.coloured {
            for one in try Self.all(id) {
                for side in Side.allCases where !one.pose.foot(side).isRaised {
                    let (place, foot) = (one.pose.foot(side).place, Joints(one.body).flanks[side])
                    XCTAssertEqual((foot.ball - Point(place.x, place.y, 0)).length, 0, accuracy: 1e-6, "\(one.name) \(side)")
                }
            }
        }
    }

    func testWhoStandsOnBothFeetIsInBalance() throws {
        for id in Self.coloured {
            for one in try Self.all(id) where !one.pose.left.isRaised && !one.pose.right.isRaised {
                let joints = Joints(one.body)
                let sole = Side.allCases.flatMap { [joints.flanks[$0].heel, joints.flanks[$0].toes] }
                XCTAssertLessThan(Self.outside(joints.balance, sole), 0.12, one.name)
            }
        }
    }

    /// Whoever acts with one hand has it in the band of its section: low below the ribs, middle between belly and chin, high above the shoulders.
    func testHandsAreAtTheHeightThatIsSaid() throws {
        for id in Self.coloured {
            for one in try Self.all(id) {
                guard let deed = one.move.deeds.last, !deed.isKick, let section = deed.section, let side = deed.side else {
                    continue
                }
                let joints = Joints(one.body)
                let up = joints.flanks[side].wrist.z - joints.chest.z
                let band = section == "low" ? -1.3 ... -0.5 : section == "high" ? 0.2...0.8 : -0.5...0.25
                XCTAssertTrue(band.contains(up), "\(one.name): \(deed.phrase) at \(up)")
            }
        }
    }

    /// The hand that acts is ahead of the body, on the way that the technique goes.
    func testHandsGoTheWayThatIsSaid() throws {
        for id in Self.coloured {
            for one in try Self.all(id) {
                guard let deed = one.move.deeds.last, !deed.isKick, let side = deed.side, let to = deed.toward?.direction,
                    deed.action != "side back strike", one.move.ending?.toward?.letters.count == 1,
                    deed.toward?.letters.count == 1
                else { continue }
                let joints = Joints(one.body)
                let way = joints.flanks[side].wrist - joints.chest
                let elbow = joints.flanks[side].elbow - joints.chest
                let reached = max(way.along(Point(to.x, to.y, 0)), elbow.along(Point(to.x, to.y, 0)))
                XCTAssertGreaterThan(reached, 0.3, "\(one.name): \(deed.phrase)")
            }
        }
    }

    func testKicksEndHighOrLowAsTheyAreCalled() throws {
        for id in Self.coloured {
            for one in try Self.all(id) {
                guard one.movement.ending == nil, let kick = one.move.deeds.last(where: \.isKick), let side = kick.side,
                    kick.tool == "foot", let section = kick.section
                else { continue }
                let height = Joints(one.body).flanks[side].ankle.z
                let band = section == "low" ? 0.7...1.5 : section == "high" ? 2.8...3.6 : 1.9...2.6
                XCTAssertTrue(band.contains(height), "\(one.name): \(kick.phrase) at \(height)")
            }
        }
    }

    /// Where a kick comes before the landing, it is drawn: as high as it is called, on the foot that stays, and nothing forces it.
    func testAKickThatLeadsToAStanceIsDrawnOnTheWay() throws {
        var found: [String] = []
        for id in Self.coloured {
            for one in try Self.all(id) where one.movement.ending != nil && one.move.deeds.contains(where: \.isKick) {
                found.append(one.name)
                let (passing, kick) = (try XCTUnwrap(one.movement.passing), try XCTUnwrap(one.movement.kicks.last))
                let way = try XCTUnwrap(kick.toward).direction(diagonal: 45)
                let pose = try XCTUnwrap(one.pose.kicking(kick, toward: way))
                let (body, side) = (pose.body(in: nil, doing: passing), try XCTUnwrap(kick.side))
                XCTAssertLessThanOrEqual(body.strain, 0.01, one.name)
                let joints = Joints(body)
                XCTAssertEqual(
                    (joints.flanks[side.other].ball - Joints(one.body).flanks[side.other].ball).length, 0, accuracy: 1e-6,
                    one.name)
                let isHigh = one.move.deeds.last(where: \.isKick)?.section == "high"
                XCTAssertTrue((isHigh ? 2.8...3.6 : 1.9...2.6).contains(joints.flanks[side].ankle.z), one.name)
                let reached = joints.flanks[side].ankle - joints.flanks[side.other].ankle
                XCTAssertGreaterThan(reached.along(Point(way.x, way.y, 0)), 1, one.name)
                XCTAssertEqual(passing.isSchematic, one.move.deeds.contains { $0.action.hasPrefix("flying") }, one.name)
            }
        }
        XCTAssertEqual(found, ["hwa-rang 12", "hwa-rang 19", "choong-moo 9"])
    }

    func testNothingOfTheColouredTulIsOnlyNearToWhatItIs() throws {
        for id in Self.coloured {
            XCTAssertEqual(try Self.all(id).filter(\.posture.isSchematic).map(\.name), [], id)
        }
    }

    /// Those of the dan grades have bodies too, and say which of them stand for something else.
    func testEveryTulIsDrawn() throws {
        var schematic = 0
        for heading in PatternLawTests.curriculum.patterns().value {
            for one in try Self.all(heading.id) {
                XCTAssertLessThanOrEqual(one.body.strain, 0.01, one.name)
                schematic += one.posture.isSchematic ? 1 : 0
            }
        }
        XCTAssertGreaterThan(schematic, 0)
    }

    func testADiagramWithBodiesShowsThemAndSaysSo() throws {
        let pattern = try PatternLawTests.pattern("dan-gun")
        var diagram = PatternDiagram(pattern, colours: DiagramColours(belt: ["yellow"]))
        let plain = diagram.svg()
        diagram.showsBodies = true
        let svg = diagram.svg()
        XCTAssertFalse(plain.contains("right side"))
        XCTAssertTrue(svg.contains("Footprints and bodies of Dan-Gun") && svg.contains("schematic"))
        XCTAssertEqual(svg.components(separatedBy: ">front</text>").count - 1, pattern.heading.count + 2)
        let page = diagram.animation()
        XCTAssertTrue(
            page.contains("prefers-reduced-motion") && page.contains("const bodyFrames") && page.contains("id=\"body-front\""))
    }

    /// How far a place is outside the smallest convex line about others, seen from above; 0 within.
    private static func outside(_ place: Point, _ others: [Point]) -> Double {
        var worst = 0.0
        for step in 0..<72 {
            let way = Point.level(Double(step) * 5)
            worst = max(worst, place.along(way) - (others.map { $0.along(way) }.max() ?? 0))
        }
        return worst
    }
}
