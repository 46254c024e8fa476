import Documents

/// What stands beside the plan, or under it: each number with its stance and its technique.
struct PlanKey {
    static let lineHeight = 13.0

    let layout: DiagramLayout
    let colours: DiagramColours
    /// Each movement's number and what is said of it, in lines.
    private let entries: [(number: String, lines: [String])]

    init(_ movements: [Movement], layout: DiagramLayout, colours: DiagramColours) {
        (self.layout, self.colours) = (layout, colours)
        entries = movements.map { move in
            let number = "\(move.number)"
            let words = move.words.hasPrefix(number + " ") ? String(move.words.dropFirst(number.count + 1)) : move.words
            return (number, TextLines.wrapped(TextLines.tied(words), columns: layout.keyColumns))
        }
    }

    var height: Double { Double(entries.reduce(0) { $0 + max(1, $1.lines.count) }) * Self.lineHeight }

    func draw(_ svg: inout SVGText, x: Double, top: Double) {
        var y = top + 9
        for (number, lines) in entries {
            svg.add(SVGText.ending(number, x: x + 14, y: y, size: 9.5, weight: 700, colour: colours.ink))
            for (index, line) in lines.enumerated() {
                let y = y + Double(index) * Self.lineHeight
                svg.add(SVGText.line(line, x: x + 20, y: y, size: 9.5, colour: colours.ink))
            }
            y += Double(max(1, lines.count)) * Self.lineHeight
        }
    }
}
