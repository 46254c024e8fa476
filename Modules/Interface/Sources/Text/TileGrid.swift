/// Tiles in rows, as many in a row as fit, such as words to choose from or cards on a table.
public struct TileGrid: Sendable {
    /// One tile.
    public struct Tile: Sendable {
        /// The appearance of a tile.
        ///
        /// It is never the only sign: a taken tile has no key, and a hidden one shows nothing.
        public enum Look: Sendable { case open, current, right, wrong, taken, hidden }

        /// The key that selects the tile, shown in its edge, or an empty text.
        public let key: String
        public let lines: [StyledText]
        public let look: Look

        public init(_ key: String = "", _ lines: [StyledText], look: Look = .open) {
            self.key = key
            self.lines = lines
            self.look = look
        }
    }

    public let tiles: [Tile]
    /// The number of tiles in a row, or nil for as many as fit.
    public let columns: Int?

    public init(_ tiles: [Tile], columns: Int? = nil) {
        self.tiles = tiles
        self.columns = columns
    }

    var ascii: TileGrid {
        TileGrid(tiles.map { Tile($0.key, $0.lines.map(ASCIIText.of), look: $0.look) }, columns: columns)
    }
}
