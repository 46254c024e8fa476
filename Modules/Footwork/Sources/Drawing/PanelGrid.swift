import Documents

/// Equal panels in rows, each with a drawing and as many lines of text as the longest needs.
struct PanelGrid {
    static let gap = 10.0
    static let lineHeight = 13.5

    let panels: [DiagramPanel]
    let layout: DiagramLayout
    let colors: DiagramColors
    private let captions: [[DiagramPanel.Line]]

    init(_ panels: [DiagramPanel], layout: DiagramLayout, colors: DiagramColors) {
        self.panels = panels
        self.layout = layout
        self.colors = colors
        captions = panels.map { $0.lines(columns: layout.captionColumns) }
    }

    /// The lines of the longest caption.
    private var captionLines: Int { captions.map(\.count).max() ?? 0 }
    /// The height of the drawing in a panel: the feet, and the body under them.
    private var drawingHeight: Double {
        layout.picture.height + (panels.contains { $0.body != nil } ? PanelBody.height : 0)
    }
    /// The height of a panel.
    private var cellHeight: Double { drawingHeight + Double(captionLines) * Self.lineHeight + 16 }
    private var rows: Int { (panels.count + layout.columns - 1) / layout.columns }

    var height: Double { Double(rows) * (cellHeight + Self.gap) - (rows > 0 ? Self.gap : 0) }

    /// Draws the panels, the first at the left under `top`.
    func draw(_ svg: inout SVGText, top: Double) {
        for (index, panel) in panels.enumerated() {
            let x = DiagramLayout.margin + Double(index % layout.columns) * (layout.picture.width + Self.gap)
            let y = top + Double(index / layout.columns) * (cellHeight + Self.gap)
            svg.add("<g transform=\"translate(\(SVGText.number(x)) \(SVGText.number(y)))\">")
            svg.add("<title>\(Escaper.markup(panel.words))</title>")
            svg.add(
                "<rect width=\"\(SVGText.number(layout.picture.width))\" height=\"\(SVGText.number(cellHeight))\""
                    + " rx=\"8\" fill=\"none\" stroke=\"\(colors.floor)\" stroke-opacity=\".35\"/>"
            )
            panel.draw(&svg, size: layout.picture, colors: colors)
            for (number, line) in captions[index].enumerated() {
                let y = drawingHeight + 11 + Double(number) * Self.lineHeight
                svg.add(
                    SVGText.line(
                        line.text, x: 9, y: y, size: 10.5, weight: line.isStrong ? 700 : 400,
                        color: line.isQuiet ? colors.quiet : colors.ink))
            }
            svg.add("</g>")
        }
    }
}

/// The layout of a diagram.
package enum DiagramLayout: String, Sendable, CaseIterable {
    /// Four panels in a row, for a screen or a sheet in landscape format.
    case wide
    /// Two panels in a row, for a phone or a column.
    case tall

    static let margin = 16.0

    var columns: Int { self == .wide ? 4 : 2 }
    var width: Double { self == .wide ? 900 : 460 }

    /// The size of a panel's drawing.
    var picture: (width: Double, height: Double) {
        let gaps = PanelGrid.gap * Double(columns - 1)
        return ((width - 2 * Self.margin - gaps) / Double(columns), 172)
    }

    /// The number of letters that fit under a panel: one of 10.5 points is up to 6.2 wide, and
    /// Hangul twice that.
    var captionColumns: Int { Int((picture.width - 16) / 6.2) }
    /// The number of letters that fit over the whole width.
    var legendColumns: Int { Int((width - 2 * Self.margin) / 6.4) }
    private var keyWidth: Double { self == .wide ? 350 : width - 2 * Self.margin }
    /// The number of letters that fit next to a number of the key: one of 9.5 points is up to 5.4
    /// wide.
    var keyColumns: Int { Int((keyWidth - 20) / 5.4) }
    /// The left edge of the key, which is at the right of the plan or under it.
    var keyPlace: Double { width - Self.margin - keyWidth }
    /// The maximum size of the floor with its lines.
    var plan: (width: Double, height: Double) {
        self == .wide ? (width - 2 * Self.margin - keyWidth - Self.margin, 860) : (width - 2 * Self.margin, 640)
    }
}
