import Kernel

/// The pictures that stand on a full screen. What changes is drawn after the text of a frame, and nothing of what has gone stays.
struct PictureLayer {
    /// So many are remembered, in the terminal's memory or as their sequences.
    private static let mostKept = 100

    private var shown: [PlacedPicture] = []
    private var painter = PixelPainter(terminal: .characters)
    /// Sequences by picture and room, where they are sent again whenever a picture is drawn.
    private var drawn: [String: String] = [:]
    /// Numbers in kitty's memory.
    private var numbers: [String: Int] = [:]
    private var lastNumber = 0

    /// Nothing of it is on the terminal any more, or it is to be seen as if: what takes the rest away.
    mutating func forget() -> String {
        guard !shown.isEmpty || !numbers.isEmpty else { return "" }
        let codes = (painter.terminal.graphics == .kitty ? KittyPicture.removal : "") + "\u{1B}[2J"
        (shown, numbers) = ([], [:])
        return codes
    }

    /// Goes on to other pictures.
    ///
    /// - Returns: rows that must be empty before anything is drawn there, and what draws the pictures then.
    mutating func turn(to pictures: [PlacedPicture], on terminal: PixelTerminal) -> (rows: Set<Int>, codes: String) {
        var before = ""
        if terminal != painter.terminal {
            before = forget()
            (painter, drawn) = (PixelPainter(terminal: terminal), [:])
        }
        let (old, new) = (Set(shown), Set(pictures))
        guard old != new else { return ([], before) }
        // One that comes lies over what stood there, unless it leaves a part of its room free.
        let (gone, come) = (old.subtracting(new), new.subtracting(old))
        let rows = Set(gone.union(come.filter { !$0.fills }).flatMap { $0.row..<($0.row + $0.rows) })
        shown = pictures
        if terminal.graphics == .kitty { return (rows, before + placed(new, instead: old)) }
        // Whatever stands in a row that is emptied is drawn again.
        let touched = pictures.filter { come.contains($0) || !rows.isDisjoint(with: $0.row..<($0.row + $0.rows)) }
        return (rows, before + touched.map { at($0) + sequence($0) }.joined())
    }

    // MARK: - Sequences that are sent again

    private mutating func sequence(_ picture: PlacedPicture) -> String {
        let key = "\(picture.columns) \(picture.rows) \(picture.name)"
        if let kept = drawn[key] { return kept }
        if drawn.count >= PictureLayer.mostKept { drawn = [:] }
        let text = painter.painted(picture.map, columns: picture.columns, rows: picture.rows, fills: picture.fills)
        drawn[key] = text
        return text
    }

    // MARK: - Kitty's memory

    /// A picture is sent once, and shown and moved by its number.
    private mutating func placed(_ new: Set<PlacedPicture>, instead old: Set<PlacedPicture>) -> String {
        let staying = Set(new.map(PictureLayer.key))
        var codes = ""
        for picture in old where !staying.contains(PictureLayer.key(picture)) {
            if let number = numbers[PictureLayer.key(picture)] { codes += KittyPicture.hidden(number) }
        }
        if numbers.count + new.count > PictureLayer.mostKept {
            for (key, number) in numbers.sorted(by: { $0.value < $1.value }) where !staying.contains(key) {
                codes += KittyPicture.forgotten(number)
                numbers[key] = nil
            }
        }
        for picture in shown where !old.contains(picture) { codes += at(picture) + shownByNumber(picture) }
        return codes
    }

    private mutating func shownByNumber(_ picture: PlacedPicture) -> String {
        let (columns, rows, cell) = (picture.columns, picture.rows, painter.terminal.cell ?? .usual)
        let shape = (width: columns * cell.width, height: rows * cell.height)
        let map = picture.fills ? picture.map.cropped(to: Double(shape.width) / Double(shape.height)) : picture.map
        let room = KittyPicture.room(of: map, columns, rows, shape: picture.fills ? nil : shape)
        if let number = numbers[PictureLayer.key(picture)] { return KittyPicture.placed(number, room) }
        lastNumber += 1
        numbers[PictureLayer.key(picture)] = lastNumber
        return KittyPicture.sent(map, "a=t,i=\(lastNumber)") + KittyPicture.placed(lastNumber, room)
    }

    private static func key(_ picture: PlacedPicture) -> String { "\(picture.columns) \(picture.rows) \(picture.name)" }

    private func at(_ picture: PlacedPicture) -> String { "\u{1B}[\(picture.row + 1);\(picture.column + 1)H" }
}
