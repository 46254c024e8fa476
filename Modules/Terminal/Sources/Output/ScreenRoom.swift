/// How much room a dialogue has on a full screen, and what can be shown there.
public struct ScreenRoom: Hashable, Sendable {
    /// Columns that may be used.
    public let columns: Int
    /// Rows above the keys, from 1.
    public let rows: Int
    /// Whether pieces of pictures have their colours.
    public let hasColors: Bool
    /// Whether there is more than ASCII.
    public let unicode: Bool
    /// The pixels of a cell, where pictures are drawn with pixels; nil where they are made of characters.
    public let cell: CellPixels?

    /// So much room.
    public init(columns: Int, rows: Int, hasColors: Bool, unicode: Bool, cell: CellPixels? = nil) {
        (self.columns, self.rows, self.hasColors, self.unicode) = (columns, rows, hasColors, unicode)
        self.cell = cell
    }
}
