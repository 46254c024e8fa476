extension Screen {
    private static let columnGap = 2
    /// Text columns shrink to this before the table gives up being one.
    private static let narrowest = 8

    /// Rows under titles. Where the columns do not fit even when shrunk, every row is a list of facts, with an empty line between rows.
    func lines(of table: Table) -> [[Glyph]] {
        let cells = table.rows.map { row in
            table.columns.indices.map { $0 < row.count ? [Glyph].line(of: shown(row[$0])) : [] }
        }
        let titles = table.columns.map { [Glyph].line(of: StyledText($0.title, .muted)) }
        guard let widths = columnWidths(table.columns, titles, cells) else { return stacked(table) }
        return ([titles] + cells).map { aligned($0, table.columns, widths) }
    }

    /// One row: every column begins where it begins in every other row, and the row is as wide as all of them.
    private func aligned(_ row: [[Glyph]], _ columns: [Table.Column], _ widths: [Int]) -> [Glyph] {
        let gap = [Glyph](repeating: .blank, count: Screen.columnGap)
        let parts = row.indices.map { index in
            row[index].truncated(to: widths[index], ellipsis: ellipsis)
                .padded(to: widths[index], alignsRight: columns[index].alignsRight)
        }
        return Array(parts.joined(separator: gap))
    }

    /// The widths of the columns, or nil when the table does not fit. The widest shrinks first; numbers are never cut.
    private func columnWidths(_ columns: [Table.Column], _ titles: [[Glyph]], _ rows: [[[Glyph]]]) -> [Int]? {
        let content = columns.indices.map { index in rows.map { $0[index].columns }.max() ?? 0 }
        var widths = columns.indices.map { max(content[$0], titles[$0].columns) }
        guard fitsTables else { return widths }
        let least = columns.indices.map { index in
            columns[index].alignsRight ? max(content[index], 1) : min(widths[index], Screen.narrowest)
        }
        let room = width - Screen.columnGap * max(0, columns.count - 1)
        guard least.reduce(0, +) <= room else { return nil }
        while widths.reduce(0, +) > room {
            let shrinkable = columns.indices.filter { widths[$0] > least[$0] }
            guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { return nil }
            let next = shrinkable.filter { widths[$0] < widths[widest] }.map { widths[$0] }.max() ?? 0
            let excess = widths.reduce(0, +) - room
            let peers = shrinkable.filter { widths[$0] == widths[widest] }.count
            let step = peers > 1 ? 1 : excess
            widths[widest] = max(widths[widest] - step, next, least[widest])
        }
        return widths
    }

    private func stacked(_ table: Table) -> [[Glyph]] {
        let rows = table.rows.map { row in lines(of: zip(table.columns, row).map { (name: $0.title, value: $1) }) }
        return Array(rows.joined(separator: [[]]))
    }
}
