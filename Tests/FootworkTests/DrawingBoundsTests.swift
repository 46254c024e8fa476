import Footwork
import XCTest

/// What a drawing shows and leaves out, told by counting what is in it.
final class DrawingBoundsTests: XCTestCase {
    private static let long = StanceShape("long", 1.5, naming: .front, width: 1)

    /// A course that steps this often to D, or wherever it is told.
    private func course(_ count: Int, to letters: [String] = ["D"], name: String = "Course") -> Course {
        let movements = (0..<count).map { index -> Movement in
            var move = Movement(index + 1)
            let (way, side) = (Bearing(letters[index % letters.count]), index % 2 == 0 ? Side.left : .right)
            move.steps = [Movement.Step(.move, side, to: way.map { .bearing($0) })]
            move.ending = Movement.Ending(Self.long, side: side, toward: way)
            return move
        }
        return Course(name: name, count: count, figure: "a line", movements: movements)
    }

    private func diagram(_ course: Course, _ range: ClosedRange<Int>? = nil) -> PatternDiagram {
        PatternDiagram(course, showing: range, colours: DiagramColours(belt: []))
    }

    private func count(_ part: String, in text: String) -> Int { text.components(separatedBy: part).count - 1 }

    func testARangeIsCutToTheMovementsThatThereAre() {
        let five = course(5)
        for (range, shown) in [
            (1...5, 1...5), (2...3, 2...3), (5...5, 5...5), (0...2, 1...2), (-3...0, 1...1), (4...9, 4...5), (6...9, 5...5),
            (0...9, 1...5),
        ] {
            XCTAssertEqual(diagram(five, range).shown, shown, "\(range)")
            XCTAssertEqual(diagram(five, range).poses.map(\.number), Array(shown))
        }
        XCTAssertEqual(diagram(five).shown, 1...5)
        XCTAssertEqual(diagram(course(0)).shown, 1...1)
        XCTAssertEqual(diagram(course(0), 3...4).shown, 1...1)
    }

    func testTheTitleSaysWhatIsShown() {
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
            XCTAssertEqual(count("r=\"5\"", in: svg), isWhole ? 1 : 0, "the floor above stands in the whole drawing alone")
        }
    }

    private func counted(_ count: Int) -> String { count == 1 ? "1 movement" : "\(count) movements" }

    /// Up to five movements that go on straight stand together; who turns, or treads on a print, begins anew.
    func testMovementsStandTogetherAsLongAsTheyLeaveEachOthersPrints() {
        let panels = { (course: Course) in self.count("rx=\"8\"", in: self.diagram(course).svg()) }
        for (steps, expected) in [(1, 1), (5, 1), (6, 2), (10, 2), (11, 3)] {
            XCTAssertEqual(panels(course(steps)), expected, "\(steps)")
        }
        XCTAssertEqual(panels(course(4, to: ["D", "A"])), 4)
        XCTAssertEqual(panels(course(4, to: ["D", "D", "A", "A"])), 2)
        var kicking = course(3)
        var moves = kicking.movements
        (moves[1].ending, moves[1].kicks) = (nil, [Movement.Kick(.right, toward: Bearing("D"))])
        kicking = Course(name: "Course", count: 3, movements: moves)
        XCTAssertEqual(panels(kicking), 3, "a raised foot stands alone, and so does what follows it")
    }

    func testMovementsThatKeepTheStanceShareAPair() {
        var moves = course(3).movements
        moves[1].steps = []
        moves[1].ending = moves[0].ending
        moves[2].steps = []
        moves[2].ending = moves[0].ending
        let kept = diagram(Course(name: "Course", count: 3, movements: moves))
        let svg = kept.svg()
        XCTAssertEqual(count(">1–3</text>", in: svg), 2, "on the floor and among the prints")
        XCTAssertFalse(svg.contains(" %</text>"), "only a pose of one movement has words beside its feet")
        XCTAssertEqual(count(" %</text>", in: diagram(course(3), 2...2).svg()), 2)
        XCTAssertEqual(kept.characters(width: 40), ["1^", "", "o"])
    }

    func testFacingIsShownByAnArrowOfEightWays() {
        for (letters, arrow) in [
            ("A", ">"), ("B", "<"), ("C", "v"), ("D", "^"), ("AD", "/"), ("BC", "/"), ("BD", "\\"), ("AC", "\\"),
        ] {
            let lines = diagram(course(1, to: [letters])).characters(width: 40)
            XCTAssertTrue(lines.joined().contains("1\(arrow)"), "\(letters): \(lines)")
        }
        XCTAssertEqual(diagram(course(2), 2...2).characters(width: 40), ["2^"], "a part has no beginning")
    }

    func testEveryFigureOfADrawingIsShortAndSigned() {
        let svg = diagram(course(2, to: ["B"])).svg()
        XCTAssertTrue(svg.contains("rotate(-90)"), svg)
        XCTAssertFalse(svg.contains("-0\"") || svg.contains("-0,") || svg.contains(".0\""), svg)
    }

    /// A row begins with its first panel, however wide that is, and ends before the one that would not fit.
    func testPanelsStandInRows() {
        let places = { (carries: Double, count: Int) -> [Substring] in
            var moves = self.course(count + 1, to: ["A"]).movements
            for index in moves.indices {
                moves[index].steps = [Movement.Step(.slide, nil, to: .bearing(Bearing("A")!))]
                moves[index].carries = carries
            }
            let svg = self.diagram(Course(name: "Course", count: count + 1, movements: moves), 1...count).svg()
            return svg.components(separatedBy: "<g transform=\"translate(").dropFirst().map { $0.prefix { $0 != ")" } }
        }
        XCTAssertEqual(places(6, 5), ["16 60"], "one panel that is wider than the sheet")
        let rows = places(1, 15).map { $0.split(separator: " ").map(String.init) }
        XCTAssertEqual(rows.first, ["16", "60"])
        XCTAssertEqual(Set(rows.map { $0[1] }).count, rows.filter { $0[0] == "16" }.count, "every row begins at the left")
        XCTAssertGreaterThan(rows.count, Set(rows.map { $0[1] }).count)
    }

    func testWhatIsSaidCannotLeaveItsQuotesInAPage() {
        var move = Movement(1)
        (move.words, move.hangul, move.duration) = ("a\"\\<>&'\u{2028}\u{2029}é", "걷", 2)
        let page = diagram(Course(name: "Course", count: 1, ready: "ready", movements: [move])).animation()
        XCTAssertTrue(
            page.contains(##"const moves = [["ready","",1],"##), "the ready posture comes first")
        XCTAssertTrue(page.contains(##"["a\u0022\u005c\u003c\u003e\u0026\u0027\u2028\u2029é","걷",2.0]"##), page)
        XCTAssertTrue(page.contains("max=\"1\""))
    }

    // MARK: - Poses

    /// Who faces D, then a way so many degrees from it, to the right where it is more than nothing.
    private func turned(_ degrees: Double, _ foot: Side?, _ turn: Movement.Turn?) -> Double {
        var move = Movement(1)
        move.steps = foot.map { [Movement.Step(.move, $0, to: Bearing("D").map { .bearing($0) })] } ?? []
        move.ending = Movement.Ending(Self.long, side: .left, toward: Bearing(degrees == 180 ? "C" : degrees < 0 ? "BD" : "AD"))
        move.turn = turn
        let poses = Course(name: "Turn", count: 1, diagonal: abs(degrees), movements: [move]).walk().poses
        return poses[1].turned(since: poses[0])
    }

    func testATurnIsTheShorterOneOrGoesTheWayItIsNamed() {
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
            XCTAssertEqual(turned(0.001, .left, turn), 0, "what is no turn has no way")
            XCTAssertEqual(turned(-0.001, .left, turn), 0)
        }
    }

    func testAHalfTurnGoesTowardTheFootThatStepsUnlessItIsNamed() {
        XCTAssertEqual(turned(180, .left, nil), -180, accuracy: 1e-6)
        XCTAssertEqual(turned(180, .right, nil), 180, accuracy: 1e-6)
        for foot in Side.allCases {
            XCTAssertEqual(turned(180, foot, .clockwise), 180, accuracy: 1e-6)
            XCTAssertEqual(turned(180, foot, .counterClockwise), -180, accuracy: 1e-6)
        }
    }
}
