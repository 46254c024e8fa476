import Kernel

/// What a terminal can do for pictures: by which protocol it shows pixels, and how large its characters are.
public struct PixelTerminal: Hashable, Sendable {
    /// By which protocol.
    public let graphics: ConsoleCompanions.Graphics
    /// The pixels of a character; nil where the terminal does not say.
    public let cell: CellPixels?
    /// How many colours a picture may have, where it is drawn with a palette.
    public let colors: Int

    /// A terminal of this kind.
    public init(_ graphics: ConsoleCompanions.Graphics, cell: CellPixels? = nil, colors: Int = 256) {
        (self.graphics, self.cell, self.colors) = (graphics, cell, min(max(colors, 2), 256))
    }

    /// It has no pixels, or none for programs.
    public static let characters = PixelTerminal(.characters)

    /// Whether a picture can be placed among characters: sixels have no size but their pixels', so whoever does not know how large a character is would draw
    /// over what stands beside them.
    var places: Bool { graphics == .sixels ? cell != nil : graphics != .characters }
}
