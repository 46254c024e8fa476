import Kernel

/// A chart of figures as bars, a line or a calendar of squares. The SVG also states the figures in
/// words.
package struct Chart: Sendable {
    /// The form of a chart.
    package enum Form: Sendable {
        case bars
        /// A line through the figures, in their order.
        case line
        /// A line through one figure a day, above a calendar of months. The first figure belongs to
        /// the given day.
        case days(from: Day)
        /// One square a day and one column a week, with Monday on top. The first figure belongs to
        /// the given day.
        case calendar(from: Day)
    }

    /// A labeled figure.
    package struct Point: Sendable {
        package let label: String
        /// The size of the figure, from 0.
        package let value: Double
        /// The value as it is shown, with its unit.
        package let figure: String

        package init(_ label: String, _ value: Double, figure: String) {
            self.label = label
            self.value = value.isFinite ? max(0, value) : 0
            self.figure = figure
        }
    }

    /// A reference value for the figures.
    package struct Limit: Sendable {
        package let value: Double
        /// The label with its figure: "stated limit: 61 answers".
        package let label: String

        package init(_ label: String, _ value: Double) {
            self.label = label
            self.value = value.isFinite ? max(0, value) : 0
        }
    }

    /// A second, dashed line for comparison with the first.
    package struct Comparison: Sendable {
        package let series: String
        /// The figures, one for each figure of the chart.
        package let figures: [Point]

        package init(_ series: String, _ figures: [Point]) {
            self.series = series
            self.figures = figures
        }
    }

    /// The width of a chart.
    package enum WidthClass: Sendable {
        case wide
        /// The width of a phone. Letters keep their size, and parts that do not fit in a row are
        /// stacked.
        case narrow
    }

    package let title: String
    package let form: Form
    /// The figures in drawing order, each with a label.
    package let figures: [Point]
    /// The legend of the figures, or an empty string for none.
    package let series: String
    package let limit: Limit?
    /// The comparison for a line. With a comparison, every figure is labeled.
    package let comparison: Comparison?
    /// The value at the end of the scale, such as 100 for percentages. Nil stands for the greatest
    /// figure.
    package let scaleEnd: Double?

    package init(
        _ title: String, _ form: Form, _ figures: [Point], series: String = "", limit: Limit? = nil,
        comparison: Comparison? = nil, full: Double? = nil
    ) {
        self.title = title
        self.form = form
        self.figures = figures
        self.series = series
        self.limit = limit
        self.comparison = comparison
        self.scaleEnd = full.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }

    /// The chart in words. Long series of days are summarized by month, with the lowest and highest
    /// figure.
    package var alternative: String {
        let limitText = limit.map { ", \($0.label)" } ?? ""
        guard let first = form.firstDay, figures.count > Chart.maxListedDays else {
            let comparisonText = comparison.map { comparison in
                "; \(comparison.series): "
                    + comparison.figures.map { "\($0.label) \($0.figure)" }.joined(separator: ", ")
            }
            return title + limitText + ": " + figures.map { "\($0.label) \($0.figure)" }.joined(separator: ", ")
                + (comparisonText ?? "")
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
        return "\(title)\(limitText): \(words.joined(separator: ", "))"
    }

    /// The maximum number of days that the text lists one by one.
    private static let maxListedDays = 62

    /// Returns the chart as an SVG image.
    ///
    /// Inside a page, colors are the page's variables. A standalone file has the palette's light
    /// colors, and its dark ones in a dark viewer.
    ///
    /// - Parameter isFile: whether the image is a standalone file, because some viewers do not
    ///   support variables.
    package func svg(palette: PagePalette = .plain, isFile: Bool = false, room: WidthClass = .wide) -> String {
        let drawing = ChartLayout(chart: self, palette: palette, isFile: isFile, room: room)
        let (width, height, shapes) = drawing.shapes
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img">
            <title>\(Escaper.markup(title))</title><desc>\(Escaper.markup(alternative))</desc>
            \((drawing.background(width, height) + shapes).joined(separator: "\n"))
            </svg>
            """
    }
}

extension Chart.Form {
    /// The day of the first figure, or `nil` if the figures are not days.
    fileprivate var firstDay: Day? {
        switch self {
        case .bars, .line: nil
        case .days(let day), .calendar(let day): day
        }
    }
}
