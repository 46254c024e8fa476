import Kernel

/// A picture that is shown where there is room and something to show it with; asked for only there.
public struct ShownPicture: Sendable {
    /// Its file, for the program that draws with characters.
    public let image: @Sendable () -> [UInt8]?
    /// Its pixels, of about so many on the longer side, for terminals that have them; nil where nobody can tell them.
    public let pixels: (@Sendable (_ longestSide: Int) -> PixelMap?)?

    /// A picture; without pixels it is made of characters wherever it stands among text.
    public init(
        pixels: (@Sendable (_ longestSide: Int) -> PixelMap?)? = nil, _ image: @escaping @Sendable () -> [UInt8]?
    ) {
        (self.pixels, self.image) = (pixels, image)
    }
}

/// A picture at its place on a full screen, over cells in which nothing else is drawn.
public struct PlacedPicture: Sendable {
    /// The same name is the same picture.
    public let name: String
    /// Its place: rows from the top and columns from the left, from 0.
    public let column, row: Int
    /// Its room.
    public let columns, rows: Int
    /// Whether it fills its room, and is cut where it has another shape.
    public let fills: Bool
    /// What it shows.
    public let map: PixelMap

    /// A picture in its place.
    public init(_ name: String, _ map: PixelMap, column: Int, row: Int, columns: Int, rows: Int, fills: Bool = true) {
        (self.name, self.map, self.fills) = (name, map, fills)
        (self.column, self.row, self.columns, self.rows) = (column, row, columns, rows)
    }
}

extension PlacedPicture: Hashable {
    /// By what they are called and where they stand: of pixels nothing is compared.
    public static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.column == right.column && left.row == right.row && left.columns == right.columns
            && left.rows == right.rows
    }

    /// By name and place.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(row)
        hasher.combine(column)
    }
}

/// The pixels of a character on a terminal.
public struct CellPixels: Hashable, Sendable {
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
    static let usual = CellPixels(10, 20)
}
