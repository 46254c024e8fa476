import Kernel

/// Where the shapes of a chart go.
struct ChartDrawing {
    let chart: Chart
    let palette: PagePalette
    let isFile: Bool

    /// What a shape is painted in.
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

    /// The room that a line or bars are drawn in.
    private enum Plot {
        static let (left, right, top, bottom) = (56.0, 704.0, 40.0, 240.0)
        static let (width, names) = (720, 258)
    }

    var shapes: (width: Int, height: Int, shapes: [String]) {
        switch chart.form {
        case .bars: bars
        case .line: line(nil)
        case .days(let day): line(day)
        case .calendar(let day): squares(from: day)
        }
    }

    /// What lies behind a chart that is a file: its ground, and its colours where the viewer is dark.
    func ground(_ width: Int, _ height: Int) -> [String] {
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

    private func paint(_ attribute: String, _ kind: String, _ ink: Ink) -> String {
        let light = ink.color(of: palette.light)
        return isFile
            ? "\(attribute)=\"\(light)\" class=\"\(kind)-\(ink.rawValue)\"" : "\(attribute)=\"var(--\(ink.rawValue), \(light))\""
    }

    // MARK: - Bars

    private var bars: (Int, Int, [String]) {
        let scale = ChartScale(holding: peak)
        let (left, width) = (160.0, 380.0)
        let bottom = 30 + chart.figures.count * 28
        let grid = scale.ticks.flatMap { tick -> [String] in
            let x = left + scale.share(tick) * width
            return [
                rule((x, 30), (x, Double(bottom)), .line),
                label(ChartScale.words(tick), x: x, y: bottom + 18, anchor: "middle", .muted),
            ]
        }
        let shapes = chart.figures.enumerated().flatMap { row, point -> [String] in
            let top = 30 + row * 28
            let length = max(1, scale.share(point.value) * width)
            return [
                label(point.label, x: 0, y: top + 18),
                "<rect x=\"160\" y=\"\(top + 5)\" width=\"\(number(length))\" height=\"18\" rx=\"3\" \(fill(.accent))/>",
                label(point.figure, x: 640, y: top + 18, anchor: "end"),
            ]
        }
        let mark = chart.limit.map { limit -> [String] in
            let x = left + scale.share(limit.value) * width
            return [dashes((x, 30), (x, Double(bottom)))]
        }
        let key = legend(at: bottom + 40)
        return (640, bottom + (key.isEmpty ? 26 : 50), [title] + grid + shapes + (mark ?? []) + key)
    }

    // MARK: - Lines

    private func line(_ first: Day?) -> (Int, Int, [String]) {
        let scale = ChartScale(holding: peak)
        let step = (Plot.right - Plot.left) / Double(max(1, chart.figures.count - 1))
        let place = { (index: Int) in Plot.left + Double(index) * step }
        let height = { (value: Double) in Plot.bottom - scale.share(value) * (Plot.bottom - Plot.top) }
        let grid = scale.ticks.flatMap { tick -> [String] in
            [
                rule((Plot.left, height(tick)), (Plot.right, height(tick)), .line),
                label(ChartScale.words(tick), x: Plot.left - 8, y: Int(height(tick)) + 5, anchor: "end", .muted),
            ]
        }
        let names = first.map { ChartCalendar(from: $0, count: chart.figures.count).names } ?? ends
        let below = names.flatMap { index, name -> [String] in
            let anchor = index == 0 ? "start" : place(index) > Plot.right - 20 ? "end" : "middle"
            return [
                rule((place(index), Plot.bottom), (place(index), Plot.bottom + 5), .muted),
                label(name, x: place(index), y: Plot.names, anchor: anchor, .muted),
            ]
        }
        let points = chart.figures.enumerated().map { "\(number(place($0))),\(number(height($1.value)))" }.joined(separator: " ")
        let curve =
            "<polyline points=\"\(points)\" fill=\"none\" \(stroke(.accent)) stroke-width=\"2\" stroke-linejoin=\"round\"/>"
        let mark = chart.limit.map { [dashes((Plot.left, height($0.value)), (Plot.right, height($0.value)))] } ?? []
        let key = legend(at: Plot.names + 26)
        return (Plot.width, Plot.names + (key.isEmpty ? 12 : 38), [title] + grid + below + [curve] + mark + key)
    }

    /// Where the figures are no days: the first and the last.
    private var ends: [(place: Int, name: String)] {
        [
            chart.figures.first.map { (0, $0.label) },
            chart.figures.count > 1 ? chart.figures.last.map { (chart.figures.count - 1, $0.label) } : nil,
        ]
        .compactMap { $0 }
    }

    // MARK: - Calendars

    private func squares(from first: Day) -> (Int, Int, [String]) {
        let offset = Weekday.allCases.firstIndex(of: first.weekday) ?? 0
        let (left, top, side) = (36, 44, 14)
        let peak = max(peak, .leastNonzeroMagnitude)
        let shapes = chart.figures.enumerated().map { index, point in
            let place = index + offset
            let strength = point.value == 0 ? 0.08 : 0.3 + 0.7 * point.value / peak
            return
                "<rect x=\"\(left + place / 7 * side)\" y=\"\(top + place % 7 * side)\" width=\"12\" height=\"12\" rx=\"2\" \(fill(.accent)) fill-opacity=\"\(number(strength))\"><title>\(Escaping.markup("\(point.label) \(point.figure)"))</title></rect>"
        }
        let days = [(0, "Mon"), (2, "Wed"), (4, "Fri")].map { label($1, x: 0, y: top + $0 * side + 11, .muted, small: true) }
        let months = ChartCalendar(from: first, count: chart.figures.count).names.map { index, name in
            label(name, x: Double(left + (index + offset) / 7 * side), y: top - 8, .muted, small: true)
        }
        let most = chart.figures.max { $0.value < $1.value }
        let key = most.map {
            label("light: none, dark: \($0.figure)", x: Double(left), y: top + 7 * side + 16, .muted, small: true)
        }
        let width = max(240, left + (chart.figures.count + offset + 6) / 7 * side)
        return (width, top + 7 * side + 24, [title] + days + months + shapes + (key.map { [$0] } ?? []))
    }

    // MARK: - Parts

    private var peak: Double { max(chart.figures.map(\.value).max() ?? 0, chart.limit?.value ?? 0) }

    private var title: String { sentence(chart.title, x: 0, y: 18) }

    /// What the line is and what the dashes are.
    private func legend(at y: Int) -> [String] {
        let series =
            chart.series.isEmpty
            ? [] : [rule((0, Double(y - 5)), (24, Double(y - 5)), .accent, width: 2), label(chart.series, x: 32, y: y)]
        let start = chart.series.isEmpty ? 0.0 : 260.0
        let limit = chart.limit.map {
            [dashes((start, Double(y - 5)), (start + 24, Double(y - 5))), sentence($0.label, x: start + 32, y: y)]
        }
        return series + (limit ?? [])
    }

    /// A place in the drawing.
    private typealias Spot = (x: Double, y: Double)

    private func dashes(_ from: Spot, _ to: Spot) -> String {
        rule(from, to, .text, width: 1.5, more: " stroke-dasharray=\"6 4\"")
    }

    private func rule(_ from: Spot, _ to: Spot, _ ink: Ink, width: Double = 1, more: String = "") -> String {
        let ends = "x1=\"\(number(from.x))\" y1=\"\(number(from.y))\" x2=\"\(number(to.x))\" y2=\"\(number(to.y))\""
        return "<line \(ends) \(stroke(ink)) stroke-width=\"\(number(width))\"\(more)/>"
    }

    /// A line of words from here on, cut where the drawing would end.
    private func sentence(_ words: String, x: Double, y: Int) -> String {
        label(words.count > 96 ? words.prefix(95) + "…" : words[...], x, y, "start", .text)
    }

    private func label(
        _ words: String, x: Double, y: Int, anchor: String = "start", _ ink: Ink = .text, small: Bool = false
    ) -> String {
        label(words.count > 24 ? words.prefix(23) + "…" : words[...], x, y, anchor, ink, small)
    }

    private func label(
        _ words: Substring, _ x: Double, _ y: Int, _ anchor: String, _ ink: Ink, _ small: Bool = false
    ) -> String {
        let look = "font-family=\"sans-serif\" font-size=\"\(small ? 11 : 13)\""
        return
            "<text x=\"\(number(x))\" y=\"\(y)\" text-anchor=\"\(anchor)\" \(look) \(fill(ink))>\(Escaping.markup(String(words)))</text>"
    }

    /// A figure from 0, with two decimals at most.
    private func number(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        return rest == 0 ? "\(whole)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
