import Interface

/// Digits five lines high for content read from a distance, such as a clock or a score.
enum LargeDigits {
    /// The digits 0 to 9, each as five rows of three cells with a space between rows.
    private static let drawings = [
        "███ █ █ █ █ █ █ ███", " █   █   █   █   █ ", "███   █ ███ █   ███", "███   █ ███   █ ███",
        "█ █ █ █ ███   █   █",
        "███ █   ███   █ ███", "███ █   ███ █ █ ███", "███   █   █   █   █", "███ █ █ ███ █ █ ███",
        "███ █ █ ███   █ ███",
    ].map(rows)
    private static let colon = [" ", "█", " ", "█", " "]
    private static let minus = ["   ", "   ", "███", "   ", "   "]

    /// Their minimum number of rows.
    static let rows = 5
    /// The longest text that fits a narrow screen with nearly square dots of two columns: minutes
    /// and seconds.
    static let longestWide = 5

    /// Returns the five rows of a character, or nil for one without a drawing.
    static func rows(of character: Character) -> [String]? {
        switch character {
        case ":": colon
        case "-": minus
        case " ": [String](repeating: " ", count: 5)
        default: character.isASCII ? character.wholeNumberValue.map { drawings[$0] } : nil
        }
    }

    /// Returns five rows of three cells, with a column between them.
    private static func rows(_ drawing: String) -> [String] {
        let cells = Array(drawing)
        return (0..<5).map { String(cells[$0 * 4..<min($0 * 4 + 3, cells.count)]) }
    }
}

extension Screen {
    /// Returns digits, colons and minus signs as large as the space allows, at least five lines
    /// high.
    ///
    /// Long texts have dots of half the width. Without enough space, or with any other character,
    /// it returns a line of text.
    func lines(ofDigits text: StyledText) -> [[Glyph]] {
        let signs = text.spans.flatMap { span in span.text.map { (rows: LargeDigits.rows(of: $0), role: span.role) } }
        guard signs.allSatisfy({ $0.rows != nil }), digitRows >= LargeDigits.rows else { return wrapped(text) }
        let block = unicode ? "█" : "#"
        let scales = (1...max(1, digitRows / LargeDigits.rows)).reversed()
        for (width, height) in scales.map({ (2 * $0, $0) }).filter({
            $0.1 > 1 || signs.count <= LargeDigits.longestWide
        }) + [
            (1, 1)
        ] {
            let lines = (0..<LargeDigits.rows).flatMap { row in
                let line = signs.flatMap { sign in
                    let dots = (sign.rows?[row] ?? "").map { String(repeating: $0 == "█" ? block : " ", count: width) }
                        .joined()
                    return [Glyph](clean: dots + String(repeating: " ", count: width), sign.role)
                }
                return [[Glyph]](repeating: line, count: height)
            }
            if (lines.first?.columns ?? 0) - width <= self.width { return lines }
        }
        return wrapped(text)
    }
}
