import Interface
import Kernel
import Terminal
import XCTest

final class DayGridTests: XCTestCase {
    private let monday = Day(year: 2026, month: 11, day: 2) ?? Day(ordinal: 0)

    private func lines(_ grid: DayGrid, width: Int = 80, unicode: Bool = true, fit: Screen.Fit = .page) -> [String] {
        Screen(width: width, palette: .plain, unicode: unicode, fit: fit).lines(of: [.days(grid)])
    }

    func testEachWeekIsAColumn() {
        let values = [0.0, 1, 2, 3, 4, 0, 8] + [8, 0]
        XCTAssertEqual(
            lines(DayGrid(from: monday, values, maximumLabel: "8 answers")),
            [
                "", "Mon ·█", "    ░·", "Wed ░", "    ▒", "Fri ▒", "    ·", "    █", "    none ·  ░▒▓█ 8 answers",
            ])
    }

    func testASCIITerminalUsesASCIISymbols() {
        let rows = lines(DayGrid(from: monday, [0, 1, 2, 3, 4], maximumLabel: "4 days"), unicode: false)
        XCTAssertEqual(rows.dropFirst().prefix(5), ["Mon .", "    -", "Wed +", "    *", "Fri #"])
        XCTAssertEqual(rows.last, "    none .  -+*# 4 days")
    }

    func testGridStartingMidweekKeepsWeekdayRows() {
        XCTAssertEqual(
            lines(DayGrid(from: monday.adding(days: 3), [1, 1, 1, 1, 1], maximumLabel: "1")).prefix(8),
            ["", "Mon  █", "    ", "Wed", "    █", "Fri █", "    █", "    █"].map {
                $0.replacing(try! Regex(" +$"), with: "")
            }[
                ...])
    }

    /// At every width no line is too long, and each day has exactly one square with its level.
    func testEveryDayIsDrawnOnceAtEveryWidth() {
        var random = RandomSource(seed: 9)
        let signs: [Character] = ["·", "░", "▒", "▓", "█"]
        for width in [10, 20, 40, 57, 80, 200] {
            let count = Int.random(in: 1...371, using: &random)
            let values = (0..<count).map { _ in Double(Int.random(in: 0...6, using: &random)) }
            let first = monday.adding(days: Int.random(in: 0...400, using: &random))
            let rows = lines(DayGrid(from: first, values, maximumLabel: "6"), width: width).dropLast()
            XCTAssertTrue(rows.allSatisfy { $0.count <= max(width, 8) }, "\(width)")
            let squares = rows.joined().filter { signs.contains($0) }
            XCTAssertEqual(squares.count, count)
            let peak = values.max() ?? 0
            for (level, sign) in signs.enumerated() {
                let expected = values.count { $0 == 0 ? level == 0 : Int(($0 / peak * 4).rounded(.up)) == level }
                XCTAssertEqual(squares.count { $0 == sign }, expected, "\(width): \(sign)")
            }
        }
    }

    func testYearShowsMonthNamesAndFitsEightyColumns() {
        let year = DayGrid(from: monday.adding(days: -364), Array(repeating: 1, count: 371), maximumLabel: "1")
        let rows = lines(year)
        XCTAssertEqual(rows.count, 9)
        XCTAssertTrue(rows.allSatisfy { $0.count <= 57 })
        XCTAssertEqual(
            rows[0].split(separator: " ").map(String.init),
            ["Nov", "Dec", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct"])
        XCTAssertEqual(lines(year, width: 40).count, 2 * 8 + 1 + 1)
        XCTAssertEqual(lines(year, width: 40, fit: .pipe).count, 9, "a pipe has room")
    }

    func testNonFiniteAndNegativeValuesAreDrawnAsZero() {
        XCTAssertEqual(lines(DayGrid(from: monday, [], maximumLabel: "")), [])
        XCTAssertEqual(
            lines(DayGrid(from: monday, [.nan, -1, .infinity], maximumLabel: "")).dropFirst().prefix(3),
            ["Mon ·", "    ·", "Wed ·"])
    }
}
