import Footwork
import XCTest

/// Contents of drawings, counted in their text.
final class DrawingBoundsTests: XCTestCase {
    private static let long = StanceShape("long", 1.5, naming: .front, width: 1)

    /// Returns a course of `count` steps that cycle through the bearings `letters`.
    private func course(_ count: Int, to letters: [String] = ["D"], name: String = "Course") -> Course {
        let movements = (0..<count).map { index -> Movement in
            var move = Movement(index + 1)
            let way = Bearing(letters[index % letters.count])
            let side = index % 2 == 0 ? Side.left : .right
            move.steps = [Movement.Step(.move, side, to: way.map { .bearing($0) })]
            move.ending = Movement.Ending(Self.long, side: side, toward: way)
            return move
        }
        return Course(name: name, count: count, figure: "a line", movements: movements)
    }

    private func diagram(_ course: Course, _ range: ClosedRange<Int>? = nil) -> PatternDiagram {
        PatternDiagram(course, showing: range, colors: DiagramColors(belt: []))
    }

    private func count(_ part: String, in text: String) -> Int { text.components(separatedBy: part).count - 1 }

    func testRangeIsClampedToExistingMovements() {
        let five = course(5)
        for (range, expected) in [
            (1...5, 1...5), (2...3, 2...3), (5...5, 5...5), (0...2, 1...2), (-3...0, 1...1), (4...9, 4...5),
            (6...9, 5...5),
            (0...9, 1...5),
        ] {
            XCTAssertEqual(diagram(five, range).shown, expected, "\(range)")
            XCTAssertEqual(diagram(five, range).poses.map(\.number), Array(expected))
        }
        XCTAssertEqual(diagram(five).shown, 1...5)
        XCTAssertEqual(diagram(course(0)).shown, 1...1)
        XCTAssertEqual(diagram(course(0), 3...4).shown, 1...1)
    }

    func testTitleNamesTheShownMovements() {
        for (course, range, title) in [
            (course(5), nil, "Course, 5 movements"), (course(5), 1...5, "Course, 5 movements"),
            (course(1), nil, "Course, 1 movement"),
            (course(5), 2...4, "Course, movements 2–4"), (course(5), 1...4, "Course, movements 1–4"),
            (course(5), 2...5, "Course, movements 2–5"),
            (course(5), 3...3, "Course, movement 3"), (course(0), nil, "Course, movement 1"),
        ] as [(Course, ClosedRange<Int>?, String)] {
            let svg = diagram(course, range).svg()
            XCTAssertTrue(svg.contains("<title>\(title)</title>"), svg)
            let isWhole = !title.contains(", movement")
            XCTAssertEqual(svg.contains("\(counted(course.movements.count)), a line</text>"), isWhole)
            XCTAssertEqual(
                count("r=\"8\"", in: svg), isWhole ? 1 : 0, "only the full drawing contains the floor plan")
        }
    }

    private func counted(_ count: Int) -> String { count == 1 ? "1 movement" : "\(count) movements" }

    /// A whole drawing adds a panel for the beginning and one for the returning foot. All panels
    /// are equal in size.
    func testEachMovementHasItsOwnPanel() throws {
        let panels = { (svg: String) in
            svg.components(separatedBy: "<rect width=\"").dropFirst().map { $0.prefix { $0 != ">" } }.filter {
                $0.contains("rx=\"8\"")
            }
        }
        for (steps, range, expected) in [(1, nil, 3), (5, nil, 7), (5, 2...4, 3), (5, 3...3, 1)]
            as [(Int, ClosedRange<Int>?, Int)]
        {
            for layout in DiagramLayout.allCases {
                let actual = panels(diagram(course(steps), range).svg(layout))
                XCTAssertEqual(actual.count, expected, "\(steps)")
                XCTAssertEqual(Set(actual).count, 1, "equal panels")
            }
        }
        let returning = Course(name: "Course", count: 4, returnsAfter: 2, movements: course(4).movements)
        let svg = diagram(returning).svg()
        XCTAssertEqual(panels(svg).count, 7)
        for title in ["Ready", "Back", "End"] { XCTAssertEqual(count(">\(title)</text>", in: svg), 1, title) }
        XCTAssertEqual(
            count("the right foot comes back</text>", in: svg), 1, "the panel before the end names the returning foot")
        XCTAssertEqual(count("the left foot comes back</text>", in: svg), 1)
    }

    /// Captions contain the stance, the action, the other hand and both Korean names. The timing is
    /// above.
    func testPanelsShowCaptions() {
        var moves = course(2).movements
        moves[1].caption.stance = "a long stance"
        moves[1].caption.action = "a right middle knife-hand guarding block of more words than a line holds"
        (moves[1].caption.hands, moves[1].caption.pace) = ("the other one stays", "slow, with 1")
        (moves[1].hangul, moves[1].caption.romanization, moves[1].words) = ("걷는 서", "gunnun so", "2 everything")
        let svg = diagram(Course(name: "Course", count: 2, movements: moves)).svg()
        for text in ["a long stance", "the other one stays", "slow, with 1", "걷는 서", "gunnun so"] {
            XCTAssertEqual(count(">\(text)</text>", in: svg), 1, text)
        }
        XCTAssertTrue(svg.contains("<title>2 everything</title>"))
        for layout in DiagramLayout.allCases {
            let fullCourse = Course(name: "Course", count: 2, movements: moves)
            XCTAssertEqual(
                count(">everything</text>", in: diagram(fullCourse).svg(layout)), 1, "beside the plan, after its number"
            )
            XCTAssertEqual(
                count(">everything</text>", in: diagram(fullCourse, 2...2).svg(layout)), 0, "a part has no plan")
        }
        XCTAssertTrue(
            svg.contains(">a right middle knife-hand</text>")
                || svg.contains(">a right middle knife-hand guarding</text>"), svg)
    }

    func testMovementsInPlaceShareANumberOnTheFloorPlan() {
        var moves = course(3).movements
        moves[1].steps = []
        moves[1].ending = moves[0].ending
        moves[2].steps = []
        moves[2].ending = moves[0].ending
        let drawing = diagram(Course(name: "Course", count: 3, movements: moves))
        XCTAssertEqual(count(">1–3</text>", in: drawing.svg()), 1, "on the floor; each panel has a number")
        XCTAssertEqual(count(" %</text>", in: drawing.svg()), 5, "every panel contains the weights")
        XCTAssertEqual(drawing.characters(width: 40).joined().filter { !$0.isWhitespace }, "D1-3^BoAC")
    }

    /// When uprights point to C, the plan is drawn upward with its letters swapped.
    func testPlanIsRotatedWhenUprightsPointToC() {
        let moves = course(2, to: ["A", "B"]).movements
        for (uprights, compass, first) in [(nil, "D is up, A right", "D"), (Bearing("C"), "C is up, B right", "C")] {
            let turned = diagram(Course(name: "Course", count: 2, uprights: uprights, movements: moves))
            XCTAssertEqual(turned.compass, compass)
            XCTAssertEqual(turned.characters(width: 40).joined().first { $0.isLetter }.map(String.init), first)
            XCTAssertEqual(
                turned.poses.map(\.facing),
                Course(name: "", count: 2, movements: moves).walk().poses.dropFirst().map(\.facing))
        }
    }

    func testFacingIsShownByOneOfEightArrows() {
        for (letters, arrow) in [
            ("A", ">"), ("B", "<"), ("C", "v"), ("D", "^"), ("AD", "/"), ("BC", "/"), ("BD", "\\"), ("AC", "\\"),
        ] {
            let lines = diagram(course(1, to: [letters])).characters(width: 40)
            XCTAssertTrue(lines.joined().contains("1\(arrow)"), "\(letters): \(lines)")
        }
        XCTAssertEqual(diagram(course(2), 2...2).characters(width: 40), ["2^"], "a part has no beginning")
    }

    func testDrawingNumbersHaveNoNegativeZeroOrTrailingZero() {
        let svg = diagram(course(2, to: ["B"])).svg()
        XCTAssertTrue(svg.contains("rotate(-90)"), svg)
        XCTAssertFalse(svg.contains("-0\"") || svg.contains("-0,") || svg.contains(".0\""), svg)
    }

    /// Rows have four or two panels. The last one can be shorter.
    func testPanelsAreArrangedInRows() {
        for (layout, columns) in [(DiagramLayout.wide, 4), (.tall, 2)] {
            for steps in [1, 3, 4, 5, 9] {
                let svg = diagram(course(steps + 1), 1...steps).svg(layout)
                let places = svg.components(separatedBy: "<g transform=\"translate(").dropFirst().map {
                    $0.prefix { $0 != ")" }
                }
                let rows = Dictionary(grouping: places) { $0.split(separator: " ")[1] }
                XCTAssertEqual(rows.values.map(\.count).max(), min(columns, steps))
                XCTAssertEqual(rows.count, (steps + columns - 1) / columns)
                XCTAssertEqual(places.filter { $0.hasPrefix("16 ") }.count, rows.count, "every row begins on the left")
            }
        }
    }

    func testScriptStringsAreEscaped() {
        var move = Movement(1)
        (move.words, move.hangul, move.duration) = ("a\"\\<>&'\u{2028}\u{2029}é", "걷", 2)
        let page = diagram(Course(name: "Course", count: 1, ready: "ready", movements: [move])).animation()
        XCTAssertTrue(
            page.contains(##"const moves = [["Ready: ready","","","","","",1.0],"##), "the ready posture comes first")
        XCTAssertTrue(
            page.contains(##"["a\u0022\u005c\u003c\u003e\u0026\u0027\u2028\u2029é","걷","","","","",2.0]"##), page)
        XCTAssertTrue(page.contains("max=\"2\""))
    }

    // MARK: - Poses

    /// Returns the degrees turned from D to a direction `degrees` away, positive to the right.
    private func turned(_ degrees: Double, _ foot: Side?, _ turn: Movement.Turn?) -> Double {
        var move = Movement(1)
        move.steps = foot.map { [Movement.Step(.move, $0, to: Bearing("D").map { .bearing($0) })] } ?? []
        move.ending = Movement.Ending(
            Self.long, side: .left, toward: Bearing(degrees == 180 ? "C" : degrees < 0 ? "BD" : "AD"))
        move.turn = turn
        let poses = Course(name: "Turn", count: 1, diagonal: abs(degrees), movements: [move]).walk().poses
        return poses[1].turned(since: poses[0])
    }

    func testTurnDegreesFollowTheNamedDirection() {
        for degrees in [0.02, 1, 30, 90, 179, 179.98] {
            for foot in [Side.left, .right, nil] {
                XCTAssertEqual(turned(degrees, foot, nil), degrees, accuracy: 1e-6)
                XCTAssertEqual(turned(-degrees, foot, nil), -degrees, accuracy: 1e-6)
            }
            XCTAssertEqual(turned(degrees, .left, .clockwise), degrees, accuracy: 1e-6)
            XCTAssertEqual(turned(degrees, .left, .counterClockwise), degrees - 360, accuracy: 1e-6)
            XCTAssertEqual(turned(-degrees, .left, .clockwise), 360 - degrees, accuracy: 1e-6)
            XCTAssertEqual(turned(-degrees, .left, .counterClockwise), -degrees, accuracy: 1e-6)
        }
        for turn in [nil, Movement.Turn.clockwise, .counterClockwise] {
            XCTAssertEqual(turned(0.001, .left, turn), 0, "a move without a turn has no direction")
            XCTAssertEqual(turned(-0.001, .left, turn), 0)
        }
    }

    func testHalfTurnGoesTowardTheSteppingFootUnlessNamed() {
        XCTAssertEqual(turned(180, .left, nil), -180, accuracy: 1e-6)
        XCTAssertEqual(turned(180, .right, nil), 180, accuracy: 1e-6)
        for foot in Side.allCases {
            XCTAssertEqual(turned(180, foot, .clockwise), 180, accuracy: 1e-6)
            XCTAssertEqual(turned(180, foot, .counterClockwise), -180, accuracy: 1e-6)
        }
    }
}
