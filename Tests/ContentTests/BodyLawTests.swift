import Content
import Footwork
import XCTest

/// Bodies of all movements: feet as walked, hands as named, balanced and without strain.
final class BodyLawTests: XCTestCase {
    static let coloured = [
        "chon-ji", "dan-gun", "do-san", "won-hyo", "yul-gok", "joong-gun", "toi-gye", "hwa-rang", "choong-moo",
    ]

    /// A movement of a pattern with its computed pose and body.
    private struct DrawnMove {
        let name: String
        let move: Move
        let movement: Movement
        let pose: Pose
        let posture: Posture
        let body: Body
    }

    private static func all(_ id: String) throws -> [DrawnMove] {
        let pattern = try PatternLawTests.pattern(id)
        let course = pattern.course
        return try course.walk().poses.dropFirst().map { pose in
            let movement = try XCTUnwrap(course.movements.first { $0.number == pose.number })
            let posture = try XCTUnwrap(movement.posture, "\(id) \(pose.number)")
            return DrawnMove(
                name: "\(id) \(pose.number)", move: try XCTUnwrap(pattern.move(pose.number)), movement: movement,
                pose: pose,
                posture: posture, body: pose.body(in: movement.ending, doing: posture))
        }
    }

    func testColoredBeltMovementsHaveBodiesWithoutStrain() throws {
        for id in Self.coloured {
            let drawn = try Self.all(id)
            XCTAssertEqual(drawn.count, try PatternLawTests.pattern(id).heading.count)
            for pose in drawn { XCTAssertLessThanOrEqual(pose.body.strain, 0.01, pose.name) }
        }
    }

    func testBodyFeetMatchTheWalk() throws {
        for id in Self.coloured {
            for drawn in try Self.all(id) {
                for side in Side.allCases where !drawn.pose.foot(side).isRaised {
                    let place = drawn.pose.foot(side).place
                    let foot = Joints(drawn.body).sideJoints[side]
                    XCTAssertEqual(
                        (foot.ball - Point(place.x, place.y, 0)).length, 0, accuracy: 1e-6, "\(drawn.name) \(side)")
                }
            }
        }
    }

    func testBodiesOnBothFeetAreBalanced() throws {
        for id in Self.coloured {
            for drawn in try Self.all(id) where !drawn.pose.left.isRaised && !drawn.pose.right.isRaised {
                let joints = Joints(drawn.body)
                let sole = Side.allCases.flatMap { [joints.sideJoints[$0].heel, joints.sideJoints[$0].toes] }
                XCTAssertLessThan(Self.outside(joints.balance, sole), 0.12, drawn.name)
            }
        }
    }

    /// Hand heights by section: low is below the ribs, middle from belly to chin, high above the
    /// shoulders.
    func testHandHeightMatchesTheSection() throws {
        for id in Self.coloured {
            for drawn in try Self.all(id) {
                guard let deed = drawn.move.actions.last, !deed.isKick, let section = deed.section, let side = deed.side
                else {
                    continue
                }
                let joints = Joints(drawn.body)
                let up = joints.sideJoints[side].wrist.z - joints.chest.z
                let band = section == "low" ? -1.3 ... -0.5 : section == "high" ? 0.2...0.8 : -0.5...0.25
                XCTAssertTrue(band.contains(up), "\(drawn.name): \(deed.phrase) at \(up)")
            }
        }
    }

    /// The acting hand is in front of the body, in the direction of the technique.
    func testHandsPointInTheTechniqueDirection() throws {
        for id in Self.coloured {
            for drawn in try Self.all(id) {
                guard let deed = drawn.move.actions.last, !deed.isKick, let side = deed.side,
                    let to = deed.toward?.direction,
                    deed.action != "side back strike", drawn.move.ending?.toward?.letters.count == 1,
                    deed.toward?.letters.count == 1
                else { continue }
                let joints = Joints(drawn.body)
                let direction = joints.sideJoints[side].wrist - joints.chest
                let elbow = joints.sideJoints[side].elbow - joints.chest
                let reached = max(direction.dot(Point(to.x, to.y, 0)), elbow.dot(Point(to.x, to.y, 0)))
                XCTAssertGreaterThan(reached, 0.3, "\(drawn.name): \(deed.phrase)")
            }
        }
    }

    func testKickHeightMatchesTheSection() throws {
        for id in Self.coloured {
            for drawn in try Self.all(id) {
                guard drawn.movement.ending == nil, let kick = drawn.move.actions.last(where: \.isKick),
                    let side = kick.side,
                    kick.tool == "foot", let section = kick.section
                else { continue }
                let height = Joints(drawn.body).sideJoints[side].ankle.z
                let band = section == "low" ? 0.7...1.5 : section == "high" ? 2.8...3.6 : 1.9...2.6
                XCTAssertTrue(band.contains(height), "\(drawn.name): \(kick.phrase) at \(height)")
            }
        }
    }

    /// A kick before a landing has its own body, at the named height and on the supporting foot.
    func testKicksBeforeALandingHaveBodies() throws {
        var names: [String] = []
        for id in Self.coloured {
            for drawn in try Self.all(id)
            where drawn.movement.ending != nil && drawn.move.actions.contains(where: \.isKick) {
                names.append(drawn.name)
                let passing = try XCTUnwrap(drawn.movement.kickPosture)
                let kick = try XCTUnwrap(drawn.movement.kicks.last)
                let direction = try XCTUnwrap(kick.toward).direction(diagonal: 45)
                let pose = try XCTUnwrap(drawn.pose.kicking(kick, toward: direction))
                let body = pose.body(in: nil, doing: passing)
                let side = try XCTUnwrap(kick.side)
                XCTAssertLessThanOrEqual(body.strain, 0.01, drawn.name)
                let joints = Joints(body)
                XCTAssertEqual(
                    (joints.sideJoints[side.other].ball - Joints(drawn.body).sideJoints[side.other].ball).length, 0,
                    accuracy: 1e-6,
                    drawn.name)
                let isHigh = drawn.move.actions.last(where: \.isKick)?.section == "high"
                XCTAssertTrue((isHigh ? 2.8...3.6 : 1.9...2.6).contains(joints.sideJoints[side].ankle.z), drawn.name)
                let reached = joints.sideJoints[side].ankle - joints.sideJoints[side.other].ankle
                XCTAssertGreaterThan(reached.dot(Point(direction.x, direction.y, 0)), 1, drawn.name)
                XCTAssertEqual(
                    passing.isSchematic, drawn.move.actions.contains { $0.action.hasPrefix("flying") }, drawn.name)
            }
        }
        XCTAssertEqual(names, ["hwa-rang 12", "hwa-rang 19", "choong-moo 9"])
    }

    func testColoredBeltPosturesAreNotSchematic() throws {
        for id in Self.coloured {
            XCTAssertEqual(try Self.all(id).filter(\.posture.isSchematic).map(\.name), [], id)
        }
    }

    /// Black belt patterns have bodies too. Some are marked schematic.
    func testEveryPatternHasBodiesWithoutStrain() throws {
        var schematic = 0
        for heading in PatternLawTests.curriculum.patterns().value {
            for drawn in try Self.all(heading.id) {
                XCTAssertLessThanOrEqual(drawn.body.strain, 0.01, drawn.name)
                schematic += drawn.posture.isSchematic ? 1 : 0
            }
        }
        XCTAssertGreaterThan(schematic, 0)
    }

    func testDiagramWithBodiesContainsAndTitlesThem() throws {
        let pattern = try PatternLawTests.pattern("dan-gun")
        var diagram = PatternDiagram(pattern, colors: DiagramColors(belt: ["yellow"]))
        let plain = diagram.svg()
        diagram.showsBodies = true
        let svg = diagram.svg()
        XCTAssertFalse(plain.contains("right side"))
        XCTAssertTrue(svg.contains("Footprints and bodies of Dan-Gun") && svg.contains("schematic"))
        XCTAssertEqual(svg.components(separatedBy: ">front</text>").count - 1, pattern.heading.count + 2)
        let page = diagram.animation()
        XCTAssertTrue(
            page.contains("prefers-reduced-motion") && page.contains("const bodyFrames")
                && page.contains("id=\"body-front\""))
    }

    /// Returns how far a point is outside the convex hull of others, seen from above. 0 means
    /// inside.
    private static func outside(_ place: Point, _ others: [Point]) -> Double {
        var worst = 0.0
        for step in 0..<72 {
            let direction = Point.level(Double(step) * 5)
            worst = max(worst, place.dot(direction) - (others.map { $0.dot(direction) }.max() ?? 0))
        }
        return worst
    }
}
