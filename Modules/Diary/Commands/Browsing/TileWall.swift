import Terminal

/// How pictures hang on a screen: so many side by side, so many rows, each with the day below it. On a screen without colours, or too low for a
/// picture, a line each.
struct TileWall: Hashable {
    /// The lines above the pictures.
    let head: Int
    /// Pictures side by side.
    let across: Int
    /// Rows of pictures.
    let down: Int
    /// Columns of a picture.
    let columns: Int
    /// Rows of a picture; 0 for a list.
    let rows: Int
    /// Columns in front of everything.
    let left: Int

    /// So many pictures hang there.
    var count: Int { across * down }
    /// Whether there are no pictures.
    var isList: Bool { rows == 0 }

    /// - Parameter paints: whether there is anything to paint with.
    init(_ room: ConsoleCompanions.Canvas, paints: Bool) {
        head = room.rows >= 9 ? 3 : room.rows >= 4 ? 1 : 0
        let free = max(1, room.rows - head)
        // As wide as three to a narrow screen, four to a usual one, eight to a wide one.
        let wanted = room.columns < 60 ? 11 : room.columns < 120 ? 17 : 22
        let across = max(1, (room.columns + 1) / (wanted + 2))
        let columns = min(30, room.columns / across - 2)
        let rows = max(2, Int((Double(columns) * 3 / 8).rounded()))
        // A row of pictures, and below it a line of days and an empty one.
        let down = (free + 1) / (rows + 2)
        if paints, room.colors != .none, columns >= 8, down > 0 {
            (self.across, self.down, self.columns, self.rows) = (across, down, columns, rows)
            left = max(0, (room.columns - across * (columns + 2)) / 2)
        } else {
            (self.across, self.down, self.columns, self.rows, left) = (1, free, room.columns, 0, 0)
        }
    }
}
