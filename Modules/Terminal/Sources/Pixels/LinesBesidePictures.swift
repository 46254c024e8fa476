/// Lines that draw nothing where a picture stands: whatever changes beside it, it need not be drawn again.
extension Screen {
    /// Rows as lines. Behind a line, which is erased to its end, no picture may stand: the cursor has passed it.
    func lines(of rows: [[Glyph]], leaving pictures: [PlacedPicture]) -> [String] {
        rows.enumerated().map { row, glyphs in
            let there = pictures.filter { $0.row..<($0.row + $0.rows) ~= row }.sorted { $0.column < $1.column }
            return there.isEmpty ? paint(glyphs) : line(of: glyphs, leaving: there.map { $0.column..<($0.column + $0.columns) })
        }
    }

    private func line(of glyphs: [Glyph], leaving ranges: [Range<Int>]) -> String {
        var (text, column, rest) = ("", 0, glyphs[...])
        /// The glyphs up to a column.
        func part(upTo end: Int) -> [Glyph] {
            var part: [Glyph] = []
            while let glyph = rest.first, column + glyph.columns <= end {
                part.append(glyph)
                column += glyph.columns
                rest = rest.dropFirst()
            }
            let blanks = [Glyph](repeating: .blank, count: max(0, end - column))
            column = end
            return part + blanks
        }
        for range in ranges where range.lowerBound >= column {
            text += paintWhole(part(upTo: range.lowerBound)) + "\u{1B}[\(range.upperBound + 1)G"
            _ = part(upTo: range.upperBound)
        }
        return text + paint(Array(rest))
    }
}
