import Kernel

/// Figures that are drawn: bars, a line, or a calendar of squares. The drawing is SVG and says the same in words.
public struct Chart: Sendable {
    /// How the figures are drawn.
    public enum Form: Sendable {
        /// One bar a figure.
        case bars
        /// A line through the figures, in their order.
        case line
        /// A line through one figure a day, above a calendar of months; the first figure belongs to this day.
        case days(from: Day)
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

    /// A value that the figures are held against.
    public struct Limit: Sendable {
        /// How much.
        public let value: Double
        /// What it is, with its figure: "stated limit: 61 answers".
        public let label: String

        /// What cannot be drawn counts as nothing.
        public init(_ label: String, _ value: Double) { (self.label, self.value) = (label, value.isFinite ? max(0, value) : 0) }
    }

    /// A second line, dashed, to compare the first with.
    public struct Comparison: Sendable {
        /// What its figures are, for the legend.
        public let series: String
        /// As many as the chart has, each for the same as there.
        public let figures: [Point]

        /// A second line.
        public init(_ series: String, _ figures: [Point]) { (self.series, self.figures) = (series, figures) }
    }

    /// How wide a chart is drawn.
    public enum Room: Sendable {
        /// For a page or a picture.
        case wide
        /// For a telephone: the letters have the same size, and what does not fit beside each other stands below.
        case narrow
    }

    /// What the chart shows.
    public let title: String
    /// How.
    public let form: Form
    /// What is drawn, in this order; each has a label.
    public let figures: [Point]
    /// What the figures are, for the legend; empty for none.
    public let series: String
    /// A dashed line across, with its words in the legend.
    public let limit: Limit?
    /// What a line is compared with; then every figure is named below it.
    public let comparison: Comparison?
    /// The value at the end of the scale, where that is not the greatest figure's: 100 of a hundred.
    public let full: Double?

    /// A chart.
    public init(
        _ title: String, _ form: Form, _ figures: [Point], series: String = "", limit: Limit? = nil,
        comparison: Comparison? = nil,
        full: Double? = nil
    ) {
        (self.title, self.form, self.figures, self.series, self.limit) = (title, form, figures, series, limit)
        (self.comparison, self.full) = (comparison, full.flatMap { $0.isFinite && $0 > 0 ? $0 : nil })
    }

    /// The chart in words. Many days are told by month: the least and the most of each.
    public var alternative: String {
        let told = limit.map { ", \($0.label)" } ?? ""
        guard let first = form.firstDay, figures.count > Chart.countable else {
            let beside = comparison.map { comparison in
                "; \(comparison.series): " + comparison.figures.map { "\($0.label) \($0.figure)" }.joined(separator: ", ")
            }
            return title + told + ": " + figures.map { "\($0.label) \($0.figure)" }.joined(separator: ", ") + (beside ?? "")
        }
        let months = figures.indices.reduce(into: [(name: String, days: [Point])]()) { months, index in
            let name = ChartCalendar.month(of: first.adding(days: index))
            if months.last?.name == name {
                months[months.count - 1].days.append(figures[index])
            } else {
                months.append((name, [figures[index]]))
            }
        }
        let words = months.map { month in
            let days = month.days.sorted { $0.value < $1.value }
            return "\(month.name) \(days.first?.figure ?? "") to \(days.last?.figure ?? "") a day"
        }
        return "\(title)\(told): \(words.joined(separator: ", "))"
    }

    /// More days than these are nothing that anybody wants read aloud.
    private static let countable = 62

    /// The chart as an SVG image. Colours are the page's variables where it stands in a page; a file of its own has the palette's light ones, and its dark
    /// ones where the viewer is dark.
    ///
    /// - Parameter isFile: whether it is to be looked at by itself: some viewers know no variables.
    public func svg(palette: PagePalette = .plain, isFile: Bool = false, room: Room = .wide) -> String {
        let drawing = ChartDrawing(chart: self, palette: palette, isFile: isFile, room: room)
        let (width, height, shapes) = drawing.shapes
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img">
            <title>\(Escaping.markup(title))</title><desc>\(Escaping.markup(alternative))</desc>
            \((drawing.ground(width, height) + shapes).joined(separator: "\n"))
            </svg>
            """
    }
}

extension Chart.Form {
    /// The day of the first figure; nil where figures are no days.
    fileprivate var firstDay: Day? {
        switch self {
        case .bars, .line: nil
        case .days(let day), .calendar(let day): day
        }
    }
}
