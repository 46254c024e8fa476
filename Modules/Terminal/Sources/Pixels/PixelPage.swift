import Kernel

/// A printed page whose pictures are drawn with pixels.
extension Drawing {
    /// The page; nil where it has no pictures, where the terminal has no pixels, or where it would not stand on the screen as a whole.
    func page(_ blocks: [Block], below picture: ShownPicture?) -> String? {
        guard showsPictures, picture?.pixels != nil || blocks.contains(where: \.hasPixels) else { return nil }
        var count = PixelPage.large
        let (terminal, size) = (pixels, console.size)
        let blocks = blocks.spoken(by: console.tongue).map { $0.numbered(after: &count) }
        guard terminal.places else { return nil }
        let board = PictureBoard(terminal: terminal)
        func laidOut() -> [String] { lines(of: picture, board) + lines(of: blocks, size.columns, board) }
        // A row for the cursor, which a terminal may put below a picture.
        guard PictureBoard.height(of: laidOut(), width: size.columns) + 1 < size.rows else { return nil }
        board.develop()
        return board.page(laidOut(), width: size.columns)
    }

    /// A large picture, above everything.
    private func lines(of picture: ShownPicture?, _ board: PictureBoard) -> [String] {
        let room = largeRoom
        guard let picture, let mark = board.mark(PixelPage.large, for: picture, columns: room.columns, rows: room.rows) else {
            return []
        }
        return [mark] + [String](repeating: "", count: board.rows(PixelPage.large))
    }

    /// Blocks beside their picture; alone where there is none, or no room for both.
    func lines(of illustration: Illustration, _ whole: Int, _ board: PictureBoard) -> [String] {
        let width = whole - 1 - PictureBoard.columns - Drawing.gutter
        let text = width < 30 ? [] : screen(width).lines(of: illustration.blocks)
        let rows = min(max(text.count, PictureBoard.rows.lowerBound), PictureBoard.rows.upperBound)
        guard width >= 30, let number = illustration.number,
            let mark = board.mark(number, for: illustration.picture, columns: PictureBoard.columns, rows: rows)
        else { return screen(whole).lines(of: illustration.blocks) }
        let indent = String(repeating: " ", count: PictureBoard.columns + Drawing.gutter)
        return (0..<max(text.count, rows)).map { row in
            (row == 0 ? mark : "") + (row < text.count && !text[row].isEmpty ? indent + text[row] : "")
        }
    }
}

/// The numbers of pictures on a page.
private enum PixelPage {
    /// The large one above everything; those beside text come after it.
    static let large = 0
}

extension Block {
    /// The same with a number for each picture beside text.
    fileprivate func numbered(after count: inout Int) -> Block {
        switch self {
        case .illustrated(var illustration):
            count += 1
            illustration.number = count
            return .illustrated(illustration)
        case .panels(let panels): return .panels(panels.map { $0.map { $0.numbered(after: &count) } })
        default: return self
        }
    }

    /// Whether there is a picture that can be drawn with pixels.
    fileprivate var hasPixels: Bool {
        switch self {
        case .illustrated(let illustration): illustration.picture.pixels != nil
        case .panels(let panels): panels.contains { $0.contains(where: \.hasPixels) }
        default: false
        }
    }
}
