import Interface
import Kernel

/// The picture capabilities of a terminal: its protocol, cell size and colors.
public struct PixelTerminal: Hashable, Sendable {
    public let graphics: ConsoleCompanions.Graphics
    /// The size of a character in pixels, or nil if the terminal does not report it.
    public let cell: CellPixels?
    /// The maximum number of colors in a picture that is drawn with a palette.
    public let colors: Int

    public init(_ graphics: ConsoleCompanions.Graphics, cell: CellPixels? = nil, colors: Int = 256) {
        self.graphics = graphics
        self.cell = cell
        self.colors = min(max(colors, 2), 256)
    }

    /// A terminal that shows pictures only as characters.
    public static let characters = PixelTerminal(.characters)

    /// Whether a picture can be placed among characters.
    ///
    /// Sixels have only a size in pixels. Without the size of a character, they could overlap the
    /// text next to them.
    var canPlacePictures: Bool { graphics == .sixels ? cell != nil : graphics != .characters }
}
