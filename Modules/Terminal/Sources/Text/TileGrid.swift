/// Tiles beside each other, as many in a row as fit: words to choose from, cards on a table.
public struct TileGrid: Sendable {
    /// One tile.
    public struct Tile: Sendable {
        /// How it lies there. Never the only carrier of a meaning: what is taken has no key, what is hidden shows nothing.
        public enum Look: Sendable { case open, current, right, wrong, taken, hidden }

        /// What is pressed for it; stands in its edge. Empty for none.
        public let key: String
        /// Below each other, in the middle.
        public let lines: [StyledText]
        /// How it lies there.
        public let look: Look

        /// A tile.
        public init(_ key: String = "", _ lines: [StyledText], look: Look = .open) {
            (self.key, self.lines, self.look) = (key, lines, look)
        }
    }

    /// From left to right, then below.
    public let tiles: [Tile]
    /// How many stand in a row; nil for as many as fit.
    public let columns: Int?

    /// Tiles.
    public init(_ tiles: [Tile], columns: Int? = nil) { (self.tiles, self.columns) = (tiles, columns) }

    /// In letters that every terminal has.
    var latin: TileGrid {
        TileGrid(tiles.map { Tile($0.key, $0.lines.map(LatinText.of), look: $0.look) }, columns: columns)
    }
}
