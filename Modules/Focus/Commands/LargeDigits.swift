/// A clock in digits five lines high.
enum LargeDigits {
    private static let digits = [
        "███ █ █ █ █ █ █ ███", " █   █   █   █   █ ", "███   █ ███ █   ███", "███   █ ███   █ ███", "█ █ █ █ ███   █   █",
        "███ █   ███   █ ███", "███ █   ███ █ █ ███", "███   █   █   █   █", "███ █ █ ███ █ █ ███", "███ █ █ ███   █ ███",
    ].map(rows)
    private static let colon = [" ", "█", " ", "█", " "]
    /// What fits on a narrow screen with dots of two columns, which are about square: minutes and seconds.
    private static let longestWide = 5

    /// Five lines that draw a text of digits and colons; other characters are left out. With hours the digits are half as wide.
    static func lines(_ text: String, block: String) -> [String] {
        let glyphs = text.compactMap { $0 == ":" ? colon : $0.wholeNumberValue.map { digits[$0] } }
        let width = text.count <= longestWide ? 2 : 1
        return (0..<5).map { row in
            let line = glyphs.map { $0[row] }.joined(separator: " ")
            return line.map { String(repeating: $0 == "█" ? block : " ", count: width) }.joined()
        }
    }

    /// Five rows of three, with a column between them.
    private static func rows(_ drawing: String) -> [String] {
        let cells = Array(drawing)
        return (0..<5).map { String(cells[$0 * 4..<min($0 * 4 + 3, cells.count)]) }
    }
}
