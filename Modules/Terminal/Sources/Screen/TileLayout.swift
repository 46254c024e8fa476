import Interface

/// Drawings of tiles of equal size, with their keys in the upper edge.
extension Screen {
    /// Returns the tiles in as many columns as fit, or one line per tile for a pipe.
    func lines(of grid: TileGrid) -> [[Glyph]] {
        guard fit != .pipe else { return grid.tiles.map(line) }
        let widest =
            grid.tiles.flatMap { tile in tile.lines.map { [Glyph].line(of: $0).columns } + [tile.key.count + 1] }.max()
            ?? 0
        let columnsThatFit = max(1, (width + 1) / (widest + 3))
        let columns = min(grid.columns ?? columnsThatFit, max(1, grid.tiles.count))
        let room = max(1, (width - (columns - 1)) / columns - 2)
        let padding = widest + 2 <= room ? 1 : 0
        let innerWidth = min(room, widest + 2 * padding)
        let bodies = grid.tiles.map { body(of: $0, innerWidth - 2 * padding) }
        let height = bodies.map(\.count).max() ?? 0
        let drawn = zip(grid.tiles, bodies).map { framed($0, $1, innerWidth, height) }
        return stride(from: 0, to: drawn.count, by: columns).flatMap { start -> [[Glyph]] in
            let row = Array(drawn[start..<min(start + columns, drawn.count)])
            return (0..<height + 2).map { line in Array(row.map { $0[line] }.joined(separator: [.blank])) }
        }
    }

    /// Returns a tile as a line, for programs and line mode.
    private func line(_ tile: TileGrid.Tile) -> [Glyph] {
        let words =
            tile.look == .hidden
            ? "face down" : tile.lines.filter { !$0.text.trimmed().isEmpty }.map(\.text).joined(separator: ", ")
        return [Glyph](clean: tile.key.isEmpty ? "" : "\(tile.key)  ", .input) + [Glyph].line(of: StyledText(words))
    }

    private func body(of tile: TileGrid.Tile, _ width: Int) -> [[Glyph]] {
        tile.lines.flatMap { line in
            [Glyph].line(of: tile.look == .taken ? StyledText(line.text, .muted) : line).wrapped(
                to: width, ellipsis: ellipsis)
        }
    }

    private func framed(_ tile: TileGrid.Tile, _ body: [[Glyph]], _ innerWidth: Int, _ height: Int) -> [[Glyph]] {
        let isStrong = [.current, .right, .wrong].contains(tile.look)
        let signs =
            unicode
            ? (isStrong ? ["┏", "┓", "┗", "┛", "━", "┃"] : ["╭", "╮", "╰", "╯", "─", "│"])
            : ["+", "+", "+", "+", isStrong ? "=" : "-", "|"]
        let role: TextRole =
            switch tile.look {
            case .current: .accent
            case .right: .good
            case .wrong: .bad
            case .open, .taken, .hidden: .muted
            }
        let key = [Glyph](clean: String(tile.key.prefix(innerWidth - 1)), .input)
        let rest = max(0, innerWidth - key.columns - (key.isEmpty ? 0 : 1))
        let top =
            [Glyph](clean: signs[0] + (key.isEmpty ? "" : signs[4]), role) + key
            + [Glyph](clean: String(repeating: signs[4], count: rest) + signs[1], role)
        let bottom = [Glyph](clean: signs[2] + String(repeating: signs[4], count: innerWidth) + signs[3], role)
        let side = [Glyph](clean: signs[5], role)
        let rowsAbove = (height - body.count) / 2
        let pattern = [Glyph](clean: String(repeating: unicode ? "░" : ".", count: innerWidth), .muted)
        let rows = (0..<height).map { row -> [Glyph] in
            if tile.look == .hidden { return side + pattern + side }
            let line = row >= rowsAbove && row - rowsAbove < body.count ? body[row - rowsAbove] : []
            let left = (innerWidth - line.columns) / 2
            let padded = [Glyph](repeating: .blank, count: max(0, left)) + line
            return side + padded + [Glyph](repeating: .blank, count: max(0, innerWidth - padded.columns)) + side
        }
        return [top] + rows + [bottom]
    }
}
