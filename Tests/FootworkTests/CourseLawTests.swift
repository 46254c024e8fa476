import Footwork
import Kernel
import XCTest

/// Invariants of walks over random courses.
final class CourseLawTests: XCTestCase {
    private static let long = StanceShape("long", 1.5, naming: .front, width: 1, rear: 25)
    private static let back = StanceShape("back", 1.1, naming: .rear, width: 0.06, front: -15, rear: 75, weight: 0.3)
    private static let wide = StanceShape("wide", 0, spread: 1.5)
    private static let crossed = StanceShape("crossed", 0, naming: .supporting, weight: 0.9, isCrossed: true)

    func testStancesHaveTheLengthAndWidthOfTheirShape() {
        for seed in 1...200 {
            let course = Self.course(seed: UInt64(seed))
            for (pose, move) in zip(course.walk().poses.dropFirst(), course.movements) {
                guard let ending = move.ending, let front = ending.shape.front(of: ending.side) else { continue }
                let direction = pose.foot(front).place - pose.foot(front.other).place
                let across = direction.dot(pose.facing.right) * (front == .right ? 1 : -1)
                XCTAssertEqual(
                    direction.dot(pose.facing), ending.shape.length, accuracy: 1e-9, "seed \(seed), \(move.number)")
                XCTAssertEqual(across, ending.shape.width, accuracy: 1e-9, "seed \(seed), \(move.number)")
                XCTAssertEqual(pose.left.weight + pose.right.weight, 1, accuracy: 1e-9)
                XCTAssertEqual(pose.foot(front).isFront, true)
            }
        }
    }

    func testMirroredCourseMirrorsTheWalk() {
        for seed in 1...200 {
            let course = Self.course(seed: UInt64(seed))
            let walk = course.walk()
            let mirrored = Self.mirrored(course).walk()
            XCTAssertLessThan((mirrored.closing - Self.mirrored(walk.closing)).length, 1e-9, "seed \(seed)")
            for (pose, other) in zip(walk.poses, mirrored.poses) {
                XCTAssertLessThan(
                    (other.facing - Self.mirrored(pose.facing)).length, 1e-9, "seed \(seed), \(pose.number)")
                for side in Side.allCases {
                    let foot = pose.foot(side)
                    let twin = other.foot(side.other)
                    XCTAssertLessThan(
                        (twin.place - Self.mirrored(foot.place)).length, 1e-9, "seed \(seed), \(pose.number)")
                    XCTAssertLessThan((twin.heading - Self.mirrored(foot.heading)).length, 1e-9)
                    XCTAssertEqual(twin.weight, foot.weight, accuracy: 1e-9)
                }
            }
        }
    }

    /// A foot without a step stays in place. While it pivots, it slides at most half a shoulder
    /// width along each axis.
    func testFeetWithoutStepsStayInPlace() {
        var standing = 0
        var turning = 0
        for seed in 1...200 {
            let course = Self.course(seed: UInt64(seed))
            XCTAssertEqual(course.strayFeet.map(\.number), [], "seed \(seed)")
            let poses = course.walk().poses
            for (move, (before, after)) in zip(course.movements, zip(poses, poses.dropFirst())) {
                for side in Side.allCases where move.staysInPlace(side) {
                    let displacement = after.foot(side).place - before.foot(side).place
                    let turns = before.facing.dot(after.facing) < 0.99
                    standing = standing + (turns ? 0 : 1)
                    turning = turning + (turns ? 1 : 0)
                    XCTAssertLessThanOrEqual(
                        max(abs(displacement.x), abs(displacement.y)), (turns ? 0.5 : 0) + 1e-9,
                        "seed \(seed) \(move.number)")
                }
            }
        }
        XCTAssertGreaterThan(standing, 50)
        XCTAssertGreaterThan(turning, 500)
    }

    func testMissingStepIsReportedAsStray() throws {
        var moves = (1...2).map { Movement($0) }
        moves[0].steps = [Movement.Step(.move, .left, to: Bearing("D").map { .bearing($0) })]
        moves[0].ending = Movement.Ending(Self.long, side: .left, toward: Bearing("D"))
        moves[1].ending = Movement.Ending(Self.wide, side: nil, toward: Bearing("D"))
        moves[1].steps = [Movement.Step(.bring, .left, to: .foot(.right))]
        XCTAssertTrue(Course(name: "short", count: 2, movements: moves).strayFeet.isEmpty)
        moves[1].steps = []
        moves[1].ending = Movement.Ending(StanceShape("together", 0, width: 0.25), side: nil, toward: Bearing("D"))
        let strays = Course(name: "short", count: 2, movements: moves).strayFeet
        XCTAssertEqual(strays.map(\.number), [2])
        XCTAssertEqual(strays.map(\.foot), [.right])
    }

    func testTurnsTakeTheShorterWayUnlessSpecified() throws {
        let poses = { (turn: Movement.Turn?) -> [Pose] in
            var move = Movement(1)
            move.steps = [Movement.Step(.move, .left, to: .bearing(Bearing("B")!))]
            move.ending = Movement.Ending(Self.long, side: .left, toward: Bearing("B"))
            move.turn = turn
            return Course(name: "turn", count: 1, movements: [move]).walk().poses
        }
        XCTAssertEqual(poses(nil)[1].turned(since: poses(nil)[0]), -90, accuracy: 1e-9)
        XCTAssertEqual(poses(.clockwise)[1].turned(since: poses(nil)[0]), 270, accuracy: 1e-9)
    }

    func testDrawingsEscapeTextAndAreDeterministic() {
        for seed in 1...20 {
            let course = Self.course(seed: UInt64(seed), name: "<b>&\"'")
            let diagram = PatternDiagram(course, colors: DiagramColors(belt: ["blue"]))
            let svg = diagram.svg()
            let page = diagram.animation()
            XCTAssertEqual(svg, PatternDiagram(course, colors: DiagramColors(belt: ["blue"])).svg())
            for text in [svg, page] { XCTAssertFalse(text.contains("<b>"), "seed \(seed)") }
            XCTAssertEqual(svg.split(separator: "<g").count - 1, svg.split(separator: "</g>").count - 1, "seed \(seed)")
            for line in diagram.characters(width: 40) { XCTAssertLessThanOrEqual(line.count, 40) }
        }
    }

    func testNumbersHaveOneDecimalAtMost() {
        let svg = PatternDiagram(Self.course(seed: 7), colors: DiagramColors(belt: [])).svg()
        let figures = svg.split { !$0.isNumber && $0 != "." && $0 != "-" }.filter {
            $0.contains(".") && !$0.hasPrefix(".")
        }
        for figure in figures {
            XCTAssertLessThanOrEqual(figure.split(separator: ".").last?.count ?? 0, 1, "\(figure)")
        }
    }

    // MARK: - Courses at random

    private static func course(seed: UInt64, name: String = "course") -> Course {
        var random = RandomSource(seed: seed)
        let movements = (1...Int.random(in: 1...24, using: &random)).map { movement($0, &random) }
        return Course(
            name: name, hangul: name, count: movements.count, ready: name, figure: name, meaning: name,
            standing: Bool.random(using: &random) ? .left : .right, movements: movements)
    }

    private static func movement(_ number: Int, _ random: inout RandomSource) -> Movement {
        let foot: Side = Bool.random(using: &random) ? .left : .right
        let bearings = ["A", "B", "C", "D", "AD", "BC", "E", "F"].compactMap { Bearing($0) }
        let toward = bearings[Int.random(in: 0..<bearings.count, using: &random)]
        let shape = [long, back, wide, crossed][Int.random(in: 0..<4, using: &random)]
        var movement = Movement(number)
        // Text that must be escaped in SVG.
        (movement.words, movement.hangul) = ("<b>&\"'", "<b>")
        movement.steps = [Movement.Step(.move, foot, to: .bearing(toward))]
        if Int.random(in: 0..<4, using: &random) == 0 {
            movement.steps.insert(Movement.Step(.bring, foot, to: .foot(foot.other)), at: 0)
        }
        let side: Side? = shape.naming == .none ? nil : Bool.random(using: &random) ? .left : .right
        movement.ending = Movement.Ending(shape, side: side, toward: toward)
        return movement
    }

    private static func mirrored(_ direction: Vector) -> Vector { Vector(-direction.x, direction.y) }

    private static func mirrored(_ bearing: Bearing) -> Bearing {
        let twins: [Character: Character] = ["A": "B", "B": "A", "E": "F", "F": "E", "G": "H", "H": "G"]
        return Bearing(String(bearing.letters.map { twins[$0] ?? $0 })) ?? bearing
    }

    private static func mirrored(_ movement: Movement) -> Movement {
        var twin = movement
        twin.steps = movement.steps.map { step in
            switch step.to {
            case .bearing(let bearing)?: Movement.Step(step.verb, step.foot?.other, to: .bearing(mirrored(bearing)))
            case .foot(let side)?: Movement.Step(step.verb, step.foot?.other, to: .foot(side.other))
            case .line, nil: Movement.Step(step.verb, step.foot?.other, to: step.to)
            }
        }
        twin.ending = movement.ending.map {
            Movement.Ending(
                $0.shape, side: $0.side?.other, toward: $0.toward.map(mirrored), isMaintained: $0.isMaintained)
        }
        return twin
    }

    private static func mirrored(_ course: Course) -> Course {
        Course(
            name: course.name, count: course.count, beginning: course.beginning, standing: course.standing.other,
            movements: course.movements.map(mirrored))
    }
}
