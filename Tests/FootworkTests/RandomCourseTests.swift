import Footwork
import Kernel
import TestSupport
import XCTest

/// Random courses and exchanges over everything that a course can contain.
///
/// Each has a line in `Tests/Golden/footwork` with its end position and a hash of its walks and
/// drawings. `DrawnCourseTests` shows what changed.
final class RandomCourseTests: XCTestCase {
    func testRandomCoursesMatchGolden() throws {
        let lines = (1...90).map { seed -> String in
            let course = RandomCourse.course(seed)
            let walk = course.walk()
            let drawing = PatternDiagram(
                course, showing: seed % 4 == 0 ? 2...7 : nil, colors: DiagramColors(belt: ["red"]))
            let sheets = [12, 40].flatMap { drawing.characters(width: $0) }
            let sums = [
                walk.poses.map(RandomCourse.description).joined(), drawing.svg(), drawing.animation(),
                sheets.joined(separator: "\n"),
            ].map(RandomCourse.sum)
            let fits = course.movements.map { $0.stepFitsStance.map { $0 ? "+" : "-" } ?? "." }.joined()
            let bars = walk.bars.sorted { $0.key < $1.key }.map { "\($0.key) \(RandomCourse.description($0.value))" }
                .joined(
                    separator: ", ")
            let turns = zip(walk.poses, walk.poses.dropFirst()).map { RandomCourse.description($1.turned(since: $0)) }
                .joined(
                    separator: " ")
            return
                "\(seed): ends \(RandomCourse.description(walk.closing)), \(bars), \(fits), \(turns), \(sums.joined(separator: " "))"
        }
        let fault = try Golden.fault("footwork/wild.txt", lines.joined(separator: "\n"))
        XCTAssertNil(fault, fault ?? "")
    }

    func testRandomExchangesMatchGolden() throws {
        let lines = (1...60).map { seed -> String in
            let walk = RandomCourse.exchange(seed)
            let diagram = SparringDiagram(
                walk, name: "Exchange \(seed)", note: seed % 2 == 0 ? "" : String(repeating: "a word ", count: seed),
                doubt: seed % 3 == 0 ? String(repeating: "who knows ", count: seed) : "",
                colors: DiagramColors(belt: ["blue"]))
            let sheets = walk.moments.flatMap { moment in
                [10, 24, 40].flatMap { diagram.characters(moment, width: $0) }
            }
            let poses = walk.moments.flatMap {
                [RandomCourse.description($0.attacker), RandomCourse.description($0.defender)]
            }
            let sums = [poses.joined(), diagram.svg(), sheets.joined(separator: "\n")].map(RandomCourse.sum)
            return
                "\(seed): \(walk.moments.map { "\($0.title) \($0.distanceDescription)" }.joined(separator: ", ")), \(sums.joined(separator: " "))"
        }
        let fault = try Golden.fault("footwork/wild-sparring.txt", lines.joined(separator: "\n"))
        XCTAssertNil(fault, fault ?? "")
    }
}

/// A generator of courses and exchanges from a seed.
private struct RandomCourse {
    private var random: RandomSource

    private init(_ seed: Int) { random = RandomSource(seed: UInt64(seed)) }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    /// A random length that is not near a rounding limit.
    private mutating func length(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }

    private mutating func shape() -> StanceShape {
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: StanceShape("long", length(1.2...2), naming: .front, width: length(0.4...1), rear: 25)
        case 2: StanceShape("back", length(0.55...1.2), naming: .rear, width: 0.06, front: -15, rear: 75, weight: 0.3)
        case 3: StanceShape("wide", 0, spread: length(0.7...1.7))
        case 4: StanceShape("near", 0, spread: length(0...0.6), front: 45, rear: 30)
        case 5: StanceShape("crossed", 0, naming: .supporting, weight: 0.9, isCrossed: true)
        case 6: StanceShape("one leg", 0, naming: .supporting, weight: 1, isOnOneLeg: true)
        default:
            StanceShape("diagonal", length(0.3...0.9), naming: .front, spread: length(1...1.6), front: -20, rear: 10)
        }
    }

    private mutating func bearing(_ home: Bearing?) -> Bearing? {
        pick([home, home, Bearing(pick(["A", "B", "C", "D", "AD", "BC", "BD", "AC", "E", "F", "G", "H", "CE"]))])
    }

    private mutating func movement(_ number: Int, _ home: Bearing?, _ uprights: Bearing?) -> Movement {
        var movement = Movement(number)
        let way = bearing(home).map { bearing in uprights.map { bearing.onUprights(to: $0) } ?? bearing }
        let verbs = Movement.Step.Verb.allCases + [.move, .move, .move, .move]
        for _ in 0..<pick([0, 1, 1, 1, 1, 2, 2, 3]) {
            let to: Movement.Destination? = pick([
                way.map { .bearing($0) }, way.map { .bearing($0) }, way.map { .bearing($0) },
                .foot(pick([.left, .right])),
                .line(pick(["AB", "CD", "EF", "GH"])), nil,
            ])
            movement.steps.append(Movement.Step(pick(verbs), pick([.left, .right, .left, .right, nil]), to: to))
        }
        if movement.steps.count == 1, Int.random(in: 0..<5, using: &random) == 0, let first = movement.steps.first {
            movement.steps.append(Movement.Step(.pivot, pick([first.foot, .left, .right]), to: nil))
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            movement.kicks = [Movement.Kick(pick([.left, .right, nil]), toward: pick([way, nil]))]
        }
        if Int.random(in: 0..<12, using: &random) == 0 { movement.kicks.append(Movement.Kick(nil, toward: way)) }
        movement.turn = pick([nil, nil, nil, .clockwise, .counterClockwise])
        movement.distance = pick([nil, nil, nil, length(0.2...1.8)])
        let shape = shape()
        let side: Side? =
            shape.naming == .none || Int.random(in: 0..<9, using: &random) == 0 ? nil : pick([.left, .right])
        if Int.random(in: 0..<5, using: &random) > 0 {
            movement.ending = Movement.Ending(
                shape, side: side, toward: pick([way, way, nil]), isMaintained: pick([false, false, false, true]))
        }
        (movement.words, movement.hangul, movement.duration) = (
            "movement \(number), \(shape.name)", "동작", pick([1, 2, 0.6])
        )
        return movement
    }

    static func course(_ seed: Int) -> Course {
        var wild = RandomCourse(seed)
        let count = Int.random(in: 4...20, using: &wild.random)
        let home = wild.pick(["A", "B", "C", "D", "AD"].map { Bearing($0) })
        let uprights = wild.pick([nil, nil, Bearing("C"), Bearing("D")])
        let movements = (1...count).map { wild.movement($0, home, uprights) }
        return Course(
            name: "Course \(seed)", hangul: "길", count: count, ready: "ready", figure: "figure", meaning: "None.",
            isFromSingleSource: wild.pick([true, false]),
            beginning: wild.pick([.parallel, StanceShape("together", 0, width: StanceShape.togetherWidth)]),
            standing: wild.pick([.left, .right]),
            returnsAfter: wild.pick([nil, count / 2]), diagonal: wild.pick([45, 30, 61.7]),
            start: wild.pick(["AB", "AB", "EF", "GH"]),
            uprights: uprights, movements: movements)
    }

    private mutating func part(_ words: String) -> SparringWalk.Part {
        let shape = shape()
        let side: Side? = shape.naming == .none ? nil : pick([.left, .right, nil])
        let ending = Int.random(in: 0..<8, using: &random) == 0 ? nil : Movement.Ending(shape, side: side)
        return .init(
            ending: ending, foot: pick([.left, .right, nil]), way: pick(["forward", "forward", "back", "jump", nil]),
            words: words
        )
    }

    static func exchange(_ seed: Int) -> SparringWalk {
        var wild = RandomCourse(seed)
        let count = seed % 10 == 0 ? 14 : Int.random(in: 1...4, using: &wild.random)
        let steps = (1...count).map { number in
            var attack = wild.part("attacks for the time \(number)")
            if seed % 10 == 0 {
                attack = .init(ending: attack.ending, foot: attack.foot, way: "jump", words: attack.words)
            }
            return SparringWalk.Step(
                attack: attack, defense: wild.part(String(repeating: "defends ", count: 3 * number)),
                counter: number == count && wild.pick([true, false]) ? wild.part("counters") : nil)
        }
        return SparringWalk(steps, isFree: wild.pick([true, false]))
    }

    // MARK: - As text

    static func description(_ value: Double) -> String { "\((value * 100).rounded() / 100 + 0)" }
    static func description(_ way: Vector) -> String { "\(description(way.x)) \(description(way.y))" }

    static func description(_ pose: Pose) -> String {
        let feet = [pose.left, pose.right].map {
            "\(description($0.place)) \(description($0.heading)) \(description($0.weight)) \($0.isRaised) \($0.isFront)"
        }
        return
            "\(pose.number) \(description(pose.facing)) \(feet) \(pose.pivot?.rawValue ?? "-") \(description(pose.center))\n"
    }

    /// FNV-1a, a hash that is equal on every machine.
    static func sum(_ text: String) -> String {
        let sum = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(sum, radix: 36)
    }
}
