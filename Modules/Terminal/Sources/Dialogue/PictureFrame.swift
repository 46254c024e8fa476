import Interface
import Kernel

/// A picture in a full screen, to the right of the text or, in a narrow space, above it.
///
/// It consists of characters if the terminal has no pixels.
struct PictureFrame {
    /// The number of columns from which the picture is next to the text.
    private static let wide = 72
    private static let (leastColumns, leastRows, gutter) = (10, 4, 3)

    typealias Body = (lines: [String], pictures: [PlacedPicture])

    /// A drawn picture, as lines of characters or as pixels.
    private enum Drawn {
        case lines([String])
        case pixels(PixelMap)
    }

    private var shown: (name: String, canvas: ConsoleCompanions.Canvas, cell: CellPixels?, drawn: Drawn)?

    /// Returns text and picture as lines, or nil if nothing can draw it or the space is too small
    /// for both.
    mutating func lines(
        of blocks: [Block], with picture: DialogueView.Picture, on screen: Screen, rows: Int, _ driver: DialogueDriver
    ) -> Body? {
        guard screen.width >= PictureFrame.wide else { return above(blocks, picture, screen, rows, driver) }
        let room = screen.width / 2 - PictureFrame.gutter
        let narrow = Screen(
            width: screen.width - room - PictureFrame.gutter, palette: screen.palette, unicode: screen.unicode)
        let words = blocks.flatMap(narrow.glyphs(of:))
        guard words.count <= rows, let drawn = drawn(picture, columns: room, rows: rows, driver) else { return nil }
        let start = screen.width - room
        switch drawn {
        case .pixels(let map):
            let placed = placed(picture, map, at: (start, 0), columns: room, rows: rows)
            let lines = words + [[Glyph]](repeating: [], count: max(0, placed.rows - words.count))
            return (screen.lines(of: lines, leaving: [placed]), [placed])
        case .lines(let drawn):
            let lines = words.map(screen.paint)
            return (
                (0..<max(lines.count, drawn.count)).map { row in
                    let left = row < lines.count ? lines[row] : ""
                    guard row < drawn.count else { return left }
                    return left + String(repeating: " ", count: max(0, start - DrawnText.columns(left))) + drawn[row]
                }, []
            )
        }
    }

    private mutating func above(
        _ blocks: [Block], _ picture: DialogueView.Picture, _ screen: Screen, _ rows: Int, _ driver: DialogueDriver
    ) -> Body? {
        let words = screen.lines(of: blocks)
        let room = rows - words.count - 1
        switch drawn(picture, columns: screen.width, rows: room, driver) {
        case .lines(let drawn): return (drawn + [""] + words, [])
        case .pixels(let map):
            let placed = placed(picture, map, at: (0, 0), columns: screen.width, rows: room)
            let empty = [[Glyph]](repeating: [], count: placed.rows)
            return (screen.lines(of: empty, leaving: [placed]) + [""] + words, [placed])
        case nil: return nil
        }
    }

    /// Places a picture with as many rows as it needs to be fully visible.
    private func placed(
        _ picture: DialogueView.Picture, _ map: PixelMap, at place: (column: Int, row: Int), columns: Int, rows: Int
    ) -> PlacedPicture {
        let cell = shown?.cell ?? .standard
        let height = Double(columns * cell.width * map.height) / Double(map.width * cell.height)
        return PlacedPicture(
            picture.name, map, column: place.column, row: place.row, columns: columns,
            rows: max(1, min(rows, Int(height.rounded(.up)))), fills: false)
    }

    private mutating func drawn(
        _ picture: DialogueView.Picture, columns: Int, rows: Int, _ driver: DialogueDriver
    ) -> Drawn? {
        guard driver.preferences.showsPictures, columns >= PictureFrame.leastColumns, rows >= PictureFrame.leastRows
        else {
            return nil
        }
        let terminal = driver.pixels
        let canvas = ConsoleCompanions.Canvas(
            columns: columns, rows: rows, colors: driver.palette.depth, unicode: driver.unicode,
            graphics: terminal.graphics)
        if shown?.name != picture.name || shown?.canvas != canvas || shown?.cell != terminal.cell {
            let side = PixelPainter(terminal: terminal).side(columns: columns, rows: rows)
            let map = terminal.graphics == .characters ? nil : picture.shown.pixels?(side)
            let drawn = map.map(Drawn.pixels) ?? .lines(characters(picture, columns: columns, rows: rows, driver))
            shown = (picture.name, canvas, terminal.cell, drawn)
        }
        if case .lines(let lines)? = shown?.drawn, lines.isEmpty { return nil }
        return shown?.drawn
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
