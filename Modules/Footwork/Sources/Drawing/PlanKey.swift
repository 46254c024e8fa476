import Documents

/// The key of the plan: each number with its stance and its technique.
struct PlanKey {
    static let lineHeight = 13.0

    let layout: DiagramLayout
    let colors: DiagramColors
    /// Each movement's number and its description, in lines.
    private let entries: [(number: String, lines: [String])]

    init(_ movements: [Movement], layout: DiagramLayout, colors: DiagramColors) {
        self.layout = layout
        self.colors = colors
        entries = movements.map { move in
            let number = "\(move.number)"
            let words = move.words.hasPrefix(number + " ") ? String(move.words.dropFirst(number.count + 1)) : move.words
            return (number, TextLines.wrapped(TextLines.tied(words), columns: layout.keyColumns))
        }
    }

    var height: Double { Double(entries.reduce(0) { $0 + max(1, $1.lines.count) }) * Self.lineHeight }

    /// Draws each entry: its number and its lines.
    func draw(_ svg: inout SVGText, x: Double, top: Double) {
        var y = top + 9
        for (number, lines) in entries {
            svg.add(SVGText.rightAligned(number, x: x + 14, y: y, size: 9.5, weight: 700, color: colors.ink))
            for (index, line) in lines.enumerated() {
                let y = y + Double(index) * Self.lineHeight
                svg.add(SVGText.line(line, x: x + 20, y: y, size: 9.5, color: colors.ink))
            }
            y += Double(max(1, lines.count)) * Self.lineHeight
        }
    }
}
