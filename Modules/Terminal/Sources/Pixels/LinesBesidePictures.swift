import Interface

/// Lines that draw nothing over pictures, so that pictures survive changes next to them.
extension Screen {
    /// Returns rows as lines.
    ///
    /// Each line is erased to its end, so no picture may follow on it.
    func lines(of rows: [[Glyph]], leaving pictures: [PlacedPicture]) -> [String] {
        rows.enumerated().map { row, glyphs in
            let picturesOnRow = pictures.filter { $0.row..<($0.row + $0.rows) ~= row }.sorted { $0.column < $1.column }
            return picturesOnRow.isEmpty
                ? paint(glyphs) : line(of: glyphs, leaving: picturesOnRow.map { $0.column..<($0.column + $0.columns) })
        }
    }

    private func line(of glyphs: [Glyph], leaving ranges: [Range<Int>]) -> String {
        var text = ""
        var column = 0
        var rest = glyphs[...]
        /// Takes the glyphs up to a column, padded with blanks.
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
