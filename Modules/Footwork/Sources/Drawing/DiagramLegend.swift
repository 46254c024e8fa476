import Documents

/// The legend of a diagram's marks, with the reliability of its content.
struct DiagramLegend {
    static let lineHeight = 16.0

    let layout: DiagramLayout
    let colors: DiagramColors
    let isFromSingleSource: Bool
    let isTurned: Bool
    let isWhole: Bool
    let showsBodies: Bool

    private static let bodyNote =
        "The bodies are made of the lengths of limbs, the limits of joints, the feet above, and a table of where hands and feet end. They are schematic: for the fine points look at your instructor. A standing foot is turned as its kick needs; where “schematic” stands, the end is drawn only near to what it is."

    private static let footMarks = [("1", "front or supporting foot"), (".35", "rear foot"), ("0", "off the floor")]

    private var lines: [String] {
        let directionNote =
            isTurned
            ? "Up is C and right is B, so that you can read the figure: you begin facing down the page."
            : "Up is D, right is A."
        let planNote =
            isWhole
            ? " Above, the ring is where you begin and end, and each number points the way you face. That plan keeps to the lines; the panels show where the feet really are."
            : ""
        return [
            "Arrow: the way you face. Dashed arrow: the way a foot goes. Arc: the way you turn on that foot. Grey: where you stood before.",
            directionNote + planNote, showsBodies ? Self.bodyNote : "",
        ].filter { !$0.isEmpty }.flatMap { TextLines.wrapped($0, columns: layout.legendColumns) }
    }

    private var warning: String { isFromSingleSource ? "These movements rest on only one source: check them." : "" }

    var height: Double { Double(lines.count + (warning.isEmpty ? 0 : 1)) * Self.lineHeight + 44 }

    /// Draws the foot marks with their meanings, then the lines of text and the warning.
    func draw(_ svg: inout SVGText, top: Double) {
        var x = 24.0
        for (opacity, words) in Self.footMarks {
            let dash = opacity == "0" ? " stroke-dasharray=\"2.5 2\"" : ""
            svg.add(
                "<use href=\"#right-foot\" transform=\"translate(\(SVGText.number(x)),\(SVGText.number(top)))\" fill=\"\(colors.foot)\" fill-opacity=\"\(opacity)\" stroke=\"\(colors.ink)\"\(dash)/>"
            )
            svg.add(SVGText.line(words, x: x + 12, y: top + 10, size: 11.5, color: colors.ink))
            x += 26 + Double(words.count) * 6.1
        }
        for (index, words) in lines.enumerated() {
            let y = top + 38 + Double(index) * Self.lineHeight
            svg.add(SVGText.line(words, x: 16, y: y, size: 11.5, color: colors.ink))
        }
        let y = top + 38 + Double(lines.count) * Self.lineHeight
        if !warning.isEmpty {
            svg.add(SVGText.line(warning, x: 16, y: y, size: 11.5, weight: 700, color: colors.ink))
        }
    }
}
