import Kernel

/// What a terminal can do for pictures: by which protocol it shows pixels, and how large its characters are.
public struct PixelTerminal: Hashable, Sendable {
    /// The pixels of a character.
    public struct Cell: Hashable, Sendable {
        /// Across.
        public let width: Int
        /// Down.
        public let height: Int

        /// Nil for what no character measures.
        public init?(width: Int, height: Int) {
            guard 2...200 ~= width, 4...400 ~= height else { return nil }
            (self.width, self.height) = (width, height)
        }

        private init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

        /// What is taken where a terminal does not say, and scales by itself.
        static let usual = Cell(10, 20)
    }

    /// By which protocol.
    public let graphics: ConsoleCompanions.Graphics
    /// The pixels of a character; nil where the terminal does not say.
    public let cell: Cell?
    /// How many colours a picture may have, where it is drawn with a palette.
    public let colors: Int

    /// A terminal of this kind.
    public init(_ graphics: ConsoleCompanions.Graphics, cell: Cell? = nil, colors: Int = 256) {
        (self.graphics, self.cell, self.colors) = (graphics, cell, min(max(colors, 2), 256))
    }

    /// It has no pixels, or none for programs.
    public static let characters = PixelTerminal(.characters)

    /// Whether a picture can be placed among characters: sixels have no size but their pixels', so whoever does not know how large a character is would draw
    /// over what stands beside them.
    var places: Bool { graphics == .sixels ? cell != nil : graphics != .characters }
}
