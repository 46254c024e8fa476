import Documents

/// Equal panels in rows: a drawing, and under it what stands there, as many lines in each as the longest needs.
struct PanelGrid {
    static let gap = 10.0
    static let lineHeight = 13.5

    let panels: [DiagramPanel]
    let layout: DiagramLayout
    let colours: DiagramColours
    private let captions: [[DiagramPanel.Line]]

    init(_ panels: [DiagramPanel], layout: DiagramLayout, colours: DiagramColours) {
        (self.panels, self.layout, self.colours) = (panels, layout, colours)
        captions = panels.map { $0.lines(columns: layout.captionColumns) }
    }

    private var lines: Int { captions.map(\.count).max() ?? 0 }
    /// How high what is drawn in a panel is: the feet, and the body under them.
    private var picture: Double { layout.picture.height + (panels.contains { $0.body != nil } ? PanelBody.height : 0) }
    private var cell: Double { picture + Double(lines) * Self.lineHeight + 16 }
    private var rows: Int { (panels.count + layout.columns - 1) / layout.columns }

    /// How high all rows are together.
    var height: Double { Double(rows) * (cell + Self.gap) - (rows > 0 ? Self.gap : 0) }

    /// Draws the panels, the first at the left under `top`.
    func draw(_ svg: inout SVGText, top: Double) {
        for (index, panel) in panels.enumerated() {
            let x = DiagramLayout.margin + Double(index % layout.columns) * (layout.picture.width + Self.gap)
            let y = top + Double(index / layout.columns) * (cell + Self.gap)
            svg.add("<g transform=\"translate(\(SVGText.number(x)) \(SVGText.number(y)))\">")
            svg.add("<title>\(Escaping.markup(panel.words))</title>")
            svg.add(
                "<rect width=\"\(SVGText.number(layout.picture.width))\" height=\"\(SVGText.number(cell))\" rx=\"8\" fill=\"none\" stroke=\"\(colours.floor)\" stroke-opacity=\".35\"/>"
            )
            panel.draw(&svg, size: layout.picture, colours: colours)
            for (number, line) in captions[index].enumerated() {
                let y = picture + 11 + Double(number) * Self.lineHeight
                svg.add(
                    SVGText.line(
                        line.text, x: 9, y: y, size: 10.5, weight: line.isStrong ? 700 : 400,
                        colour: line.isQuiet ? colours.quiet : colours.ink))
            }
            svg.add("</g>")
        }
    }
}

/// How a diagram is laid out.
public enum DiagramLayout: String, Sendable, CaseIterable {
    /// For a screen or a sheet on its side: four panels in a row.
    case wide
    /// For a telephone or a column: two in a row.
    case tall

    static let margin = 16.0

    var columns: Int { self == .wide ? 4 : 2 }
    var width: Double { self == .wide ? 900 : 460 }

    /// The part of a panel that is drawn.
    var picture: (width: Double, height: Double) {
        let gaps = PanelGrid.gap * Double(columns - 1)
        return ((width - 2 * Self.margin - gaps) / Double(columns), 172)
    }

    /// How many letters fit under a panel: one of 10.5 points is up to 6.2 wide, and Hangul twice that.
    var captionColumns: Int { Int((picture.width - 16) / 6.2) }
    /// How many letters fit over the whole width.
    var legendColumns: Int { Int((width - 2 * Self.margin) / 6.4) }
    /// How wide the key beside the plan is, or under it.
    private var keyWidth: Double { self == .wide ? 350 : width - 2 * Self.margin }
    /// How many letters fit beside a number of the key: one of 9.5 points is up to 5.4 wide.
    var keyColumns: Int { Int((keyWidth - 20) / 5.4) }
    /// Where the key begins: at the right of the plan, or at the left under it.
    var keyPlace: Double { width - Self.margin - keyWidth }
    /// The room for the floor with its lines, at most.
    var plan: (width: Double, height: Double) {
        self == .wide ? (width - 2 * Self.margin - keyWidth - Self.margin, 860) : (width - 2 * Self.margin, 640)
    }
}
