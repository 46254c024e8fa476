import Footwork
import Kernel
import XCTest

/// What every walk keeps to, whoever walks it and in whatever stances: courses drawn at random.
final class CourseLawTests: XCTestCase {
    private static let long = StanceShape("long", 1.5, naming: .front, width: 1, rear: 25)
    private static let back = StanceShape("back", 1.1, naming: .rear, width: 0.06, front: -15, rear: 75, weight: 0.3)
    private static let wide = StanceShape("wide", 0, spread: 1.5)
    private static let crossed = StanceShape("crossed", 0, naming: .supporting, weight: 0.9, isCrossed: true)

    func testTheStanceIsAsLongAndAsWideAsItsShape() {
        for seed in 1...200 {
            let course = Self.course(seed: UInt64(seed))
            for (pose, move) in zip(course.walk().poses.dropFirst(), course.movements) {
                guard let ending = move.ending, let front = ending.shape.front(of: ending.side) else { continue }
                let way = pose.foot(front).place - pose.foot(front.other).place
                let across = way.along(pose.facing.right) * (front == .right ? 1 : -1)
                XCTAssertEqual(way.along(pose.facing), ending.shape.length, accuracy: 1e-9, "seed \(seed), \(move.number)")
                XCTAssertEqual(across, ending.shape.width, accuracy: 1e-9, "seed \(seed), \(move.number)")
                XCTAssertEqual(pose.left.weight + pose.right.weight, 1, accuracy: 1e-9)
                XCTAssertEqual(pose.foot(front).isFront, true)
            }
        }
    }

    /// Left and right changed, and the floor with them: the same walk in a mirror.
    func testAMirroredCourseIsWalkedInTheMirror() {
        for seed in 1...200 {
            let course = Self.course(seed: UInt64(seed))
            let walk = course.walk()
            let mirrored = Self.mirrored(course).walk()
            XCTAssertLessThan((mirrored.closing - Self.mirrored(walk.closing)).length, 1e-9, "seed \(seed)")
            for (pose, other) in zip(walk.poses, mirrored.poses) {
                XCTAssertLessThan((other.facing - Self.mirrored(pose.facing)).length, 1e-9, "seed \(seed), \(pose.number)")
                for side in Side.allCases {
                    let (foot, twin) = (pose.foot(side), other.foot(side.other))
                    XCTAssertLessThan((twin.place - Self.mirrored(foot.place)).length, 1e-9, "seed \(seed), \(pose.number)")
                    XCTAssertLessThan((twin.heading - Self.mirrored(foot.heading)).length, 1e-9)
                    XCTAssertEqual(twin.weight, foot.weight, accuracy: 1e-9)
                }
            }
        }
    }

    /// A foot that no step moves stays where it is; while it turns on its ball it slides half a shoulder width along either line, and no further.
    func testAFootThatNoStepMovesStaysWhereItIs() {
        var (standing, turning) = (0, 0)
        for seed in 1...200 {
            let course = Self.course(seed: UInt64(seed))
            XCTAssertEqual(course.strays.map(\.number), [], "seed \(seed)")
            let poses = course.walk().poses
            for (move, (before, after)) in zip(course.movements, zip(poses, poses.dropFirst())) {
                for side in Side.allCases where move.keeps(side) {
                    let gone = after.foot(side).place - before.foot(side).place
                    let turns = before.facing.along(after.facing) < 0.99
                    (standing, turning) = (standing + (turns ? 0 : 1), turning + (turns ? 1 : 0))
                    XCTAssertLessThanOrEqual(
                        max(abs(gone.x), abs(gone.y)), (turns ? 0.5 : 0) + 1e-9, "seed \(seed) \(move.number)")
                }
            }
        }
        XCTAssertGreaterThan(standing, 50)
        XCTAssertGreaterThan(turning, 500)
    }

    /// A step that is missing is a foot that strays.
    func testAMissingStepIsNoticed() throws {
        var moves = (1...2).map { Movement($0) }
        moves[0].steps = [Movement.Step(.move, .left, to: Bearing("D").map { .bearing($0) })]
        moves[0].ending = Movement.Ending(Self.long, side: .left, toward: Bearing("D"))
        moves[1].ending = Movement.Ending(Self.wide, side: nil, toward: Bearing("D"))
        moves[1].steps = [Movement.Step(.bring, .left, to: .foot(.right))]
        XCTAssertTrue(Course(name: "short", count: 2, movements: moves).strays.isEmpty)
        moves[1].steps = []
        moves[1].ending = Movement.Ending(StanceShape("together", 0, width: 0.25), side: nil, toward: Bearing("D"))
        let strays = Course(name: "short", count: 2, movements: moves).strays
        XCTAssertEqual(strays.map(\.number), [2])
        XCTAssertEqual(strays.map(\.foot), [.right])
    }

    func testTurnsAreTheShorterWayUnlessNamed() throws {
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

    /// Whatever is said of a course stands escaped in its drawings, and the same course is drawn alike every time.
    func testDrawingsAreTextAndTheSameEveryTime() {
        for seed in 1...20 {
            let course = Self.course(seed: UInt64(seed), name: "<b>&\"'")
            let diagram = PatternDiagram(course, colours: DiagramColours(belt: ["blue"]))
            let (svg, page) = (diagram.svg(), diagram.animation())
            XCTAssertEqual(svg, PatternDiagram(course, colours: DiagramColours(belt: ["blue"])).svg())
            for text in [svg, page] { XCTAssertFalse(text.contains("<b>"), "seed \(seed)") }
            XCTAssertEqual(svg.split(separator: "<g").count - 1, svg.split(separator: "</g>").count - 1, "seed \(seed)")
            for line in diagram.characters(width: 40) { XCTAssertLessThanOrEqual(line.count, 40) }
        }
    }

    func testNumbersHaveOneDecimalAtMost() {
        let svg = PatternDiagram(Self.course(seed: 7), colours: DiagramColours(belt: [])).svg()
        let figures = svg.split { !$0.isNumber && $0 != "." && $0 != "-" }.filter { $0.contains(".") && !$0.hasPrefix(".") }
        for figure in figures {
            XCTAssertLessThanOrEqual(figure.split(separator: ".").last?.count ?? 0, 1, "\(figure)")
        }
    }

    // MARK: - Courses at random

    private static func course(seed: UInt64, name: String = "course") -> Course {
        var chance = RandomSource(seed: seed)
        let movements = (1...Int.random(in: 1...24, using: &chance)).map { movement($0, &chance) }
        return Course(
            name: name, hangul: name, count: movements.count, ready: name, figure: name, meaning: name,
            standing: Bool.random(using: &chance) ? .left : .right, movements: movements)
    }

    private static func movement(_ number: Int, _ chance: inout RandomSource) -> Movement {
        let foot: Side = Bool.random(using: &chance) ? .left : .right
        let bearings = ["A", "B", "C", "D", "AD", "BC", "E", "F"].compactMap { Bearing($0) }
        let toward = bearings[Int.random(in: 0..<bearings.count, using: &chance)]
        let shape = [long, back, wide, crossed][Int.random(in: 0..<4, using: &chance)]
        var movement = Movement(number)
        (movement.words, movement.hangul) = ("<b>&\"'", "<b>")
        movement.steps = [Movement.Step(.move, foot, to: .bearing(toward))]
        if Int.random(in: 0..<4, using: &chance) == 0 {
            movement.steps.insert(Movement.Step(.bring, foot, to: .foot(foot.other)), at: 0)
        }
        let side: Side? = shape.naming == .none ? nil : Bool.random(using: &chance) ? .left : .right
        movement.ending = Movement.Ending(shape, side: side, toward: toward)
        return movement
    }

    private static func mirrored(_ way: Vector) -> Vector { Vector(-way.x, way.y) }

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
            Movement.Ending($0.shape, side: $0.side?.other, toward: $0.toward.map(mirrored), isMaintained: $0.isMaintained)
        }
        return twin
    }

    private static func mirrored(_ course: Course) -> Course {
        Course(
            name: course.name, count: course.count, beginning: course.beginning, standing: course.standing.other,
            movements: course.movements.map(mirrored))
    }
}
