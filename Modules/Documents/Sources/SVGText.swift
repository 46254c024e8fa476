/// A builder for SVG text that writes numbers with one decimal and escapes all text.
package struct SVGText {
    package private(set) var text = ""

    package init() {}

    package mutating func add(_ line: String) {
        text += line
        text += "\n"
    }

    /// Formats a number with at most one decimal.
    package static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        let magnitude = abs(tenths)
        return magnitude % 10 == 0 ? "\(sign)\(magnitude / 10)" : "\(sign)\(magnitude / 10).\(magnitude % 10)"
    }

    /// Returns a line of text as an element.
    package static func line(_ words: String, x: Double, y: Double, size: Double, weight: Int = 400, color: String)
        -> String
    {
        "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(number(size))\" font-weight=\"\(weight)\" fill=\"\(color)\">\(Escaper.markup(words))</text>"
    }

    /// Returns a line of text that ends at the given position.
    package static func rightAligned(
        _ words: String, x: Double, y: Double, size: Double, weight: Int = 400, color: String
    )
        -> String
    {
        let line = line(words, x: x, y: y, size: size, weight: weight, color: color)
        return "<text text-anchor=\"end\"" + line.dropFirst("<text".count)
    }
}
