import Documents

extension PatternDiagram {
    /// Returns the bodies alone as SVG images of three rows, for sheets of paper.
    ///
    /// Each body appears from the front and the side with its number, its words and its Korean
    /// name. The result is empty if the course has no postures.
    package func bodySheets() -> [String] {
        guard course.movements.contains(where: { $0.posture != nil }) else { return [] }
        var diagram = self
        diagram.showsBodies = true
        let panels = diagram.panels.filter { $0.body != nil }
        return stride(from: 0, to: panels.count, by: BodySheet.size).map { first in
            BodySheet(
                panels: Array(panels[first..<min(first + BodySheet.size, panels.count)]), course: course,
                colors: colors
            ).svg()
        }
    }
}

/// A sheet of bodies in rows.
private struct BodySheet {
    private static let (columns, width, lineHeight, margin) = (5, 180.0, 11.5, 4.0)

    static let size = columns * 3

    let panels: [DiagramPanel]
    let course: Course
    let colors: DiagramColors

    /// Returns the caption of a panel, at most eight lines.
    private func lines(_ panel: DiagramPanel) -> [DiagramPanel.Line] { Array(panel.lines(columns: 33).prefix(8)) }

    private static let description =
        "How one stands at the end of each movement, from the front and from the side; schematic."

    /// Returns the SVG image of the sheet.
    func svg() -> String {
        let rows = stride(from: 0, to: panels.count, by: Self.columns).map {
            Array(panels[$0..<min($0 + Self.columns, panels.count)])
        }
        let heights = rows.map { row in
            PanelBody.height + Double(row.map { lines($0).count }.max() ?? 0) * Self.lineHeight + 14
        }
        let width = Double(Self.columns) * Self.width
        let height = heights.reduce(0, +) + Self.margin
        let title = "Bodies of \(course.name), \(panels[0].title) to \(panels[panels.count - 1].title)"
        var svg = SVGText()
        let size = (SVGText.number(width), SVGText.number(height))
        svg.add(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size.0) \(size.1)\" width=\"\(size.0)\" height=\"\(size.1)\" role=\"img\" font-family=\"'Noto Sans', 'Noto Sans CJK KR', 'Apple SD Gothic Neo', sans-serif\">"
        )
        svg.add(
            "<title>\(Escaper.markup(title))</title>"
        )
        svg.add(
            "<desc>\(Escaper.markup(BodySheet.description))</desc>"
        )
        svg.add("<rect width=\"100%\" height=\"100%\" fill=\"\(colors.paper)\"/>")
        var top = Self.margin
        for (row, height) in zip(rows, heights) {
            for (column, panel) in row.enumerated() { draw(panel, x: Double(column) * Self.width, y: top, &svg) }
            top += height
        }
        svg.add("</svg>")
        return svg.text
    }

    /// Draws one panel: its title, body, pace and caption lines.
    private func draw(_ panel: DiagramPanel, x: Double, y: Double, _ svg: inout SVGText) {
        svg.add("<g transform=\"translate(\(SVGText.number(x)) \(SVGText.number(y)))\">")
        svg.add("<title>\(Escaper.markup(panel.words))</title>")
        panel.body?.draw(&svg, top: 0, width: Self.width, colors: colors)
        svg.add(SVGText.line(panel.title, x: 5, y: 13, size: 12, weight: 700, color: colors.ink))
        if !panel.caption.pace.isEmpty {
            svg.add(
                SVGText.rightAligned(
                    panel.caption.pace, x: Self.width - 6, y: 12, size: 9, weight: 600, color: colors.ink))
        }
        for (number, line) in lines(panel).enumerated() {
            svg.add(
                SVGText.line(
                    line.text, x: 5, y: PanelBody.height + 10 + Double(number) * Self.lineHeight, size: 9,
                    weight: line.isStrong ? 700 : 400, color: line.isQuiet ? colors.quiet : colors.ink))
        }
        svg.add("</g>")
    }
}
