import Footwork
import Kernel
import TestSupport
import XCTest

/// Compares walks and drawings of generated courses with `Tests/Golden/footwork`.
///
/// A missing golden file is written by the test, which then fails so that you review the file.
final class DrawnCourseTests: XCTestCase {
    private static let colours = DiagramColors(belt: ["green", "blue"])

    func testWalksOfEveryVerbMatchGolden() throws {
        var lines: [String] = []
        for seed in 1...12 {
            let walk = Self.course(UInt64(seed)).walk()
            lines.append("course \(seed), ends \(Self.formatted(walk.closing))")
            lines += walk.poses.map(Self.formatted)
        }
        try assertGolden("walks.txt", lines.joined(separator: "\n"))
    }

    func testDrawingsMatchGolden() throws {
        let diagram = PatternDiagram(Self.course(3), colors: Self.colours)
        try assertGolden("course.svg", diagram.svg())
        try assertGolden("course.html", diagram.animation())
        try assertGolden("part.svg", PatternDiagram(Self.course(5), showing: 2...6, colors: Self.colours).svg())
        let characters = (1...6).flatMap { seed in
            [20, 60].flatMap { PatternDiagram(Self.course(seed), colors: Self.colours).characters(width: $0) }
        }
        try assertGolden("course.txt", characters.joined(separator: "\n"))
    }

    func testSparringDiagramsMatchGolden() throws {
        var lines: [String] = []
        for isFree in [false, true] {
            let diagram = SparringDiagram(
                Self.exchange(isFree: isFree), name: "Exchange", note: "As it is taught.",
                doubt: isFree ? "Who knows." : "",
                colors: Self.colours)
            try assertGolden(isFree ? "free.svg" : "sparring.svg", diagram.svg())
            for moment in diagram.walk.moments {
                lines +=
                    ["\(moment.title): \(moment.distanceDescription)"]
                    + [24, 70].flatMap { diagram.characters(moment, width: $0) }
                lines += SparringWalk.Partner.allCases.map { Self.formatted(moment.pose(of: $0)) }
            }
        }
        try assertGolden("sparring.txt", lines.joined(separator: "\n"))
    }

    func testStepDestinationsRoundTripAndPhrasesMatchGolden() throws {
        var lines: [String] = []
        for verb in Movement.Step.Verb.allCases {
            for foot in [Side.left, .right, nil] {
                for to in ["A", "BC", "line AB", "L", "R"].map(Movement.Destination.init) + [nil] {
                    XCTAssertEqual(to, to.flatMap { Movement.Destination($0.text) })
                    lines.append(Movement.Step(verb, foot, to: to).phrase)
                }
            }
        }
        for wrong in ["", "Z", "line AC", "line", "left"] { XCTAssertNil(Movement.Destination(wrong), wrong) }
        lines += (1...12).flatMap {
            Self.course(UInt64($0)).movements.map { "\($0.number) \($0.stepFitsStance.map { "\($0)" } ?? "-")" }
        }
        try assertGolden("steps.txt", lines.joined(separator: "\n"))
    }

    // MARK: - Walks and drawings

    private static let shapes = [
        StanceShape("long", 1.5, naming: .front, width: 1, rear: 25),
        StanceShape("back", 1.1, naming: .rear, width: 0.06, front: -15, rear: 75, weight: 0.3),
        StanceShape("wide", 0, spread: 1.5),
        StanceShape("crossed", 0, naming: .supporting, weight: 0.9, isCrossed: true),
        StanceShape("one leg", 0, naming: .supporting, isOnOneLeg: true), .parallel,
    ]

    private static func course(_ seed: UInt64) -> Course {
        var random = RandomSource(seed: seed)
        let count = Int.random(in: 8...16, using: &random)
        let movements = (1...count).map { number -> Movement in
            func side() -> Side { Bool.random(using: &random) ? .left : .right }
            func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
            let bearing = { Bearing($0) }(pick(["A", "B", "C", "D", "AD", "BC", "E", "F"]))
            var movement = Movement(number)
            let verb = pick(Movement.Step.Verb.allCases)
            let to: Movement.Destination? = pick([bearing.map { .bearing($0) }, .foot(side()), .line("AB"), nil])
            movement.steps = [Movement.Step(verb, pick([Side.left, .right, nil]), to: to)]
            if pick([true, false, false]) { movement.steps.append(Movement.Step(.pivot, side(), to: nil)) }
            if pick([true, false, false, false]) { movement.kicks = [Movement.Kick(side(), toward: bearing)] }
            movement.turn = pick([nil, nil, .clockwise, .counterClockwise])
            movement.distance = pick([nil, nil, nil, 1.2])
            let shape = pick(shapes)
            movement.ending =
                pick([true, true, true, false])
                ? Movement.Ending(shape, side: shape.naming == .none ? nil : side(), toward: bearing) : nil
            (movement.words, movement.hangul, movement.duration) = (
                "movement \(number) of \(shape.name)", "동작", pick([1, 2, 0.5])
            )
            return movement
        }
        return Course(
            name: "Course \(seed)", hangul: "길", count: count, ready: "parallel", figure: "a figure", meaning: "None.",
            isFromSingleSource: seed % 2 == 1, standing: seed % 3 == 0 ? .left : .right,
            returnsAfter: seed % 4 == 0 ? count : nil,
            movements: movements)
    }

    private static func exchange(isFree: Bool) -> SparringWalk {
        func part(_ shape: Int, _ side: Side?, _ foot: Side?, _ way: String?, _ words: String) -> SparringWalk.Part {
            .init(ending: .init(shapes[shape], side: side), foot: foot, way: way, words: words)
        }
        let resting = SparringWalk.Part(ending: nil, foot: nil, way: nil, words: "as he likes")
        return SparringWalk(
            [
                .init(
                    attack: part(0, .right, .right, "forward", "walks and strikes the middle of the other"),
                    defense: part(1, .left, .right, "back", "steps back and blocks"), counter: nil),
                .init(
                    attack: part(2, nil, .left, "forward", "sits across the line"),
                    defense: isFree ? resting : part(0, nil, .left, "back", "walks back"), counter: nil),
                .init(
                    attack: part(1, .left, .left, "jump", "jumps"), defense: part(2, nil, .right, "back", "sits away"),
                    counter: part(0, .right, nil, nil, "punches on the spot")),
            ], isFree: isFree)
    }

    // MARK: - As text

    private static func formatted(_ value: Double) -> String { "\((value * 1000).rounded() / 1000 + 0)" }
    private static func formatted(_ way: Vector) -> String { "\(formatted(way.x)) \(formatted(way.y))" }

    private static func formatted(_ pose: Pose) -> String {
        let feet = [pose.left, pose.right].map {
            "\(formatted($0.place)) to \(formatted($0.heading)) \(formatted($0.weight)) \($0.isRaised) \($0.isFront)"
        }
        let pivot = pose.pivot?.rawValue ?? "no"
        return
            "\(pose.number) facing \(formatted(pose.facing)): \(feet.joined(separator: ", ")), \(pivot) pivot"
    }

    private func assertGolden(_ name: String, _ text: String, file: StaticString = #filePath, line: UInt = #line) throws
    {
        let fault = try Golden.fault("footwork/\(name)", text)
        XCTAssertNil(fault, fault ?? "", file: file, line: line)
    }
}
