import Footwork
import Kernel
import XCTest

/// Tables of directions, stances and steps at their limits.
final class FloorTableTests: XCTestCase {
    private static let letters = ["A", "AD", "D", "BD", "B", "BC", "C", "AC"]

    private func assertSame(_ left: Vector?, _ right: Vector, _ words: String, line: UInt = #line) {
        XCTAssertLessThan(left.map { ($0 - right).length } ?? .infinity, 1e-9, words, line: line)
    }

    func testBearingLettersMapToDirections() throws {
        let half = 0.5.squareRoot()
        for (letters, expected) in [
            ("A", Vector(1, 0)), ("B", Vector(-1, 0)), ("C", Vector(0, -1)), ("D", Vector(0, 1)), ("E", Vector(1, 0)),
            ("F", Vector(-1, 0)), ("G", Vector(1, 0)), ("H", Vector(-1, 0)), ("AD", Vector(half, half)),
            ("CE", Vector(half, -half)),
            ("AE", Vector(1, 0)),
        ] { assertSame(Bearing(letters)?.direction, expected, letters) }
        for wrong in ["", "Z", "AZ", "ADE", "AB", "CD", "EF", "d"] { XCTAssertNil(Bearing(wrong), wrong) }
        for (letters, bar) in [("A", "AB"), ("B", "AB"), ("E", "EF"), ("H", "GH"), ("C", nil), ("D", nil), ("AD", nil)]
        {
            XCTAssertEqual(try XCTUnwrap(Bearing(letters)).bar, bar, letters)
        }
    }

    func testDiagonalsUseTheGivenAngle() throws {
        for degrees in [1.0, 30, 44, 45, 46, 60, 89] {
            let x = Vector(0, 1).turned(degrees).x
            let y = Vector(0, 1).turned(degrees).y
            for (letters, expected) in [
                ("AD", Vector(x, y)), ("BD", Vector(-x, y)), ("AC", Vector(x, -y)), ("BC", Vector(-x, -y)),
            ] {
                assertSame(Bearing(letters)?.direction(diagonal: degrees), expected, "\(letters) \(degrees)")
            }
            for letters in ["A", "B", "C", "D"] {
                let bearing = try XCTUnwrap(Bearing(letters))
                XCTAssertEqual(bearing.direction(diagonal: degrees), bearing.direction)
            }
        }
        let behind = try XCTUnwrap(Bearing("CE")).onUprights(to: try XCTUnwrap(Bearing("C")))
        for (bearing, expected) in [
            (Bearing("AE"), Vector(1, 0)), (Bearing("BH"), Vector(-1, 0)), (behind, Vector(0, -1)),
        ] {
            assertSame(bearing?.direction(diagonal: 30), expected, "two letters of one direction are no diagonal")
        }
        assertSame(Vector(0, 1).turned(90), Vector(1, 0), "clockwise")
        assertSame(Vector(1, 0).turned(90), Vector(0, 1).turned(180), "clockwise")
    }

    func testUprightsRedirectOnlyEAndF() throws {
        let c = try XCTUnwrap(Bearing("C"))
        let d = try XCTUnwrap(Bearing("D"))
        for (letters, to) in [("E", d), ("F", d), ("E", c), ("F", c)] {
            let upright = try XCTUnwrap(Bearing(letters)).onUprights(to: to)
            XCTAssertEqual(upright.direction, to.direction)
            XCTAssertTrue(upright.isOnUpright)
            XCTAssertNil(upright.bar)
        }
        for letters in ["A", "B", "C", "D", "AD", "G"] {
            let bearing = try XCTUnwrap(Bearing(letters))
            XCTAssertEqual(bearing.onUprights(to: d), bearing)
            XCTAssertFalse(bearing.isOnUpright)
        }
        XCTAssertFalse(try XCTUnwrap(Bearing("E")).isOnUpright)
        let diagonal = try XCTUnwrap(Bearing("BE")?.onUprights(to: d) ?? Bearing("AE")?.onUprights(to: d))
        XCTAssertFalse(diagonal.isOnUpright)
    }

    func testStanceNamingDeterminesTheFrontFoot() {
        for (naming, fronts) in [
            (.front, [.left, .right, nil]), (.rear, [.right, .left, nil]), (.supporting, [nil, nil, nil]),
            (.none, [nil, nil, nil]),
        ] as [(StanceShape.Naming, [Side?])] {
            XCTAssertEqual(
                [Side.left, .right, nil].map { StanceShape("s", 1, naming: naming).front(of: $0) }, fronts, "\(naming)")
        }
    }

    func testStepFitsStanceWhenItLeadsToTheFootsPosition() {
        func fits(_ shape: StanceShape, _ steps: Movement.Step..., toward: String? = "D") -> Bool? {
            var move = Movement(1)
            move.steps = steps
            move.ending = Movement.Ending(shape, side: .left, toward: toward.flatMap { Bearing($0) })
            return move.stepFitsStance
        }
        func step(_ foot: Side?, _ to: String, _ verb: Movement.Step.Verb = .move) -> Movement.Step {
            .init(verb, foot, to: Movement.Destination(to))
        }
        func turn(_ foot: Side) -> Movement.Step { .init(.pivot, foot, to: nil) }
        let long = StanceShape("long", 1.5, naming: .front)
        for (to, left, right) in [
            ("D", true, false), ("AD", true, false), ("BD", true, false), ("A", false, false), ("B", false, false),
            ("C", false, true),
            ("AC", false, true),
        ] {
            XCTAssertEqual(fits(long, step(.left, to)), left, to)
            XCTAssertEqual(fits(long, step(.right, to)), right, to)
            XCTAssertEqual(fits(long, step(.left, to), turn(.left)), left || right, "\(to): the other foot may pass")
            XCTAssertEqual(
                fits(long, step(.left, to), turn(.right)), left, "\(to): a foot passes only a foot that stepped")
            XCTAssertEqual(fits(long, step(.left, to), turn(.left), turn(.left)), left, "\(to): only in one turn")
            XCTAssertEqual(fits(long, step(.left, to), step(.left, to, .land)), left, "\(to): only in a turn")
        }
        for length in [0.0, 0.5] { XCTAssertNil(fits(StanceShape("short", length, naming: .front), step(.left, "D"))) }
        XCTAssertEqual(fits(StanceShape("short", 0.51, naming: .front), step(.left, "D")), true)
        XCTAssertEqual(fits(StanceShape("wide", 0, spread: 0.6), step(.right, "A")), true)
        for verb in Movement.Step.Verb.allCases {
            let isTold = [.move, .lower, .slip, .slide].contains(verb)
            XCTAssertEqual(fits(long, step(.left, "D", verb)), isTold ? true : nil, "\(verb)")
        }
        XCTAssertNil(fits(long, step(nil, "D")))
        XCTAssertNil(fits(long, step(.left, "line AB")))
        XCTAssertNil(fits(long, step(.left, "D"), toward: nil))
        XCTAssertNil(fits(long))
        XCTAssertNil(Movement(1).stepFitsStance)
    }

    func testJumpMovesTheForemostFootByItsDistance() throws {
        for way in Self.letters {
            for toward in Self.letters {
                for side in Side.allCases {
                    for length in [0.6, 1.1, 1.5] {
                        let way = try XCTUnwrap(Bearing(way))
                        let toward = try XCTUnwrap(Bearing(toward))
                        var move = Movement(1)
                        move.steps = [.init(.jump, nil, to: .bearing(way))]
                        move.ending = .init(StanceShape("s", length, naming: .front), side: side, toward: toward)
                        for carries in [nil, 0.8] {
                            move.distance = carries
                            let poses = Course(name: "jump", count: 1, movements: [move]).walk().poses
                            let foremost = poses.map {
                                max($0.left.place.dot(way.direction), $0.right.place.dot(way.direction))
                            }
                            XCTAssertEqual(
                                foremost[1] - foremost[0], carries ?? 1.5, accuracy: 1e-9,
                                "\(way.letters) \(toward.letters) \(side) \(length)")
                        }
                    }
                }
            }
        }
    }

    func testPartnersAreInReachAtTheLastAttack() {
        let long = StanceShape("long", 1.5, naming: .front)
        func part(_ side: Side, _ way: String) -> SparringWalk.Part {
            .init(ending: .init(long, side: side), foot: side, way: way, words: "w")
        }
        for count in 0...3 {
            let steps = (0..<count).map { index in
                SparringWalk.Step(
                    attack: part(.right, "forward"), defense: part(.left, "back"),
                    counter: index == count - 1 ? part(.right, "forward") : nil)
            }
            let walk = SparringWalk(steps, isFree: false)
            let titles = count == 0 ? [] : count == 1 ? ["Attack"] : (1...count).map { "Step \($0)" }
            XCTAssertEqual(walk.moments.map(\.title), ["Ready"] + titles + (count == 0 ? [] : ["Counter"]))
            XCTAssertEqual(walk.moments.map(\.step), [nil] + (0..<count).map { $0 + 1 } + (count == 0 ? [] : [nil]))
            XCTAssertEqual(walk.moments[count].distance, SparringWalk.reach, accuracy: 1e-9)
            XCTAssertEqual(walk.moments.last?.actions.count, count == 0 ? 0 : 1)
        }
    }

    /// A note wraps at 120 characters, and every line adds to the height.
    func testSparringDiagramGrowsWithItsNote() throws {
        func height(_ note: Int) throws -> Double {
            let words =
                note == 0 ? "" : String(repeating: "n", count: note - 60) + " " + String(repeating: "n", count: 59)
            let svg = SparringDiagram(
                SparringWalk([], isFree: false), name: "n", note: words, doubt: "", colors: .init(belt: [])
            ).svg()
            return try XCTUnwrap(
                svg.split(separator: "viewBox=\"").dropFirst().first?.prefix { $0 != "\"" }.split(separator: " ").last
                    .flatMap {
                        Double($0)
                    })
        }
        let none = try height(0)
        let floor = try height(120)
        let two = try height(121)
        XCTAssertEqual(try height(100), floor)
        XCTAssertGreaterThan(floor, none)
        XCTAssertEqual(two - floor, floor - none, accuracy: 1e-9)
    }

    func testFeetUseTheBeltColorOrGray() {
        let gray = DiagramColors(belt: []).foot
        XCTAssertEqual(DiagramColors(belt: ["unheard of"]).foot, gray)
        let belts = ["white", "yellow", "green", "blue", "red", "black"].map { DiagramColors(belt: [$0, "red"]).foot }
        XCTAssertEqual(Set(belts + [gray]).count, 7)
    }
}
