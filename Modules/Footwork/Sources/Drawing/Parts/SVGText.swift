/// SVG in the making: numbers with one decimal, everything escaped.
struct SVGText {
    private(set) var text = ""

    mutating func add(_ line: String) {
        text += line
        text += "\n"
    }

    /// A number with at most one decimal.
    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        let size = abs(tenths)
        return size % 10 == 0 ? "\(sign)\(size / 10)" : "\(sign)\(size / 10).\(size % 10)"
    }

    /// A line of text as an element.
    static func line(_ words: String, x: Double, y: Double, size: Double, weight: Int = 400, colour: String) -> String {
        "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(number(size))\" font-weight=\"\(weight)\" fill=\"\(colour)\">\(escaped(words))</text>"
    }

    /// A line of text that ends at a place.
    static func ending(_ words: String, x: Double, y: Double, size: Double, weight: Int = 400, colour: String) -> String {
        let line = line(words, x: x, y: y, size: size, weight: weight, colour: colour)
        return "<text text-anchor=\"end\"" + line.dropFirst("<text".count)
    }

    /// Text for markup. Packs hold no control characters, so that five characters are all.
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { [0x22, 0x26, 0x27, 0x3C, 0x3E].contains($0) }) else { return text }
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
