import Interface
import Kernel

/// The pictures on a full screen, whose changes are drawn after the text of a frame.
struct PictureLayer {
    /// The maximum number of pictures that are remembered, in the terminal's memory or as
    /// sequences.
    private static let cacheLimit = 100

    private var shownPictures: [PlacedPicture] = []
    private var painter = PixelPainter(terminal: .characters)
    /// The sequences by picture and size, for protocols that send them again for each drawing.
    private var cachedSequences: [String: String] = [:]
    private var numbers: [String: Int] = [:]
    private var lastNumber = 0

    /// Forgets all pictures, and returns the codes that remove them from the terminal.
    mutating func forget() -> String {
        guard !shownPictures.isEmpty || !numbers.isEmpty else { return "" }
        let codes = (painter.terminal.graphics == .kitty ? KittyPicture.removal : "") + "\u{1B}[2J"
        shownPictures = []
        numbers = [:]
        return codes
    }

    /// Switches to other pictures.
    ///
    /// - Returns: the rows to clear first, and the codes that then draw the pictures.
    mutating func show(to pictures: [PlacedPicture], on terminal: PixelTerminal) -> (rows: Set<Int>, codes: String) {
        var clearingCodes = ""
        if terminal != painter.terminal {
            clearingCodes = forget()
            painter = PixelPainter(terminal: terminal)
            cachedSequences = [:]
        }
        let old = Set(shownPictures)
        let new = Set(pictures)
        guard old != new else { return ([], clearingCodes) }
        // A new picture covers the old content, unless it leaves part of its space free.
        let removed = old.subtracting(new)
        let added = new.subtracting(old)
        let rows = Set(removed.union(added.filter { !$0.fills }).flatMap { $0.row..<($0.row + $0.rows) })
        shownPictures = pictures
        if terminal.graphics == .kitty { return (rows, clearingCodes + kittyCodes(new, instead: old)) }
        // All pictures in a cleared row are drawn again.
        let redrawn = pictures.filter { added.contains($0) || !rows.isDisjoint(with: $0.row..<($0.row + $0.rows)) }
        return (rows, clearingCodes + redrawn.map { cursorCode($0) + sequence($0) }.joined())
    }

    // MARK: - Sequence cache

    private mutating func sequence(_ picture: PlacedPicture) -> String {
        let key = PictureLayer.key(picture)
        if let cached = cachedSequences[key] { return cached }
        if cachedSequences.count >= PictureLayer.cacheLimit { cachedSequences = [:] }
        let text = painter.painted(picture.map, columns: picture.columns, rows: picture.rows, fills: picture.fills)
        cachedSequences[key] = text
        return text
    }

    // MARK: - Kitty's memory

    /// Sends each picture once, and then shows and moves it by its number.
    private mutating func kittyCodes(_ new: Set<PlacedPicture>, instead old: Set<PlacedPicture>) -> String {
        let staying = Set(new.map(PictureLayer.key))
        var codes = ""
        for picture in old where !staying.contains(PictureLayer.key(picture)) {
            if let number = numbers[PictureLayer.key(picture)] { codes += KittyPicture.hideSequence(number) }
        }
        if numbers.count + new.count > PictureLayer.cacheLimit {
            for (key, number) in numbers.sorted(by: { $0.value < $1.value }) where !staying.contains(key) {
                codes += KittyPicture.deleteSequence(number)
                numbers[key] = nil
            }
        }
        for picture in shownPictures where !old.contains(picture) {
            codes += cursorCode(picture) + shownByNumber(picture)
        }
        return codes
    }

    /// Returns the codes that show a picture by its number, and send it first if it is new.
    private mutating func shownByNumber(_ picture: PlacedPicture) -> String {
        let columns = picture.columns
        let rows = picture.rows
        let cell = painter.terminal.cell ?? .standard
        let shape = (width: columns * cell.width, height: rows * cell.height)
        let map = picture.fills ? picture.map.cropped(to: Double(shape.width) / Double(shape.height)) : picture.map
        let sizeKeys = KittyPicture.sizeKeys(of: map, columns, rows, shape: picture.fills ? nil : shape)
        if let number = numbers[PictureLayer.key(picture)] { return KittyPicture.showSequence(number, sizeKeys) }
        lastNumber += 1
        numbers[PictureLayer.key(picture)] = lastNumber
        return KittyPicture.transmitSequence(map, "a=t,i=\(lastNumber)")
            + KittyPicture.showSequence(lastNumber, sizeKeys)
    }

    private static func key(_ picture: PlacedPicture) -> String { "\(picture.columns) \(picture.rows) \(picture.name)" }

    private func cursorCode(_ picture: PlacedPicture) -> String { "\u{1B}[\(picture.row + 1);\(picture.column + 1)H" }
}
