import Interface
import Kernel

/// A picture in a full screen, to the right of the text or, in a narrow space, above it.
///
/// It consists of characters if the terminal has no pixels.
struct PictureFrame {
    /// The number of columns from which the picture is next to the text.
    private static let sideBySideColumns = 72
    private static let (leastColumns, leastRows, gutter) = (10, 4, 3)

    typealias Body = (lines: [String], pictures: [PlacedPicture])

    /// A drawn picture, as lines of characters or as pixels.
    private enum DrawnPicture {
        case lines([String])
        case pixels(PixelMap)
    }

    private var cached: (name: String, canvas: ConsoleCompanions.Canvas, cell: CellPixels?, drawn: DrawnPicture)?

    /// Returns text and picture as lines, or nil if nothing can draw it or the space is too small
    /// for both.
    mutating func lines(
        of blocks: [Block], with picture: DialogueView.Picture, on screen: Screen, rows: Int, _ driver: DialogueDriver
    ) -> Body? {
        guard screen.width >= PictureFrame.sideBySideColumns else {
            return linesBelowPicture(blocks, picture, screen, rows, driver)
        }
        let room = screen.width / 2 - PictureFrame.gutter
        let narrow = Screen(
            width: screen.width - room - PictureFrame.gutter, palette: screen.palette, unicode: screen.unicode)
        let textLines = blocks.flatMap(narrow.glyphs(of:))
        guard textLines.count <= rows, let drawn = drawn(picture, columns: room, rows: rows, driver) else { return nil }
        let start = screen.width - room
        switch drawn {
        case .pixels(let map):
            let placement = placement(picture, map, at: (start, 0), columns: room, rows: rows)
            let lines = textLines + [[Glyph]](repeating: [], count: max(0, placement.rows - textLines.count))
            return (screen.lines(of: lines, leaving: [placement]), [placement])
        case .lines(let drawn):
            let lines = textLines.map(screen.paint)
            return (
                (0..<max(lines.count, drawn.count)).map { row in
                    let left = row < lines.count ? lines[row] : ""
                    guard row < drawn.count else { return left }
                    return left + String(repeating: " ", count: max(0, start - DrawnText.columns(left))) + drawn[row]
                }, []
            )
        }
    }

    /// Returns the picture as the first lines and the text below it.
    private mutating func linesBelowPicture(
        _ blocks: [Block], _ picture: DialogueView.Picture, _ screen: Screen, _ rows: Int, _ driver: DialogueDriver
    ) -> Body? {
        let textLines = screen.lines(of: blocks)
        let room = rows - textLines.count - 1
        switch drawn(picture, columns: screen.width, rows: room, driver) {
        case .lines(let drawn): return (drawn + [""] + textLines, [])
        case .pixels(let map):
            let placement = placement(picture, map, at: (0, 0), columns: screen.width, rows: room)
            let empty = [[Glyph]](repeating: [], count: placement.rows)
            return (screen.lines(of: empty, leaving: [placement]) + [""] + textLines, [placement])
        case nil: return nil
        }
    }

    /// Places a picture with as many rows as it needs to be fully visible.
    private func placement(
        _ picture: DialogueView.Picture, _ map: PixelMap, at place: (column: Int, row: Int), columns: Int, rows: Int
    ) -> PlacedPicture {
        let cell = cached?.cell ?? .standard
        let height = Double(columns * cell.width * map.height) / Double(map.width * cell.height)
        return PlacedPicture(
            picture.name, map, column: place.column, row: place.row, columns: columns,
            rows: max(1, min(rows, Int(height.rounded(.up)))), fills: false)
    }

    /// Returns the drawn picture, which is cached until its size or the terminal changes.
    private mutating func drawn(
        _ picture: DialogueView.Picture, columns: Int, rows: Int, _ driver: DialogueDriver
    ) -> DrawnPicture? {
        guard driver.preferences.showsPictures, columns >= PictureFrame.leastColumns, rows >= PictureFrame.leastRows
        else {
            return nil
        }
        let terminal = driver.pixels
        let canvas = ConsoleCompanions.Canvas(
            columns: columns, rows: rows, colors: driver.palette.depth, unicode: driver.unicode,
            graphics: terminal.graphics)
        if cached?.name != picture.name || cached?.canvas != canvas || cached?.cell != terminal.cell {
            let side = PixelPainter(terminal: terminal).side(columns: columns, rows: rows)
            let map = terminal.graphics == .characters ? nil : picture.shown.pixels?(side)
            let drawn =
                map.map(DrawnPicture.pixels) ?? .lines(characters(picture, columns: columns, rows: rows, driver))
            cached = (picture.name, canvas, terminal.cell, drawn)
        }
        if case .lines(let lines)? = cached?.drawn, lines.isEmpty { return nil }
        return cached?.drawn
    }

    private func characters(_ picture: DialogueView.Picture, columns: Int, rows: Int, _ driver: DialogueDriver)
        -> [String]
    {
        let canvas = ConsoleCompanions.Canvas(
            columns: columns, rows: rows, colors: driver.palette.depth, unicode: driver.unicode, graphics: .characters)
        let drawn = picture.shown.image().flatMap { driver.console.companions.draw($0, canvas) } ?? ""
        let clean = DrawnText.cleaned(drawn, colored: canvas.colors != .none)
        return clean.split(separator: "\n").prefix(rows).map(String.init)
    }
}
