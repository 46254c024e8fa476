import Kernel

/// A picture that is loaded only if it can be shown and fits.
public struct ShownPicture: Sendable {
    public let image: @Sendable () -> [UInt8]?
    /// Returns its pixels with about this length of the longer side, for terminals with pixels, or
    /// nil if they are unknown.
    public let pixels: (@Sendable (_ longestSide: Int) -> PixelMap?)?

    public init(
        pixels: (@Sendable (_ longestSide: Int) -> PixelMap?)? = nil, _ image: @escaping @Sendable () -> [UInt8]?
    ) {
        self.pixels = pixels
        self.image = image
    }
}

/// A picture at its place on a full screen, over empty cells.
public struct PlacedPicture: Sendable {
    public let name: String
    /// The position in rows from the top and columns from the left, from 0.
    public let column, row: Int
    public let columns, rows: Int
    /// Whether the picture fills its space and is cropped.
    public let fills: Bool
    public let map: PixelMap

    public init(_ name: String, _ map: PixelMap, column: Int, row: Int, columns: Int, rows: Int, fills: Bool = true) {
        self.name = name
        self.map = map
        self.fills = fills
        self.column = column
        self.row = row
        self.columns = columns
        self.rows = rows
    }
}

extension PlacedPicture: Hashable {
    /// Returns whether name and position are equal, without comparing pixels.
    public static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.column == right.column && left.row == right.row && left.columns == right.columns
            && left.rows == right.rows
    }

    /// Hashes name and position.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(row)
        hasher.combine(column)
    }
}

/// The size of a terminal's character in pixels.
public struct CellPixels: Hashable, Sendable {
    public let width: Int
    public let height: Int

    /// Creates a size, or returns nil for an implausible one.
    public init?(width: Int, height: Int) {
        guard 2...200 ~= width, 4...400 ~= height else { return nil }
        self.width = width
        self.height = height
    }

    private init(_ width: Int, _ height: Int) {
        self.width = width
        self.height = height
    }

    /// The default for a terminal that does not report its cell size and scales pictures itself.
    package static let standard = CellPixels(10, 20)
}
