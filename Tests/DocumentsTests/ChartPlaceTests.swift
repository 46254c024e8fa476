import Documents
import Kernel
import XCTest

/// Where each shape of a chart stands, at the least and the most that a chart can hold.
final class ChartPlaceTests: XCTestCase {
    private func svg(_ form: Chart.Form, _ values: [Double]) -> String {
        Chart("c", form, values.enumerated().map { Chart.Point("p\($0)", $1, figure: "f\($0)") }).svg()
    }

    /// What stands in one attribute of the shapes of a kind, in their order.
    private func attribute(_ name: String, of shape: String, in svg: String) -> [String] {
        svg.split(separator: "<\(shape) ", omittingEmptySubsequences: false).dropFirst().map { piece in
            let value = piece.split(separator: " \(name)=\"", maxSplits: 1).last ?? (piece[...])
            return String((piece.hasPrefix("\(name)=\"") ? piece.dropFirst(name.count + 2) : value).prefix { $0 != "\"" })
        }
    }

    private func size(_ svg: String) -> String { attribute("viewBox", of: "svg", in: svg)[0] }

    func testBarsStandBelowEachOtherAndTheHighestIsTheWidest() {
        let svg = svg(.bars, [2, 1, 0])
        XCTAssertEqual(attribute("x", of: "rect", in: svg), ["160", "160", "160"])
        XCTAssertEqual(attribute("y", of: "rect", in: svg), ["5", "33", "61"])
        XCTAssertEqual(attribute("width", of: "rect", in: svg), ["380.00", "190.00", "1.00"])
        XCTAssertEqual(attribute("height", of: "rect", in: svg), ["18", "18", "18"])
        XCTAssertEqual(attribute("x", of: "text", in: svg), ["0", "640", "0", "640", "0", "640"])
        XCTAssertEqual(attribute("y", of: "text", in: svg), ["18", "18", "46", "46", "74", "74"])
        XCTAssertEqual(
            [0, 1, 2].map { size(self.svg(.bars, Array(repeating: 1, count: $0))) }, ["0 0 640 28", "0 0 640 28", "0 0 640 56"])
    }

    func testALineRunsFromEdgeToEdgeAndNamesItsEnds() {
        func points(_ values: [Double]) -> String { attribute("points", of: "polyline", in: svg(.line, values))[0] }
        XCTAssertEqual(points([0, 1, 2]), "20.00,180.00 320.00,100.00 620.00,20.00")
        XCTAssertEqual(points([3]), "20.00,20.00")
        XCTAssertEqual(points([]), "")
        XCTAssertEqual(points([0, 0]), "20.00,180.00 620.00,180.00")
        XCTAssertEqual(
            points([1600, 9.5, 9, 0.5, 0.1]).split(separator: " ").map { $0.split(separator: ",")[1] },
            ["20.00", "179.05", "179.10", "179.95", "179.99"])
        let drawn = svg(.line, [1, 2, 3])
        XCTAssertEqual(size(drawn), "0 0 640 212")
        XCTAssertEqual(attribute("x", of: "text", in: drawn), ["20", "620"])
        XCTAssertEqual(attribute("y", of: "text", in: drawn), ["204", "204"])
        XCTAssertEqual(attribute("text-anchor", of: "text", in: drawn), ["start", "end"])
        XCTAssertTrue(drawn.contains(">p0 f0</text>") && drawn.contains(">p2 f2</text>"))
        XCTAssertEqual(attribute("x1", of: "line", in: drawn) + attribute("x2", of: "line", in: drawn), ["20", "620"])
    }

    /// Some viewers of images know no variables and would draw nothing.
    func testAChartThatIsAFileByItselfNamesItsColours() {
        for form in [Chart.Form.bars, .line, .calendar(from: Day(ordinal: 20_000))] {
            let chart = Chart("Load", form, [.init("a", 1, figure: "1"), .init("b", 2, figure: "2")])
            XCTAssertTrue(chart.svg().contains("var("))
            XCTAssertFalse(chart.svg(isFile: true).contains("var("))
            XCTAssertTrue(chart.svg(isFile: true).contains(PagePalette.plain.light.accent.css))
        }
    }

    func testACalendarGoesDownItsWeeksAndFadesWithItsFigures() {
        let monday = Day(year: 2026, month: 11, day: 23) ?? Day(ordinal: 0)
        for late in 0..<7 {
            let svg = svg(.calendar(from: monday.adding(days: late)), Array(repeating: 1, count: 15))
            XCTAssertEqual(attribute("x", of: "rect", in: svg), (late..<late + 15).map { "\($0 / 7 * 14)" })
            XCTAssertEqual(attribute("y", of: "rect", in: svg), (late..<late + 15).map { "\($0 % 7 * 14)" })
            for count in 0...15 {
                let size = size(self.svg(.calendar(from: monday.adding(days: late)), Array(repeating: 1, count: count)))
                let weeks = (count + late + 6) / 7
                XCTAssertEqual(size, "0 0 \(max(1, weeks) * 14) 98", "\(count) days, \(late) days after Monday")
            }
        }
        XCTAssertEqual(
            attribute("fill-opacity", of: "rect", in: svg(.calendar(from: monday), [0, 1, 2, 4])),
            ["0.08", "0.48", "0.65", "1.00"])
    }

    func testLongWordsAreCutShortAndOnlyLongOnes() {
        for (length, shown) in [(23, 23), (24, 24), (25, 23)] {
            let words = String(repeating: "w", count: length)
            let svg = Chart("c", .bars, [.init(words, 1, figure: "f")]).svg()
            let cut = String(repeating: "w", count: shown) + (shown < length ? "…" : "")
            XCTAssertTrue(svg.contains(">\(cut)</text>"), "\(length)")
            XCTAssertTrue(svg.contains("<desc>c: \(words) f</desc>"), "in words it stands whole")
        }
    }

    func testFiguresAreNeverLessThanNothingNorEndless() {
        let values = [-1, 0, 0.5, .infinity, -.infinity, .nan].map { Chart.Point("p", $0, figure: "").value }
        XCTAssertEqual(values, [0, 0, 0.5, 0, 0, 0])
    }
}
