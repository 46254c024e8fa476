/// The space of a dialogue on a full screen, and the capabilities of that screen.
public struct ScreenRoom: Hashable, Sendable {
    public let columns: Int
    /// The rows above the keys, from 1.
    public let rows: Int
    public let hasColors: Bool
    public let unicode: Bool
    /// The size of a cell in pixels, or nil if pictures consist of characters.
    public let cell: CellPixels?

    public init(columns: Int, rows: Int, hasColors: Bool, unicode: Bool, cell: CellPixels? = nil) {
        self.columns = columns
        self.rows = rows
        self.hasColors = hasColors
        self.unicode = unicode
        self.cell = cell
    }
}
