extension Screen {
    private static let columnGap = 2
    /// Text columns shrink to this before the table gives up being one.
    private static let narrowest = 8
    /// The column that matters keeps at least this.
    private static let narrowestMain = 20
    /// Cells that would be longer than this make every row a list of facts.
    private static let mostLines = 5

    /// Rows under titles. Where the columns do not fit even when shrunk, every row is a list of facts, with an empty line between rows.
    ///
    /// A text is cut only where a command shows it whole, which the last line then says; otherwise it goes on below itself.
    func lines(of given: Table) -> [Strip] {
        let table = fit == .page ? given.withoutEmptyColumns : given
        let cells = table.rows.map { row in
            table.columns.indices.map { $0 < row.count ? Strip(of: shown(row[$0])) : Strip() }
        }
        let titles = table.columns.map { Strip(of: StyledText($0.title, .muted)) }
        let widest = table.columns.indices.map { place in
            cells.reduce(titles[place].columns) { max($0, $1[place].columns) }
        }
        let room = width - Screen.columnGap * max(0, widest.count - 1)
        if fit == .pipe || widest.reduce(0, +) <= room { return ([titles] + cells).map { aligned($0, table.columns, widest) } }
        return squeezed(table, titles, cells, into: room)
    }

    /// Some columns give way.
    private func squeezed(_ table: Table, _ titles: [Strip], _ cells: [[Strip]], into room: Int) -> [Strip] {
        let cells = cells.map { $0.map(\.glyphs) }
        let columns = table.columns.indices.map { place in
            ColumnRoom(table, place, title: titles[place].glyphs, cells: cells.map { $0[place] }, fit: fit)
        }
        guard let widths = widths(of: columns, into: room) else { return stacked(table).map { Strip($0) } }
        let rows = cells.map { row in row.indices.map { laidOut(row[$0], in: columns[$0], widths[$0]) } }
        guard fit != .page || rows.allSatisfy({ row in row.allSatisfy { $0.count <= Screen.mostLines } }) else {
            return stacked(table).map { Strip($0) }
        }
        let isCut = zip(cells, rows).contains { cells, rows in
            zip(cells, rows).contains { $0.columns > 0 && $1.last != $0 && $1.count == 1 }
        }
        let note = fit == .page && isCut ? table.shownBy.map(cutNote) ?? [] : []
        return ([titles.map { [$0.glyphs] }] + rows).flatMap { row in
            (0..<(row.map(\.count).max() ?? 1)).map { line in
                let parts = row.indices.map { index in
                    (line < row[index].count ? row[index][line] : []).truncated(to: max(widths[index], 1), ellipsis: ellipsis)
                }
                return aligned(parts.map { Strip($0) }, table.columns, widths)
            }
        } + note.map { Strip($0) }
    }

    private func cutNote(_ command: String) -> [[Glyph]] {
        wrapped(
            StyledText("Some texts are cut to fit; ", .muted) + StyledText("`\(command)`", .muted)
                + StyledText(" shows them in full.", .muted))
    }

    private func laidOut(_ cell: [Glyph], in column: ColumnRoom, _ width: Int) -> [[Glyph]] {
        guard cell.columns > width else { return [cell] }
        return column.isCut
            ? [cell.truncated(to: width, ellipsis: ellipsis)]
            : cell.wrapped(to: width, ellipsis: ellipsis, mayOverflow: fit == .page)
    }

    /// One row: every column begins where it begins in every other row, and the row is as wide as all of them.
    private func aligned(_ row: [Strip], _ columns: [Table.Column], _ widths: [Int]) -> Strip {
        var line = Strip()
        for place in row.indices {
            if place > 0 { line.append(blanks: Screen.columnGap) }
            let rest = widths[place] - row[place].columns
            if columns[place].alignsRight { line.append(blanks: rest) }
            line.append(row[place])
            if !columns[place].alignsRight { line.append(blanks: rest) }
        }
        return line
    }

    /// The widths of the columns, or nil when the table does not fit. The widest of those that give way shrinks first, the one that matters last.
    private func widths(of columns: [ColumnRoom], into room: Int) -> [Int]? {
        var widths = columns.map(\.widest)
        for giving in [columns.indices.filter { !columns[$0].isMain }, Array(columns.indices)] {
            while widths.reduce(0, +) > room {
                let shrinkable = giving.filter { widths[$0] > columns[$0].least }
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

    private func stacked(_ table: Table) -> [[Glyph]] {
        let rows = table.rows.map { row in
            lines(of: zip(table.columns, row).filter { !$1.text.isEmpty }.map { (name: $0.title, value: $1) })
        }
        return Array(rows.joined(separator: [[]]))
    }

    /// How a column gives way.
    private struct ColumnRoom {
        let widest: Int
        let least: Int
        let isMain: Bool
        /// Whether a cell that is too wide is cut; it goes on below itself otherwise.
        let isCut: Bool

        init(_ table: Table, _ place: Int, title: [Glyph], cells: [[Glyph]], fit: Fit) {
            let column = table.columns[place]
            let content = cells.map(\.columns).max() ?? 0
            widest = max(content, title.columns)
            let isStrict = fit == .screen
            let longest = isStrict ? 0 : cells.map(\.longestPiece).max() ?? 0
            let mayBeCut = isStrict || table.shownBy != nil && !cells.contains(where: \.holdsPiece)
            // Figures, days and other short words keep their width: what is left of them when cut says nothing.
            let keeps = column.room == .whole || column.alignsRight || !isStrict && longest == content && content <= 16
            isMain = column.room == .main && !isStrict
            // Where a screen has a column that matters, it goes on below itself there too.
            isCut = mayBeCut && !keeps && !(isStrict && column.room == .main)
            if keeps {
                least = isStrict ? max(content, 1) : widest
            } else {
                let wanted = isMain ? Screen.narrowestMain : Screen.narrowest
                least = min(widest, mayBeCut ? wanted : max(wanted, longest, title.columns))
            }
        }
    }
}

extension Table {
    /// Without the columns that say nothing in any row: their room is for the others.
    fileprivate var withoutEmptyColumns: Table {
        let kept = columns.indices.filter { place in
            rows.isEmpty || rows.contains { place < $0.count && $0[place].text.contains { !$0.isWhitespace } }
        }
        guard kept.count < columns.count, !kept.isEmpty else { return self }
        return Table(
            kept.map { columns[$0] }, rows: rows.map { row in kept.filter { $0 < row.count }.map { row[$0] } }, shownBy: shownBy)
    }
}
