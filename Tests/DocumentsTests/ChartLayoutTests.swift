import Documents
import Kernel
import XCTest

/// Tests positions, sizes and labels in charts.
final class ChartLayoutTests: XCTestCase {
    private func svg(_ form: Chart.Form, _ values: [Double]) -> String {
        Chart("c", form, values.enumerated().map { Chart.Point("p\($0)", $1, figure: "f\($0)") }).svg()
    }

    /// Returns an attribute of all shapes of a kind, in document order.
    private func attribute(_ name: String, of shape: String, in svg: String) -> [String] {
        svg.split(separator: "<\(shape) ", omittingEmptySubsequences: false).dropFirst().map { piece in
            let value = piece.split(separator: " \(name)=\"", maxSplits: 1).last ?? (piece[...])
            return String(
                (piece.hasPrefix("\(name)=\"") ? piece.dropFirst(name.count + 2) : value).prefix { $0 != "\"" })
        }
    }

    private func size(_ svg: String) -> String { attribute("viewBox", of: "svg", in: svg)[0] }

    /// Returns the texts of the chart, in document order.
    private func words(_ svg: String) -> [String] {
        svg.split(separator: "<text ").dropFirst().map {
            String($0.split(separator: ">", maxSplits: 1)[1].prefix { $0 != "<" })
        }
    }

    func testBarPositionsAndScale() {
        let svg = svg(.bars, [2, 1, 0])
        XCTAssertEqual(attribute("x", of: "rect", in: svg), ["160", "160", "160"])
        XCTAssertEqual(attribute("y", of: "rect", in: svg), ["35", "63", "91"])
        XCTAssertEqual(attribute("width", of: "rect", in: svg), ["380", "190", "1"])
        XCTAssertEqual(words(svg), ["c", "0", "0.5", "1", "1.5", "2", "p0", "f0", "p1", "f1", "p2", "f2"])
        XCTAssertEqual(
            [0, 1, 2].map { size(self.svg(.bars, Array(repeating: 1, count: $0))) },
            ["0 0 640 56", "0 0 640 84", "0 0 640 112"])
    }

    func testScaleHasRoundTicksAndCoversThePeak() {
        for (peak, ticks) in [
            (63.0, ["0", "20", "40", "60", "80"]), (10, ["0", "2", "4", "6", "8", "10"]),
            (283, ["0", "100", "200", "300"]),
            (1, ["0", "0.2", "0.4", "0.6", "0.8", "1"]), (5, ["0", "1", "2", "3", "4", "5"]),
            (0, ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
        ] {
            // The scale follows the title.
            XCTAssertEqual(Array(words(svg(.line, [peak])).dropFirst().prefix(ticks.count)), ticks, "\(peak)")
        }
        for number in 1...200 {
            let peak = Double(number * number * 7919 % 1_000_003) / 100
            let ticks = words(svg(.line, [peak])).dropFirst().dropLast().compactMap(Double.init)
            XCTAssertGreaterThanOrEqual(ticks.last ?? 0, peak)
            XCTAssertLessThanOrEqual(ticks.count, 7, "\(peak): \(ticks)")
            XCTAssertGreaterThanOrEqual(ticks.count, 3, "\(peak): \(ticks)")
        }
    }

    func testLineSpansTheWidthAndLabelsItsEnds() {
        func points(_ values: [Double]) -> String { attribute("points", of: "polyline", in: svg(.line, values))[0] }
        XCTAssertEqual(points([0, 1, 2]), "56,240 380,140 704,40")
        XCTAssertEqual(points([3]), "56,40")
        XCTAssertEqual(points([]), "")
        XCTAssertEqual(points([0, 0]), "56,240 704,240")
        let chart = svg(.line, [1, 2, 3])
        XCTAssertEqual(size(chart), "0 0 720 270")
        XCTAssertEqual(words(chart).suffix(2), ["p0", "p2"])
        XCTAssertEqual(attribute("text-anchor", of: "text", in: chart).suffix(2), ["start", "end"])
    }

    func testDayChartLabelsMonthsOrWeeks() {
        let first = Day(year: 2026, month: 11, day: 20) ?? Day(ordinal: 0)
        func names(_ count: Int) -> [String] {
            words(svg(.days(from: first), Array(repeating: 5, count: count))).dropFirst(7).map { $0 }
        }
        XCTAssertEqual(
            names(365), ["Dec", "2027", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov"])
        XCTAssertEqual(names(15), ["20 Nov", "27 Nov", "4 Dec"])
        XCTAssertEqual(names(730).prefix(3), ["2027", "Mar", "May"])
        XCTAssertLessThanOrEqual(names(7300).count, 13)
        XCTAssertEqual(names(0), [])
    }

    func testLimitIsDrawnAndNamedInLegendAndAlternative() throws {
        let day = Day(year: 2026, month: 12, day: 1) ?? Day(ordinal: 0)
        for form in [Chart.Form.days(from: day), .line, .bars] {
            let figures = (1...90).map { Chart.Point("d\($0)", Double($0), figure: "\($0) answers") }
            let chart = Chart("Load", form, figures, series: "answers a day", limit: .init("stated limit: 200", 200))
            let svg = chart.svg()
            XCTAssertEqual(svg.split(separator: "stroke-dasharray").count, 3, "the line and its legend")
            XCTAssertTrue(words(svg).contains("answers a day") && words(svg).contains("stated limit: 200"))
            XCTAssertTrue(words(svg).contains("200"), "the scale includes the limit")
            XCTAssertTrue(chart.alternative.contains("stated limit: 200"), chart.alternative)
        }
        let year = Chart(
            "Load", .days(from: day), (1...90).map { Chart.Point("d\($0)", Double($0), figure: "\($0) answers") })
        XCTAssertEqual(
            year.alternative,
            "Load: December 2026 1 answers to 31 answers a day, January 2027 32 answers to 62 answers a day, "
                + "February 2027 63 answers to 90 answers a day")
    }

    /// The style adapts to dark viewers. Others show the light background.
    func testSVGFileHasABackgroundAndDarkColors() {
        let svg = Chart("Load", .bars, [.init("a", 1, figure: "1")]).svg(isFile: true)
        XCTAssertTrue(svg.contains("prefers-color-scheme:dark"))
        for color in [
            PagePalette.plain.dark.text, PagePalette.plain.dark.background, PagePalette.plain.light.background,
        ] {
            XCTAssertTrue(svg.contains(color.css), color.css)
        }
        XCTAssertFalse(Chart("Load", .bars, []).svg().contains("<style>"), "the page has the styles")
    }

    /// Some image viewers do not support CSS variables and would draw nothing.
    func testSVGFileUsesNoCSSVariables() {
        for form in [Chart.Form.bars, .line, .calendar(from: Day(ordinal: 20_000))] {
            let chart = Chart("Load", form, [.init("a", 1, figure: "1"), .init("b", 2, figure: "2")])
            XCTAssertTrue(chart.svg().contains("var("))
            XCTAssertFalse(chart.svg(isFile: true).contains("var("))
            XCTAssertTrue(chart.svg(isFile: true).contains(PagePalette.plain.light.accent.css))
        }
    }

    func testCalendarPositionsSizeAndOpacity() {
        let monday = Day(year: 2026, month: 11, day: 23) ?? Day(ordinal: 0)
        for late in 0..<7 {
            let svg = svg(.calendar(from: monday.adding(days: late)), Array(repeating: 1, count: 15))
            XCTAssertEqual(attribute("x", of: "rect", in: svg), (late..<late + 15).map { "\(36 + $0 / 7 * 14)" })
            XCTAssertEqual(attribute("y", of: "rect", in: svg), (late..<late + 15).map { "\(44 + $0 % 7 * 14)" })
            for count in 0...15 {
                let size = size(self.svg(.calendar(from: monday.adding(days: late)), Array(repeating: 1, count: count)))
                let weeks = (count + late + 6) / 7
                XCTAssertEqual(size, "0 0 \(max(240, 36 + weeks * 14)) 166", "\(count) days, \(late) days after Monday")
            }
        }
        XCTAssertEqual(
            attribute("fill-opacity", of: "rect", in: svg(.calendar(from: monday), [0, 1, 2, 4])),
            ["0.12", "0.48", "0.65", "1"])
    }

    func testLongBarLabelsAreTruncated() {
        for (length, expected) in [(24, 24), (43, 43), (44, 44), (45, 43)] {
            let words = String(repeating: "w", count: length)
            let svg = Chart("c", .bars, [.init(words, 1, figure: "f")]).svg()
            let shortened = String(repeating: "w", count: expected) + (expected < length ? "…" : "")
            XCTAssertTrue(svg.contains(">\(shortened)</text>"), "\(length)")
            XCTAssertTrue(svg.contains("<desc>c: \(words) f</desc>"), "the description is not truncated")
        }
    }

    func testPointValuesAreFiniteAndNotNegative() {
        let values = [-1, 0, 0.5, .infinity, -.infinity, .nan].map { Chart.Point("p", $0, figure: "").value }
        XCTAssertEqual(values, [0, 0, 0.5, 0, 0, 0])
    }

    /// Shapes outside the width would be cut off on a phone.
    func testNarrowChartStaysWithinItsWidth() throws {
        let day = Day(year: 2026, month: 1, day: 1) ?? Day(ordinal: 0)
        for count in [0, 1, 7, 53, 371] {
            for form in [Chart.Form.bars, .line, .days(from: day), .calendar(from: day)] {
                let figures = (0..<count).map { Chart.Point("p\($0)", Double($0 % 9), figure: "f\($0)") }
                let chart = Chart("c", form, figures, series: "known", comparison: .init("expected", figures))
                let svg = chart.svg(room: .narrow)
                let width = try XCTUnwrap(Double(size(svg).split(separator: " ")[2]))
                XCTAssertLessThanOrEqual(width, 336)
                let places = attribute("x", of: "rect", in: svg) + attribute("x", of: "text", in: svg)
                XCTAssertTrue(places.compactMap(Double.init).allSatisfy { (0...width).contains($0) })
                XCTAssertEqual(words(svg).filter { $0 == "Mon" }.count > 1, count > 140 && words(svg).contains("Mon"))
            }
        }
    }

    func testComparisonLineIsDrawnAndNamed() {
        let points = { (values: [Double]) in values.enumerated().map { Chart.Point("p\($0)", $1, figure: "\($1)") } }
        let chart = Chart(
            "c", .line, points([90, 80, 70]), series: "known", comparison: .init("expected", points([100, 50, 0])),
            full: 100)
        let svg = chart.svg()
        XCTAssertEqual(attribute("points", of: "polyline", in: svg), ["56,40 380,140 704,240", "56,60 380,80 704,100"])
        XCTAssertEqual(words(svg).suffix(5), ["p0", "p1", "p2", "known", "expected"])
        XCTAssertTrue(chart.alternative.hasSuffix("; expected: p0 100.0, p1 50.0, p2 0.0"), chart.alternative)
        XCTAssertEqual(Chart("c", .bars, points([1]), full: 0).scaleEnd, nil, "a full value of 0 is ignored")
    }

    func testFullValueExtendsTheScale() {
        let svg = Chart("c", .bars, [.init("a", 50, figure: "50 %")], full: 100).svg()
        XCTAssertEqual(attribute("width", of: "rect", in: svg), ["190"])
    }

    func testPageHasWideAndNarrowChartsAndSheetsHavePaperSize() {
        let chart = Part.chart(Chart("c", .bars, [.init("a", 1, figure: "1")]))
        let page = Page(title: "t", parts: [chart]).html()
        XCTAssertEqual(page.components(separatedBy: "<div class=\"wide\"><svg").count, 2)
        XCTAssertEqual(page.components(separatedBy: "<div class=\"narrow\"><svg").count, 2)
        XCTAssertFalse(page.contains("@page"))
        XCTAssertTrue(Page(title: "t", parts: [], isSheet: true).html().contains("@page { size: A4;"))
    }
}
