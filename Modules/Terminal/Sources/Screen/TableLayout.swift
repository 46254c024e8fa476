import Interface

extension Screen {
    private static let columnGap = 2
    /// The width to which text columns shrink before the table becomes lists.
    private static let narrowest = 8
    /// The width to which the main column shrinks before the table becomes lists.
    private static let narrowestMain = 20
    /// The maximum number of lines in a cell.
    ///
    /// A longer cell turns every row into a list of facts.
    private static let maximumCellLines = 5

    /// Returns rows under titles, or every row as a list of facts if the shrunk columns do not fit.
    ///
    /// An empty line separates such lists. A text is truncated only if a command shows it in full,
    /// which the last line then names. Otherwise it wraps.
    func lines(of originalTable: Table) -> [MeasuredLine] {
        let table = fit == .page ? originalTable.withoutEmptyColumns : originalTable
        let cells = table.rows.map { row in
            table.columns.indices.map { $0 < row.count ? MeasuredLine(of: shown(row[$0])) : MeasuredLine() }
        }
        let titles = table.columns.map { MeasuredLine(of: StyledText($0.title, .muted)) }
        let widest = table.columns.indices.map { place in
            cells.reduce(titles[place].columns) { max($0, $1[place].columns) }
        }
        let room = width - Screen.columnGap * max(0, widest.count - 1)
        if fit == .pipe || widest.reduce(0, +) <= room {
            return ([titles] + cells).map { aligned($0, table.columns, widest) }
        }
        return shrunk(table, titles, cells, into: room)
    }

    /// Returns the table with some columns shrunk.
    private func shrunk(_ table: Table, _ titles: [MeasuredLine], _ cells: [[MeasuredLine]], into room: Int)
        -> [MeasuredLine]
    {
        let cells = cells.map { $0.map(\.glyphs) }
        let columns = table.columns.indices.map { place in
            ColumnRoom(table, place, title: titles[place].glyphs, cells: cells.map { $0[place] }, fit: fit)
        }
        guard let widths = widths(of: columns, into: room) else { return stacked(table).map { MeasuredLine($0) } }
        let rows = cells.map { row in row.indices.map { cellLines(row[$0], in: columns[$0], widths[$0]) } }
        guard fit != .page || rows.allSatisfy({ row in row.allSatisfy { $0.count <= Screen.maximumCellLines } }) else {
            return stacked(table).map { MeasuredLine($0) }
        }
        let hasCutCells = zip(cells, rows).contains { cells, rows in
            zip(cells, rows).contains { $0.columns > 0 && $1.last != $0 && $1.count == 1 }
        }
        let note = fit == .page && hasCutCells ? table.shownBy.map(cutNote) ?? [] : []
        return ([titles.map { [$0.glyphs] }] + rows).flatMap { row in
            (0..<(row.map(\.count).max() ?? 1)).map { line in
                let parts = row.indices.map { index in
                    (line < row[index].count ? row[index][line] : []).truncated(
                        to: max(widths[index], 1), ellipsis: ellipsis)
                }
                return aligned(parts.map { MeasuredLine($0) }, table.columns, widths)
            }
        } + note.map { MeasuredLine($0) }
    }

    private func cutNote(_ command: String) -> [[Glyph]] {
        wrapped(
            StyledText("Some texts are cut to fit; ", .muted) + StyledText("`\(command)`", .muted)
                + StyledText(" shows them in full.", .muted))
    }

    /// Returns the lines of a cell, truncated or wrapped to the width of its column.
    private func cellLines(_ cell: [Glyph], in column: ColumnRoom, _ width: Int) -> [[Glyph]] {
        guard cell.columns > width else { return [cell] }
        return column.isCut
            ? [cell.truncated(to: width, ellipsis: ellipsis)]
            : cell.wrapped(to: width, ellipsis: ellipsis, mayOverflow: fit == .page)
    }

    /// Returns a row with aligned columns, as wide as all columns together.
    private func aligned(_ row: [MeasuredLine], _ columns: [Table.Column], _ widths: [Int]) -> MeasuredLine {
        var line = MeasuredLine()
        for place in row.indices {
            if place > 0 { line.append(blanks: Screen.columnGap) }
            let rest = widths[place] - row[place].columns
            if columns[place].alignsRight { line.append(blanks: rest) }
            line.append(row[place])
            if !columns[place].alignsRight { line.append(blanks: rest) }
        }
        return line
    }

    /// Returns the widths of the columns, or nil if the table does not fit.
    ///
    /// The widest shrinkable column shrinks first, the main one last.
    private func widths(of columns: [ColumnRoom], into room: Int) -> [Int]? {
        var widths = columns.map(\.widest)
        for candidates in [columns.indices.filter { !columns[$0].isMain }, Array(columns.indices)] {
            while widths.reduce(0, +) > room {
                let shrinkable = candidates.filter { widths[$0] > columns[$0].least }
                guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { break }
                let next = shrinkable.filter { widths[$0] < widths[widest] }.map { widths[$0] }.max() ?? 0
                let excess = widths.reduce(0, +) - room
                let peers = shrinkable.filter { widths[$0] == widths[widest] }.count
                let step = peers > 1 ? 1 : excess
                widths[widest] = max(widths[widest] - step, next, columns[widest].least)
            }
        }
        return widths.reduce(0, +) <= room ? widths : nil
    }

    /// Returns every row as a list of facts.
    private func stacked(_ table: Table) -> [[Glyph]] {
        let rows = table.rows.map { row in
            lines(of: zip(table.columns, row).filter { !$1.text.isEmpty }.map { (name: $0.title, value: $1) })
        }
        return Array(rows.joined(separator: [[]]))
    }

    /// The shrinking behavior of a column.
    private struct ColumnRoom {
        let widest: Int
        let least: Int
        let isMain: Bool
        /// Whether a cell that is too wide is truncated rather than wrapped.
        let isCut: Bool

        init(_ table: Table, _ place: Int, title: [Glyph], cells: [[Glyph]], fit: Fit) {
            let column = table.columns[place]
            let content = cells.map(\.columns).max() ?? 0
            widest = max(content, title.columns)
            let isStrict = fit == .screen
            let longest = isStrict ? 0 : cells.map(\.longestPiece).max() ?? 0
            let mayBeCut = isStrict || table.shownBy != nil && !cells.contains(where: \.holdsPiece)
            // Figures, days and other short words keep their width, because a truncated one is
            // useless.
            let keepsWidth =
                column.room == .fixed || column.alignsRight || !isStrict && longest == content && content <= 16
            isMain = column.room == .main && !isStrict
            // The main column wraps on a screen too.
            isCut = mayBeCut && !keepsWidth && !(isStrict && column.room == .main)
            if keepsWidth {
                least = isStrict ? max(content, 1) : widest
            } else {
                let minimum = isMain ? Screen.narrowestMain : Screen.narrowest
                least = min(widest, mayBeCut ? minimum : max(minimum, longest, title.columns))
            }
        }
    }
}

extension Table {
    /// The table without columns that are empty in every row.
    fileprivate var withoutEmptyColumns: Table {
        let filledColumns = columns.indices.filter { place in
            rows.isEmpty || rows.contains { place < $0.count && $0[place].text.contains { !$0.isWhitespace } }
        }
        guard filledColumns.count < columns.count, !filledColumns.isEmpty else { return self }
        return Table(
            filledColumns.map { columns[$0] },
            rows: rows.map { row in filledColumns.filter { $0 < row.count }.map { row[$0] } },
            shownBy: shownBy)
    }
}
