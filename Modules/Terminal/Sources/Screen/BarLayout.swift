import Interface

extension Screen {
    private static let longestBar = 50
    private static let shortestBar = 4

    /// Returns labels, bars on one scale, and figures.
    ///
    /// A narrow screen drops the bars first, then truncates the labels, and always keeps the
    /// figures. A page truncates no label. If one does not fit next to its figure, all labels are
    /// above their bars.
    func lines(of chart: BarChart) -> [[Glyph]] {
        let labels = chart.bars.map { [Glyph].line(of: StyledText($0.label)) }
        let figures = chart.bars.map { [Glyph].line(of: StyledText($0.figure)) }
        let figureWidth = min(figures.map(\.columns).max() ?? 0, fit == .pipe ? .max : width)
        let longest = labels.map(\.columns).max() ?? 0
        let areLabelsAbove = fit == .page && longest + 1 + figureWidth > width
        let labelWidth = areLabelsAbove ? 0 : labelWidth(longest, figureWidth)
        let gap = labelWidth == 0 ? [] : [Glyph](repeating: .blank, count: 2)
        let barWidth = min(width - labelWidth - figureWidth - gap.count - 2, Screen.longestBar)
        let full = scale(of: chart)
        return chart.bars.indices.flatMap { index in
            let figure = figures[index].truncated(to: figureWidth, ellipsis: ellipsis).padded(
                to: figureWidth, alignsRight: true)
            let labelLines =
                areLabelsAbove ? labels[index].wrapped(to: width, ellipsis: ellipsis, mayOverflow: true) : []
            guard barWidth >= Screen.shortestBar else {
                return labelLines + [withoutBar(areLabelsAbove ? [] : labels[index], figure)]
            }
            let label = (areLabelsAbove ? [] : labels[index]).truncated(to: labelWidth, ellipsis: ellipsis).padded(
                to: labelWidth)
            let bar = [Glyph](clean: bar(chart.bars[index].value / full, columns: barWidth), .accent)
            let unfilled =
                chart.full == nil ? "" : String(repeating: unicode ? "░" : ".", count: max(0, barWidth - bar.columns))
            return labelLines + [
                label + gap + (bar + [Glyph](clean: unfilled, .muted)).padded(to: barWidth) + [.blank, .blank] + figure
            ]
        }
    }

    private func labelWidth(_ longest: Int, _ figureWidth: Int) -> Int {
        fit == .screen ? max(0, min(longest, max(width / 3, width - figureWidth - 2 * 2 - 20))) : longest
    }

    private func withoutBar(_ label: [Glyph], _ figure: [Glyph]) -> [Glyph] {
        let room = width - figure.columns - 1
        guard room > 0 else { return figure }
        return label.truncated(to: room, ellipsis: ellipsis).padded(to: room) + [.blank] + figure
    }

    /// Returns the value of a full bar, greater than zero.
    private func scale(of chart: BarChart) -> Double {
        let full = chart.full ?? chart.bars.map(\.value).filter(\.isFinite).max() ?? 1
        return full.isFinite && full > 0 ? full : 1
    }

    /// Returns a bar in eighths of a column, or in whole columns for ASCII.
    ///
    /// Any share above zero is visible.
    func bar(_ share: Double, columns: Int) -> String {
        guard share > 0 else { return "" }
        let bounded = min(share, 1)
        guard unicode else { return String(repeating: "#", count: max(1, Int((bounded * Double(columns)).rounded()))) }
        let eighths = max(1, Int((bounded * Double(columns * 8)).rounded()))
        let parts: [String] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
    }
}
