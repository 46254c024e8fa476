import Kernel

/// Figures that are drawn: bars, a line, or a calendar of squares. The drawing is SVG and says the same in words.
public struct Chart: Sendable {
    /// How the figures are drawn.
    public enum Form: Sendable {
        /// One bar a figure.
        case bars
        /// A line through the figures, in their order.
        case line
        /// One square a day, a column a week, Monday on top; the first figure belongs to this day.
        case calendar(from: Day)
    }

    /// One figure.
    public struct Point: Sendable {
        /// What it belongs to.
        public let label: String
        /// Its size, from 0.
        public let value: Double
        /// The figure as text, with its unit.
        public let figure: String

        /// A figure.
        public init(_ label: String, _ value: Double, figure: String) {
            (self.label, self.value, self.figure) = (label, value.isFinite ? max(0, value) : 0, figure)
        }
    }

    /// What the chart shows.
    public let title: String
    /// How.
    public let form: Form
    /// What is drawn, in this order; each has a label.
    public let figures: [Point]

    /// A chart.
    public init(_ title: String, _ form: Form, _ figures: [Point]) {
        (self.title, self.form, self.figures) = (title, form, figures)
    }

    /// The chart in words.
    public var alternative: String { title + ": " + figures.map { "\($0.label) \($0.figure)" }.joined(separator: ", ") }

    /// The chart as an SVG image. Colours are the page's variables where it stands in a page, and the palette's light ones elsewhere.
    ///
    /// - Parameter isFile: whether it is to be looked at by itself: some viewers know no variables.
    public func svg(palette: PagePalette = .plain, isFile: Bool = false) -> String {
        let drawing = ChartDrawing(chart: self, palette: palette, isFile: isFile)
        let (width, height, shapes) = drawing.shapes
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img">
            <title>\(Escaping.markup(title))</title><desc>\(Escaping.markup(alternative))</desc>
            \(shapes.joined(separator: "\n"))
            </svg>
            """
    }
}

/// Where the shapes of a chart go.
struct ChartDrawing {
    let chart: Chart
    let palette: PagePalette
    let isFile: Bool

    private var peak: Double { max(chart.figures.map(\.value).max() ?? 0, .leastNonzeroMagnitude) }
    private var accent: String { colour("accent", palette.light.accent.css) }
    private var text: String { colour("text", palette.light.text.css) }
    private var line: String { colour("line", palette.light.line.css) }

    private func colour(_ name: String, _ light: String) -> String { isFile ? light : "var(--\(name), \(light))" }

    var shapes: (width: Int, height: Int, shapes: [String]) {
        switch chart.form {
        case .bars: bars
        case .line: path
        case .calendar(let day): squares(from: day)
        }
    }

    private var bars: (Int, Int, [String]) {
        let shapes = chart.figures.enumerated().flatMap { row, point -> [String] in
            let top = row * 28
            return [
                label(point.label, x: 0, y: top + 18, anchor: "start"),
                "<rect x=\"160\" y=\"\(top + 5)\" width=\"\(number(max(1, point.value / peak * 380)))\" height=\"18\" rx=\"3\" fill=\"\(accent)\"/>",
                label(point.figure, x: 640, y: top + 18, anchor: "end"),
            ]
        }
        return (640, max(28, chart.figures.count * 28), shapes)
    }

    private var path: (Int, Int, [String]) {
        let step = 600 / Double(max(1, chart.figures.count - 1))
        let points = chart.figures.enumerated().map { index, point in
            "\(number(20 + Double(index) * step)),\(number(180 - point.value / peak * 160))"
        }
        let ends = [(chart.figures.first, 20, "start"), (chart.figures.last, 620, "end")].compactMap { point, x, anchor in
            point.map { label("\($0.label) \($0.figure)", x: x, y: 204, anchor: anchor) }
        }
        return (
            640, 212,
            ["<line x1=\"20\" y1=\"180\" x2=\"620\" y2=\"180\" stroke=\"\(line)\"/>"]
                + [
                    "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke=\"\(accent)\" stroke-width=\"2.5\"/>"
                ] + ends
        )
    }

    private func squares(from first: Day) -> (Int, Int, [String]) {
        let offset = Weekday.allCases.firstIndex(of: first.weekday) ?? 0
        let shapes = chart.figures.enumerated().map { index, point in
            let place = index + offset
            let strength = point.value == 0 ? 0.08 : 0.3 + 0.7 * point.value / peak
            return
                "<rect x=\"\(place / 7 * 14)\" y=\"\(place % 7 * 14)\" width=\"12\" height=\"12\" rx=\"2\" fill=\"\(accent)\" fill-opacity=\"\(number(strength))\"><title>\(Escaping.markup("\(point.label) \(point.figure)"))</title></rect>"
        }
        return (max(14, (chart.figures.count + offset + 6) / 7 * 14), 98, shapes)
    }

    private func label(_ words: String, x: Int, y: Int, anchor: String) -> String {
        let short = words.count > 24 ? words.prefix(23) + "…" : words[...]
        return
            "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\" font-size=\"14\" fill=\"\(text)\">\(Escaping.markup(String(short)))</text>"
    }

    /// A figure from 0, with two decimals.
    private func number(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        return "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
