/// Digits five lines high, for what is read from across a room: a clock, a score.
enum LargeDigits {
    private static let drawings = [
        "███ █ █ █ █ █ █ ███", " █   █   █   █   █ ", "███   █ ███ █   ███", "███   █ ███   █ ███", "█ █ █ █ ███   █   █",
        "███ █   ███   █ ███", "███ █   ███ █ █ ███", "███   █   █   █   █", "███ █ █ ███ █ █ ███", "███ █ █ ███   █ ███",
    ].map(rows)
    private static let colon = [" ", "█", " ", "█", " "]
    private static let minus = ["   ", "   ", "███", "   ", "   "]

    /// How many rows they have at their smallest.
    static let rows = 5
    /// What fits on a narrow screen with dots of two columns, which are about square: minutes and seconds.
    static let longestWide = 5

    /// The five rows of a character; nil for one that has no drawing.
    static func rows(of character: Character) -> [String]? {
        switch character {
        case ":": colon
        case "-": minus
        case " ": [String](repeating: " ", count: 5)
        default: character.isASCII ? character.wholeNumberValue.map { drawings[$0] } : nil
        }
    }

    /// Five rows of three, with a column between them.
    private static func rows(_ drawing: String) -> [String] {
        let cells = Array(drawing)
        return (0..<5).map { String(cells[$0 * 4..<min($0 * 4 + 3, cells.count)]) }
    }
}

extension Screen {
    /// Digits, colons and minus signs as large as there is room, five lines high at least and half as wide when there are many; as a line of text
    /// where there is no room for them, or where there is something else in it.
    func lines(ofDigits text: StyledText) -> [[Glyph]] {
        let drawn = text.spans.flatMap { span in span.text.map { (rows: LargeDigits.rows(of: $0), role: span.role) } }
        guard drawn.allSatisfy({ $0.rows != nil }), digitRows >= LargeDigits.rows else { return wrapped(text) }
        let block = unicode ? "█" : "#"
        let scales = (1...max(1, digitRows / LargeDigits.rows)).reversed()
        for (width, height) in scales.map({ (2 * $0, $0) }).filter({ $0.1 > 1 || drawn.count <= LargeDigits.longestWide }) + [
            (1, 1)
        ] {
            let lines = (0..<LargeDigits.rows).flatMap { row in
                let line = drawn.flatMap { sign in
                    let dots = (sign.rows?[row] ?? "").map { String(repeating: $0 == "█" ? block : " ", count: width) }.joined()
                    return [Glyph](clean: dots + String(repeating: " ", count: width), sign.role)
                }
                return [[Glyph]](repeating: line, count: height)
            }
            if (lines.first?.columns ?? 0) - width <= self.width { return lines }
        }
        return wrapped(text)
    }
}
