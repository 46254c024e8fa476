import Interface

/// The layout of pictures on a screen: columns and rows, each picture with its day below.
///
/// A screen without colors or with too few rows shows a list with one line per picture.
struct TileWall: Hashable {
    let headerRows: Int
    let columnCount: Int
    let rowCount: Int
    let tileWidth: Int
    /// The height of a picture in rows, or 0 for a list.
    let tileHeight: Int
    let leftMargin: Int

    var count: Int { columnCount * rowCount }
    var isList: Bool { tileHeight == 0 }

    /// Computes the layout for a screen.
    ///
    /// - Parameter paints: whether the machine can render pictures.
    init(_ room: ScreenRoom, paints: Bool) {
        headerRows = room.rows >= 9 ? 3 : room.rows >= 4 ? 1 : 0
        let availableRows = max(1, room.rows - headerRows)
        // A narrow screen fits three columns, a usual one four and a wide one eight.
        let preferredWidth = room.columns < 60 ? 11 : room.columns < 120 ? 17 : 22
        let fittingColumns = max(1, (room.columns + 1) / (preferredWidth + 2))
        let pictureColumns = min(30, room.columns / fittingColumns - 2)
        let pictureRows = max(2, Int((Double(pictureColumns) * 3 / 8).rounded()))
        // Each row of pictures has a line of days and an empty line below.
        let fittingRows = (availableRows + 1) / (pictureRows + 2)
        if paints, room.hasColors, pictureColumns >= 8, fittingRows > 0 {
            self.columnCount = fittingColumns
            self.rowCount = fittingRows
            self.tileWidth = pictureColumns
            self.tileHeight = pictureRows
            leftMargin = max(0, (room.columns - fittingColumns * (pictureColumns + 2)) / 2)
        } else {
            self.columnCount = 1
            self.rowCount = availableRows
            self.tileWidth = room.columns
            self.tileHeight = 0
            leftMargin = 0
        }
    }
}
