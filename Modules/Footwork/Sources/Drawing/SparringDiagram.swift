import Documents

/// An exchange drawn to scale: both partners' footprints at the start, after every step and after
/// the counter, in rows.
///
/// The attacker comes from the left in the color of the belt, the defender is gray. Previous
/// footprints are faint.
package struct SparringDiagram: Sendable {
    package let walk: SparringWalk
    package let name: String
    private let note: String
    private let doubt: String
    private let colors: DiagramColors

    private static let width = 900.0
    private static let scale = 52.0
    private static let lineHeight = 16.0

    /// Creates a diagram in the colors of a belt.
    ///
    /// - Parameters:
    ///   - note: a note for the partners; may be empty.
    ///   - doubt: the uncertain details; may be empty.
    package init(_ walk: SparringWalk, name: String, note: String, doubt: String, colors: DiagramColors) {
        self.walk = walk
        self.name = name
        self.note = note
        self.doubt = doubt
        self.colors = colors
    }

    /// Returns the diagram as a self-contained SVG image.
    package func svg() -> String {
        let rows = walk.moments.indices.map { Row(walk.moments[$0], before: $0 > 0 ? walk.moments[$0 - 1] : nil) }
        let scale = min(Self.scale, rows.map { (Self.width - 32) / ($0.east - $0.west) }.min() ?? Self.scale)
        let heights = rows.map { ($0.north - $0.south) * scale + Double($0.lines.count) * Self.lineHeight + 42 }
        let top =
            note.isEmpty ? 62.0 : 62 + Self.lineHeight * Double(TextLines.wrapped(note, columns: 120).count)
        var svg = SVGText()
        drawHeading(&svg, height: top + heights.reduce(0, +) + 58)
        var y = top
        for (row, height) in zip(rows, heights) {
            svg.add("<g transform=\"translate(16 \(SVGText.number(y)))\">")
            draw(row, scale: scale, &svg)
            svg.add("</g>")
            y += height
        }
        drawLegend(&svg, top: y + 8)
        svg.add("</svg>")
        return svg.text
    }

    /// A moment and the previous one.
    private struct Row {
        let moment: SparringWalk.Moment
        let before: SparringWalk.Moment?
        let west: Double
        let east: Double
        let north: Double
        let south: Double
        let lines: [String]

        init(_ moment: SparringWalk.Moment, before: SparringWalk.Moment?) {
            self.moment = moment
            self.before = before
            let poses = [moment, before].compactMap { $0 }.flatMap { [$0.attacker, $0.defender] }
            let extent = Extent(poses.flatMap { [$0.left.place, $0.right.place] })
            west = extent.west - 0.9
            east = extent.east + 0.9
            north = max(0.5, extent.north) + 0.75
            south = min(-0.5, extent.south) - 0.75
            lines = moment.actions.flatMap { TextLines.wrapped("\($0.who.letter): \($0.phrase)", columns: 120) }
        }
    }

    /// Draws one moment: its title, the distance, both partners and the lines of text.
    private func draw(_ row: Row, scale: Double, _ svg: inout SVGText) {
        let floor = Floor([Vector(row.west, row.south), Vector(row.east, row.north)], margin: 0, scale: scale)
        svg.add(SVGText.line(row.moment.title, x: 0, y: 10, size: 13.5, weight: 700, color: colors.ink))
        svg.add(
            SVGText.line(
                row.moment.distanceDescription, x: 78, y: 10, size: 11.5, color: colors.floor))
        svg.add("<g transform=\"translate(0 16)\">")
        svg.add(
            "<path d=\"M\(floor.point(Vector(row.west, 0))) L\(floor.point(Vector(row.east, 0)))\" stroke=\"\(colors.floor)\" stroke-opacity=\".5\"/>"
        )
        for partner in SparringWalk.Partner.allCases { draw(partner, row, floor, &svg) }
        svg.add("</g>")
        for (index, words) in row.lines.enumerated() {
            let y = floor.height + 26 + Double(index) * Self.lineHeight
            svg.add(SVGText.line(words, x: 0, y: y, size: 12, color: colors.ink))
        }
    }

    /// Draws the feet of a partner, the previous prints if they changed, and the label.
    private func draw(_ partner: SparringWalk.Partner, _ row: Row, _ floor: Floor, _ svg: inout SVGText) {
        let parts = DiagramParts(floor: floor, colors: partner == .attacker ? colors : DiagramColors(belt: []))
        let pose = row.moment.pose(of: partner)
        if let before = row.before?.pose(of: partner), !before.hasSameFeet(as: pose) {
            parts.drawPreviousPrints(before, &svg)
        }
        let phrases = row.moment.actions.filter { $0.who == partner }.map { ": \($0.phrase)" }.joined()
        svg.add("<g><title>\(Escaper.markup("\(row.moment.title), \(partner.rawValue)\(phrases)"))</title>")
        parts.drawFeet(pose, &svg)
        let labelY = partner == .attacker ? row.north - 0.25 : row.south + 0.25
        parts.drawBadge(row.moment.label(of: partner), at: Vector(pose.center.x, labelY), &svg)
        svg.add("</g>")
    }

    // MARK: - Frame

    /// Opens the SVG image and draws its name and note.
    private func drawHeading(_ svg: inout SVGText, height: Double) {
        let size = (SVGText.number(Self.width), SVGText.number(height))
        svg.add(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size.0) \(size.1)\" width=\"\(size.0)\" height=\"\(size.1)\" role=\"img\" font-family=\"'Noto Sans', 'Noto Sans CJK KR', 'Apple SD Gothic Neo', sans-serif\">"
        )
        svg.add("<title>\(Escaper.markup(name))</title>")
        svg.add("<desc>Footprints of both partners after every step, made from the exchange.</desc>")
        svg.add("<rect width=\"100%\" height=\"100%\" fill=\"\(colors.paper)\"/>")
        svg.add(DiagramParts.definitions(colors))
        svg.add(SVGText.line(name, x: 16, y: 30, size: 20, weight: 700, color: colors.ink))
        for (index, words) in TextLines.wrapped(note, columns: 120).enumerated() {
            svg.add(
                SVGText.line(words, x: 16, y: 50 + Double(index) * Self.lineHeight, size: 12, color: colors.floor))
        }
    }

    /// Draws the explanation of the marks and the doubt.
    private func drawLegend(_ svg: inout SVGText, top: Double) {
        let words =
            walk.isFree
            ? "The partners choose: the stances are examples."
            : "A attacker, D defender, with the step. Filled: front foot. Faint: where the feet were. No source says how far apart partners begin: that is our choice."
        svg.add(SVGText.line(words, x: 16, y: top + 10, size: 11.5, color: colors.floor))
        let doubt = doubt.isEmpty ? "" : "Not sure: \(doubt)"
        for (index, words) in TextLines.wrapped(doubt, columns: 130).enumerated() {
            svg.add(SVGText.line(words, x: 16, y: top + 26 + Double(index) * 15, size: 11.5, color: colors.floor))
        }
    }
}

/// Line wrapping of text for pictures.
enum TextLines {
    /// Wraps text between words; a longer word gets a line of its own.
    static func wrapped(_ text: String, columns: Int) -> [String] {
        text.split(separator: " ", omittingEmptySubsequences: false).reduce(into: [String]()) { lines, word in
            if let last = lines.last, width(last) + 1 + width(String(word)) <= columns {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }.filter { !$0.isEmpty }
    }

    /// Returns the text with each direction tied to the word before it.
    static func tied(_ text: String) -> String {
        text.replacing(" to ", with: " to\u{A0}").replacing(" toward ", with: " toward\u{A0}")
    }

    /// Returns the width in letters; Hangul is two wide.
    private static func width(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) {
            $0 + ((0x1100...0x11FF).contains($1.value) || (0x3000...0xD7FF).contains($1.value) ? 2 : 1)
        }
    }
}
