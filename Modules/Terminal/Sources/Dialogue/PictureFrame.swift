/// A picture in a full screen: at the right of what is said where there is room, else above it. It is made of characters, so that the screen can be drawn
/// line by line.
struct PictureFrame {
    /// From so many columns on the picture stands beside the words.
    private static let wide = 72
    private static let (leastColumns, leastRows, gutter) = (10, 4, 3)

    private var shown: (name: String, canvas: ConsoleCompanions.Canvas, lines: [String])?

    /// Words and picture as lines; nil where nothing draws, or where there is no room for both.
    mutating func lines(
        of blocks: [Block], with picture: DialogueView.Picture, on screen: Screen, rows: Int, _ driver: DialogueDriver
    ) -> [String]? {
        guard screen.width >= PictureFrame.wide else { return above(blocks, picture, screen, rows, driver) }
        let room = screen.width / 2 - PictureFrame.gutter
        let words = Screen(width: screen.width - room - PictureFrame.gutter, palette: screen.palette, unicode: screen.unicode)
            .lines(of: blocks)
        guard words.count <= rows, let drawn = drawn(picture, columns: room, rows: rows, driver) else { return nil }
        let start = screen.width - room
        return (0..<max(words.count, drawn.count)).map { row in
            let left = row < words.count ? words[row] : ""
            guard row < drawn.count else { return left }
            return left + String(repeating: " ", count: max(0, start - DrawnText.columns(left))) + drawn[row]
        }
    }

    private mutating func above(
        _ blocks: [Block], _ picture: DialogueView.Picture, _ screen: Screen, _ rows: Int, _ driver: DialogueDriver
    ) -> [String]? {
        let words = screen.lines(of: blocks)
        let drawn = drawn(picture, columns: screen.width, rows: rows - words.count - 1, driver)
        return drawn.map { $0 + [""] + words }
    }

    private mutating func drawn(
        _ picture: DialogueView.Picture, columns: Int, rows: Int, _ driver: DialogueDriver
    ) -> [String]? {
        guard driver.manner.showsPictures, columns >= PictureFrame.leastColumns, rows >= PictureFrame.leastRows else {
            return nil
        }
        let canvas = ConsoleCompanions.Canvas(
            columns: columns, rows: rows, colors: driver.palette.depth, unicode: driver.unicode, graphics: .characters)
        if shown?.name != picture.name || shown?.canvas != canvas {
            let drawn = picture.image().flatMap { driver.console.companions.draw($0, canvas) } ?? ""
            let clean = DrawnText.cleaned(drawn, colored: canvas.colors != .none)
            shown = (picture.name, canvas, clean.split(separator: "\n").prefix(rows).map(String.init))
        }
        return shown.flatMap { $0.lines.isEmpty ? nil : $0.lines }
    }
}
