/// A clock in digits five lines high.
enum LargeDigits {
    private static let digits = [
        "███ █ █ █ █ █ █ ███", " █   █   █   █   █ ", "███   █ ███ █   ███", "███   █ ███   █ ███", "█ █ █ █ ███   █   █",
        "███ █   ███   █ ███", "███ █   ███ █ █ ███", "███   █   █   █   █", "███ █ █ ███ █ █ ███", "███ █ █ ███   █ ███",
    ].map(rows)
    private static let colon = ["   ", " █ ", "   ", " █ ", "   "]

    /// Five lines that draw a text of digits and colons; other characters are left out.
    static func lines(_ text: String, block: String) -> [String] {
        let glyphs = text.compactMap { $0 == ":" ? colon : $0.wholeNumberValue.map { digits[$0] } }
        return (0..<5).map { row in glyphs.map { $0[row] }.joined(separator: " ").replacing("█", with: block) }
    }

    /// Five rows of three, with a column between them.
    private static func rows(_ drawing: String) -> [String] {
        let cells = Array(drawing)
        return (0..<5).map { String(cells[$0 * 4..<min($0 * 4 + 3, cells.count)]) }
    }
}
