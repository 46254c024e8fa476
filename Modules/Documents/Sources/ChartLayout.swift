import Kernel

/// The layout of a chart's shapes.
struct ChartLayout {
    let chart: Chart
    let palette: PagePalette
    let isFile: Bool
    var room = Chart.WidthClass.wide

    /// The color role of a shape.
    enum Ink: String, CaseIterable {
        case accent, text, muted, line, background

        func color(of mode: PagePalette.Mode) -> String {
            switch self {
            case .accent: mode.accent.css
            case .text: mode.text.css
            case .muted: mode.muted.css
            case .line: mode.line.css
            case .background: mode.background.css
            }
        }
    }

    /// The area for a line or bars.
    private struct Plot {
        var left = 56.0
        var right = 704.0
        let top = 40.0
        let bottom = 240.0
        var width = 720
        /// The baseline of the labels below the axis.
        let labelY = 258
        /// The minimum distance between two labels below the axis.
        var labelSpacing = 0.0

        static let wide = Plot()
        static let narrow = Plot(left: 36, right: 312, width: 320, labelSpacing: 46)
    }

    var shapes: (width: Int, height: Int, shapes: [String]) {
        switch chart.form {
        case .bars: room == .wide ? bars : stackedBars
        case .line: line(nil)
        case .days(let day): line(day)
        case .calendar(let day): squares(from: day)
        }
    }

    /// Returns the background of a standalone chart and its colors for a dark viewer.
    func background(_ width: Int, _ height: Int) -> [String] {
        guard isFile else { return [] }
        let dark = Ink.allCases.map { ink in
            let color = ink.color(of: palette.dark)
            return ".f-\(ink.rawValue){fill:\(color)}.s-\(ink.rawValue){stroke:\(color)}"
        }
        return [
            "<style>@media (prefers-color-scheme:dark){\(dark.joined())}</style>",
            "<rect width=\"\(width)\" height=\"\(height)\" \(fill(.background))/>",
        ]
    }

    private func fill(_ ink: Ink) -> String { paint("fill", "f", ink) }

    private func stroke(_ ink: Ink) -> String { paint("stroke", "s", ink) }

    /// Returns a color attribute that also follows the dark mode of the viewer.
    private func paint(_ attribute: String, _ kind: String, _ ink: Ink) -> String {
        let light = ink.color(of: palette.light)
        return isFile
            ? "\(attribute)=\"\(light)\" class=\"\(kind)-\(ink.rawValue)\""
            : "\(attribute)=\"var(--\(ink.rawValue), \(light))\""
    }

    // MARK: - Bars

    private var bars: (Int, Int, [String]) {
        let scale = ChartScale(holding: peak)
        // Long names reduce the room for the bars.
        let longest = chart.figures.map(\.label.count).max() ?? 0
        let left = longest > 24 ? min(172 + Double(longest - 24) * 8, 320) : 160
        let width = 540 - left
        let bottom = 30 + chart.figures.count * 28
        let grid = scale.ticks.flatMap { tick -> [String] in
            let x = left + scale.share(tick) * width
            return [
                segment((x, 30), (x, Double(bottom)), .line),
                label(ChartScale.label(tick), x: x, y: bottom + 18, anchor: "middle", .muted),
            ]
        }
        let shapes = chart.figures.enumerated().flatMap { row, point -> [String] in
            let top = 30 + row * 28
            let length = max(1, scale.share(point.value) * width)
            return [
                name(point.label, y: top + 18),
                "<rect x=\"\(number(left))\" y=\"\(top + 5)\" width=\"\(number(length))\" height=\"18\" rx=\"3\" \(fill(.accent))/>",
                label(point.figure, x: 640, y: top + 18, anchor: "end"),
            ]
        }
        let limitLine = chart.limit.map { limit -> [String] in
            let x = left + scale.share(limit.value) * width
            return [dashedSegment((x, 30), (x, Double(bottom)))]
        }
        let legend = legend(at: bottom + 40)
        return (640, bottom + (legend.isEmpty ? 26 : 50), [title] + grid + shapes + (limitLine ?? []) + legend)
    }

    private var stackedBars: (Int, Int, [String]) {
        let scale = ChartScale(holding: peak)
        let width = 320.0
        let row = 44
        let shapes = chart.figures.enumerated().flatMap { index, point -> [String] in
            let top = 30 + index * row
            let length = max(1, scale.share(point.value) * width)
            let track = "<rect x=\"0\" y=\"\(top + 22)\" width=\"320\" height=\"12\" rx=\"3\" \(fill(.line))/>"
            return [
                name(point.label, y: top + 16),
                label(point.figure, x: width, y: top + 16, anchor: "end", .muted),
                track,
                "<rect x=\"0\" y=\"\(top + 22)\" width=\"\(number(length))\" height=\"12\" rx=\"3\" \(fill(.accent))/>",
            ]
        }
        let bottom = 30 + chart.figures.count * row
        let legend = legend(at: bottom + 16)
        return (320, bottom + (legend.isEmpty ? 0 : 30), [title] + shapes + legend)
    }

    // MARK: - Lines

    private func line(_ first: Day?) -> (Int, Int, [String]) {
        let scale = ChartScale(holding: peak)
        let plot = room == .wide ? Plot.wide : .narrow
        let step = (plot.right - plot.left) / Double(max(1, chart.figures.count - 1))
        let x = { (index: Int) in plot.left + Double(index) * step }
        let y = { (value: Double) in plot.bottom - scale.share(value) * (plot.bottom - plot.top) }
        let grid = scale.ticks.flatMap { tick -> [String] in
            [
                segment((plot.left, y(tick)), (plot.right, y(tick)), .line),
                label(ChartScale.label(tick), x: plot.left - 8, y: Int(y(tick)) + 5, anchor: "end", .muted),
            ]
        }
        let names = axisLabels(first).reduce(into: [(place: Int, name: String)]()) { kept, label in
            if kept.last.map({ x(label.place) - x($0.place) >= plot.labelSpacing }) ?? true { kept.append(label) }
        }
        let labels = names.flatMap { index, name -> [String] in
            let anchor = index == 0 ? "start" : x(index) > plot.right - 20 ? "end" : "middle"
            return [
                segment((x(index), plot.bottom), (x(index), plot.bottom + 5), .muted),
                label(name, x: x(index), y: plot.labelY, anchor: anchor, .muted),
            ]
        }
        let curve = { (figures: [Chart.Point], ink: Ink, more: String) in
            let points = figures.enumerated().map { "\(number(x($0))),\(number(y($1.value)))" }.joined(
                separator: " ")
            return
                "<polyline points=\"\(points)\" fill=\"none\" \(stroke(ink)) stroke-width=\"2\" stroke-linejoin=\"round\"\(more)/>"
        }
        let curves =
            (chart.comparison.map { [curve($0.figures, .muted, " stroke-dasharray=\"3 4\"")] } ?? []) + [
                curve(chart.figures, .accent, "")
            ]
        let limitLine =
            chart.limit.map { [dashedSegment((plot.left, y($0.value)), (plot.right, y($0.value)))] } ?? []
        let legend = legend(at: plot.labelY + 26)
        return (
            plot.width, plot.labelY + (legend.isEmpty ? 12 : 38), [title] + grid + labels + curves + limitLine + legend
        )
    }

    /// Returns the labels below the axis: months or weeks, every figure in a comparison, or else
    /// the first and the last.
    private func axisLabels(_ first: Day?) -> [(place: Int, name: String)] {
        if let first { return ChartCalendar(from: first, count: chart.figures.count).labels }
        guard chart.comparison != nil else { return endLabels }
        return chart.figures.enumerated().map { ($0.offset, $0.element.label) }
    }

    private var endLabels: [(place: Int, name: String)] {
        [
            chart.figures.first.map { (0, $0.label) },
            chart.figures.count > 1 ? chart.figures.last.map { (chart.figures.count - 1, $0.label) } : nil,
        ]
        .compactMap { $0 }
    }

    // MARK: - Calendars

    /// Draws a year in one row of weeks if it fits, or else in several.
    private func squares(from first: Day) -> (Int, Int, [String]) {
        let offset = Weekday.allCases.firstIndex(of: first.weekday) ?? 0
        let weeks = max(1, (chart.figures.count + offset + 6) / 7)
        let left = 36
        let top = 44
        let side = weeks > 48 && room == .wide ? 12 : 14
        let rows = room == .wide ? 1 : (weeks + 19) / 20
        let weeksPerRow = (weeks + rows - 1) / rows
        let rowHeight = 7 * side + 24
        let position = { (cell: Int) in
            (x: left + cell / 7 % weeksPerRow * side, y: top + cell / 7 / weeksPerRow * rowHeight + cell % 7 * side)
        }
        let peak = max(peak, .leastNonzeroMagnitude)
        let shapes = chart.figures.enumerated().map { index, point in
            let (x, y) = position(index + offset)
            let opacity = point.value == 0 ? 0.12 : 0.3 + 0.7 * point.value / peak
            return
                "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(side - 2)\" height=\"\(side - 2)\" rx=\"2\" \(fill(.accent))"
                + " fill-opacity=\"\(number(opacity))\"><title>\(Escaper.markup("\(point.label) \(point.figure)"))</title></rect>"
        }
        let days = (0..<rows).flatMap { row in
            [(0, "Mon"), (2, "Wed"), (4, "Fri")].map {
                label($1, x: 0, y: top + row * rowHeight + $0 * side + side - 3, .muted, small: true)
            }
        }
        let months = ChartCalendar(from: first, count: chart.figures.count).labels.map { index, name in
            let (x, y) = position((index + offset) / 7 * 7)
            return label(name, x: Double(x), y: y - 8, .muted, small: true)
        }
        let maximum = chart.figures.max { $0.value < $1.value }
        let bottom = top + rows * rowHeight
        let legend = maximum.map {
            label("faint: none, strong: \($0.figure)"[...], Double(left), bottom - 8, "start", .muted, true)
        }
        let width = max(240, left + (chart.figures.isEmpty ? 0 : weeksPerRow) * side)
        return (width, bottom, [title] + days + months + shapes + (legend.map { [$0] } ?? []))
    }

    // MARK: - Elements

    private var peak: Double {
        let comparisonPeak = chart.comparison?.figures.map(\.value).max() ?? 0
        return chart.scaleEnd ?? max(chart.figures.map(\.value).max() ?? 0, comparisonPeak, chart.limit?.value ?? 0)
    }

    private var title: String { sentence(chart.title, x: 0, y: 18) }

    /// Returns the legend of the line and the dashes.
    private func legend(at y: Int) -> [String] {
        let series =
            chart.series.isEmpty
            ? []
            : [segment((0, Double(y - 5)), (24, Double(y - 5)), .accent, width: 2), label(chart.series, x: 32, y: y)]
        let start = chart.series.isEmpty ? 0.0 : room == .wide ? 260.0 : 160.0
        let limit = chart.limit.map {
            [
                dashedSegment((start, Double(y - 5)), (start + 24, Double(y - 5))),
                sentence($0.label, x: start + 32, y: y),
            ]
        }
        let comparison = chart.comparison.map {
            [
                segment(
                    (start, Double(y - 5)), (start + 24, Double(y - 5)), .muted, width: 2,
                    more: " stroke-dasharray=\"3 4\""),
                label($0.series, x: start + 32, y: y),
            ]
        }
        return series + (limit ?? []) + (comparison ?? [])
    }

    private typealias Position = (x: Double, y: Double)

    private func dashedSegment(_ from: Position, _ to: Position) -> String {
        segment(from, to, .text, width: 1.5, more: " stroke-dasharray=\"6 4\"")
    }

    private func segment(_ from: Position, _ to: Position, _ ink: Ink, width: Double = 1, more: String = "") -> String {
        let ends = "x1=\"\(number(from.x))\" y1=\"\(number(from.y))\" x2=\"\(number(to.x))\" y2=\"\(number(to.y))\""
        return "<line \(ends) \(stroke(ink)) stroke-width=\"\(number(width))\"\(more)/>"
    }

    /// Returns a line of text, truncated at the edge of the drawing.
    private func sentence(_ words: String, x: Double, y: Int) -> String {
        label(words.count > 96 ? words.prefix(95) + "…" : words[...], x, y, "start", .text)
    }

    /// Returns the name of a bar, which may be longer than other labels.
    private func name(_ words: String, y: Int) -> String {
        label(words.count > 44 ? words.prefix(43) + "…" : words[...], 0, y, "start", .text)
    }

    private func label(
        _ words: String, x: Double, y: Int, anchor: String = "start", _ ink: Ink = .text, small: Bool = false
    ) -> String {
        label(words.count > 24 ? words.prefix(23) + "…" : words[...], x, y, anchor, ink, small)
    }

    private func label(
        _ words: Substring, _ x: Double, _ y: Int, _ anchor: String, _ ink: Ink, _ small: Bool = false
    ) -> String {
        let font = "font-family=\"sans-serif\" font-size=\"\(small ? 11 : 13)\""
        return
            "<text x=\"\(number(x))\" y=\"\(y)\" text-anchor=\"\(anchor)\" \(font) \(fill(ink))>\(Escaper.markup(String(words)))</text>"
    }

    /// Formats a figure from 0 with at most two decimals.
    private func number(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let (whole, fraction) = hundredths.quotientAndRemainder(dividingBy: 100)
        return fraction == 0 ? "\(whole)" : "\(whole).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
