/// SVG in the making: numbers with one decimal, everything escaped.
package struct SVGText {
    package private(set) var text = ""

    package init() {}

    package mutating func add(_ line: String) {
        text += line
        text += "\n"
    }

    /// A number with at most one decimal.
    package static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        let size = abs(tenths)
        return size % 10 == 0 ? "\(sign)\(size / 10)" : "\(sign)\(size / 10).\(size % 10)"
    }

    /// A line of text as an element.
    package static func line(_ words: String, x: Double, y: Double, size: Double, weight: Int = 400, colour: String) -> String {
        "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(number(size))\" font-weight=\"\(weight)\" fill=\"\(colour)\">\(Escaping.markup(words))</text>"
    }

    /// A line of text that ends at a place.
    package static func ending(_ words: String, x: Double, y: Double, size: Double, weight: Int = 400, colour: String) -> String {
        let line = line(words, x: x, y: y, size: size, weight: weight, colour: colour)
        return "<text text-anchor=\"end\"" + line.dropFirst("<text".count)
    }
}
